/*
 * Everything about how a field is shown, as one plain struct. A table of parameters describes its members; flags,
 * sliders, undo, recorded events and the copied command all follow from that table, so that a new member is a new row.
 *
 * A view is always complete: a zero means itself, and `default_value` of a row is the value in a new view.
 */
#ifndef VIEWER_VIEW_H
#define VIEWER_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/scene.h>
#include <scree/scree.h>

#include "../scree/recipe_scene.h"
#include "ui_theme.h"

/* The samples that have the first and the last colour of the ramp. */
typedef enum viewer_range {
    VIEWER_RANGE_FIELD = 0,   /* The least and greatest of the field where the recipe samples it: it stays while the
                                 view moves. */
    VIEWER_RANGE_PICTURE = 1, /* The least and greatest of the samples that are shown. */
    VIEWER_RANGE_GIVEN = 2    /* `low` and `high`. */
} viewer_range;

/* How a second field is shown beside the first. Without one it has no effect. */
typedef enum viewer_compare {
    VIEWER_COMPARE_OFF = 0,
    VIEWER_COMPARE_SIDE = 1,       /* The first on the left, the second on the right. */
    VIEWER_COMPARE_DIFFERENCE = 2, /* Maps: the first minus the second. Other scenes of two axes: as SIDE. Volumes have
                                      none (steps.c), and particles are compared with nothing. */
    VIEWER_COMPARE_SECOND = 3      /* The second alone. */
} viewer_compare;

/* Lengths of the world are those of scene.h: the longest side of a volume or terrain is 2. */
typedef struct viewer_view {
    scree_scene_kind scene; /* DENSITY is called particles here, which have a camera. */
    ui_theme theme;
    bool panel; /* Whether the window shows its panel. */

    /* The camera of all scenes but the map. */
    double azimuth;       /* Degrees. */
    double elevation;     /* Degrees, -90 to 90. */
    double roll;          /* Degrees. */
    double distance;      /* From the position that it looks at. Particles: in radii of the system. */
    double field_of_view; /* Degrees across the height; 0 = without perspective. */
    double centre_x;      /* The position it looks at. Particles: in radii, from the system's middle. */
    double centre_y;
    double centre_z;
    double turn; /* Degrees a second by which it turns by itself. */

    /*
     * The map's middle, in cells of the first octave (of a file: in the shorter side of a sample): whole cells, exact
     * up to 2^43, and a fraction from 0 to 1 that does not lose precision far from the origin.
     */
    double map_x;
    double map_y;
    double map_fraction_x;
    double map_fraction_y;
    double map_span; /* Cells across the height of the picture; 0 = all that the recipe samples, and the numbers above
                        have no effect. */
    bool smooth;     /* Samples that are larger than a pixel are interpolated. */

    /* The samples of the other scenes. */
    uint32_t side;         /* Samples along the longest side of a volume, or of columns. */
    uint32_t terrain_side; /* Samples along the longest side of a terrain. */
    double extent;         /* Cells along the longest side; 0 = as the recipe says. */
    double depth; /* Cells along the axis behind those that are shown, added to the recipe's: the time of a field. Of a
                     file, layers from the middle one. */
    double pace;  /* Cells, or layers, a second by which the depth grows by itself. */
    bool time_axis; /* A recipe of as many axes as are shown gets one more, for the depth. */

    bool auto_threshold; /* The threshold is that above which a third of the samples lie. */
    double threshold;    /* Matter is where samples are greater. */
    double offset;       /* Surface: the distance at which the surface is drawn, in the world. */
    double height;       /* Terrain and columns: height in the world of the range from the least to the greatest
                            sample. */
    double density;      /* Cloud: how much is absorbed. */
    double edge_fade;    /* Cloud: the share of the box within which it thins out towards the sides. */
    bool has_water;      /* Map and terrain: whether there is water where samples are below `water`. */
    double water;

    scree_scene_colour colour;
    scree_ramp ramp;
    bool reversed;
    viewer_range range;
    double low;
    double high;

    double light_azimuth;
    double light_elevation;
    double ambient;
    double occlusion;
    bool shadows;
    double fog;
    double relief;       /* Map: how strongly slopes are shaded. */
    double interval;     /* Map and slices: between contour lines; 0 = none. */
    uint32_t slice_axis; /* Surface: 0 = none, 1 to 3 = x to z. */
    double slice;        /* Where the slice is, in the world. */

    scree_particle_system system;
    scree_particle_type particle_type;
    scree_particle_integrator integrator;
    double time_step; /* The time of a step; 0 = as the system and the integrator have it. Maps have none. */
    double numbers[SCREE_MAX_SYSTEM_NUMBERS]; /* All of the system's, or none, which are its own. */
    uint32_t number_count;
    uint32_t particle_seed;
    uint32_t particles;
    uint32_t steps;       /* That each has made. */
    uint32_t frame_steps; /* From picture to picture while they move by themselves, */
    bool moving;          /* which this says. */
    scree_particle_shape shape;
    double quad_size; /* The side of a quad in the unit of the system; 0 = a hundredth of its radius. */
    scree_particle_colour particle_colour;
    scree_exposure exposure;
    double brightness; /* Factor of the exposure. */
    double white;      /* Particles in a pixel that are white. */
    double tint[3];    /* Each adds this where counts are the colour and the exposure is additive. */

    viewer_compare compare;
} viewer_view;

/* The parameters of a view by number, from 0 on; NULL past the last. */
const scree_parameter *viewer_view_parameter(size_t number);

/* The same by name, with hyphens or underscores; NULL where there is none. */
const scree_parameter *viewer_view_find(const char *name);

/* Whether the parameter of a number has an effect in a scene, so that a panel can leave out the others. */
bool viewer_view_applies(size_t number, scree_scene_kind scene);

/* The colouring with which a recipe's scene is shown, unless it names another one. */
scree_scene_colour viewer_scene_colour(scree_scene_kind scene);

/* Takes back the colouring of a scene that was shown before, such as the white of clouds, where another one is shown.
 */
void viewer_view_leave(viewer_view *view, scree_scene_kind before);

/* A view in which every parameter has its default. */
void viewer_view_reset(viewer_view *view);

/* Whether a scene is seen from above, or shows particles. */
bool viewer_scene_is_map(scree_scene_kind scene);
bool viewer_scene_has_particles(scree_scene_kind scene);

/* The name of a scene, such as "voxels"; NULL for a number that is none. */
const char *viewer_scene_name(scree_scene_kind scene);

/* The maximum of `steps`. */
#define VIEWER_MAX_STEPS UINT32_C(0x80000000)

#endif
