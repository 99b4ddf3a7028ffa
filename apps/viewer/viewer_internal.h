/* The viewer's members, for the files that implement viewer.h. */
#ifndef VIEWER_INTERNAL_H
#define VIEWER_INTERNAL_H

#include <sys/types.h>
#include <time.h>

#include "event.h"
#include "opening.h"
#include "viewer_types.h"
#include "worker.h"

/* Files of samples, and fields of algorithms, that may be opened in one run. */
#define OPENED_MAX 256

/* Seconds between two looks at a watched file. */
#define WATCH_SECONDS 0.25

/* A file whose changes are looked for. */
struct watched {
    char *path;         /* NULL = none. */
    bool is_expression; /* It has an expression, and not a recipe. */
    struct timespec changed;
    off_t bytes;
    double next_look; /* On the clock of scree_os_clock_seconds(). */
};

/* Undo: states, of which one is the current one. Changes between two ends of a step are one step. */
struct steps {
    viewer_state *states;
    size_t count;
    size_t position;      /* The number of the current state. */
    const char *changing; /* Changes of this name go on in the current step; NULL = none do. Static. */
};

struct input_state {
    double x, y;                 /* The pointer. */
    uint32_t pressed;            /* Buttons, as bits 1 << viewer_button. */
    bool held[VIEWER_KEY_COUNT]; /* Keys that are down. */
};

struct recording;
struct viewer_start;

struct viewer {
    viewer_messages *messages;
    struct render_context render;
    bool owns_device;
    uint64_t memory_limit; /* The limit that the start gives; 0 = what the device has. */
    bool wants_host_pixels;
    struct worker *worker;
    viewer_state state;
    struct steps steps;
    viewer_graphs graphs; /* The fields of all expressions that were shown. */
    struct opened opened[OPENED_MAX];
    size_t opened_count;
    viewer_source second;
    const viewer_graph *second_graph;
    const viewer_graph *checked_graph; /* The one whose samples were compared last, perhaps still are. */
    char *second_path;                 /* NULL where the second field came as a recipe. */
    bool has_second;
    bool watches;
    struct watched watched;
    struct input_state input;
    uint32_t width; /* The size of the last request. */
    uint32_t height;
    bool is_changed; /* The state is not that of the last request. */
    /* The field whose usual threshold was measured last, where one was, and that threshold. */
    bool has_threshold;
    viewer_source threshold_source;
    double usual_threshold;
    bool was_busy; /* At the last advance. */
    viewer_pixels picture;
    char error[512]; /* The error of files and recipes. */
    struct recording *recording;
};

/* steps.c: begins with the state as the first one. False without memory. */
bool viewer_begin_steps(viewer *self);
/* Takes a state over as a step of undo with a static name. Successive changes of one name are one step. */
void viewer_change(viewer *self, const char *name, const viewer_state *state);
/* Finds the threshold of a volume where none is set. */
void viewer_find_threshold(viewer *self);
/* The state has changed by itself, which is no step. */
void viewer_follow(viewer *self);
/* changes.c: reads a parameter of the field into the recipe of a state, which is not judged as a whole. A list of
   numbers without any becomes unset. */
bool viewer_read_field(viewer *self, const scree_parameter *row, const char *value, viewer_state *state, char *text,
                       size_t size);
/* sources.c: room for one more opened file, to be counted; NULL and a message where there is none. */
struct opened *viewer_find_room(viewer *self, const char *path, char *text, size_t size);
/* The scene and its levels suit what was opened, and its looks as far as the recipe tells a scene; the rest of the view
   stays. */
void viewer_suit_view(const viewer *self, viewer_state *state);
/* Opens what a start names: the field, and the one to compare with. False and a message on an error. */
bool viewer_open_first(viewer *self, const struct viewer_start *start, char *text, size_t size);
bool viewer_open_second(viewer *self, const struct viewer_start *start, char *text, size_t size);
/* source_of_state.c: the opened file that a number names, NULL for a recipe; what a state shows. */
const struct opened *viewer_opened_of(const viewer *self, int file);
viewer_source viewer_source_of(const viewer *self, const viewer_state *state);
/* The field that is shown, and the one to compare with. */
viewer_source viewer_first_source(const viewer *self);
viewer_source viewer_second_source(const viewer *self);
/* A sample of 1 stands for such a length: that of distances for the side of a voxel. */
double viewer_length_of_one(const viewer_source *source);
/* The region of a map, also where the view has none of its own. */
struct map_region viewer_map(const viewer *self);
/* Makes a state one that shows noise: that of a file's recipe where one is shown, otherwise that of before. */
void viewer_uncover_noise(viewer *self, viewer_state *state);
/* Moves the camera by keys that are held. True where there are any. */
bool viewer_fly(viewer *self, double seconds);
/* Whether the field of a state can be made on its grid. */
bool viewer_check_field(const viewer *self, const viewer_state *state, char *text, size_t size);
/* Reads a watched recipe again where it has changed. */
void viewer_watch(viewer *self);
void viewer_watch_file(viewer *self, const char *path, bool is_expression);
/* Stores an error for the status. */
void viewer_complain(viewer *self, const char *text);

#endif
