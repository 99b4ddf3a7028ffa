/* Fills of the caller's memory on the caller's stream: everything is put on the stream, and nothing waited for. */
#include <stdlib.h>

#include "context_internal.h"
#include "device_lock.h"
#include "float_environment.h"
#include "noise_frame.h"

/* Frames that may be under way. */
#define ORDERS 4u

/* What a frame needs until the stream has come past it. */
struct scree_cuda_order {
    scree_cuda_table_memory tables;
    CUevent passed;
    bool is_under_way;
};

static void clear_order(scree_cuda_device *device, struct scree_cuda_order *order)
{
    if (order->is_under_way) {
        device->driver.call.cuEventSynchronize(order->passed);
    }
    if (order->passed != NULL) {
        device->driver.call.cuEventDestroy_v2(order->passed);
    }
    scree_cuda_table_memory_free(device, &order->tables);
    *order = (struct scree_cuda_order){0};
}

void scree_cuda_orders_destroy(scree_cuda_device *device)
{
    for (uint32_t i = 0; i < ORDERS && device->orders != NULL; i++) {
        clear_order(device, &device->orders[i]);
    }
    free(device->orders);
    device->orders = NULL;
}

/* The order whose turn it is, once nothing needs what it has. */
static scree_result take_order(scree_cuda_device *device, struct scree_cuda_order **order)
{
    const scree_cuda_functions *call = &device->driver.call;
    scree_result result = SCREE_OK;
    if (device->orders == NULL) {
        device->orders = calloc(ORDERS, sizeof *device->orders);
        if (device->orders == NULL) {
            return scree_fail(device->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a fill");
        }
    }
    *order = &device->orders[device->next_order++ % ORDERS];
    if ((*order)->is_under_way) {
        result = scree_cuda_check(device, call->cuEventSynchronize((*order)->passed), "waiting for an earlier fill");
        (*order)->is_under_way = false;
    }
    if (result == SCREE_OK && (*order)->passed == NULL) {
        result = scree_cuda_check(device, call->cuEventCreate(&(*order)->passed, CU_EVENT_DISABLE_TIMING), "a fill");
    }
    return result;
}

static scree_result enqueue_frame(scree_cuda_field *field, const scree_box *frame, uint64_t pointer, CUstream stream)
{
    scree_cuda_device *device = field->device;
    const scree_grid *grid = &field->plan->grid;
    struct scree_cuda_order *order = NULL;
    scree_result result = take_order(device, &order);
    if (result != SCREE_OK) {
        return result;
    }
    const scree_cuda_order_target target = {
        .stream = stream,
        .tables = &order->tables,
        .values = pointer + scree_box_place(grid, frame) * sizeof(float),
        .row_stride = grid->row_stride,
        .plane_stride = grid->plane_stride,
    };
    result = scree_cuda_frame_enqueue(field, frame, &target);
    /* Also after a failure: part of the frame may be on the stream. Where nothing can tell of its end, it is awaited.
     */
    order->is_under_way = device->driver.call.cuEventRecord(order->passed, stream) == CUDA_SUCCESS;
    if (!order->is_under_way) {
        device->driver.call.cuStreamSynchronize(stream);
    }
    return result;
}

static scree_result enqueue_all(scree_cuda_device *device, const scree_plan *plan, uint64_t pointer, CUstream stream)
{
    const scree_box whole = {
        .planes = plan->planes, .rows = plan->axes > 1 ? plan->grid.count[1] : 1, .width = plan->grid.count[0]};
    scree_frame_walk walk = scree_cuda_frames_of(plan, &whole);
    scree_cuda_field field;
    scree_cuda_field_init(&field, device, plan);
    scree_result result = scree_cuda_check_lost(device);
    while (result == SCREE_OK && scree_frame_next(&walk)) {
        result = enqueue_frame(&field, &walk.frame, pointer, stream);
    }
    scree_cuda_field_clear(&field);
    return result;
}

/* The same while no job and no other call uses the device. */
static scree_result enqueue_alone(scree_cuda_device *device, const scree_plan *plan, uint64_t pointer, CUstream stream)
{
    fenv_t saved;
    scree_device_lock lock;
    scree_result result = scree_device_lock_take(&device->base, &lock);
    if (result != SCREE_OK) {
        return result;
    }
    scree_float_environment_enter(&saved);
    result = scree_cuda_enter(device);
    if (result == SCREE_OK) {
        result = enqueue_all(device, plan, pointer, stream);
        scree_cuda_leave(device);
    }
    scree_float_environment_leave(&saved);
    scree_device_lock_release(&lock);
    return result;
}

static scree_result check_extent(const scree_device *device, const scree_plan *plan, uint64_t bytes)
{
    const scree_grid *grid = &plan->grid;
    uint64_t rows = plan->axes > 1 ? grid->count[1] : 1;
    uint64_t extent = (plan->planes - 1) * grid->plane_stride + (rows - 1) * grid->row_stride + grid->count[0];
    if (extent > bytes / sizeof(float)) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "bytes is %llu; the grid needs %llu",
                          (unsigned long long)bytes, (unsigned long long)(extent * sizeof(float)));
    }
    return SCREE_OK;
}

scree_result scree_cuda_fill(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                             uint64_t pointer, uint64_t bytes, void *stream)
{
    scree_plan *plan = NULL;
    scree_cuda_device *cuda = (scree_cuda_device *)device;
    if (device == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (grid == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "grid is NULL");
    }
    scree_result result = scree_cuda_check_pointer(device, pointer, bytes);
    if (result == SCREE_OK) {
        result = scree_plan_create(device->context, params, grid, 0, &plan);
    }
    if (result == SCREE_OK) {
        result = check_extent(device, plan, bytes);
    }
    if (result == SCREE_OK) {
        result = enqueue_alone(cuda, plan, pointer, stream);
    }
    scree_plan_destroy(&plan);
    return result;
}
