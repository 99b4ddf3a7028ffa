/*
 * The canvas of a session that draws: a window of the picture in a buffer of the device, whose pixels are added to a
 * density on the host when it is full, and at the end.
 */
#ifndef SCREE_SESSION_CANVAS_H
#define SCREE_SESSION_CANVAS_H

#include "device_internal.h"
#include "particle_work.h"

/* A window of a picture, which the sessions of all members of a group draw together. */
typedef struct scree_painting {
    scree_particle_picture picture; /* Its supersample is set. */
    scree_histogram *density;
    uint32_t first_row;   /* Rows of the density: the first of the window, */
    uint32_t rows;        /* and how many. */
    scree_os_mutex mutex; /* Guards the density and the result. */
    scree_result result;  /* The first error of adding pixels. */
} scree_painting;

typedef struct scree_session_canvas {
    scree_painting *painting;       /* NULL: nothing is drawn. */
    scree_splat_params drawing; /* The drawing with the canvas in the session's buffer. */
    uint64_t drawings;              /* Since it was cleared. */
} scree_session_canvas;

/* Rows of a picture that one canvas of the device holds. */
uint32_t scree_session_canvas_rows(const scree_device *device, const scree_histogram *density, uint32_t supersample);

/* Makes a cleared canvas for a painting. Errors: those of buffers. Close it in any case. */
scree_result scree_session_canvas_open(scree_device *device, scree_painting *painting, scree_session_canvas *canvas);

/* Steps, of `steps` at most, that `particles` may make in one run, so that the canvas takes their drawings. */
uint64_t scree_session_canvas_steps(const scree_session_canvas *canvas, uint64_t particles, uint64_t steps);

/* Makes room for the drawings of a run, of which a canvas takes so many at least. */
scree_result scree_session_canvas_reserve(scree_session_canvas *canvas, uint64_t drawings);

/* Bytes of the canvas; 0 where nothing is drawn. */
uint64_t scree_session_canvas_bytes(const scree_session_canvas *canvas);

/* Counts particles that are nowhere at the end. */
void scree_session_canvas_lose(scree_session_canvas *canvas, uint64_t particles);

/* Adds what was drawn to the density and frees the canvas. An error becomes the painting's result. */
void scree_session_canvas_close(scree_session_canvas *canvas);

#endif
