#include "headless.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../scree/command.h"
#include "../scree/message.h"
#include "../scree/signals.h"
#include "parameter_value.h"
#include "play.h"
#include "saving.h"
#include "timing.h"

static int fail(const char *text)
{
    message_error_lines(text);
    return EXIT_CODE_FAILED;
}

static int fail_by(scree_result result, const char *text)
{
    const int code = fail(text);
    return result == SCREE_ERROR_INVALID ? EXIT_CODE_USAGE : code;
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
    const char *output = options->values[OPTION_OUTPUT].given ? options->values[OPTION_OUTPUT].text : "view.png";
    char *command = viewer_command(self, options->width, options->height, output);
    if (command == NULL) {
        return fail("no command draws this picture, or there is no memory for it");
    }
    printf("%s\n", command);
    free(command);
    return EXIT_CODE_OK;
}

static int write_picture(viewer *self, const struct viewer_options *options)
{
    char text[512];
    viewer_status status;
    const scree_result result =
        saving_picture(self, options->values[OPTION_OUTPUT].text, options->width, options->height, text, sizeof text);
    if (result != SCREE_OK) {
        return fail_by(result, text);
    }
    /* A view that is coarser than it was meant is no error, but it should not be taken for the other. */
    viewer_get_status(self, &status);
    if (status.level_note[0] != '\0') {
        message_warning("%s; drawn with %" PRIu64 " x %" PRIu64 " x %" PRIu64, status.level_note, status.level[0],
                        status.level[1], status.level[2]);
    }
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
    const struct option_value *values = options->values;
    const double frames = values[OPTION_FRAMES].given ? (double)values[OPTION_FRAMES].whole
                                                      : ceil(values[OPTION_TURNTABLE].reals[0] * options->rate);
    if (!viewer_record_start(self, values[OPTION_OUTPUT].text, options->width, options->height, (uint32_t)frames,
                             options->rate, text, sizeof text)) {
        return fail(text);
    }
    const int code = write_frames(self);
    return viewer_record_end(self, text, sizeof text) ? code : fail(text);
}

static int write_output(viewer *self, const struct viewer_options *options)
{
    const int code = options_make_video(options) ? write_video(self, options) : write_picture(self, options);
    viewer_status status;
    viewer_get_status(self, &status);
    for (size_t i = 0; i < VIEWER_NOTES && code == EXIT_CODE_OK; i++) {
        if (status.notes[i][0] != '\0') {
            message_warning("%s", status.notes[i]);
        }
    }
    return code;
}

static int play(viewer *self, const struct viewer_options *options)
{
    char text[512];
    char *folder = (char *)options->values[OPTION_PICTURES].text; /* play_keep_file() only reads it. */
    return play_events(self, options->values[OPTION_PLAY].text, folder != NULL ? play_keep_file : NULL, folder,
                       options->width, options->height, text, sizeof text)
               ? EXIT_CODE_OK
               : fail(text);
}

static int run(viewer *self, const struct viewer_options *options)
{
    char text[512];
    const struct option_value *values = options->values;
    int code = values[OPTION_PLAY].given ? play(self, options) : EXIT_CODE_OK;
    if (code == EXIT_CODE_OK && values[OPTION_PRINT_VIEW].given) {
        code = print_view(self);
    }
    if (code == EXIT_CODE_OK && values[OPTION_COPY_COMMAND].given) {
        return print_command(self, options);
    }
    if (code == EXIT_CODE_OK && values[OPTION_TIME].given) {
        const uint32_t frames = (uint32_t)values[OPTION_TIME].whole;
        code = timing_print(self, options->width, options->height, frames, text, sizeof text) ? EXIT_CODE_OK
                                                                                              : fail(text);
    }
    if (code == EXIT_CODE_OK && values[OPTION_OUTPUT].given) {
        code = write_output(self, options);
    }
    return code;
}

int headless_run(const struct viewer_options *options, const viewer_start *start)
{
    viewer *self = NULL;
    char text[512];
    const scree_result result = viewer_create(start, &self, text, sizeof text);
    if (result != SCREE_OK) {
        return fail_by(result, text);
    }
    const int code = run(self, options);
    viewer_destroy(&self);
    return code;
}
