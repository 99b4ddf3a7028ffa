/*
 * The command line of scree-viewer. Its own options are one table; every parameter of the view and of noise is an
 * option besides, from the tables that describe them.
 */
#ifndef VIEWER_OPTIONS_H
#define VIEWER_OPTIONS_H

#include "viewer.h"

/* The options of a start. Texts are borrowed from argv. */
struct viewer_options {
    const char *path;      /* Operand; NULL = none. */
    const char *recipe;    /* JSON. */
    const char *recipe_of; /* A file. */
    int preset;            /* The number of a preset; -1 = none. */
    const char *compare;   /* A file. */
    const char *output;
    const char *pictures; /* A folder. */
    const char *play;
    const char *record;
    scree_device_params device;
    uint64_t memory;
    uint32_t width;
    uint32_t height;
    uint32_t frames; /* The frames of a turntable; 0 = no video. */
    double seconds;  /* The length of a turntable, instead of frames; 0 = not given. */
    uint32_t rate;
    uint32_t times; /* Frames that are timed; 0 = none. */
    bool is_watching;
    bool prints_help;
    bool prints_manual;
    bool prints_version;
    bool prints_bindings;
    bool prints_view;
    bool prints_command;
    bool is_full_screen;
    bool is_offscreen;        /* The contents of the window are drawn in memory. */
    bool is_plain;            /* The window is drawn without Vulkan. */
    const char *font;         /* A file; NULL = the system's. */
    double scale;             /* The scale of letters and widgets; 0 = as the display says. */
    viewer_setting *settings; /* Allocated, one for each argument at most. */
    size_t setting_count;
};

/* Reads a command line. Prints one line and returns an exit code other than 0 on an error. */
int options_read(struct viewer_options *options, int count, char **texts);
void options_free(struct viewer_options *options);

/* Whether nothing that was asked for needs a window. */
bool options_are_headless(const struct viewer_options *options);

void options_print_help(void);
/* The manual page as scdoc text. */
void options_print_manual(void);

#endif
