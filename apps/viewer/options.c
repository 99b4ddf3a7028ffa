#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/base/suggestion.h"
#include "../scree/command.h"
#include "../scree/message.h"
#include "../scree/numbers.h"
#include "parameter_value.h"

#define SIZE_MAX_SIDE SCREE_MAX_SCENE_SIDE
#define FRAMES_MAX 100000

/* Reads the value of an option into the options; false where it is not valid. */
typedef bool option_reader(struct viewer_options *options, const char *value);

struct option {
    const char *name;
    char letter;        /* 0 = none. */
    const char *syntax; /* NULL: takes no value. */
    const char *limits; /* What a valid value is. */
    option_reader *read;
    const char *help;
};

static bool read_recipe(struct viewer_options *options, const char *value)
{
    options->recipe = value;
    return true;
}

static bool read_recipe_of(struct viewer_options *options, const char *value)
{
    options->recipe_of = value;
    return value[0] != '\0';
}

static bool read_preset(struct viewer_options *options, const char *value)
{
    options->preset = value;
    return true;
}

static void add_setting(struct viewer_options *options, const char *name, const char *value)
{
    viewer_setting *setting = &options->settings[options->setting_count++];
    snprintf(setting->name, sizeof setting->name, "%s", name);
    setting->value = value;
}

static bool read_keep_fine_octaves(struct viewer_options *options, const char *value)
{
    (void)value;
    add_setting(options, "skip_fine_octaves", "false");
    return true;
}

static bool read_compare(struct viewer_options *options, const char *value)
{
    options->compare = value;
    return value[0] != '\0';
}

static bool read_output(struct viewer_options *options, const char *value)
{
    options->output = value;
    return value[0] != '\0';
}

static bool read_pictures(struct viewer_options *options, const char *value)
{
    options->pictures = value;
    return value[0] != '\0';
}

static bool read_play(struct viewer_options *options, const char *value)
{
    options->play = value;
    return value[0] != '\0';
}

static bool read_record(struct viewer_options *options, const char *value)
{
    options->record = value;
    return value[0] != '\0';
}

static bool read_whole(const char *text, size_t length, uint64_t low, uint64_t high, uint32_t *number)
{
    uint64_t whole = 0;
    if (!number_read_unsigned(text, length, &whole) || whole < low || whole > high) {
        return false;
    }
    *number = (uint32_t)whole;
    return true;
}

static bool read_device(struct viewer_options *options, const char *value)
{
    const size_t length = strcspn(value, ":");
    options->has_device = true;
    options->device = (scree_device_params){.backend = SCREE_BACKEND_AUTO};
    for (int backend = SCREE_BACKEND_AUTO; scree_backend_name((scree_backend)backend) != NULL; backend++) {
        const char *name = scree_backend_name((scree_backend)backend);
        if (strlen(name) == length && strncmp(name, value, length) == 0) {
            options->device.backend = (scree_backend)backend;
            return value[length] == '\0' ||
                   read_whole(value + length + 1, strlen(value + length + 1), 0, 1023, &options->device.index);
        }
    }
    return false;
}

static bool read_threads(struct viewer_options *options, const char *value)
{
    return read_whole(value, strlen(value), 1, SCREE_MAX_THREADS, &options->device.threads);
}

static bool read_memory(struct viewer_options *options, const char *value)
{
    static const char letters[] = "KMGT";
    const size_t length = strlen(value);
    const char *letter = length > 0 ? strchr(letters, value[length - 1]) : NULL;
    const unsigned shift = letter != NULL && *letter != '\0' ? 10 * (unsigned)(letter - letters + 1) : 0;
    uint64_t number = 0;
    if (!number_read_unsigned(value, length - (shift > 0 ? 1 : 0), &number) || number == 0 ||
        number > (UINT64_C(1) << 60 >> shift)) {
        return false;
    }
    options->memory = number << shift;
    return true;
}

static bool read_size(struct viewer_options *options, const char *value)
{
    const size_t length = strcspn(value, "x");
    options->has_size = true;
    return value[length] == 'x' && read_whole(value, length, 1, SIZE_MAX_SIDE, &options->width) &&
           read_whole(value + length + 1, strlen(value + length + 1), 1, SIZE_MAX_SIDE, &options->height);
}

static bool read_frames(struct viewer_options *options, const char *value)
{
    return read_whole(value, strlen(value), 1, FRAMES_MAX, &options->frames);
}

static bool read_seconds(struct viewer_options *options, const char *value)
{
    return number_read_real(value, strlen(value), &options->seconds) && options->seconds >= 0.1 &&
           options->seconds <= 3600;
}

static bool read_rate(struct viewer_options *options, const char *value)
{
    return read_whole(value, strlen(value), 1, SCREE_MAX_FRAME_RATE, &options->rate);
}

static bool read_times(struct viewer_options *options, const char *value)
{
    return read_whole(value, strlen(value), 1, FRAMES_MAX, &options->times);
}

static bool read_font(struct viewer_options *options, const char *value)
{
    options->font = value;
    return true;
}

static bool read_scale(struct viewer_options *options, const char *value)
{
    return number_read_real(value, strlen(value), &options->scale) && options->scale >= 0.5 && options->scale <= 8;
}

#define FLAG_READER(function, member)                                       \
    static bool function(struct viewer_options *options, const char *value) \
    {                                                                       \
        (void)value;                                                        \
        options->member = true;                                             \
        return true;                                                        \
    }

FLAG_READER(read_help, prints_help)
FLAG_READER(read_manual, prints_manual)
FLAG_READER(read_version, prints_version)
FLAG_READER(read_bindings, prints_bindings)
FLAG_READER(read_print_view, prints_view)
FLAG_READER(read_copy_command, prints_command)

FLAG_READER(read_full_screen, is_full_screen)
FLAG_READER(read_offscreen, is_offscreen)
FLAG_READER(read_plain, is_plain)

static bool read_no_watch(struct viewer_options *options, const char *value)
{
    (void)value;
    options->is_watching = false;
    return true;
}

/* clang-format off */
static const struct option table[] = {
    {"recipe", 0, "JSON", "JSON", read_recipe, "The field as the text of a recipe, instead of a file."},
    {"preset", 0, "NAME", "the name of a preset", read_preset, "The field of a preset; 'scree list presets' lists them."},
    {"compare", 0, "FILE", "a file", read_compare,
     "A second recipe or file of samples, shown beside the first; --comparison says how."},
    {"output", 'o', "FILE", "a file", read_output,
     "Draw the final picture into a PNG file, without a window; '-' writes it to stdout. With --frames or --turntable a "
     "video: .mp4, .gif or .webp."},
    {"size", 0, "WxH", "two whole numbers from 1 to 16384, such as 1280x720", read_size,
     "Size of the picture, or of the window, in pixels (default: 1280x720)."},
    {"frames", 0, "N", "a whole number from 1 to 100000", read_frames,
     "A video of so many pictures: a whole turn or, with --pace, time that passes."},
    {"turntable", 0, "SECONDS", "a number from 0.1 to 3600", read_seconds, "A video: a whole turn in so many seconds."},
    {"frame-rate", 0, "N", "a whole number from 1 to 1000", read_rate, "Pictures in a second of a video (default: 25)."},
    {"time", 0, "N", "a whole number from 1 to 100000", read_times,
     "Make, prepare and draw everything anew for so many frames, and print the milliseconds of each part: median, least "
     "and greatest."},
    {"play", 0, "FILE", "a file", read_play, "Play recorded events; with --pictures without a window."},
    {"pictures", 0, "FOLDER", "a folder", read_pictures,
     "Write the pictures that events keep into a folder, as NAME.png."},
    {"record", 0, "FILE", "a file", read_record, "Record what is done in the window."},
    {"device", 0, "NAME", "auto, cpu, vulkan or cuda, with a number such as vulkan:1", read_device,
     "What computes and draws (default: auto). 'scree devices' lists them. The bytes are the same on all."},
    {"threads", 0, "N", "a whole number from 1 to 1024", read_threads, "Threads of the CPU (default: one for each processor)."},
    {"memory", 0, "BYTES", "a whole number with K, M, G or T behind it or not", read_memory,
     "Memory that samples may take at most; a level of more is not made, and the one before is shown."},
    {"recipe-of", 0, "FILE", "a file", read_recipe_of,
     "The field of the recipe that a file of samples or a picture holds, instead of what the file shows."},
    {"keep-fine-octaves", 0, NULL, NULL, read_keep_fine_octaves,
     "Keep octaves whose cells are smaller than the distance of two samples: the same as --no-skip-fine-octaves."},
    {"no-watch", 0, NULL, NULL, read_no_watch, "Do not read a recipe file again when it changes."},
    {"full-screen", 0, NULL, NULL, read_full_screen, "Begin with the whole screen."},
    {"offscreen", 0, NULL, NULL, read_offscreen,
     "With --play and --pictures: draw what the window would show, panel and all, without a display."},
    {"plain", 0, NULL, NULL, read_plain, "Draw the window by OpenGL instead of Vulkan."},
    {"font", 0, "FILE", "a file", read_font, "A TrueType file for the panel; empty: letters that are built in."},
    {"ui-scale", 0, "S", "a number from 0.5 to 8", read_scale, "Size of letters and widgets (default: the display's)."},
    {"print-view", 0, NULL, NULL, read_print_view, "Print every parameter of the view as a line of events, and end."},
    {"copy-command", 0, NULL, NULL, read_copy_command, "Print the exact command that draws this picture, and end."},
    {"list-bindings", 0, NULL, NULL, read_bindings, "Print what keys and the mouse do, and end."},
    {"version", 'V', NULL, NULL, read_version, "Print version and output revision, and end."},
    {"help", 'h', NULL, NULL, read_help, "Print this help, and end."},
    {"manual", 0, NULL, NULL, read_manual, NULL},
};
/* clang-format on */

#define OPTIONS (sizeof table / sizeof table[0])

static const struct option *find_option(const char *name, size_t length)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        if (strlen(table[i].name) == length && strncmp(table[i].name, name, length) == 0) {
            return &table[i];
        }
    }
    return NULL;
}

static void spell(const char *name, char from, char to, char spelt[64])
{
    snprintf(spelt, 64, "%s", name);
    for (char *letter = spelt; *letter != '\0'; letter++) {
        *letter = *letter == from ? to : *letter;
    }
}

/* The row of a flag, with hyphens in its name; NULL where there is none. */
static const scree_parameter *find_parameter(const char *name)
{
    const scree_parameter *row = parameter_find_field(name);
    return row != NULL ? row : viewer_view_find(name);
}

static void consider_parameter(scree_suggestion *search, const char *name, char (*spelt)[64])
{
    spell(name, '_', '-', *spelt);
    scree_suggestion_consider(search, *spelt);
}

static int refuse_option(const char *name)
{
    static char spelt[128][64];
    size_t used = 0;
    scree_suggestion search = {.word = name};
    for (size_t i = 0; i < OPTIONS; i++) {
        scree_suggestion_consider(&search, table[i].name);
    }
    for (size_t number = 0; viewer_view_parameter(number) != NULL; number++) {
        scree_suggestion_consider(&search, viewer_view_parameter(number)->name);
    }
    for (size_t number = 0; parameter_of_field(number) != NULL && used < 128; number++) {
        consider_parameter(&search, parameter_of_field(number)->name, &spelt[used++]);
    }
    char suggestion[SCREE_SUGGESTION_TEXT];
    message_error("unknown option '--%s'%s ('scree-viewer --help' lists them)", name,
                  scree_suggestion_text(&search, "'--", "'", suggestion));
    return EXIT_CODE_USAGE;
}

/* Values of the view can be judged before anything is opened. */
static int check_view(const scree_parameter *row, const char *value)
{
    viewer_view view;
    char text[512];
    if (viewer_view_find(row->name) != row || parameter_read(row, value, &view, text, sizeof text)) {
        return EXIT_CODE_OK;
    }
    message_error("--%s", text);
    return EXIT_CODE_USAGE;
}

/* The argument being read, and the value that may follow it. */
struct reader {
    int count;
    char **texts;
    int next;
};

static const char *take_value(struct reader *reader, const char *equals)
{
    if (equals != NULL) {
        return equals + 1;
    }
    return reader->next < reader->count ? reader->texts[reader->next++] : NULL;
}

static int need_value(const char *name, const char *syntax)
{
    message_error("--%s: it needs a value, %s", name, syntax);
    return EXIT_CODE_USAGE;
}

static int read_parameter(struct viewer_options *options, const scree_parameter *row, const char *name, bool is_negated,
                          struct reader *reader, const char *equals)
{
    const char *value = is_negated ? "false" : "true";
    if (row->type != SCREE_PARAMETER_FLAG || equals != NULL) {
        value = take_value(reader, equals);
    }
    if (value == NULL) {
        return need_value(name, row->syntax);
    }
    add_setting(options, row->name, value);
    return check_view(row, value);
}

static int read_own(struct viewer_options *options, const struct option *option, struct reader *reader,
                    const char *equals)
{
    if (option->syntax == NULL) {
        option->read(options, NULL);
        return EXIT_CODE_OK;
    }
    const char *value = take_value(reader, equals);
    if (value == NULL) {
        return need_value(option->name, option->syntax);
    }
    if (!option->read(options, value)) {
        message_error("--%s: '%s' is not valid: %s", option->name, value, option->limits);
        return EXIT_CODE_USAGE;
    }
    return EXIT_CODE_OK;
}

static int read_long(struct viewer_options *options, const char *text, struct reader *reader)
{
    char name[64];
    const char *equals = strchr(text, '=');
    const size_t length = equals != NULL ? (size_t)(equals - text) : strlen(text);
    snprintf(name, sizeof name, "%.*s", (int)(length < 63 ? length : 63), text);
    const struct option *option = find_option(name, strlen(name));
    if (option != NULL) {
        return read_own(options, option, reader, equals);
    }
    const scree_parameter *row = find_parameter(name);
    const bool is_negated = row == NULL && strncmp(name, "no-", 3) == 0;
    if (is_negated) {
        row = find_parameter(name + 3);
        row = row != NULL && row->type == SCREE_PARAMETER_FLAG ? row : NULL;
    }
    return row != NULL ? read_parameter(options, row, name, is_negated, reader, equals) : refuse_option(name);
}

static int read_letter(struct viewer_options *options, const char *text, struct reader *reader)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        if (table[i].letter != 0 && table[i].letter == text[0] && text[1] == '\0') {
            return read_own(options, &table[i], reader, NULL);
        }
    }
    message_error("unknown option '-%s' ('scree-viewer --help' lists them)", text);
    return EXIT_CODE_USAGE;
}

static int read_operand(struct viewer_options *options, const char *text)
{
    if (options->path != NULL) {
        message_error("'%s': there is a file already, '%s'; --compare takes a second one", text, options->path);
        return EXIT_CODE_USAGE;
    }
    options->path = text;
    return EXIT_CODE_OK;
}

static int read_next(struct viewer_options *options, struct reader *reader, bool *only_operands)
{
    const char *text = reader->texts[reader->next++];
    if (!*only_operands && strcmp(text, "--") == 0) {
        *only_operands = true;
        return EXIT_CODE_OK;
    }
    if (*only_operands || text[0] != '-' || text[1] == '\0') {
        return read_operand(options, text);
    }
    return text[1] == '-' ? read_long(options, text + 2, reader) : read_letter(options, text + 1, reader);
}

static int check_step(const struct viewer_options *options)
{
    const char *size = viewer_setting_find(options->settings, options->setting_count, PARAMETER_CELL_SIZE);
    if (size == NULL || viewer_setting_find(options->settings, options->setting_count, "step") == NULL) {
        return EXIT_CODE_OK;
    }
    message_error("--cell-size %s: not together with --step or --frequency, whose inverse it is", size);
    return EXIT_CODE_USAGE;
}

static int check_together(const struct viewer_options *options)
{
    const int sources = (options->path != NULL) + (options->recipe != NULL) + (options->recipe_of != NULL) +
                        (options->preset != NULL);
    if (sources > 1) {
        message_error("a file, --recipe, --recipe-of and --preset exclude each other");
        return EXIT_CODE_USAGE;
    }
    if (options->frames > 0 && options->seconds > 0) {
        message_error("--frames and --turntable exclude each other");
        return EXIT_CODE_USAGE;
    }
    if ((options->frames > 0 || options->seconds > 0) && options->output == NULL) {
        message_error("--%s: it needs --output, the name of a video", options->frames > 0 ? "frames" : "turntable");
        return EXIT_CODE_USAGE;
    }
    if (options->pictures != NULL && options->play == NULL) {
        message_error("--pictures: it needs --play, which keeps them");
        return EXIT_CODE_USAGE;
    }
    return check_step(options);
}

int options_read(struct viewer_options *options, int count, char **texts)
{
    *options = (struct viewer_options){
        .device = {.backend = SCREE_BACKEND_AUTO}, .width = 1280, .height = 720, .rate = 25, .is_watching = true};
    options->settings = calloc((size_t)count + 1, sizeof *options->settings);
    struct reader reader = {.count = count, .texts = texts, .next = 1};
    bool only_operands = false;
    int code = options->settings != NULL ? EXIT_CODE_OK : EXIT_CODE_FAILED;
    while (code == EXIT_CODE_OK && reader.next < count && !options->prints_help) {
        code = read_next(options, &reader, &only_operands);
    }
    if (code == EXIT_CODE_OK && !options->prints_help) {
        code = check_together(options);
    }
    return code;
}

void options_free(struct viewer_options *options)
{
    free(options->settings);
    options->settings = NULL;
}

bool options_are_headless(const struct viewer_options *options)
{
    return options->output != NULL || options->pictures != NULL || options->times > 0 || options->prints_view ||
           options->prints_command;
}

/* Help. */

#define TEXT_COLUMN 30
#define LINE_WIDTH 100

/* Prints words in lines that begin at the column of texts. */
static void print_words(const char *text, size_t column)
{
    while (*text != '\0') {
        const size_t length = strcspn(text, " ");
        if (column + length + 1 > LINE_WIDTH) {
            printf("\n%*s", TEXT_COLUMN, "");
            column = TEXT_COLUMN;
        }
        printf("%.*s", (int)length, text);
        column += length;
        text += length;
        if (*text == ' ') {
            putchar(' ');
            column++;
            text++;
        }
    }
    putchar('\n');
}

static void print_row(const char *name, char letter, const char *syntax, const char *help)
{
    char start[96];
    char letters[8] = "    ";
    if (letter != 0) {
        snprintf(letters, sizeof letters, "-%c, ", letter);
    }
    snprintf(start, sizeof start, "  %s--%s%s%s", letters, name, syntax != NULL ? " " : "",
             syntax != NULL ? syntax : "");
    printf("%-*s", TEXT_COLUMN, start);
    if (strlen(start) >= TEXT_COLUMN) {
        printf("\n%*s", TEXT_COLUMN, "");
    }
    print_words(help, TEXT_COLUMN);
}

/* The help of a parameter of the view, with limits and default. */
static void describe_row(const scree_parameter *row, char *text, size_t size)
{
    viewer_view view;
    char limits[320];
    char value[PARAMETER_TEXT];
    viewer_view_reset(&view);
    parameter_describe_limits(row, limits, sizeof limits);
    parameter_print(row, &view, value, sizeof value);
    if (row->type == SCREE_PARAMETER_FLAG) {
        snprintf(text, size, "%s (default: %s; --no-%s takes it back)", row->description, value, row->name);
    } else {
        snprintf(text, size, "%s (%s; default: %s)", row->description, limits, value);
    }
}

static void print_parameters(void)
{
    char text[768];
    printf("\nView:\n");
    for (size_t number = 0; viewer_view_parameter(number) != NULL; number++) {
        const scree_parameter *row = viewer_view_parameter(number);
        describe_row(row, text, sizeof text);
        print_row(row->name, 0, row->syntax, text);
    }
    printf("\nField, where it is a recipe:\n");
    for (size_t number = 0; parameter_of_field(number) != NULL; number++) {
        const scree_parameter *row = parameter_of_field(number);
        char spelt[64];
        spell(row->name, '_', '-', spelt);
        print_row(spelt, 0, row->syntax, row->description);
    }
}

void options_print_help(void)
{
    printf("scree-viewer [RECIPE|FILE] [options]\n\n"
           "Shows a field in a window: noise of a recipe, an image, a volume, or particles. With --output it draws "
           "the\npicture into a file, without a window, with the same bytes on every device.\n\nOptions:\n");
    for (size_t i = 0; i < OPTIONS; i++) {
        if (table[i].help != NULL) {
            print_row(table[i].name, table[i].letter, table[i].syntax, table[i].help);
        }
    }
    print_parameters();
    printf("\nExamples:\n"
           "  scree-viewer hills.recipe\n"
           "  scree-viewer --preset clouds --scene cloud --output clouds.png\n"
           "  scree-viewer --preset ridges --scene terrain --turntable 8 --output turn.mp4\n"
           "  scree-viewer scan.npy --threshold 0.5 --colour height\n"
           "  scree-viewer --scene particles --system aizawa --size 1920x1080 -o aizawa.png\n");
}

static void print_escaped(const char *text)
{
    for (; *text != '\0'; text++) {
        if (strchr("\\_*#~<>[]|.'-+", *text) != NULL) {
            putchar('\\');
        }
        putchar(*text);
    }
}

static void print_manual_row(const char *name, char letter, const char *syntax, const char *help)
{
    if (letter != 0) {
        printf("*-%c*, ", letter);
    }
    printf("*--%s*", name);
    if (syntax != NULL) {
        putchar(' ');
        print_escaped(syntax);
    }
    fputs("\n\t", stdout);
    print_escaped(help);
    fputs("\n\n", stdout);
}

static void print_manual_parameters(void)
{
    char text[768];
    fputs("# VIEW\n\n", stdout);
    for (size_t number = 0; viewer_view_parameter(number) != NULL; number++) {
        const scree_parameter *row = viewer_view_parameter(number);
        describe_row(row, text, sizeof text);
        print_manual_row(row->name, 0, row->syntax, text);
    }
    fputs("# FIELD\n\nThe parameters of noise, where a recipe is shown; see *scree*(1).\n\n", stdout);
    for (size_t number = 0; parameter_of_field(number) != NULL; number++) {
        char spelt[64];
        spell(parameter_of_field(number)->name, '_', '-', spelt);
        print_manual_row(spelt, 0, parameter_of_field(number)->syntax, parameter_of_field(number)->description);
    }
}

static void print_manual_bindings(void)
{
    viewer_binding binding;
    fputs("# KEYS\n\n", stdout);
    for (size_t number = 0; viewer_binding_get(number, &binding); number++) {
        fputs("*", stdout);
        print_escaped(binding.keys);
        fputs("*\n\t", stdout);
        print_escaped(binding.what);
        fputs("\n\n", stdout);
    }
}

void options_print_manual(void)
{
    fputs(
        "scree-viewer(1)\n\n# NAME\n\nscree-viewer - shows procedural fields\n\n# SYNOPSIS\n\n"
        "*scree-viewer* \\[RECIPE|FILE\\] \\[options\\]\n\n# DESCRIPTION\n\n"
        "Shows a field in a window: noise of a recipe, an image, a volume, or particles. With *--output* it draws the "
        "picture into a file, without a window, with the same bytes on every device.\n\n# OPTIONS\n\n",
        stdout);
    for (size_t i = 0; i < OPTIONS; i++) {
        if (table[i].help != NULL) {
            print_manual_row(table[i].name, table[i].letter, table[i].syntax, table[i].help);
        }
    }
    print_manual_parameters();
    print_manual_bindings();
    fputs("# EXIT STATUS\n\n*0*\n\tAll went well.\n\n*1*\n\tA file, the memory, a device or a display is missing.\n\n"
          "*2*\n\tAn option, a value or a recipe is wrong.\n\n*130*\n\tEnded by Ctrl\\-C or SIGTERM.\n\n"
          "# SEE ALSO\n\n*scree*(1)\n",
          stdout);
}
