/*
 * A Vulkan that misbehaves when a test says so. Programs link scree_faulty_vulkan, which stands between the library and
 * the loader: every function that the library looks up may be one of faulty_vulkan.c, which calls the real one or lies.
 * A zeroed struct tells no lie. Faults are set while no job runs.
 */
#ifndef SCREE_TEST_FAULTY_VULKAN_H
#define SCREE_TEST_FAULTY_VULKAN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

typedef struct faulty_vulkan {
    /* The loader. */
    bool has_no_loader;
    bool has_no_entry; /* There is a library of the loader's name, but it is no loader. */
    uint32_t instance_version;
    VkResult instance_result;
    bool has_no_devices;
    uint32_t copies;              /* Every device is listed so many times, one after the other; 0 = once. */
    const char *missing_function; /* Which the driver lacks. */
    /* Properties that devices report; zero leaves the real ones. */
    uint32_t device_version;
    uint32_t storage_buffers;
    uint32_t storage_range;
    uint32_t group_threads;
    uint32_t push_bytes;
    bool has_no_subgroup_arithmetic;
    bool has_no_float_controls;
    bool has_no_float64;
    bool has_no_wide_atomics; /* shaderInt64 is not there. */
    bool has_no_extensions;
    bool has_no_compute;
    bool has_no_timestamps;
    uint32_t overstatement; /* So much more than it wrote does the driver say that it wrote, of anything. */
    bool is_discrete;       /* Also those that run on the CPU. */
    /* Behaviour. Calls are counted from 1 since the count was set to 0; number 0 selects none. */
    bool is_inexact;             /* The first result that the host waits for is off by one bit; */
    bool is_inexact_in_float64;  /* or the second. */
    bool is_short_of_memory;     /* No allocation of more than `largest_allocation` bytes succeeds. */
    uint64_t largest_allocation; /* In bytes. */
    unsigned failing_call;       /* This call of all that may fail ends with VK_ERROR_OUT_OF_HOST_MEMORY. */
    unsigned losing_submit;      /* The device is lost in this vkQueueSubmit, */
    unsigned losing_wait;        /* or in this vkWaitForFences. */
    void (*on_queue_use)(void);  /* Called whenever the library uses a queue. */
    /* Observations. */
    /* Several devices may be at work at the same time. */
    atomic_uint calls; /* Calls so far, of the functions that may fail. */
    atomic_uint submits;
    atomic_uint waits;
    atomic_bool is_lost;
    size_t initial_cache_bytes;      /* Size of the initial data of the last pipeline cache. */
    _Atomic uint64_t widest_binding; /* Bytes of the largest one of a buffer. */
} faulty_vulkan;

extern faulty_vulkan faults;

/* As an application would get it from the loader; NULL where there is none. */
PFN_vkGetInstanceProcAddr faulty_vulkan_entry(void);

#endif
