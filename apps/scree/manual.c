/* `scree man`: the manual page as scdoc text, made from the tables of commands and options. */
#include <stdio.h>
#include <string.h>

#include <scree/scree.h>

#include "command.h"
#include "options.h"

/* The first command that takes an option, under which the option is described; the other commands refer to it. */
static unsigned first_taker(const struct option *option)
{
    for (int number = 0; command_visible(number) != NULL; number++) {
        if (option_is_of(option, command_visible(number))) {
            return command_visible(number)->bit;
        }
    }
    return 0;
}

/* Lines that begin with a blank are examples, and make one block. */
static void print_details(const char *details)
{
    bool in_examples = false;
    for (const char *line = details; line != NULL && *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        char paragraph[1024];
        snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, line + strspn(line, " "));
        paragraph[strcspn(paragraph, "\n")] = '\0';
        if (*line == ' ') {
            printf("%s%s\n", in_examples ? "" : "```\n", paragraph);
            in_examples = true;
        } else {
            option_print_escaped(paragraph);
            fputs("\n\n", stdout);
        }
        line += length + (line[length] == '\n' ? 1 : 0);
    }
    fputs(in_examples ? "```\n\n" : "", stdout);
}

static void print_command(const struct command *command)
{
    printf("## scree %s %s\n\n", command->name, command->operands); /* Headings are taken as they are. */
    option_print_escaped(command->summary);
    fputs(".\n\n", stdout);
    print_details(command->details);
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (first_taker(&option_table[id]) == command->bit) {
            option_print_manual(&option_table[id]);
        }
    }
    bool also = false;
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (option_is_of(&option_table[id], command) && first_taker(&option_table[id]) != command->bit) {
            printf("%s*--%s*", also ? ", " : "Also takes, as above: ", option_table[id].name);
            also = true;
        }
    }
    fputs(also ? ".\n\n" : "", stdout);
}

int command_manual(const struct arguments *arguments)
{
    (void)arguments;
    fputs("scree(1)\n\n# NAME\n\nscree - procedural fields, the same bits on every machine\n\n# SYNOPSIS\n\n", stdout);
    for (int number = 0; command_visible(number) != NULL; number++) {
        printf("*scree %s* ", command_visible(number)->name);
        option_print_escaped(command_visible(number)->operands);
        fputs(command_visible(number + 1) != NULL ? " [options]++\n" : " [options]\n\n", stdout);
    }
    fputs("# COMMANDS\n\n", stdout);
    for (int number = 0; command_visible(number) != NULL; number++) {
        print_command(command_visible(number));
    }
    fputs("# EXIT STATUS\n\n"
          "*0*\n\tAll went well.\n\n"
          "*1*\n\tA file could not be read or written, stdin and stdout among them; memory could not be had; or this "
          "machine or this build lacks what was named: a device, an instruction set, a plug\\-in.\n\n"
          "*2*\n\tAn option, a value, an environment variable or a recipe is wrong, and would be on every machine.\n\n"
          "*5*\n\t*scree verify* found two results that differ.\n\n"
          "*130*\n\tEnded by Ctrl\\-C or SIGTERM. No part of a file remains.\n\n"
          "*141*\n\tThe reader of stdout has gone, as *head* does when it has seen enough. There is no message.\n\n"
          "# ENVIRONMENT\n\n"
          "*SCREE\\_CPU\\_LEVEL*\n\tInstruction set of the CPU where *--level* does not name one.\n\n"
          "*XDG\\_CACHE\\_HOME*\n\tFolder in which _scree_ keeps compiled shaders; by default ~/.cache.\n\n"
          "*SCREE\\_VULKAN\\_VALIDATION*\n\t1 turns on Vulkan's validation layer, for developers of _scree_.\n",
          stdout);
    return EXIT_CODE_OK;
}
