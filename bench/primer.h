/*
 * Parts of the GPU primer (docs/primer.md): one table of lessons, whose rows are measured on any device, verified, and
 * compared with ceilings that were measured in the same run.
 */
#ifndef SCREE_BENCH_PRIMER_H
#define SCREE_BENCH_PRIMER_H

#include "../src/field/lesson_run.h"
#include "bench_internal.h"

/* The kind of time that a row has. */
enum primer_measure {
    PRIMER_PROGRAM,     /* The device's time for programs, or the host's if the device tells none. */
    PRIMER_CALL,        /* The host's time until the device has its work. */
    PRIMER_COMPLETION,  /* The host's time until the result is there. */
    PRIMER_UPLOAD,      /* The host's time for a transfer to the device. */
    PRIMER_DOWNLOAD,    /* The same to the host. */
    PRIMER_DRIVER_FILL, /* The device's time for scree_buffer_fill(). */
    PRIMER_LIBRARY_DOT, /* The device's time for scree_buffer_dot(). */
    PRIMER_LIBRARY_SUM  /* The device's time for scree_buffer_sum(). */
};

enum primer_machines { PRIMER_EVERYWHERE, PRIMER_ON_GPU, PRIMER_ON_CPU };

/* Numbers of a row; primer_sizes() says how many they are. */
enum primer_size {
    PRIMER_ONE,
    PRIMER_SIDES, /* As many as the row's groups have threads. */
    PRIMER_GROUP, /* Up to here rows are so small that nothing bounds them. */
    PRIMER_FEW,
    PRIMER_SHARED, /* As many as shared memory holds on every device. */
    PRIMER_SMALL,
    PRIMER_MIDDLE,
    PRIMER_STRIDED,
    PRIMER_WIDE, /* Half as many as the largest, of twice the size. */
    PRIMER_LARGE,
    PRIMER_LOOPS,
    PRIMER_SAMPLES, /* The samples of noise. */
    PRIMER_SIZES
};

/* Numbers in a and b. */
enum primer_contents {
    PRIMER_NO_CONTENTS,
    PRIMER_INVERSES,      /* 1 / 1, 1 / 2, 1 / 3 and so on in both. */
    PRIMER_PAIRS,         /* The same in a, and others in b. */
    PRIMER_WHOLE,         /* The whole numbers from 0 on in a. */
    PRIMER_WIDE_INVERSES, /* The inverses in float64. */
    PRIMER_SCATTERED,     /* Words of which no two are alike. */
    PRIMER_CYCLE,         /* Indices: each number says which one comes next, until all were there. */
    PRIMER_GRADIENTS      /* The gradients of noise in b. */
};

/* Threads of a row that are no fixed number. */
#define PRIMER_THREAD_EACH 0u           /* As many as there is work for. */
#define PRIMER_ALL_THREADS UINT32_MAX   /* A power of two: those of a CPU's pool, or more. */
#define PRIMER_OWN_PART UINT32_MAX      /* As stride_log: each thread reads neighbouring numbers. */
#define PRIMER_STAGES_AT_ONCE (1u << 4) /* Numbers that each thread of the better reduction adds first. */

struct primer_row {
    const char *lesson;
    const char *name;
    enum primer_measure measure;
    enum primer_machines machines;
    enum primer_size size;
    uint32_t program; /* SCREE_LESSON_EMPTY and so on. */
    uint32_t threads;
    uint32_t group;      /* Threads of a group; 0 = PRIMER_PLAIN_GROUP. */
    uint32_t each;       /* Numbers that a thread takes; 0 = 1, or as many as there are for all threads. */
    uint32_t stride_log; /* The stride of a dot product. */
    uint32_t sides[3];   /* SCREE_LESSON_NUMBERS: threads of a group along x, y and z; */
    uint32_t groups[3];  /* and groups. */
    bool is_two_stage;   /* The sums of groups are summed by one group more. */
    bool is_pinned;      /* Transfers: the device reads and writes the host's memory by itself. */
};

#define PRIMER_PLAIN_GROUP 256u

extern const struct primer_row primer_rows[];
extern const size_t primer_row_count;

/* A row cannot be faster than this part of the device lets it be. */
enum primer_bound { PRIMER_UNBOUNDED, PRIMER_MEMORY, PRIMER_ARITHMETIC, PRIMER_TRANSFERS, PRIMER_BOUNDS };

enum primer_proof { PRIMER_NO_RESULT, PRIMER_VERIFIED };

/* Clock and throttling of a device, as far as its driver tells; zero and empty where it does not. */
struct primer_clock {
    bool is_reported;
    double megahertz;
    double most_megahertz;
    char throttle[96]; /* "none", or what slows it; empty where that is not told. */
};

/* The clock by which a time becomes clocks. */
struct primer_frequency {
    double megahertz; /* 0 where none is told. */
    const char *source;
};

/* The link between host and device; 0 generations where none is told. */
struct primer_bus {
    uint32_t generation;
    uint32_t lanes;
};

/* Float sums of several runs. */
struct primer_sums {
    uint32_t runs;
    uint32_t changes; /* Runs whose sum has other bits than that of the run before. */
    float last;
    float least;
    float greatest;
    float forwards;  /* The host's, number by number from the first on; */
    float backwards; /* and from the last on. */
};

enum primer_verdict { PRIMER_NEW, PRIMER_SAME, PRIMER_FASTER, PRIMER_SLOWER, PRIMER_AMBIGUOUS };

struct primer_result {
    const struct primer_row *row;
    char refusal[64];  /* Why the row was left out; empty if it was measured. */
    bool is_elsewhere; /* It was left out because it is for other machines. */
    bool is_reported;  /* Rows that only give ceilings are not. */
    scree_lesson_step steps[SCREE_LESSON_STEPS];
    uint32_t step_count;
    uint64_t numbers; /* Numbers of all threads, or threads whose loops are arithmetic alone. */
    uint64_t bytes;   /* Read and written, each once. */
    uint64_t operations;
    enum primer_bound bound;
    uint32_t times;   /* Runs of a round. */
    uint32_t warm_up; /* Rounds before those that count. */
    bool is_steady;   /* The last three of them agreed. */
    double *seconds;  /* One for each round; owned. */
    struct bench_times taken;
    enum primer_proof proof;
    struct primer_clock clock;
    double dot;         /* A dot product, which is near pi^2 / 6; 0 in other rows. */
    uint32_t whole_sum; /* The sum of the numbers from 0 on, modulo 2^32; 0 in other rows. */
    uint32_t joined;    /* The result of atomic operations other than sums. */
    uint64_t walks;     /* Runs of a walk: each goes on where the one before ended. */
    uint32_t *numbered; /* Three words for each thread of SCREE_LESSON_NUMBERS; owned. */
    struct primer_sums sums;
    struct primer_frequency frequency;
    struct primer_bus bus;
    /* The comparison with an earlier run. */
    enum primer_verdict verdict;
    double ratio; /* This median over the earlier one. */
};

struct primer_ceiling {
    bool is_needed;
    double rate;     /* Bytes or operations a second; 0 before it is known. */
    char source[64]; /* The name of the row that reached the rate. */
};

struct primer_clocks;

struct primer {
    const struct scree_bench_options *options;
    uint32_t repeats;
    scree_context *context;
    scree_device *device;
    scree_device_info info;
    scree_lesson_limits limits;
    bool is_cpu;
    uint64_t sizes[PRIMER_SIZES];
    scree_buffer *a, *b, *c;
    scree_buffer *end; /* The results of second stages, and room for sums. */
    enum primer_contents contents;
    void *pinned;   /* The largest row's numbers, in memory that the device uses by itself if it can. */
    void *ordinary; /* The same in ordinary memory. */
    uint32_t *kept; /* The host's results of the step kept_step, which several rows share; NULL at first. Owned. */
    scree_lesson_step kept_step;
    struct primer_clocks *clocks;
    struct primer_result *results; /* One for each row; owned. */
    struct primer_ceiling ceilings[PRIMER_BOUNDS];
    bool has_slower;
    bool is_compared;
};

/* primer_lessons.c */
void primer_sizes(struct primer *primer);
/* Fills in the steps and the counts that a row has on this device, or the reason why it is left out. */
void primer_prepare(const struct primer *primer, struct primer_result *result);
/* Refuses a row whose program would run for long, as an earlier row of fewer numbers tells. */
void primer_refuse_if_long(const struct primer *primer, struct primer_result *result);
/* Whether a row's rate is a ceiling: the device's whole strength goes into it. */
bool primer_gives_ceiling(const struct primer_row *row);
enum primer_contents primer_contents_of(const struct primer_row *row);
bool primer_is_streamed(uint32_t program);
bool primer_is_transfer(const struct primer_row *row);
/* Bytes or operations a second, and their share of the ceiling; 0 for what nothing bounds. */
double primer_rate(const struct primer_result *result);
double primer_share(const struct primer *primer, const struct primer_result *result);
/* Whether the time of a row is that of one thread's loop, or of threads that run the same loop side by side. */
bool primer_has_loops(const struct primer_result *result);
/* Whether a program has its result in the first word, which the host gives a start. */
bool primer_is_joined(uint32_t program);
/* Whether a program says which word was replaced by each that it joined; it is run once in a round. */
bool primer_is_chained(uint32_t program);

/* primer_numbers.c: fills memory with the numbers of a or b. */
void primer_make_numbers(enum primer_contents contents, bool is_b, uint32_t *words, uint64_t count);

/* primer_answers.c */
/*
 * Compares what the last run left on the device with a definition that this file computes by itself, bit for bit.
 * SCREE_ERROR_INTERNAL after a message on stderr where they differ.
 */
scree_result primer_verify(struct primer *primer, struct primer_result *result);

/* primer_joins.c: the same for what programs join to one word. */
scree_result primer_verify_join(struct primer *primer, struct primer_result *result);
scree_result primer_verify_chain(struct primer *primer, struct primer_result *result);

/* primer_clock.c: NULL where nothing tells a clock. */
struct primer_clocks *primer_clocks_open(const scree_device_info *info);
void primer_clocks_close(struct primer_clocks *clocks);
void primer_clocks_read(struct primer_clocks *clocks, struct primer_clock *clock);
/* The clock of a row that was just measured: that of its last round, the driver's highest, or a processor's own. */
struct primer_frequency primer_frequency_of(const struct primer *primer, const struct primer_result *result);
struct primer_bus primer_bus_of(const struct primer *primer);
/* Bytes a second that a link moves in one direction at best. */
double primer_bus_rate(const struct primer_bus *bus);
/* The driver's version, or NULL. */
const char *primer_clocks_driver(const struct primer_clocks *clocks);

static inline bool primer_is_measured(const struct primer_result *result)
{
    return result->is_reported && result->refusal[0] == '\0';
}

/* primer_report.c: the report, after the comparison with an earlier run. Returns an exit code. */
int primer_report(const struct primer *primer);

/* primer_compare.c: an exit code, after a message on stderr where it is not 0. */
int primer_compare(struct primer *primer);
const char *primer_verdict_name(enum primer_verdict verdict);

/* primer_plot.c: writes the data beside the picture, and the picture where gnuplot is found. An exit code. */
int primer_plot(const struct primer *primer);

#endif
