/*
 * Runs of the GPU primer's programs (kernels/lessons/lesson.h, docs/primer.md) on a device's buffers. They are for
 * benchmarks and tests, and not part of the public interface.
 */
#ifndef SCREE_LESSON_RUN_H
#define SCREE_LESSON_RUN_H

#include <scree/buffer.h>

/* Steps of a run. */
#define SCREE_LESSON_STEPS 2u

/* One program. Counts are of words of 32 bits; buffers are of the device, and NULL where the program uses none. */
typedef struct scree_lesson_step {
    uint32_t program;    /* SCREE_LESSON_EMPTY and so on, or hash noise (kernels/lessons/hash_noise.h). */
    uint32_t threads;    /* 1 at least. A CPU divides their work among the threads of its pool. */
    uint32_t group;      /* Threads of a group: a power of two, 1 to the device's limit. */
    uint32_t sides[3];   /* SCREE_LESSON_NUMBERS: threads of a group along x, y and z, 64 together at most; */
    uint32_t groups[3];  /* and groups along them, 1024 together at most. Threads and group are their products. */
    uint32_t each;       /* Numbers that a thread takes, iterations of its loop, or octaves of its noise. */
    uint32_t count;      /* Numbers of all threads; those by fours take a multiple of four. */
    uint32_t stride_log; /* Dot products: of a power of two of numbers, as scree_lesson_index() takes it. Hash
                            noise: of the samples along x, and in space along y. */
    uint32_t word;       /* The word that is stored, the bits of a factor, or the place of hash noise along every
                            axis, in samples: a multiple of 8, so that each group lies in one cell. */
    scree_buffer *a, *b; /* The operands. */
    scree_buffer *c;     /* The results. Every program needs one, even if it stores nothing. */
} scree_lesson_step;

/* Seconds of a run: the host's clock from the start, and the device's own. */
typedef struct scree_lesson_times {
    double called; /* The time at which the device had been given all work; a CPU has done it then. */
    double done;   /* The time at which the host knew that the work was done. */
    double device; /* 0 if the device does not tell. */
} scree_lesson_times;

/* The place of a device on the PCI bus. */
typedef struct scree_lesson_bus {
    bool is_reported;
    uint32_t domain;
    uint32_t bus;
    uint32_t device;
    uint32_t function;
} scree_lesson_bus;

/* Limits of a device, and facts about it that its driver reports, for the lessons on them. */
typedef struct scree_lesson_limits {
    uint64_t buffer_bytes;  /* Maximum size of a buffer that a program uses. */
    uint32_t group;         /* Maximum threads of a group, a power of two; 0 for a CPU, which has none. */
    uint32_t dot_numbers;   /* Maximum numbers that a thread of a dot product takes. */
    uint32_t shared_bytes;  /* Maximum shared memory of a group; 0 for a CPU, which has none. */
    bool has_float64;       /* Programs may use float64. */
    double clock_megahertz; /* The highest clock; 0 if it is unknown. */
    scree_lesson_bus bus;
} scree_lesson_limits;

/* `device` is no group: those have no buffers. */
scree_lesson_limits scree_lesson_limits_of(const scree_device *device);

/* The logarithm of a power of two, rounded down for other numbers. */
static inline uint32_t scree_lesson_log(uint64_t number)
{
    uint32_t log = 0;
    while (number >> log > 1) {
        log++;
    }
    return log;
}

/*
 * Runs the steps in order, `times` times, 1 to 256; each sees the results of the one before. `device` and the buffers
 * are not NULL. Errors are logged: SCREE_ERROR_INVALID where a step does not fit its buffers or the device, and those
 * of the device. Any thread may call it; runs of one device follow one another.
 */
scree_result scree_lesson_run(scree_device *device, const scree_lesson_step *steps, uint32_t count, uint32_t times,
                              scree_lesson_times *taken);

#endif
