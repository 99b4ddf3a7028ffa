/* Videos, made by programs that take the place of ffmpeg: what it is given, and what becomes of its failures. */
#include "formats_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WIDTH = 40, HEIGHT = 30, FRAMES = 5, FRAME_BYTES = 3 * WIDTH * HEIGHT };
enum { BIG_SIDE = 512 }; /* One frame of that size is more than a pipe holds. */

/* Where the programs lie. */
static char folder[] = "/tmp/scree-video.XXXXXX";
static char program[sizeof folder + sizeof "/ffmpeg"];
static char *usual_path;

static int make_folder(void **state)
{
    char path[4096];
    usual_path = strdup(getenv("PATH"));
    if (mkdtemp(folder) == NULL || usual_path == NULL) {
        return 1;
    }
    snprintf(program, sizeof program, "%s/ffmpeg", folder);
    snprintf(path, sizeof path, "%s:%s", folder, usual_path);
    setenv("PATH", path, 1);
    return formats_fixture_create(state);
}

static int remove_folder(void **state)
{
    unlink(program);
    rmdir(folder);
    setenv("PATH", usual_path, 1);
    free(usual_path);
    return formats_fixture_destroy(state);
}

/* Makes a shell script the program. */
static void install(const char *script)
{
    FILE *file = fopen(program, "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\n%s\n", script);
    fclose(file);
    assert_int_equal(chmod(program, 0700), 0);
}

/* A density of which each frame shows other counts. */
static scree_histogram make_density(uint32_t width, uint32_t height, uint64_t frame)
{
    scree_histogram density = {.width = width, .height = height};
    density.counts = malloc((size_t)width * height * sizeof *density.counts);
    assert_non_null(density.counts);
    for (uint64_t i = 0; i < (uint64_t)width * height; i++) {
        density.counts[i] = (i * 7 + frame * 3) % 40;
    }
    return density;
}

static scree_result write_frame(scree_writer *writer, const scree_histogram_params *look, uint32_t width,
                                uint32_t height, uint64_t frame)
{
    const uint64_t count = (uint64_t)width * height;
    scree_histogram density = make_density(width, height, frame);
    uint8_t *pixels = malloc((size_t)count * 3);
    scree_result result = scree_histogram_draw(fixture_context, look, &density, SCREE_TYPE_U8, pixels, NULL);
    if (result == SCREE_OK) {
        result = scree_writer_write(writer, pixels, count);
    }
    free(pixels);
    free(density.counts);
    return result;
}

/* Writes a video, and returns the first error. */
static scree_result write_video(const scree_writer_params *file, uint32_t width, uint32_t height)
{
    const scree_histogram_params look = {.exposure = SCREE_EXPOSURE_LINEAR, .white = 50.0};
    const scree_video_frames frames = {.count = FRAMES, .turn = 72.0, .steps = 9};
    scree_histogram density = make_density(width, height, 0);
    scree_writer *writer = NULL;
    scree_result result = scree_histogram_open_video(fixture_context, &look, &density, &frames, file, &writer);
    for (uint64_t frame = 0; frame < FRAMES && result == SCREE_OK; frame++) {
        result = write_frame(writer, &look, width, height, frame);
    }
    if (result == SCREE_OK) {
        result = scree_writer_finish(writer, NULL, NULL);
    }
    scree_writer_close(&writer);
    free(density.counts);
    return result;
}

static scree_result write_small(scree_format format, const char *path)
{
    const scree_writer_params file = {.path = path, .format = format};
    return write_video(&file, WIDTH, HEIGHT);
}

static void assert_text(const char *path, const char *expected)
{
    size_t size = 0;
    char *text = (char *)formats_load(path, &size);
    assert_string_equal(text, expected);
    free(text);
}

static const struct {
    scree_format format;
    const char *path;
    const char *files;
} videos[] = {{SCREE_FORMAT_MP4, "a.mp4", "a.mp4 a.mp4.json "},
              {SCREE_FORMAT_GIF, "a.gif", "a.gif a.gif.json "},
              {SCREE_FORMAT_WEBP, "a.webp", "a.webp a.webp.json "}};

/* A program that copies its input shows what it was given. */
static void the_program_reads_all_frames_in_order(void **state)
{
    const scree_histogram_params look = {.exposure = SCREE_EXPOSURE_LINEAR, .white = 50.0};
    install("cat");
    for (size_t i = 0; i < sizeof videos / sizeof videos[0]; i++) {
        uint8_t wanted[FRAME_BYTES];
        size_t size = 0;
        assert_int_equal(write_small(videos[i].format, videos[i].path), SCREE_OK);
        uint8_t *bytes = formats_load(videos[i].path, &size);
        assert_int_equal(size, FRAME_BYTES * FRAMES);
        for (uint64_t frame = 0; frame < FRAMES; frame++) {
            scree_histogram density = make_density(WIDTH, HEIGHT, frame);
            scree_histogram_draw(fixture_context, &look, &density, SCREE_TYPE_U8, wanted, NULL);
            assert_memory_equal(bytes + frame * FRAME_BYTES, wanted, FRAME_BYTES);
            free(density.counts);
        }
        assert_string_equal(formats_files(), videos[i].files);
        free(bytes);
        formats_fixture_clear(NULL);
    }
}

/* The sidecar describes a file that another program has written. */
static void the_sidecar_tells_of_the_file_and_of_the_frames(void **state)
{
    install("cat >/dev/null; printf 123456789");
    size_t size = 0;
    assert_int_equal(write_small(SCREE_FORMAT_GIF, "a.gif"), SCREE_OK);
    char *text = (char *)formats_load("a.gif.json", &size);
    assert_non_null(strstr(text, "\"data\": {\"bytes\": 9, \"crc32\": \"cbf43926\"}"));
    assert_non_null(strstr(text, "\"size\": [40, 30, 5]"));
    assert_non_null(strstr(text, "\"frame_rate\": 25"));
    assert_non_null(strstr(text, "\"picture\": {\"exposure\": \"linear\", \"white\": 50, \"gamma\": 1, \"background\": "
                                 "[0, 0, 0], \"frame_turn\": 72, \"frame_steps\": 9}"));
    free(text);
}

static void the_program_is_told_size_and_rate(void **state)
{
    install("cat >/dev/null; echo \"$@\"");
    const scree_writer_params file = {.path = "a.webp", .format = SCREE_FORMAT_WEBP, .frame_rate = 7, .threads = 3};
    assert_int_equal(write_video(&file, WIDTH, HEIGHT), SCREE_OK);
    assert_text(
        "a.webp",
        "-hide_banner -loglevel error -xerror -nostdin -y -f rawvideo -pixel_format rgb24 "
        "-video_size 40x30 -framerate 7 -i pipe:0 -threads 3 -frames:v 5 -c:v libwebp_anim -quality 90 -loop 0 -f webp "
        "file:/proc/self/fd/1\n");
}

static void a_failing_program_is_quoted(void **state)
{
    static const struct {
        const char *script;
        const char *message;
    } failures[] = {
        {"cat >/dev/null; echo bad >&2; echo pixels >&2; exit 3", "ffmpeg ended with status 3: bad pixels"},
        {"echo no such encoder >&2; exit 8", "ffmpeg ended with status 8: no such encoder"},
        {"cat >/dev/null; exit 1", "ffmpeg ended with status 1: it gave no reason"},
        {"kill -9 $$", "ffmpeg ended with status 137: it gave no reason"},
    };
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++) {
        char expected[200];
        install(failures[i].script);
        snprintf(expected, sizeof expected, "cannot write a.mp4: %s", failures[i].message);
        assert_int_equal(write_small(SCREE_FORMAT_MP4, "a.mp4"), SCREE_ERROR_IO);
        assert_string_equal(fixture_message, expected);
        assert_string_equal(formats_files(), "");
    }
}

static void a_program_that_reads_or_writes_nothing_is_no_success(void **state)
{
    const scree_writer_params file = {.path = "a.mp4", .format = SCREE_FORMAT_MP4};
    install("exit 0");
    assert_int_equal(write_video(&file, BIG_SIDE, BIG_SIDE), SCREE_ERROR_IO);
    assert_string_equal(fixture_message, "cannot write a.mp4: ffmpeg did not read all frames");
    assert_string_equal(formats_files(), "");
    install("cat >/dev/null");
    assert_int_equal(write_small(SCREE_FORMAT_MP4, "a.mp4"), SCREE_ERROR_IO);
    assert_string_equal(fixture_message, "cannot write a.mp4: the program that makes it wrote nothing");
    assert_string_equal(formats_files(), "");
}

static bool is_interrupted(void *user)
{
    (void)user;
    return access("pid", F_OK) == 0;
}

/* A program that never reads, and one that never ends. It must be gone afterwards. */
static void an_interrupt_ends_the_program(void **state)
{
    static const char *const scripts[] = {"echo $$ >new; mv new pid; exec sleep 1000",
                                          "cat >/dev/null; echo $$ >new; mv new pid; exec sleep 1000"};
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        const scree_writer_params file = {.path = "a.mp4", .format = SCREE_FORMAT_MP4, .interrupted = is_interrupted};
        install(scripts[i]);
        assert_int_equal(write_video(&file, BIG_SIDE, BIG_SIDE), SCREE_ERROR_CANCELLED);
        assert_string_equal(fixture_message, "writing a.mp4 was interrupted");
        size_t size = 0;
        char *text = (char *)formats_load("pid", &size);
        char process[64];
        snprintf(process, sizeof process, "/proc/%d", atoi(text));
        assert_true(size > 0 && access(process, F_OK) != 0);
        free(text);
        unlink("pid");
        assert_string_equal(formats_files(), "");
    }
}

static void a_missing_program_is_named(void **state)
{
    unlink(program);
    char *path = strdup(getenv("PATH"));
    setenv("PATH", folder, 1);
    const scree_result result = write_small(SCREE_FORMAT_WEBP, "a.webp");
    setenv("PATH", path, 1);
    free(path);
    assert_int_equal(result, SCREE_ERROR_UNSUPPORTED);
    assert_string_equal(fixture_message,
                        "cannot write a.webp: the program ffmpeg, which makes videos, was not found (PATH names the "
                        "folders of programs; Debian: ffmpeg)");
    assert_string_equal(formats_files(), "");
}

static void assert_refused(const scree_writer_params *file, uint32_t width, uint32_t height, const char *message)
{
    assert_int_equal(write_video(file, width, height), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, message);
    assert_string_equal(formats_files(), "");
}

static void what_is_no_video_is_refused(void **state)
{
    const scree_volume grey = {.axes = 3, .count = {4, 4, 4}, .type = SCREE_TYPE_U8, .source = SCREE_TYPE_U8};
    scree_writer_params file = {.path = "a.mp4", .format = SCREE_FORMAT_MP4};
    scree_writer *writer;
    install("cat");
    assert_refused(&file, WIDTH, HEIGHT + 1, "a.mp4: a frame has 40x31 pixels; the sides of an mp4 are even");
    assert_refused(&file, 16386, 2, "a.mp4: the field has 16386 samples along axis 0; mp4 holds at most 16384");
    assert_refused(&file, 16384, 16256,
                   "a.mp4: a frame has 16384x16256 pixels; with a margin of 128 on both sides, ffmpeg takes fewer than "
                   "268435456");
    file = (scree_writer_params){.path = "a.gif", .format = SCREE_FORMAT_GIF, .frame_rate = 51};
    assert_refused(&file, WIDTH, HEIGHT, "a.gif: frame_rate is 51; a gif shows at most 50 frames a second");
    file.frame_rate = SCREE_MAX_FRAME_RATE + 1;
    assert_refused(&file, WIDTH, HEIGHT, "frame_rate is 1001; it must be 1 to 1000, or 0");
    file = (scree_writer_params){.path = "a.png"};
    assert_refused(&file, WIDTH, HEIGHT, "a.png: png holds no video");
    file = (scree_writer_params){.path = "a.mp4", .format = SCREE_FORMAT_MP4, .volume = &grey};
    assert_int_equal(scree_writer_open(fixture_context, &file, &writer), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "a.mp4: mp4 holds frames in colours and nothing else");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_program_reads_all_frames_in_order, formats_fixture_clear),
        cmocka_unit_test_teardown(the_sidecar_tells_of_the_file_and_of_the_frames, formats_fixture_clear),
        cmocka_unit_test_teardown(the_program_is_told_size_and_rate, formats_fixture_clear),
        cmocka_unit_test_teardown(a_failing_program_is_quoted, formats_fixture_clear),
        cmocka_unit_test_teardown(a_program_that_reads_or_writes_nothing_is_no_success, formats_fixture_clear),
        cmocka_unit_test_teardown(an_interrupt_ends_the_program, formats_fixture_clear),
        cmocka_unit_test_teardown(what_is_no_video_is_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(a_missing_program_is_named, formats_fixture_clear),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
