/*
 * Plays recorded interactions without a window, and compares every picture that they keep, byte for byte.
 *
 *     replay_test FOLDER BACKEND [NAME...]
 *
 * BACKEND is "cpu", "vulkan" or "cuda": the device that the viewer uses. Each picture is compared with one that scalar
 * code of the CPU draws in one go (reference.h). Without names all recordings of the folder are played. Without such a
 * device the test says so by 77.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play.h"
#include "reference.h"
#include "viewer.h"

#define SKIPPED 77
#define RECORDINGS_MIN 60
#define WIDTH 96
#define HEIGHT 54

struct test {
    viewer_messages *messages;
    scree_device *device; /* The viewer's. */
    scree_device *scalar; /* The device of the pictures that are expected. */
    const char *recording;
    size_t pictures;
    size_t different;
};

static uint32_t *read_shown(const viewer *self, uint32_t width, uint32_t height)
{
    const viewer_pixels shown = viewer_picture(self);
    const size_t bytes = 4 * (size_t)width * height;
    uint32_t *pixels = malloc(bytes);
    if (pixels == NULL || shown.buffer == NULL || shown.width != width || shown.height != height ||
        scree_buffer_read(shown.buffer, 0, bytes, pixels) != SCREE_OK) {
        free(pixels);
        return NULL;
    }
    return pixels;
}

static void compare(struct test *test, const char *name, const uint32_t *shown, const uint32_t *expected, size_t pixels)
{
    size_t wrong = 0;
    for (size_t i = 0; i < pixels; i++) {
        wrong += shown[i] != expected[i] ? 1 : 0;
    }
    test->pictures++;
    if (memcmp(shown, expected, 4 * pixels) != 0) {
        test->different++;
        fprintf(stderr, "%s: %s differs in %zu of %zu pixels\n", test->recording, name, wrong, pixels);
    }
}

static bool keep(void *user, viewer *self, const char *name, uint32_t width, uint32_t height, char *text, size_t size)
{
    struct test *test = user;
    char why[256] = "the viewer shows none of that size";
    /* Where nothing can be shown, such as a volume of a flat picture, the picture before stays. */
    const bool is_settled = viewer_settle(self, width, height, NULL) == SCREE_OK;
    uint32_t *shown = read_shown(self, width, height);
    uint32_t *expected = reference_draw(self, test->scalar, width, height, why, sizeof why);
    const bool is_compared = shown != NULL && expected != NULL && is_settled;
    const bool is_kept = shown != NULL && (expected == NULL) != is_settled;
    if (is_compared) {
        compare(test, name, shown, expected, (size_t)width * height);
    } else if (!is_kept) {
        snprintf(text, size, "picture %s: %s", name, why);
    }
    free(shown);
    free(expected);
    return is_kept;
}

static bool play(struct test *test, const char *name)
{
    char path[300];
    char text[512] = "";
    viewer *self = NULL;
    const viewer_start start = {.messages = test->messages, .device = test->device};
    const size_t before = test->different;
    snprintf(path, sizeof path, "%s%s", name, strstr(name, ".events") == NULL ? ".events" : "");
    test->recording = path;
    const bool is_played = viewer_create(&start, &self, text, sizeof text) == SCREE_OK &&
                           play_events(self, path, keep, test, WIDTH, HEIGHT, text, sizeof text);
    viewer_destroy(&self);
    if (!is_played) {
        fprintf(stderr, "%s: %s\n", path, text);
    }
    return is_played && test->different == before;
}

static int is_recording(const struct dirent *entry)
{
    const char *ending = strrchr(entry->d_name, '.');
    return ending != NULL && strcmp(ending, ".events") == 0;
}

static int play_all(struct test *test)
{
    struct dirent **entries = NULL;
    const int count = scandir(".", &entries, is_recording, alphasort);
    int failed = count < RECORDINGS_MIN ? 1 : 0;
    for (int i = 0; i < count; i++) {
        failed += play(test, entries[i]->d_name) ? 0 : 1;
        free(entries[i]);
    }
    free(entries);
    return failed;
}

static bool open_devices(struct test *test, const char *name)
{
    scree_device_params wanted = {.backend = SCREE_BACKEND_CPU};
    const scree_device_params plain = {.cpu_level = SCREE_CPU_LEVEL_SCALAR, .threads = 1};
    scree_context *context = viewer_messages_context(test->messages);
    for (int backend = 0; scree_backend_name((scree_backend)backend) != NULL; backend++) {
        wanted.backend = strcmp(scree_backend_name((scree_backend)backend), name) == 0 ? (scree_backend)backend
                                                                                       : wanted.backend;
    }
    return scree_device_open(context, &plain, &test->scalar) == SCREE_OK &&
           scree_device_open(context, &wanted, &test->device) == SCREE_OK;
}

int main(int count, char **texts)
{
    if (count < 3 || chdir(texts[1]) != 0) {
        fprintf(stderr, "usage: replay_test FOLDER cpu|vulkan|cuda [NAME...]\n");
        return EXIT_FAILURE;
    }
    struct test test = {.messages = viewer_messages_create()};
    int failed = 0;
    const bool is_open = open_devices(&test, texts[2]);
    if (is_open && count == 3) {
        failed = play_all(&test);
    }
    for (int i = 3; i < count && is_open; i++) {
        failed += play(&test, texts[i]) ? 0 : 1;
    }
    printf("%zu pictures were compared, %d recordings failed%s\n", test.pictures, failed,
           is_open ? "" : ": there is no such device");
    scree_device_close(&test.device);
    scree_device_close(&test.scalar);
    viewer_messages_destroy(&test.messages);
    return !is_open ? SKIPPED : failed == 0 && test.pictures > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
