/*
 * Moves and draws particles, for the type of SCREE_REAL_IS_WIDE. Particles are worked on in batches: as many as vectors
 * in registers hold while they are moved, and as many as the cache holds besides. A batch's coordinates are arrays, so
 * that they can be moved as vectors of reals and drawn as vectors of float32.
 */
#ifndef SCREE_CPU_PARTICLE_BODY_H
#define SCREE_CPU_PARTICLE_BODY_H

#include "particles/attractor.h"
#include "lane_memory.h"
#include "particles/line_walk.h"
#include "kernel_files.h"
#include "particles/particle_start.h"
#include "particles/splat.h"
#include "whole_numbers.h"

#define REAL_LANES ((uint32_t)(sizeof(scree_real) / sizeof(scree_real_one)))
/* Vectors that are moved at once: their steps do not wait for each other. */
#define MOVED_VECTORS (SCREE_LANES == 16 ? 4u : 2u)
#define MOVED (MOVED_VECTORS * REAL_LANES)
#define BATCH 256u
/* Pixels that are fetched before they are added to. */
#define AHEAD 32u

_Static_assert(SCREE_MAX_QUAD_PIXELS == (int)SCREE_QUAD_MAX_SIDE, "the header and the kernels limit quads alike");

typedef struct particle_batch {
    scree_real_one x[BATCH];
    scree_real_one y[BATCH];
    scree_real_one z[BATCH];
} particle_batch;

/* Coordinates of a batch as float32. */
typedef struct seen_batch {
    float x[BATCH];
    float y[BATCH];
    float z[BATCH];
} seen_batch;

SCREE_FN scree_real load_real(const scree_real_one *from)
{
    scree_real value;
    memcpy(&value, from, sizeof value);
    return value;
}

SCREE_FN void store_real(scree_real_one *to, scree_real value)
{
    memcpy(to, &value, sizeof value);
}

SCREE_FN scree_real3 load_position(const particle_batch *batch, uint32_t i)
{
    scree_real3 position;
    position.x = load_real(batch->x + i);
    position.y = load_real(batch->y + i);
    position.z = load_real(batch->z + i);
    return position;
}

SCREE_FN void store_position(particle_batch *batch, uint32_t i, scree_real3 position)
{
    store_real(batch->x + i, position.x);
    store_real(batch->y + i, position.y);
    store_real(batch->z + i, position.z);
}

/* Moves a batch's particles, a few vectors at a time, by N steps. The system and the integrator are constants. */
SCREE_FN void move_batch(scree_index system, scree_index integrator, const uint32_t *words, uint32_t steps,
                         particle_batch *batch)
{
    const scree_system_numbers numbers = scree_system_numbers_of(words);
    for (uint32_t first = 0; first < BATCH; first += MOVED) {
        scree_real3 position[MOVED_VECTORS];
        SCREE_UNROLL
        for (uint32_t v = 0; v < MOVED_VECTORS; v++) {
            position[v] = load_position(batch, first + v * REAL_LANES);
        }
        SCREE_ROLLED
        for (uint32_t step = 0; step < steps; step++) {
            SCREE_UNROLL
            for (uint32_t v = 0; v < MOVED_VECTORS; v++) {
                position[v] = scree_system_step(system, integrator, position[v], numbers);
            }
        }
        SCREE_UNROLL
        for (uint32_t v = 0; v < MOVED_VECTORS; v++) {
            store_position(batch, first + v * REAL_LANES, position[v]);
        }
    }
}

typedef void (*move_function)(const uint32_t *words, uint32_t steps, particle_batch *batch);
typedef void (*velocity_function)(const uint32_t *words, const particle_batch *batch, particle_batch *velocity);

#define DEFINE_SYSTEM(SYSTEM, name, number, function, is_map, is_long)                                                \
    static void move_##name##_by_euler(const uint32_t *words, uint32_t steps, particle_batch *batch)                  \
    {                                                                                                                 \
        move_batch(number, SCREE_KERNEL_INTEGRATOR_EULER, words, steps, batch);                                       \
    }                                                                                                                 \
    static void move_##name##_by_rk4(const uint32_t *words, uint32_t steps, particle_batch *batch)                    \
    {                                                                                                                 \
        move_batch(number, SCREE_KERNEL_INTEGRATOR_RK4, words, steps, batch);                                         \
    }                                                                                                                 \
    static void find_velocity_of_##name(const uint32_t *words, const particle_batch *batch, particle_batch *velocity) \
    {                                                                                                                 \
        const scree_system_numbers numbers = scree_system_numbers_of(words);                                          \
        for (uint32_t i = 0; i < BATCH; i += REAL_LANES) {                                                            \
            store_position(velocity, i, scree_system_velocity(number, load_position(batch, i), numbers));             \
        }                                                                                                             \
    }
SCREE_ATTRACTORS(DEFINE_SYSTEM)

typedef struct system_kernels {
    move_function move[2]; /* Functions for Euler's method and for that of Runge and Kutta. */
    velocity_function find_velocity;
} system_kernels;

static const system_kernels kernels_of_systems[] = {
#define SYSTEM_ROW(SYSTEM, name, number, function, is_map, is_long) \
    [number] = {{move_##name##_by_euler, move_##name##_by_rk4}, find_velocity_of_##name},
    SCREE_ATTRACTORS(SYSTEM_ROW)
#undef SYSTEM_ROW
};

/* Starts particles; whole numbers of parts become coordinates as vectors would make them. */
static void start_batch(const uint32_t *words, uint64_t first, particle_batch *batch)
{
    for (uint32_t i = 0; i < BATCH; i++) {
        const uint64_t number = first + i;
        const scree_particle_start start = scree_particle_start_of(words, (uint32_t)(number >> 32), (uint32_t)number);
        const uint32_t size = start.is_fine != 0 ? SCREE_PARTICLE_FINE : SCREE_PARTICLE_COARSE;
        batch->x[i] = scree_box_coordinate(words, 0, size, start.x);
        batch->y[i] = scree_box_coordinate(words, 1, size, start.y);
        batch->z[i] = scree_box_coordinate(words, 2, size, start.z);
    }
}

/* Particles beyond the last are copies of it. */
static void load_batch(const scree_real_one *positions, uint32_t count, particle_batch *batch)
{
    if (count == BATCH) {
        for (uint32_t i = 0; i < BATCH; i++) {
            batch->x[i] = positions[3 * i];
            batch->y[i] = positions[3 * i + 1];
            batch->z[i] = positions[3 * i + 2];
        }
        return;
    }
    for (uint32_t i = 0; i < BATCH; i++) {
        const scree_real_one *from = positions + 3 * (i < count ? i : count - 1);
        batch->x[i] = from[0];
        batch->y[i] = from[1];
        batch->z[i] = from[2];
    }
}

static void store_batch(particle_batch *batch, uint32_t count, scree_real_one *positions)
{
    for (uint32_t i = 0; i < BATCH; i += REAL_LANES) {
        store_position(batch, i, scree_real3_to_keep(load_position(batch, i)));
    }
    for (uint32_t i = 0; i < count; i++) {
        positions[3 * i] = batch->x[i];
        positions[3 * i + 1] = batch->y[i];
        positions[3 * i + 2] = batch->z[i];
    }
}

static void trim_batch(particle_batch *batch)
{
    for (uint32_t i = 0; i < BATCH; i += REAL_LANES) {
        store_position(batch, i, scree_real3_trim(load_position(batch, i)));
    }
}

static void narrow_batch(const particle_batch *batch, seen_batch *narrow)
{
    for (uint32_t i = 0; i < BATCH; i++) {
        narrow->x[i] = (float)batch->x[i];
        narrow->y[i] = (float)batch->y[i];
        narrow->z[i] = (float)batch->z[i];
    }
}

static uint64_t count_lost(const particle_batch *batch, uint32_t count)
{
    uint64_t lost = 0;
    for (uint32_t i = 0; i < count; i++) {
        const float xyz[3] = {(float)batch->x[i], (float)batch->y[i], (float)batch->z[i]};
        uint32_t bits[3];
        memcpy(bits, xyz, sizeof bits);
        lost += (bits[0] & 0x7f800000u) == 0x7f800000u || (bits[1] & 0x7f800000u) == 0x7f800000u ||
                (bits[2] & 0x7f800000u) == 0x7f800000u;
    }
    return lost;
}

/* Values of a batch's particles by a coordinate, or by speed. */
static void find_values(const uint32_t *words, const float *quantity, uint32_t *values)
{
    const float lowest = scree_one_from_bits(words[SCREE_PARTICLE_COLOUR_MIN]);
    const float scale = scree_one_from_bits(words[SCREE_PARTICLE_COLOUR_SCALE]);
    for (uint32_t i = 0; i < BATCH; i += SCREE_LANES) {
        scree_store_u32(values + i, scree_splat_value(scree_load(quantity + i), lowest, scale));
    }
}

static void find_speeds(const seen_batch *velocity, float *speeds)
{
    for (uint32_t i = 0; i < BATCH; i += SCREE_LANES) {
        scree_store(speeds + i,
                    scree_speed(scree_load(velocity->x + i), scree_load(velocity->y + i), scree_load(velocity->z + i)));
    }
}

/* The values that a drawing adds. */
static void value_batch(const scree_particle_work *work, const particle_batch *batch, const seen_batch *seen,
                        uint32_t age, uint32_t *values)
{
    const uint32_t colour = (uint32_t)work->splat.colour;
    if (colour == SCREE_KERNEL_COLOUR_SPEED) {
        particle_batch velocity;
        seen_batch narrow;
        float speeds[BATCH];
        kernels_of_systems[work->params->system].find_velocity(work->words, batch, &velocity);
        narrow_batch(&velocity, &narrow);
        find_speeds(&narrow, speeds);
        find_values(work->words, speeds, values);
    } else if (colour >= SCREE_KERNEL_COLOUR_X) {
        find_values(work->words,
                    colour == SCREE_KERNEL_COLOUR_X   ? seen->x
                    : colour == SCREE_KERNEL_COLOUR_Y ? seen->y
                                                      : seen->z,
                    values);
    } else {
        for (uint32_t i = 0; i < BATCH; i++) {
            values[i] = colour == SCREE_KERNEL_COLOUR_AGE ? age >> 24 : 0;
        }
    }
}

/* The pixels at which particles are seen. */
typedef struct pixel_batch {
    uint32_t x[BATCH];
    uint32_t y[BATCH];
} pixel_batch;

static void see_batch(const uint32_t *words, const seen_batch *seen, pixel_batch *pixels)
{
    const scree_view view = scree_view_of(words);
    for (uint32_t i = 0; i < BATCH; i += SCREE_LANES) {
        const scree_seen at =
            view.has_perspective > 0.0f
                ? scree_view_see(view, true, scree_load(seen->x + i), scree_load(seen->y + i), scree_load(seen->z + i))
                : scree_view_see(view, false, scree_load(seen->x + i), scree_load(seen->y + i),
                                 scree_load(seen->z + i));
        scree_store_u32(pixels->x + i, at.x);
        scree_store_u32(pixels->y + i, at.y);
    }
}

static void add_points(const uint32_t *words, const pixel_batch *pixels, const uint32_t *values, uint32_t count,
                       uint64_t *accumulation)
{
    const uint32_t left = words[SCREE_PARTICLE_LEFT];
    const uint32_t top = words[SCREE_PARTICLE_TOP];
    const uint32_t width = words[SCREE_PARTICLE_WIDTH];
    const uint32_t height = words[SCREE_PARTICLE_HEIGHT];
    uint64_t *at[BATCH + AHEAD];
    uint64_t added[BATCH];
    uint32_t seen = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t x = pixels->x[i] - left;
        const uint32_t y = pixels->y[i] - top;
        at[seen] = accumulation + ((uint64_t)y * width + x);
        added[seen] = ((uint64_t)1 << SCREE_PIXEL_COUNT_SHIFT) + values[i];
        seen += x < width && y < height;
    }
    for (uint32_t i = 0; i < AHEAD; i++) {
        at[seen + i] = accumulation;
    }
    for (uint32_t i = 0; i < seen; i++) {
        __builtin_prefetch(at[i + AHEAD], 1);
        *at[i] += added[i];
    }
}

static void add_line(const uint32_t *words, scree_line_walk walk, uint32_t value, uint64_t *accumulation)
{
    const uint32_t width = words[SCREE_PARTICLE_WIDTH];
    const uint32_t height = words[SCREE_PARTICLE_HEIGHT];
    for (; walk.left_over != 0; walk = scree_line_next(walk)) {
        if (walk.x < width && walk.y < height) {
            accumulation[(uint64_t)walk.y * width + walk.x] += ((uint64_t)1 << SCREE_PIXEL_COUNT_SHIFT) + value;
        }
    }
}

static void add_lines(const uint32_t *words, const pixel_batch *pixels, const uint32_t *values, uint32_t count,
                      uint64_t *accumulation)
{
    for (uint32_t i = 0; i + 1 < count; i += 2) {
        if (pixels->x[i] != UINT32_MAX && pixels->x[i + 1] != UINT32_MAX && pixels->y[i] != UINT32_MAX &&
            pixels->y[i + 1] != UINT32_MAX) {
            const scree_line_walk walk =
                scree_line_begin(words, pixels->x[i], pixels->y[i], pixels->x[i + 1], pixels->y[i + 1]);
            add_line(words, walk, (values[i] + values[i + 1]) / 2, accumulation);
        }
    }
}

/* The pixels of quads around particles. */
typedef struct quad_batch {
    pixel_batch corner;
    uint32_t side[BATCH];
} quad_batch;

static void see_quads(const uint32_t *words, const seen_batch *seen, quad_batch *quads)
{
    const scree_view view = scree_view_of(words);
    for (uint32_t i = 0; i < BATCH; i += SCREE_LANES) {
        const scree_quad quad = scree_view_quad(view, view.has_perspective > 0.0f, scree_load(seen->x + i),
                                                scree_load(seen->y + i), scree_load(seen->z + i));
        scree_store_u32(quads->corner.x + i, quad.x);
        scree_store_u32(quads->corner.y + i, quad.y);
        scree_store_u32(quads->side + i, quad.side);
    }
}

static void add_quad(scree_quad_pixels quad, uint32_t width, uint32_t value, uint64_t *accumulation)
{
    for (uint32_t y = quad.top; y < quad.bottom; y++) {
        for (uint32_t x = quad.left; x < quad.right; x++) {
            accumulation[(uint64_t)y * width + x] += ((uint64_t)1 << SCREE_PIXEL_COUNT_SHIFT) + value;
        }
    }
}

static void draw_quads(const uint32_t *words, const seen_batch *seen, const uint32_t *values, uint32_t count,
                       uint64_t *accumulation)
{
    quad_batch quads;
    see_quads(words, seen, &quads);
    for (uint32_t i = 0; i < count; i++) {
        add_quad(scree_quad_clip(words, quads.corner.x[i], quads.corner.y[i], quads.side[i]),
                 words[SCREE_PARTICLE_WIDTH], values[i], accumulation);
    }
}

static void draw_batch(const scree_cpu_particles *part, const particle_batch *batch, uint32_t count, uint32_t age)
{
    const scree_particle_work *work = part->work;
    seen_batch seen;
    pixel_batch pixels;
    uint32_t values[BATCH];
    narrow_batch(batch, &seen);
    value_batch(work, batch, &seen, age, values);
    if (work->splat.shape == SCREE_PARTICLE_SHAPE_QUADS) {
        draw_quads(work->words, &seen, values, count, part->accumulation);
        return;
    }
    see_batch(work->words, &seen, &pixels);
    if (work->splat.shape == SCREE_PARTICLE_SHAPE_LINES) {
        add_lines(work->words, &pixels, values, count, part->accumulation);
    } else {
        add_points(work->words, &pixels, values, count, part->accumulation);
    }
}

/* Moves and draws a batch by one batch of steps. */
static void run_steps(const scree_cpu_particles *part, scree_step_batch step_batch, uint32_t count,
                      particle_batch *batch)
{
    const scree_particle_params *params = part->work->params;
    const move_function move =
        kernels_of_systems[params->system].move[params->integrator == SCREE_PARTICLE_INTEGRATOR_RK4];
    for (;;) {
        if (scree_step_batch_draws(step_batch)) {
            draw_batch(part, batch, count, step_batch.age);
            step_batch = scree_step_batch_drawn(step_batch);
        }
        if (step_batch.done == step_batch.steps) {
            return;
        }
        const uint32_t steps = scree_step_batch_steps(step_batch);
        move(part->work->words, steps, batch);
        step_batch = scree_step_batch_moved(step_batch, steps);
        if (step_batch.trim_phase == 0) {
            trim_batch(batch);
        }
    }
}

static void run_batch(scree_cpu_particles *part, uint64_t first, uint32_t count)
{
    const scree_particle_run *run = part->work->run;
    scree_real_one *positions = part->positions != NULL ? (scree_real_one *)part->positions + 3 * first : NULL;
    particle_batch batch;
    if (run->is_continued) {
        load_batch(positions, count, &batch);
    } else {
        start_batch(part->work->words, part->first + first, &batch);
    }
    uint64_t done = 0;
    do {
        const scree_step_batch step_batch = scree_particle_batch_at(part->work, done, UINT32_MAX / 2);
        run_steps(part, step_batch, count, &batch);
        done += step_batch.steps;
    } while (done < run->steps);
    if (positions != NULL) {
        store_batch(&batch, count, positions);
    }
    part->lost += count_lost(&batch, count);
}

static void run_particles(scree_cpu_particles *part)
{
    part->lost = 0;
    for (uint64_t first = 0; first < part->count; first += BATCH) {
        run_batch(part, first, (uint32_t)scree_min(part->count - first, (uint64_t)BATCH));
    }
}

#endif
