/*
 * The command line of scree-viewer. Its own options are one table; every parameter of the view and of noise is an
 * option besides, from the tables that describe them.
 */
#ifndef VIEWER_OPTIONS_H
#define VIEWER_OPTIONS_H

#include "../scree/option.h"
#include "viewer.h"

/* The program's own options; those of parameters of the field and of the view follow. */
enum {
    OPTION_RECIPE,
    OPTION_EXPRESSION,
    OPTION_EXPRESSION_FILE,
    OPTION_PRESET,
    OPTION_COMPARE,
    OPTION_OUTPUT,
    OPTION_SIZE,
    OPTION_FRAMES,
    OPTION_TURNTABLE,
    OPTION_FRAME_RATE,
    OPTION_TIME,
    OPTION_PLAY,
    OPTION_PICTURES,
    OPTION_RECORD,
    OPTION_DEVICE,
    OPTION_THREADS,
    OPTION_MEMORY,
    OPTION_RECIPE_OF,
    OPTION_KEEP_FINE_OCTAVES,
    OPTION_NO_WATCH,
    OPTION_FULL_SCREEN,
    OPTION_OFFSCREEN,
    OPTION_PLAIN,
    OPTION_FONT,
    OPTION_UI_SCALE,
    OPTION_PRINT_VIEW,
    OPTION_COPY_COMMAND,
    OPTION_LIST_BINDINGS,
    OPTION_VERSION,
    OPTION_HELP,
    OPTION_MANUAL,
    OWN_OPTIONS
};

/* The options of a start. Texts are borrowed from argv. */
struct viewer_options {
    struct option_value values[OWN_OPTIONS];
    const char *path; /* Operand; NULL = none. */
    uint32_t width;   /* --size. */
    uint32_t height;
    uint32_t rate;            /* --frame-rate. */
    viewer_setting *settings; /* Allocated, one for each argument at most. */
    size_t setting_count;
};

/* Reads a command line. Prints one line and returns an exit code other than 0 on an error. */
int options_read(struct viewer_options *options, int count, char **texts);
void options_free(struct viewer_options *options);

/* Whether a video is asked for, and whether nothing that is asked for needs a window. */
bool options_make_video(const struct viewer_options *options);
bool options_are_headless(const struct viewer_options *options);

void options_print_help(void);
/* The manual page as scdoc text. */
void options_print_manual(void);

#endif
