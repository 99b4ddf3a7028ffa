/*
 * Whole files, through the public function: a byte that chooses the name, the sidecar up to the first zero byte, then
 * the file. Which reader gets it is decided by name, content and sidecar together.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const names[] = {"a.png", "a.r16", "a.R32", "a.npy", "a.pfm", "a.txt",
                                    "a.dat", "a",     "a.exr", "a.tif", "a.mha", "a.vti"};
#define NAME_COUNT (sizeof names / sizeof names[0])

static char folder[64];

static void file_path(char path[128], const char *name, const char *ending)
{
    snprintf(path, 128, "%s/%s%s", folder, name, ending);
}

static void remove_folder(void)
{
    rmdir(folder);
}

static void make_folder(void)
{
    if (folder[0] == '\0') {
        strcpy(folder, access("/dev/shm", W_OK) == 0 ? "/dev/shm/scree-fuzz-XXXXXX" : "/tmp/scree-fuzz-XXXXXX");
        FUZZ_REQUIRE(mkdtemp(folder) != NULL);
        atexit(remove_folder);
    }
}

static void write_file(const char *path, const uint8_t *data, size_t size)
{
    FILE *stream = fopen(path, "wb");
    FUZZ_REQUIRE(stream != NULL);
    FUZZ_REQUIRE(fwrite(data, 1, size, stream) == size);
    FUZZ_REQUIRE(fclose(stream) == 0);
}

/*
 * A file that can be described can be read (and one channel of others, where only other channels are damaged). Files
 * that are read without a sidecar take their sizes from the parameters.
 */
static void read_samples(const char *path, scree_result described, bool pages_differ)
{
    scree_samples_params params = {
        .path = path, .channel = "0", .has_page = pages_differ, .nodata_rule = SCREE_NODATA_FILL, .fill = 1.0f};
    for (int i = 0; i < 2; i++) {
        scree_samples samples;
        unsigned long before = fuzz_message_count();
        scree_result result = scree_samples_read(fuzz_context(), &params, &samples);
        FUZZ_REQUIRE(result == SCREE_OK || fuzz_message_count() > before);
        FUZZ_REQUIRE(i > 0 || result == SCREE_OK || described != SCREE_OK);
        FUZZ_REQUIRE((samples.values != NULL) == (result == SCREE_OK));
        scree_samples_clear(&samples);
        params.axes = 2;
        params.count[0] = 2;
        params.count[1] = 3;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    make_folder();
    const char *name = names[data[0] % NAME_COUNT];
    char path[128];
    char sidecar[128];
    file_path(path, name, "");
    file_path(sidecar, name, ".json");
    const uint8_t *zero = memchr(data + 1, 0, size - 1);
    size_t length = zero == NULL ? size - 1 : (size_t)(zero - data - 1);
    size_t rest = zero == NULL ? size : length + 2;
    write_file(path, data + rest, size - rest);
    if (length > 0) {
        write_file(sidecar, data + 1, length);
    }
    scree_file_info info;
    unsigned long before = fuzz_message_count();
    scree_result result = scree_file_describe(fuzz_context(), path, &info);
    FUZZ_REQUIRE(result == SCREE_OK || fuzz_message_count() > before);
    fuzz_check_outcome(result, &info);
    FUZZ_REQUIRE(result != SCREE_OK || info.file_bytes == size - rest);
    FUZZ_REQUIRE(result == SCREE_OK || info.metadata == NULL);
    const bool pages_differ = result == SCREE_OK && info.has_unlike_pages;
    scree_file_info_clear(&info);
    read_samples(path, result, pages_differ);
    unlink(path);
    unlink(sidecar);
    return 0;
}
