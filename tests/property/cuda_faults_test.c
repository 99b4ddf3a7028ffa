/*
 * CUDA as it should not be: no driver, an old one, devices that cannot, devices that fail in the middle. The library
 * must say what is wrong, compute nothing wrong, and go on where going on is possible.
 */
#include "cuda_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scree/cuda.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Small slabs, so that streams have many: of 1 MiB. */
#define SMALL_SLAB ((uint64_t)1 << 20)

/* Devices of the CUDA backend in the list; the CPU must be in it in any case. */
static size_t list_cuda(scree_device_info *infos, size_t capacity)
{
    scree_device_info all[64];
    size_t count = 0;
    size_t found = 0;
    assert_int_equal(scree_device_list(fixture_context, all, COUNT_OF(all), &count), SCREE_OK);
    assert_true(count >= 1 && count < COUNT_OF(all));
    assert_int_equal(all[0].backend, SCREE_BACKEND_CPU);
    for (size_t i = 0; i < count; i++) {
        if (all[i].backend == SCREE_BACKEND_CUDA && found < capacity) {
            infos[found++] = all[i];
        }
    }
    return found;
}

/* The backend that SCREE_BACKEND_AUTO takes. */
static scree_backend backend_taken(void)
{
    scree_device_params params = {.backend = SCREE_BACKEND_AUTO};
    scree_device *device = NULL;
    scree_device_info info;
    assert_int_equal(scree_device_open(fixture_context, &params, &device), SCREE_OK);
    assert_int_equal(scree_device_describe(device, &info), SCREE_OK);
    scree_device_close(&device);
    return info.backend;
}

static void assert_no_cuda(const char *message)
{
    scree_device_info info;
    assert_int_equal(list_cuda(&info, 1), 0);
    assert_int_equal(cuda_refused(SCREE_BACKEND_CUDA, 0), SCREE_ERROR_UNSUPPORTED);
    gpu_assert_message(message);
    assert_int_not_equal(backend_taken(), SCREE_BACKEND_CUDA);
}

/* A feature that a machine may lack, and the message about it. */
typedef struct lack {
    emulated_cuda fault;
    const char *message;
} lack;

static void without_a_driver_there_are_other_devices(void **state)
{
    (void)state;
    static const lack lacks[] = {
        {{.has_no_library = true}, "there is no NVIDIA driver (libcuda.so.1)"},
        {{.missing_function = "cuInit"}, "the driver is too old: it has no function cuInit"},
        {{.missing_function = "cuLaunchKernel"}, "the driver is too old: it has no function cuLaunchKernel"},
        {{.init_result = CUDA_ERROR_NO_DEVICE}, "the driver found no device (CUDA_ERROR_NO_DEVICE)"},
        {{.init_result = CUDA_ERROR_SYSTEM_DRIVER_MISMATCH}, "of different versions"},
        {{.init_result = 999}, "the driver does not start"},
        {{.version = 12080}, "the driver is for CUDA 12.8; this build's kernels need CUDA 13.0 or later"},
        {{.has_no_images = true}, "this build has no kernels for CUDA: it was made without nvcc"},
        {{.has_no_devices = true}, "there is no CUDA device"},
    };
    for (size_t i = 0; i < COUNT_OF(lacks); i++) {
        cuda_set(lacks[i].fault);
        assert_no_cuda(lacks[i].message);
    }
}

static void a_driver_of_the_same_major_version_will_do(void **state)
{
    (void)state;
    cuda_set((emulated_cuda){.version = 13000, .image_version = 13020});
    scree_device *device = cuda_open();
    gpu_assert_works(device);
    scree_device_close(&device);
}

static void devices_are_described(void **state)
{
    (void)state;
    scree_device_info infos[8];
    cuda_set((emulated_cuda){.devices = 3, .memory_bytes = (uint64_t)1 << 30});
    assert_int_equal(list_cuda(infos, 8), 3);
    for (uint32_t i = 0; i < 3; i++) {
        char name[32];
        snprintf(name, sizeof name, "Emulated GPU %u", i);
        assert_string_equal(infos[i].name, name);
        assert_int_equal(infos[i].index, i);
        assert_int_equal(infos[i].kind, SCREE_DEVICE_KIND_DISCRETE_GPU);
        assert_int_equal(infos[i].memory_bytes, (uint64_t)1 << 30);
        assert_int_equal(infos[i].uuid[15], '0' + i);
        assert_string_equal(infos[i].refusal, "");
    }
    cuda_set((emulated_cuda){.devices = 1, .is_integrated = true});
    assert_int_equal(list_cuda(infos, 8), 1);
    assert_int_equal(infos[0].kind, SCREE_DEVICE_KIND_INTEGRATED_GPU);
}

static void an_index_beyond_the_devices_is_not_there(void **state)
{
    (void)state;
    assert_int_equal(cuda_refused(SCREE_BACKEND_CUDA, 2), SCREE_ERROR_UNSUPPORTED);
    gpu_assert_message("cuda:2: the CUDA devices are 0 to 1");
    assert_int_equal(cuda_refused(SCREE_BACKEND_CUDA, UINT32_MAX), SCREE_ERROR_UNSUPPORTED);
}

/* Those that are not there are listed with a refusal, but not without end. */
static void a_driver_may_count_too_many_devices(void **state)
{
    (void)state;
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
    assert_string_equal(cuda[1].refusal, "");
    assert_string_equal(cuda[2].refusal, "the driver does not give it");
    assert_int_equal(cuda_refused(SCREE_BACKEND_CUDA, 256), SCREE_ERROR_UNSUPPORTED);
    gpu_assert_message("cuda:256: the CUDA devices are 0 to 255");
    assert_int_equal(cuda_refused(SCREE_BACKEND_CUDA, 2), SCREE_ERROR_UNSUPPORTED);
    gpu_assert_message("cuda:2 cannot be used: the driver does not give it");
    scree_device *device = cuda_open();
    gpu_assert_works(device);
    scree_device_close(&device);
}

static void devices_that_cannot_are_listed_and_refused(void **state)
{
    (void)state;
    static const lack lacks[] = {
        {{.capability = 70}, "its compute capability is 7.0; the kernels need 7.5"},
        {{.compute_mode = CU_COMPUTEMODE_PROHIBITED}, "its compute mode is 'prohibited'"},
    };
    for (size_t i = 0; i < COUNT_OF(lacks); i++) {
        scree_device_info infos[8];
        cuda_set(lacks[i].fault);
        assert_int_equal(list_cuda(infos, 8), 2);
        assert_non_null(strstr(infos[1].refusal, lacks[i].message));
        assert_int_equal(cuda_refused(SCREE_BACKEND_CUDA, 1), SCREE_ERROR_UNSUPPORTED);
        gpu_assert_message(lacks[i].message);
        gpu_assert_message("cuda:1 (Emulated GPU 1) cannot be used");
        assert_int_not_equal(backend_taken(), SCREE_BACKEND_CUDA);
    }
}

static void kernels_must_be_of_the_device(void **state)
{
    (void)state;
    static const CUresult results[] = {CUDA_ERROR_NO_BINARY_FOR_GPU, CUDA_ERROR_INVALID_PTX,
                                       CUDA_ERROR_UNSUPPORTED_PTX_VERSION};
    for (size_t i = 0; i < COUNT_OF(results); i++) {
        cuda_set((emulated_cuda){.module_result = results[i], .image_version = 13020});
        assert_int_equal(cuda_refused(SCREE_BACKEND_CUDA, 0), SCREE_ERROR_UNSUPPORTED);
        gpu_assert_message("this build's kernels (CUDA 13.2) have no code for it that its driver (CUDA 13.0) takes");
        assert_int_not_equal(backend_taken(), SCREE_BACKEND_CUDA);
    }
}

static void the_best_device_is_taken_only_if_it_is_exact(void **state)
{
    (void)state;
    assert_int_equal(backend_taken(), SCREE_BACKEND_CUDA);
    cuda_set((emulated_cuda){.devices = 1, .is_inexact = true});
    assert_int_equal(cuda_refused(SCREE_BACKEND_CUDA, 0), SCREE_ERROR_UNSUPPORTED);
    gpu_assert_message(
        "cuda:0 (Emulated GPU 0) cannot be used: 1 of 36864 results of the self-test differ from the processor's");
    emulation.copies = 0;
    assert_int_not_equal(backend_taken(), SCREE_BACKEND_CUDA);
    gpu_assert_message("cuda:0 (Emulated GPU 0) is passed over");
}

static const scree_noise_params two_octaves = {.octaves = 2, .seed = 5};
static const scree_grid many_slabs = {.axes = 3, .count = {200, 150, 60}, .step = {0.01}};
static const scree_output bytes_output = {.type = SCREE_TYPE_U8, .range_mode = SCREE_RANGE_MEASURED};

/* Everything that a device does fails in the same way, and says so. */
static void assert_lost(scree_device *device, scree_buffer *buffer)
{
    double position = 0.5;
    float value = 0.0f;
    uint32_t word = 0;
    scree_buffer *none = NULL;
    scree_job *job = NULL;
    fixture_message[0] = '\0';
    assert_int_equal(noise_points(device, &two_octaves, 1, &position, 1, &value), SCREE_ERROR_DEVICE_LOST);
    gpu_assert_message("cuda:0 (Emulated GPU 0) was lost");
    assert_int_equal(scree_buffer_create(device, 64, &none), SCREE_ERROR_DEVICE_LOST);
    assert_null(none);
    assert_int_equal(scree_buffer_fill(buffer, 0, NULL), SCREE_ERROR_DEVICE_LOST);
    assert_int_equal(scree_buffer_read(buffer, 0, 4, &word), SCREE_ERROR_DEVICE_LOST);
    assert_int_equal(scree_buffer_write(buffer, 0, 4, &word), SCREE_ERROR_DEVICE_LOST);
    kept_stream stream = gpu_stream(device, &two_octaves, &many_slabs, NULL, false);
    assert_int_equal(stream.result, SCREE_ERROR_DEVICE_LOST);
    assert_int_equal(stream.samples, 0);
    gpu_clear(&stream);
    assert_int_equal(noise_cuda_fill(device, &two_octaves, &(scree_grid){.axes = 1, .count = {4}, .step = {1.0}},
                                     scree_cuda_buffer_pointer(buffer), 64, NULL),
                     SCREE_ERROR_DEVICE_LOST);
    assert_int_equal(noise_job_fill_buffer(device, &two_octaves, &(scree_grid){.axes = 1, .count = {4}, .step = {1.0}},
                                           buffer, 0, &job),
                     SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_ERROR_DEVICE_LOST);
    scree_job_release(&job);
}

static void lose(unsigned launch, unsigned wait)
{
    emulation.launches = 0;
    emulation.waits = 0;
    emulation.losing_launch = launch;
    emulation.losing_wait = wait;
}

/* A stream during which the device is lost; returns the slabs that came. */
static uint64_t check_loss(const kept_stream *expected, unsigned launch, unsigned wait)
{
    scree_buffer *buffer = NULL;
    cuda_set((emulated_cuda){.unused_bytes = cuda_unused_for_slabs(SMALL_SLAB),
                             .losing_result = wait % 2 == 0 ? CUDA_ERROR_ILLEGAL_ADDRESS : CUDA_ERROR_LAUNCH_FAILED});
    scree_device *device = cuda_open();
    assert_int_equal(scree_buffer_create(device, 64, &buffer), SCREE_OK);
    lose(launch, wait);
    kept_stream actual = gpu_stream(device, &two_octaves, &many_slabs, &bytes_output, true);
    assert_true(emulation.is_lost);
    assert_int_equal(actual.result, SCREE_ERROR_DEVICE_LOST);
    assert_int_equal(actual.status.result, SCREE_ERROR_DEVICE_LOST);
    gpu_assert_message("was lost");
    gpu_assert_part(&actual, expected);
    assert_true(actual.samples < expected->samples);
    uint64_t slabs = actual.slabs;
    gpu_clear(&actual);
    assert_lost(device, buffer);
    scree_buffer_destroy(&buffer);
    scree_device_close(&device);
    return slabs;
}

/* Both passes of a measured range have eight slabs: one submission each in the first, two in the second. */
/* Both passes of a measured range have seven slabs, with one launch each in the first, and two in the second. */
static void a_stream_ends_where_the_device_is_lost(void **state)
{
    (void)state;
    kept_stream expected = gpu_stream(gpu_reference, &two_octaves, &many_slabs, &bytes_output, true);
    assert_int_equal(check_loss(&expected, 1, 0), 0);
    assert_int_equal(check_loss(&expected, 0, 1), 0);
    assert_int_equal(check_loss(&expected, 5, 0), 0);
    uint64_t most = 0;
    for (unsigned number = 9; number < 20; number += 2) {
        uint64_t slabs = check_loss(&expected, number, 0);
        most = slabs > most ? slabs : most;
    }
    assert_true(most > 0);
    most = 0;
    for (unsigned number = 8; number <= 15; number++) {
        uint64_t slabs = check_loss(&expected, 0, number);
        most = slabs > most ? slabs : most;
    }
    assert_true(most > 2);
    gpu_clear(&expected);
    cuda_set((emulated_cuda){0});
    scree_device *device = cuda_open();
    gpu_assert_works(device);
    scree_device_close(&device);
}

/* The context is the program's: what was lost in one device is lost in others of the same GPU, and in no other GPU. */
static void another_gpu_is_not_lost(void **state)
{
    (void)state;
    scree_device_params second = {.backend = SCREE_BACKEND_CUDA, .index = 1};
    scree_device *other = NULL;
    assert_int_equal(scree_device_open(fixture_context, &second, &other), SCREE_OK);
    scree_device *device = cuda_open();
    lose(1, 0);
    kept_stream stream = gpu_stream(device, &two_octaves, &many_slabs, NULL, false);
    assert_int_equal(stream.result, SCREE_ERROR_DEVICE_LOST);
    gpu_clear(&stream);
    gpu_assert_works(other);
    scree_device_close(&device);
    device = cuda_open();
    gpu_assert_works(device);
    scree_device_close(&device);
    scree_device_close(&other);
}

static scree_result fill_buffer(scree_device *device, scree_buffer *buffer)
{
    scree_job *job = NULL;
    assert_int_equal(noise_job_fill_buffer(device, &two_octaves, &many_slabs, buffer, 0, &job), SCREE_OK);
    scree_result result = scree_job_wait(job, UINT64_MAX);
    scree_job_release(&job);
    return result;
}

static void a_fill_ends_where_the_device_is_lost(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 4; variant++) {
        cuda_set((emulated_cuda){0});
        scree_buffer *buffer = NULL;
        scree_device *device = cuda_open();
        assert_int_equal(scree_buffer_create(device, fixture_samples(&many_slabs) * 4, &buffer), SCREE_OK);
        lose(variant == 0 ? 1 : 0, variant == 0 ? 0 : variant == 2 ? 2 : 1);
        assert_int_equal(variant % 2 == 0 ? fill_buffer(device, buffer) : scree_buffer_fill(buffer, 1, NULL),
                         SCREE_ERROR_DEVICE_LOST);
        gpu_assert_message("was lost");
        assert_lost(device, buffer);
        scree_buffer_destroy(&buffer);
        scree_device_close(&device);
    }
}

static void a_device_may_be_lost_while_it_is_opened(void **state)
{
    (void)state;
    lose(1, 0);
    assert_int_equal(cuda_refused(SCREE_BACKEND_CUDA, 0), SCREE_ERROR_DEVICE_LOST);
    cuda_set((emulated_cuda){0});
    lose(0, 1);
    assert_int_equal(cuda_refused(SCREE_BACKEND_CUDA, 0), SCREE_ERROR_DEVICE_LOST);
    gpu_assert_message("was lost");
}

static void slabs_are_halved_where_memory_is_short(void **state)
{
    (void)state;
    scree_grid grid = {.axes = 3, .count = {300, 200, 50}, .step = {0.001}};
    kept_stream expected = gpu_stream(gpu_reference, &two_octaves, &grid, &bytes_output, true);
    scree_device *device = cuda_open();
    kept_stream actual = gpu_stream(device, &two_octaves, &grid, &bytes_output, true);
    gpu_assert_whole(&actual, &expected);
    assert_int_equal(actual.slabs, 1);
    gpu_clear(&actual);
    for (unsigned variant = 0; variant < 2; variant++) {
        /* Anew, without the memory of the job before. */
        scree_device_close(&device);
        device = cuda_open();
        emulation.largest_memory = variant == 0 ? (uint64_t)6 << 20 : 0;
        emulation.largest_pinned = variant == 0 ? 0 : (uint64_t)6 << 20;
        actual = gpu_stream(device, &two_octaves, &grid, &bytes_output, true);
        gpu_assert_whole(&actual, &expected);
        assert_true(actual.slabs >= 10);
        gpu_clear(&actual);
    }
    emulation.largest_pinned = 0;
    gpu_clear(&expected);
    scree_device_close(&device);
}

static void without_memory_the_device_survives(void **state)
{
    (void)state;
    double position = 0.5;
    float value = 0.0f;
    scree_buffer *buffer = NULL;
    scree_buffer *filled = NULL;
    scree_device *device = cuda_open();
    assert_int_equal(scree_buffer_create(device, fixture_samples(&many_slabs) * 4, &filled), SCREE_OK);
    emulation.largest_memory = 1;
    kept_stream stream = gpu_stream(device, &two_octaves, &many_slabs, &bytes_output, false);
    assert_int_equal(stream.result, SCREE_ERROR_OUT_OF_MEMORY);
    assert_int_equal(stream.samples, 0);
    gpu_assert_message("cuda:0 (Emulated GPU 0): no memory for 4 slabs");
    gpu_clear(&stream);
    assert_int_equal(noise_points(device, &two_octaves, 1, &position, 1, &value), SCREE_ERROR_OUT_OF_MEMORY);
    gpu_assert_message("no memory for points");
    assert_int_equal(scree_buffer_create(device, 4, &buffer), SCREE_ERROR_OUT_OF_MEMORY);
    gpu_assert_message("cuda:0 (Emulated GPU 0): no memory for a buffer of 4 bytes");
    assert_int_equal(scree_buffer_read(filled, 0, 4, &value), SCREE_ERROR_OUT_OF_MEMORY);
    assert_int_equal(scree_buffer_write(filled, 0, 4, &value), SCREE_ERROR_OUT_OF_MEMORY);
    assert_int_equal(fill_buffer(device, filled), SCREE_ERROR_OUT_OF_MEMORY);
    assert_int_equal(cuda_refused(SCREE_BACKEND_CUDA, 0), SCREE_ERROR_OUT_OF_MEMORY);
    emulation.largest_memory = 0;
    scree_buffer_destroy(&filled);
    gpu_assert_works(device);
    scree_device_close(&device);
}

/* Every call that may fail does so in turn; the device goes on, and in the end nothing is left behind. */
static void every_call_may_fail(void **state)
{
    (void)state;
    unsigned number = 1;
    for (bool is_over = false; !is_over; number++) {
        cuda_set((emulated_cuda){.failing_call = number});
        scree_device_params params = {.backend = SCREE_BACKEND_CUDA};
        scree_device *device = NULL;
        scree_result result = scree_device_open(fixture_context, &params, &device);
        is_over = emulation.calls < number;
        if (result != SCREE_OK) {
            assert_false(is_over);
            assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
            assert_null(device);
        }
        scree_device_close(&device);
    }
    print_message("%u calls failed in turn while a device was opened\n", number - 2);
    assert_true(number > 10);
}

static scree_result use_device(scree_device *device, float *out)
{
    static const double positions[6] = {0.5, 1.5, 2.5, 3.5, 4.5, 5.5};
    static const scree_grid grid = {.axes = 3, .count = {8, 8, 4}, .step = {0.4}};
    scree_buffer *buffer = NULL;
    scree_job *job = NULL;
    kept_stream stream = gpu_stream(device, &two_octaves, &grid, &bytes_output, true);
    scree_result result = stream.result;
    gpu_clear(&stream);
    if (result == SCREE_OK) {
        result = noise_points(device, &two_octaves, 3, positions, 2, out);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_create(device, 8 * 8 * 4 * 4, &buffer);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_fill(buffer, 0, NULL);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_write(buffer, 8, 8, out);
    }
    if (result == SCREE_OK) {
        result = noise_job_fill_buffer(device, &two_octaves, &grid, buffer, 0, &job);
    }
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
    }
    scree_job_release(&job);
    if (result == SCREE_OK) {
        result = scree_buffer_read(buffer, 0, 8 * 8 * 4 * 4, out);
    }
    scree_buffer_destroy(&buffer);
    return result;
}

static void every_call_of_a_job_may_fail(void **state)
{
    (void)state;
    float expected[8 * 8 * 4];
    float actual[8 * 8 * 4];
    unsigned number = 1;
    scree_device *device = cuda_open();
    assert_int_equal(use_device(device, expected), SCREE_OK);
    scree_device_close(&device);
    /* Anew, so that its pipelines must be made while calls fail. */
    device = cuda_open();
    for (bool is_over = false; !is_over; number++) {
        emulation.calls = 0;
        emulation.failing_call = number;
        scree_result result = use_device(device, actual);
        is_over = emulation.calls < number;
        if (result == SCREE_OK) {
            assert_memory_equal(actual, expected, sizeof expected);
        } else {
            assert_false(is_over);
            assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
        }
    }
    print_message("%u calls of jobs failed in turn\n", number - 2);
    assert_true(number > 60);
    emulation.failing_call = 0;
    gpu_assert_works(device);
    scree_device_close(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(without_a_driver_there_are_other_devices),
        cuda_test(a_driver_of_the_same_major_version_will_do),
        cuda_test(devices_are_described),
        cuda_test(a_driver_may_count_too_many_devices),
        cuda_test(an_index_beyond_the_devices_is_not_there),
        cuda_test(devices_that_cannot_are_listed_and_refused),
        cuda_test(kernels_must_be_of_the_device),
        cuda_test(the_best_device_is_taken_only_if_it_is_exact),
        cuda_test(a_stream_ends_where_the_device_is_lost),
        cuda_test(another_gpu_is_not_lost),
        cuda_test(a_fill_ends_where_the_device_is_lost),
        cuda_test(a_device_may_be_lost_while_it_is_opened),
        cuda_test(slabs_are_halved_where_memory_is_short),
        cuda_test(without_memory_the_device_survives),
        cuda_test(every_call_may_fail),
        cuda_test(every_call_of_a_job_may_fail),
    };
    int failed = 0;
    for (int order = 0; order < CUDA_ORDERS; order++) {
        cuda_choose_order(order);
        failed += cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
    }
    return failed;
}
