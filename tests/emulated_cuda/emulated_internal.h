/* The emulated driver from the inside. One lock guards all of it; whoever waits for a device runs its work. */
#ifndef SCREE_TEST_EMULATED_INTERNAL_H
#define SCREE_TEST_EMULATED_INTERNAL_H

#include "emulated_cuda.h"
#include "emulated_kernels.h"
#include "emulated_sanitizers.h"

/* Results that only the emulation gives. */
#define CUDA_ERROR_INVALID_VALUE 1
#define CUDA_ERROR_NOT_INITIALIZED 3
#define CUDA_ERROR_INVALID_DEVICE 101
#define CUDA_ERROR_INVALID_IMAGE 200
#define CUDA_ERROR_INVALID_CONTEXT 201
#define CUDA_ERROR_INVALID_HANDLE 400
#define CUDA_ERROR_NOT_FOUND 500

/* Memory of a device, or pinned host memory. */
typedef struct emulated_memory {
    struct emulated_memory *next;
    unsigned char *bytes;
    size_t size;
    struct CUctx_st *context;
    bool is_host;
} emulated_memory;

typedef enum operation_kind {
    OPERATION_COPY,
    OPERATION_FILL,
    OPERATION_LAUNCH,
    OPERATION_RECORD,
    OPERATION_WAIT,
} operation_kind;

/* An entry of a stream's queue. */
typedef struct operation {
    struct operation *next;
    operation_kind kind;
    unsigned char *to;
    const unsigned char *from;
    size_t bytes;
    uint32_t word;
    bool is_to_host;
    const emulated_kernel *kernel;
    emulated_grid grid;
    CUevent event;
    CUstream other;
    uint64_t position;
    _Alignas(64) unsigned char held[]; /* A kernel's parameters, or what is copied from pageable memory. */
} operation;

struct CUstream_st {
    struct CUstream_st *next;
    CUcontext context;
    bool is_blocking; /* Waits for the default stream, and it for this one. */
    bool is_destroyed;
    operation *first;
    operation **last;
    uint64_t queued; /* Operations so far. */
    uint64_t done;
};

struct CUevent_st {
    struct CUevent_st *next;
    CUcontext context;
    bool has_time;
    bool is_destroyed;
    CUstream stream; /* Stream of the last record; NULL without one. */
    uint64_t position;
    uint64_t nanoseconds;
};

struct CUmod_st {
    struct CUmod_st *next;
    CUcontext context;
    const emulated_kernel *kernels;
    struct CUfunc_st *functions;
};

struct CUfunc_st {
    struct CUfunc_st *next;
    CUmodule module;
    const emulated_kernel *kernel;
    uint32_t shared_bytes;
};

/* Instead of machine code: what kernels it would hold. */
#define EMULATED_IMAGE 0x656d756cu

typedef struct emulated_image {
    uint32_t mark;
    const emulated_kernel *(*kernels)(void);
} emulated_image;

/* A device with its primary context. */
struct CUctx_st {
    int ordinal;
    unsigned users;
    CUresult lost; /* Result of every call since the device was lost; 0 before. */
    struct CUstream_st default_stream;
    CUstream streams;
    CUevent events;
    CUmodule modules;
    uint64_t used_bytes;
    uint64_t clock; /* In nanoseconds of its own. */
};

extern struct CUctx_st emulated_contexts[EMULATED_MOST_DEVICES];
extern emulated_memory *emulated_memories;
extern bool emulated_is_started;

unsigned emulated_device_count(void);

/* A use that is wrong: counted and printed. */
void emulated_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Memory that no test makes scarce; zeroed. Ends the program where there is none. */
void *emulated_allocate(size_t bytes);

/*
 * Every function of the driver that needs a context stands between these. The first takes the lock, finds the current
 * context, and says CUDA_SUCCESS where there is one that was not lost. Clean-up goes on for a lost one.
 */
CUresult emulated_enter(CUcontext *context);
CUresult emulated_enter_fallible(CUcontext *context); /* May be the call that fails. */
CUresult emulated_leave(CUresult result);
CUcontext emulated_current(void);
bool emulated_fails_now(CUresult *result);
void emulated_lock(void);
void emulated_unlock(void);

/* The memory that holds these bytes; NULL where none holds all of them. `is_part` says whether one holds some. */
emulated_memory *emulated_find_memory(uint64_t address, size_t bytes, bool *is_part);

/* Runs a stream up to a position, or a device to its end. */
CUresult emulated_run_stream(CUstream stream, uint64_t position);
CUresult emulated_run_device(CUcontext context);

/* Frees what a context left; returns how much that was. */
unsigned emulated_free_memory_of(CUcontext context);
unsigned emulated_count_memory(void);

/* A launch on a stream of the current context, whose parameters the caller fills in; NULL where it cannot be. */
operation *emulated_enqueue_launch(CUcontext context, CUstream stream, size_t parameter_bytes);

/* Whether work that waits touches memory. */
bool emulated_is_in_use(const emulated_memory *memory);

void emulated_lose(CUcontext context, CUresult result);

/* Gives back everything of a context that nobody uses any more. */
void emulated_context_end(CUcontext context);

#define EMULATED_DECLARE(name, parameters) CUresult emulated_##name parameters;
SCREE_CUDA_FUNCTIONS(EMULATED_DECLARE)
SCREE_CUDA_TELLING_FUNCTIONS(EMULATED_DECLARE)
#undef EMULATED_DECLARE

#endif
