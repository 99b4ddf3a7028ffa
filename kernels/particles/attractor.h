/*
 * Systems of which particles follow the flow, or which map them from position to position: one function a row. A row is
 *
 *     X(SYSTEM, name, number, function, is_map, is_long)
 *
 * where `number` is that of scree_particle_system in scree/particles.h, and `function` gives the velocity at a
 * position, or where a map takes it; `is_long` says that this takes much code. Sources of the systems stand with their
 * descriptions in src/field/particles/systems.c.
 *
 * Devices may treat subnormal numbers as zeros, so numbers near zero become zero after every SCREE_TRIM_STEPS steps:
 * within so few no number falls from there to the subnormal ones unless it shrinks by half in each step.
 */
#ifndef SCREE_KERNELS_ATTRACTOR_H
#define SCREE_KERNELS_ATTRACTOR_H

#include "base/elementary_real.h"
#include "particles/flow.h"
#include "base/real3.h"
#include "base/real.h"
#include "base/real_bits.h"
#include "particles/system_numbers.h"

#define SCREE_ATTRACTORS(X)                                           \
    X(LORENZ, lorenz, 0u, scree_lorenz_velocity, 0, 0)                \
    X(ROSSLER, rossler, 1u, scree_rossler_velocity, 0, 0)             \
    X(THOMAS, thomas, 2u, scree_thomas_velocity, 0, 0)                \
    X(AIZAWA, aizawa, 3u, scree_aizawa_velocity, 0, 0)                \
    X(HALVORSEN, halvorsen, 4u, scree_halvorsen_velocity, 0, 0)       \
    X(CHEN, chen, 5u, scree_chen_velocity, 0, 0)                      \
    X(DADRAS, dadras, 6u, scree_dadras_velocity, 0, 0)                \
    X(SPROTT_LINZ, sprott_linz, 7u, scree_sprott_linz_velocity, 0, 0) \
    X(CLIFFORD, clifford, 8u, scree_clifford_map, 1, 0)               \
    X(DE_JONG, de_jong, 9u, scree_de_jong_map, 1, 0)                  \
    X(FLOW, flow, 10u, scree_flow_velocity, 0, 1)                     \
    X(FLOW_PLANE, flow_plane, 11u, scree_flow_plane_velocity, 0, 1)

#define SCREE_KERNEL_INTEGRATOR_EULER 1u
#define SCREE_KERNEL_INTEGRATOR_RK4 2u

SCREE_FN scree_real3 scree_lorenz_velocity(const scree_real3 p, const scree_system_numbers n)
{
    scree_real3 v;
    v.x = n.a * (p.y - p.x);
    v.y = p.x * (n.b - p.z) - p.y;
    v.z = p.x * p.y - n.c * p.z;
    return v;
}

SCREE_FN scree_real3 scree_rossler_velocity(const scree_real3 p, const scree_system_numbers n)
{
    scree_real3 v;
    v.x = -p.y - p.z;
    v.y = p.x + n.a * p.y;
    v.z = n.b + p.z * (p.x - n.c);
    return v;
}

SCREE_FN scree_real3 scree_thomas_velocity(const scree_real3 p, const scree_system_numbers n)
{
    scree_real3 v;
    v.x = scree_sincos_radians(p.y).sine - n.a * p.x;
    v.y = scree_sincos_radians(p.z).sine - n.a * p.y;
    v.z = scree_sincos_radians(p.x).sine - n.a * p.z;
    return v;
}

SCREE_FN scree_real3 scree_aizawa_velocity(const scree_real3 p, const scree_system_numbers n)
{
    scree_real3 v;
    scree_real lift = p.z - n.b;
    scree_real square = p.x * p.x + p.y * p.y;
    scree_real cube = p.z * p.z * p.z;
    v.x = lift * p.x - n.d * p.y;
    v.y = n.d * p.x + lift * p.y;
    v.z = n.c + n.a * p.z - cube * SCREE_REAL_CONSTANT(0.333333343f, 0x3fd55555u, 0x55555555u) -
          square * (n.e * p.z + 1.0f) + n.f * p.z * (p.x * p.x * p.x);
    return v;
}

SCREE_FN scree_real3 scree_halvorsen_velocity(const scree_real3 p, const scree_system_numbers n)
{
    scree_real3 v;
    v.x = -(n.a * p.x) - n.b * (p.y + p.z) - p.y * p.y;
    v.y = -(n.a * p.y) - n.b * (p.z + p.x) - p.z * p.z;
    v.z = -(n.a * p.z) - n.b * (p.x + p.y) - p.x * p.x;
    return v;
}

SCREE_FN scree_real3 scree_chen_velocity(const scree_real3 p, const scree_system_numbers n)
{
    scree_real3 v;
    v.x = n.a * (p.y - p.x);
    v.y = (n.c - n.a) * p.x - p.x * p.z + n.c * p.y;
    v.z = p.x * p.y - n.b * p.z;
    return v;
}

SCREE_FN scree_real3 scree_dadras_velocity(const scree_real3 p, const scree_system_numbers n)
{
    scree_real3 v;
    v.x = p.y - n.a * p.x + n.b * (p.y * p.z);
    v.y = n.c * p.y - p.x * p.z + p.z;
    v.z = n.d * (p.x * p.y) - n.e * p.z;
    return v;
}

SCREE_FN scree_real3 scree_sprott_linz_velocity(const scree_real3 p, const scree_system_numbers n)
{
    scree_real3 v;
    v.x = p.y + p.z;
    v.y = n.a * p.y - p.x;
    v.z = p.x * p.x - p.z;
    return v;
}

/* A product of its own: GLSL keeps no rounding of an argument's operations. */
SCREE_FN scree_real scree_angle(const scree_real factor, const scree_real coordinate)
{
    return factor * coordinate;
}

SCREE_FN scree_real3 scree_clifford_map(const scree_real3 p, const scree_system_numbers n)
{
    scree_real3 next;
    next.x = scree_sincos_radians(scree_angle(n.a, p.y)).sine +
             n.c * scree_sincos_radians(scree_angle(n.a, p.x)).cosine;
    next.y = scree_sincos_radians(scree_angle(n.b, p.x)).sine +
             n.d * scree_sincos_radians(scree_angle(n.b, p.y)).cosine;
    next.z = p.z;
    return next;
}

SCREE_FN scree_real3 scree_de_jong_map(const scree_real3 p, const scree_system_numbers n)
{
    scree_real3 next;
    next.x = scree_sincos_radians(scree_angle(n.a, p.y)).sine - scree_sincos_radians(scree_angle(n.b, p.x)).cosine;
    next.y = scree_sincos_radians(scree_angle(n.c, p.x)).sine - scree_sincos_radians(scree_angle(n.d, p.y)).cosine;
    next.z = p.z;
    return next;
}

/* The velocity at a position, or where a map takes it. The system is a constant where it matters; a file that defines
   SCREE_SYSTEM_FUNCTION names no other. */
SCREE_FN scree_real3 scree_system_at(const scree_index system, const scree_real3 p, const scree_system_numbers n)
{
#if defined(SCREE_SYSTEM_FUNCTION)
    return SCREE_SYSTEM_FUNCTION(p, n);
#else
    scree_real3 result = p;
#define SCREE_SYSTEM_CASE(SYSTEM, name, number, function, is_map, is_long) \
    if (system == number) {                                                \
        result = function(p, n);                                           \
    }
    SCREE_ATTRACTORS(SCREE_SYSTEM_CASE)
#undef SCREE_SYSTEM_CASE
    return result;
#endif
}

SCREE_FN bool scree_system_is_map(const scree_index system)
{
    bool maps = false;
#define SCREE_SYSTEM_CASE(SYSTEM, name, number, function, is_map, is_long) \
    if (system == number) {                                                \
        maps = is_map != 0;                                                \
    }
    SCREE_ATTRACTORS(SCREE_SYSTEM_CASE)
#undef SCREE_SYSTEM_CASE
    return maps;
}

/* The position that lies so far along a velocity. */
SCREE_FN scree_real3 scree_real3_along(const scree_real3 p, const scree_real time, const scree_real3 v)
{
    scree_real3 moved;
    moved.x = p.x + time * v.x;
    moved.y = p.y + time * v.y;
    moved.z = p.z + time * v.z;
    return moved;
}

/*
 * The classic method of Runge and Kutta: the mean of k1 + 2 (k2 + k3) + k4. Drivers would put a long velocity in the
 * place of each of its four calls, and compile for long.
 */
#if defined(SCREE_SYSTEM_IS_LONG)
#define SCREE_UNROLL_STAGES SCREE_UNROLL_AHEAD
#else
#define SCREE_UNROLL_STAGES SCREE_UNROLL
#endif

SCREE_FN scree_real3 scree_rk4_step(const scree_index system, const scree_real3 p, const scree_system_numbers n)
{
    scree_real3 k = p;
    scree_real3 middle = p;
    scree_real3 sum = p;
    SCREE_UNROLL_STAGES
    for (scree_index stage = 0u; stage < 4u; stage++) {
        scree_real3 at = p;
        if (stage == 3u) {
            at = scree_real3_along(p, n.time_step, k);
        } else if (stage > 0u) {
            at = scree_real3_along(p, n.half_step, k);
        }
        k = scree_system_at(system, at, n);
        if (stage == 0u) {
            sum = k;
        } else if (stage == 1u) {
            middle = k;
        } else if (stage == 2u) {
            middle = scree_real3_sum(middle, k);
            sum = scree_real3_sum(sum, scree_real3_sum(middle, middle));
        } else {
            sum = scree_real3_sum(sum, k);
        }
    }
    return scree_real3_along(p, n.sixth_step, sum);
}

/* The next position of a particle. */
SCREE_FN scree_real3 scree_system_step(const scree_index system, const scree_index integrator, const scree_real3 p,
                                       const scree_system_numbers n)
{
    scree_real3 next;
    if (scree_system_is_map(system)) {
        next = scree_system_at(system, p, n);
    } else if (integrator == SCREE_KERNEL_INTEGRATOR_RK4) {
        next = scree_rk4_step(system, p, n);
    } else {
        next = scree_real3_along(p, n.time_step, scree_system_at(system, p, n));
    }
    return next;
}

/* The velocity of a particle, for its colour: of a map, the displacement of the next step. */
SCREE_FN scree_real3 scree_system_velocity(const scree_index system, const scree_real3 p, const scree_system_numbers n)
{
    scree_real3 v = scree_system_at(system, p, n);
    if (scree_system_is_map(system)) {
        v.x = v.x - p.x;
        v.y = v.y - p.y;
        v.z = v.z - p.z;
    }
    return v;
}

/* A NaN with the same bits on all devices, whose own differ; any other number stays. */
SCREE_FN scree_real scree_real_to_keep(const scree_real value)
{
    scree_real_bits bits = scree_bits_from_real(value);
    scree_real magnitude = scree_real_from_bits(bits ^ scree_real_sign(bits));
    scree_real infinity = scree_real_from_words(0x7ff00000u, SCREE_REAL_IS_WIDE != 0 ? 0u : 0x7f800000u);
    return scree_real_unless_above(bits, magnitude, infinity);
}

SCREE_FN scree_real3 scree_real3_to_keep(const scree_real3 p)
{
    scree_real3 kept;
    kept.x = scree_real_to_keep(p.x);
    kept.y = scree_real_to_keep(p.y);
    kept.z = scree_real_to_keep(p.z);
    return kept;
}

#endif
