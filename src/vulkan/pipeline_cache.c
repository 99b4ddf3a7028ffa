/*
 * The pipeline cache on disk: one file for each device and driver, written anew as a whole. It starts with a header of
 * ours, because drivers trust what they are given: a damaged file must not reach them.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "axis_key.h"
#include "context_internal.h"
#include "vulkan_device.h"

#define MAGIC 0x6568636165657273u
#define LARGEST_CACHE ((uint64_t)256 << 20)

typedef struct cache_header {
    uint64_t magic;
    uint64_t bytes; /* Of the driver's data, which follows. */
    uint64_t check; /* Of the same. */
    uint32_t vendor;
    uint32_t device;
    uint32_t driver_version;
    uint32_t unused;
    uint8_t cache_uuid[VK_UUID_SIZE];
} cache_header;

/* A sum that every byte and its place enter; against damage, not against malice. */
static uint64_t check_of(const unsigned char *data, size_t bytes)
{
    uint64_t check = bytes;
    for (size_t i = 0; i < bytes; i += 8) {
        uint64_t word = 0;
        memcpy(&word, data + i, bytes - i < 8 ? bytes - i : 8);
        check = scree_mix64(check ^ word);
    }
    return check;
}

static cache_header make_header(const scree_vulkan_device *device)
{
    cache_header header = {.magic = MAGIC,
                           .vendor = device->traits.vendor,
                           .device = device->traits.device,
                           .driver_version = device->traits.driver_version};
    memcpy(header.cache_uuid, device->traits.cache_uuid, sizeof header.cache_uuid);
    return header;
}

/* The folder, which is made where it is missing; false where the environment names none. */
static bool find_folder(char *folder, size_t size, bool makes)
{
    const char *base = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    char parent[3500];
    int length = 0;
    if (base != NULL && base[0] == '/') {
        length = snprintf(parent, sizeof parent, "%s", base);
    } else if (home != NULL && home[0] == '/') {
        length = snprintf(parent, sizeof parent, "%s/.cache", home);
    }
    if (length <= 0 || (size_t)length >= sizeof parent) {
        return false;
    }
    if (makes) {
        mkdir(parent, 0700);
    }
    length = snprintf(folder, size, "%s/scree", parent);
    return length > 0 && (size_t)length < size && (!makes || mkdir(folder, 0700) == 0 || access(folder, W_OK) == 0);
}

static bool find_path(const scree_vulkan_device *device, char *path, size_t size, bool makes)
{
    char folder[3600];
    char uuid[2 * VK_UUID_SIZE + 1];
    if (!find_folder(folder, sizeof folder, makes)) {
        return false;
    }
    for (size_t i = 0; i < VK_UUID_SIZE; i++) {
        snprintf(uuid + 2 * i, 3, "%02x", device->traits.cache_uuid[i]);
    }
    int length =
        snprintf(path, size, "%s/vulkan-%s%s", folder, uuid, device->traits.has_float_controls ? "" : "-plain");
    return length > 0 && (size_t)length < size;
}

static bool fits(const cache_header *header, const cache_header *expected)
{
    return header->magic == expected->magic && header->vendor == expected->vendor &&
           header->device == expected->device && header->driver_version == expected->driver_version &&
           memcmp(header->cache_uuid, expected->cache_uuid, sizeof header->cache_uuid) == 0 && header->unused == 0 &&
           header->bytes <= LARGEST_CACHE;
}

/* The driver's data from a file, or NULL; `header` then says how many. */
static unsigned char *read_cache(const scree_vulkan_device *device, FILE *file, cache_header *header)
{
    const cache_header expected = make_header(device);
    if (fread(header, sizeof *header, 1, file) != 1 || !fits(header, &expected)) {
        return NULL;
    }
    unsigned char *data = malloc((size_t)header->bytes + 1);
    if (data == NULL) {
        return NULL;
    }
    /* One byte more than there should be. */
    if (fread(data, 1, (size_t)header->bytes + 1, file) != header->bytes ||
        check_of(data, (size_t)header->bytes) != header->check) {
        free(data);
        return NULL;
    }
    return data;
}

scree_result scree_vulkan_pipeline_cache_load(scree_vulkan_device *device)
{
    char path[4000];
    cache_header header = {0};
    unsigned char *data = NULL;
    FILE *file = find_path(device, path, sizeof path, false) ? fopen(path, "rb") : NULL;
    if (file != NULL) {
        data = read_cache(device, file, &header);
        fclose(file);
        if (data == NULL) {
            scree_log(device->gpu.base.context, SCREE_LOG_INFO,
                      "the pipeline cache %s is damaged or of another driver; it is made anew", path);
        }
    }
    VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
                                      .initialDataSize = data != NULL ? (size_t)header.bytes : 0,
                                      .pInitialData = data};
    VkResult result = device->call.CreatePipelineCache(device->handle, &info, NULL, &device->pipelines.cache);
    if (result != VK_SUCCESS && data != NULL) {
        info.initialDataSize = 0;
        info.pInitialData = NULL;
        result = device->call.CreatePipelineCache(device->handle, &info, NULL, &device->pipelines.cache);
    }
    free(data);
    device->pipelines.stored_bytes = info.initialDataSize;
    return scree_vulkan_check(device, result, "making a pipeline cache");
}

/* Writes beside the file, then takes its name, so that no reader sees half of it. */
static void write_cache(const char *path, const cache_header *header, const unsigned char *data)
{
    char temporary[4100];
    snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
    int descriptor = mkstemp(temporary);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    if (file == NULL) {
        if (descriptor >= 0) {
            close(descriptor);
            unlink(temporary);
        }
        return;
    }
    bool is_written = fwrite(header, sizeof *header, 1, file) == 1 &&
                      fwrite(data, 1, (size_t)header->bytes, file) == header->bytes;
    is_written = fclose(file) == 0 && is_written;
    if (!is_written || rename(temporary, path) != 0) {
        unlink(temporary);
    }
}

void scree_vulkan_pipeline_cache_store(scree_vulkan_device *device)
{
    char path[4000];
    size_t bytes = 0;
    scree_vulkan_pipelines *pipelines = &device->pipelines;
    if (device->gpu.is_lost || pipelines->cache == VK_NULL_HANDLE ||
        device->call.GetPipelineCacheData(device->handle, pipelines->cache, &bytes, NULL) != VK_SUCCESS || bytes == 0 ||
        bytes == pipelines->stored_bytes || !find_path(device, path, sizeof path, true)) {
        return;
    }
    unsigned char *data = malloc(bytes);
    if (data != NULL &&
        device->call.GetPipelineCacheData(device->handle, pipelines->cache, &bytes, data) == VK_SUCCESS) {
        cache_header header = make_header(device);
        header.bytes = bytes;
        header.check = check_of(data, bytes);
        write_cache(path, &header, data);
    }
    free(data);
}
