/*
 * CUDA as it should not be: no driver, an old one, devices that cannot. The library must say what is wrong, and use
 * what can be used. gpu_faults_test.c has devices that fail in the middle.
 */
#include "cuda_fixture.h"

#include <stdio.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* A feature that a machine may lack, and the message about it. */
typedef struct lack {
    emulated_cuda fault;
    const char *message;
} lack;

static void without_a_driver_there_are_other_devices(void **state)
{
    static const lack lacks[] = {
        {{.has_no_library = true}, "there is no NVIDIA driver (libcuda.so.1)"},
        {{.missing_function = "cuInit"}, "the driver is too old: it has no function cuInit"},
        {{.missing_function = "cuLaunchKernel"}, "the driver is too old: it has no function cuLaunchKernel"},
        {{.init_result = CUDA_ERROR_NO_DEVICE}, "the driver found no device (CUDA_ERROR_NO_DEVICE)"},
        {{.init_result = CUDA_ERROR_SYSTEM_DRIVER_MISMATCH}, "of different versions"},
        {{.init_result = 999}, "the driver does not start"},
        {{.version = 12080}, "the driver is for CUDA 12.8; this build's kernels need CUDA 13.0 or later"},
        {{.has_no_images = true}, "this build has no kernels for CUDA: it was made without nvcc or without a GPU"},
        {{.has_no_devices = true}, "there is no CUDA device"},
    };
    for (size_t i = 0; i < COUNT_OF(lacks); i++) {
        cuda_set(lacks[i].fault);
        gpu_assert_none(lacks[i].message);
    }
}

static void a_driver_of_the_same_major_version_will_do(void **state)
{
    cuda_set((emulated_cuda){.version = 13000, .image_version = 13020});
    scree_device *device = gpu_open(0);
    gpu_assert_works(device);
}

static void devices_are_described(void **state)
{
    scree_device_info infos[8];
    cuda_set((emulated_cuda){.devices = 3, .memory_bytes = (uint64_t)1 << 30});
    assert_int_equal(gpu_list(infos, 8), 3);
    for (uint32_t i = 0; i < 3; i++) {
        char name[32];
        snprintf(name, sizeof name, "Emulated GPU %u", i);
        assert_string_equal(infos[i].name, name);
        assert_int_equal(infos[i].index, i);
        assert_int_equal(infos[i].kind, SCREE_DEVICE_KIND_DISCRETE_GPU);
        assert_int_equal(infos[i].memory_bytes, (uint64_t)1 << 30);
        assert_int_equal(infos[i].uuid[15], '0' + i);
        assert_string_equal(infos[i].unsupported_reason, "");
    }
    cuda_set((emulated_cuda){.devices = 1, .is_integrated = true});
    assert_int_equal(gpu_list(infos, 8), 1);
    assert_int_equal(infos[0].kind, SCREE_DEVICE_KIND_INTEGRATED_GPU);
}

/* Entries are as far apart as a program's structs; a longer one has zeros beyond what is known. */
static void a_list_follows_the_size_of_its_entries(void **state)
{
    enum { ENTRIES = 4, SHORT = offsetof(scree_device_info, memory_bytes), LONG = sizeof(scree_device_info) + 24 };
    static const size_t sizes[] = {SHORT, LONG};
    scree_device_info infos[ENTRIES];
    size_t count = 0;
    cuda_set((emulated_cuda){.devices = 3});
    assert_int_equal(scree_device_list(fixture_context, infos, ENTRIES, &count), SCREE_OK);
    assert_true(count >= ENTRIES);
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        _Alignas(max_align_t) unsigned char bytes[ENTRIES * LONG + 1];
        memset(bytes, 0xa5, sizeof bytes);
        assert_int_equal(scree_device_list_sized(fixture_context, (void *)bytes, sizes[i], ENTRIES, &count), SCREE_OK);
        for (size_t k = 0; k < ENTRIES; k++) {
            const unsigned char *entry = bytes + k * sizes[i];
            assert_memory_equal(entry + offsetof(scree_device_info, name), infos[k].name, sizeof infos[k].name);
            for (size_t beyond = sizeof infos[k]; beyond < sizes[i]; beyond++) {
                assert_int_equal(entry[beyond], 0);
            }
        }
        assert_int_equal(bytes[ENTRIES * sizes[i]], 0xa5);
    }
}

/* Devices that are not there are listed with a refusal, but not without end. */
static void a_driver_may_count_too_many_devices(void **state)
{
    static scree_device_info infos[1024];
    const scree_device_info *cuda = NULL;
    size_t count = 0;
    size_t found = 0;
    emulation.counted_devices = INT32_MAX;
    assert_int_equal(scree_device_list(fixture_context, infos, COUNT_OF(infos), &count), SCREE_OK);
    assert_true(count < COUNT_OF(infos));
    for (size_t i = 0; i < count; i++) {
        if (infos[i].backend == SCREE_BACKEND_CUDA) {
            cuda = cuda != NULL ? cuda : &infos[i];
            found++;
        }
    }
    assert_int_equal(found, 256);
    assert_string_equal(cuda[1].unsupported_reason, "");
    assert_string_equal(cuda[2].unsupported_reason, "the driver does not give it");
    assert_int_equal(gpu_refused(256), SCREE_ERROR_UNSUPPORTED);
    gpu_assert_message("cuda:256: the CUDA devices are 0 to 255");
    assert_int_equal(gpu_refused(2), SCREE_ERROR_UNSUPPORTED);
    gpu_assert_message("cuda:2 cannot be used: the driver does not give it");
    scree_device *device = gpu_open(0);
    gpu_assert_works(device);
}

static void devices_that_cannot_are_listed_and_refused(void **state)
{
    static const lack lacks[] = {
        {{.capability = 70}, "its compute capability is 7.0; the kernels need 7.5"},
        {{.compute_mode = CU_COMPUTEMODE_PROHIBITED}, "its compute mode is 'prohibited'"},
    };
    for (size_t i = 0; i < COUNT_OF(lacks); i++) {
        scree_device_info infos[8];
        cuda_set(lacks[i].fault);
        assert_int_equal(gpu_list(infos, 8), 2);
        assert_non_null(strstr(infos[1].unsupported_reason, lacks[i].message));
        assert_int_equal(gpu_refused(1), SCREE_ERROR_UNSUPPORTED);
        gpu_assert_message(lacks[i].message);
        gpu_assert_labelled(&infos[1], " cannot be used: ");
        assert_int_not_equal(gpu_backend_taken(), SCREE_BACKEND_CUDA);
    }
}

static void kernels_must_be_of_the_device(void **state)
{
    static const CUresult results[] = {CUDA_ERROR_NO_BINARY_FOR_GPU, CUDA_ERROR_INVALID_PTX,
                                       CUDA_ERROR_UNSUPPORTED_PTX_VERSION};
    for (size_t i = 0; i < COUNT_OF(results); i++) {
        cuda_set((emulated_cuda){.module_result = results[i], .image_version = 13020});
        assert_int_equal(gpu_refused(0), SCREE_ERROR_UNSUPPORTED);
        gpu_assert_message("this build's kernels (CUDA 13.2) have no code for it that its driver (CUDA 13.0) takes");
        assert_int_not_equal(gpu_backend_taken(), SCREE_BACKEND_CUDA);
    }
}

static void the_best_device_is_taken_only_if_it_is_exact(void **state)
{
    assert_int_equal(gpu_backend_taken(), SCREE_BACKEND_CUDA);
    cuda_set((emulated_cuda){.devices = 1, .inexact_copy = 1});
    assert_int_equal(gpu_refused(0), SCREE_ERROR_UNSUPPORTED);
    gpu_assert_message(
        "cuda:0 (Emulated GPU 0) cannot be used: 1 of 36864 results of the self-test differ from the processor's");
    emulation.copies = 0;
    assert_int_not_equal(gpu_backend_taken(), SCREE_BACKEND_CUDA);
    gpu_assert_message("cuda:0 (Emulated GPU 0) is passed over");
}

/* The context is the program's: what was lost in one device is lost in others of the same GPU, and in no other GPU. */
static void another_gpu_is_not_lost(void **state)
{
    static const scree_noise_params params = {.octaves = 2, .seed = 5};
    static const scree_grid grid = {.axes = 3, .count = {200, 150, 60}, .step = {0.01}};
    scree_device *other = gpu_open(1);
    scree_device *device = gpu_open(0);
    gpu_lose(1, 0);
    kept_stream stream = gpu_stream(device, &params, &grid, NULL, false);
    assert_int_equal(stream.result, SCREE_ERROR_DEVICE_LOST);
    gpu_clear(&stream);
    gpu_assert_works(other);
    gpu_close(&device);
    device = gpu_open(0);
    gpu_assert_works(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(without_a_driver_there_are_other_devices),
        gpu_test(a_driver_of_the_same_major_version_will_do),
        gpu_test(devices_are_described),
        gpu_test(a_list_follows_the_size_of_its_entries),
        gpu_test(a_driver_may_count_too_many_devices),
        gpu_test(devices_that_cannot_are_listed_and_refused),
        gpu_test(kernels_must_be_of_the_device),
        gpu_test(the_best_device_is_taken_only_if_it_is_exact),
        gpu_test(another_gpu_is_not_lost),
    };
    return gpu_run(tests);
}
