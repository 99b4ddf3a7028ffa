#include "recipe_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <scree/file.h>

#include "../../src/formats/json_text.h"

/* Recipes are some hundred bytes. More than this is some other file, and not worth its memory. */
#define BYTES_MAX ((size_t)1 << 20)

const char *recipe_text_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "stdin" : path;
}

static bool read_stream(FILE *stream, struct recipe_text *text, char *error, size_t size)
{
    text->bytes = malloc(BYTES_MAX + 2); /* One byte more tells of a longer file, and one ends a text. */
    if (text->bytes == NULL) {
        snprintf(error, size, "no memory to read it");
        return false;
    }
    errno = 0;
    text->length = fread(text->bytes, 1, BYTES_MAX + 1, stream);
    text->is_whole = text->length <= BYTES_MAX;
    text->bytes[text->length] = '\0';
    if (ferror(stream)) {
        snprintf(error, size, "%s", strerror(errno));
        free(text->bytes);
        return false;
    }
    return true;
}

bool recipe_text_read(const char *path, struct recipe_text *text, char *error, size_t size)
{
    const bool is_stdin = strcmp(path, "-") == 0;
    FILE *stream = is_stdin ? stdin : fopen(path, "rb");
    *text = (struct recipe_text){.bytes = NULL};
    if (stream == NULL) {
        snprintf(error, size, "%s", strerror(errno));
        return false;
    }
    const bool is_read = read_stream(stream, text, error, size);
    if (!is_stdin) {
        fclose(stream);
    }
    return is_read;
}

size_t recipe_text_blanks(const struct recipe_text *text)
{
    size_t count = 0;
    while (count < text->length && scree_json_is_blank(count, (unsigned char)text->bytes[count])) {
        count++;
    }
    return count;
}

bool recipe_text_check(const char *path, const struct recipe_text *text, char *error, size_t size)
{
    if (!text->is_whole) {
        snprintf(error, size, "has more than %zu bytes, so it is no recipe", BYTES_MAX);
    } else if (memchr(text->bytes, '\0', text->length) != NULL) {
        snprintf(error, size, "has a zero byte, so it is no recipe");
    } else if (recipe_text_blanks(text) == text->length) {
        snprintf(error, size, "%s is empty", recipe_text_name(path) == path ? "the file" : "it");
    } else {
        return true;
    }
    return false;
}

bool recipe_text_is_at(const char *path)
{
    scree_format format = SCREE_FORMAT_PNG;
    if (strcmp(path, "-") == 0) {
        return true;
    }
    /* Samples without a header may begin like anything. */
    if (scree_format_from_path(path, &format) && scree_format_describe(format)->is_headerless) {
        return false;
    }
    /* Reading a pipe to look at it would consume it. */
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        return !S_ISDIR(status.st_mode);
    }
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        return false; /* Reading it will say why. */
    }
    int letter = getc(stream);
    for (size_t i = 0; i < BYTES_MAX && scree_json_is_blank(i, letter); i++) {
        letter = getc(stream);
    }
    fclose(stream);
    return letter == '{';
}
