#include "options.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../src/base/number_text.h"
#include "command.h"
#include "message.h"
#include "numbers.h"
#include "parameter_names.h"
#include "text.h"
#include "vocabulary.h"

#define INTERVAL_LENGTH 120

/* "1 to 32", "-16 to 16, but not 0", "0, or of a magnitude from 2^-32 to 1000000". */
static void describe_interval(const struct option *option, char *text, size_t size)
{
    char low[40];
    char high[40];
    if (option->form == FORM_REAL || option->form == FORM_REAL_LIST) {
        number_print_limit(low, sizeof low, option->low);
        number_print_limit(high, sizeof high, option->high);
    } else {
        number_print_limit(low, sizeof low, (double)option->minimum);
        number_print_limit(high, sizeof high, (double)option->most);
        if (option->most == UINT64_MAX) {
            snprintf(high, sizeof high, "2^64 - 1"); /* float64 cannot tell it from 2^64. */
        }
    }
    if (option->min_magnitude > 0) {
        number_print_limit(low, sizeof low, option->min_magnitude);
        snprintf(text, size, option->low < 0 ? "0, or of a magnitude from %s to %s" : "0, or from %s to %s", low, high);
        return;
    }
    snprintf(text, size, "%s to %s%s", low, high, option->zero_excluded ? ", but not 0" : "");
}

static void describe_device(const struct option *option, struct text *text)
{
    vocabulary_add_words(option->vocabulary, text);
    fprintf(text->stream,
            ", or such a name, a colon and a number from 'scree devices', as in cpu:0; several GPUs are up to %" PRIu32
            " numbers or the word all, as in vulkan:0,1 or vulkan:all",
            option->capacity);
}

void option_describe_briefly(const struct option *option, struct text *text)
{
    char interval[INTERVAL_LENGTH];
    switch (option->form) {
    case FORM_WORD:
    case FORM_DEVICE:
        vocabulary_add_words(option->vocabulary, text);
        break;
    case FORM_WHOLE:
    case FORM_REAL:
    case FORM_WHOLE_LIST:
    case FORM_REAL_LIST:
    case FORM_SIZE:
        describe_interval(option, interval, sizeof interval);
        fputs(interval, text->stream);
        break;
    default: /* The syntax tells it. */
        break;
    }
}

void option_describe_limits(const struct option *option, struct text *text)
{
    char interval[INTERVAL_LENGTH];
    describe_interval(option, interval, sizeof interval);
    const char *from = option->min_magnitude > 0 ? "that are " : "from ";
    switch (option->form) {
    case FORM_FLAG:
        fputs("nothing", text->stream);
        break;
    case FORM_TEXT:
        fputs("the name of a file", text->stream);
        break;
    case FORM_NAME:
        fputs("a name", text->stream);
        break;
    case FORM_WORD:
        vocabulary_add_words(option->vocabulary, text);
        break;
    case FORM_WHOLE:
        fprintf(text->stream, "a whole number %s%s", from, interval);
        break;
    case FORM_REAL:
        fprintf(text->stream, "a number %s%s", option->min_magnitude > 0 ? "that is " : from, interval);
        break;
    case FORM_WHOLE_LIST:
        fprintf(text->stream, "1 to %" PRIu32 " whole numbers %s%s, with commas between them%s", option->capacity, from,
                interval, option->takes_intervals ? ", or FIRST:LAST" : "");
        break;
    case FORM_REAL_LIST:
        fprintf(text->stream, "1 to %" PRIu32 " numbers %s%s, with commas between them", option->capacity, from,
                interval);
        break;
    case FORM_SIZE:
        fprintf(text->stream, "1 to %" PRIu32 " whole numbers %s%s, with x between them, such as 1024x1024",
                option->capacity, from, interval);
        break;
    case FORM_RANGE:
        fprintf(text->stream, "auto%s, or LOW:HIGH with LOW less than HIGH", option->takes_fixed ? ", fixed" : "");
        break;
    case FORM_HOLES:
        fputs("refuse, lowest, or a number that float32 holds", text->stream);
        break;
    case FORM_SLICES:
        fprintf(text->stream, "x, y or z, the sign = and a number from 0 to %" PRIu64 ", such as z=7", option->most);
        if (option->capacity > 1) {
            fprintf(text->stream, "; up to %" PRIu32 " of them", option->capacity);
        }
        break;
    case FORM_DEVICE:
        describe_device(option, text);
        break;
    }
}

static bool refuse(const struct option *option, const char *text)
{
    struct text limits;
    option_describe_limits(option, text_begin(&limits));
    message_error("--%s %s: must be %s", option->name, *text != '\0' ? text : "(empty)", text_end(&limits));
    text_clear(&limits);
    return false;
}

/* A word that a vocabulary lacks, and those that it offers. An option has "--" before its name, a command nothing. */
static bool refuse_word(const char *dashes, const char *name, const struct vocabulary *vocabulary, const char *word)
{
    struct text words;
    char suggestion[SCREE_SUGGESTION_TEXT];
    vocabulary_add_words(vocabulary, text_begin(&words));
    message_error("%s%s %s: no such %s%s (%s)", dashes, name, *word != '\0' ? word : "(empty)", vocabulary->noun,
                  vocabulary_suggestion(vocabulary, word, suggestion), text_end(&words));
    text_clear(&words);
    return false;
}

static bool whole_fits(const struct option *option, int64_t number)
{
    return number >= option->minimum && (number < 0 || (uint64_t)number <= option->most);
}

static bool real_fits(const struct option *option, double number)
{
    if (number == 0 && option->min_magnitude > 0) {
        return true;
    }
    return number >= option->low && number <= option->high && fabs(number) >= option->min_magnitude &&
           !(option->zero_excluded && number == 0);
}

/* All numbers from the first to the last. */
static bool read_interval(const struct option *option, const char *text, size_t length, struct option_value *value)
{
    const size_t colon = strcspn(text, ":");
    int64_t first = 0;
    int64_t last = 0;
    if (!number_read_signed(text, colon, &first) || !number_read_signed(text + colon + 1, length - colon - 1, &last) ||
        !whole_fits(option, first) || !whole_fits(option, last) || first > last ||
        last - first >= (int64_t)(option->capacity - value->count)) {
        return false;
    }
    while (first <= last) {
        value->wholes[value->count++] = first++;
    }
    return true;
}

/* One element of a list. */
static bool read_element(const struct option *option, const char *text, size_t length, struct option_value *value)
{
    if (value->count >= option->capacity) {
        return false;
    }
    if (option->form == FORM_REAL_LIST) {
        double number = 0;
        if (!number_read_real(text, length, &number) || !real_fits(option, number)) {
            return false;
        }
        value->reals[value->count++] = number;
        return true;
    }
    if (option->takes_intervals && memchr(text, ':', length) != NULL) {
        return read_interval(option, text, length, value);
    }
    int64_t number = 0;
    if (!number_read_signed(text, length, &number) || !whole_fits(option, number)) {
        return false;
    }
    value->wholes[value->count++] = number;
    return true;
}

static bool read_list(const struct option *option, const char *text, const char *separators, struct option_value *value)
{
    value->count = 0;
    for (const char *start = text;;) {
        const size_t length = strcspn(start, separators);
        if (!read_element(option, start, length, value)) {
            return false;
        }
        if (start[length] == '\0') {
            return true;
        }
        start += length + 1;
    }
}

static bool read_range(const struct option *option, const char *text, struct option_value *value)
{
    if (strcmp(text, "auto") == 0 || (option->takes_fixed && strcmp(text, "fixed") == 0)) {
        value->choice = text[0] == 'a' ? SCREE_RANGE_MEASURED : SCREE_RANGE_FIXED;
        return true;
    }
    const char *colon = strchr(text, ':');
    value->choice = SCREE_RANGE_GIVEN;
    return colon != NULL && number_read_real(text, (size_t)(colon - text), &value->reals[0]) &&
           number_read_real(colon + 1, strlen(colon + 1), &value->reals[1]) && value->reals[0] < value->reals[1];
}

static bool read_holes(const char *text, struct option_value *value)
{
    value->choice = strcmp(text, "refuse") == 0   ? SCREE_HOLES_REFUSE
                    : strcmp(text, "lowest") == 0 ? SCREE_HOLES_LOWEST
                                                  : SCREE_HOLES_FILL;
    return value->choice != SCREE_HOLES_FILL ||
           (number_read_real(text, strlen(text), &value->reals[0]) && fabs(value->reals[0]) <= (double)FLT_MAX);
}

/* One or several, with commas between them, added to those that were given before. */
static bool read_slices(const struct option *option, const char *text, struct option_value *value)
{
    for (const char *start = text;;) {
        const size_t length = strcspn(start, ",");
        if (value->count >= option->capacity || length < 3 || strchr("xyz", start[0]) == NULL || start[1] != '=') {
            return false;
        }
        uint64_t index = 0;
        if (!number_read_unsigned(start + 2, length - 2, &index) || index > option->most) {
            return false;
        }
        value->letters[value->count] = start[0];
        value->wholes[value->count++] = (int64_t)index;
        if (start[length] == '\0') {
            return true;
        }
        start += length + 1;
    }
}

/* Reads the numbers behind the colon, none of them twice, or the word for all. */
static bool read_indices(const struct option *option, const char *text, const char *numbers, struct option_value *value)
{
    value->is_all = strcmp(numbers, "all") == 0;
    if (value->is_all) {
        return true;
    }
    if (!read_list(option, numbers, ",", value)) {
        return refuse(option, text);
    }
    for (uint32_t i = 1; i < value->count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            if (value->wholes[i] == value->wholes[k]) {
                message_error("--%s %s: names device %" PRId64 " twice", option->name, text, value->wholes[i]);
                return false;
            }
        }
    }
    if (value->count > 1 && value->choice == SCREE_BACKEND_CPU) {
        message_error("--%s %s: the only CPU device is cpu:0, and only GPUs share the work", option->name, text);
        return false;
    }
    return true;
}

static bool read_device(const struct option *option, const char *text, struct option_value *value)
{
    char name[32]; /* A longer word is cut, and is no name either way. */
    const char *colon = strchr(text, ':');
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ":"), text);
    const int number = vocabulary_find(option->vocabulary, name);
    if (number < 0) {
        char suggestion[SCREE_SUGGESTION_TEXT];
        message_error("--%s %s: no such device%s ('scree devices' lists them)", option->name,
                      *text != '\0' ? text : "(empty)", vocabulary_suggestion(option->vocabulary, name, suggestion));
        return false;
    }
    value->choice = number + SCREE_BACKEND_AUTO;
    value->count = 0;
    value->is_all = false;
    if (colon != NULL && value->choice == SCREE_BACKEND_AUTO) {
        message_error("--%s %s: auto takes no number, since it chooses the device itself", option->name, text);
        return false;
    }
    if (colon != NULL && !read_indices(option, text, colon + 1, value)) {
        return false;
    }
    return true;
}

bool option_read_value(const struct option *option, const char *text, struct option_value *value)
{
    bool valid = true;
    value->given = true;
    value->text = text;
    switch (option->form) {
    case FORM_FLAG:
        break;
    case FORM_TEXT:
    case FORM_NAME:
        valid = *text != '\0';
        break;
    case FORM_WORD:
        value->choice = vocabulary_find(option->vocabulary, text);
        return value->choice >= 0 || refuse_word("--", option->name, option->vocabulary, text);
    case FORM_WHOLE:
        valid = number_read_unsigned(text, strlen(text), &value->whole) && value->whole >= (uint64_t)option->minimum &&
                value->whole <= option->most;
        break;
    case FORM_REAL:
        valid = number_read_real(text, strlen(text), &value->reals[0]) && real_fits(option, value->reals[0]);
        break;
    case FORM_WHOLE_LIST:
    case FORM_REAL_LIST:
        valid = read_list(option, text, ",", value);
        break;
    case FORM_SIZE:
        valid = read_list(option, text, "xX", value);
        break;
    case FORM_RANGE:
        valid = read_range(option, text, value);
        break;
    case FORM_HOLES:
        valid = read_holes(text, value);
        break;
    case FORM_SLICES:
        valid = read_slices(option, text, value);
        break;
    case FORM_DEVICE:
        return read_device(option, text, value);
    }
    return valid || refuse(option, text);
}

int option_refuse(const struct option_value *values, enum option_id id, const char *reason)
{
    const bool has_value = option_table[id].form != FORM_FLAG;
    message_error("--%s%s%s: %s", option_table[id].name, has_value ? " " : "", has_value ? values[id].text : "",
                  reason);
    return EXIT_CODE_USAGE;
}

int option_refuse_given(const struct option_value *values, const enum option_id *ids, size_t count, const char *reason)
{
    for (size_t i = 0; i < count; i++) {
        if (values[ids[i]].given) {
            return option_refuse(values, ids[i], reason);
        }
    }
    return EXIT_CODE_OK;
}

int option_refuse_noise(const struct option_value *values, const char *name)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        const enum option_group group = option_table[id].group;
        if (values[id].given && (group == GROUP_FIELD || group == GROUP_GRID)) {
            message_error("--%s %s: not together with %s; it is an option of noise", option_table[id].name,
                          option_table[id].form != FORM_FLAG ? values[id].text : "", name);
            return EXIT_CODE_USAGE;
        }
    }
    return EXIT_CODE_OK;
}

static void bind_option(struct option *option, const scree_parameter *parameter)
{
    static const enum option_form forms[] = {
        [SCREE_PARAMETER_CHOICE] = FORM_WORD,     [SCREE_PARAMETER_U32] = FORM_WHOLE,
        [SCREE_PARAMETER_U64] = FORM_WHOLE,       [SCREE_PARAMETER_REAL] = FORM_REAL,
        [SCREE_PARAMETER_FLAG] = FORM_FLAG,       [SCREE_PARAMETER_REALS] = FORM_REAL_LIST,
        [SCREE_PARAMETER_AXES] = FORM_WHOLE_LIST,
    };
    option->name = option->name != NULL ? option->name : parameter->name;
    memcpy(option->aliases, parameter->aliases, sizeof option->aliases);
    option->syntax = parameter->syntax;
    option->help = option->help != NULL ? option->help : parameter->description;
    option->form = forms[parameter->type];
    option->low = parameter->minimum;
    option->high = parameter->maximum;
    option->minimum = (int64_t)parameter->minimum;
    option->most = parameter->maximum >= 0x1p64 ? UINT64_MAX : (uint64_t)fabs(parameter->maximum);
    option->min_magnitude = parameter->min_magnitude;
    option->capacity = parameter->capacity;
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
                              .vocabulary = is_choice ? vocabulary_of_parameter(parameter) : NULL};
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
            bind_option(&option_table[id], parameter_find(option_table[id].parameter));
        }
    }
}

bool option_is_of(const struct option *option, const struct command *command)
{
    return (option->commands & command->bit) != 0;
}

/* The names of an option: its own, then the others; NULL past the last. */
static const char *name_of(const struct option *option, size_t number)
{
    return number == 0 ? option->name : number <= 2 ? option->aliases[number - 1] : NULL;
}

void option_describe_aliases(const struct option *option, struct text *text)
{
    for (size_t i = 1; name_of(option, i) != NULL; i++) {
        fprintf(text->stream, "%s--%s", i == 1 ? "Also " : ", ", name_of(option, i));
    }
    fputs(name_of(option, 1) != NULL ? "." : "", text->stream);
}

static int find_long(const struct command *command, const char *name, size_t length)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option *option = &option_table[id];
        for (size_t i = 0; option_is_of(option, command) && name_of(option, i) != NULL; i++) {
            if (strlen(name_of(option, i)) == length && strncmp(name_of(option, i), name, length) == 0) {
                return id;
            }
        }
    }
    return -1;
}

static int find_letter(const struct command *command, char letter)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (option_is_of(&option_table[id], command) && letter != 0 && option_table[id].letter == letter) {
            return id;
        }
    }
    return -1;
}

static bool refuse_option(const struct command *command, const char *text)
{
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, "="), text);
    char suggestion[SCREE_SUGGESTION_TEXT];
    scree_suggestion search = {.word = word + strspn(word, "-")};
    for (int id = 0; id < OPTION_COUNT; id++) {
        for (size_t i = 0; option_is_of(&option_table[id], command) && name_of(&option_table[id], i) != NULL; i++) {
            scree_suggestion_consider(&search, name_of(&option_table[id], i));
        }
    }
    message_error("%s: unknown option '%s'%s ('scree %s --help' lists the options)", command->name, word,
                  scree_suggestion_text(&search, "'--", "'", suggestion), command->name);
    return false;
}

/* A letter that is no option. Nothing is near to one letter; a longer word may be a name that lacks a dash. */
static bool refuse_letter(const struct command *command, const char *text, const char *letter)
{
    if (letter == text + 1 && text[2] != '\0') {
        return refuse_option(command, text);
    }
    message_error("%s: unknown option '-%c'%s%s%s ('scree %s --help' lists the options)", command->name, *letter,
                  text[2] != '\0' ? " in '" : "", text[2] != '\0' ? text : "", text[2] != '\0' ? "'" : "",
                  command->name);
    return false;
}

/* Where the reader stands in argv. */
struct reading {
    int count;
    int index;
    char **texts;
};

/* Reads the value of option `id`: `value` where it stands in the option's own word, otherwise the next word. */
static bool read_value(struct arguments *arguments, struct reading *reading, int id, const char *value)
{
    const struct option *option = &option_table[id];
    if (value == NULL) {
        const char *next = reading->index + 1 < reading->count ? reading->texts[reading->index + 1] : NULL;
        if (next == NULL || strncmp(next, "--", 2) == 0) {
            struct text limits;
            option_describe_limits(option, text_begin(&limits));
            message_error("--%s needs a value: %s", option->name, text_end(&limits));
            text_clear(&limits);
            return false;
        }
        reading->index++;
        value = next;
    }
    return option_read_value(option, value, &arguments->values[id]);
}

static bool read_long(struct arguments *arguments, struct reading *reading)
{
    const char *text = reading->texts[reading->index];
    const size_t length = strcspn(text + 2, "=");
    const int id = find_long(arguments->command, text + 2, length);
    const char *value = text[2 + length] == '=' ? text + 3 + length : NULL;
    if (id < 0) {
        return refuse_option(arguments->command, text);
    }
    if (option_table[id].form != FORM_FLAG) {
        return read_value(arguments, reading, id, value);
    }
    if (value != NULL) {
        message_error("%s: --%s takes no value", text, option_table[id].name);
        return false;
    }
    arguments->values[id].given = true;
    return true;
}

static bool refuse_equals(const struct option *option, const char *text, const char *letter)
{
    if (option->form == FORM_FLAG) {
        message_error("%s: -%c takes no value", text, *letter);
    } else {
        message_error("%s: after a letter the value stands without '='; write -%c %s or --%s=%s", text, *letter,
                      letter + 2, option->name, letter + 2);
    }
    return false;
}

/* One word of letters: flags, and at its end one option with a value, as in -qfo FILE or -qfoFILE. */
static bool read_letters(struct arguments *arguments, struct reading *reading)
{
    const char *text = reading->texts[reading->index];
    /* A whole name behind one dash is a slip, and not the letters that it is made of. */
    if (text[2] != '\0' && find_long(arguments->command, text + 1, strcspn(text + 1, "=")) >= 0) {
        return refuse_option(arguments->command, text);
    }
    for (const char *letter = text + 1; *letter != '\0'; letter++) {
        const int id = find_letter(arguments->command, *letter);
        if (id < 0) {
            return refuse_letter(arguments->command, text, letter);
        }
        const struct option *option = &option_table[id];
        if (letter[1] == '=') {
            return refuse_equals(option, text, letter);
        }
        if (option->form != FORM_FLAG) {
            return read_value(arguments, reading, id, letter[1] != '\0' ? letter + 1 : NULL);
        }
        arguments->values[id].given = true;
    }
    return true;
}

static bool add_operand(struct arguments *arguments, const char *text)
{
    const struct command *command = arguments->command;
    if (arguments->operand_count >= command->operands_most) {
        message_error("%s: '%s' is one argument too many; usage: scree %s%s%s", command->name, text, command->name,
                      *command->operands != '\0' ? " " : "", command->operands);
        return false;
    }
    const bool is_first = arguments->operand_count == 0;
    const struct vocabulary *words = is_first                         ? command->operand_words
                                     : command->further_words != NULL ? command->further_words(arguments->operands[0])
                                                                      : NULL;
    if (words != NULL && vocabulary_find(words, text) < 0) {
        char name[64];
        snprintf(name, sizeof name, "%s%s%s", command->name, is_first ? "" : " ",
                 is_first ? "" : arguments->operands[0]);
        return refuse_word("", name, words, text);
    }
    arguments->operands[arguments->operand_count++] = text;
    return true;
}

/* Help may be asked for anywhere, and also with a command line that is wrong otherwise. */
static bool asks_help(int count, char **texts)
{
    for (int i = 0; i < count && strcmp(texts[i], "--") != 0; i++) {
        if (strcmp(texts[i], "--help") == 0 || strcmp(texts[i], "-h") == 0) {
            return true;
        }
    }
    return false;
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
    struct reading reading = {.count = count, .texts = texts};
    bool only_operands = false;
    memset(arguments, 0, sizeof *arguments);
    arguments->command = command;
    if (asks_help(count, texts)) {
        arguments->values[OPTION_HELP].given = true;
        arguments->values[OPTION_JSON].given = has_text(count, texts, "--json");
        return true;
    }
    for (; reading.index < count; reading.index++) {
        const char *text = texts[reading.index];
        if (!only_operands && strcmp(text, "--") == 0) {
            only_operands = true;
        } else if (!only_operands && text[0] == '-' && text[1] != '\0') {
            if (!(text[1] == '-' ? read_long(arguments, &reading) : read_letters(arguments, &reading))) {
                return false;
            }
        } else if (!add_operand(arguments, text)) {
            return false;
        }
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
