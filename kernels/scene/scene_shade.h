/*
 * The light that falls on terrains, clouds and surfaces: from the sun, a little yellow, and from the sky, which has
 * half of the colour of the background.
 */
#ifndef SCREE_KERNELS_SCENE_SHADE_H
#define SCREE_KERNELS_SCENE_SHADE_H

#include "scene/scene_colour.h"

#define SCREE_SCENE_SUN_RED 1.32f
#define SCREE_SCENE_SUN_GREEN 1.23f
#define SCREE_SCENE_SUN_BLUE 1.07f

/* The colour of the sky's light, of which the strongest channel is 1. */
SCREE_FN scree_scene_light scree_scene_sky_tint(const scree_table table)
{
    scree_scene_vector top = scree_scene_table_vector(table, SCREE_SCENE_SKY_TOP);
    float red = scree_scene_sum(top.x, 0.05f);
    float green = scree_scene_sum(top.y, 0.05f);
    float blue = scree_scene_sum(top.z, 0.05f);
    float inverse = scree_scene_reciprocal(scree_scene_greater(scree_scene_greater(red, green), blue));
    return scree_scene_light_of(scree_scene_half_more(scree_scene_product(red, inverse)),
                                scree_scene_half_more(scree_scene_product(green, inverse)),
                                scree_scene_half_more(scree_scene_product(blue, inverse)));
}

/* Light from the sky and from the sun, of these strengths. */
SCREE_FN scree_scene_light scree_scene_light_from(const scree_table table, const float sky, const float sun)
{
    return scree_scene_light_sum(scree_scene_light_scaled(scree_scene_sky_tint(table), sky),
                                 scree_scene_light_of(SCREE_SCENE_SUN_RED, SCREE_SCENE_SUN_GREEN, SCREE_SCENE_SUN_BLUE),
                                 sun);
}

SCREE_FN scree_scene_light scree_scene_light_product(const scree_scene_light a, const scree_scene_light b)
{
    scree_scene_light product;
    product.red = a.red * b.red;
    product.green = a.green * b.green;
    product.blue = a.blue * b.blue;
    return product;
}

/* The part of the sky's light that a surface gets: a little more from above, and from the sun's side. */
SCREE_FN float scree_scene_sky_on(const scree_table table, const scree_scene_vector normal, const float open)
{
    float facing = scree_scene_dot(normal, scree_scene_table_vector(table, SCREE_SCENE_LIGHT));
    float around = (0.75f + normal.z * 0.2f) + facing * 0.12f;
    return scree_scene_float(table, SCREE_SCENE_AMBIENT) * around * open;
}

SCREE_FN float scree_scene_sun_on(const scree_table table, const scree_scene_vector normal, const float direct)
{
    float facing = scree_scene_dot(normal, scree_scene_table_vector(table, SCREE_SCENE_LIGHT));
    float sun = (facing < 0.0f ? 0.0f : facing) * direct;
    return (1.0f - scree_scene_float(table, SCREE_SCENE_AMBIENT)) * sun;
}

/* A surface's colour in the light; `direct` is the share of the sun's that arrives, `open` that of the sky's. */
SCREE_FN scree_scene_light scree_scene_shaded(const scree_table table, const scree_scene_light colour,
                                              const scree_scene_vector normal, const float direct, const float open)
{
    return scree_scene_light_product(colour, scree_scene_light_from(table, scree_scene_sky_on(table, normal, open),
                                                                    scree_scene_sun_on(table, normal, direct)));
}

/* The share of light that is left where so much of the space around is not free. */
SCREE_FN float scree_scene_open_share(const scree_table table, const float closed)
{
    return 1.0f - scree_scene_float(table, SCREE_SCENE_OCCLUSION) * closed;
}

#endif
