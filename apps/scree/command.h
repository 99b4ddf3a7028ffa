/* The commands: `scree NAME ...`. */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct arguments;
struct enumeration;

/* Exit status of the program. */
enum exit_code {
    EXIT_CODE_OK = 0,
    EXIT_CODE_FAILED = 1,        /* A file, the memory, a device, or a part that this build lacks. */
    EXIT_CODE_USAGE = 2,         /* An option, a value or a recipe that is wrong on every machine. */
    EXIT_CODE_DIFFERENT = 5,     /* scree verify: two results differ. */
    EXIT_CODE_INTERRUPTED = 130, /* Ctrl-C, or another signal that ends programs. */
    EXIT_CODE_UNREAD = 141       /* The reader of stdout has gone: what shells report of SIGPIPE. */
};

/* One bit a command, so that an option can say which commands take it. */
enum command_bit {
    COMMAND_NOISE = 1,
    COMMAND_VERIFY = 2,
    COMMAND_INFO = 4,
    COMMAND_LIST = 8,
    COMMAND_DEVICES = 16,
    COMMAND_BENCH = 32,
    COMMAND_COMPLETION = 64,
    COMMAND_VERSION = 128,
    COMMAND_HELP = 256,
    COMMAND_MAN = 512,
    COMMAND_SDF = 1024,
    COMMAND_ATTRACTOR = 2048,
    COMMAND_RENDER = 4096,
    COMMAND_DRAW = 8192,
    COMMAND_PREVIEW = 16384,
    COMMAND_GRAPH = 32768,
    COMMAND_IMPORT = 65536,
    COMMAND_ALL = 131071, /* But the next one, whose options are another program's. */
    COMMAND_SHOW = 131072
};

struct command {
    const char *name;
    unsigned bit;
    const char *operands; /* As the usage line shows them. */
    const char *summary;  /* One line. */
    const char *details;  /* Further paragraphs of the help, each one line; NULL = none. */
    unsigned operands_min;
    unsigned operands_most;
    const struct enumeration *operand_words; /* The words that the operand may be; NULL = a file. */
    /* The words of the operands that follow a first one, NULL where there are none; NULL for a single operand. */
    const struct enumeration *(*further_words)(const char *first);
    bool hidden; /* Not in the help; for the build. */
    int (*run)(const struct arguments *arguments);
    int (*run_texts)(int count, char **texts); /* Instead of `run`: takes what follows the name as it is. */
};

/* Sets the table of all commands (main.c). Call it once, before the functions below. */
void commands_bind(const struct command *table, int count);

/* NULL for a number that is not a command. */
const struct command *command_at(int number);

/* As command_at(), without hidden commands. */
const struct command *command_visible(int number);

/* NULL where there is none of that name. */
const struct command *command_find(const char *name);

/* The program's help; with `json` all commands and options. */
void help_print_program(FILE *stream, bool json);

/* One command's help. */
void help_print_command(FILE *stream, const struct command *command, bool json);

/* The values and defaults of a command's main options, in one line each. */
void help_print_brief(FILE *stream, const struct command *command);

int command_noise(const struct arguments *arguments);
int command_graph(const struct arguments *arguments);
int command_import(const struct arguments *arguments);
int command_sdf(const struct arguments *arguments);
int command_attractor(const struct arguments *arguments);
int command_render(const struct arguments *arguments);
int command_draw(const struct arguments *arguments);
int command_preview(const struct arguments *arguments);
int command_show(int count, char **texts);
int command_verify(const struct arguments *arguments);
int command_info(const struct arguments *arguments);
int command_list(const struct arguments *arguments);
int command_devices(const struct arguments *arguments);
int command_bench(const struct arguments *arguments);
/* The lessons or the algorithms of a benchmark; NULL where it has neither. */
const struct enumeration *command_bench_words(const char *benchmark);
int command_completion(const struct arguments *arguments);
int command_version(const struct arguments *arguments);
int command_help(const struct arguments *arguments);
int command_manual(const struct arguments *arguments);

#endif
