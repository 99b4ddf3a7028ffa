/*
 * Plays recorded interactions on the CPU and on another device, and compares all pictures that they keep, byte for
 * byte.
 *
 *     replay_test FOLDER BACKEND [EVERY]
 *
 * Of the folder's recordings, each EVERY-th is played. BACKEND is "vulkan" or "cuda"; without such a device there is
 * nothing to compare with and the test says so by 77.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play.h"
#include "saving.h"
#include "viewer.h"

#define PICTURES_MAX 16
#define RECORDINGS_MAX 256
#define SKIPPED 77
#define WIDTH 96
#define HEIGHT 54

struct picture_kept {
    char name[64];
    uint32_t width;
    uint32_t height;
    uint32_t *pixels;
};

struct album {
    struct picture_kept pictures[PICTURES_MAX];
    size_t count;
};

static bool keep(void *user, viewer *self, const char *name, uint32_t width, uint32_t height, char *text, size_t size)
{
    struct album *album = user;
    viewer_settle(self, width, height, NULL); /* Without a field that can be shown, the picture before stays. */
    const viewer_pixels shown = viewer_picture(self);
    const size_t bytes = 4 * (size_t)shown.width * shown.height;
    uint32_t *pixels = malloc(bytes);
    if (album->count == PICTURES_MAX || pixels == NULL || shown.buffer == NULL ||
        scree_buffer_read(shown.buffer, 0, bytes, pixels) != SCREE_OK) {
        snprintf(text, size, "picture %s cannot be kept", name);
        free(pixels);
        return false;
    }
    struct picture_kept *kept = &album->pictures[album->count++];
    *kept = (struct picture_kept){.width = shown.width, .height = shown.height, .pixels = pixels};
    snprintf(kept->name, sizeof kept->name, "%s", name);
    return true;
}

static void clear(struct album *album)
{
    for (size_t i = 0; i < album->count; i++) {
        free(album->pictures[i].pixels);
    }
    album->count = 0;
}

static bool play(viewer_messages *messages, scree_device *device, const char *path, struct album *album)
{
    viewer *self = NULL;
    char text[512] = "";
    const viewer_start start = {.messages = messages, .device = device};
    const bool is_played = viewer_create(&start, &self, text, sizeof text) == SCREE_OK &&
                           play_events(self, path, keep, album, WIDTH, HEIGHT, text, sizeof text);
    viewer_destroy(&self);
    if (!is_played) {
        fprintf(stderr, "%s: %s\n", path, text);
    }
    return is_played;
}

static bool compare_pictures(const char *path, const struct picture_kept *expected, const struct picture_kept *actual)
{
    if (expected->width != actual->width || expected->height != actual->height) {
        fprintf(stderr, "%s: %s has %u x %u pixels on one device, %u x %u on the other\n", path, expected->name,
                expected->width, expected->height, actual->width, actual->height);
        return false;
    }
    const size_t pixels = (size_t)expected->width * expected->height;
    size_t different = 0;
    for (size_t i = 0; i < pixels; i++) {
        different += expected->pixels[i] != actual->pixels[i] ? 1 : 0;
    }
    if (different > 0) {
        fprintf(stderr, "%s: %s differs in %zu of %zu pixels\n", path, expected->name, different, pixels);
    }
    return different == 0;
}

static bool compare(const char *path, const struct album *expected, const struct album *actual)
{
    bool is_equal = expected->count == actual->count && expected->count > 0;
    if (!is_equal) {
        fprintf(stderr, "%s: %zu and %zu pictures\n", path, expected->count, actual->count);
    }
    for (size_t i = 0; i < expected->count && i < actual->count; i++) {
        is_equal = compare_pictures(path, &expected->pictures[i], &actual->pictures[i]) && is_equal;
    }
    return is_equal;
}

static bool test_recording(viewer_messages *messages, scree_device *devices[2], const char *path, size_t *pictures)
{
    struct album albums[2] = {{.count = 0}, {.count = 0}};
    const bool is_played = play(messages, devices[0], path, &albums[0]) && play(messages, devices[1], path, &albums[1]);
    const bool is_equal = is_played && compare(path, &albums[0], &albums[1]);
    *pictures += albums[0].count;
    clear(&albums[0]);
    clear(&albums[1]);
    return is_equal;
}

static int is_recording(const struct dirent *entry)
{
    const char *ending = strrchr(entry->d_name, '.');
    return ending != NULL && strcmp(ending, ".events") == 0;
}

static int test_all(viewer_messages *messages, scree_device *devices[2], int every)
{
    struct dirent **entries = NULL;
    const int count = scandir(".", &entries, is_recording, alphasort);
    int failed = 0;
    size_t pictures = 0;
    for (int i = 0; i < count; i++) {
        if (i % every == 0) {
            failed += test_recording(messages, devices, entries[i]->d_name, &pictures) ? 0 : 1;
        }
        free(entries[i]);
    }
    free(entries);
    printf("%d recordings, of which every %d. was played, with %zu pictures; %d failed\n", count, every, pictures,
           failed);
    return failed == 0 && count >= 60 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static scree_backend backend_of(const char *name)
{
    return strcmp(name, "cuda") == 0 ? SCREE_BACKEND_CUDA : SCREE_BACKEND_VULKAN;
}

int main(int count, char **texts)
{
    const int every = count == 4 ? atoi(texts[3]) : 1;
    if (count < 3 || count > 4 || every < 1 || chdir(texts[1]) != 0) {
        fprintf(stderr, "usage: replay_test FOLDER vulkan|cuda [EVERY]\n");
        return EXIT_FAILURE;
    }
    viewer_messages *messages = viewer_messages_create();
    scree_context *context = viewer_messages_context(messages);
    scree_device *devices[2] = {NULL, NULL};
    const scree_device_params other = {.backend = backend_of(texts[2])};
    int code = EXIT_FAILURE;
    if (scree_device_open(context, &other, &devices[1]) != SCREE_OK) {
        printf("there is no %s device\n", texts[2]);
        code = SKIPPED;
    } else if (scree_device_open(context, NULL, &devices[0]) == SCREE_OK) {
        code = test_all(messages, devices, every);
    }
    scree_device_close(&devices[0]);
    scree_device_close(&devices[1]);
    viewer_messages_destroy(&messages);
    return code;
}
