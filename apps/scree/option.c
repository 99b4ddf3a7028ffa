#include "option.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "enumeration_names.h"
#include "message.h"
#include "numbers.h"
#include "text.h"

#define INTERVAL_LENGTH 120
#define BYTES_MOST (UINT64_C(1) << 60)

const struct option_form_row option_forms[] = {
    [FORM_FLAG] = {"flag", "nothing", ""},
    [FORM_SWITCH] = {NULL, "true or false", ""},
    [FORM_TEXT] = {"file", "the name of a file", ""},
    [FORM_NAME] = {"name", "a name", ""},
    [FORM_EXPRESSION] = {"expression", "an expression, such as 'max(perlin(), 0)'", ""},
    [FORM_WORD] = {"word", "", ""},
    [FORM_WHOLE] = {"whole number", "", ""},
    [FORM_BYTES] = {NULL, "a whole number of bytes other than 0, with K, M, G or T behind it or not", ""},
    [FORM_REAL] = {"number", "", ""},
    [FORM_WHOLE_LIST] = {"whole numbers", "", ""},
    [FORM_REAL_LIST] = {"numbers", "", ""},
    [FORM_SIZE] = {"size", "", ""},
    [FORM_RANGE] = {"range", "", "auto"},
    [FORM_HOLES] = {"holes", "refuse, lowest, or a number that float32 holds", "refuse lowest"},
    [FORM_SLICES] = {"slices", "", "x= y= z="},
    [FORM_DEVICE] = {"device", "", ""},
};

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
    enumeration_add_names(option->enumeration, text);
    fputs(", or such a name, a colon and a number from 'scree devices', as in cpu:0", text->stream);
    if (option->capacity > 1) {
        fprintf(text->stream,
                "; several GPUs are up to %" PRIu32 " numbers or the word all, as in vulkan:0,1 or vulkan:all",
                option->capacity);
    }
}

static void describe_slices(const struct option *option, struct text *text)
{
    fprintf(text->stream, "x, y or z, the sign = and a number from 0 to %" PRIu64 ", such as z=7", option->most);
    if (option->capacity > 1) {
        fprintf(text->stream, "; up to %" PRIu32 " of them", option->capacity);
    }
}

void option_describe_briefly(const struct option *option, struct text *text)
{
    char interval[INTERVAL_LENGTH];
    switch (option->form) {
    case FORM_WORD:
    case FORM_DEVICE:
        enumeration_add_names(option->enumeration, text);
        break;
    case FORM_SWITCH:
        fprintf(text->stream, "--no-%s takes it back", option->name);
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
    case FORM_WORD:
        enumeration_add_names(option->enumeration, text);
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
    case FORM_SLICES:
        describe_slices(option, text);
        break;
    case FORM_DEVICE:
        describe_device(option, text);
        break;
    default:
        fputs(option_forms[option->form].limits, text->stream);
        break;
    }
}

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

bool option_refuse_word(const char *dashes, const char *name, const struct enumeration *enumeration, const char *word)
{
    struct text words;
    char suggestion[SCREE_SUGGESTION_TEXT];
    enumeration_add_names(enumeration, text_begin(&words));
    message_error("%s%s %s: no such %s%s (%s)", dashes, name, shown(word), enumeration->noun,
                  enumeration_suggestion(enumeration, word, suggestion), text_end(&words));
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

/* An axis and a number, as in z=7. */
static bool read_slice(const struct option *option, const char *text, size_t length, struct option_value *value)
{
    uint64_t index = 0;
    if (length < 3 || strchr("xyz", text[0]) == NULL || text[1] != '=' ||
        !number_read_unsigned(text + 2, length - 2, &index) || index > option->most) {
        return false;
    }
    value->letters[value->count] = text[0];
    value->wholes[value->count++] = (int64_t)index;
    return true;
}

/* One element of a list. */
static bool read_element(const struct option *option, const char *text, size_t length, struct option_value *value)
{
    if (value->count >= option->capacity) {
        return false;
    }
    if (option->form == FORM_SLICES) {
        return read_slice(option, text, length, value);
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
    value->count = option->form == FORM_SLICES ? value->count : 0; /* They are added to those before. */
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
    scree_nodata_rule rule = SCREE_NODATA_FILL;
    scree_nodata_rule_from_name(text, &rule);
    value->choice = (int)rule;
    return rule != SCREE_NODATA_FILL ||
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
    const int number = enumeration_find(option->enumeration, name);
    if (number < 0) {
        char suggestion[SCREE_SUGGESTION_TEXT];
        message_error("--%s %s: no such device%s ('scree devices' lists them)", option->name, shown(text),
                      enumeration_suggestion(option->enumeration, name, suggestion));
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

bool option_parse_value(const struct option *option, const char *text, struct option_value *value)
{
    switch (option->form) {
    case FORM_SWITCH:
        value->choice = strcmp(text, "true") == 0 || strcmp(text, "on") == 0;
        return value->choice != 0 || strcmp(text, "false") == 0 || strcmp(text, "off") == 0;
    case FORM_BYTES:
        return read_bytes(text, value);
    case FORM_TEXT:
    case FORM_NAME:
    case FORM_EXPRESSION:
        return *text != '\0' || option->takes_empty;
    case FORM_WORD:
        value->choice = enumeration_find(option->enumeration, text);
        return value->choice >= 0;
    case FORM_WHOLE:
        return number_read_unsigned(text, strlen(text), &value->whole) && value->whole >= (uint64_t)option->minimum &&
               value->whole <= option->most;
    case FORM_REAL:
        return number_read_real(text, strlen(text), &value->reals[0]) && real_fits(option, value->reals[0]);
    case FORM_WHOLE_LIST:
    case FORM_REAL_LIST:
    case FORM_SLICES:
        return read_list(option, text, ",", value);
    case FORM_SIZE:
        return read_list(option, text, "xX", value);
    case FORM_RANGE:
        return read_range(option, text, value);
    case FORM_HOLES:
        return read_holes(text, value);
    default:
        return option->form == FORM_FLAG;
    }
}

bool option_read_value(const struct option *option, const char *text, struct option_value *value)
{
    value->given = true;
    value->text = text;
    if (option->form == FORM_DEVICE) {
        return read_device(option, text, value);
    }
    if (option_parse_value(option, text, value)) {
        return true;
    }
    return option->form == FORM_WORD ? option_refuse_word("--", option->name, option->enumeration, text)
                                     : refuse_value(option, text);
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
    option->minimum = (int64_t)fmax(parameter->minimum, -0x1p63);
    option->most = parameter->maximum >= 0x1p64 ? UINT64_MAX : (uint64_t)fabs(parameter->maximum);
    option->min_magnitude = parameter->min_magnitude;
    option->capacity = parameter->capacity;
}
