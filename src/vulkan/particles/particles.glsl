// Starts, moves and draws particles (kernels/particles/attractor.h), a thread for each. The file that includes this
// says by SCREE_REAL_IS_WIDE what type coordinates have, and by HAS_WIDE_ATOMICS whether the device adds 64 bits at
// once.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#if HAS_WIDE_ATOMICS
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_int64 : require
#endif
#include "float_controls.glsl"
#include "table_layout.h"
layout(std430, binding = BINDING_TABLES) readonly buffer table_words { uint scree_table_words[]; };
#include "particles/line_walk.h"
#include "particles/particle_start.h"
#include "particles/splat.h"
#include "particles/step_batch.h"
#include "loop_watchdog.glsl"

layout(local_size_x = PARTICLE_GROUP) in;

layout(constant_id = CONSTANT_PARTICLE_SYSTEM) const uint SYSTEM = 0u;
layout(constant_id = CONSTANT_PARTICLE_INTEGRATOR) const uint INTEGRATOR = 0u;
layout(constant_id = CONSTANT_PARTICLE_SHAPE) const uint SHAPE = 0u;
layout(constant_id = CONSTANT_PARTICLE_COLOUR) const uint COLOUR = 0u;
layout(constant_id = CONSTANT_PARTICLE_PERSPECTIVE) const uint HAS_PERSPECTIVE = 0u;
layout(constant_id = CONSTANT_PARTICLE_MEMORY) const uint MEMORY = 0u;

layout(std430, binding = BINDING_VALUES) buffer position_reals { scree_real positions[]; };
layout(std430, binding = BINDING_RANGE) buffer lost_words { uint lost[]; };
#if HAS_WIDE_ATOMICS
layout(std430, binding = BINDING_DATA) buffer accumulation_pixels { uint64_t accumulation[]; };
#else
layout(std430, binding = BINDING_DATA) buffer accumulation_words { uint accumulation[]; };
#endif

layout(push_constant) uniform particle_push {
    uint first_high;
    uint first_low;
    uint count;
    uint first_real;
    uint first_pixel;
    uint lost_word;
    scree_step_batch batch;
} push;

const uint TABLE = 0u;

shared uint drawn_x[PARTICLE_GROUP];
shared uint drawn_y[PARTICLE_GROUP];
shared uint drawn_value[PARTICLE_GROUP];

scree_real3 position_of(const uint i)
{
    scree_real3 position;
    if ((MEMORY & PARTICLE_LOADS) != 0u) {
        position.x = positions[push.first_real + 3u * i];
        position.y = positions[push.first_real + 3u * i + 1u];
        position.z = positions[push.first_real + 3u * i + 2u];
    } else {
        uint low = push.first_low + i;
        scree_particle_start box = scree_particle_start_of(TABLE, push.first_high + (low < i ? 1u : 0u), low);
        uint part = box.is_fine != 0u ? SCREE_PARTICLE_FINE : SCREE_PARTICLE_COARSE;
        position.x = scree_box_coordinate(TABLE, 0u, part, box.x);
        position.y = scree_box_coordinate(TABLE, 1u, part, box.y);
        position.z = scree_box_coordinate(TABLE, 2u, part, box.z);
    }
    return position;
}

void store(const uint i, const scree_real3 position)
{
    if ((MEMORY & PARTICLE_STORES) != 0u) {
        scree_real3 kept = scree_real3_to_keep(position);
        positions[push.first_real + 3u * i] = kept.x;
        positions[push.first_real + 3u * i + 1u] = kept.y;
        positions[push.first_real + 3u * i + 2u] = kept.z;
    }
}

uint value_of(const float quantity)
{
    return scree_splat_value(quantity, uintBitsToFloat(scree_table_words[SCREE_PARTICLE_COLOUR_MIN]),
                             uintBitsToFloat(scree_table_words[SCREE_PARTICLE_COLOUR_SCALE]));
}

uint value_at(const scree_real3 position, const scree_system_numbers numbers, const uint age)
{
    uint value = 0u;
    if (COLOUR == SCREE_KERNEL_COLOUR_SPEED) {
        scree_real3 v = scree_system_velocity(SYSTEM, position, numbers);
        value = value_of(scree_speed(scree_f32_from_real(v.x), scree_f32_from_real(v.y), scree_f32_from_real(v.z)));
    } else if (COLOUR == SCREE_KERNEL_COLOUR_AGE) {
        value = age >> 24u;
    } else if (COLOUR == SCREE_KERNEL_COLOUR_X) {
        value = value_of(scree_f32_from_real(position.x));
    } else if (COLOUR == SCREE_KERNEL_COLOUR_Y) {
        value = value_of(scree_f32_from_real(position.y));
    } else if (COLOUR == SCREE_KERNEL_COLOUR_Z) {
        value = value_of(scree_f32_from_real(position.z));
    }
    return value;
}

// Adds a drawing to a pixel of the window, if it is there.
void add(const uint x, const uint y, const uint value)
{
    if (x < scree_table_words[SCREE_PARTICLE_WIDTH] && y < scree_table_words[SCREE_PARTICLE_HEIGHT]) {
        uint pixel = push.first_pixel + y * scree_table_words[SCREE_PARTICLE_WIDTH] + x;
#if HAS_WIDE_ATOMICS
        atomicAdd(accumulation[pixel], (uint64_t(SCREE_PIXEL_ONE_HIGH) << 32u) | uint64_t(value));
#else
        uint before = atomicAdd(accumulation[2u * pixel], value);
        atomicAdd(accumulation[2u * pixel + 1u], SCREE_PIXEL_ONE_HIGH + (before + value < before ? 1u : 0u));
#endif
    }
}

// Draws the line from this thread's particle to the next one's. All threads of the group call this.
void add_line(const uint x, const uint y, const uint value)
{
    uint thread = gl_LocalInvocationID.x;
    drawn_x[thread] = x;
    drawn_y[thread] = y;
    drawn_value[thread] = value;
    barrier();
    if (thread % 2u == 0u && x != 0xffffffffu && y != 0xffffffffu && drawn_x[thread + 1u] != 0xffffffffu &&
        drawn_y[thread + 1u] != 0xffffffffu) {
        scree_line_walk walk = scree_line_begin(TABLE, x, y, drawn_x[thread + 1u], drawn_y[thread + 1u]);
        uint mean = (value + drawn_value[thread + 1u]) / 2u;
        [[dont_unroll]]
        while (walk.left_over != 0u) {
            add(walk.x, walk.y, mean);
            walk = scree_line_next(walk);
        }
    }
    barrier();
}

// Draws the part of a quad that is in the window.
void add_quad(const scree_quad quad, const uint value)
{
    scree_quad_pixels pixels = scree_quad_clip(TABLE, quad.x, quad.y, quad.side);
    [[dont_unroll]]
    for (uint y = pixels.top; y < pixels.bottom; y++) {
        [[dont_unroll]]
        for (uint x = pixels.left; x < pixels.right; x++) {
            add(x, y, value);
        }
    }
}

void draw(const bool is_there, const scree_real3 position, const scree_system_numbers numbers, const uint age)
{
    uint value = value_at(position, numbers, age);
    if (SHAPE == SCREE_KERNEL_SHAPE_QUADS) {
        if (is_there) {
            add_quad(scree_view_quad(scree_view_of(TABLE), HAS_PERSPECTIVE != 0u, scree_f32_from_real(position.x),
                                     scree_f32_from_real(position.y), scree_f32_from_real(position.z)),
                     value);
        }
        return;
    }
    scree_seen seen = scree_view_see(scree_view_of(TABLE), HAS_PERSPECTIVE != 0u, scree_f32_from_real(position.x),
                                     scree_f32_from_real(position.y), scree_f32_from_real(position.z));
    if (!is_there) {
        seen.x = 0xffffffffu;
    }
    if (SHAPE == SCREE_KERNEL_SHAPE_LINES) {
        add_line(seen.x, seen.y, value);
    } else if (seen.x != 0xffffffffu && seen.y != 0xffffffffu) {
        add(seen.x - scree_table_words[SCREE_PARTICLE_LEFT], seen.y - scree_table_words[SCREE_PARTICLE_TOP], value);
    }
}

scree_real3 move(const scree_real3 position, const scree_system_numbers numbers, const uint steps)
{
    scree_real3 moved = position;
    [[dont_unroll]]
    for (uint step = 0u; step < steps; step++) {
        moved = scree_system_step(SYSTEM, INTEGRATOR, moved, numbers);
    }
    return moved;
}

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint thread = group * PARTICLE_GROUP + gl_LocalInvocationID.x;
    // Threads beyond the last particle move it, too, because all of a group come to barriers.
    uint i = min(thread, push.count - 1u);
    bool is_there = thread < push.count;
    scree_system_numbers numbers = scree_system_numbers_of(TABLE);
    scree_real3 position = position_of(i);
    scree_step_batch batch = push.batch;
    bool is_done = false;
    [[dont_unroll]]
    while (!is_done) {
        if (SHAPE != SCREE_KERNEL_SHAPE_NONE && scree_step_batch_draws(batch)) {
            draw(is_there, position, numbers, batch.age);
            batch = scree_step_batch_drawn(batch);
        }
        is_done = batch.done == batch.steps;
        uint steps = is_done ? 0u : scree_step_batch_steps(batch);
        position = move(position, numbers, steps);
        batch = scree_step_batch_moved(batch, steps);
        if (!is_done && batch.trim_phase == 0u) {
            position = scree_real3_trim(position);
        }
    }
    if (is_there) {
        store(i, position);
        if ((scree_is_lost(scree_f32_from_real(position.x)) | scree_is_lost(scree_f32_from_real(position.y)) |
             scree_is_lost(scree_f32_from_real(position.z))) != 0u) {
            atomicAdd(lost[push.lost_word], 1u);
        }
    }
    check_watchdog();
}
