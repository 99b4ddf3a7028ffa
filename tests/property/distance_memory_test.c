/*
 * The memory that distance fields take beside their output. A program of its own: a peak never falls, and that of a
 * process begins with its parent's.
 */
#include "distance_fixture.h"

#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static long peak_kib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static scree_result drop(void *user, const scree_slab *slab)
{
    (void)user, (void)slab;
    return SCREE_OK;
}

static scree_result stream_away(scree_device *device, const trial *tried)
{
    scree_job *job = NULL;
    scree_sink sink = {.write = drop};
    scree_result result = distance_job_stream(device, &tried->params, &tried->source, &sink, &job);
    result = result == SCREE_OK ? scree_job_wait(job, UINT64_MAX) : result;
    scree_job_release(&job);
    return result;
}

/* In a process of its own, for a peak never falls: by how many KiB it grew beside the field. */
static int grow(trial tried, bool is_streamed, long most_kib)
{
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    trial_make(&tried, device);
    long field_kib = is_streamed ? 0 : (long)(distance_voxels(&tried.params) * sizeof(float) / 1024);
    long before = peak_kib();
    if (is_streamed) {
        assert_int_equal(stream_away(device, &tried), SCREE_OK);
    } else {
        kept_field field = distance_fill(device, &tried.params, &tried.source, false);
        kept_field_free(&field);
    }
    long grown = peak_kib() - before - field_kib;
    printf("%s: %ld KiB beside a field of %ld KiB\n", trial_name(&tried), grown, field_kib);
    fflush(stdout);
    trial_free(&tried);
    scree_device_close(&device);
    return grown <= most_kib ? 0 : 1;
}

static void assert_grows_little(const trial *tried, bool is_streamed, long most_kib)
{
    int status = -1;
    fflush(stdout);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(grow(*tried, is_streamed, most_kib));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* Beside the field a few planes, which is less than a second field in each case; jump flooding 8 bytes a voxel, of
 * which the field may be a half. */
static void memory_is_as_documented(void **state)
{
    const trial terrain = {.params = {.count = {1024, 1024, 64}}, .kind = VOLUME_FRACTAL, .seed = 2};
    const trial voxels = {.params = {.count = {512, 512, 128}}, .kind = VOLUME_VOXELS_HALF, .seed = 2};
    const trial flood = {.params = {.count = {256, 256, 64}, .method = SCREE_DISTANCE_JFA}, .kind = VOLUME_FRACTAL};
    assert_grows_little(&terrain, false, 64 * 1024);
    assert_grows_little(&terrain, true, 128 * 1024);
    assert_grows_little(&voxels, false, 64 * 1024);
    assert_grows_little(&flood, false, 8 * 256 * 256 * 64 / 1024 + 8 * 1024);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_is_as_documented)};
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
