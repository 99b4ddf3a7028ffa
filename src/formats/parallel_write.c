#include "parallel_write.h"

#include <libdeflate.h>

#include <scree/context.h>

/* More threads wait for each other in the system, which takes 3.5 GB/s from two and 3.0 from eight; smaller parts do
   not repay the start of a thread. */
#define MAX_THREADS 2u
#define BYTES_OF_THREAD ((size_t)2 << 20)
/* Parts begin at pages of the file, so that no two threads share one. */
#define PAGE_BYTES ((size_t)4096)

typedef struct write_part {
    scree_os_file file;
    const uint8_t *data;
    size_t size;
    uint64_t offset;
    int error;
} write_part;

static size_t count_threads(size_t size)
{
    size_t count = size / BYTES_OF_THREAD;
    count = count > MAX_THREADS ? MAX_THREADS : count;
    return count > scree_os_processor_count() ? scree_os_processor_count() : count;
}

bool scree_parallel_write_pays(size_t size)
{
    return count_threads(size) > 1;
}

static void *run_part(void *argument)
{
    write_part *part = argument;
    const scree_os_patience patience = {0};
    part->error = scree_os_file_write(part->file, part->data, part->size, (int64_t)part->offset, false, &patience);
    return NULL;
}

/* The end of part `number` of `count`, counted from the first byte. */
static size_t end_of_part(size_t size, uint64_t offset, size_t number, size_t count)
{
    if (number + 1 == count) {
        return size;
    }
    uint64_t end = offset + size * (number + 1) / count;
    return (size_t)(end / PAGE_BYTES * PAGE_BYTES - offset);
}

int scree_parallel_write(scree_os_file file, const uint8_t *data, size_t size, uint64_t offset, uint32_t *crc)
{
    write_part parts[MAX_THREADS];
    scree_os_thread threads[MAX_THREADS];
    bool is_started[MAX_THREADS] = {false};
    size_t count = count_threads(size);
    size_t begin = 0;
    int error = 0;
    for (size_t i = 0; i < count; i++) {
        size_t end = end_of_part(size, offset, i, count);
        parts[i] = (write_part){.file = file, .data = data + begin, .size = end - begin, .offset = offset + begin};
        is_started[i] = scree_os_thread_start(&threads[i], run_part, &parts[i]);
        begin = end;
    }
    if (crc != NULL) {
        *crc = libdeflate_crc32(*crc, data, size);
    }
    for (size_t i = 0; i < count; i++) {
        if (is_started[i]) {
            scree_os_thread_join(&threads[i]);
        } else {
            run_part(&parts[i]);
        }
        error = error == 0 ? parts[i].error : error;
    }
    return error;
}
