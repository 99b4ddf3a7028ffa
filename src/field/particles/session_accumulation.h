/*
 * The accumulation buffer of a session that draws: a window of the picture, whose pixels are added to a histogram on
 * the host when it is full, and at the end.
 */
#ifndef SCREE_SESSION_ACCUMULATION_H
#define SCREE_SESSION_ACCUMULATION_H

#include "device_internal.h"
#include "particle_work.h"

/* A window of a picture, which the sessions of all members of a group draw together. */
typedef struct scree_painting {
    scree_splat_params splat; /* Its supersample is set. */
    scree_histogram *histogram;
    uint32_t first_row;   /* Rows of the histogram: the first of the window, */
    uint32_t rows;        /* and how many. */
    scree_os_mutex mutex; /* Guards the histogram and the result. */
    scree_result result;  /* The first error of adding pixels. */
} scree_painting;

typedef struct scree_session_accumulation {
    scree_painting *painting; /* NULL: nothing is splatted. */
    scree_accumulation window;
    uint64_t splats; /* Splats of all particles since it was cleared. */
} scree_session_accumulation;

/* Rows of a picture that one accumulation buffer of the device holds. */
uint32_t scree_session_accumulation_rows(const scree_device *device, const scree_histogram *histogram,
                                         uint32_t supersample);

/* Makes a cleared accumulation buffer for a painting. Errors: those of buffers. Close it in any case. */
scree_result scree_session_accumulation_open(scree_device *device, scree_painting *painting,
                                             scree_session_accumulation *accumulation);

/* Steps, `steps` at most, that `particles` particles may make in one run without an overflow of a pixel. */
uint64_t scree_session_accumulation_steps(const scree_session_accumulation *accumulation, uint64_t particles,
                                          uint64_t steps);

/* Adds splats of a run to the count; before a pixel could overflow, moves all pixels to the histogram. */
scree_result scree_session_accumulation_reserve(scree_session_accumulation *accumulation, uint64_t splats);

/* Bytes of the buffer; 0 where nothing is splatted. */
uint64_t scree_session_accumulation_bytes(const scree_session_accumulation *accumulation);

/* Counts particles that are nowhere at the end. */
void scree_session_accumulation_lose(scree_session_accumulation *accumulation, uint64_t particles);

/* Adds the pixels to the histogram and frees the buffer. An error becomes the painting's result. */
void scree_session_accumulation_close(scree_session_accumulation *accumulation);

#endif
