#include "headless.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../scree/command.h"
#include "../scree/message.h"
#include "../scree/signals.h"
#include "begin.h"
#include "parameter_value.h"
#include "play.h"
#include "saving.h"
#include "timing.h"

static int fail(const char *text)
{
    message_error("%s", text);
    return EXIT_CODE_FAILED;
}

static int print_view(const viewer *self)
{
    char value[PARAMETER_TEXT];
    for (size_t number = 0; viewer_view_parameter(number) != NULL; number++) {
        parameter_print(viewer_view_parameter(number), &viewer_get_state(self)->view, value, sizeof value);
        printf("set %s %s\n", viewer_view_parameter(number)->name, value);
    }
    return EXIT_CODE_OK;
}

static int print_command(const viewer *self, const struct viewer_options *options)
{
    const char *output = options->output != NULL ? options->output : "view.png";
    char *command = viewer_command(self, options->width, options->height, output);
    if (command == NULL) {
        return fail("no command draws this picture, or there is no memory for it");
    }
    printf("%s\n", command);
    free(command);
    return EXIT_CODE_OK;
}

static int print_times(viewer *self, const struct viewer_options *options)
{
    static const char *const names[TIMING_PARTS] = {"field", "prepare", "draw", "frame"};
    char text[512];
    struct timing timing;
    viewer_status status;
    viewer_get_status(self, &status);
    if (!timing_run(self, options->width, options->height, options->times, &timing, text, sizeof text)) {
        return fail(text);
    }
    printf("%s on %s, %s: %" PRIu64 " x %" PRIu64 " x %" PRIu64 " samples, %u x %u pixels, %u frames\n",
           viewer_scene_name(viewer_get_state(self)->view.scene), scree_backend_name(status.device.backend),
           status.device.name, timing.count[0], timing.count[1], timing.count[2], options->width, options->height,
           options->times);
    printf("%-8s %9s %9s %9s\n", "ms", "median", "least", "greatest");
    for (int part = 0; part < TIMING_PARTS; part++) {
        const struct bench_times *times = &timing.parts[part];
        printf("%-8s %9.3f %9.3f %9.3f\n", names[part], 1e3 * times->median, 1e3 * times->minimum,
               1e3 * times->maximum);
    }
    return EXIT_CODE_OK;
}

/* A view that is shown coarser than it was meant is no error, but nobody should take it for the other. */
static void warn_of_level(const viewer *self)
{
    viewer_status status;
    viewer_get_status(self, &status);
    if (status.level_note[0] != '\0') {
        message_warning("%s; drawn with %" PRIu64 " x %" PRIu64 " x %" PRIu64, status.level_note, status.level[0],
                        status.level[1], status.level[2]);
    }
}

static void warn_of_notes(const viewer *self)
{
    viewer_status status;
    viewer_get_status(self, &status);
    for (size_t i = 0; i < VIEWER_NOTES; i++) {
        if (status.notes[i][0] != '\0') {
            message_warning("%s", status.notes[i]);
        }
    }
}

static int write_picture(viewer *self, const struct viewer_options *options)
{
    char text[512];
    const scree_result result =
        saving_picture(self, options->output, options->width, options->height, text, sizeof text);
    if (result != SCREE_OK) {
        message_error("%s", text);
        return result == SCREE_ERROR_INVALID ? EXIT_CODE_USAGE : EXIT_CODE_FAILED;
    }
    warn_of_level(self);
    return EXIT_CODE_OK;
}

static int write_frames(viewer *self)
{
    char text[512];
    int64_t left = 1;
    while (left > 0) {
        if (signals_interrupted()) {
            message_error("interrupted");
            return EXIT_CODE_INTERRUPTED;
        }
        left = viewer_record_next(self, text, sizeof text);
    }
    return left == 0 ? EXIT_CODE_OK : fail(text);
}

static int write_video(viewer *self, const struct viewer_options *options)
{
    char text[512];
    const double frames = options->frames > 0 ? options->frames : ceil(options->seconds * options->rate);
    if (!viewer_record_start(self, options->output, options->width, options->height, (uint32_t)frames, options->rate,
                             text, sizeof text)) {
        return fail(text);
    }
    const int code = write_frames(self);
    return viewer_record_end(self, text, sizeof text) ? code : fail(text);
}

static int write_output(viewer *self, const struct viewer_options *options)
{
    const bool is_video = options->frames > 0 || options->seconds > 0;
    const int code = is_video ? write_video(self, options) : write_picture(self, options);
    if (code == EXIT_CODE_OK) {
        warn_of_notes(self);
    }
    return code;
}

static int play(viewer *self, const struct viewer_options *options)
{
    char text[512];
    char *folder = options->pictures != NULL ? strdup(options->pictures) : NULL;
    const bool is_played = play_events(self, options->play, folder != NULL ? play_keep_file : NULL, folder,
                                       options->width, options->height, text, sizeof text);
    free(folder);
    return is_played ? EXIT_CODE_OK : fail(text);
}

static int run(viewer *self, const struct viewer_options *options)
{
    int code = options->play != NULL ? play(self, options) : EXIT_CODE_OK;
    if (code == EXIT_CODE_OK && options->prints_view) {
        code = print_view(self);
    }
    if (code == EXIT_CODE_OK && options->prints_command) {
        return print_command(self, options);
    }
    if (code == EXIT_CODE_OK && options->times > 0) {
        code = print_times(self, options);
    }
    if (code == EXIT_CODE_OK && options->output != NULL) {
        code = write_output(self, options);
    }
    return code;
}

int headless_run(const struct viewer_options *options, viewer_messages *messages)
{
    viewer *self = NULL;
    viewer_start start;
    scree_recipe recipe;
    struct recipe_scene scene;
    char text[512];
    signals_watch();
    int code = begin_start(options, messages, &recipe, &scene, &start);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    const scree_result result = viewer_create(&start, &self, text, sizeof text);
    if (result != SCREE_OK) {
        message_error("%s", text);
        return result == SCREE_ERROR_INVALID ? EXIT_CODE_USAGE : EXIT_CODE_FAILED;
    }
    code = run(self, options);
    viewer_destroy(&self);
    return code;
}
