/*
 * The help and the lists against the tables that they are made from: nothing is missing, told twice, cut short or out
 * of place. What they look like, help.stdout and lists.stdout show by samples.
 *
 *     help_test COMMAND      COMMAND is the path of scree
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include <scree/scree.h>

#include "command.h"
#include "enumeration_names.h"
#include "options.h"

#define LINE_LENGTH 100
#define WRAPPED_LENGTH 96
#define TEXT_COLUMN 27

/* The main() of the command, which sets the tables. */
int scree_command_main(int count, char **texts);

static const char *command_path;

/* The output of `scree WORD NAME`; free it with free(). */
static char *run(const char *word, const char *name)
{
    char line[1000];
    char *text = NULL;
    size_t length = 0;
    snprintf(line, sizeof line, "'%s' %s %s", command_path, word, name);
    FILE *from = popen(line, "r");
    assert_non_null(from);
    FILE *to = open_memstream(&text, &length);
    for (int byte = fgetc(from); byte != EOF; byte = fgetc(from)) {
        fputc(byte, to);
    }
    fclose(to);
    assert_int_equal(pclose(from), 0);
    return text;
}

/* The text must go on so; returns what follows. */
static const char *expect(const char *text, const char *expected)
{
    if (strncmp(text, expected, strlen(expected)) != 0) {
        fail_msg("'%.200s' does not begin with '%s'", text, expected);
    }
    return text + strlen(expected);
}

/* Copies a text with one blank in the place of every run of blanks and ends of lines, and none at its ends. */
static void collapse(char *to, size_t size, const char *from, size_t length)
{
    size_t at = 0;
    for (size_t i = 0; i < length; i++) {
        const bool is_blank = from[i] == ' ' || from[i] == '\n';
        if (!is_blank || (at > 0 && to[at - 1] != ' ')) {
            assert_true(at + 1 < size);
            to[at++] = is_blank ? ' ' : from[i];
        }
    }
    at -= at > 0 && to[at - 1] == ' ';
    to[at] = '\0';
}

/* A number as people read it: 1048576, 2^-48, -2^60, 2^64 - 1. */
static double read_limit(const char **text)
{
    char *end = NULL;
    const double sign = **text == '-' ? -1.0 : 1.0;
    double number = strtod(*text + (**text == '-'), &end);
    if (*end == '^') {
        number = ldexp(1.0, (int)strtol(end + 1, &end, 10));
    }
    *text = end;
    if (strncmp(end, " - 1", 4) == 0) {
        *text += 4;
        number -= 1.0;
    }
    return sign * number;
}

static bool is_real(const struct option *option)
{
    return option->form == FORM_REAL || option->form == FORM_REAL_LIST;
}

static bool is_whole(const struct option *option)
{
    return option->form == FORM_WHOLE || option->form == FORM_WHOLE_LIST || option->form == FORM_SIZE;
}

static double lowest(const struct option *option)
{
    return is_real(option) ? option->low : (double)option->minimum;
}

static double highest(const struct option *option)
{
    return is_real(option) ? option->high : (double)option->most;
}

/* "1 to 32", "-16 to 16, but not 0", "0, or from 2^-32 to 1" or "0, or of a magnitude from 2^-32 to 1000000"; returns
   what follows. */
static const char *expect_limits(const struct option *option, const char *text)
{
    const bool has_magnitude = option->min_magnitude > 0.0;
    const char *begin = option->low < 0.0 ? "0, or of a magnitude from " : "0, or from ";
    text = has_magnitude ? expect(text, begin) : text;
    const double low = read_limit(&text);
    text = expect(text, " to ");
    const double high = read_limit(&text);
    if (low != (has_magnitude ? option->min_magnitude : lowest(option)) || high != highest(option)) {
        fail_msg("--%s: its limits are not %.17g and %.17g", option->name, low, high);
    }
    return option->zero_excluded && !has_magnitude ? expect(text, ", but not 0") : text;
}

/* Every word that is offered, in the table's order; returns what follows. */
static const char *expect_words(const struct enumeration *enumeration, const char *text)
{
    const char *between = "";
    for (int number = 0; enumeration->name(number) != NULL; number++) {
        if (enumeration_offers(enumeration, number)) {
            text = expect(expect(text, between), enumeration->name(number));
            between = ", ";
        }
    }
    return text;
}

/* The limits or words of an option and its default, in square brackets; returns what follows. */
static const char *expect_values(const struct option *option, const char *text)
{
    const bool has_limits = is_real(option) || is_whole(option) || option->enumeration != NULL;
    if (!has_limits && option->default_text == NULL) {
        return text;
    }
    text = expect(text, " [");
    if (has_limits) {
        text = option->enumeration != NULL ? expect_words(option->enumeration, text) : expect_limits(option, text);
    }
    if (option->default_text != NULL) {
        text = expect(expect(text, has_limits ? "; default " : "default "), option->default_text);
    }
    return expect(text, "]");
}

/* An entry ends where a line does not go on at the column of texts. */
static const char *find_end(const char *entry)
{
    const char *end = strchr(entry, '\n');
    while (strspn(end + 1, " ") == TEXT_COLUMN) {
        end = strchr(end + 1, '\n');
    }
    return end;
}

/* Name and syntax, the help, other names, limits and default; returns the end. */
static const char *expect_option(const struct option *option, const char *entry)
{
    char text[2000];
    char head[16];
    snprintf(head, sizeof head, option->letter != 0 ? "\n  -%c, --" : "\n      --", option->letter);
    entry = expect(expect(entry, head), option->name);
    entry = option->syntax != NULL ? expect(expect(entry, " "), option->syntax) : entry;
    assert_true(*entry == '\n' || strncmp(entry, "  ", 2) == 0);
    collapse(text, sizeof text, entry, (size_t)(find_end(entry) - entry));
    const char *at = expect(text, option->help);
    for (size_t i = 0; i < 2 && option->aliases[i] != NULL; i++) {
        at = expect(expect(at, i == 0 ? " Also --" : ", --"), option->aliases[i]);
    }
    at = option->aliases[0] != NULL ? expect(at, ".") : at;
    assert_string_equal(expect_values(option, at), "");
    return find_end(entry);
}

/* Usage, summary and paragraphs, and examples as they were written; `length` is that of all. */
static void check_beginning(const struct command *command, const char *help, size_t length)
{
    char text[6000];
    char expected[6000];
    char line[200];
    snprintf(expected, sizeof expected, "Usage: scree %s%s%s [OPTIONS] %s. %s", command->name,
             command->operands[0] != '\0' ? " " : "", command->operands, command->summary,
             command->details != NULL ? command->details : "");
    collapse(text, sizeof text, help, length);
    collapse(expected, sizeof expected, expected, strlen(expected)); /* Which never writes ahead of what it reads. */
    assert_string_equal(text, expected);
    for (const char *at = command->details; at != NULL; at = strchr(at + 1, '\n')) {
        if (strncmp(at, "\n ", 2) == 0) {
            snprintf(line, sizeof line, "%.*s\n", (int)(1 + strcspn(at + 1, "\n")), at);
            assert_non_null(strstr(help, line));
        }
    }
}

/* Sections in the order of their groups, with the options of each in the order of the table, and nothing else. */
static void check_options(const struct command *command, const char *at)
{
    for (int group = 0; group < GROUP_COUNT; group++) {
        char title[100];
        bool is_begun = false;
        snprintf(title, sizeof title, "\n\n%s:", option_group_names[group]);
        for (int id = 0; id < OPTION_COUNT; id++) {
            if ((int)option_table[id].group == group && option_is_of(&option_table[id], command)) {
                at = expect_option(&option_table[id], is_begun ? at : expect(at, title));
                is_begun = true;
            }
        }
    }
    assert_string_equal(at, "\n");
}

/* Where the first section begins, or the last line ends. */
static const char *find_sections(const char *help)
{
    const char *first = help + strlen(help) - 1;
    for (int group = 0; group < GROUP_COUNT; group++) {
        char title[100];
        snprintf(title, sizeof title, "\n\n%s:\n", option_group_names[group]);
        const char *found = strstr(help, title);
        first = found != NULL && found < first ? found : first;
    }
    return first;
}

static void every_option_is_told_once_with_its_limits(void **state)
{
    for (int number = 0; command_visible(number) != NULL; number++) {
        char *help = run("help", command_visible(number)->name);
        const char *sections = find_sections(help);
        check_beginning(command_visible(number), help, (size_t)(sections - help));
        check_options(command_visible(number), sections);
        free(help);
    }
}

/* Whether a line of an option's text ends although the first word of the next, which goes on with it, has room. */
static bool ends_early(const char *line, size_t length)
{
    const char *next = line + length + 1;
    const bool has_text = length > TEXT_COLUMN && strncmp(line + TEXT_COLUMN - 2, "  ", 2) == 0;
    const size_t word = strcspn(next + strspn(next, " "), " \n");
    return has_text && strspn(next, " ") == TEXT_COLUMN && length + 1 + word <= WRAPPED_LENGTH;
}

static void lines_are_filled_up_to_100_columns(void **state)
{
    for (int number = 0; command_visible(number) != NULL; number++) {
        char *help = run("help", command_visible(number)->name);
        for (const char *line = help; *line != '\0'; line += strcspn(line, "\n") + 1) {
            const size_t length = strcspn(line, "\n");
            if (length > LINE_LENGTH || (length > 0 && line[length - 1] == ' ') || ends_early(line, length)) {
                fail_msg("'%.*s' is too long, too short, or ends in a blank", (int)length, line);
            }
        }
        free(help);
    }
}

static void the_program_lists_its_commands(void **state)
{
    char *help = run("--help", "");
    const char *at = strstr(help, "\n\nCommands:\n");
    assert_non_null(at);
    at += strlen("\n\nCommands:\n");
    for (int number = 0; command_visible(number) != NULL; number++) {
        char row[200];
        snprintf(row, sizeof row, "  %-12s%s\n", command_visible(number)->name, command_visible(number)->summary);
        assert_in_range(strlen(row), 16, LINE_LENGTH + 1);
        at = expect(at, row);
    }
    expect(at, "\n");
    free(help);
}

/* The JSON that a command prints, in which seeds may be beyond 63 bits; release it with json_decref(). */
static json_t *load(const char *word, const char *name)
{
    json_error_t error;
    char *text = run(word, name);
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
    if (root == NULL) {
        fail_msg("scree %s %s: line %d: %s", word, name, error.line, error.text);
    }
    free(text);
    return root;
}

static void check_text(const json_t *object, const char *key, const char *expected)
{
    const char *text = json_string_value(json_object_get(object, key));
    if (expected == NULL ? !json_is_null(json_object_get(object, key)) : strcmp(text, expected) != 0) {
        fail_msg("%s is %s, not %s", key, text, expected);
    }
}

static void check_number(const json_t *object, const char *key, bool is_there, double expected)
{
    assert_int_equal(json_object_get(object, key) != NULL, is_there);
    assert_true(!is_there || json_number_value(json_object_get(object, key)) == expected);
}

static void check_json_option(const json_t *object, const struct option *option)
{
    const char letter[2] = {option->letter, '\0'};
    const json_t *words = json_object_get(object, "words");
    const json_t *aliases = json_object_get(object, "aliases");
    size_t count = 0;
    check_text(object, "name", option->name);
    check_text(object, "letter", option->letter != 0 ? letter : NULL);
    check_text(object, "group", option_group_names[option->group]);
    check_text(object, "syntax", option->syntax);
    check_text(object, "default", option->default_text);
    check_text(object, "help", option->help);
    assert_int_equal(strcmp(json_string_value(json_object_get(object, "form")), "flag") == 0, option->syntax == NULL);
    check_number(object, "minimum", is_real(option) || is_whole(option), lowest(option));
    check_number(object, "maximum", is_real(option) || is_whole(option), highest(option));
    check_number(object, "min_magnitude", is_real(option), option->min_magnitude);
    check_number(object, "most_values", option->capacity > 0, option->capacity);
    assert_int_equal(json_is_true(json_object_get(object, "zero_excluded")), is_real(option) && option->zero_excluded);
    for (; count < 2 && option->aliases[count] != NULL; count++) {
        assert_string_equal(json_string_value(json_array_get(aliases, count)), option->aliases[count]);
    }
    assert_int_equal(json_array_size(aliases), count);
    count = 0;
    for (int number = 0; option->enumeration != NULL && option->enumeration->name(number) != NULL; number++) {
        if (enumeration_offers(option->enumeration, number)) {
            assert_string_equal(json_string_value(json_array_get(words, count++)), option->enumeration->name(number));
        }
    }
    assert_int_equal(json_array_size(words), count);
}

static void check_json_command(const json_t *object, const struct command *command)
{
    const json_t *options = json_object_get(object, "options");
    size_t count = 0;
    check_text(object, "name", command->name);
    check_text(object, "operands", command->operands);
    check_text(object, "summary", command->summary);
    check_text(object, "details", command->details);
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (option_is_of(&option_table[id], command)) {
            check_json_option(json_array_get(options, count++), &option_table[id]);
        }
    }
    assert_int_equal(json_array_size(options), count);
}

static void the_help_as_json_is_the_table(void **state)
{
    json_t *all = load("help", "--json");
    const json_t *commands = json_object_get(all, "commands");
    size_t count = 0;
    check_text(all, "version", scree_version());
    for (; command_visible((int)count) != NULL; count++) {
        char arguments[100];
        check_json_command(json_array_get(commands, count), command_visible((int)count));
        snprintf(arguments, sizeof arguments, "%s --json", command_visible((int)count)->name);
        json_t *one = load("help", arguments);
        const json_t *only = json_object_get(one, "commands");
        assert_true(json_array_size(only) == 1 && json_equal(json_array_get(only, 0), json_array_get(commands, count)));
        json_decref(one);
    }
    assert_int_equal(json_array_size(commands), count);
    json_decref(all);
}

/* The row of an operator, on some lines; returns what follows. */
static const char *expect_operator(const char *list, scree_op op)
{
    const scree_op_input_info *input = NULL;
    const char *end = list;
    char expected[1000];
    char found[1000];
    int length = snprintf(expected, sizeof expected, "%s ", scree_op_name(op));
    for (uint32_t i = 0; (input = scree_op_input_describe(op, i)) != NULL; i++) {
        if (input->has_default && scree_op_describe(op)->group_size > 0) {
            length += snprintf(expected + length, sizeof expected - (size_t)length, ", ...");
            break;
        }
        length +=
            snprintf(expected + length, sizeof expected - (size_t)length, "%s%s", i == 0 ? "(" : ", ", input->name);
        if (input->has_default) {
            length += snprintf(expected + length, sizeof expected - (size_t)length, " %g", input->default_number);
        }
    }
    snprintf(expected + length, sizeof expected - (size_t)length, "%s%s",
             scree_op_describe(op)->input_count > 0 ? ") " : "", scree_op_description(op));
    do {
        const char *line = end;
        end = strchr(line, '\n') + 1;
        assert_true(end - line <= LINE_LENGTH);
    } while (*end == ' ');
    collapse(found, sizeof found, list, (size_t)(end - list));
    assert_string_equal(found, expected);
    return end;
}

/* A row for each word in the table's order, whose texts begin in one column, two blanks behind the longest word. */
static void check_list(const struct enumeration *enumeration, const char *list)
{
    size_t column = strlen(enumeration->name(0)) + strspn(list + strlen(enumeration->name(0)), " ");
    for (int row = 0; enumeration->name(row) != NULL; row++) {
        const char *row_start = list;
        char word[100];
        if (enumeration == &enumeration_operators) {
            list = expect_operator(list, (scree_op)row);
            continue;
        }
        assert_true(strlen(enumeration->name(row)) + 2 <= column);
        snprintf(word, sizeof word, "%-*s", (int)column, enumeration->name(row));
        list = expect(expect(list, word), enumeration->describe(row));
        if (enumeration == &enumeration_formats) {
            const scree_format_info *info = scree_format_describe((scree_format)row);
            list = expect(expect(expect(list, " ("), info->extensions), ")");
            list = info->is_written ? list : expect(list, ": read only");
            list = info->is_read ? list : expect(list, ": written only");
        }
        assert_true(list - row_start <= LINE_LENGTH);
        list = expect(list, "\n");
    }
    assert_string_equal(list, "");
}

/* And without a name all of them, each under its own. */
static void every_list_has_a_row_for_each_word(void **state)
{
    char *all = run("list", "");
    const char *at = all;
    for (int number = 0; enumeration_listed(number) != NULL; number++) {
        const char *name = enumeration_listed(number)->plural;
        char *list = run("list", name);
        check_list(enumeration_listed(number), list);
        at = expect(expect(expect(expect(at, number > 0 ? "\n" : ""), name), ":\n"), list);
        free(list);
    }
    assert_string_equal(at, "");
    free(all);
}

static void check_json_format(const json_t *object, const scree_format_info *info)
{
    const json_t *types = json_object_get(object, "types");
    size_t count = 0;
    check_text(object, "extensions", info->extensions);
    check_text(object, "preferred_type", scree_type_name(info->preferred));
    check_text(object, "metadata", info->has_sidecar ? "beside" : "inside");
    check_number(object, "most_axes", true, info->max_axes);
    assert_int_equal(json_is_true(json_object_get(object, "read")), info->is_read);
    assert_int_equal(json_is_true(json_object_get(object, "written")), info->is_written);
    assert_int_equal(json_is_true(json_object_get(object, "streamed")), info->is_streamed);
    for (int type = 0; scree_type_name((scree_type)type) != NULL; type++) {
        if (scree_format_holds(info, type)) {
            assert_string_equal(json_string_value(json_array_get(types, count++)), scree_type_name((scree_type)type));
        }
    }
    assert_int_equal(json_array_size(types), count);
}

static void lists_as_json_are_the_tables(void **state)
{
    json_t *all = load("list", "--json");
    size_t count = 0;
    for (; enumeration_listed((int)count) != NULL; count++) {
        const struct enumeration *enumeration = enumeration_listed((int)count);
        const json_t *rows = json_object_get(all, enumeration->plural);
        char arguments[100];
        int row = 0;
        snprintf(arguments, sizeof arguments, "%s --json", enumeration->plural);
        json_t *one = load("list", arguments);
        assert_true(json_object_size(one) == 1 && json_equal(json_object_get(one, enumeration->plural), rows));
        for (; enumeration->name(row) != NULL; row++) {
            const json_t *object = json_array_get(rows, (size_t)row);
            check_text(object, "name", enumeration->name(row));
            check_text(object, "description", enumeration->describe(row));
            if (enumeration == &enumeration_formats) {
                check_json_format(object, scree_format_describe((scree_format)row));
            }
        }
        assert_int_equal(json_array_size(rows), row);
        json_decref(one);
    }
    assert_int_equal(json_object_size(all), count);
    json_decref(all);
}

int main(int count, char **texts)
{
    static char name[] = "scree";
    static char command[] = "version";
    char *version[] = {name, command, NULL};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_option_is_told_once_with_its_limits),
        cmocka_unit_test(lines_are_filled_up_to_100_columns),
        cmocka_unit_test(the_program_lists_its_commands),
        cmocka_unit_test(the_help_as_json_is_the_table),
        cmocka_unit_test(every_list_has_a_row_for_each_word),
        cmocka_unit_test(lists_as_json_are_the_tables),
    };
    if (count != 2 || scree_command_main(2, version) != EXIT_CODE_OK) {
        return 1;
    }
    command_path = texts[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
