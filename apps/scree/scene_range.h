/* The range of a scene's ramp, and the box of its samples. */
#ifndef SCENE_RANGE_H
#define SCENE_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/input.h>
#include <scree/output.h>
#include <scree/scene.h>

#include "../../src/field/scene/scene_facts.h"

/* Ends of a range that are nearer to each other are taken for one number. */
#define SCENE_RANGE_LEAST 1e-20
/* The longest side of what is shown (scene.h). */
#define SCENE_LONGEST_SIDE 2.0
/* Each channel of the colour of plain clouds, and of all that is plain without a ramp. */
#define SCENE_PLAIN_WHITE 0xf5

/* The nearest range that a scene takes (scene.h): within its limits, and with the first number below the second. */
scree_range scene_range_between(double low, double high);

/* The heights of samples, of which one of 1 is as high as the scale. */
scree_range scene_range_of_heights(scree_range samples, double scale);

/* Whether the ramp's ends are chosen for a colouring: samples, or heights. */
bool scene_has_range(scree_scene_colour colour);

/* Both ends of a range times a factor. */
scree_range scene_range_times(scree_range range, double factor);

/*
 * Devices compute in float32 without subnormal numbers. So samples of very small or very great magnitudes go there
 * divided by this unit, a power of two by which the greatest is not far below 1; it is 1 for all others.
 */
double scene_unit(scree_range range);

/* A number in the unit of such samples as a device has it, within the magnitudes that a scene takes. */
double scene_value(double told, double unit);

/* A scene of samples that were divided by a unit, with what is told of it in the unit of the samples. */
scree_scene_params scene_in_unit(const scree_scene_params *scene, double unit);

/* Whether a scene shows the magnitudes of a file's samples. Where not, `text` says so; `advice` stands before the
   options for a number that means no data, as in "give --nodata -9999 --holes lowest". */
bool scene_shows_magnitudes(const char *name, const scree_samples *samples, const char *advice, char *text,
                            size_t size);

/* Whether a volume has something to be seen, by its threshold and the range of its samples, which were divided by a
   unit; a slice always has. And whether land that is to have water has both water and ground. Where not, `text` says
   so. */
bool scene_shows_matter(const scree_scene_params *scene, scree_range range, double unit, char *text, size_t size);

/* The box of columns: its height is a share of its longer side, in whole cells that are as high as the shorter side of
   a sample, from one to as many as a scene takes. */
scree_scene_box scene_box_of_columns(const uint64_t count[3], const double sides[3], double share, uint32_t *cells);

/* The shortest of so many sides. */
double scene_shortest_side(const double *sides, uint32_t axes);

#endif
