#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../scree/command.h"
#include "../scree/enumeration_names.h"
#include "../scree/message.h"
#include "../scree/option.h"
#include "parameter_value.h"
#include "recipe_field.h"

#define FRAMES_MAX 100000
#define PARAMETERS_MAX 192 /* At least as many as there are. */

enum group { GROUP_OWN, GROUP_VIEW, GROUP_FIELD };

#define WHOLE(low, high) .form = FORM_WHOLE, .syntax = "N", .minimum = low, .most = high
#define A_FILE .form = FORM_TEXT, .syntax = "FILE"
#define FLAG .form = FORM_FLAG

/* clang-format off */
static struct option rows[OWN_OPTIONS + PARAMETERS_MAX] = {
    [OPTION_RECIPE] = {.name = "recipe", .form = FORM_NAME, .syntax = "JSON",
        .help = "The field as the text of a recipe, instead of a file."},
    [OPTION_EXPRESSION] = {.name = "expr", .form = FORM_EXPRESSION, .syntax = "TEXT",
        .help = "The field of an expression, such as 'terrace(perlin(octaves=6), steps=6)'."},
    [OPTION_EXPRESSION_FILE] = {.name = "expr-file", A_FILE, .help = "The same from a file; '-' reads it from stdin."},
    [OPTION_PRESET] = {.name = "preset", .form = FORM_WORD, .syntax = "NAME", .enumeration = &enumeration_presets,
        .help = "The field of a preset; 'scree list presets' describes them."},
    [OPTION_COMPARE] = {.name = "compare", A_FILE,
        .help = "A second recipe or file of samples, shown beside the first; --comparison says how."},
    [OPTION_OUTPUT] = {.name = "output", .letter = 'o', A_FILE,
        .help = "Draw the final picture into a PNG file, without a window; '-' writes it to stdout. With --frames or "
                "--turntable a video: .mp4, .gif or .webp."},
    [OPTION_SIZE] = {.name = "size", .form = FORM_SIZE, .syntax = "WxH", .minimum = 1, .most = SCREE_MAX_SCENE_SIDE,
        .capacity = 2, .default_text = "1280x720", .help = "Size of the picture, or of the window, in pixels."},
    [OPTION_FRAMES] = {.name = "frames", WHOLE(1, FRAMES_MAX),
        .help = "A video of so many pictures: a whole turn or, with --pace, time that passes."},
    [OPTION_TURNTABLE] = {.name = "turntable", .form = FORM_REAL, .syntax = "SECONDS", .low = 0.1, .high = 3600,
        .help = "A video: a whole turn in so many seconds."},
    [OPTION_FRAME_RATE] = {.name = "frame-rate", WHOLE(1, SCREE_MAX_FRAME_RATE), .default_text = "25",
        .help = "Pictures in a second of a video."},
    [OPTION_TIME] = {.name = "time", WHOLE(1, FRAMES_MAX),
        .help = "Sample, prepare and draw everything again for so many frames, and print the milliseconds of each "
                "part: median, least and greatest."},
    [OPTION_PLAY] = {.name = "play", A_FILE, .help = "Play recorded events; with --pictures without a window."},
    [OPTION_PICTURES] = {.name = "pictures", .form = FORM_TEXT, .syntax = "FOLDER",
        .help = "Write the pictures that events keep into a folder, as NAME.png."},
    [OPTION_RECORD] = {.name = "record", A_FILE, .help = "Record what is done in the window."},
    [OPTION_DEVICE] = {.name = "device", .form = FORM_DEVICE, .syntax = "NAME[:N]", .minimum = 0, .most = 1023,
        .capacity = 1, .enumeration = &enumeration_devices, .default_text = "auto",
        .help = "What computes and draws; 'scree devices' lists them. The bytes are the same on all."},
    [OPTION_THREADS] = {.name = "threads", WHOLE(1, SCREE_MAX_THREADS), .default_text = "one for each processor",
        .help = "Threads of the CPU."},
    [OPTION_MEMORY] = {.name = "memory", .form = FORM_BYTES, .syntax = "BYTES",
        .help = "Memory that samples may take at most, such as 4G; a level of more is not made, and the one before is "
                "shown."},
    [OPTION_RECIPE_OF] = {.name = "recipe-of", A_FILE,
        .help = "The field of the recipe that a file of samples or a picture holds, instead of what the file shows."},
    [OPTION_KEEP_FINE_OCTAVES] = {.name = "keep-fine-octaves", FLAG,
        .help = "Keep octaves whose cells are smaller than the distance of two samples: the same as "
                "--no-skip-fine-octaves."},
    [OPTION_NO_WATCH] = {.name = "no-watch", FLAG, .help = "Do not read a recipe file again when it changes."},
    [OPTION_FULL_SCREEN] = {.name = "full-screen", FLAG, .help = "Begin with the whole screen."},
    [OPTION_OFFSCREEN] = {.name = "offscreen", FLAG,
        .help = "With --play and --pictures: draw what the window would show, panel and all, without a display."},
    [OPTION_PLAIN] = {.name = "plain", FLAG, .help = "Draw the window by OpenGL instead of Vulkan."},
    [OPTION_FONT] = {.name = "font", .form = FORM_NAME, .syntax = "FILE", .takes_empty = true,
        .help = "A TrueType file for the panel; empty: letters that are built in."},
    [OPTION_UI_SCALE] = {.name = "ui-scale", .form = FORM_REAL, .syntax = "S", .low = 0.5, .high = 8,
        .default_text = "the display's", .help = "Size of letters and widgets."},
    [OPTION_PRINT_VIEW] = {.name = "print-view", FLAG,
        .help = "Print every parameter of the view as a line of events, and end."},
    [OPTION_COPY_COMMAND] = {.name = "copy-command", FLAG,
        .help = "Print the exact command that draws this picture, and end."},
    [OPTION_LIST_BINDINGS] = {.name = "list-bindings", FLAG, .help = "Print what keys and the mouse do, and end."},
    [OPTION_VERSION] = {.name = "version", .letter = 'V', FLAG, .help = "Print version and output revision, and end."},
    [OPTION_HELP] = {.name = "help", .letter = 'h', FLAG, .help = "Print this help, and end."},
    [OPTION_MANUAL] = {.name = "manual", FLAG},
};
/* clang-format on */

/* The parameters behind the program's own options, with what their rows point to. */
static struct parameter_row {
    const scree_parameter *parameter;
    char name[48];
    char default_text[PARAMETER_TEXT];
    struct enumeration enumeration;
} parameters[PARAMETERS_MAX];
static int row_count;

static void add_parameter(const scree_parameter *parameter, enum group group, const viewer_view *defaults)
{
    if (row_count == OWN_OPTIONS + PARAMETERS_MAX) {
        return;
    }
    struct parameter_row *texts = &parameters[row_count - OWN_OPTIONS];
    struct option *option = &rows[row_count++];
    texts->parameter = parameter;
    parameter_spell(parameter->name, texts->name, sizeof texts->name);
    *option = (struct option){.name = texts->name, .group = group};
    option_bind(option, parameter);
    if (parameter->type == SCREE_PARAMETER_CHOICE) {
        texts->enumeration = (struct enumeration){.noun = texts->name, .name = parameter->choice_name};
        option->enumeration = &texts->enumeration;
    } else if (parameter->type == SCREE_PARAMETER_FLAG) {
        option->form = FORM_SWITCH;
    } else if (parameter->type == SCREE_PARAMETER_AXES && parameter->maximum == 0) {
        option->form = FORM_NAME; /* The limits are those of recipes. */
    }
    if (defaults != NULL) {
        parameter_print(parameter, defaults, texts->default_text, sizeof texts->default_text);
        option->default_text = texts->default_text;
        option->zero_excluded = parameter->min_magnitude > 0;
        option->min_magnitude = 0;
    }
}

static void add_parameters(void)
{
    viewer_view defaults;
    viewer_view_reset(&defaults);
    for (int row = 0; row < OWN_OPTIONS; row++) {
        rows[row].group = GROUP_OWN;
    }
    row_count = OWN_OPTIONS;
    for (size_t number = 0; recipe_field_parameter(number) != NULL; number++) {
        add_parameter(recipe_field_parameter(number), GROUP_FIELD, NULL);
    }
    for (size_t number = 0; viewer_view_parameter(number) != NULL; number++) {
        add_parameter(viewer_view_parameter(number), GROUP_VIEW, &defaults);
    }
    for (int row = 0; row < row_count; row++) {
        rows[row].commands = 1;
    }
}

static void add_setting(struct viewer_options *options, const char *name, const char *value)
{
    viewer_setting *setting = &options->settings[options->setting_count++];
    snprintf(setting->name, sizeof setting->name, "%s", name);
    setting->value = value;
}

/* Values of parameters are judged once more where they are set, some of them together. */
static bool take_option(void *user, int row, const char *value)
{
    struct viewer_options *options = user;
    struct option_value ignored;
    if (row < OWN_OPTIONS) {
        options->values[row].given = true;
        if (row == OPTION_KEEP_FINE_OCTAVES) {
            add_setting(options, "skip_fine_octaves", "false");
        }
        return value == NULL || option_read_value(&rows[row], value, &options->values[row]);
    }
    const scree_parameter *parameter = parameters[row - OWN_OPTIONS].parameter;
    add_setting(options, parameter->name, value);
    const bool is_own = parameter->type == SCREE_PARAMETER_REALS && strcmp(value, PARAMETER_OWN) == 0;
    return is_own || option_read_value(&rows[row], value, &ignored);
}

static bool take_operand(void *user, const char *text)
{
    struct viewer_options *options = user;
    if (options->path != NULL) {
        message_error("'%s': there is a file already, '%s'; --compare takes a second one", text, options->path);
        return false;
    }
    options->path = text;
    return true;
}

static bool check_step(const struct viewer_options *options)
{
    const char *size = viewer_setting_find(options->settings, options->setting_count, PARAMETER_CELL_SIZE);
    if (size == NULL || viewer_setting_find(options->settings, options->setting_count, "step") == NULL) {
        return true;
    }
    message_error("--cell-size %s: not together with --step or --frequency, whose inverse it is", size);
    return false;
}

static bool check_together(const struct viewer_options *options)
{
    const struct option_value *values = options->values;
    const struct option_value *size = &values[OPTION_SIZE];
    const int sources = (options->path != NULL) + values[OPTION_RECIPE].given + values[OPTION_RECIPE_OF].given +
                        values[OPTION_PRESET].given + values[OPTION_EXPRESSION].given +
                        values[OPTION_EXPRESSION_FILE].given;
    if (size->given && size->count != 2) {
        message_error("--size %s: must be a width and a height, such as 1280x720", size->text);
    } else if (sources > 1) {
        message_error("a file, --recipe, --recipe-of, --preset, --expr and --expr-file exclude each other");
    } else if (values[OPTION_FRAMES].given && values[OPTION_TURNTABLE].given) {
        message_error("--frames and --turntable exclude each other");
    } else if (options_make_video(options) && !values[OPTION_OUTPUT].given) {
        message_error("--%s: it needs --output, the name of a video",
                      values[OPTION_FRAMES].given ? "frames" : "turntable");
    } else if (values[OPTION_PICTURES].given && !values[OPTION_PLAY].given) {
        message_error("--pictures: it needs --play, which keeps them");
    } else {
        return check_step(options);
    }
    return false;
}

int options_read(struct viewer_options *options, int count, char **texts)
{
    add_parameters();
    const struct option_list list = {
        .rows = rows,
        .count = row_count,
        .commands = 1,
        .context = "",
        .usage = "scree-viewer --help",
        .take = take_option,
        .take_operand = take_operand,
        .user = options,
    };
    *options = (struct viewer_options){.width = 1280, .height = 720, .rate = 25};
    options->values[OPTION_HELP].given = option_list_asks_help(count - 1, texts + 1);
    if (options->values[OPTION_HELP].given) {
        return EXIT_CODE_OK;
    }
    options->settings = calloc((size_t)count + 1, sizeof *options->settings);
    if (options->settings == NULL) {
        return EXIT_CODE_FAILED;
    }
    if (!option_list_read(&list, count - 1, texts + 1) || !check_together(options)) {
        return EXIT_CODE_USAGE;
    }
    if (options->values[OPTION_SIZE].given) {
        options->width = (uint32_t)options->values[OPTION_SIZE].wholes[0];
        options->height = (uint32_t)options->values[OPTION_SIZE].wholes[1];
    }
    if (options->values[OPTION_FRAME_RATE].given) {
        options->rate = (uint32_t)options->values[OPTION_FRAME_RATE].whole;
    }
    return EXIT_CODE_OK;
}

void options_free(struct viewer_options *options)
{
    free(options->settings);
    options->settings = NULL;
}

bool options_make_video(const struct viewer_options *options)
{
    return options->values[OPTION_FRAMES].given || options->values[OPTION_TURNTABLE].given;
}

bool options_are_headless(const struct viewer_options *options)
{
    const struct option_value *values = options->values;
    return values[OPTION_OUTPUT].given || values[OPTION_PICTURES].given || values[OPTION_TIME].given ||
           values[OPTION_PRINT_VIEW].given || values[OPTION_COPY_COMMAND].given;
}

static void print_group(const char *heading, enum group group, bool is_manual)
{
    fputs(heading, stdout);
    for (int row = 0; row < row_count; row++) {
        if (rows[row].group == group && rows[row].help != NULL) {
            if (is_manual) {
                option_print_manual(&rows[row]);
            } else {
                option_print_help(stdout, &rows[row]);
            }
        }
    }
}

void options_print_help(void)
{
    printf("Usage: scree-viewer [RECIPE|FILE] [OPTIONS]\n\n");
    option_print_wrapped(stdout,
                         "Shows a field in a window: noise of a recipe, an image, a volume, or particles. With "
                         "--output it draws the picture into a file, without a window, with the same bytes on every "
                         "device.",
                         0, 0);
    print_group("\n\nOptions:\n", GROUP_OWN, false);
    print_group("\nView:\n", GROUP_VIEW, false);
    print_group("\nField, where it is a recipe:\n", GROUP_FIELD, false);
    printf("\nExamples:\n"
           "  scree-viewer hills.recipe\n"
           "  scree-viewer --preset clouds --scene cloud --output clouds.png\n"
           "  scree-viewer --preset ridges --scene terrain --turntable 8 --output turn.mp4\n"
           "  scree-viewer scan.npy --threshold 0.5 --colour height\n"
           "  scree-viewer --scene particles --system aizawa --size 1920x1080 -o aizawa.png\n");
}

static void print_manual_bindings(void)
{
    viewer_binding binding;
    fputs("# KEYS\n\n", stdout);
    for (size_t number = 0; viewer_binding_get(number, &binding); number++) {
        fputs("*", stdout);
        option_print_escaped(binding.keys);
        fputs("*\n\t", stdout);
        option_print_escaped(binding.what);
        fputs("\n\n", stdout);
    }
}

void options_print_manual(void)
{
    print_group(
        "scree-viewer(1)\n\n# NAME\n\nscree-viewer - shows procedural fields\n\n# SYNOPSIS\n\n"
        "*scree-viewer* \\[RECIPE|FILE\\] \\[options\\]\n\n# DESCRIPTION\n\n"
        "Shows a field in a window: noise of a recipe, an image, a volume, or particles. With *--output* it draws the "
        "picture into a file, without a window, with the same bytes on every device.\n\n# OPTIONS\n\n",
        GROUP_OWN, true);
    print_group("# VIEW\n\n", GROUP_VIEW, true);
    print_group("# FIELD\n\nThe parameters of noise, where a recipe is shown; see *scree*(1).\n\n", GROUP_FIELD, true);
    print_manual_bindings();
    fputs("# EXIT STATUS\n\n*0*\n\tAll went well.\n\n*1*\n\tA file, the memory, a device or a display is missing.\n\n"
          "*2*\n\tAn option, a value or a recipe is wrong.\n\n*130*\n\tEnded by Ctrl\\-C or SIGTERM.\n\n"
          "# SEE ALSO\n\n*scree*(1)\n",
          stdout);
}
