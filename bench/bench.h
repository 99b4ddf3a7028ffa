/*
 * Benchmarks of the library through its public interface.
 *
 * A benchmark runs every measurement once per round, so that what disturbs the machine for a while falls on all of
 * them; it reports median, smallest and largest time of the rounds. Buffers are touched before the first round.
 */
#ifndef SCREE_BENCH_H
#define SCREE_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/device.h>
#include <scree/file.h>
#include <scree/recipe.h>

/* A heightmap of the benchmark of distance fields. */
struct scree_bench_map {
    const char *name;
    const scree_recipe *recipe; /* Its grid and output have no effect. */
    double density;             /* Lattice cells along its width. */
};

struct scree_bench_options {
    bool json;            /* JSON on stdout instead of a table. */
    bool timeline;        /* Instead of the cases: what the device did for one stream, and when. */
    bool quick;           /* Small grids and 3 rounds: shows that it works. */
    uint32_t repeats;     /* Rounds; 0 = 7 (3 when quick). */
    const char *baseline; /* JSON of an earlier run to compare with; NULL = none. Borrowed. */
    /* One device, or the members of a group. A level limits the run to that level, a thread count stands for "all
       threads". A GPU has a benchmark of its own, and so has a group; SCREE_BACKEND_AUTO takes the best one. */
    const scree_device_params *devices;
    uint32_t device_count;
    bool names_device;  /* The user has named these devices; otherwise they are the CPU. */
    const char *lesson; /* The primer: one of its lessons; NULL = all. Borrowed. */
    const char *const
        *variants; /* Variants: names of rows, `variant_count` of them; all rows where it is 0. Borrowed. */
    uint32_t variant_count;
    uint32_t octaves; /* Variants: bits of the numbers of octaves, the lowest for 1; 0 = 1 to 8. */
    const char
        *plot; /* The primer, and variants: the name of a picture, which ends in ".svg"; NULL = none. Borrowed. */
    double threshold; /* The primer: medians that differ by a smaller part are the same; 0.1 = 10 %. */
    const struct scree_bench_map *maps; /* SCREE_BENCH_MAPS terrains for distance fields, the rugged one first. */
    /* Maps are written to the file that has this path, these threads and this `interrupted`; it never gets its name. */
    const scree_writer_params *file;
};

#define SCREE_BENCH_MAPS 2

/*
 * The noise benchmark. Prints errors on stderr, each a line that starts with "scree: ", and returns the exit code for
 * them: 0 all well, 1 a failure at run time, 2 wrong options.
 */
int scree_bench_noise(const struct scree_bench_options *options);

/*
 * The benchmark of algorithms by octaves: Perlin noise as fields have it, lessons on it, and every kind that fills
 * volumes. Of the options it takes no baseline, and one device. Where `repeats` is 0, rows have as many runs as their
 * share of a minute allows (1 when quick). Messages and codes as above; 1 also where bits that must be equal differ.
 */
int scree_bench_variants(const struct scree_bench_options *options);

/* The name of a row of that benchmark; NULL for a number that is none. */
const char *scree_bench_variant_name(int number);

/*
 * The benchmark of distance fields: terrains and volumes by every method. It takes one device, and 3 rounds (1 when
 * quick) where `repeats` is 0. Messages and codes as above.
 */
int scree_bench_distances(const struct scree_bench_options *options);

/*
 * The benchmark of calls: chunks, tiles, points and buffers of every kind on the calling thread, and chunks by many
 * threads. It takes no device, no baseline, and 15 rounds (1 when quick) where `repeats` is 0. Codes as above.
 */
int scree_bench_calls(const struct scree_bench_options *options);

/*
 * The benchmark of points on a device, from its memory and from the host's. It takes one device, no baseline, and 7
 * rounds (1 when quick) where `repeats` is 0. Messages and codes as above.
 */
int scree_bench_points(const struct scree_bench_options *options);

/*
 * The benchmark of particles: moved, and drawn. It takes one device, no baseline, and 7 rounds (3 when quick) where
 * `repeats` is 0. Messages and codes as above.
 */
int scree_bench_particles(const struct scree_bench_options *options);

/*
 * The GPU primer of docs/primer.md: lessons that are measured and verified on one device. It takes 7 rounds (3 when
 * quick) where `repeats` is 0. Messages as above. Codes as above; 1 also where a result is wrong, or where a row is
 * slower than in the baseline.
 */
int scree_bench_primer(const struct scree_bench_options *options);

/* The name of a lesson; NULL for a number that is none. */
const char *scree_bench_lesson_name(int number);

/*
 * The benchmark of scenes: fields that are made in a device's buffers, prepared and drawn. It takes one device, no
 * baseline, and 9 rounds (3 when quick) where `repeats` is 0. Messages and codes as above.
 */
int scree_bench_scenes(const struct scree_bench_options *options);

/*
 * The benchmark of maps: fractal noise in two axes as bytes, in memory and in a PNG, by the CPU and by each of the
 * devices, or by all GPUs where none is named. It takes no baseline, and 3 rounds (1 when quick) where `repeats` is 0;
 * then it leaves out what would take more than a minute. Messages and codes as above, and 130 for an interrupted run.
 */
int scree_bench_maps(const struct scree_bench_options *options);

/*
 * The benchmark of axes: noise in 1 to 5 axes by one thread, by all threads, and by a GPU where one is named. It takes
 * one device, no baseline, and rounds as above. Messages and codes as above.
 */
int scree_bench_axes(const struct scree_bench_options *options);

#endif
