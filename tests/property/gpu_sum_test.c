/*
 * Sums and dot products on GPUs: from host memory and from buffers, also where a program sees few numbers at a time,
 * with the bits of their definition; and where calls of the driver fail.
 */
#include "gpu_suite.h"

#include <stdlib.h>
#include <string.h>

#include "sum_definition.h"

static void assert_same(float actual, float expected)
{
    assert_memory_equal(&actual, &expected, sizeof actual);
}

/* Numbers and factors, both at starts that suit no alignment where `skipped` is odd. */
static void check_buffer(scree_device *device, const float *numbers, const float *factors, size_t count,
                         uint64_t skipped)
{
    const uint64_t bytes = count * sizeof(float);
    float actual = 1.0f;
    double seconds = -1.0;
    scree_buffer *buffer = fixture_buffer(device, 2 * (bytes + 4 * skipped) + 4);
    const scree_buffer_numbers a = {buffer, 4 * skipped};
    const scree_buffer_numbers b = {buffer, bytes + 8 * skipped};
    assert_int_equal(scree_buffer_write(buffer, a.offset, bytes, numbers), SCREE_OK);
    assert_int_equal(scree_buffer_write(buffer, b.offset, bytes, factors), SCREE_OK);
    assert_int_equal(scree_buffer_sum(&a, count, &actual, &seconds), SCREE_OK);
    assert_same(actual, sum_by_definition(numbers, NULL, count));
    assert_true(seconds >= 0.0);
    assert_int_equal(scree_buffer_dot(&a, &b, count, &actual, NULL), SCREE_OK);
    assert_same(actual, sum_by_definition(numbers, factors, count));
    scree_buffer_destroy(&buffer);
}

static void check_host(scree_device *device, const float *numbers, const float *factors, size_t count)
{
    float actual = 1.0f;
    assert_int_equal(scree_device_sum(device, numbers, count, &actual), SCREE_OK);
    assert_same(actual, sum_by_definition(numbers, NULL, count));
    assert_int_equal(scree_device_dot(device, numbers, factors, count, &actual), SCREE_OK);
    assert_same(actual, sum_by_definition(numbers, factors, count));
}

static void sums_have_the_bits_of_their_definition(void **state)
{
    scree_device *device = gpu_open(0);
    for (size_t i = 0; i < sum_count_count; i++) {
        const size_t count = sum_counts[i];
        for (int kind = SUM_LIKE; kind < SUM_KINDS; kind++) {
            if (count > 2000000 && kind != SUM_LIKE) {
                continue;
            }
            float *numbers = sum_draw((sum_numbers)kind, count, 5 * i + 1);
            float *factors = sum_draw(kind == SUM_WILD ? SUM_WILD : SUM_LIKE, count, 7 * i + 2);
            check_host(device, numbers, factors, count);
            check_buffer(device, numbers, factors, count, kind == SUM_WILD ? 3 : 64);
            free(numbers);
            free(factors);
        }
    }
    gpu_assert_works(device);
}

/* A span holds no more than a slab may. */
static void numbers_are_summed_in_parts(void **state)
{
    enum { MANY = 123457 };
    float *numbers = sum_draw(SUM_LIKE, MANY, 3);
    float *factors = sum_draw(SUM_LIKE, MANY, 4);
    gpu_limit_slabs((uint32_t)1 << 16);
    scree_device *device = gpu_open(0);
    check_host(device, numbers, factors, MANY);
    check_buffer(device, numbers, factors, MANY, 5);
    gpu_close(&device);
    free(numbers);
    free(factors);
}

static void every_call_may_fail(void **state)
{
    enum { MANY = 5000 };
    float *numbers = sum_draw(SUM_LIKE, MANY, 5);
    float sum = 0.0f;
    scree_device *device = gpu_open(0);
    unsigned number = 1;
    for (bool is_over = false; !is_over; number++) {
        gpu_fail_call(number);
        const scree_result result = scree_device_sum(device, numbers, MANY, &sum);
        is_over = gpu_count_calls() < number;
        assert_true(result == SCREE_OK || (!is_over && result == SCREE_ERROR_OUT_OF_MEMORY));
        if (result == SCREE_OK) {
            assert_same(sum, sum_by_definition(numbers, NULL, MANY));
        }
    }
    assert_true(number > 8);
    gpu_fail_call(0);
    gpu_assert_works(device);
    gpu_close(&device);
    free(numbers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(sums_have_the_bits_of_their_definition),
        gpu_test(numbers_are_summed_in_parts),
        gpu_test(every_call_may_fail),
    };
    return gpu_run(tests);
}
