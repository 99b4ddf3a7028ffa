/*
 * Clouds: matter that absorbs light and scatters it once. Its density is a sample's excess over the threshold,
 * trilinear between samples, so that it is exactly none between samples that are none. A ray adds up what it sees in
 * steps of equal length; bricks of 8^3 samples that have no matter are left at once. That changes no bit: positions of
 * steps follow from their numbers, and their coordinates grow or fall with these, rounded or not; so if two steps are
 * in one brick, then all steps between them are.
 */
#ifndef SCREE_KERNELS_SCENE_CLOUD_H
#define SCREE_KERNELS_SCENE_CLOUD_H

#include "base/elementary.h"
#include "scene/scene_bricks.h"
#include "scene/scene_shade.h"
#include "scene/scene_volume.h"

/* Steps along the longest side, as long as they are half a sample to one sample long; and the most of a ray. */
#define SCREE_SCENE_CLOUD_STEPS_PART 0.0078125f /* 1 / 128 */
#define SCREE_SCENE_CLOUD_MAX_STEPS 8192u
#define SCREE_SCENE_CLOUD_STEP_PART 0.0001220703125f /* 1 / 8192 */
/* The share of light behind which nothing more is seen. */
#define SCREE_SCENE_CLOUD_OPAQUE 0.00390625f
/* Densities are at most so much, and ones that are less are none: no product of them is subnormal. */
#define SCREE_SCENE_CLOUD_MOST 1.0e12f
#define SCREE_SCENE_CLOUD_LEAST 1.0e-12f
/* Powers of two from which on light is gone. */
#define SCREE_SCENE_CLOUD_DARKEST 24.0f
/* Steps towards the light: the first one, as a part of the longest side, and how much longer each further one is. */
#define SCREE_SCENE_CLOUD_LIGHT_STEPS 5u
#define SCREE_SCENE_CLOUD_LIGHT_PART 0.0125f
#define SCREE_SCENE_CLOUD_LIGHT_GROWTH 1.7f
/* Samples along a ray for which light is found once. */
#define SCREE_SCENE_CLOUD_LIT_LENGTH 2.0f

/* Whether there may be matter in a cube, or in another one of its brick: cubes reach into the next bricks. */
SCREE_FN bool scree_scene_may_have_cloud(const scree_scene_memory memory, const scree_table table,
                                         const scree_scene_cube cube)
{
    scree_scene_cell first = scree_scene_cell_of(cube.x.first >> 3u, cube.y.first >> 3u, cube.z.first >> 3u);
    return scree_scene_bricks_have_matter(memory, table, first);
}

/* A sample's density. */
SCREE_FN float scree_scene_excess(const scree_scene_memory memory, const scree_table table, const scree_index index)
{
    scree_index bits = scree_scene_sample_bits(memory, index);
    float excess = scree_scene_value(bits) - scree_scene_float(table, SCREE_SCENE_THRESHOLD);
    float most = excess < SCREE_SCENE_CLOUD_MOST ? excess : SCREE_SCENE_CLOUD_MOST;
    return most > 0.0f && scree_scene_is_number(bits) ? most : 0.0f;
}

/* The share of the density that is left along an axis near a side of the box: all of it beyond the samples of the
   fade, none at the outermost sample, and smooth in between. Shares that are nearly none are, so that products of three
   with a density are not subnormal. */
SCREE_FN float scree_scene_fade_along(const scree_table table, const scree_index axis,
                                      const scree_scene_between between)
{
    float rate = scree_scene_float(table, SCREE_SCENE_EDGE_FADE + axis);
    float last = scree_scene_difference(scree_scene_float(table, SCREE_SCENE_SIZE + axis), 1.0f);
    float before = scree_scene_sum(scree_scene_whole(between.first), between.part);
    float behind = scree_scene_difference(last, before);
    float way = scree_scene_product(scree_scene_lesser(before, behind), rate);
    float share = scree_scene_lesser(rate > 0.0f ? way : 1.0f, 1.0f);
    return share < 1.0e-4f ? 0.0f : (share * share) * (3.0f - 2.0f * share);
}

SCREE_FN float scree_scene_faded(const scree_table table, const scree_scene_cube cube, const float density)
{
    float along_x = scree_scene_fade_along(table, 0u, cube.x);
    float along_y = scree_scene_fade_along(table, 1u, cube.y);
    float along_z = scree_scene_fade_along(table, 2u, cube.z);
    return density < SCREE_SCENE_CLOUD_LEAST ? 0.0f : density * (along_x * (along_y * along_z));
}

SCREE_SCENE_DEFINE_CORNERS(scree_scene_excesses, scree_scene_excess)

SCREE_FN float scree_scene_density_in(const scree_scene_memory memory, const scree_table table,
                                      const scree_scene_cube cube)
{
    float density = scree_scene_trilinear(scree_scene_excesses(memory, table, cube), cube);
    if (scree_table_word(table, SCREE_SCENE_FADES) != 0u) {
        density = scree_scene_faded(table, cube, density);
    }
    return density < SCREE_SCENE_CLOUD_LEAST ? 0.0f : density;
}

/* A ray through a cloud, step by step. */
SCREE_STRUCT(scree_scene_march)
{
    scree_scene_ray ray; /* The ray from its entry into the box on. */
    scree_scene_vector inverses;
    float reach;
    float step;
    float steps_a_length;
    float start; /* The first step's position, in steps. */
};

SCREE_FN float scree_scene_march_length(const scree_scene_march march, const scree_index number)
{
    return (scree_scene_whole(number) + march.start) * march.step;
}

/*
 * The position of the first step, in steps: near the middle, and a little different from pixel to pixel, so that rings
 * of equal steps dissolve.
 */
SCREE_FN float scree_scene_first_step(const scree_scene_ray ray)
{
    scree_index keys = ray.column * 0x9e3779b1u + ray.row * 0x85ebca6bu;
    scree_index hash = scree_hash_mix(keys ^ (keys >> 15u));
    return 0.375f + scree_f32_from_u24(hash >> 8u) * 1.4901161e-8f; /* A quarter of 2^-24. */
}

SCREE_FN float scree_scene_march_step(const scree_table table, const float length)
{
    float wanted = scree_scene_product(scree_scene_longest_side(table), SCREE_SCENE_CLOUD_STEPS_PART);
    float least = scree_scene_product(length, SCREE_SCENE_CLOUD_STEP_PART);
    return scree_scene_greater(scree_scene_clamped(wanted, 0.5f, 1.0f), least);
}

SCREE_FN scree_scene_march scree_scene_march_of(const scree_table table, const scree_scene_ray ray,
                                                const scree_scene_span span)
{
    scree_scene_march march;
    march.ray = scree_scene_ray_moved(ray, span.from);
    march.inverses = scree_scene_ray_inverses(ray);
    march.reach = scree_scene_difference(span.to, span.from);
    march.step = scree_scene_march_step(table, march.reach);
    march.steps_a_length = scree_scene_reciprocal(march.step);
    march.start = scree_scene_first_step(ray);
    return march;
}

SCREE_FN scree_scene_cube scree_scene_march_cube(const scree_table table, const scree_scene_march march,
                                                 const scree_index number)
{
    return scree_scene_cube_at(table, scree_scene_ray_at(march.ray, scree_scene_march_length(march, number)));
}

/* The number of a cube's brick. */
SCREE_FN scree_index scree_scene_cube_brick(const scree_table table, const scree_scene_cube cube)
{
    return scree_scene_cell_number(scree_scene_cell_of(cube.x.first >> 3u, cube.y.first >> 3u, cube.z.first >> 3u),
                                   scree_scene_table_cell(table, SCREE_SCENE_BRICKS));
}

SCREE_FN float scree_scene_brick_exit(const float origin, const float inverse, const scree_index sample_number)
{
    scree_index first = sample_number & ~7u;
    float plane = scree_scene_sum(scree_scene_whole(inverse < 0.0f ? first : first + 8u), 0.5f);
    return scree_scene_plane_length(plane, origin, inverse);
}

/* About the number of the last step within a cube's brick. */
SCREE_FN scree_index scree_scene_last_step_near(const scree_scene_march march, const scree_scene_cube cube)
{
    float exit_x = scree_scene_brick_exit(march.ray.x, march.inverses.x, cube.x.first);
    float exit_y = scree_scene_brick_exit(march.ray.y, march.inverses.y, cube.y.first);
    float exit_z = scree_scene_brick_exit(march.ray.z, march.inverses.z, cube.z.first);
    float exit_length = scree_scene_lesser(scree_scene_lesser(exit_x, exit_y), exit_z);
    float steps = scree_scene_product(scree_scene_lesser(exit_length, march.reach), march.steps_a_length);
    return scree_u32_from_f32(scree_scene_clamped(steps, 0.0f, 16384.0f));
}

/* The step behind a brick that has no matter: one behind a step that is in the brick for certain. */
SCREE_FN scree_index scree_scene_step_behind(const scree_table table, const scree_scene_march march,
                                             const scree_scene_cube cube, const scree_index number)
{
    scree_index brick = scree_scene_cube_brick(table, cube);
    scree_index last = scree_scene_last_step_near(march, cube);
    while (last > number && scree_scene_cube_brick(table, scree_scene_march_cube(table, march, last)) != brick) {
        last = last - 1u;
    }
    return (last > number ? last : number) + 1u;
}

SCREE_FN bool scree_scene_is_in_volume(const scree_table table, const scree_scene_vector position)
{
    scree_scene_vector size = scree_scene_table_vector(table, SCREE_SCENE_SIZE);
    return !(position.x < 0.0f) && !(position.y < 0.0f) && !(position.z < 0.0f) && position.x < size.x &&
           position.y < size.y && position.z < size.z;
}

/* The density times the length between a position and the light. */
SCREE_FN float scree_scene_depth_to_light(const scree_scene_memory memory, const scree_table table,
                                          const scree_scene_vector position)
{
    scree_scene_vector light = scree_scene_to_light(table);
    float width = scree_scene_product(scree_scene_longest_side(table), SCREE_SCENE_CLOUD_LIGHT_PART);
    float begin = 0.0f;
    float depth = 0.0f;
    SCREE_ROLLED
    for (scree_index i = 0u; i < SCREE_SCENE_CLOUD_LIGHT_STEPS; i++) {
        scree_scene_vector at = scree_scene_along(position, light, scree_scene_plus_product(begin, width, 0.5f));
        if (scree_scene_is_in_volume(table, at)) {
            float density = scree_scene_density_in(memory, table, scree_scene_cube_at(table, at));
            depth = scree_scene_plus_product(depth, density, width);
        }
        begin = scree_scene_sum(begin, width);
        width = scree_scene_product(width, SCREE_SCENE_CLOUD_LIGHT_GROWTH);
    }
    return depth;
}

/* The share of light that matter leaves: two to the power of minus this. */
SCREE_FN float scree_scene_cloud_power(const scree_table table, const float depth)
{
    float power = -(depth * scree_scene_float(table, SCREE_SCENE_ABSORPTION));
    return power < SCREE_SCENE_CLOUD_DARKEST ? power : SCREE_SCENE_CLOUD_DARKEST;
}

SCREE_FN float scree_scene_left_by(const float power)
{
    return scree_exp2(-power);
}

/*
 * The share of the sun's light that reaches a position. Light that is scattered more than once is not followed; some of
 * it arrives as if matter were a quarter as dense (after Wrenninge, Kulla and Lundqvist, "Oz: the great and
 * volumetric", 2013).
 */
SCREE_FN float scree_scene_cloud_sun(const float power)
{
    float direct = 0.65f * scree_scene_left_by(power);
    return direct + 0.35f * scree_scene_left_by(scree_scene_product(power, 0.25f));
}

/* The same of the sky's. */
SCREE_FN float scree_scene_cloud_sky(const float power)
{
    return 0.55f + 0.45f * scree_scene_left_by(scree_scene_product(power, 0.25f));
}

/* The light that reaches a position with matter of such a depth between it and the sun. */
SCREE_FN scree_scene_light scree_scene_cloud_lit(const scree_table table, const float depth)
{
    float power = scree_scene_cloud_power(table, depth);
    float ambient = scree_scene_float(table, SCREE_SCENE_AMBIENT);
    float sun = scree_scene_product(scree_scene_complement(ambient), scree_scene_cloud_sun(power));
    return scree_scene_light_from(table, scree_scene_product(ambient, scree_scene_cloud_sky(power)), sun);
}

/* The state of a ray so far: light, the share of the light from behind that comes through, and lengths weighted by how
 * much is seen there. */
SCREE_STRUCT(scree_scene_sight)
{
    scree_scene_light light;
    float through;
    float length_sum;
    scree_scene_light lit; /* The light that reaches matter, */
    scree_index lit_until; /* and the step before which it counts: it changes slowly, and takes long to find. */
};

/* How the density falls along an axis, from a sample before a position to one behind it. */
SCREE_FN float scree_scene_density_fall(const scree_scene_memory memory, const scree_table table,
                                        const scree_scene_vector position, const scree_scene_vector axis)
{
    float fall = 0.0f;
    SCREE_UNROLL_AHEAD
    for (scree_index i = 0u; i < 2u; i++) {
        scree_scene_vector at = scree_scene_along(position, axis, i == 0u ? -1.0f : 1.0f);
        float density = scree_scene_density_in(memory, table, scree_scene_cube_at(table, at));
        fall = i == 0u ? density : scree_scene_difference(fall, density);
    }
    return fall;
}

/* The direction out of the matter at a position. */
SCREE_FN scree_scene_vector scree_scene_cloud_normal(const scree_scene_memory memory, const scree_table table,
                                                     const scree_scene_vector position)
{
    scree_scene_vector normal = scree_scene_vector_of(0.0f, 0.0f, 0.0f);
    SCREE_UNROLL_AHEAD
    for (scree_index axis = 0u; axis < 3u; axis++) {
        normal = scree_scene_with(normal, axis,
                                  scree_scene_density_fall(memory, table, position, scree_scene_axis(axis, 1.0f)));
    }
    return scree_scene_unit_or_up(scree_scene_in_samples(table, normal));
}

/* The colour of matter at a position. */
SCREE_FN scree_scene_light scree_scene_cloud_colour(const scree_scene_memory memory, const scree_table table,
                                                    const scree_scene_vector position, const float density)
{
    float value = scree_scene_sum(density, scree_scene_float(table, SCREE_SCENE_THRESHOLD));
    scree_scene_vector normal = scree_scene_vector_of(0.0f, 0.0f, 1.0f);
    if (scree_table_word(table, SCREE_SCENE_COLOUR) == SCREE_SCENE_BY_NORMAL) {
        normal = scree_scene_cloud_normal(memory, table, position);
    }
    return scree_scene_surface_light(table, scree_scene_volume_point(table, position, normal, value));
}

/* Steps for which light is found once. */
SCREE_FN scree_index scree_scene_lit_steps(const scree_scene_march march)
{
    return scree_u32_from_f32(scree_scene_product(march.steps_a_length, SCREE_SCENE_CLOUD_LIT_LENGTH));
}

/* A sight with the light that reaches a step's position. */
SCREE_FN scree_scene_sight scree_scene_sight_lit(const scree_scene_memory memory, const scree_table table,
                                                 const scree_scene_march march, const scree_scene_sight sight,
                                                 const scree_index number, const scree_scene_vector position)
{
    scree_scene_sight lit = sight;
    if (!(number < sight.lit_until)) {
        float depth = 0.0f;
        if (scree_table_word(table, SCREE_SCENE_HAS_SHADOWS) != 0u) {
            depth = scree_scene_depth_to_light(memory, table, position);
        }
        lit.lit = scree_scene_cloud_lit(table, depth);
        lit.lit_until = number + scree_scene_lit_steps(march);
    }
    return lit;
}

/* The state of a ray behind a step. */
SCREE_FN scree_scene_sight scree_scene_sight_behind(const scree_scene_memory memory, const scree_table table,
                                                    const scree_scene_march march, const scree_scene_sight sight,
                                                    const scree_index number, const float length, const float density)
{
    scree_scene_vector position = scree_scene_ray_at(march.ray, length);
    scree_scene_sight behind = scree_scene_sight_lit(memory, table, march, sight, number, position);
    scree_scene_light colour = scree_scene_cloud_colour(memory, table, position, density);
    float power = scree_scene_cloud_power(table, scree_scene_product(density, march.step));
    float through = scree_scene_product(sight.through, scree_scene_left_by(power));
    float seen = scree_scene_difference(sight.through, through);
    behind.light = scree_scene_light_sum(sight.light, scree_scene_light_product(colour, behind.lit), seen);
    behind.through = through;
    behind.length_sum = scree_scene_plus_product(sight.length_sum, seen, length);
    return behind;
}

SCREE_FN scree_scene_sight scree_scene_clear_sight(void)
{
    scree_scene_sight sight;
    sight.light = scree_scene_light_of(0.0f, 0.0f, 0.0f);
    sight.through = 1.0f;
    sight.length_sum = 0.0f;
    sight.lit = sight.light;
    sight.lit_until = 0u;
    return sight;
}

/* The state of a ray behind a whole cloud; `skips` says whether it leaves bricks that have no matter at once. */
SCREE_FN scree_scene_sight scree_scene_see_cloud(const scree_scene_memory memory, const scree_table table,
                                                 const scree_scene_march march, const bool skips)
{
    scree_scene_sight sight = scree_scene_clear_sight();
    scree_index number = 0u;
    float length = scree_scene_march_length(march, number);
    while (length < march.reach && sight.through > SCREE_SCENE_CLOUD_OPAQUE &&
           number < 2u * SCREE_SCENE_CLOUD_MAX_STEPS) {
        scree_scene_cube cube = scree_scene_cube_at(table, scree_scene_ray_at(march.ray, length));
        if (skips && !scree_scene_may_have_cloud(memory, table, cube)) {
            number = scree_scene_step_behind(table, march, cube, number);
        } else {
            float density = scree_scene_density_in(memory, table, cube);
            if (density > 0.0f) {
                sight = scree_scene_sight_behind(memory, table, march, sight, number, length, density);
            }
            number = number + 1u;
        }
        length = scree_scene_march_length(march, number);
    }
    return sight;
}

SCREE_FN float scree_scene_mean_length(const float from, const float length_sum, const float seen)
{
    return from + scree_divide(length_sum, seen);
}

/* The light of a cloud that comes through fog, and that of the sky behind it. */
SCREE_FN scree_scene_light scree_scene_sight_in_fog(const scree_table table, const scree_scene_ray ray,
                                                    const scree_scene_sight sight, const float from)
{
    float seen = scree_scene_complement(sight.through);
    scree_scene_light sky = scree_scene_sky(table, ray.row);
    scree_scene_light light = sight.light;
    if (seen > 1.0e-6f && scree_scene_float(table, SCREE_SCENE_FOG) < 0.0f) {
        float clear = scree_scene_clear(table, scree_scene_mean_length(from, sight.length_sum, seen));
        light = scree_scene_light_sum(scree_scene_light_scaled(light, clear), sky,
                                      scree_scene_product(seen, scree_scene_complement(clear)));
    }
    return scree_scene_light_sum(light, sky, sight.through);
}

SCREE_FN scree_scene_light scree_scene_cloud_by(const scree_scene_memory memory, const scree_table table,
                                                const scree_scene_ray ray, const bool skips)
{
    scree_scene_span span = scree_scene_span_in_volume(table, ray, scree_scene_float(table, SCREE_SCENE_NEAR));
    scree_scene_light light = scree_scene_sky(table, ray.row);
    if (span.from < span.to) {
        scree_scene_march march = scree_scene_march_of(table, ray, span);
        scree_scene_sight sight = scree_scene_see_cloud(memory, table, march, skips);
        light = scree_scene_sight_in_fog(table, ray, sight, span.from);
    }
    return light;
}

/* The light that comes along a ray from a cloud and the sky. */
SCREE_FN scree_scene_light scree_scene_cloud(const scree_scene_memory memory, const scree_table table,
                                             const scree_scene_ray ray)
{
    return scree_scene_cloud_by(memory, table, ray, true);
}

#endif
