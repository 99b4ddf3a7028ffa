/* Seconds of the rounds of a benchmark. */
#ifndef SCREE_BENCH_TIMES_H
#define SCREE_BENCH_TIMES_H

#include <stdint.h>

/* Median, smallest and largest of the rounds, in seconds. */
struct bench_times {
    double median;
    double minimum;
    double maximum;
};

/* Sorts the seconds of rounds. */
void bench_summarise(double *seconds, uint32_t count, struct bench_times *times);

#endif
