/* The scene of a viewer's final picture, as `scree render` draws it: its samples, its parameters, and its source. */
#ifndef VIEWER_FINAL_SCENE_H
#define VIEWER_FINAL_SCENE_H

#include "drawing.h"
#include "viewer.h"

struct final_scene {
    struct plan plan;
    scree_scene_params params; /* Its ramp is `ramp` of the struct that was filled in. */
    scree_scene_params told;   /* The same in the unit of a file's samples, for a picture's file. */
    uint8_t ramp[RAMP_BYTES];
    char *recipe;    /* The recipe of the samples as JSON: noise, or the distances of a surface. NULL for a file that
                        is shown as it is, and for particles. */
    char *metadata;  /* JSON about the source for a picture's file, as `scree render` writes it; NULL = none. */
    const char *key; /* Under which it stands there. */
    bool is_auto;    /* The ramp's ends are the least and greatest of the samples. */
};

/*
 * `scree render` divides distances that it is given by the shortest side of a voxel, and other samples by their unit.
 * The number that becomes `wanted` by that, as a float64; false where none does.
 */
bool final_scene_tell_sample(const struct final_scene *scene, double wanted, double *told);

/* Whether `scree render` can draw it: one field, seen by a camera or as a map whose samples a grid can have. */
bool final_scene_is_rendered(const viewer *self, const struct final_scene *scene);

/*
 * Finds the scene of a picture. Free it with final_scene_clear(). False and a message where there is none. `scene`
 * stays where it is while it is used.
 */
bool final_scene_find(const viewer *self, uint32_t width, uint32_t height, struct final_scene *scene, char *text,
                      size_t size);
void final_scene_clear(struct final_scene *scene);

/* How a picture or a video of a name is written; "-" is stdout. */
scree_writer_params final_scene_writer_params(const char *path, uint32_t rate);

#endif
