/* The text of a recipe in a file, for messages of any program. */
#ifndef RECIPE_TEXT_H
#define RECIPE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* The contents of a path, or their beginning. */
struct recipe_text {
    char *bytes; /* Allocated, with a zero byte behind them. */
    size_t length;
    bool is_whole;
};

/* Bytes that hold an error of these functions, which does not name the path. */
#define RECIPE_TEXT_ERROR 256

/* The name of a path in messages. */
const char *recipe_text_name(const char *path);

/*
 * Whether a path holds the text of a recipe ("-" does), and no samples: JSON begins with a brace. Pipes are not looked
 * into: samples are read from regular files only.
 */
bool recipe_text_is_at(const char *path);

/* Reads a path ("-" = stdin). False and a message on an error, which leaves nothing allocated. */
bool recipe_text_read(const char *path, struct recipe_text *text, char *error, size_t size);

/* Whether it may be a recipe: there is something in it, and it was read whole. Where not, there is a message. */
bool recipe_text_check(const char *path, const struct recipe_text *text, char *error, size_t size);

/* Number of bytes at the beginning that say nothing. */
size_t recipe_text_blanks(const struct recipe_text *text);

#endif
