#include "options.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../../src/base/number_text.h"
#include "command.h"
#include "enumeration_names.h"
#include "message.h"
#include "planes.h"
#include "text.h"

#define TWO_TO_40 1099511627776
#define TWO_TO_60 1152921504606846976.0
#define FIELD (COMPUTED | COMMAND_GRAPH)
#define COMPUTED (COMMAND_NOISE | COMMAND_VERIFY | COMMAND_SDF | MAPS)
#define FILES (COMMAND_NOISE | COMMAND_SDF | COMMAND_ATTRACTOR | COMMAND_RENDER | COMMAND_DRAW)
#define SAMPLES (COMMAND_SDF | MAPS)
/* Maps, and pictures of them or of particles. */
#define DRAWINGS (COMMAND_DRAW | COMMAND_PREVIEW)
#define MAPS (COMMAND_RENDER | DRAWINGS)
#define PICTURES (COMMAND_ATTRACTOR | MAPS)
/* Pictures seen by a camera. */
#define SEEN (COMMAND_ATTRACTOR | COMMAND_RENDER)
/* Layers, rows or columns of a distance field. */
#define TWO_TO_24 16777216

const char *const option_group_names[GROUP_COUNT] = {
#define NAME_GROUP(group, heading) [group] = heading,
    OPTION_GROUPS(NAME_GROUP)};

struct option option_table[OPTION_COUNT] = {
#define OPTION(number, ...) [number] = {__VA_ARGS__},
#define OPTION_RANGE(first, last, count)
#include "options_table.h"
};

const char *option_value_text(const struct option_value *values, enum option_id id)
{
    return option_table[id].form != FORM_FLAG && values[id].text != NULL ? values[id].text : "";
}

int option_refuse(const struct option_value *values, enum option_id id, const char *format, ...)
{
    const char *value = option_value_text(values, id);
    struct text reason;
    va_list arguments;
    va_start(arguments, format);
    vfprintf(text_begin(&reason)->stream, format, arguments);
    va_end(arguments);
    message_error("--%s%s%s: %s", option_table[id].name, *value != '\0' ? " " : "", value, text_end(&reason));
    text_clear(&reason);
    return EXIT_CODE_USAGE;
}

double option_real_or(const struct option_value *values, enum option_id id, double usual)
{
    return values[id].given ? values[id].reals[0] : usual;
}

int option_take_three(const struct option_value *values, enum option_id id, double *numbers)
{
    if (values[id].given && values[id].count != 3) {
        return option_refuse(values, id, "must be 3 numbers with commas between them");
    }
    if (values[id].given) {
        memcpy(numbers, values[id].reals, 3 * sizeof *numbers);
    }
    return EXIT_CODE_OK;
}

int option_check_supersample(uint32_t supersample, uint32_t width, uint32_t height)
{
    const uint32_t longest = width > height ? width : height;
    if (longest <= SCREE_MAX_PICTURE_SIDE / supersample) {
        return EXIT_CODE_OK;
    }
    message_error("--supersample %" PRIu32 ": would draw %" PRIu64 "x%" PRIu64 " pixels; a side has at most %d",
                  supersample, (uint64_t)supersample * width, (uint64_t)supersample * height, SCREE_MAX_PICTURE_SIDE);
    return EXIT_CODE_USAGE;
}

int option_find_given(const struct option_value *values, const enum option_id *ids, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (values[ids[i]].given) {
            return (int)ids[i];
        }
    }
    return -1;
}

int option_refuse_given(const struct option_value *values, const enum option_id *ids, size_t count, const char *reason)
{
    const int id = option_find_given(values, ids, count);
    return id >= 0 ? option_refuse(values, (enum option_id)id, "%s", reason) : EXIT_CODE_OK;
}

int option_refuse_noise(const struct option_value *values, const char *name)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        const enum option_group group = option_table[id].group;
        if (values[id].given && (group == GROUP_FIELD || group == GROUP_GRID)) {
            return option_refuse(values, (enum option_id)id, "not together with %s; it is an option of noise", name);
        }
    }
    return EXIT_CODE_OK;
}

int option_of_parameter(const char *parameter)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (option_table[id].parameter != NULL && strcmp(option_table[id].parameter, parameter) == 0) {
            return id;
        }
    }
    return -1;
}

bool options_change_noise(const struct option_value *values, bool (*is_left_out)(const char *parameter))
{
    const scree_parameter *parameter = NULL;
    for (size_t i = 0; (parameter = scree_noise_parameter(i)) != NULL; i++) {
        const int id = option_of_parameter(parameter->name);
        if (id >= 0 && values[id].given && !is_left_out(parameter->name)) {
            return true;
        }
    }
    return values[OPTION_ABS].given;
}

/* Texts of an option that is added. */
struct added_texts {
    char name[40];
    char default_text[40];
};

static void add_option(struct option *option, const scree_parameter *parameter, struct added_texts *texts)
{
    const struct option *model = &option_table[OPTION_FRACTAL];
    const bool is_choice = parameter->type == SCREE_PARAMETER_CHOICE;
    parameter_spell(parameter->name, texts->name, sizeof texts->name);
    if (is_choice) {
        snprintf(texts->default_text, sizeof texts->default_text, "%s", parameter->choice_name(0));
    } else {
        scree_double_print(texts->default_text, parameter->default_value);
    }
    *option = (struct option){.name = texts->name,
                              .parameter = parameter->name,
                              .default_text = texts->default_text,
                              .group = model->group,
                              .commands = model->commands,
                              .enumeration = is_choice ? enumeration_of_parameter(parameter) : NULL};
}

/* Flags have rows of their own, because some options say the opposite. Long lists stand in recipes only. */
static void add_options(void)
{
    static struct added_texts texts[OPTION_OF_PARAMETERS_LAST - OPTION_OF_PARAMETERS + 1];
    const scree_parameter *parameter = NULL;
    int id = OPTION_OF_PARAMETERS;
    for (size_t i = 0; (parameter = scree_noise_parameter(i)) != NULL; i++) {
        const bool is_long = parameter->capacity > SCREE_MAX_OCTAVES;
        const bool is_named = option_of_parameter(parameter->name) >= 0 || parameter->type == SCREE_PARAMETER_FLAG ||
                              is_long;
        if (!is_named && id <= OPTION_OF_PARAMETERS_LAST) {
            add_option(&option_table[id], parameter, &texts[id - OPTION_OF_PARAMETERS]);
            id++;
        }
    }
}

void options_bind(void)
{
    add_options();
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (option_table[id].parameter != NULL) {
            option_bind(&option_table[id], parameter_find(option_table[id].parameter));
        }
    }
}

bool option_is_of(const struct option *option, const struct command *command)
{
    return (option->commands & command->bit) != 0;
}

static bool take_option(void *user, int id, const char *value)
{
    struct arguments *arguments = user;
    arguments->values[id].given = true;
    return value == NULL || option_read_value(&option_table[id], value, &arguments->values[id]);
}

static bool take_operand(void *user, const char *text)
{
    struct arguments *arguments = user;
    const struct command *command = arguments->command;
    if (arguments->operand_count >= command->operands_most) {
        message_error("%s: '%s' is one argument too many; usage: scree %s%s%s", command->name, text, command->name,
                      *command->operands != '\0' ? " " : "", command->operands);
        return false;
    }
    const bool is_first = arguments->operand_count == 0;
    const struct enumeration *words = is_first                         ? command->operand_words
                                      : command->further_words != NULL ? command->further_words(arguments->operands[0])
                                                                       : NULL;
    if (words != NULL && enumeration_find(words, text) < 0) {
        char name[64];
        snprintf(name, sizeof name, "%s%s%s", command->name, is_first ? "" : " ",
                 is_first ? "" : arguments->operands[0]);
        return option_refuse_word("", name, words, text);
    }
    arguments->operands[arguments->operand_count++] = text;
    return true;
}

static bool has_text(int count, char **texts, const char *text)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(texts[i], text) == 0) {
            return true;
        }
    }
    return false;
}

bool arguments_read(struct arguments *arguments, const struct command *command, int count, char **texts)
{
    char context[40];
    char usage[40];
    snprintf(context, sizeof context, "%s: ", command->name);
    snprintf(usage, sizeof usage, "scree %s --help", command->name);
    const struct option_list list = {
        .rows = option_table,
        .count = OPTION_COUNT,
        .commands = command->bit,
        .context = context,
        .usage = usage,
        .take = take_option,
        .take_operand = take_operand,
        .user = arguments,
    };
    memset(arguments, 0, sizeof *arguments);
    arguments->command = command;
    if (option_list_asks_help(count, texts)) {
        arguments->values[OPTION_HELP].given = true;
        arguments->values[OPTION_JSON].given = has_text(count, texts, "--json");
        return true;
    }
    if (!option_list_read(&list, count, texts)) {
        return false;
    }
    if (arguments->operand_count < command->operands_min && !arguments->values[OPTION_HELP].given) {
        message_error("%s: an argument is missing; usage: scree %s %s", command->name, command->name,
                      command->operands);
        return false;
    }
    return true;
}

bool arguments_check_build(const struct arguments *arguments)
{
    const struct option_value *device = &arguments->values[OPTION_DEVICE];
    const scree_backend wanted = (scree_backend)device->choice;
    if (!device->given || wanted == SCREE_BACKEND_AUTO || scree_backend_built(wanted)) {
        return true;
    }
    struct text built;
    text_begin(&built);
    for (int other = SCREE_BACKEND_CPU; scree_backend_name((scree_backend)other) != NULL; other++) {
        if (scree_backend_built((scree_backend)other)) {
            text_add_word(&built, scree_backend_name((scree_backend)other));
        }
    }
    message_error("--device %s: this build has no %s devices; it has: %s", device->text, scree_backend_name(wanted),
                  text_end(&built));
    text_clear(&built);
    return false;
}
