/* The numbers of the equations that particles follow. */
#ifndef SCREE_KERNELS_SYSTEM_NUMBERS_H
#define SCREE_KERNELS_SYSTEM_NUMBERS_H

#include "particles/particle_table.h"
#include "base/real.h"

/* The numbers of a system, and its time step with its half and its sixth. */
SCREE_STRUCT(scree_system_numbers)
{
    scree_real a;
    scree_real b;
    scree_real c;
    scree_real d;
    scree_real e;
    scree_real f;
    scree_real time_step;
    scree_real half_step;
    scree_real sixth_step;
};

/* A real of the table, in no vector and in all lanes of one. */
SCREE_FN scree_real_one scree_table_real_one(const scree_table table, const scree_index word)
{
    return scree_real_one_from_words(scree_table_word(table, word), scree_table_word(table, word + 1u));
}

SCREE_FN scree_real scree_table_real(const scree_table table, const scree_index word)
{
    return scree_real_from_words(scree_table_word(table, word), scree_table_word(table, word + 1u));
}

SCREE_FN scree_system_numbers scree_system_numbers_of(const scree_table table)
{
    scree_system_numbers n;
    n.a = scree_table_real(table, SCREE_PARTICLE_NUMBERS);
    n.b = scree_table_real(table, SCREE_PARTICLE_NUMBERS + 2u);
    n.c = scree_table_real(table, SCREE_PARTICLE_NUMBERS + 4u);
    n.d = scree_table_real(table, SCREE_PARTICLE_NUMBERS + 6u);
    n.e = scree_table_real(table, SCREE_PARTICLE_NUMBERS + 8u);
    n.f = scree_table_real(table, SCREE_PARTICLE_NUMBERS + 10u);
    n.time_step = scree_table_real(table, SCREE_PARTICLE_TIME_STEP);
    n.half_step = scree_table_real(table, SCREE_PARTICLE_HALF_STEP);
    n.sixth_step = scree_table_real(table, SCREE_PARTICLE_SIXTH_STEP);
    return n;
}

#endif
