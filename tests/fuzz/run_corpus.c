/* Runs a fuzz target on every file of a folder, in the order of their names, and on no bytes at all. */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* The bytes lie at the end of memory of exactly their size, so that sanitizers see what is read behind them. */
static void run_file(const char *path)
{
    FILE *stream = fopen(path, "rb");
    FUZZ_REQUIRE(stream != NULL);
    FUZZ_REQUIRE(fseek(stream, 0, SEEK_END) == 0);
    long size = ftell(stream);
    rewind(stream);
    FUZZ_REQUIRE(size >= 0);
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
    FUZZ_REQUIRE(data != NULL);
    FUZZ_REQUIRE(fread(data, 1, (size_t)size, stream) == (size_t)size);
    fclose(stream);
    LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
}

int main(int argc, char **argv)
{
    struct dirent **entries;
    if (argc != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    int count = scandir(argv[1], &entries, is_visible, alphasort);
    if (count <= 0) {
        fprintf(stderr, "%s: no files\n", argv[1]);
        return 1;
    }
    LLVMFuzzerTestOneInput(NULL, 0);
    for (int i = 0; i < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", argv[1], entries[i]->d_name);
        fprintf(stderr, "%s\n", path);
        run_file(path);
        free(entries[i]);
    }
    free(entries);
    scree_context *context = fuzz_context();
    scree_context_destroy(&context);
    printf("%d files\n", count);
    return 0;
}
