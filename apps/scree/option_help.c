#include <string.h>

#include "option.h"
#include "text.h"

#define OPTION_COLUMN 27

/* Adds "Also --falloff, --persistence."; nothing where an option has one name. */
static void describe_aliases(const struct option *option, struct text *text)
{
    const size_t most = sizeof option->aliases / sizeof option->aliases[0];
    for (size_t i = 0; i < most && option->aliases[i] != NULL; i++) {
        fprintf(text->stream, "%s--%s", i == 0 ? "Also " : ", ", option->aliases[i]);
    }
    fputs(option->aliases[0] != NULL ? "." : "", text->stream);
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
    describe_aliases(option, text_begin(&aliases));
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
    describe_aliases(option, text_begin(&aliases));
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
