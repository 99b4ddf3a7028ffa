/* Density functions of Minecraft, beside a small pack: what is accepted is an expression; what is refused says why. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <scree/recipe.h>

#include "context_internal.h"
#include "imports/minecraft_parts.h"
#include "json_text.h"
#include "last_error.h"

static char folder[] = "/tmp/scree-fuzz-pack.XXXXXX";

/* The pack's files and folders below its own. */
static const struct {
    const char *path;
    const char *text; /* NULL = a folder. */
} entries[] = {
    {"data", NULL},
    {"data/a", NULL},
    {"data/a/worldgen", NULL},
    {"data/a/worldgen/noise", NULL},
    {"data/a/worldgen/density_function", NULL},
    {"data/a/worldgen/noise/n.json", "{\"firstOctave\": -3, \"amplitudes\": [1, 0, 0.5]}"},
    {"data/a/worldgen/noise/silent.json", "{\"firstOctave\": 0, \"amplitudes\": [0]}"},
    {"data/a/worldgen/density_function/one.json", "1"},
    {"data/a/worldgen/density_function/twice.json",
     "{\"type\": \"add\", \"left\": \"a:noise\", \"right\": \"a:noise\"}"},
    {"data/a/worldgen/density_function/self.json", "{\"type\": \"abs\", \"input\": \"a:self\"}"},
    {"data/a/worldgen/density_function/noise.json",
     "{\"type\": \"noise\", \"noise\": \"a:n\", \"xz_scale\": 1, \"y_scale\": 1, \"shift_x\": \"a:one\"}"},
};

#define ENTRIES (sizeof entries / sizeof entries[0])

static void remove_pack(void)
{
    if (chdir(folder) == 0) {
        for (size_t i = ENTRIES; i-- > 0;) {
            (void)remove(entries[i].path);
        }
        (void)rmdir(folder);
    }
}

static void make_pack(void)
{
    FUZZ_REQUIRE(mkdtemp(folder) != NULL);
    atexit(remove_pack);
    for (size_t i = 0; i < ENTRIES; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i].path);
        if (entries[i].text == NULL) {
            FUZZ_REQUIRE(mkdir(path, 0700) == 0);
            continue;
        }
        FILE *file = fopen(path, "w");
        FUZZ_REQUIRE(file != NULL && fputs(entries[i].text, file) >= 0 && fclose(file) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool has_pack;
    json_error_t error = {.text = ""};
    json_t *root = scree_json_load((const char *)data, size, JSON_DECODE_ANY, &error);
    char *text = NULL;
    if (root == NULL) {
        return 0;
    }
    if (!has_pack) {
        make_pack();
        has_pack = true;
    }
    const scree_result result =
        scree_import_minecraft_json(scree_context_silent(), root, "f.json", folder, NULL, &text);
    FUZZ_REQUIRE((result == SCREE_OK) == (text != NULL));
    FUZZ_REQUIRE(result == SCREE_OK || result == SCREE_ERROR_FORMAT || result == SCREE_ERROR_INVALID ||
                 result == SCREE_ERROR_UNSUPPORTED || result == SCREE_ERROR_IO);
    FUZZ_REQUIRE(result == SCREE_OK || scree_last_error()[0] != '\0');
    scree_recipe_text_free(&text);
    json_decref(root);
    return 0;
}
