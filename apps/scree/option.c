#include "option.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "message.h"
#include "numbers.h"
#include "option_help.h"
#include "text.h"
#include "vocabulary.h"

#define BYTES_MOST (UINT64_C(1) << 60)

static const char *shown(const char *text)
{
    return *text != '\0' ? text : "(empty)";
}

static bool refuse_value(const struct option *option, const char *text)
{
    struct text limits;
    option_describe_limits(option, text_begin(&limits));
    message_error("--%s %s: must be %s", option->name, shown(text), text_end(&limits));
    text_clear(&limits);
    return false;
}

bool option_refuse_word(const char *dashes, const char *name, const struct vocabulary *vocabulary, const char *word)
{
    struct text words;
    char suggestion[SCREE_SUGGESTION_TEXT];
    vocabulary_add_words(vocabulary, text_begin(&words));
    message_error("%s%s %s: no such %s%s (%s)", dashes, name, shown(word), vocabulary->noun,
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

static bool read_bytes(const char *text, struct option_value *value)
{
    static const char letters[] = "KMGT";
    const size_t length = strlen(text);
    const char *letter = length > 0 ? strchr(letters, text[length - 1]) : NULL;
    const unsigned shift = letter != NULL ? 10 * (unsigned)(letter - letters + 1) : 0;
    if (!number_read_unsigned(text, length - (shift > 0 ? 1 : 0), &value->whole) || value->whole == 0 ||
        value->whole > BYTES_MOST >> shift) {
        return false;
    }
    value->whole <<= shift;
    return true;
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
    value->is_all = option->capacity > 1 && strcmp(numbers, "all") == 0;
    if (value->is_all) {
        return true;
    }
    if (!read_list(option, numbers, ",", value)) {
        return refuse_value(option, text);
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
        message_error("--%s %s: no such device%s ('scree devices' lists them)", option->name, shown(text),
                      vocabulary_suggestion(option->vocabulary, name, suggestion));
        return false;
    }
    value->choice = number + SCREE_BACKEND_AUTO;
    value->count = 0;
    value->is_all = false;
    if (colon != NULL && value->choice == SCREE_BACKEND_AUTO) {
        message_error("--%s %s: auto takes no number, since it chooses the device itself", option->name, text);
        return false;
    }
    return colon == NULL || read_indices(option, text, colon + 1, value);
}

bool option_read_value(const struct option *option, const char *text, struct option_value *value)
{
    bool valid = true;
    value->given = true;
    value->text = text;
    switch (option->form) {
    case FORM_FLAG:
        break;
    case FORM_SWITCH:
        value->choice = strcmp(text, "true") == 0 || strcmp(text, "on") == 0;
        valid = value->choice != 0 || strcmp(text, "false") == 0 || strcmp(text, "off") == 0;
        break;
    case FORM_BYTES:
        valid = read_bytes(text, value);
        break;
    case FORM_TEXT:
    case FORM_NAME:
        valid = *text != '\0' || option->takes_empty;
        break;
    case FORM_WORD:
        value->choice = vocabulary_find(option->vocabulary, text);
        return value->choice >= 0 || option_refuse_word("--", option->name, option->vocabulary, text);
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
    return valid || refuse_value(option, text);
}

void option_bind(struct option *option, const scree_parameter *parameter)
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

/* Whether a row is an option of the list. */
static bool is_listed(const struct option_list *list, int row)
{
    return list->rows[row].name != NULL && (list->rows[row].commands & list->commands) != 0;
}

static int find_long(const struct option_list *list, const char *name, size_t length)
{
    for (int row = 0; row < list->count; row++) {
        const struct option *option = &list->rows[row];
        for (size_t i = 0; is_listed(list, row) && name_of(option, i) != NULL; i++) {
            if (strlen(name_of(option, i)) == length && strncmp(name_of(option, i), name, length) == 0) {
                return row;
            }
        }
    }
    return -1;
}

static int find_letter(const struct option_list *list, char letter)
{
    for (int row = 0; row < list->count; row++) {
        if (is_listed(list, row) && letter != 0 && list->rows[row].letter == letter) {
            return row;
        }
    }
    return -1;
}

static bool refuse_option(const struct option_list *list, const char *text)
{
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, "="), text);
    char suggestion[SCREE_SUGGESTION_TEXT];
    scree_suggestion search = {.word = word + strspn(word, "-")};
    for (int row = 0; row < list->count; row++) {
        for (size_t i = 0; is_listed(list, row) && name_of(&list->rows[row], i) != NULL; i++) {
            scree_suggestion_consider(&search, name_of(&list->rows[row], i));
        }
    }
    message_error("%sunknown option '%s'%s ('%s' lists the options)", list->context, word,
                  scree_suggestion_text(&search, "'--", "'", suggestion), list->usage);
    return false;
}

/* A letter that is no option. Nothing is near to one letter; a longer word may be a name that lacks a dash. */
static bool refuse_letter(const struct option_list *list, const char *text, const char *letter)
{
    if (letter == text + 1 && text[2] != '\0') {
        return refuse_option(list, text);
    }
    message_error("%sunknown option '-%c'%s%s%s ('%s' lists the options)", list->context, *letter,
                  text[2] != '\0' ? " in '" : "", text[2] != '\0' ? text : "", text[2] != '\0' ? "'" : "", list->usage);
    return false;
}

/* Where the reader stands in argv. */
struct reading {
    const struct option_list *list;
    int count;
    int index;
    char **texts;
};

static bool take(const struct reading *reading, int row, const char *value)
{
    return reading->list->take(reading->list->user, row, value);
}

/* Takes an option with its value: `value` where it stands in the option's own word, otherwise the next word. */
static bool read_value(struct reading *reading, int row, const char *value)
{
    const struct option *option = &reading->list->rows[row];
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
    return take(reading, row, value);
}

/* The switch that a name such as "no-shadows" turns off; -1 where there is none. */
static int find_negated(const struct option_list *list, const char *name, size_t length)
{
    const int row = length > 3 && strncmp(name, "no-", 3) == 0 ? find_long(list, name + 3, length - 3) : -1;
    return row >= 0 && list->rows[row].form == FORM_SWITCH ? row : -1;
}

static bool read_long(struct reading *reading)
{
    const struct option_list *list = reading->list;
    const char *text = reading->texts[reading->index];
    const size_t length = strcspn(text + 2, "=");
    const char *value = text[2 + length] == '=' ? text + 3 + length : NULL;
    const int row = find_long(list, text + 2, length);
    const int negated = row < 0 && value == NULL ? find_negated(list, text + 2, length) : -1;
    if (row < 0) {
        return negated >= 0 ? take(reading, negated, "false") : refuse_option(list, text);
    }
    if (list->rows[row].form == FORM_SWITCH) {
        return take(reading, row, value != NULL ? value : "true");
    }
    if (list->rows[row].form != FORM_FLAG) {
        return read_value(reading, row, value);
    }
    if (value != NULL) {
        message_error("%s: --%s takes no value", text, list->rows[row].name);
        return false;
    }
    return take(reading, row, NULL);
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
static bool read_letters(struct reading *reading)
{
    const struct option_list *list = reading->list;
    const char *text = reading->texts[reading->index];
    /* A whole name behind one dash is a slip, and not the letters that it is made of. */
    if (text[2] != '\0' && find_long(list, text + 1, strcspn(text + 1, "=")) >= 0) {
        return refuse_option(list, text);
    }
    bool is_read = true;
    for (const char *letter = text + 1; *letter != '\0' && is_read; letter++) {
        const int row = find_letter(list, *letter);
        if (row < 0) {
            return refuse_letter(list, text, letter);
        }
        if (letter[1] == '=') {
            return refuse_equals(&list->rows[row], text, letter);
        }
        if (list->rows[row].form != FORM_FLAG) {
            return read_value(reading, row, letter[1] != '\0' ? letter + 1 : NULL);
        }
        is_read = take(reading, row, NULL);
    }
    return is_read;
}

bool option_list_asks_help(int count, char **texts)
{
    for (int i = 0; i < count && strcmp(texts[i], "--") != 0; i++) {
        if (strcmp(texts[i], "--help") == 0 || strcmp(texts[i], "-h") == 0) {
            return true;
        }
    }
    return false;
}

bool option_list_read(const struct option_list *list, int count, char **texts)
{
    struct reading reading = {.list = list, .count = count, .texts = texts};
    bool only_operands = false;
    bool is_read = true;
    for (; reading.index < count && is_read; reading.index++) {
        const char *text = texts[reading.index];
        const bool is_option = !only_operands && text[0] == '-' && text[1] != '\0';
        if (is_option && strcmp(text, "--") == 0) {
            only_operands = true;
        } else if (is_option) {
            is_read = text[1] == '-' ? read_long(&reading) : read_letters(&reading);
        } else {
            is_read = list->take_operand(list->user, text);
        }
    }
    return is_read;
}
