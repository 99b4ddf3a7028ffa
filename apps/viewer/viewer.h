/*
 * The viewer without its window: what is shown, how it is made and drawn, what people do to it. A window, a replay of
 * recorded events and the headless program all drive it by this interface.
 *
 * Fields are made and pictures are drawn on a thread of the viewer's own, in steps of some milliseconds, so that no
 * call here waits for a device unless it says so. Thread-safety: all calls come from one thread.
 */
#ifndef VIEWER_VIEWER_H
#define VIEWER_VIEWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/scree.h>

#include "messages.h"
#include "view.h"
#include "viewer_types.h"

struct viewer_event;

/* A parameter and its value as text, as viewer_set() takes them. */
typedef struct viewer_setting {
    char name[64];
    const char *value;
} viewer_setting;

/* The value that a list gives a parameter last; NULL where it gives none. */
const char *viewer_setting_find(const viewer_setting *settings, size_t count, const char *name);

/* The settings that a viewer starts with. Borrowed during viewer_create() only, but for messages and device. */
typedef struct viewer_start {
    viewer_messages *messages; /* Required. */
    /* The device, which the caller closes after viewer_destroy(); NULL = open the one of `device_params`. */
    scree_device *device;
    scree_device_params device_params;
    uint64_t memory_limit;            /* Bytes of samples that may be used at most; 0 = what the device has. */
    bool wants_host_pixels;           /* viewer_picture() gives pixels in host memory, too. Always so on the CPU. */
    const scree_recipe *recipe;       /* The field; NULL = the first preset. */
    const struct recipe_scene *scene; /* How the recipe is shown; NULL = as any one. */
    const char *expression;           /* Shown instead of the noise of the recipe; NULL = none. */
    const char *expression_name;      /* Its name in messages. */
    const char *expression_path;      /* The file that it comes from; NULL = none. */
    bool is_preset;                   /* The recipe is that of a preset, which gives way to the settings. */
    const char *path;                 /* A file to open instead (viewer_open()); NULL = none. */
    const scree_recipe *second;       /* A field to compare with; NULL = none. */
    const char *second_path;          /* Or a file with samples or a recipe. */
    const viewer_view *view;          /* NULL = the default for the recipe. */
    /* Parameters that are set before anything is shown; an invalid one is an error. Those of the field are judged
       together. */
    const viewer_setting *settings;
    size_t setting_count;
    bool watches; /* A recipe file that changes is read again. */
} viewer_start;

/*
 * On an error `*made` is NULL and `text` says why. An invalid recipe file is an error here; later, it leaves the
 * last good field.
 */
scree_result viewer_create(const viewer_start *start, viewer **made, char *text, size_t size);
/* Ends all work, at most some milliseconds of it, and frees everything. */
void viewer_destroy(viewer **self);

const viewer_state *viewer_get_state(const viewer *self);
/* The struct of a state that a parameter of the view or of the noise is in (parameter_value.h). It can be changed where
   the state can be. */
void *viewer_values(const scree_parameter *row, const viewer_state *state);
/*
 * Takes over a copy of the state in which a parameter has another value. Successive calls for one parameter are one
 * step of undo, until viewer_end_step(). On an error nothing changes, `text` receives a message that names parameter,
 * value and limits, and the result is false.
 */
bool viewer_set_value(viewer *self, const scree_parameter *row, const viewer_state *wanted, char *text, size_t size);
/* Does the same for a parameter by its name, from its text as flags take it; also "preset". */
bool viewer_set(viewer *self, const char *name, const char *value, char *text, size_t size);
/* The text of a parameter's value. */
void viewer_print(const scree_parameter *row, const viewer_state *state, char *text, size_t size);
/* The same by name; false where no parameter of the view or of the noise has it. */
bool viewer_get(const viewer *self, const char *name, char *text, size_t size);
/* Ends a step of undo: a slider was let go, a button was pressed. False where none was under way. */
bool viewer_end_step(viewer *self);
bool viewer_can_undo(const viewer *self);
bool viewer_can_redo(const viewer *self);
/* Makes the current state the first one: undo goes no further back. */
void viewer_forget_steps(viewer *self);
void viewer_undo(viewer *self);
void viewer_redo(viewer *self);

/* A range that suits a slider of a parameter of the view or the recipe; within the limits of its row. */
void viewer_slider_range(const viewer *self, const scree_parameter *parameter, double *low, double *high);

/* Replaces the recipe by text (JSON, as recipe.h has it); `name` is for messages. False and a message on an error. */
bool viewer_set_recipe(viewer *self, const char *json, const char *name, char *text, size_t size);
/* Shows the field of an expression (expression.h). False and a message on an error, which has several lines. */
bool viewer_set_expression(viewer *self, const char *expression, char *text, size_t size);
/* The noise of the recipe as an expression, to be freed with scree_recipe_text_free(). NULL and a message on an error.
 */
char *viewer_noise_expression(const viewer *self, char *text, size_t size);
/* The expression that is shown; NULL = none. */
const char *viewer_get_expression(const viewer *self);
/* Shows a preset of the command by its name. */
bool viewer_set_preset(viewer *self, const char *name, char *text, size_t size);
/* Opens a file: a recipe, an image or a volume. It is read before the call returns. False and a message on an error. */
bool viewer_open(viewer *self, const char *path, char *text, size_t size);
/*
 * Shows the field that an algorithm of the benchmark makes with a number of octaves, such as "optimised 4", or, for
 * "none", the noise of the recipe again. The device makes it before the call returns, some times within a fifth of a
 * second. False and a message on an error.
 */
bool viewer_set_algorithm(viewer *self, const char *value, char *text, size_t size);
/* The algorithm whose field is shown; NULL = none. */
const viewer_algorithm *viewer_get_algorithm(const viewer *self);
/* The contents that are shown instead of the noise of the recipe. */
typedef enum viewer_cover {
    VIEWER_COVER_NONE = 0,
    VIEWER_COVER_PARTICLES,
    VIEWER_COVER_ALGORITHM,
    VIEWER_COVER_SAMPLES, /* The samples of a file. */
    VIEWER_COVER_RECIPE,  /* The samples of a file that holds its recipe. */
    VIEWER_COVER_EXPRESSION
} viewer_cover;
viewer_cover viewer_find_cover(const viewer *self);

/* Another device. Everything is rebuilt. On an error the old one stays. NULL opens the one of `params`. */
bool viewer_set_device(viewer *self, scree_device *device, const scree_device_params *params, char *text, size_t size);
/* The device in use. Buffers belong to it. */
scree_device *viewer_device(const viewer *self);

/* The wishes that an event can have of the window. */
typedef enum viewer_wish {
    VIEWER_WISH_NONE = 0,
    VIEWER_WISH_QUIT,
    VIEWER_WISH_FULL_SCREEN,
    VIEWER_WISH_HELP,         /* The list of keys. */
    VIEWER_WISH_SAVE_PICTURE, /* A dialogue for each of these. */
    VIEWER_WISH_SAVE_RECIPE,
    VIEWER_WISH_SAVE_VOLUME,
    VIEWER_WISH_RECORD,
    VIEWER_WISH_COPY_COMMAND, /* viewer_command() to the clipboard. */
    VIEWER_WISH_BENCHMARK
} viewer_wish;

/* Handles an event of input that no widget took. Events of frames and of replays (frame, settle, picture) do nothing.
 */
viewer_wish viewer_input(viewer *self, const struct viewer_event *event);

/* One binding of a key or the mouse, for lists. */
typedef struct viewer_binding {
    const char *keys; /* As people know them, such as "Ctrl+Z". */
    const char *what; /* A line. */
} viewer_binding;
/* By number from 0 on; false past the last. */
bool viewer_binding_get(size_t number, viewer_binding *binding);

/* Results of an advance. */
typedef struct viewer_progress {
    bool is_changed;  /* viewer_picture() is another one than before. */
    bool is_refining; /* Better pictures will come without any input. */
    double wait;      /* Seconds after which to advance again; 0 = with the next frame, INFINITY = not before input. */
} viewer_progress;

/*
 * Goes on for a picture of so many pixels. `seconds` is the time since the last call, by which things turn and fly; a
 * replay gives 1/60. Returns at once.
 */
viewer_progress viewer_advance(viewer *self, uint32_t width, uint32_t height, double seconds);
/*
 * Waits until the picture is final, without letting time pass. Cancelled by `interrupted`, where given, returning true.
 * SCREE_OK, or the error that left no picture.
 */
scree_result viewer_settle(viewer *self, uint32_t width, uint32_t height, bool (*interrupted)(void));

/* Waits until particles that move have made the steps of the last advance, so that the next one moves them wherever the
   work has got to: a replay does not depend on speed. Nothing else waits. */
void viewer_catch_up(viewer *self, uint32_t width, uint32_t height);

/* The newest picture. It stays as it is until the next viewer_advance() or viewer_settle(). */
viewer_pixels viewer_picture(const viewer *self);

void viewer_get_status(const viewer *self, viewer_status *status);

/* Starts to compute the two hashes of viewer_status for the current recipe, which takes a moment. */
void viewer_check_equality(viewer *self);

/* The benchmark of algorithms runs beside the pictures, whenever there is nothing to draw. A choice of NULL ends it;
   what has been measured stays. */
void viewer_bench_start(viewer *self, const struct bench_variants_choice *choice);
bool viewer_bench_is_running(viewer *self);
void viewer_bench_get(viewer *self, viewer_bench *bench);

/* The exact command whose output is the final picture. Allocated; free() it. NULL without memory, and for the field of
   an algorithm, which no command draws. */
char *viewer_command(const viewer *self, uint32_t width, uint32_t height, const char *output);
/* The recipe as JSON; free() it. NULL without memory. */
char *viewer_recipe_text(const viewer *self);

/* These write files, wait for devices, and give a message on an error. */
bool viewer_save_picture(viewer *self, const char *path, uint32_t width, uint32_t height, char *text, size_t size);
bool viewer_save_recipe(viewer *self, const char *path, char *text, size_t size);
/* The samples of the scene at its finest level, in the format of the path's extension. */
bool viewer_save_volume(viewer *self, const char *path, char *text, size_t size);

/*
 * A video: `frames` pictures of a turn of 360 degrees, or, where the view has a pace or particles move, of time that
 * passes. Written step by step: viewer_record_next() makes one frame and returns how many remain, or -1 on an error;
 * viewer_record_end() finishes the file, or removes it where frames are missing.
 */
bool viewer_record_start(viewer *self, const char *path, uint32_t width, uint32_t height, uint32_t frames,
                         uint32_t rate, char *text, size_t size);
int64_t viewer_record_next(viewer *self, char *text, size_t size);
bool viewer_record_end(viewer *self, char *text, size_t size);

#endif
