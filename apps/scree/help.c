/* --help, made from the tables of commands and options. */
#include <stdio.h>
#include <string.h>

#include <scree/scree.h>

#include "command.h"
#include "enumeration_names.h"
#include "json_writer.h"
#include "options.h"
#include "text.h"

#define BRIEF_COLUMN 34

/* The longest beginning of a list that leaves room for ", ..."; 0 where there is none. */
static int length_before(const char *text, int width)
{
    static const char rest[] = ", ...";
    int length = width - (int)strlen(rest);
    while (length > 0 && text[length] != ',') {
        length--;
    }
    return length > 0 ? length : 0;
}

/* The values of an option and its default in one line: as many words as fit, and a default that is long by itself. */
static void print_brief_option(FILE *stream, const struct option *option)
{
    struct text limits;
    char ending[80] = "";
    if (option->default_text != NULL) {
        snprintf(ending, sizeof ending, "default %s", option->default_text);
    }
    const int width = TEXT_WIDTH - BRIEF_COLUMN - (int)strlen(ending);
    const bool is_list = option->form == FORM_WHOLE_LIST || option->form == FORM_REAL_LIST || option->form == FORM_SIZE;
    text_begin(&limits);
    if (is_list) {
        option_describe_briefly(option, &limits);
    } else {
        option_describe_limits(option, &limits);
    }
    const char *text = text_end(&limits);
    const bool is_whole = (int)strlen(text) <= width;
    const int length = is_whole ? (int)strlen(text) : length_before(text, width);
    fprintf(stream, "%*s%.*s%s%s%s\n", BRIEF_COLUMN - option_print_head(stream, option), "", length, text,
            is_whole || length == 0 ? "" : ", ...", length > 0 && ending[0] != '\0' ? "; " : "", ending);
    text_clear(&limits);
}

void help_print_brief(FILE *stream, const struct command *command)
{
    int count = 0;
    for (enum option_group group = 0; group < GROUP_COUNT; group++) {
        for (int id = 0; id < OPTION_COUNT; id++) {
            const struct option *option = &option_table[id];
            if (option->group == group && (option->brief & command->bit) != 0) {
                print_brief_option(stream, option);
            }
            count += option->group == group && option_is_of(option, command) ? 1 : 0;
        }
    }
    fprintf(stream, "'scree help %s' explains these and the others, %d options in all.\n", command->name, count);
}

static void print_options(FILE *stream, const struct command *command)
{
    for (enum option_group group = 0; group < GROUP_COUNT; group++) {
        bool is_first = true;
        for (int id = 0; id < OPTION_COUNT; id++) {
            if (option_table[id].group == group && option_is_of(&option_table[id], command)) {
                if (is_first) {
                    fprintf(stream, "\n%s:\n", option_group_names[group]);
                }
                is_first = false;
                option_print_help(stream, &option_table[id]);
            }
        }
    }
}

static void json_limits(struct json_writer *json, const struct option *option)
{
    if (option->form == FORM_REAL || option->form == FORM_REAL_LIST) {
        emit_real(json, "minimum", option->low);
        emit_real(json, "maximum", option->high);
        emit_boolean(json, "zero_excluded", option->zero_excluded);
        emit_real(json, "min_magnitude", option->min_magnitude);
    } else if (option->form == FORM_WHOLE || option->form == FORM_WHOLE_LIST || option->form == FORM_SIZE) {
        emit_signed(json, "minimum", option->minimum);
        emit_unsigned(json, "maximum", option->most);
    }
    if (option->capacity > 0) {
        emit_unsigned(json, "most_values", option->capacity);
    }
    if (option->enumeration != NULL) {
        emit_open_array(json, "words");
        for (int number = 0; option->enumeration->name(number) != NULL; number++) {
            if (enumeration_offers(option->enumeration, number)) {
                emit_string(json, NULL, option->enumeration->name(number));
            }
        }
        emit_close_array(json);
    }
}

static void json_option(struct json_writer *json, const struct option *option)
{
    const char letter[2] = {option->letter, '\0'};
    emit_open_object(json, NULL);
    emit_string(json, "name", option->name);
    emit_open_array(json, "aliases");
    for (size_t i = 0; i < 2 && option->aliases[i] != NULL; i++) {
        emit_string(json, NULL, option->aliases[i]);
    }
    emit_close_array(json);
    emit_string(json, "letter", option->letter != 0 ? letter : NULL);
    emit_string(json, "group", option_group_names[option->group]);
    emit_string(json, "form", option_forms[option->form].name);
    emit_string(json, "syntax", option->syntax);
    emit_string(json, "default", option->default_text);
    emit_string(json, "help", option->help);
    json_limits(json, option);
    emit_close_object(json);
}

static void json_command(struct json_writer *json, const struct command *command)
{
    emit_open_object(json, NULL);
    emit_string(json, "name", command->name);
    emit_string(json, "operands", command->operands);
    emit_string(json, "summary", command->summary);
    emit_string(json, "details", command->details);
    emit_open_array(json, "options");
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (option_is_of(&option_table[id], command)) {
            json_option(json, &option_table[id]);
        }
    }
    emit_close_array(json);
    emit_close_object(json);
}

static void print_json(FILE *stream, const struct command *only)
{
    struct json_writer json;
    emit_start(&json, stream);
    emit_string(&json, "version", scree_version());
    emit_open_array(&json, "commands");
    for (int number = 0; command_visible(number) != NULL; number++) {
        if (only == NULL || only == command_visible(number)) {
            json_command(&json, command_visible(number));
        }
    }
    emit_close_array(&json);
    emit_finish(&json);
}

void help_print_program(FILE *stream, bool json)
{
    if (json) {
        print_json(stream, NULL);
        return;
    }
    fprintf(stream, "scree %s: procedural fields, the same bits on every machine\n\n", scree_version());
    fputs("Usage: scree COMMAND [OPTIONS]\n\nCommands:\n", stream);
    for (int number = 0; command_visible(number) != NULL; number++) {
        fprintf(stream, "  %-12s%s\n", command_visible(number)->name, command_visible(number)->summary);
    }
    fputs("\nInstead of a command: --help (-h), --version (-V).\n"
          "\nBegin with:\n"
          "  scree noise -o terrain.png           a terrain of 1024 x 1024 samples\n"
          "  scree noise --preset ridges --seed 7 -o ridges.png\n"
          "  scree sdf ridges.png -o field.npy    distances to the surface of that terrain\n"
          "  scree help noise                     all options\n",
          stream);
}

void help_print_command(FILE *stream, const struct command *command, bool json)
{
    if (json) {
        print_json(stream, command);
        return;
    }
    fprintf(stream, "Usage: scree %s%s%s [OPTIONS]\n\n%s.\n", command->name, *command->operands != '\0' ? " " : "",
            command->operands, command->summary);
    if (command->details != NULL) {
        for (const char *line = command->details; *line != '\0';) {
            const size_t length = strcspn(line, "\n");
            char paragraph[1024];
            snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, line);
            fputc('\n', stream);
            /* Lines that begin with a blank are examples: they stay as they are. */
            if (*line == ' ') {
                fputs(paragraph, stream);
            } else {
                option_print_wrapped(stream, paragraph, 0, 0);
                if (line[length] == '\n' && line[length + 1] != ' ') {
                    fputc('\n', stream);
                }
            }
            line += length + (line[length] == '\n' ? 1 : 0);
        }
        fputc('\n', stream);
    }
    print_options(stream, command);
}
