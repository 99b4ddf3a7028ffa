/*
 * The arithmetic of the GPU primer's lessons (docs/primer.md): what a thread of each program does with its numbers.
 * Every operation is rounded by itself, so a result has the same bits on every device if its order is the same.
 */
#ifndef SCREE_KERNELS_LESSON_H
#define SCREE_KERNELS_LESSON_H

#include "portable.h"

/* Programs. Those by fours take four numbers, 16 bytes, at a time. */
#define SCREE_LESSON_EMPTY 0u
#define SCREE_LESSON_FILL 1u          /* c = word, by fours. */
#define SCREE_LESSON_COPY 2u          /* c = a, by fours. */
#define SCREE_LESSON_TRIAD 3u         /* c = a + word * b, by fours. */
#define SCREE_LESSON_ADD 4u           /* c = a + b, one number a thread. */
#define SCREE_LESSON_ADD_FOURS 5u     /* The same by fours. */
#define SCREE_LESSON_DOT 6u           /* c[thread] = the thread's part of the dot product of a and b. */
#define SCREE_LESSON_REDUCE 7u        /* c[group] = the sum of the group's words of a, in shared memory. */
#define SCREE_LESSON_ATOMIC 8u        /* c[0] += every word of a. */
#define SCREE_LESSON_SHARED_ATOMIC 9u /* c[0] += the sum of each group, in shared memory. */
#define SCREE_LESSON_LOOP 10u         /* c[thread] = what many iterations make of the thread's number. */
#define SCREE_LESSON_FLOATS 11u       /* c[thread] = sums and products of float32 in independent chains. */
#define SCREE_LESSON_WORDS 12u        /* The same of 32-bit products and exclusive ors. */
#define SCREE_LESSON_PROGRAMS 13u

/* Maximum threads of a group, and chains that do not wait for one another. */
#define SCREE_LESSON_GROUP 1024u
#define SCREE_LESSON_CHAINS 8u

/* Operations of an iteration: of SCREE_LESSON_LOOP, and of one chain of SCREE_LESSON_FLOATS and SCREE_LESSON_WORDS. */
#define SCREE_LESSON_LOOP_OPERATIONS 8u
#define SCREE_LESSON_CHAIN_OPERATIONS 2u

/*
 * The number that is read in the place of number `number`, of 2^count_log (at most 2^31): neighbours lie
 * 2^stride_log apart, and every number is read once.
 */
SCREE_FN scree_index scree_lesson_index(const scree_index number, const scree_index stride_log,
                                        const scree_index count_log)
{
    return ((number << stride_log) | (number >> (count_log - stride_log))) & ((1u << count_log) - 1u);
}

SCREE_FN scree_f32 scree_lesson_add(const scree_f32 a, const scree_f32 b)
{
    return a + b;
}

SCREE_FN scree_f32 scree_lesson_triad(const scree_f32 a, const scree_f32 b, const scree_f32 factor)
{
    return a + factor * b;
}

/* A sum of products, continued by one. */
SCREE_FN scree_f32 scree_lesson_dot(const scree_f32 sum, const scree_f32 a, const scree_f32 b)
{
    return sum + a * b;
}

/* Loops: CUDA's compiler puts four side by side, so that counting them costs little. */
#if defined(__CUDACC__)
#define SCREE_LESSON_UNROLL _Pragma("unroll 4")
#else
#define SCREE_LESSON_UNROLL
#endif

/* The state that iterations of SCREE_LESSON_LOOP hand on. */
SCREE_STRUCT(scree_lesson_state)
{
    scree_u32 word;
    scree_f32 fraction;
};

/*
 * An iteration: a step of a linear congruential generator, disturbed by the bits of a float32 that depends on all
 * earlier words. Neither part can be left out or made ahead. The fraction stays in [0, 2).
 */
SCREE_FN scree_lesson_state scree_lesson_iterate(const scree_lesson_state state)
{
    scree_lesson_state next;
    scree_f32 share = scree_f32_from_u24(state.word >> 8u) * scree_f32_in_all(5.9604644775390625e-8f);
    next.fraction = scree_lesson_triad(share, state.fraction, scree_f32_in_all(0.5f));
    next.word = (state.word * 1664525u + 1013904223u) ^ scree_bits_from_f32(next.fraction);
    return next;
}

/* The result of so many iterations of the lesson's arithmetic, which begin with a thread's number. */
SCREE_FN scree_u32 scree_lesson_loop(const scree_index thread, const scree_index iterations)
{
    scree_lesson_state state;
    state.word = scree_u32_from_index(thread);
    state.fraction = scree_f32_from_bits(scree_u32_from_index(0u));
    SCREE_LESSON_UNROLL
    for (scree_index iteration = 0u; iteration < iterations; iteration++) {
        state = scree_lesson_iterate(state);
    }
    return state.word;
}

/* The beginning of a chain: threads differ by the lowest eight bits of their numbers. */
SCREE_FN scree_u32 scree_lesson_chain_start(const scree_index thread, const scree_index chain)
{
    return scree_u32_from_index(8u * (thread & 255u) + chain + 1u);
}

/* A link of a chain of float32. */
SCREE_FN scree_f32 scree_lesson_float_link(const scree_f32 value, const scree_f32 factor)
{
    return scree_lesson_triad(scree_f32_in_all(0.75f), value, factor);
}

/* A link of a chain of words. */
SCREE_FN scree_u32 scree_lesson_word_link(const scree_u32 value, const scree_u32 factor)
{
    return (value * factor) ^ 0x9e3779b9u;
}

/* The sum of the last links' bits, for a thread's chains of float32. */
SCREE_FN scree_u32 scree_lesson_floats(const scree_index thread, const scree_index iterations, const scree_f32 factor)
{
    scree_f32 chain[SCREE_LESSON_CHAINS];
    scree_u32 sum = scree_u32_from_index(0u);
    SCREE_UNROLL
    for (scree_index i = 0u; i < SCREE_LESSON_CHAINS; i++) {
        chain[i] = scree_f32_from_u24(scree_lesson_chain_start(thread, i));
    }
    SCREE_LESSON_UNROLL
    for (scree_index iteration = 0u; iteration < iterations; iteration++) {
        SCREE_UNROLL
        for (scree_index i = 0u; i < SCREE_LESSON_CHAINS; i++) {
            chain[i] = scree_lesson_float_link(chain[i], factor);
        }
    }
    SCREE_UNROLL
    for (scree_index i = 0u; i < SCREE_LESSON_CHAINS; i++) {
        sum += scree_bits_from_f32(chain[i]);
    }
    return sum;
}

/* The sum of the last links, for a thread's chains of words. */
SCREE_FN scree_u32 scree_lesson_words(const scree_index thread, const scree_index iterations, const scree_u32 factor)
{
    scree_u32 chain[SCREE_LESSON_CHAINS];
    scree_u32 sum = scree_u32_from_index(0u);
    SCREE_UNROLL
    for (scree_index i = 0u; i < SCREE_LESSON_CHAINS; i++) {
        chain[i] = scree_lesson_chain_start(thread, i);
    }
    SCREE_LESSON_UNROLL
    for (scree_index iteration = 0u; iteration < iterations; iteration++) {
        SCREE_UNROLL
        for (scree_index i = 0u; i < SCREE_LESSON_CHAINS; i++) {
            chain[i] = scree_lesson_word_link(chain[i], factor);
        }
    }
    SCREE_UNROLL
    for (scree_index i = 0u; i < SCREE_LESSON_CHAINS; i++) {
        sum += chain[i];
    }
    return sum;
}

#endif
