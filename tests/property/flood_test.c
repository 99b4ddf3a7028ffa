/*
 * Jump flooding: equal to a naive flood by the rule that kernels/distance/jump_flood.h states, on every instruction set
 * and with any number of threads; never nearer than the nearest voxel is.
 */
#include "flood_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu_device.h"

/* The naive flood: coordinates, one side at a time. In place of a jump, NO_JUMP has all voxels read. */
#define NO_JUMP 0

typedef struct position {
    int32_t at[3]; /* x, y, z; x is -1 where there is no seed. */
} position;

static position position_of(const flooded *field, uint64_t index)
{
    uint64_t columns = field->params.count[0];
    uint64_t rows = field->params.count[1];
    return (position){
        {(int32_t)(index % columns), (int32_t)(index / columns % rows), (int32_t)(index / columns / rows)}};
}

static uint64_t index_of(const flooded *field, position p)
{
    return ((uint64_t)p.at[2] * field->params.count[1] + (uint64_t)p.at[1]) * field->params.count[0] +
           (uint64_t)p.at[0];
}

static bool has_equal_sides(const flooded *field)
{
    const double *voxel = field->params.voxel;
    return voxel[0] == voxel[1] && voxel[0] == voxel[2];
}

/* The square of the distance of two positions as distance_job_fill() promises it: float32 or an integer. */
static double square_of(const flooded *field, position a, position b)
{
    if (has_equal_sides(field)) {
        int64_t sum = 0;
        for (uint32_t axis = 0; axis < 3; axis++) {
            int64_t steps = a.at[axis] - b.at[axis];
            sum += steps * steps;
        }
        return (double)sum;
    }
    float sum = 0.0f;
    for (uint32_t axis = 3; axis-- > 0;) {
        volatile float length = (float)(a.at[axis] - b.at[axis]) * (float)field->params.voxel[axis];
        volatile float square = length * length;
        volatile float longer = sum + square;
        sum = longer;
    }
    return (double)sum;
}

static bool is_nearer(const flooded *field, position from, position a, position b)
{
    if (a.at[0] < 0 || b.at[0] < 0) {
        return a.at[0] >= 0;
    }
    double square_a = square_of(field, from, a);
    double square_b = square_of(field, from, b);
    if (square_a != square_b) {
        return square_a < square_b;
    }
    for (uint32_t axis = 0; axis < 3; axis++) {
        if (a.at[axis] != b.at[axis]) {
            return a.at[axis] < b.at[axis];
        }
    }
    return false;
}

/* The voxel, perhaps beyond the volume, that another one reads as number `n`. */
static position read_at(const flooded *field, position p, int32_t n, int32_t jump)
{
    if (jump == NO_JUMP) {
        return position_of(field, (uint64_t)n);
    }
    return (position){{p.at[0] + (n % 3 - 1) * jump, p.at[1] + (n / 3 % 3 - 1) * jump, p.at[2] + (n / 9 - 1) * jump}};
}

static void naive_pass(const flooded *field, const position *from, position *to, int32_t jump)
{
    int32_t count = jump == NO_JUMP ? (int32_t)field->voxels : 27;
    for (uint64_t i = 0; i < field->voxels; i++) {
        position p = position_of(field, i);
        position best = from[i];
        for (int32_t n = 0; n < count; n++) {
            position q = read_at(field, p, n, jump);
            bool is_within = true;
            for (uint32_t a = 0; a < 3; a++) {
                is_within = is_within && q.at[a] >= 0 && (uint64_t)q.at[a] < field->params.count[a];
            }
            if (is_within && is_nearer(field, p, from[index_of(field, q)], best)) {
                best = from[index_of(field, q)];
            }
        }
        to[i] = best;
    }
}

/* Jumps as the method's description has them. */
static uint32_t list_jumps(const flooded *field, int32_t *jumps)
{
    scree_distance_method method = field->params.method;
    if (method == SCREE_DISTANCE_NAIVE) {
        jumps[0] = NO_JUMP;
        return 1;
    }
    uint64_t longest = 1;
    for (uint32_t a = 0; a < 3; a++) {
        longest = field->params.count[a] > longest ? field->params.count[a] : longest;
    }
    int32_t first = 1;
    while ((uint64_t)first * 2 < longest) {
        first *= 2;
    }
    uint32_t count = 0;
    if (method == SCREE_DISTANCE_1_JFA || method == SCREE_DISTANCE_1_JFA_2) {
        jumps[count++] = 1;
    }
    for (int32_t iteration = 0; iteration < (method == SCREE_DISTANCE_JFA_TWICE ? 2 : 1); iteration++) {
        for (int32_t jump = first; jump > 0; jump /= 2) {
            jumps[count++] = jump;
        }
    }
    if (method == SCREE_DISTANCE_JFA_2 || method == SCREE_DISTANCE_1_JFA_2) {
        jumps[count++] = 2;
    }
    if (method == SCREE_DISTANCE_JFA_1 || method == SCREE_DISTANCE_JFA_2 || method == SCREE_DISTANCE_1_JFA_2) {
        jumps[count++] = 1;
    }
    return count;
}

/* Floods from the solid voxels, or from the empty ones; the result is static. */
static const position *naive_flood(const flooded *field, bool from_solid)
{
    static position volume_of_positions[2][FLOOD_MOST_VOXELS];
    int32_t jumps[64];
    uint32_t count = list_jumps(field, jumps);
    for (uint64_t i = 0; i < field->voxels; i++) {
        volume_of_positions[0][i] = (field->solid[i] != 0) == from_solid ? position_of(field, i)
                                                                         : (position){{-1, -1, -1}};
    }
    for (uint32_t i = 0; i < count; i++) {
        naive_pass(field, volume_of_positions[i % 2], volume_of_positions[(i + 1) % 2], jumps[i]);
    }
    return volume_of_positions[count % 2];
}

static float distance_of(const flooded *field, position from, position to)
{
    double square = to.at[0] < 0 ? INFINITY : square_of(field, from, to);
    volatile float root = sqrtf((float)square);
    volatile float length = has_equal_sides(field) ? root * (float)field->params.voxel[0] : root;
    float clip = (float)field->params.clip;
    return clip > 0.0f && length > clip ? clip : length;
}

/* Writes the voxels of one kind: those that a flood from the opposite side is for. */
static void expect_side(const flooded *field, bool is_solid, float *distance, uint32_t *nearest)
{
    scree_distance_sign sign = field->params.sign;
    bool is_measured = sign == SCREE_DISTANCE_SIGN_BOTH || (sign == SCREE_DISTANCE_SIGN_INSIDE) == is_solid;
    const position *found = is_measured ? naive_flood(field, !is_solid) : NULL;
    for (uint64_t i = 0; i < field->voxels; i++) {
        if ((field->solid[i] != 0) != is_solid) {
            continue;
        }
        if (!is_measured) {
            distance[i] = 0.0f;
            nearest[i] = (uint32_t)i;
            continue;
        }
        float length = distance_of(field, position_of(field, i), found[i]);
        distance[i] = is_solid && sign == SCREE_DISTANCE_SIGN_BOTH ? -length : length;
        nearest[i] = found[i].at[0] < 0 ? SCREE_NO_VOXEL : (uint32_t)index_of(field, found[i]);
    }
}

#define DEVICES 8

/* Instruction sets and numbers of threads; those that this processor has. */
typedef struct device_list {
    scree_device *device[DEVICES];
    char name[DEVICES][32];
    uint32_t count;
} device_list;

static void open_devices(device_list *list)
{
    static const uint32_t threads[] = {1, 3};
    for (int level = SCREE_CPU_LEVEL_SCALAR; level <= SCREE_CPU_LEVEL_NEON; level++) {
        scree_device_params params = {.cpu_level = (scree_cpu_level)level, .threads = threads[level % 2]};
        if (scree_device_open(fixture_context, &params, &list->device[list->count]) == SCREE_OK) {
            snprintf(list->name[list->count], sizeof list->name[0], "level %d, %u threads", level, params.threads);
            list->count++;
        }
    }
    assert_true(list->count >= 2);
}

static void close_devices(device_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        scree_device_close(&list->device[i]);
    }
}

static void check_naive(flooded *field, void *user)
{
    const device_list *list = user;
    float *distance = malloc(field->voxels * sizeof(float));
    uint32_t *nearest = malloc(field->voxels * sizeof(uint32_t));
    assert_non_null(distance);
    assert_non_null(nearest);
    expect_side(field, false, distance, nearest);
    expect_side(field, true, distance, nearest);
    for (uint32_t i = 0; i < list->count; i++) {
        flood_fill(list->device[i], field);
        flood_assert_equal(field, distance, nearest, list->name[i]);
    }
    free(distance);
    free(nearest);
}

static void floods_follow_the_rule(void **state)
{
    device_list list = {0};
    open_devices(&list);
    flood_for_every_field(check_naive, &list);
    close_devices(&list);
}

/* The exact distance of every voxel, in float64. */
static double exact_distance(const flooded *field, uint64_t index)
{
    position from = position_of(field, index);
    double minimum = INFINITY;
    for (uint64_t i = 0; i < field->voxels; i++) {
        if ((field->solid[i] != 0) != (field->solid[index] != 0)) {
            position to = position_of(field, i);
            double square = 0.0;
            for (uint32_t a = 0; a < 3; a++) {
                double length = (from.at[a] - to.at[a]) * field->params.voxel[a];
                square += length * length;
            }
            minimum = square < minimum ? square : minimum;
        }
    }
    return sqrt(minimum);
}

/* How many voxels a flood of this method gets wrong; none of them too near. */
static uint64_t count_wrong(scree_device *device, flooded *field, const double *exact)
{
    uint64_t wrong = 0;
    flood_fill(device, field);
    for (uint64_t i = 0; i < field->voxels; i++) {
        double distance = fabs((double)field->distance[i]);
        assert_true(isinf(exact[i]) ? isinf(distance) : distance >= exact[i] * (1.0 - 1e-6));
        assert_true(field->solid[i] == 0 ? field->distance[i] > 0.0f : field->distance[i] < 0.0f);
        if (field->nearest[i] != SCREE_NO_VOXEL) {
            assert_int_not_equal(field->solid[field->nearest[i]] != 0, field->solid[i] != 0);
        }
        wrong += distance > exact[i] * (1.0 + 1e-6);
    }
    return wrong;
}

static void floods_never_come_too_near(void **state)
{
    static const flood_volume sparse[] = {{{40, 32, 12}, {1, 1, 1}, 0.004f, 0},
                                          {{40, 32, 12}, {1, 1.5, 0.5}, 0.004f, 0},
                                          {{30, 34, 14}, {1, 1, 1}, -1.0f, 0}};
    uint64_t wrong[SCREE_DISTANCE_JFA_TWICE + 1] = {0};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    for (uint32_t iteration = 0; iteration < 6; iteration++) {
        flooded field = flood_make_field(&sparse[iteration % 3], iteration + 40);
        double *exact = malloc(field.voxels * sizeof(double));
        assert_non_null(exact);
        for (uint64_t i = 0; i < field.voxels; i++) {
            exact[i] = exact_distance(&field, i);
        }
        for (int method = SCREE_DISTANCE_JFA; method <= SCREE_DISTANCE_JFA_TWICE; method++) {
            field.params.method = (scree_distance_method)method;
            wrong[method] += count_wrong(device, &field, exact);
        }
        free(exact);
        flood_free_field(&field);
    }
    assert_true(wrong[SCREE_DISTANCE_JFA] > 0);
    assert_true(wrong[SCREE_DISTANCE_JFA] > wrong[SCREE_DISTANCE_1_JFA]);
    assert_true(wrong[SCREE_DISTANCE_1_JFA] >= wrong[SCREE_DISTANCE_1_JFA_2]);
    assert_true(wrong[SCREE_DISTANCE_1_JFA_2] >= wrong[SCREE_DISTANCE_JFA_TWICE]);
}

static void check_routes(flooded *field, void *user)
{
    flood_fill(user, field);
    flood_assert_routes(user, field);
}

/* Volumes of one slab, and one of several. */
static void streams_and_buffers_are_fills(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    flood_for_every_field(check_routes, device);
    flood_volume tall = {{300, 250, 120}, {1, 1, 1}, 0.01f, 0};
    flooded field = flood_make_field(&tall, 3);
    field.params.method = SCREE_DISTANCE_JFA;
    check_routes(&field, device);
    flood_free_field(&field);
}

static held_call held_pass;
static void (*real_pass)(const scree_flood_row *row);

static void pass_or_be_held(const scree_flood_row *row)
{
    held_call_enter(&held_pass);
    real_pass(row);
}

/* Lets a device stop at one row of its passes, after some of the volume is done. */
static void hold_pass(scree_device *device, uint64_t number)
{
    scree_flood_kernels *kernels = &((scree_cpu_device *)device)->kernels.flood;
    held_call_init(&held_pass, number);
    real_pass = kernels->pass;
    kernels->pass = pass_or_be_held;
}

static void floods_can_be_cancelled(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_SCALAR, 2);
    flood_volume large = {{400, 400, 60}, {1, 1, 1}, 0.0f, 0};
    flooded field = flood_make_field(&large, 5);
    field.params.method = SCREE_DISTANCE_JFA_TWICE;
    distance_memory to = {.distance = field.distance};
    scree_job *job = NULL;
    hold_pass(device, 400 * 60);
    assert_int_equal(distance_job_fill(device, &field.params, &field.source, &to, &job), SCREE_OK);
    sem_wait(&held_pass.is_reached);
    assert_true(scree_job_poll(job).done > 0);
    assert_int_equal(scree_job_wait(job, 1000000), SCREE_ERROR_TIMEOUT);
    scree_job_cancel(job);
    sem_post(&held_pass.may_go_on);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_ERROR_CANCELLED);
    assert_true(scree_job_poll(job).done < scree_job_poll(job).total);
    scree_job_release(&job);
    held_call_destroy(&held_pass);
    flood_free_field(&field);
}

static void too_many_bits_are_refused(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    /* One voxel more than powers of two along each axis; no memory is touched before the refusal. */
    static const uint8_t nothing[1] = {0};
    float distance[1];
    scree_distance_params params = {.count = {1025, 1025, 1025}, .method = SCREE_DISTANCE_JFA};
    scree_distance_source source = {.occupancy = nothing};
    distance_memory to = {.distance = distance};
    scree_job *job = NULL;
    assert_int_equal(distance_job_fill(device, &params, &source, &to, &job), SCREE_ERROR_INVALID);
    assert_null(job);
    assert_non_null(strstr(fixture_message, "1025 x 1025 x 1025"));
    assert_non_null(strstr(fixture_message, "33 bits"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floods_follow_the_rule),        cmocka_unit_test(floods_never_come_too_near),
        cmocka_unit_test(streams_and_buffers_are_fills), cmocka_unit_test(floods_can_be_cancelled),
        cmocka_unit_test(too_many_bits_are_refused),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
