/* `scree completion SHELL`: completion scripts made from the tables of commands and options. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "enumeration_names.h"
#include "options.h"

static void print_words(const struct enumeration *enumeration)
{
    const char *separator = "";
    for (int number = 0; enumeration->name(number) != NULL; number++) {
        if (enumeration_offers(enumeration, number)) {
            printf("%s%s", separator, enumeration->name(number));
            separator = " ";
        }
    }
}

/* All words that may follow a command's first one, behind a separator. */
static void print_further_words(const struct command *command, const char *separator)
{
    const struct enumeration *first = command->operand_words;
    for (int number = 0; command->further_words != NULL && first->name(number) != NULL; number++) {
        const struct enumeration *words = command->further_words(first->name(number));
        if (words != NULL) {
            fputs(separator, stdout);
            print_words(words);
            separator = " ";
        }
    }
}

/* The words that an option's value is completed to. */
static void print_value_words(const struct option *option)
{
    if (option->enumeration != NULL) {
        print_words(option->enumeration);
    } else {
        printf("%s%s", option_forms[option->form].words, option->takes_fixed ? " fixed" : "");
    }
}

static void print_command_options(const struct command *command)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (option_is_of(&option_table[id], command)) {
            printf(" --%s", option_table[id].name);
        }
    }
}

/* Whether another command has an option of the same name that takes other values. */
static bool has_namesake(const struct option *option)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (&option_table[id] != option && option_table[id].name != NULL &&
            strcmp(option_table[id].name, option->name) == 0) {
            return true;
        }
    }
    return false;
}

/* Prints the pattern that the command and the previous word must match, and the completion of the current word. */
static void print_bash_value(const struct option *option)
{
    const bool is_one_of_several = has_namesake(option);
    const char *separator = "    ";
    for (int number = 0; command_visible(number) != NULL; number++) {
        const struct command *command = command_visible(number);
        if (is_one_of_several && option_is_of(option, command)) {
            printf("%s\"%s --%s\"", separator, command->name, option->name);
            separator = "|";
        }
    }
    if (!is_one_of_several) {
        printf("    *\" --%s\"", option->name);
    }
    if (option->letter != 0) {
        printf("|*\" -%c\"", option->letter);
    }
    if (option->form == FORM_TEXT) {
        fputs(") COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n", stdout);
        return;
    }
    fputs(") COMPREPLY=($(compgen -W \"", stdout);
    print_value_words(option);
    fputs("\" -- \"$word\")); return ;;\n", stdout);
}

static void print_bash(void)
{
    fputs("# bash completion for scree; put it into /usr/share/bash-completion/completions/scree\n"
          "_scree()\n{\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words= files=\n"
          "    case \"${COMP_WORDS[1]} $before\" in\n",
          stdout);
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (option_table[id].form != FORM_FLAG) {
            print_bash_value(&option_table[id]);
        }
    }
    fputs("    esac\n    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words=\"", stdout);
    print_words(&enumeration_commands);
    fputs("\"\n    else\n        case ${COMP_WORDS[1]} in\n", stdout);
    for (int number = 0; command_visible(number) != NULL; number++) {
        const struct command *command = command_visible(number);
        printf("        %s) words=\"", command->name);
        if (command->operand_words != NULL) {
            print_words(command->operand_words);
        }
        print_further_words(command, " ");
        print_command_options(command);
        printf("\"%s ;;\n", command->operand_words == NULL && command->operands_most > 0 ? "; files=1" : "");
    }
    fputs("        esac\n    fi\n"
          "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
          "    if [ -n \"$files\" ] && [ \"${word#-}\" = \"$word\" ]; then\n"
          "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
          "    fi\n}\n"
          "complete -o filenames -F _scree scree\n",
          stdout);
}

/* Text inside single quotes of zsh's _arguments, or of fish; brackets and colons have a meaning to the former. */
static void print_quoted(const char *text, const char *escaped)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            fputs("'\\''", stdout);
            continue;
        }
        if (strchr(escaped, *text) != NULL) {
            putchar('\\');
        }
        putchar(*text);
    }
}

static void print_zsh_option(const struct option *option)
{
    fputs("            ", stdout);
    if (option->letter != 0) {
        printf("'(-%c --%s)'{-%c,--%s}'[", option->letter, option->name, option->letter, option->name);
    } else {
        printf("'--%s[", option->name);
    }
    print_quoted(option->help, "[]:\\");
    fputs("]", stdout);
    if (option->form == FORM_TEXT) {
        fputs(":file:_files", stdout);
    } else if (option->form != FORM_FLAG) {
        fputs(":", stdout);
        print_quoted(option->syntax, "[]:\\");
        fputs(":", stdout);
        if (option->enumeration != NULL || *option_forms[option->form].words != '\0') {
            fputs("(", stdout);
            print_value_words(option);
            fputs(")", stdout);
        }
    }
    fputs("' \\\n", stdout);
}

static void print_zsh(void)
{
    fputs("#compdef scree\n# zsh completion for scree; put it into a folder of $fpath under the name _scree\n"
          "_scree()\n{\n    if (( CURRENT == 2 )); then\n        local -a commands=(\n",
          stdout);
    for (int number = 0; command_visible(number) != NULL; number++) {
        printf("            '%s:", command_visible(number)->name);
        print_quoted(command_visible(number)->summary, ":\\");
        fputs("'\n", stdout);
    }
    fputs("        )\n        _describe command commands\n        return\n    fi\n"
          "    local name=${words[2]}\n    shift words\n    (( CURRENT-- ))\n    case $name in\n",
          stdout);
    for (int number = 0; command_visible(number) != NULL; number++) {
        const struct command *command = command_visible(number);
        printf("    %s)\n        _arguments -s \\\n", command->name);
        for (int id = 0; id < OPTION_COUNT; id++) {
            if (option_is_of(&option_table[id], command)) {
                print_zsh_option(&option_table[id]);
            }
        }
        if (command->operand_words != NULL) {
            printf("            '1:%s:(", command->operand_words->noun);
            print_words(command->operand_words);
            fputs(")'", stdout);
            if (command->further_words != NULL) {
                fputs(" \\\n            '*:part:(", stdout);
                print_further_words(command, "");
                fputs(")'", stdout);
            }
            putchar('\n');
        } else {
            fputs(command->operands_most > 0 ? "            '1:file:_files'\n" : "            && return\n", stdout);
        }
        fputs("        ;;\n", stdout);
    }
    fputs("    esac\n}\n_scree \"$@\"\n", stdout);
}

static void print_fish(void)
{
    fputs("# fish completion for scree; put it into ~/.config/fish/completions/scree.fish\n"
          "complete -c scree -f\n",
          stdout);
    for (int number = 0; command_visible(number) != NULL; number++) {
        const struct command *command = command_visible(number);
        printf("complete -c scree -n __fish_use_subcommand -a %s -d '", command->name);
        print_quoted(command->summary, "");
        fputs("'\n", stdout);
        if (command->operand_words != NULL) {
            printf("complete -c scree -n '__fish_seen_subcommand_from %s' -a '", command->name);
            print_words(command->operand_words);
            print_further_words(command, " ");
            fputs("'\n", stdout);
        } else if (command->operands_most > 0) {
            printf("complete -c scree -n '__fish_seen_subcommand_from %s' -F\n", command->name);
        }
        for (int id = 0; id < OPTION_COUNT; id++) {
            const struct option *option = &option_table[id];
            if (!option_is_of(option, command)) {
                continue;
            }
            printf("complete -c scree -n '__fish_seen_subcommand_from %s' -l %s", command->name, option->name);
            if (option->letter != 0) {
                printf(" -s %c", option->letter);
            }
            if (option->form == FORM_TEXT) {
                fputs(" -r -F", stdout);
            } else if (option->form != FORM_FLAG) {
                fputs(" -x -a '", stdout);
                print_value_words(option);
                fputs("'", stdout);
            }
            fputs(" -d '", stdout);
            print_quoted(option->help, "");
            fputs("'\n", stdout);
        }
    }
}

int command_completion(const struct arguments *arguments)
{
    switch (arguments->operands[0][0]) {
    case 'b':
        print_bash();
        break;
    case 'z':
        print_zsh();
        break;
    default:
        print_fish();
        break;
    }
    return EXIT_CODE_OK;
}
