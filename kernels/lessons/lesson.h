/*
 * The arithmetic of the GPU primer's lessons (docs/primer.md): what a thread of each program does with its numbers.
 * Every operation is rounded by itself, so a result has the same bits on every device if its order is the same.
 */
#ifndef SCREE_KERNELS_LESSON_H
#define SCREE_KERNELS_LESSON_H

#include "base/portable.h"

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
/* Programs that join words to c[0] as scree_lesson_join() does, by an atomic operation. */
#define SCREE_LESSON_XOR 13u      /* Every word of a. */
#define SCREE_LESSON_MINIMUM 14u  /* Every word of a. */
#define SCREE_LESSON_MAXIMUM 15u  /* Every word of a. */
#define SCREE_LESSON_EXCHANGE 16u /* Every word of a; c[1 + i] = the word that number i replaced. */
/* The same by compare and swap: words are joined by groups first, and c[1 + group] = the word that was replaced. */
#define SCREE_LESSON_PRODUCT 17u     /* 32-bit products of odd words. */
#define SCREE_LESSON_FLOAT_SUM 18u   /* Sums of float32. */
#define SCREE_LESSON_NUMBERS 19u     /* c[3 * thread] = numbers of the thread, of its group, and within its group. */
#define SCREE_LESSON_WIDE_DOT 20u    /* SCREE_LESSON_DOT of float64. */
#define SCREE_LESSON_NOISE 21u       /* c[thread] = Perlin noise (lesson_noise.h), with gradients in b. */
#define SCREE_LESSON_WALK 22u        /* c[0] = where a walk from index to index of a ends that began at c[0]. */
#define SCREE_LESSON_SHARED_WALK 23u /* The same in a copy of a's first words, in shared memory. */
#define SCREE_LESSON_PROGRAMS 24u

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

SCREE_FN scree_f64 scree_lesson_wide_dot(const scree_f64 sum, const scree_f64 a, const scree_f64 b)
{
    return sum + a * b;
}

/* The number of what lies at (x, y, z), counted along x first, then y, then z. */
SCREE_FN scree_index scree_lesson_number(const scree_index x, const scree_index y, const scree_index z,
                                         const scree_index width, const scree_index height)
{
    return (z * height + y) * width + x;
}

/* The word that changes no other that is joined to it, and that c[0] holds at first. */
SCREE_FN scree_u32 scree_lesson_start(const scree_index program)
{
    return scree_u32_from_index(program == SCREE_LESSON_MINIMUM || program == SCREE_LESSON_EXCHANGE ? 0xffffffffu
                                : program == SCREE_LESSON_PRODUCT                                   ? 1u
                                                                                                    : 0u);
}

/* Joins a word to the one before as a program does; those that are not named here add. */
SCREE_FN scree_u32 scree_lesson_join(const scree_index program, const scree_u32 before, const scree_u32 word)
{
    scree_u32 joined = before + word;
    if (program == SCREE_LESSON_XOR) {
        joined = before ^ word;
    } else if (program == SCREE_LESSON_MINIMUM) {
        joined = scree_minimum_u32(before, word);
    } else if (program == SCREE_LESSON_MAXIMUM) {
        joined = scree_select_less_u32(before, word, word, before);
    } else if (program == SCREE_LESSON_EXCHANGE) {
        joined = word;
    } else if (program == SCREE_LESSON_PRODUCT) {
        joined = before * (word | 1u);
    } else if (program == SCREE_LESSON_FLOAT_SUM) {
        joined = scree_bits_from_f32(scree_lesson_add(scree_f32_from_bits(before), scree_f32_from_bits(word)));
    }
    return joined;
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

/* The result of N iterations of the lesson's arithmetic, which begin with a thread's number. */
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
