/*
 * The interface between the field layer and devices. A device provides a table of functions. Everything in front of it
 * (checks, jobs, slabs, sinks) is written once, in src/field, and a device may trust its parameters.
 */
#ifndef SCREE_DEVICE_INTERNAL_H
#define SCREE_DEVICE_INTERNAL_H

#include <stdatomic.h>

#include <scree/buffer.h>
#include <scree/device.h>
#include <scree/explain.h>
#include <scree/job.h>

#include "mapping.h"
#include "field_type.h"
#include "lesson_run.h"
#include "os.h"
#include "timeline.h"

/* A part of a grid: planes, rows of each, samples of each row. Planes count through all outer axes. */
typedef struct scree_box {
    uint64_t first_plane, planes;
    uint64_t first_row, rows;
    uint64_t first_x, width;
} scree_box;

/* Offset of a box's first sample in memory that holds the whole grid, in floats. */
static inline uint64_t scree_box_offset(const scree_grid *grid, uint32_t channels, const scree_box *box)
{
    return (box->first_plane * grid->plane_stride + box->first_row * grid->row_stride + box->first_x) * channels;
}

/*
 * The destination of a box on the host. All parts are optional; without any, only the range is measured or the
 * session's buffer is filled.
 */
typedef struct scree_target {
    float *values;     /* The box's first sample. */
    uint32_t channels; /* Floats of a sample. */
    size_t row_stride; /* Floats from a row to the next; the stride of planes is in floats, too. */
    size_t plane_stride;
    uint32_t *nearest; /* The second output, if the delivery wants it; without gaps. */
    void *data;        /* Converted samples of the box, without gaps. */
    scree_mapping mapping;
    uint64_t number; /* Number of the box in its job, in the order in which boxes are started. */
} scree_target;

/* The state that a job shares with the threads that work on it. */
typedef struct scree_progress {
    uint64_t boxes; /* Boxes started so far; used by the generating thread only. */
    _Atomic uint64_t done;
    _Atomic uint64_t device_nanoseconds;
    atomic_bool is_cancelled;
    bool is_followed; /* A job follows the progress; otherwise the timeline is unused. */
    scree_timeline timeline;
} scree_progress;

/*
 * Reports what a device did, with the seconds of scree_os_clock_seconds(), as soon as it is known: at the latest when
 * the box is finished. The span's `device` is `member` of the session's delivery, its `box` is `number` of the target.
 */
static inline void scree_progress_add_span(scree_progress *progress, const scree_job_span *span)
{
    if (progress->is_followed) {
        scree_timeline_add(&progress->timeline, span);
    }
}

/* The destination of a session's samples. Zeroed: only their range is measured. */
typedef struct scree_delivery {
    bool keeps_values;     /* Samples are copied to the host, to the address in each box's target. */
    bool lends_memory;     /* Samples and converted samples are written to memory that the session or the library
                              lends. */
    bool wants_nearest;    /* The second output, the nearest voxels, is computed as well. */
    bool converts;         /* Samples are also converted to `type`. */
    scree_type type;       /* Type of the converted samples. */
    scree_buffer *buffer;  /* Samples stay on the device, in this buffer with the grid's strides. NULL otherwise. */
    uint64_t offset;       /* Offset into the buffer in bytes. */
    float *whole;          /* The whole field is stored here, on the host, without gaps; a session may use this
                              memory from its creation on. NULL where it may not. */
    uint64_t most_samples; /* Maximum size of a box, so that every member of a group gets some; 0 = the device
                              chooses. */
    uint32_t member;       /* Index of the device in its group; 0 without one. */
    void *work;            /* Work on the samples that the type's sessions do besides; the type's own. NULL for none. */
} scree_delivery;

/* How a session wants a grid to be divided into boxes. */
typedef struct scree_division {
    uint64_t samples; /* Maximum size of a box. */
    uint32_t slots;   /* Maximum number of boxes in flight, or in lent memory, at once. */
    uint32_t depth;   /* Number of boxes to start before the first is waited for. */
} scree_division;

#define SCREE_MOST_SLOTS 4
#define SCREE_MOST_GROUP_SLOTS (SCREE_MOST_SLOTS * SCREE_MAX_MEMBERS)

/* A session: a device's work on one field, with tables and work space that are kept from box to box. */
typedef struct scree_session scree_session;

/* The functions with which a device computes fields of one type. */
typedef struct scree_field_functions {
    /* Does all work that must precede the first box, and counts it as progress if it takes passes over the whole
       field. The plan and the progress outlive the session. On failure `*session` is NULL. */
    scree_result (*create)(scree_device *device, const scree_field_plan *plan, const scree_delivery *delivery,
                           scree_progress *progress, scree_session **session);
    scree_division (*division)(const scree_session *session);
    /*
     * The memory that a slot lends: valid until the session is destroyed. `data` is NULL without conversion. Optional:
     * for types without conversion the library lends the device's host memory.
     */
    void (*memory)(scree_session *session, uint32_t slot, float **values, void **data);
    /* Starts a box in an idle slot, and returns without waiting for a GPU, so that one thread keeps all members of a
       group busy. SCREE_ERROR_CANCELLED between tiles. */
    scree_result (*start)(scree_session *session, uint32_t slot, const scree_box *box, const scree_target *target,
                          scree_progress *progress);
    /* Waits for a slot's box, in the order in which boxes were started. `range` is widened by its samples. */
    scree_result (*finish)(scree_session *session, uint32_t slot, scree_progress *progress, scree_range *range);
    /* Waits for all boxes in flight. */
    void (*destroy)(scree_session **session);
    /* Bytes of the host's memory that a session has taken, as far as they grow with the job; NULL where the device
       counts them itself. */
    uint64_t (*bytes)(const scree_session *session);
    /* Does work that is no grid of samples, for types that have some, and reports on it in a form that is the type's.
     */
    scree_result (*run)(scree_device *device, const void *work, void *report);
    /* Evaluates the field at points, whose strides are set and which are one at least: in host memory, and from one
       buffer into another. A coordinate beyond the limits is found here: SCREE_ERROR_INVALID, logged. NULL for types
       without values at points. */
    scree_result (*points)(scree_device *device, const scree_field_plan *plan, const scree_points *points, float *out);
    scree_result (*buffer_points)(scree_device *device, const scree_field_plan *plan, const scree_buffer_points *points,
                                  scree_buffer *out, uint64_t offset, double *device_seconds);
} scree_field_functions;

/* Numbers that are summed, or multiplied with others and summed: in host memory, or in buffers of the device. */
typedef struct scree_sum_operands {
    uint64_t count;
    const float *host[2]; /* The second is NULL for a plain sum; both are, where the numbers are in buffers. */
    scree_buffer *buffer[2];
    uint64_t offset[2]; /* Bytes. */
} scree_sum_operands;

/* A scene that is prepared or drawn (scene_plan.h). */
struct scree_scene_plan;

typedef struct scree_device_functions {
    /* An inherited device (device_lock.h) only frees memory: it joins no thread and calls no driver. The same holds for
       buffer_destroy and host_memory_destroy. */
    void (*close)(scree_device *device);
    /* Begins or ends a rehearsal (rehearsal.h), in `device->rehearsal`. */
    void (*rehearse)(scree_device *device, bool begins);
    /* One table for each field type; NULL for a type that the device does not support. */
    const scree_field_functions *fields[SCREE_FIELD_TYPE_COUNT];
    /* The sum of one number at least, in the order of kernels/sum/sum.h; one that is not a number may have any bits. */
    scree_result (*sum)(scree_device *device, const scree_sum_operands *operands, float *sum, double *device_seconds);
    /* The primer's programs, with checked parameters. */
    scree_lesson_limits (*lesson_limits)(const scree_device *device);
    scree_result (*lesson)(scree_device *device, const scree_lesson_step *steps, uint32_t count, uint32_t times,
                           scree_lesson_times *taken);
    /* Prepares a scene, or draws it. NULL in a group. */
    scree_result (*scene)(scree_device *device, const struct scree_scene_plan *plan, double *device_seconds);
    /* Allocates `*buffer`; the caller fills in the common members. Sizes and offsets are multiples of 4 within the
       buffer, and no size is 0. */
    scree_result (*buffer_create)(scree_device *device, uint64_t bytes, scree_buffer **buffer);
    void (*buffer_destroy)(scree_buffer *buffer);
    scree_result (*buffer_fill)(scree_buffer *buffer, uint32_t word, double *device_seconds);
    scree_result (*buffer_read)(scree_buffer *buffer, uint64_t offset, uint64_t bytes, void *out);
    scree_result (*buffer_write)(scree_buffer *buffer, uint64_t offset, uint64_t bytes, const void *from);
    /* Optional, both or none: host memory that the device, and others of its backend, access directly. */
    scree_result (*host_memory_create)(scree_device *device, uint64_t bytes, void **memory);
    void (*host_memory_destroy)(scree_device *device, void *memory);
} scree_device_functions;

struct scree_buffer {
    scree_device *device;
    uint64_t bytes;
};

/* Room for a backend, the indices of all members, and a name. */
#define SCREE_LABEL_BYTES (sizeof(((scree_device_info *)0)->name) + 12 * SCREE_MAX_MEMBERS)

struct scree_device {
    scree_context *context;
    const scree_device_functions *functions;
    scree_device_info info;
    char label[SCREE_LABEL_BYTES]; /* Names the device in messages; see scree_device_label(). */
    uint64_t span_bytes;           /* Bytes of a buffer that a kernel sees at once; 0 = all. */
    scree_explanation *rehearsal;  /* The explanation in which work is noted instead of done; NULL where it is done. */
    int64_t process;               /* Process that opened the device; its threads and its driver exist in no other. */
    scree_os_mutex run_mutex;      /* Held by the job or the call that uses the device (device_lock.h). */
    scree_os_mutex job_mutex;      /* Guards job_count. */
    scree_os_condition no_jobs;
    uint32_t job_count;
};

/*
 * Allocates host memory of a device's kind, or ordinary memory if it has none (buffer.c). The caller checks parameters.
 */
scree_result scree_host_memory_make(scree_device *device, uint64_t bytes, void **memory);
void scree_host_memory_free(scree_device *device, void *memory);

/* The functions of a device for one field type. */
static inline const scree_field_functions *scree_device_fields(const scree_device *device, const scree_field_type *type)
{
    return device->functions->fields[type->number];
}

/* A device's name on the command line, with its product name where that is known: "cuda:0,1 (2 x NVIDIA H200)". */
void scree_device_label(const scree_device_info *info, char label[SCREE_LABEL_BYTES]);

/*
 * Completes what backends leave out: a plain device is its own only member, and names from drivers are made printable.
 */
void scree_device_complete_info(scree_device_info *info);

/* Initialises the common parts of a device. A backend may have set the label before. */
void scree_device_init(scree_device *device, scree_context *context);

/* The entries of a program's list, each of `size` bytes (scree/context.h). */
typedef struct scree_device_list_entries {
    char *infos;
    size_t size;
    size_t capacity;
    size_t count; /* Devices that were found, also beyond the capacity. */
} scree_device_list_entries;

/* Adds a device to a list; `info` is completed. */
void scree_device_list_add(scree_device_list_entries *list, scree_device_info *info);

/* A backend: how its devices are listed and opened. Opening allocates `*device`; the caller completes and owns it. */
typedef struct scree_backend_functions {
    /* Adds its devices to the list. */
    void (*list)(scree_context *context, scree_device_list_entries *list);
    scree_result (*open)(scree_context *context, const scree_device_params *params, scree_device **device);
} scree_backend_functions;

/* The functions are NULL where a backend is not part of the build. */
extern const scree_backend_functions scree_cpu_backend;    /* src/cpu/device.c */
extern const scree_backend_functions scree_vulkan_backend; /* src/vulkan/device.c or stub.c */
extern const scree_backend_functions scree_cuda_backend;   /* src/cuda/device.c or stub.c */

#endif
