#include "options.h"

#include "command.h"
#include "vocabulary.h"

#define TWO_TO_20 1048576.0
#define TWO_TO_40 1099511627776
#define TWO_TO_60 1152921504606846976.0
#define FIELD (COMMAND_NOISE | COMMAND_VERIFY)

const char *const option_group_names[GROUP_COUNT] = {
    [GROUP_FIELD] = "Field",      [GROUP_GRID] = "Grid",       [GROUP_OUTPUT] = "File",
    [GROUP_DEVICE] = "Computing", [GROUP_BENCH] = "Benchmark", [GROUP_REPORT] = "Reporting",
};

/* clang-format off */
const struct option option_table[OPTION_COUNT] = {
    [OPTION_PRESET] = { .name = "preset", .syntax = "NAME", .default_text = "terrain", .group = GROUP_FIELD,
        .form = FORM_WORD, .commands = FIELD, .vocabulary = &vocabulary_presets,
        .help = "Named recipe to start from; every option given changes it. Not together with a recipe file." },
    [OPTION_KIND] = { .name = "kind", .syntax = "NAME", .default_text = "perlin", .group = GROUP_FIELD,
        .form = FORM_WORD, .commands = FIELD, .vocabulary = &vocabulary_kinds,
        .help = "What a lattice point carries: a gradient (perlin) or a value." },
    [OPTION_SEED] = { .name = "seed", .syntax = "N", .default_text = "0", .group = GROUP_FIELD,
        .form = FORM_WHOLE, .commands = FIELD, .least = 0, .most = UINT64_MAX,
        .help = "Another number makes another field." },
    [OPTION_OCTAVES] = { .name = "octaves", .syntax = "N", .default_text = "8", .group = GROUP_FIELD,
        .form = FORM_WHOLE, .commands = FIELD, .least = 1, .most = SCREE_MAX_OCTAVES,
        .help = "Number of layers that are summed, each finer than the one before." },
    [OPTION_LACUNARITY] = { .name = "lacunarity", .syntax = "F", .default_text = "2", .group = GROUP_FIELD,
        .form = FORM_REAL, .commands = FIELD, .low = 0.0625, .high = 16,
        .help = "Frequency of an octave over that of the one before." },
    [OPTION_FALLOFF] = { .name = "falloff", .syntax = "F", .default_text = "0.5", .group = GROUP_FIELD,
        .form = FORM_REAL, .commands = FIELD, .low = -16, .high = 16, .zero_excluded = true,
        .help = "Weight of an octave over that of the one before." },
    [OPTION_WEIGHTS] = { .name = "weights", .syntax = "W[,W...]", .group = GROUP_FIELD,
        .form = FORM_REAL_LIST, .commands = FIELD, .low = -1e6, .high = 1e6, .capacity = SCREE_MAX_OCTAVES,
        .help = "A weight for each octave instead of the falloff; sets the number of octaves." },
    [OPTION_FRACTAL] = { .name = "fractal", .syntax = "NAME", .default_text = "fbm", .group = GROUP_FIELD,
        .form = FORM_WORD, .commands = FIELD, .vocabulary = &vocabulary_fractals,
        .help = "How octaves are bent before they are summed." },
    [OPTION_ABS] = { .name = "abs", .group = GROUP_FIELD, .form = FORM_FLAG, .commands = FIELD,
        .help = "Absolute value of every octave: the same as --fractal billow." },
    [OPTION_VARIANT] = { .name = "variant", .syntax = "NAME", .default_text = "contraction", .group = GROUP_FIELD,
        .form = FORM_WORD, .commands = FIELD, .vocabulary = &vocabulary_variants,
        .help = "Kernel of Perlin noise: those beside the contraction are for three axes, are slower, and change the "
                "last bits of the field." },
    [OPTION_HASH] = { .name = "hash", .syntax = "NAME", .default_text = "scree", .group = GROUP_FIELD,
        .form = FORM_WORD, .commands = FIELD, .vocabulary = &vocabulary_hashes,
        .help = "How a lattice point gets its random number." },
    [OPTION_GRADIENTS] = { .name = "gradients", .syntax = "NAME", .default_text = "edges", .group = GROUP_FIELD,
        .form = FORM_WORD, .commands = FIELD, .vocabulary = &vocabulary_gradients,
        .help = "The set that gradients are drawn from." },
    [OPTION_FADE] = { .name = "fade", .syntax = "NAME", .default_text = "quintic", .group = GROUP_FIELD,
        .form = FORM_WORD, .commands = FIELD, .vocabulary = &vocabulary_fades,
        .help = "Curve of the interpolation between lattice points." },
    [OPTION_PERIOD] = { .name = "period", .syntax = "N[,N...]", .default_text = "0", .group = GROUP_FIELD,
        .form = FORM_WHOLE_LIST, .commands = FIELD, .least = 0, .most = TWO_TO_40, .capacity = SCREE_MAX_AXES,
        .help = "Cells of the first octave after which the field repeats, for each axis or one number for all; "
                "0 = never. Equal to the density, it makes a seamless picture." },
    [OPTION_KEEP_FINE_OCTAVES] = { .name = "keep-fine-octaves", .group = GROUP_FIELD, .form = FORM_FLAG,
        .commands = FIELD,
        .help = "Keep octaves whose cells are smaller than the distance of two samples; without it they are left "
                "out, since on that grid they would be white noise." },

    [OPTION_SIZE] = { .name = "size", .syntax = "WxHxD...", .default_text = "1024x1024", .group = GROUP_GRID,
        .form = FORM_SIZE, .commands = FIELD, .least = 1, .most = TWO_TO_40, .capacity = SCREE_MAX_AXES,
        .help = "Samples along each axis, x first." },
    [OPTION_DENSITY] = { .name = "density", .syntax = "N", .default_text = "4", .group = GROUP_GRID,
        .form = FORM_REAL, .commands = FIELD, .low = 0, .low_excluded = true, .high = TWO_TO_60,
        .help = "Lattice cells along x in the first octave: the step becomes N / width on every axis." },
    [OPTION_STEP] = { .name = "step", .syntax = "S[,S...]", .group = GROUP_GRID,
        .form = FORM_REAL_LIST, .commands = FIELD, .low = 0, .low_excluded = true, .high = TWO_TO_20,
        .capacity = SCREE_MAX_AXES,
        .help = "Distance of two samples in cells of the first octave, for each axis or one number for all. Instead "
                "of --density, and the better choice for tiles, for it does not depend on the size." },
    [OPTION_ORIGIN] = { .name = "origin", .syntax = "X[,Y...]", .default_text = "0", .group = GROUP_GRID,
        .form = FORM_REAL_LIST, .commands = FIELD, .low = -TWO_TO_60, .high = TWO_TO_60, .capacity = SCREE_MAX_AXES,
        .help = "Position of sample 0 in cells of the first octave, for each axis or one number for all." },
    [OPTION_FIRST] = { .name = "first", .syntax = "I[,J...]", .default_text = "0", .group = GROUP_GRID,
        .form = FORM_WHOLE_LIST, .commands = FIELD, .least = -TWO_TO_40, .most = TWO_TO_40,
        .capacity = SCREE_MAX_AXES,
        .help = "Index of the first sample, for each axis or one number for all: cuts a tile that holds exactly the "
                "samples of the whole." },

    [OPTION_OUTPUT] = { .name = "output", .letter = 'o', .syntax = "FILE", .group = GROUP_OUTPUT,
        .form = FORM_TEXT, .commands = COMMAND_NOISE,
        .help = "File to write. It appears whole or not at all." },
    [OPTION_FORMAT] = { .name = "format", .syntax = "NAME", .default_text = "by the file's extension",
        .group = GROUP_OUTPUT, .form = FORM_WORD, .commands = COMMAND_NOISE, .vocabulary = &vocabulary_noise_formats,
        .help = "Format of the file." },
    [OPTION_TYPE] = { .name = "type", .syntax = "NAME", .default_text = "the usual one of the format",
        .group = GROUP_OUTPUT, .form = FORM_WORD, .commands = COMMAND_NOISE, .vocabulary = &vocabulary_noise_types,
        .help = "Type of the samples in the file." },
    [OPTION_RANGE] = { .name = "range", .syntax = "auto|fixed|LOW:HIGH", .group = GROUP_OUTPUT,
        .default_text = "auto for u8 and u16, fixed for f32", .form = FORM_RANGE, .commands = COMMAND_NOISE,
        .help = "Values that become the least and greatest of the type: auto measures them by a first pass, fixed is "
                "the proven bound of the recipe, the same for every seed and tile. For f32, fixed keeps values as "
                "they are; the others map them to 0 to 1." },
    [OPTION_COMPRESSION] = { .name = "compression", .syntax = "N", .default_text = "1", .group = GROUP_OUTPUT,
        .form = FORM_WHOLE, .commands = COMMAND_NOISE, .least = 1, .most = 12,
        .help = "Effort of PNG compression; 1 is the fastest." },
    [OPTION_FORCE] = { .name = "force", .letter = 'f', .group = GROUP_OUTPUT, .form = FORM_FLAG,
        .commands = COMMAND_NOISE, .help = "Replace a file that exists." },

    [OPTION_DEVICE] = { .name = "device", .syntax = "NAME[:N[,N...]]", .default_text = "cpu", .group = GROUP_DEVICE,
        .form = FORM_DEVICE, .commands = FIELD | COMMAND_BENCH, .most = UINT32_MAX, .capacity = SCREE_MAX_MEMBERS,
        .vocabulary = &vocabulary_devices,
        .help = "What computes; 'scree devices' lists them, and auto is the best GPU, else the CPU. Several GPUs of "
                "one kind share the work: vulkan:0,2 or, for all that can be used, vulkan:all. A GPU is worth "
                "naming for large fields: small ones are done on the CPU before a GPU has started. The bits do not "
                "depend on it." },
    [OPTION_LEVEL] = { .name = "level", .syntax = "NAME", .default_text = "auto", .group = GROUP_DEVICE,
        .form = FORM_WORD, .commands = COMMAND_NOISE | COMMAND_BENCH, .vocabulary = &vocabulary_levels,
        .help = "Instruction set of the CPU; not together with a GPU. The bits do not depend on it." },
    [OPTION_THREADS] = { .name = "threads", .syntax = "N", .default_text = "one for each processor",
        .group = GROUP_DEVICE, .form = FORM_WHOLE, .commands = FIELD | COMMAND_BENCH, .least = 1, .most = 1024,
        .help = "CPU threads, to compute and to write files. The bits do not depend on it." },
    [OPTION_METHOD] = { .name = "method", .syntax = "NAME", .default_text = "auto", .group = GROUP_DEVICE,
        .form = FORM_WORD, .commands = FIELD, .vocabulary = &vocabulary_methods,
        .help = "How a grid is evaluated: both ways give the same bits, auto takes the faster one." },

    [OPTION_BASELINE] = { .name = "baseline", .syntax = "FILE", .group = GROUP_BENCH, .form = FORM_TEXT,
        .commands = COMMAND_BENCH, .help = "Result of an earlier run (--json) to compare with." },
    [OPTION_REPEATS] = { .name = "repeats", .syntax = "N", .default_text = "7, of variants 3", .group = GROUP_BENCH,
        .form = FORM_WHOLE, .commands = COMMAND_BENCH, .least = 1, .most = 1000,
        .help = "Timed runs of each case; the median is reported, with the least and the greatest." },
    [OPTION_QUICK] = { .name = "quick", .group = GROUP_BENCH, .form = FORM_FLAG, .commands = COMMAND_BENCH,
        .help = "Small grids and three runs: shows that the benchmark works, not how fast the library is." },
    [OPTION_TIMELINE] = { .name = "timeline", .group = GROUP_BENCH, .form = FORM_FLAG, .commands = COMMAND_BENCH,
        .help = "Instead of the cases: what the device did for one stream of 1024^3 samples, and when, box by box." },

    [OPTION_JSON] = { .name = "json", .group = GROUP_REPORT, .form = FORM_FLAG,
        .commands = COMMAND_ALL & ~(unsigned)(COMMAND_COMPLETION | COMMAND_MAN),
        .help = "Result as JSON on stdout." },
    [OPTION_PRINT_RECIPE] = { .name = "print-recipe", .group = GROUP_REPORT, .form = FORM_FLAG,
        .commands = COMMAND_NOISE, .help = "Print the whole recipe as JSON, and generate nothing." },
    [OPTION_PROGRESS] = { .name = "progress", .syntax = "WHEN", .default_text = "auto", .group = GROUP_REPORT,
        .form = FORM_WORD, .commands = COMMAND_NOISE, .vocabulary = &vocabulary_progress,
        .help = "Progress bar on stderr; auto shows it where stderr is a terminal." },
    [OPTION_QUIET] = { .name = "quiet", .letter = 'q', .group = GROUP_REPORT, .form = FORM_FLAG,
        .commands = COMMAND_NOISE | COMMAND_VERIFY,
        .help = "No line on stderr but errors." },
    [OPTION_HELP] = { .name = "help", .letter = 'h', .group = GROUP_REPORT, .form = FORM_FLAG,
        .commands = COMMAND_ALL, .help = "Show this help; with --json, as JSON." },
};
/* clang-format on */
