/*
 * Videos in colours: MP4, GIF and WebP. The program ffmpeg makes them of frames, which it reads from a pipe. It writes
 * to the target's temporary file, which it gets as its standard output and opens again by the name that Linux gives to
 * that, because some of these files are not written from their beginning to their end.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "os.h"
#include "writer_internal.h"

#define OUTPUT "file:/proc/self/fd/1"
#define NUMBER_SIZE 48
#define MAX_ARGUMENTS 48
/* ffmpeg's last messages, which an error quotes. */
#define MESSAGE_SIZE 400

/* The greatest sides that encoders take. */
#define MP4_SIDE 16384
#define GIF_SIDE 65535
#define WEBP_SIDE 16383
/* The size of a picture that ffmpeg takes. */
#define MARGIN 128
#define MOST_PIXELS ((uint64_t)1 << 28)
#define GIF_RATE 50

/* H.264 with the matrix of high definition. It stores two colours for four pixels, so both sides are even. A quality of
   18 is one whose losses hardly anyone sees. The index comes first, so that players need not have the whole file. */
#define BT709 "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"
#define H264 "-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4"
static const char *const mp4_options[] = {"-vf", "scale=out_color_matrix=bt709", BT709, H264, NULL};
/* Each frame has the 256 colours that suit it best; those of all frames would keep the whole video in memory. */
#define PALETTES "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=sierra2_4a"
static const char *const gif_options[] = {"-filter_complex", PALETTES, "-c:v", "gif", "-loop", "0", "-f", "gif", NULL};
static const char *const webp_options[] = {"-c:v", "libwebp_anim", "-quality", "90", "-loop", "0", "-f", "webp", NULL};

typedef struct video_state {
    scree_os_process process;
    bool is_running;
    scree_os_patience patience;
} video_state;

static scree_result check_size(const scree_writer *writer, const char *path)
{
    const uint64_t *count = writer->content.count;
    const bool is_even = count[0] % 2 == 0 && count[1] % 2 == 0;
    if (writer->format == &scree_format_mp4 && !is_even) {
        return scree_fail(writer->context, SCREE_ERROR_INVALID,
                          "%s: a frame has %" PRIu64 "x%" PRIu64 " pixels; the sides of an mp4 are even", path,
                          count[0], count[1]);
    }
    if ((count[0] + MARGIN) * (count[1] + MARGIN) >= MOST_PIXELS) {
        return scree_fail(writer->context, SCREE_ERROR_INVALID,
                          "%s: a frame has %" PRIu64 "x%" PRIu64
                          " pixels; with a margin of %d on both sides, ffmpeg takes fewer than %" PRIu64,
                          path, count[0], count[1], MARGIN, MOST_PIXELS);
    }
    return SCREE_OK;
}

/* Delays between frames are whole hundredths of a second, and players take a single one for ten. */
static scree_result check_rate(const scree_writer *writer, const char *path)
{
    const bool is_gif = writer->format == &scree_format_gif;
    return !is_gif || writer->frame_rate <= GIF_RATE
               ? SCREE_OK
               : scree_fail(writer->context, SCREE_ERROR_INVALID,
                            "%s: frame_rate is %" PRIu32 "; a gif shows at most %d frames a second", path,
                            writer->frame_rate, GIF_RATE);
}

static scree_result plan(scree_writer *writer, scree_file_target_params *target)
{
    scree_result result = check_size(writer, target->path);
    result = result == SCREE_OK ? check_rate(writer, target->path) : result;
    if (result != SCREE_OK) {
        return result;
    }
    video_state *state = calloc(1, sizeof *state);
    if (state == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    state->patience = (scree_os_patience){.interrupted = target->interrupted, .user = target->interrupted_user};
    writer->format_state = state;
    target->seeks = true;
    target->needs_more = true;
    return SCREE_OK;
}

static void append_options(const char *arguments[MAX_ARGUMENTS], const char *const *options)
{
    size_t count = 0;
    while (arguments[count] != NULL) {
        count++;
    }
    for (; *options != NULL; options++) {
        arguments[count++] = *options;
    }
    arguments[count] = NULL;
}

static const char *const *options_of(const scree_writer *writer)
{
    return writer->format == &scree_format_mp4   ? mp4_options
           : writer->format == &scree_format_gif ? gif_options
                                                 : webp_options;
}

static int start_program(scree_writer *writer)
{
    static const char *const head[] = {"ffmpeg", "-hide_banner", "-loglevel", "error",         "-xerror", "-nostdin",
                                       "-y",     "-f",           "rawvideo",  "-pixel_format", "rgb24",   NULL};
    static const char *const tail[] = {OUTPUT, NULL};
    const uint64_t *count = writer->content.count;
    video_state *state = writer->format_state;
    const char *arguments[MAX_ARGUMENTS] = {NULL};
    char size[NUMBER_SIZE];
    char rate[NUMBER_SIZE];
    char threads[NUMBER_SIZE];
    char frames[NUMBER_SIZE];
    snprintf(size, sizeof size, "%" PRIu64 "x%" PRIu64, count[0], count[1]);
    snprintf(rate, sizeof rate, "%" PRIu32, writer->frame_rate);
    snprintf(threads, sizeof threads, "%" PRIu32, writer->threads);
    snprintf(frames, sizeof frames, "%" PRIu64, count[2]);
    /* By the number of frames the program need not wait for the end of the pipe, which a child of this process may
       keep. */
    const char *const input[] = {"-video_size", size,    "-framerate", rate,   "-i", "pipe:0",
                                 "-threads",    threads, "-frames:v",  frames, NULL};
    append_options(arguments, head);
    append_options(arguments, input);
    append_options(arguments, options_of(writer));
    append_options(arguments, tail);
    return scree_os_process_start(arguments, scree_file_target_handle(writer->target), &state->process);
}

static scree_result fail_io(const scree_writer *writer, const char *what, int error)
{
    return scree_fail(writer->context, SCREE_ERROR_IO, "cannot write %s: %s: %s",
                      scree_file_target_path(writer->target), what, strerror(error));
}

static scree_result start(scree_writer *writer)
{
    video_state *state = writer->format_state;
    int error = start_program(writer);
    state->is_running = error == 0;
    if (error == ENOENT) {
        return scree_fail(writer->context, SCREE_ERROR_UNSUPPORTED,
                          "cannot write %s: the program ffmpeg, which makes videos, was not found (PATH names the "
                          "folders of programs; Debian: ffmpeg)",
                          scree_file_target_path(writer->target));
    }
    return error == 0 ? SCREE_OK : fail_io(writer, "starting ffmpeg", error);
}

/* Reads the program's last messages, as one line. */
static void read_messages(const video_state *state, char text[MESSAGE_SIZE])
{
    scree_os_file_info info = {.bytes = 0};
    size_t size = 0;
    const uint64_t kept = MESSAGE_SIZE - 1;
    scree_os_file_describe(state->process.messages, &info);
    scree_os_file_read(state->process.messages, text, (size_t)kept, info.bytes > kept ? info.bytes - kept : 0, &size);
    while (size > 0 && (text[size - 1] == '\n' || text[size - 1] == '\r')) {
        size--;
    }
    text[size] = '\0';
    for (size_t i = 0; i < size; i++) {
        text[i] = text[i] == '\n' || text[i] == '\r' ? ' ' : text[i];
    }
}

static scree_result fail_interrupted(const scree_writer *writer)
{
    return scree_fail(writer->context, SCREE_ERROR_CANCELLED, "writing %s was interrupted",
                      scree_file_target_path(writer->target));
}

/* Waits until the program has ended, which it must have done with success. */
static scree_result finish_program(scree_writer *writer)
{
    video_state *state = writer->format_state;
    char messages[MESSAGE_SIZE];
    int status = 0;
    int error = scree_os_process_finish(&state->process, &state->patience, &status);
    if (error != 0) {
        return error == ECANCELED ? fail_interrupted(writer) : fail_io(writer, "waiting for ffmpeg", error);
    }
    if (status == 0) {
        return SCREE_OK;
    }
    read_messages(state, messages);
    return scree_fail(writer->context, SCREE_ERROR_IO, "cannot write %s: ffmpeg ended with status %d: %s",
                      scree_file_target_path(writer->target), status,
                      messages[0] != '\0' ? messages : "it gave no reason");
}

/* A pipe that has no reader any more: the program has ended before it had all frames. */
static scree_result fail_early_end(scree_writer *writer)
{
    scree_result result = finish_program(writer);
    return result != SCREE_OK
               ? result
               : scree_fail(writer->context, SCREE_ERROR_IO, "cannot write %s: ffmpeg did not read all frames",
                            scree_file_target_path(writer->target));
}

static scree_result write_pixels(scree_writer *writer, const void *data, uint64_t count)
{
    const video_state *state = writer->format_state;
    const size_t bytes = (size_t)count * scree_content_sample_bytes(&writer->content);
    int error = scree_os_file_write(state->process.input, data, bytes, -1, true, &state->patience);
    return error == 0           ? SCREE_OK
           : error == ECANCELED ? fail_interrupted(writer)
           : error == EPIPE     ? fail_early_end(writer)
                                : fail_io(writer, "ffmpeg", error);
}

static scree_result finish(scree_writer *writer, const scree_range *mapped, const scree_range *measured)
{
    (void)mapped;
    (void)measured;
    scree_result result = finish_program(writer);
    return result == SCREE_OK ? scree_file_target_take_over(writer->target) : result;
}

static void close_state(scree_writer *writer)
{
    video_state *state = writer->format_state;
    if (state != NULL && state->is_running) {
        scree_os_process_close(&state->process);
    }
    free(state);
}

#define VIDEO_ROW(NAME, EXTENSION, SIDE, DESCRIPTION)                                                \
    {                                                                                                \
        .info =                                                                                      \
            {                                                                                        \
                .name = NAME,                                                                        \
                .extensions = EXTENSION,                                                             \
                .description = DESCRIPTION,                                                          \
                .types = SCREE_TYPE_BIT(SCREE_TYPE_U8),                                              \
                .preferred = SCREE_TYPE_U8,                                                          \
                .max_axes = 3,                                                                       \
                .max_side = SIDE,                                                                    \
                .is_written = true,                                                                  \
                .is_video = true,                                                                    \
                .has_sidecar = true,                                                                 \
            },                                                                                       \
        .plan = plan, .start = start, .write = write_pixels, .finish = finish, .close = close_state, \
    }

const scree_format_row scree_format_mp4 = VIDEO_ROW("mp4", ".mp4", MP4_SIDE, "video (H.264), by the program ffmpeg");
const scree_format_row scree_format_gif =
    VIDEO_ROW("gif", ".gif", GIF_SIDE, "endless animation of 256 colours a frame, by the program ffmpeg");
const scree_format_row scree_format_webp =
    VIDEO_ROW("webp", ".webp", WEBP_SIDE, "endless animation with small losses, by the program ffmpeg");
