/*
 * Sums and dot products of the CPU have the bits of their definition, with every instruction set and any number of
 * threads; they are as near to the true sum as they say, and refuse what they cannot do.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device_group.h"
#include "fixture.h"
#include "sum_definition.h"

static void assert_same(float actual, float expected)
{
    assert_memory_equal(&actual, &expected, sizeof actual);
}

static void check_device(scree_device *device, const float *numbers, const float *factors, size_t count, float sum,
                         float product)
{
    float actual = 1.0f;
    assert_int_equal(scree_device_sum(device, numbers, count, &actual), SCREE_OK);
    assert_same(actual, sum);
    assert_int_equal(scree_device_dot(device, numbers, factors, count, &actual), SCREE_OK);
    assert_same(actual, product);
    const uint64_t bytes = count * sizeof(float);
    scree_buffer *buffer = fixture_buffer(device, 2 * bytes + 20);
    const scree_buffer_numbers a = {buffer, 4};
    const scree_buffer_numbers b = {buffer, bytes + 16};
    assert_int_equal(scree_buffer_write(buffer, a.offset, bytes, numbers), SCREE_OK);
    assert_int_equal(scree_buffer_write(buffer, b.offset, bytes, factors), SCREE_OK);
    assert_int_equal(scree_buffer_sum(&a, count, &actual, NULL), SCREE_OK);
    assert_same(actual, sum);
    assert_int_equal(scree_buffer_dot(&a, &b, count, &actual, NULL), SCREE_OK);
    assert_same(actual, product);
    scree_buffer_destroy(&buffer);
}

static void check_levels(const float *numbers, const float *factors, size_t count)
{
    const float sum = sum_by_definition(numbers, NULL, count);
    const float product = sum_by_definition(numbers, factors, count);
    float actual = 1.0f;
    assert_int_equal(scree_sum(numbers, count, &actual), SCREE_OK);
    assert_same(actual, sum);
    assert_int_equal(scree_dot(numbers, factors, count, &actual), SCREE_OK);
    assert_same(actual, product);
    for (int level = SCREE_CPU_LEVEL_SCALAR; level <= SCREE_CPU_LEVEL_NEON; level++) {
        for (uint32_t threads = 1; threads <= 3 && scree_cpu_level_available((scree_cpu_level)level); threads += 2) {
            scree_device *device = fixture_device((scree_cpu_level)level, threads);
            check_device(device, numbers, factors, count, sum, product);
            scree_device_close(&device);
        }
    }
}

static void sums_have_the_bits_of_their_definition(void **state)
{
    for (size_t i = 0; i < sum_count_count; i++) {
        for (int kind = SUM_LIKE; kind < SUM_KINDS; kind++) {
            const size_t count = sum_counts[i];
            if (count > 2000000 && kind != SUM_LIKE) {
                continue;
            }
            float *numbers = sum_draw((sum_numbers)kind, count, 5 * i + 1);
            float *factors = sum_draw(kind == SUM_WILD ? SUM_WILD : SUM_LIKE, count, 7 * i + 2);
            check_levels(numbers, factors, count);
            free(numbers);
            free(factors);
        }
    }
}

/* The whole numbers below N, whose sum is known; and 1 / i, whose sum is the logarithm but for a constant. */
static void sums_are_near_the_truth(void **state)
{
    enum { MANY = 1 << 18 };
    float *numbers = malloc(MANY * sizeof *numbers);
    float *ones = malloc(MANY * sizeof *ones);
    float sum;
    double truth = 0.0;
    for (int i = 0; i < MANY; i++) {
        numbers[i] = (float)i;
        ones[i] = 1.0f;
    }
    assert_int_equal(scree_sum(numbers, 256, &sum), SCREE_OK);
    assert_true(sum == 32640.0f);
    assert_int_equal(scree_dot(numbers, ones, 4096, &sum), SCREE_OK);
    assert_true(sum == 4096.0f * 4095.0f / 2.0f);
    for (int i = 0; i < MANY; i++) {
        numbers[i] = 1.0f / (float)(i + 1);
        truth += (double)numbers[i];
    }
    assert_int_equal(scree_sum(numbers, MANY, &sum), SCREE_OK);
    /* 16 and 8 roundings in each of two levels, of half a unit in the last place: 2^-24. */
    assert_true(fabs((double)sum - truth) <= truth * 48.0 * 0x1p-24);
    free(numbers);
    free(ones);
}

/* In a group the first device sums. */
static void a_group_sums(void **state)
{
    enum { COUNT = 5000 };
    float *numbers = sum_draw(SUM_LIKE, COUNT, 1);
    float *factors = sum_draw(SUM_LIKE, COUNT, 2);
    scree_device *members[2] = {fixture_device(SCREE_CPU_LEVEL_AUTO, 1), fixture_device(SCREE_CPU_LEVEL_SCALAR, 1)};
    scree_device *device = NULL;
    float actual = 1.0f;
    assert_int_equal(scree_device_group_create(fixture_context, members, 2, &device), SCREE_OK);
    assert_int_equal(scree_device_sum(device, numbers, COUNT, &actual), SCREE_OK);
    assert_same(actual, sum_by_definition(numbers, NULL, COUNT));
    assert_int_equal(scree_device_dot(device, numbers, factors, COUNT, &actual), SCREE_OK);
    assert_same(actual, sum_by_definition(numbers, factors, COUNT));
    scree_device_close(&device);
    free(numbers);
    free(factors);
}

static void bad_input_is_refused(void **state)
{
    const float numbers[4] = {1.0f, 2.0f, 3.0f, 4.0f};
    float sum = 9.0f;
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_device *second = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    assert_int_equal(scree_sum(NULL, 1, &sum), SCREE_ERROR_INVALID);
    assert_int_equal(scree_sum(NULL, 0, &sum), SCREE_OK);
    assert_true(sum == 0.0f);
    assert_int_equal(scree_sum(numbers, 4, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_dot(numbers, NULL, 4, &sum), SCREE_ERROR_INVALID);
    assert_int_equal(scree_device_sum(NULL, numbers, 4, &sum), SCREE_ERROR_INVALID);
    assert_int_equal(scree_device_dot(device, numbers, NULL, 4, &sum), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "b is NULL");
    assert_int_equal(scree_device_sum(device, NULL, 4, &sum), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "numbers is NULL");
    scree_buffer *buffer = fixture_buffer(device, 16);
    scree_buffer *other = fixture_buffer(second, 16);
    const scree_buffer_numbers all = {buffer, 0};
    const scree_buffer_numbers odd = {buffer, 2};
    const scree_buffer_numbers late = {buffer, 4};
    const scree_buffer_numbers foreign = {other, 0};
    assert_int_equal(scree_buffer_sum(&odd, 1, &sum, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_buffer_sum(&late, 4, &sum, NULL), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message,
                        "4 numbers from byte 4 on: the start must be a multiple of 4, and all must lie "
                        "within the buffer's 16 bytes");
    assert_int_equal(scree_buffer_sum(NULL, 4, &sum, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_buffer_dot(&all, &foreign, 4, &sum, NULL), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "the buffer of b is another device's");
    scree_buffer_destroy(&buffer);
    scree_buffer_destroy(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_have_the_bits_of_their_definition),
        cmocka_unit_test(sums_are_near_the_truth),
        cmocka_unit_test(a_group_sums),
        cmocka_unit_test(bad_input_is_refused),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
