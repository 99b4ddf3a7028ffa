/* Buffers and host memory of the CPU, and of a group: round trips, limits, refusals. GPUs' are in their own tests. */
#include "fixture.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device_group.h"

#define WORDS 1025

static void what_is_written_is_read(void **state)
{
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 1);
    uint32_t written[WORDS];
    uint32_t read[WORDS];
    for (uint32_t i = 0; i < WORDS; i++) {
        written[i] = i * 0x9e3779b9u;
    }
    scree_buffer *buffer = fixture_buffer(device, sizeof written);
    assert_int_equal(scree_buffer_fill(buffer, 7, NULL), SCREE_OK);
    assert_int_equal(scree_buffer_write(buffer, 4, sizeof written - 8, written + 1), SCREE_OK);
    assert_int_equal(scree_buffer_read(buffer, 0, sizeof read, read), SCREE_OK);
    written[0] = written[WORDS - 1] = 7;
    assert_memory_equal(read, written, sizeof read);
    /* A part of it, to unaligned memory. */
    unsigned char bytes[9] = {0};
    assert_int_equal(scree_buffer_read(buffer, 4, 8, bytes + 1), SCREE_OK);
    assert_memory_equal(bytes + 1, written + 1, 8);
    assert_int_equal(scree_buffer_write(buffer, 40, 8, bytes + 1), SCREE_OK);
    assert_int_equal(scree_buffer_read(buffer, 40, 8, read), SCREE_OK);
    assert_memory_equal(read, written + 1, 8);
    assert_int_equal(scree_buffer_write(buffer, sizeof written, 0, NULL), SCREE_OK);
    assert_int_equal(scree_buffer_read(buffer, 0, 0, NULL), SCREE_OK);
    scree_buffer_destroy(&buffer);
    scree_device_close(&device);
}

static void parts_are_checked(void **state)
{
    static const struct {
        uint64_t offset;
        uint64_t bytes;
    } wrong[] = {{2, 4}, {0, 3}, {64, 4}, {4, 64}, {4, UINT64_MAX - 3}, {UINT64_MAX - 3, 4}};
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 1);
    uint32_t words[16] = {0};
    scree_buffer *buffer = fixture_buffer(device, sizeof words);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(scree_buffer_read(buffer, wrong[i].offset, wrong[i].bytes, words), SCREE_ERROR_INVALID);
        fixture_message[0] = '\0';
        assert_int_equal(scree_buffer_write(buffer, wrong[i].offset, wrong[i].bytes, words), SCREE_ERROR_INVALID);
        assert_non_null(strstr(fixture_message, "lie within the buffer's 64 bytes"));
    }
    assert_int_equal(scree_buffer_read(buffer, 0, 4, NULL), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "out is NULL"));
    assert_int_equal(scree_buffer_write(buffer, 0, 4, NULL), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "from is NULL"));
    assert_int_equal(scree_buffer_read(NULL, 0, 4, words), SCREE_ERROR_INVALID);
    assert_int_equal(scree_buffer_write(NULL, 0, 4, words), SCREE_ERROR_INVALID);
    scree_buffer_destroy(&buffer);
    scree_device_close(&device);
}

static void check_host_memory(scree_device *device)
{
    static const uint64_t sizes[] = {1, 4095, 4096, 4097, (uint64_t)1 << 20};
    void *memory = NULL;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        assert_int_equal(scree_host_memory_create(device, sizes[i], &memory), SCREE_OK);
        assert_non_null(memory);
        assert_int_equal((uintptr_t)memory % (uintptr_t)sysconf(_SC_PAGESIZE), 0);
        memset(memory, 0x5a, sizes[i]);
        scree_host_memory_destroy(device, &memory);
        assert_null(memory);
    }
    static const uint64_t wrong[] = {0, UINT64_MAX, (uint64_t)PTRDIFF_MAX};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        memory = device;
        assert_int_equal(scree_host_memory_create(device, wrong[i], &memory), SCREE_ERROR_INVALID);
        assert_null(memory);
    }
    scree_host_memory_destroy(device, &memory);
    scree_host_memory_destroy(device, NULL);
    scree_host_memory_destroy(NULL, &memory);
    assert_int_equal(scree_host_memory_create(device, 1, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_host_memory_create(NULL, 1, &memory), SCREE_ERROR_INVALID);
}

static void host_memory_is_whole_pages(void **state)
{
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 1);
    check_host_memory(device);
    scree_device_close(&device);
}

/* A device with memory of its own kind. */
static unsigned pinned;

static scree_result create_pinned(scree_device *device, uint64_t bytes, void **memory)
{
    (void)device;
    pinned++;
    *memory = aligned_alloc(65536, (size_t)(bytes + 65535) / 65536 * 65536);
    return *memory != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
}

static void destroy_pinned(scree_device *device, void *memory)
{
    (void)device;
    pinned--;
    free(memory);
}

static void a_group_has_its_members_memory(void **state)
{
    static scree_device_functions with_memory;
    scree_device *members[2];
    scree_device *group = NULL;
    void *memory = NULL;
    for (int i = 0; i < 2; i++) {
        members[i] = fixture_device(SCREE_CPU_LEVEL_AUTO, 1);
    }
    with_memory = *members[0]->functions;
    assert_int_equal(scree_device_group_create(fixture_context, members, 2, &group), SCREE_OK);
    check_host_memory(group);
    with_memory.host_memory_create = create_pinned;
    with_memory.host_memory_destroy = destroy_pinned;
    members[0]->functions = &with_memory;
    check_host_memory(group);
    assert_int_equal(pinned, 0);
    assert_int_equal(scree_host_memory_create(group, 100, &memory), SCREE_OK);
    assert_int_equal(pinned, 1);
    scree_host_memory_destroy(group, &memory);
    assert_int_equal(pinned, 0);
    scree_device_close(&group);
}

static void too_much_is_refused(void **state)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    skip(); /* A sanitizer ends the program instead. */
#else
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 1);
    void *memory = NULL;
    assert_int_equal(scree_host_memory_create(device, (uint64_t)1 << 61, &memory), SCREE_ERROR_OUT_OF_MEMORY);
    assert_non_null(strstr(fixture_message, "no memory for 2305843009213693952 bytes of the host"));
    assert_null(memory);
    scree_device_close(&device);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),    cmocka_unit_test(parts_are_checked),
        cmocka_unit_test(host_memory_is_whole_pages), cmocka_unit_test(a_group_has_its_members_memory),
        cmocka_unit_test(too_much_is_refused),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
