/* Seconds of the rounds of a benchmark. */
#ifndef SCREE_BENCH_TIMES_H
#define SCREE_BENCH_TIMES_H

/* Median, smallest and largest of the rounds, in seconds. */
struct bench_times {
    double median;
    double minimum;
    double maximum;
};

#endif
