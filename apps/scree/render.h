/* `scree render`: a field or a file, as a scene, in a picture, in numbered ones or in a video. `scree draw` and `scree
   preview` are maps of it. */
#ifndef RENDER_H
#define RENDER_H

#include "difference.h"
#include "field_type.h"
#include "planes.h"
#include "recipe_scene.h"
#include "request.h"
#include "scene_range.h"
#include "scene_threshold.h"
#include "stroke_font.h"

#define RENDER_TEXTS_MOST 1024
/* So many pixels lie between maps beside each other. */
#define RENDER_GAP 4
#define RENDER_RAMP_BYTES (3 * SCREE_SCENE_RAMP_COUNT)

/* The source of a picture: noise on a grid, a distance field, or a file of samples. */
struct render_source {
    struct arguments typed;    /* The arguments, with --samples as the size of the grid. */
    const char *name;          /* The name of the file or of the preset, or "stdin", for messages. */
    const char *text;          /* The text of the recipe, borrowed; NULL if there is no recipe. */
    struct recipe_scene scene; /* How the recipe or the preset is shown. */
    struct request noise;      /* The request for noise; empty for other sources. */
    scree_field *field;        /* The noise, borrowed from `noise`, or an own distance field; NULL for a file. */
    const scree_grid *grid;    /* The grid of the noise; NULL for other sources. */
    scree_samples samples;     /* The samples of a file; empty for other sources. */
    bool has_distances;        /* Whether the samples are distances. */
    double voxels;             /* The number of voxels that a description of distances asks for. */
    double sides[3]; /* Sides of a sample: the spacing of its file, or the voxel of distances; 1 for others. */
    double unit;     /* The number that a sample of 1 on the device stands for, in the unit of the source: the shortest
                        side of a voxel of distances; otherwise scene_unit(), and 1 for noise. */
    double scale;    /* The factor by which a file multiplies its distances; 1 for other samples. */
    double base;     /* The number that is subtracted from the heights of a file, to keep float32 precise. */
    char *metadata;  /* JSON that describes the source. */
    const char *key; /* The key of `metadata` in the metadata of the picture. */
};

struct render_frames {
    uint64_t count;   /* 0 = one picture. */
    double turn;      /* Degrees from frame to frame. */
    double flight[3]; /* The displacement from the first frame to the last. */
    bool resumes;     /* Frames that are there stay. */
};

/* With --difference a picture has three maps beside each other, and without it the first alone. */
enum render_panel { RENDER_FIRST, RENDER_SECOND, RENDER_DIFFERENCE, RENDER_PANELS };

/* This is the second field of --difference, and how far the first is from it. */
struct render_difference {
    char *text;                  /* The recipe of the field, or NULL; its source borrows it. */
    struct render_source source; /* It has the unit of the first field. */
    struct planes planes;        /* Its samples are arranged as those of the first. */
    struct difference found;     /* It counts the samples that are shown, in that unit. */
    uint8_t ramp[DIFFERENCE_RAMP_BYTES];
};

struct render {
    struct render_source source;
    /* Makes planes of the samples; NULL where they are shown as they are. Prints one line and returns an exit code when
       something is wrong. */
    int (*arrange)(struct field_request *field, struct render *render);
    struct planes planes; /* The samples that there are, and how they are arranged. */
    uint64_t count[3];    /* Samples that are shown, along each axis, */
    uint32_t axes;        /* the number of their axes, */
    double sides[3];      /* and the sides of one, in any unit. */
    scree_scene_box box;  /* The box that these samples fill. */
    scree_scene_params scene;
    uint8_t ramp[RENDER_RAMP_BYTES];
    const char *ramp_name;
    uint32_t width;
    uint32_t height;
    uint32_t panels;      /* There is 1, or with --difference there are RENDER_PANELS, */
    uint32_t panel_width; /* each of which is so wide: as the picture, where there is 1. */
    struct render_difference difference;
    uint32_t supersample; /* Pixels that are drawn along each side of one. */
    bool is_video;
    struct render_frames frames;
    scree_range range;                      /* The least and greatest sample, once the samples are made. */
    struct scene_threshold usual_threshold; /* It counts no samples unless it was measured. */
    double interval;                        /* Between contour lines, in the unit of the source; 0 = none. */
    bool chooses_interval;                  /* Nobody has given it. */
    uint64_t room[2];                       /* The pixels into which a map must fit; 0 = any. */
    uint8_t *kept;             /* The picture, for who shows it, 3 bytes a pixel; NULL where nobody does. */
    bool has_texts;            /* Whether numbers of lines and names of planes are written into the picture: */
    struct stroke_text *texts; /* those, */
    size_t text_count;         /* and how many there are. */
};

/* render_source.c: finds what is shown, and sets the counts and axes of the request. Prints one line and returns an
   exit code when something is wrong. */
int render_source_find(struct engine *engine, struct field_request *field, struct render_source *source);
void render_source_clear(struct render_source *source);

/* Finds what --difference subtracts, once the first field is found. Likewise. */
int render_source_find_second(struct engine *engine, const struct field_request *field, struct render *render);

/* render_kind.c: whether a kind of scene takes all options that are given; the kind that --scene asks for, or -1; and
   the kind of scene. Likewise. */
bool render_scene_takes(const struct option_value *values, int kind);
int render_scene_asked(const struct option_value *values);
int render_scene_choose_kind(const struct field_request *field, struct render *render);

/* render_scene.c: what the options say of the scene, once the picture's size is known; whether the threshold is to be
   measured; and what follows from the samples' range. Likewise. */
int render_scene_choose(const struct option_value *values, struct render *render);
bool render_scene_lacks_threshold(const struct option_value *values, const struct render *render);
void render_scene_complete(const struct option_value *values, struct render *render);

/* The next larger of 1, 2 and 5 times a power of ten. */
double render_round_interval(double least);

/* render_difference.c: where a panel begins in the picture; its scene; and what reports and the picture's metadata tell
   of a difference: the end of a line, members of JSON, and these as a text, allocated, which is NULL without memory. */
uint32_t render_panel_left(const struct render *render, enum render_panel panel);
scree_scene_params render_panel_scene(const struct render *render, const scree_scene_params *scene,
                                      enum render_panel panel);
void render_difference_tell(const struct render *render, char *text, size_t size);
void render_difference_emit(struct json_writer *json, const void *render);
char *render_difference_describe(const struct render *render);

/* render_texts.c: numbers of contour lines, names of planes and what the colours of a difference are, where a panel has
   texts, from its samples; those of a difference are not looked at. The scene is complete. Warns of lines that are too
   close to each other to be seen. */
bool render_texts_make(struct render *render, enum render_panel panel, const float *samples);
void render_texts_clear(struct render *render);

/* command_render.c: the rows of functions, which `scree draw` and `scree preview` have but for what they change; and
   the command with such a row. */
extern const struct field_type render_type;
int render_command(const struct arguments *arguments, const struct field_type *type);

/* The scene of a frame; and with what files and reports tell of it. */
scree_scene_params render_scene_of_frame(const struct render *render, uint64_t frame);
scree_scene_params render_scene_told(const struct render *render, uint64_t frame);

/* render_run.c: makes the samples on the device, and all pictures of them. Likewise. */
int render_run(struct field_request *field);

/* Bytes of the host that pictures take, with those of the device where that is the host. */
double render_host_bytes(const struct render *render, const scree_device_info *device);

#endif
