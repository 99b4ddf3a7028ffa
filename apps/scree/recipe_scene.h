/* How a recipe's field is shown: its key "scene", which presets have, too. The library takes no notice of it. */
#ifndef RECIPE_SCENE_H
#define RECIPE_SCENE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include <scree/ramp.h>
#include <scree/scene.h>

/* Choices that are not told are -1, numbers NAN; nothing else has a meaning then. Numbers are those of
   scree_scene_params, but for the height. */
struct recipe_scene {
    int kind; /* scree_scene_kind, without canvases. */
    int colour;
    int ramp;
    bool is_reversed;
    double threshold;
    double water;
    double edge_fade;
    double density;
    double relief;
    double height; /* The height of land and of columns, and that of a map's relief, from the lowest sample to the
                      highest, as a share of the longer side. */
    double light_azimuth;
    double light_elevation;
    uint32_t axes;     /* Axes of the samples that are made for the scene: 2 or 3; 0 = it does not tell them. */
    uint64_t count[3]; /* These samples. */
};

/* The kinds of scenes that show samples, which are all but canvases: by numbers from 0 on, without a gap. */
scree_scene_kind recipe_scene_kind(int number);

/* Whether a kind shows samples of three axes, columns of boxes, or land without boxes; -1 is none. */
bool recipe_scene_is_volume(int kind);
bool recipe_scene_has_columns(int kind);
bool recipe_scene_is_land(int kind);

/* The first kind that shows samples of so many axes. */
scree_scene_kind recipe_scene_usual_kind(uint32_t axes, bool has_distances);

/* Prints the names of a kind's colours, in quotes, such as "value or cell". */
void recipe_scene_print_colours(const scree_scene_kind_info *kind, const char *quote, char *text, size_t size);

/* The scene of a recipe that tells none. */
struct recipe_scene recipe_scene_none(void);

/* Reads the key "scene" of a recipe, which may lack it. `name` is for messages. On an error the context's log has a
   line, and the scene is that of a recipe that tells none. */
scree_result recipe_scene_read(scree_context *context, const char *name, const json_t *recipe,
                               struct recipe_scene *scene);

/* The same of a text: a recipe, or a description of a file, which is none. Also SCREE_ERROR_FORMAT. */
scree_result recipe_scene_read_text(scree_context *context, const char *name, const char *text,
                                    struct recipe_scene *scene);

/* The number that is told, or the other one. */
double recipe_scene_or(double told, double usual);

/*
 * Gives a recipe's grid the samples of its scene, over as much of the field along x, with the ratios of its steps and
 * the same place. A volume of a recipe that has no third axis is a cube, unless the scene tells its samples. False
 * where the grid stays as it is.
 */
bool recipe_scene_apply(const struct recipe_scene *scene, scree_grid *grid);

/* Leaves out the levels among the samples, which are those of the recipe's noise and not of another one. */
void recipe_scene_drop_levels(struct recipe_scene *scene);

#endif
