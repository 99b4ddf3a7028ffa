/* How the making of a field went, for reports. */
#ifndef OUTCOME_H
#define OUTCOME_H

#include <stdint.h>

#include <scree/scree.h>

#include "digest.h"

/* One generating job. */
struct generated {
    double seconds;        /* From the start of the job to its end. */
    double device_seconds; /* Time that the device itself worked; 0 for the CPU. */
    scree_range measured;  /* Exact minimum and maximum of the field. */
    scree_range mapped;    /* The interval that the output maps. */
};

/* The results of a command that makes a field. */
struct outcome {
    scree_device_info device;
    struct generated generated;
    double seconds;                /* With a file, until it had its name; otherwise generation alone. */
    uint64_t bytes;                /* Written to all files together. */
    uint64_t nearest_bytes;        /* Written to the file of the nearest voxels. */
    uint64_t saturated;            /* Samples of the file that are beyond its type, or at the ends of a given range. */
    char digest[DIGEST_TEXT_SIZE]; /* Empty without --json. */
};

#endif
