/* The command `scree`: finds the command, reads its arguments, runs it, and sees that stdout was written. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <scree/scree.h>

#include "command.h"
#include "enumeration_names.h"
#include "json_writer.h"
#include "message.h"
#include "options.h"
#include "standard_streams.h"

/* clang-format off */
static const struct command commands[] = {
    { .name = "noise", .bit = COMMAND_NOISE, .operands = "[RECIPE] -o FILE", .operands_most = 1,
      .summary = "Make a noise field and write it to a file",
      .details = "The field is noise of one of the kinds that 'scree list kinds' describes, on a grid of 1 to 8 axes. "
                 "Without a recipe it starts from the preset terrain; a recipe file (- reads it from stdin) starts from the library's defaults: one "
                 "octave. A file that scree wrote, what it wrote beside a file, and what --json and info --json "
                 "print are recipes as well; a type that the new file cannot hold is then dropped. "
                 "Options change what they name. Positions are in lattice cells of the first octave.\n"
                 "With --expr the field is that of an expression instead, which has operators on fields.\n"
                 "More than two axes and a PNG name write one numbered PNG for each plane. Without -o, --json makes "
                 "the field, keeps nothing, and reports.\n"
                 "Examples:\n"
                 "  scree noise -o terrain.png\n"
                 "  scree noise --size 2048x1024 --density 6 --seed 42 --type u16 -o heights.png\n"
                 "  scree noise --preset seamless -o tile.png\n"
                 "  scree noise --size 256x256x64 --octaves 4 -o volume.npy\n"
                 "  scree noise --step 0.01 --first 1024,0 --range fixed -o east.r16\n"
                 "  scree noise --expr 'terrace(perlin(seed=1, octaves=6), steps=6)' -o terraces.png",
      .run = command_noise },
    { .name = "graph", .bit = COMMAND_GRAPH, .operands = "[RECIPE]", .operands_most = 1,
      .summary = "Show what a field is made of: as an expression, a table or a drawing",
      .details = "The field is that of a recipe, a preset or an expression, or noise by the options of the field. By "
                 "itself the command prints its expression, as --expr-file takes it; with --print-recipe or --json the recipe "
                 "of the same field, with one node on a line.\n"
                 "--explain says what has become of each node on that grid. Equal nodes are evaluated once, those that are "
                 "numbers never, and what does not vary along an axis for fewer samples. Times are those of a part of the grid "
                 "by one thread of the CPU.\n"
                 "Examples:\n"
                 "  scree graph --preset canyon\n"
                 "  scree graph --preset canyon --explain\n"
                 "  scree graph --expr-file hills.txt --size 256x256x64 --explain\n"
                 "  scree graph hills.json --dot | dot -Tsvg -o hills.svg",
      .run = command_graph },
    { .name = "import", .bit = COMMAND_IMPORT, .operands = "SYSTEM TREE", .operands_min = 2, .operands_most = 2,
      .operand_words = &enumeration_imports, .summary = "Print what another system's tree of nodes is as an expression",
      .details = "SYSTEM is fastnoise2, whose TREE is an encoded string as its editor copies it (versions 1.0.0 to 1.1.1; "
                 "- reads it from stdin), or minecraft, whose TREE is a file of a density function or of noise settings "
                 "(versions 1.18.2 to 26.3) within the folders of a data pack.\n"
                 "What is printed is for --expr-file of other commands, and for people: comments say what differs, and "
                 "every node is a definition. The noise is of the same kind, and its values are others.\n"
                 "Examples:\n"
                 "  scree import fastnoise2 DQkGDA== > hills.txt\n"
                 "  scree noise --expr-file hills.txt --step 1 -o hills.png\n"
                 "  scree import fastnoise2 DQkGDA== --axes 3 | scree noise --expr-file - --size 64x64x64 -o a.npy\n"
                 "  scree import minecraft data/minecraft/worldgen/density_function/overworld/depth.json",
      .run = command_import },
    { .name = "sdf", .bit = COMMAND_SDF, .operands = "[MAP] -o FILE", .operands_most = 1,
      .summary = "Make the signed distance field of a terrain or a volume",
      .details = "MAP is a height map (PNG, EXR, TIFF, R16, R32, raw, NPY, PFM or text), a volume or mask, or a recipe of "
                 "noise (JSON; - reads it from stdin); without it the map is noise from the preset terrain, and the "
                 "options of noise apply. A map with 2 axes is a terrain in --layers layers of voxels; a voxel is solid "
                 "when its centre is below the terrain's height. With 3 axes, or with --mask, a voxel is solid where "
                 "the sample is greater than --threshold.\n"
                 "Distances are positive outside of the solid and negative inside, from a voxel's centre to that of "
                 "the nearest voxel of the opposite side, or to what --surface says. Where the opposite side does not exist "
                 "they are infinite. The file holds layers x rows x columns. A terrain's field by the exact method "
                 "needs little memory, however large it is.\n"
                 "Examples:\n"
                 "  scree sdf heights.png -o field.npy\n"
                 "  scree sdf dem.tif --voxel 30,30,10 --layers 200 --scale 1 --offset 0 -o dem.vti\n"
                 "  scree sdf --preset ridges --size 512x512 --seed 7 --layers 128 --surface mesh -o ridges.vti\n"
                 "  scree sdf heights.png --slice z=20,y=100 --zoom 2 -o cut.png\n"
                 "  scree sdf scan.npy --threshold 0.5 --type i16 --clip 32 -o scan.raw\n"
                 "  scree sdf heights.png --method jfa --compare exact",
      .run = command_sdf },
    { .name = "attractor", .bit = COMMAND_ATTRACTOR, .operands = "[RECIPE] --points FILE", .operands_most = 1,
      .summary = "Let particles follow a system of equations",
      .details = "Particles start in a box, at positions that a hash gives them, and make steps of the system; 'scree list "
                 "systems' describes all of them. FILE receives their coordinates after the last step as an array of N "
                 "rows and 3 columns. RECIPE is the sidecar of such a file, the JSON of this command, or '-' (stdin).\n"
                 "Examples:\n"
                 "  scree attractor --points lorenz.npy\n"
                 "  scree attractor --system aizawa --particles 100000 --type f32 --points cloud.txt\n"
                 "  scree attractor lorenz.npy.json --steps 30000 --points half.npy",
      .run = command_attractor },
    { .name = "render", .bit = COMMAND_RENDER, .operands = "[RECIPE|FILE] -o PICTURE", .operands_most = 1,
      .summary = "Draw a field or a file as a scene: a map, a terrain, a volume, a surface",
      .details = "What is drawn is a recipe of noise, of a distance field or of particles (JSON; - reads it from stdin), or a file of "
                 "samples that scree reads; without one, noise from the preset terrain. Noise takes the options of "
                 "'scree noise'. 'scree list scenes' describes the scenes. The picture has the same bytes on every "
                 "device, and needs no window. -o - writes a PNG to stdout.\n"
                 "The longest side of what is shown is 2 long, and its middle is at 0,0,0; x is to the right, y ahead "
                 "and z up.\n"
                 "Examples:\n"
                 "  scree render -o map.png\n"
                 "  scree render --scene terrain --preset ridges --azimuth 20 -o ridges.png\n"
                 "  scree render heights.png --scene terrain --height 0.3 --fog 0.2 -o view.png\n"
                 "  scree render --scene cloud --octaves 5 --turntable 120 -o cloud.mp4\n"
                 "  scree render field.npy --slice y=32 --contours 4 -o cut.png\n"
                 "  scree render scan.npy --threshold 0.5 -o - | display",
      .run = command_render },
    { .name = "draw", .bit = COMMAND_DRAW, .operands = "[RECIPE|FILE] -o PICTURE", .operands_most = 1,
      .summary = "Draw a field or a file as a map, with relief, colours and contour lines",
      .details = "What is drawn is a recipe of noise or of a distance field (JSON; - reads it from stdin), or a file of samples "
                 "that scree reads; without one, noise from the preset terrain, which takes the options of 'scree noise'. "
                 "The picture is a map of 'scree render'. Contour lines have their numbers. A volume is a contact sheet of "
                 "planes, or one of them. -o - writes a PNG to stdout.\n"
                 "Examples:\n"
                 "  scree draw heights.png -o map.png\n"
                 "  scree draw hills.json --contours 0 --ramp viridis -o hills.png\n"
                 "  scree draw volume.npy --sheet z=9 -o sheet.png\n"
                 "  scree draw field.npy --slice y=32 --contours 4 -o cut.png\n"
                 "  scree draw jfa.npy --difference exact.npy --slice y=32 -o difference.png\n"
                 "  scree draw --preset seamless --tiled -o seams.png",
      .run = command_draw },
    { .name = "preview", .bit = COMMAND_PREVIEW, .operands = "[RECIPE|FILE]", .operands_most = 1,
      .summary = "Show the map of a field or a file in the terminal",
      .details = "As 'scree draw', in the colours of the terminal, and as large as that. Of noise, no more samples are made "
                 "than are seen. TERM, COLORTERM, TERM_PROGRAM and KITTY_WINDOW_ID say what the terminal can show; "
                 "NO_COLOR asks for none, and then only --graphics prints something.\n"
                 "Examples:\n"
                 "  scree preview heights.png\n"
                 "  scree preview --preset ridges --seed 7\n"
                 "  scree preview volume.npy --slice z=4 --graphics blocks | less -R",
      .run = command_preview },
    { .name = "show", .bit = COMMAND_SHOW, .operands = "[RECIPE|FILE]", .operands_most = 1,
      .summary = "Show a field in a window, as a map, a landscape, a volume or particles",
      .details = "Starts scree-viewer, which has options and keys of its own: 'scree show --help' and "
                 "'scree-viewer --list-bindings' list them. With --output it draws a picture without a window.\n"
                 "Examples:\n"
                 "  scree show hills.recipe\n"
                 "  scree show --preset ridges --scene terrain\n"
                 "  scree show heights.png --scene terrain",
      .run_texts = command_show },
    { .name = "verify", .bit = COMMAND_VERIFY, .operands = "[RECIPE]", .operands_most = 1,
      .summary = "Compute a field on every device and CPU level, and compare",
      .details = "Prints the SHA-256 of the field's float32 samples (little endian, in grid order) for each. RECIPE may "
                 "be a file that scree made: of noise on a grid or at points, distances, particles or a picture of them. A "
                 "device that cannot be used is not checked, and says why. With --device, only the CPU levels and what "
                 "it names are compared. Exits with 5 when two differ.",
      .run = command_verify },
    { .name = "info", .bit = COMMAND_INFO, .operands = "FILE", .operands_min = 1, .operands_most = 1,
      .summary = "Describe a file: format, size, range, recipe", .run = command_info },
    { .name = "list", .bit = COMMAND_LIST, .operands = "[LIST]", .operands_most = 1,
      .operand_words = &enumeration_lists, .summary = "List the words that options take",
      .details = "LIST is kinds, hashes, gradients, fades, orientations, fractals, operators, "
                 "words of an option of single kinds, such as metrics, formats, types, presets, "
                 "levels, methods (of distance fields), surfaces, systems, exposures, ramps or scenes; without it, all of them.",
      .run = command_list },
    { .name = "devices", .bit = COMMAND_DEVICES, .operands = "", .summary = "List what can compute",
      .details = "The word before each is what --device takes. A device that cannot be used is listed too, and says "
                 "why.",
      .run = command_devices },
    { .name = "bench", .bit = COMMAND_BENCH, .operands = "BENCHMARK [ALGORITHM...|LESSON]",
      .operands_min = 1, .operands_most = OPERANDS_MOST, .operand_words = &enumeration_benches,
      .further_words = command_bench_words,
      .summary = "Measure the speed of the library on this machine",
      .details = "BENCHMARK is one of these.\n"
                 "noise runs fixed cases with one and with all threads, by both methods, next to the speed at which the "
                 "same machine stores a constant. Takes about a minute.\n"
                 "variants makes fields of 128x128x128 samples by several algorithms of Perlin noise and by every kind, or by "
                 "the algorithms that are named, with 1 to 8 octaves. Each has as many "
                 "runs as its share of the time allows. Takes less than two minutes, and longer on slow devices.\n"
                 "sdf makes distance fields of the presets mountain and ground by every method, and of larger volumes, "
                 "as heights and as voxels. Takes some minutes.\n"
                 "calls makes small fields, points and single values on the calling thread; with --device it evaluates "
                 "points on that device. Takes some seconds.\n"
                 "particles moves many particles and draws many, beside what their arithmetic must take. Takes some "
                 "seconds.\n"
                 "scenes makes fields in buffers of a device, and draws them as scenes in pictures of several sizes. Takes a "
                 "minute or two on a CPU.\n"
                 "maps makes fractal maps of 4096 to 32768 pixels a side, in memory and as a PNG, on the CPU and on each GPU that "
                 "--device names, or on all that can be used. The PNG is written to the current folder, and removed.\n"
                 "axes makes noise in 1 to 5 axes by one thread, by all threads and, with --device, by a GPU. Maps and axes leave "
                 "out what there is no memory for and, without --repeats, what would take more than a minute.\n"
                 "primer runs the lessons of the GPU primer (docs/primer.md) on one device, or one lesson: vector "
                 "addition, numbers of threads, dot products, shared memory, reductions, atomics, sizes of groups, "
                 "launches and transfers. Every result is verified, and every rate is a share of a ceiling that the "
                 "same run measures. Takes a minute or two.\n"
                 "Examples:\n"
                 "  scree bench noise --json > before.json\n"
                 "  scree bench noise --baseline before.json\n"
                 "  scree bench variants --device vulkan --plot variants.svg\n"
                 "  scree bench variants optimised direct --octaves 1:4\n"
                 "  scree bench calls\n"
                 "  scree bench calls --device cuda\n"
                 "  scree bench sdf --device cuda\n"
                 "  scree bench scenes --device vulkan\n"
                 "  scree bench maps\n"
                 "  scree bench axes --device cuda --repeats 7\n"
                 "  scree bench primer --device cuda --plot primer.svg\n"
                 "  scree bench primer dot --device vulkan",
      .run = command_bench },
    { .name = "completion", .bit = COMMAND_COMPLETION, .operands = "bash|zsh|fish", .operands_min = 1,
      .operands_most = 1, .operand_words = &enumeration_shells, .summary = "Print a completion script for a shell",
      .run = command_completion },
    { .name = "version", .bit = COMMAND_VERSION, .operands = "", .summary = "Print version and output revision",
      .details = "Two fields made from one recipe are equal, bit for bit, when their output revisions are equal.",
      .run = command_version },
    { .name = "help", .bit = COMMAND_HELP, .operands = "[COMMAND]", .operands_most = 1,
      .operand_words = &enumeration_commands, .summary = "Print help", .run = command_help },
    { .name = "man", .bit = COMMAND_MAN, .operands = "", .summary = "Print the manual page as scdoc text",
      .hidden = true, .run = command_manual },
};
/* clang-format on */

int command_version(const struct arguments *arguments)
{
    if (!arguments->values[OPTION_JSON].given) {
        printf("scree %s (output revision %u)\n", scree_version(), (unsigned)scree_output_revision());
        return EXIT_CODE_OK;
    }
    struct json_writer json;
    emit_start(&json, stdout);
    emit_string(&json, "version", scree_version());
    emit_unsigned(&json, "output_revision", scree_output_revision());
    emit_finish(&json);
    return EXIT_CODE_OK;
}

int command_help(const struct arguments *arguments)
{
    const bool json = arguments->values[OPTION_JSON].given;
    if (arguments->operand_count > 0) {
        help_print_command(stdout, command_find(arguments->operands[0]), json);
    } else {
        help_print_program(stdout, json);
    }
    return EXIT_CODE_OK;
}

static int refuse_command(const char *name)
{
    char suggestion[SCREE_SUGGESTION_TEXT];
    if (name[0] == '-') {
        scree_suggestion search = {.word = name};
        scree_suggestion_consider(&search, "--help");
        scree_suggestion_consider(&search, "--version");
        message_error("unknown option '%s' before a command%s ('scree help' lists the commands)", name,
                      scree_suggestion_text(&search, "'", "'", suggestion));
    } else {
        message_error("unknown command '%s'%s ('scree help' lists the commands)", name,
                      enumeration_suggestion(&enumeration_commands, name, suggestion));
    }
    return EXIT_CODE_USAGE;
}

static int run(int count, char **texts)
{
    if (count < 2) {
        help_print_program(stderr, false);
        return EXIT_CODE_USAGE;
    }
    const char *name = texts[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        name = "help";
    } else if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        name = "version";
    }
    const struct command *command = command_find(name);
    if (command == NULL) {
        return refuse_command(name);
    }
    if (command->run_texts != NULL) {
        return command->run_texts(count - 2, texts + 2);
    }
    struct arguments arguments;
    if (!arguments_read(&arguments, command, count - 2, texts + 2)) {
        return EXIT_CODE_USAGE;
    }
    if (arguments.values[OPTION_HELP].given) {
        help_print_command(stdout, command, arguments.values[OPTION_JSON].given);
        return EXIT_CODE_OK;
    }
    return arguments_check_build(&arguments) ? command->run(&arguments) : EXIT_CODE_FAILED;
}

int main(int count, char **texts)
{
    standard_streams_open();
    commands_bind(commands, (int)(sizeof commands / sizeof commands[0]));
    options_bind();
    signal(SIGPIPE, SIG_IGN); /* A reader that goes away is an error of a write, after which files are removed. */
    signal(SIGCHLD, SIG_DFL); /* The status of ffmpeg must be seen when it has ended. */
    signal(SIGXFSZ, SIG_IGN); /* A file beyond the limit of the shell (ulimit -f) is one, too. */
    return standard_streams_close(run(count, texts));
}
