#include <stdio.h>
#include <string.h>

#include "../../src/base/suggestion.h"
#include "message.h"
#include "option.h"
#include "text.h"

/* The names of an option: its own, then the others; NULL past the last. */
static const char *name_of(const struct option *option, size_t number)
{
    return number == 0 ? option->name : number <= 2 ? option->aliases[number - 1] : NULL;
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

/* The position of the reader in argv. */
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
