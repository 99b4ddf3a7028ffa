#include "scene_range.h"

#include <math.h>
#include <stdio.h>

#include "../../src/base/number_text.h"

/* Magnitudes within which samples keep their unit: as float32 these differ by more than SCENE_RANGE_LEAST. */
#define LEAST_MAGNITUDE 1e-12
#define GREATEST_MAGNITUDE 1e12

scree_range scene_range_between(double low, double high)
{
    /* As a float32 the limit itself would be beyond it. */
    const double most = (double)nextafterf((float)SCREE_MAX_SCENE_VALUE, 0.0f);
    const scree_range range = {(float)fmin(fmax(low, -most), most), (float)fmin(fmax(high, -most), most)};
    const float half = fmaxf(fabsf(range.minimum) * 0x1p-10f, 0x1p-10f);
    const float middle = fminf(fmaxf(range.minimum, (float)-most + half), (float)most - half);
    return (double)range.maximum - (double)range.minimum >= SCENE_RANGE_LEAST
               ? range
               : (scree_range){middle - half, middle + half};
}

scree_range scene_range_of_heights(scree_range samples, double scale)
{
    const double low = (double)samples.minimum * scale;
    const double high = (double)samples.maximum * scale;
    return scene_range_between(fmin(low, high), fmax(low, high));
}

bool scene_has_range(scree_scene_colour colour)
{
    return colour == SCREE_SCENE_COLOUR_VALUE || colour == SCREE_SCENE_COLOUR_HEIGHT;
}

scree_range scene_range_times(scree_range range, double factor)
{
    return (scree_range){(float)((double)range.minimum * factor), (float)((double)range.maximum * factor)};
}

double scene_unit(scree_range range)
{
    const double greatest = fmax(fabs((double)range.minimum), fabs((double)range.maximum));
    const bool is_far = greatest > 0.0 && (greatest < LEAST_MAGNITUDE || greatest > GREATEST_MAGNITUDE);
    int exponent = 0;
    frexp(greatest, &exponent);
    return is_far && isfinite(greatest) ? ldexp(1.0, exponent) : 1.0;
}

double scene_value(double told, double unit)
{
    return fmin(fmax(told / unit, -SCREE_MAX_SCENE_VALUE), SCREE_MAX_SCENE_VALUE);
}

scree_scene_params scene_in_unit(const scree_scene_params *scene, double unit)
{
    scree_scene_params told = *scene;
    told.threshold *= unit;
    told.water *= unit;
    told.interval *= unit;
    told.height_scale /= unit;
    told.density /= unit;
    if (scene->colour != SCREE_SCENE_COLOUR_HEIGHT) {
        told.range = scene_range_times(scene->range, unit);
    }
    return told;
}

bool scene_shows_magnitudes(const char *name, const scree_samples *samples, const char *advice, char *text, size_t size)
{
    const double most = fabs(samples->minimum) < fabs(samples->maximum) ? samples->maximum : samples->minimum;
    if (!(fabs(most) > (double)(float)SCREE_MAX_SCENE_VALUE)) {
        return true;
    }
    const double stored = (most - samples->offset) / samples->scale;
    char number[40];
    if (samples->type == SCREE_TYPE_F32) {
        scree_float_print(number, (float)stored);
    } else {
        scree_double_print(number, stored);
    }
    snprintf(text, size,
             "%.300s: its samples go from %g to %g; a scene shows magnitudes up to 1e30; if %s stands for no data, %s "
             "--nodata %s --holes lowest",
             name, samples->minimum, samples->maximum, number, advice, number);
    return false;
}

/* Whether there is water where a scene has some, and land. */
static bool shows_water(const scree_scene_params *scene, scree_range range, char *text, size_t size)
{
    const float level = (float)scene->water;
    const bool is_dry = range.minimum >= level;
    const bool shows = !scene->has_water || (!is_dry && range.maximum >= level);
    if (!shows) {
        snprintf(text, size, "%s below the level of the water", is_dry ? "no sample is" : "all samples are");
    }
    return shows;
}

bool scene_shows_matter(const scree_scene_params *scene, scree_range range, double unit, char *text, size_t size)
{
    const scree_scene_kind_info *kind = scree_scene_kind_describe(scene->kind);
    if (kind->axes < 3) {
        return shows_water(scene, range, text, size);
    }
    const bool is_surface = kind->has_distances;
    const float threshold = (float)scene->threshold;
    const bool is_seen = is_surface ? range.minimum <= threshold || scene->slice_axis > 0 : range.maximum > threshold;
    if (is_seen) {
        return true;
    }
    const double told = (double)threshold * unit;
    if (is_surface) {
        snprintf(text, size, "no distance is at most %.6g, so there is no surface: the least is %.6g", told,
                 (double)range.minimum * unit);
    } else {
        snprintf(text, size, "no sample is above the threshold %.6g: the greatest is %.6g", told,
                 (double)range.maximum * unit);
    }
    return false;
}

scree_scene_box scene_box_of_columns(const uint64_t count[3], const double sides[3], double share, uint32_t *cells)
{
    const double most = fmin(SCREE_MAX_SCENE_VOLUME_SIDE, floor(UINT32_MAX / ((double)count[0] * (double)count[1])));
    const scree_scene_box plane = scree_scene_box_of(count, 2, sides);
    *cells = (uint32_t)fmax(fmin(nearbyint(share * plane.edge), most), 1.0);
    const uint64_t counts[3] = {count[0], count[1], *cells};
    return scree_scene_box_of(counts, 3, plane.side);
}

double scene_shortest_side(const double *sides, uint32_t axes)
{
    double shortest = sides[0];
    for (uint32_t axis = 1; axis < axes; axis++) {
        shortest = fmin(shortest, sides[axis]);
    }
    return shortest;
}
