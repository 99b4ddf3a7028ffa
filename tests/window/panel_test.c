/*
 * Pictures of the panel against references. Letters are those that are built in, yet Vulkan's drivers blend their edges
 * a little differently, so a mean difference of 1 of 255 steps is allowed, and of a hundred pixels one may be another.
 *
 *     panel_test FOLDER          compares with FOLDER/NAME.png
 *     panel_test FOLDER --renew  writes these
 */
#include "session_fixture.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MEAN_ALLOWED 1.0
#define SHARE_ALLOWED 0.01
#define OTHER 40

static const char *references;
static bool is_renewing;

/* Nothing but the sky beside the panel: what is drawn there is proven elsewhere. */
static const char before[] = "set threshold 2\nsettle\n";

static const struct {
    const char *name;
    const char *events;
} cases[] = {
    {"field", "size 344 420\nmove 100 134\npress left\nrelease left\nmove 340 10\nsettle\n"},
    {"expression", "size 344 560\nset expression clamp(terrace(perlin(octaves=3), steps=5), low=-0.5)\nsettle\n"
                   "move 100 134\npress left\nrelease left\nmove 340 10\nsettle\n"},
    {"light", "size 344 150\nset look light\nset kind cellular\nsettle\n"},
    {"particles", "size 344 350\nset particles 1\nset steps 0\nset scene particles\nsettle\n"},
    {"colours", "size 344 300\nmove 100 300\nwheel 0 -24\nframe\nframe\nframe\nsettle\n"},
    {"help", "size 480 300\nkey ?\nsettle\n"},
    {"save", "size 460 220\nkey ctrl+s\nsettle\n"},
    {"error", "size 700 120\nset threshold high\nsettle\n"},
    {"benchmark",
     "size 344 240\nmove 100 150\nwheel 0 -200\nframe\nframe\nframe\nmove 100 112\npress left\nrelease left\n"
     "frame\nframe\nwheel 0 -200\nframe\nframe\nmove 340 10\nsettle\n"},
};

/* RGB bytes of a file; free() them. */
static uint8_t *read_png(const char *path, size_t *bytes)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_file(&image, path)) {
        fail_msg("%s: %s", path, image.message);
    }
    image.format = PNG_FORMAT_RGB;
    *bytes = PNG_IMAGE_SIZE(image);
    uint8_t *pixels = malloc(*bytes);
    assert_non_null(pixels);
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    return pixels;
}

static void compare(const char *name, const uint8_t *found, const uint8_t *expected, size_t bytes)
{
    double sum = 0.0;
    size_t others = 0;
    for (size_t i = 0; i < bytes; i++) {
        const int difference = abs(found[i] - expected[i]);
        sum += difference;
        others += difference > OTHER;
    }
    const double mean = sum / (double)bytes;
    const double share = (double)others / (double)bytes;
    if (mean > MEAN_ALLOWED || share > SHARE_ALLOWED) {
        fail_msg("%s: the mean difference is %g, and a share of %g is another", name, mean, share);
    }
}

static void check_case(size_t number, const char *folder)
{
    char found_path[512];
    char expected_path[512];
    char picture[64];
    size_t found_bytes;
    size_t expected_bytes;
    session_fixture fixture = {.pictures = is_renewing ? references : folder};
    fixture_begin(&fixture);
    fixture_play(&fixture, before);
    fixture_play(&fixture, cases[number].events);
    snprintf(picture, sizeof picture, "picture %s\n", cases[number].name);
    fixture_play(&fixture, picture);
    fixture_end(&fixture);
    snprintf(found_path, sizeof found_path, "%s/%s.png", fixture.pictures, cases[number].name);
    snprintf(expected_path, sizeof expected_path, "%s/%s.png", references, cases[number].name);
    uint8_t *found = read_png(found_path, &found_bytes);
    uint8_t *expected = read_png(expected_path, &expected_bytes);
    assert_int_equal(found_bytes, expected_bytes);
    compare(cases[number].name, found, expected, found_bytes);
    free(found);
    free(expected);
    if (!is_renewing) {
        unlink(found_path);
    }
}

static void panels_look_as_they_did(void **unused)
{
    char folder[] = "/tmp/scree-panel-XXXXXX";
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_case(i, folder);
    }
    rmdir(folder);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(panels_look_as_they_did)};
    if (argc < 2) {
        fprintf(stderr, "usage: %s FOLDER [--renew]\n", argv[0]);
        return 2;
    }
    references = argv[1];
    is_renewing = argc > 2 && strcmp(argv[2], "--renew") == 0;
    return fixture_has_screen() ? cmocka_run_group_tests(tests, NULL, NULL) : FIXTURE_SKIPPED;
}
