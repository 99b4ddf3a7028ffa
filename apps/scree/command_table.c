/* The table of commands, for those who name and describe them. It is that of main.c, which knows what runs. */
#include <stddef.h>
#include <string.h>

#include "command.h"

static const struct command *commands;
static int command_count;

void commands_bind(const struct command *table, int count)
{
    commands = table;
    command_count = count;
}

const struct command *command_at(int number)
{
    return number >= 0 && number < command_count ? &commands[number] : NULL;
}

const struct command *command_visible(int number)
{
    int visible = -1;
    for (int i = 0; command_at(i) != NULL; i++) {
        visible += command_at(i)->hidden ? 0 : 1;
        if (visible == number) {
            return command_at(i);
        }
    }
    return NULL;
}

const struct command *command_find(const char *name)
{
    for (int i = 0; command_at(i) != NULL; i++) {
        if (strcmp(command_at(i)->name, name) == 0) {
            return command_at(i);
        }
    }
    return NULL;
}
