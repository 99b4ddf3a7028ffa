#include "distance_space.h"

#include <stdlib.h>

#include "os.h"

/* Maximum bytes of a space that is kept. */
#define MOST_KEPT_BYTES ((size_t)64 << 20)

static void *take(size_t bytes)
{
    return scree_os_aligned_alloc(64, bytes);
}

static bool make_worker(const scree_distance_space_shape *shape, scree_distance_space *worker)
{
    size_t stride = scree_distance_line_stride(shape->columns);
    size_t longest = shape->rows > stride ? shape->rows : stride;
    worker->strip = take((size_t)shape->rows * SCREE_STRIP_MOST * sizeof(uint16_t));
    worker->bounds = take(3 * (longest + 2) * sizeof(uint32_t));
    worker->reach = take(2 * longest * sizeof(uint32_t));
    bool has_all = worker->strip != NULL && worker->bounds != NULL && worker->reach != NULL;
    for (int side = 0; side < 2; side++) {
        worker->line[side] = take(stride * sizeof(uint32_t));
        worker->indices[side] = shape->has_indices ? take(stride * sizeof(uint32_t)) : NULL;
        has_all = has_all && worker->line[side] != NULL && (worker->indices[side] != NULL || !shape->has_indices);
    }
    return has_all;
}

static bool make_layer(const scree_distance_space_shape *shape, scree_distance_layer_space *layer)
{
    size_t bytes = scree_distance_line_stride(shape->columns) * shape->rows * sizeof(uint32_t);
    bool has_all = true;
    for (int side = 0; side < 2; side++) {
        layer->lines[side] = take(bytes);
        layer->line_rows[side] = shape->has_indices ? take(bytes) : NULL;
        has_all = has_all && layer->lines[side] != NULL && (layer->line_rows[side] != NULL || !shape->has_indices);
    }
    layer->steps = shape->copies_steps ? take((size_t)shape->columns * shape->rows * sizeof(int32_t)) : NULL;
    return has_all && (layer->steps != NULL || !shape->copies_steps);
}

size_t scree_distance_layer_bytes(const scree_distance_space_shape *shape)
{
    size_t plane = (size_t)shape->columns * shape->rows;
    size_t lines = scree_distance_line_stride(shape->columns) * shape->rows * (shape->has_indices ? 4 : 2);
    return (lines + (shape->copies_steps ? plane : 0)) * sizeof(uint32_t);
}

/* Memory of a worker, which grows with rows and columns. */
static size_t worker_bytes(const scree_distance_space_shape *shape)
{
    size_t stride = scree_distance_line_stride(shape->columns);
    size_t longest = shape->rows > stride ? shape->rows : stride;
    return shape->rows * SCREE_STRIP_MOST * sizeof(uint16_t) + (5 * longest + 4 * stride) * sizeof(uint32_t);
}

size_t scree_distance_space_bytes(const scree_distance_space_shape *shape)
{
    return shape->layers * scree_distance_layer_bytes(shape) + shape->workers * worker_bytes(shape);
}

static bool is_same(const scree_distance_space_shape *a, const scree_distance_space_shape *b)
{
    return a->columns == b->columns && a->rows == b->rows && a->workers == b->workers && a->layers == b->layers &&
           a->has_indices == b->has_indices && a->copies_steps == b->copies_steps;
}

scree_distance_work_space *scree_distance_space_take(scree_distance_space_shape shape, scree_distance_work_space **kept)
{
    if (*kept != NULL && is_same(&(*kept)->shape, &shape)) {
        scree_distance_work_space *space = *kept;
        *kept = NULL;
        return space;
    }
    scree_distance_space_destroy(kept);
    scree_distance_work_space *new_space = calloc(1, sizeof *new_space);
    if (new_space == NULL) {
        return NULL;
    }
    new_space->shape = shape;
    new_space->workers = calloc(shape.workers, sizeof *new_space->workers);
    new_space->layers = calloc(shape.layers, sizeof *new_space->layers);
    bool has_all = new_space->workers != NULL && new_space->layers != NULL;
    for (uint32_t i = 0; i < shape.workers && has_all; i++) {
        has_all = make_worker(&shape, &new_space->workers[i]);
    }
    for (uint32_t i = 0; i < shape.layers && has_all; i++) {
        has_all = make_layer(&shape, &new_space->layers[i]);
    }
    if (!has_all) {
        scree_distance_space_destroy(&new_space);
    }
    return new_space;
}

void scree_distance_space_keep(scree_distance_work_space **space, scree_distance_work_space **kept)
{
    if (*space != NULL && scree_distance_space_bytes(&(*space)->shape) <= MOST_KEPT_BYTES) {
        scree_distance_space_destroy(kept);
        *kept = *space;
        *space = NULL;
    }
    scree_distance_space_destroy(space);
}

void scree_distance_space_destroy(scree_distance_work_space **space)
{
    scree_distance_work_space *closing = *space;
    if (closing == NULL) {
        return;
    }
    for (uint32_t i = 0; i < closing->shape.workers && closing->workers != NULL; i++) {
        scree_distance_space *worker = &closing->workers[i];
        scree_os_aligned_free(worker->strip);
        scree_os_aligned_free(worker->bounds);
        scree_os_aligned_free(worker->reach);
        for (int side = 0; side < 2; side++) {
            scree_os_aligned_free(worker->line[side]);
            scree_os_aligned_free(worker->indices[side]);
        }
    }
    for (uint32_t i = 0; i < closing->shape.layers && closing->layers != NULL; i++) {
        scree_distance_layer_space *layer = &closing->layers[i];
        for (int side = 0; side < 2; side++) {
            scree_os_aligned_free(layer->lines[side]);
            scree_os_aligned_free(layer->line_rows[side]);
        }
        scree_os_aligned_free(layer->steps);
    }
    free(closing->workers);
    free(closing->layers);
    free(closing);
    *space = NULL;
}
