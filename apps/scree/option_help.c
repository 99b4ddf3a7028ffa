#include "option_help.h"

#include <inttypes.h>
#include <string.h>

#include "numbers.h"
#include "option.h"
#include "text.h"
#include "vocabulary.h"

#define OPTION_COLUMN 27
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
    fputs(", or such a name, a colon and a number from 'scree devices', as in cpu:0", text->stream);
    if (option->capacity > 1) {
        fprintf(text->stream,
                "; several GPUs are up to %" PRIu32 " numbers or the word all, as in vulkan:0,1 or vulkan:all",
                option->capacity);
    }
}

void option_describe_briefly(const struct option *option, struct text *text)
{
    char interval[INTERVAL_LENGTH];
    switch (option->form) {
    case FORM_WORD:
    case FORM_DEVICE:
        vocabulary_add_words(option->vocabulary, text);
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
    case FORM_FLAG:
        fputs("nothing", text->stream);
        break;
    case FORM_SWITCH:
        fputs("true or false", text->stream);
        break;
    case FORM_BYTES:
        fputs("a whole number of bytes other than 0, with K, M, G or T behind it or not", text->stream);
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

/* The line behind an option's help text, its limits and default: "1 to 32; default 8". Flags have none. */
static void describe_value(const struct option *option, struct text *text)
{
    struct text limits;
    option_describe_briefly(option, text_begin(&limits));
    const char *brief = text_end(&limits);
    fputs(brief, text->stream);
    if (option->default_text != NULL) {
        fprintf(text->stream, "%sdefault %s", brief[0] != '\0' ? "; " : "", option->default_text);
    }
    text_clear(&limits);
}

int option_print_wrapped(FILE *stream, const char *text, int column, int at)
{
    for (const char *word = text; *word != '\0';) {
        const int length = (int)strcspn(word, " ");
        if (at > column && at + 1 + length > TEXT_WIDTH) {
            fprintf(stream, "\n%*s", column, "");
            at = column;
        } else if (at > column) {
            fputc(' ', stream);
            at++;
        }
        fprintf(stream, "%.*s", length, word);
        at += length;
        word += length;
        word += strspn(word, " ");
    }
    return at;
}

int option_print_head(FILE *stream, const struct option *option)
{
    char letter[8] = "    ";
    if (option->letter != 0) {
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    }
    return fprintf(stream, "  %s--%s%s%s", letter, option->name, option->syntax != NULL ? " " : "",
                   option->syntax != NULL ? option->syntax : "");
}

void option_print_help(FILE *stream, const struct option *option)
{
    struct text aliases;
    struct text value;
    int at = option_print_head(stream, option);
    if (at + 2 > OPTION_COLUMN) {
        fprintf(stream, "\n%*s", OPTION_COLUMN, "");
    } else {
        fprintf(stream, "%*s", OPTION_COLUMN - at, "");
    }
    at = option_print_wrapped(stream, option->help, OPTION_COLUMN, OPTION_COLUMN);
    option_describe_aliases(option, text_begin(&aliases));
    at = option_print_wrapped(stream, text_end(&aliases), OPTION_COLUMN, at);
    fputc('[', text_begin(&value)->stream);
    describe_value(option, &value);
    fputc(']', value.stream);
    if (strcmp(text_end(&value), "[]") != 0) {
        option_print_wrapped(stream, value.bytes, OPTION_COLUMN, at);
    }
    text_clear(&value);
    text_clear(&aliases);
    fputc('\n', stream);
}

/* scdoc takes underscores, asterisks and some other letters as markup. */
void option_print_escaped(const char *text)
{
    for (; *text != '\0'; text++) {
        if (strchr("\\_*#~<>[]|.'-+", *text) != NULL) {
            putchar('\\');
        }
        putchar(*text);
    }
}

void option_print_manual(const struct option *option)
{
    struct text aliases;
    struct text value;
    if (option->letter != 0) {
        printf("*-%c*, ", option->letter);
    }
    printf("*--%s*", option->name);
    if (option->syntax != NULL) {
        fputs(" ", stdout);
        option_print_escaped(option->syntax);
    }
    fputs("\n\t", stdout);
    option_print_escaped(option->help);
    option_describe_aliases(option, text_begin(&aliases));
    fputs(text_end(&aliases)[0] != '\0' ? " " : "", stdout);
    option_print_escaped(aliases.bytes);
    describe_value(option, text_begin(&value));
    if (text_end(&value)[0] != '\0') {
        fputs(" (", stdout);
        option_print_escaped(value.bytes);
        fputs(")", stdout);
    }
    text_clear(&value);
    text_clear(&aliases);
    fputs("\n\n", stdout);
}
