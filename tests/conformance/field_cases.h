/*
 * Fields on grids, by every route that a device has: what the tables of noise and of graphs share. The reference
 * evaluates sample by sample, one lane, one thread. Round every output lies a canary. The first difference is printed
 * with its index and both values in decimal and in hexadecimal.
 */
#ifndef SCREE_TEST_FIELD_CASES_H
#define SCREE_TEST_FIELD_CASES_H

#include "conformance.h"

/*
 * The routes of a table: jobs into memory, of which a table may have several, then a buffer, the grid's samples as
 * points that the device places, and, for the CPU, the calling thread without a job.
 */
typedef enum field_route { FIELD_JOB, FIELD_BUFFER, FIELD_POINTS, FIELD_AT_ONCE } field_route;

/* A field on a grid. */
typedef struct field_case {
    const char *name;
    const scree_grid *grid;
    uint32_t channels;
    unsigned job_routes; /* Routes of jobs, the first ones of the table. The reference of grids is made by the last. */
    /* Makes the field as it is to be evaluated on a route. */
    scree_result (*make)(const void *recipe, unsigned route, scree_field **field);
    const void *recipe;
} field_case;

/* The route of this number in a table with `job_routes` routes of jobs. */
static inline field_route field_case_route(unsigned job_routes, unsigned route)
{
    return route < job_routes ? FIELD_JOB : (field_route)(route - job_routes + 1);
}

/* Compares those implementations whose bits are set with the reference. */
void field_case_check(conformance_run *run, const field_case *c, uint64_t implementations);

#endif
