/*
 * The pipeline cache on disk: one file for each device and driver, always replaced as a whole. It starts with the
 * library's own header, because drivers trust their input: a damaged file must not reach them.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "axis_key.h"
#include "context_internal.h"
#include "os.h"
#include "vulkan_device.h"

#define MAGIC 0x6568636165657273u
#define LARGEST_CACHE ((uint64_t)256 << 20)

typedef struct cache_header {
    uint64_t magic;
    uint64_t bytes; /* Size of the driver's data that follow. */
    uint64_t check; /* Checksum of the driver's data. */
    uint32_t vendor;
    uint32_t device;
    uint32_t driver_version;
    uint32_t unused;
    uint8_t cache_uuid[VK_UUID_SIZE];
} cache_header;

/* A checksum over every byte and its position. It protects against damage, not against malice. */
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

/* Logs why a file or a folder of the cache is not used. */
static void refuse(scree_vulkan_device *device, const char *path, const char *reason)
{
    device->pipelines.is_cache_refused = true;
    scree_log(device->gpu.base.context, SCREE_LOG_WARNING, "the pipeline cache %s is not used: %s", path, reason);
}

/*
 * Opens `name` in a folder, or a path if the folder is AT_FDCWD, without waiting and without following links, because
 * other users could otherwise place endless or foreign data there. Returns a negative number if there is nothing or,
 * with a warning, nothing that may be used.
 */
static const char *find_fault(scree_os_file file, scree_os_kind kind)
{
    scree_os_file_info info;
    if (scree_os_file_describe(file, &info) != 0 || info.kind != kind) {
        return kind == SCREE_OS_FOLDER ? "it is no folder" : "it is no regular file";
    }
    return !info.is_own ? "it belongs to another user" : info.others_may_write ? "other users may write to it" : NULL;
}

/*
 * Opens `name` in a folder without waiting and without following a link: what others can put there could never end, or
 * hold anything. Returns SCREE_OS_NO_FILE where there is nothing, or, with a warning, nothing that can be used.
 */
static scree_os_file open_private(scree_vulkan_device *device, scree_os_file folder, const char *name,
                                  scree_os_kind kind, const char *path)
{
    scree_os_file file;
    int error = scree_os_file_open(folder, name, SCREE_OS_READ | SCREE_OS_NO_WAIT | SCREE_OS_NO_LINK, &file);
    if (error != 0) {
        if (error != ENOENT && error != ENOTDIR) {
            refuse(device, path, error == ELOOP ? "it is a symbolic link" : strerror(error));
        }
        return SCREE_OS_NO_FILE;
    }
    const char *fault = find_fault(file, kind);
    if (fault != NULL) {
        refuse(device, path, fault);
        scree_os_file_close(file);
        return SCREE_OS_NO_FILE;
    }
    return file;
}

/* Finds the folder's path. With `makes` a missing folder is created. False if the environment names none. */
static bool find_folder(char *folder, size_t size, bool makes)
{
    char parent[3500];
    if (!scree_os_cache_folder(parent, sizeof parent)) {
        return false;
    }
    if (makes) {
        scree_os_folder_make(parent);
    }
    int length = snprintf(folder, size, "%s/scree", parent);
    if (length <= 0 || (size_t)length >= size) {
        return false;
    }
    if (makes) {
        scree_os_folder_make(folder);
    }
    return true;
}

/* Opens the folder and finds the file's path; `*name` is its name within the folder. Negative on failure. */
static scree_os_file open_folder(scree_vulkan_device *device, char *path, size_t size, const char **name, bool makes)
{
    char folder[3600];
    char uuid[2 * VK_UUID_SIZE + 1];
    if (!find_folder(folder, sizeof folder, makes)) {
        return SCREE_OS_NO_FILE;
    }
    for (size_t i = 0; i < VK_UUID_SIZE; i++) {
        snprintf(uuid + 2 * i, 3, "%02x", device->traits.cache_uuid[i]);
    }
    int length =
        snprintf(path, size, "%s/vulkan-%s%s", folder, uuid, device->traits.has_float_controls ? "" : "-plain");
    if (length <= 0 || (size_t)length >= size) {
        return SCREE_OS_NO_FILE;
    }
    *name = path + strlen(folder) + 1;
    return open_private(device, SCREE_OS_WORKING_FOLDER, folder, SCREE_OS_FOLDER, folder);
}

/* The file to read, or NULL. */
static FILE *open_cache(scree_vulkan_device *device, char *path, size_t size)
{
    const char *name = NULL;
    scree_os_file folder = open_folder(device, path, size, &name, false);
    if (folder == SCREE_OS_NO_FILE) {
        return NULL;
    }
    scree_os_file file = open_private(device, folder, name, SCREE_OS_REGULAR, path);
    FILE *stream = file != SCREE_OS_NO_FILE ? scree_os_file_stream(file, "rb") : NULL;
    if (stream == NULL && file != SCREE_OS_NO_FILE) {
        scree_os_file_close(file);
    }
    scree_os_file_close(folder);
    return stream;
}

static bool fits(const cache_header *header, const cache_header *expected)
{
    return header->magic == expected->magic && header->vendor == expected->vendor &&
           header->device == expected->device && header->driver_version == expected->driver_version &&
           memcmp(header->cache_uuid, expected->cache_uuid, sizeof header->cache_uuid) == 0 && header->unused == 0 &&
           header->bytes <= LARGEST_CACHE;
}

/* Reads the driver's data from a file, or returns NULL; `header` holds their size. */
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
    /* Tries to read one byte more than expected, to detect a longer file. */
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
    FILE *file = open_cache(device, path, sizeof path);
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

/* Writes a temporary file and renames it, so that no reader sees a part of it. */
static void write_cache(const char *path, const cache_header *header, const unsigned char *data)
{
    char temporary[4100];
    snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
    scree_os_file file;
    if (scree_os_file_open_temporary(temporary, &file) != 0) {
        return;
    }
    FILE *stream = scree_os_file_stream(file, "wb");
    if (stream == NULL) {
        scree_os_file_close(file);
        scree_os_remove(SCREE_OS_WORKING_FOLDER, temporary);
        return;
    }
    bool is_written = fwrite(header, sizeof *header, 1, stream) == 1 &&
                      fwrite(data, 1, (size_t)header->bytes, stream) == header->bytes;
    is_written = fclose(stream) == 0 && is_written;
    if (!is_written || scree_os_rename(SCREE_OS_WORKING_FOLDER, temporary, path) != 0) {
        scree_os_remove(SCREE_OS_WORKING_FOLDER, temporary);
    }
}

/* Stores the driver's current data, at most `room` bytes. */
static void store_data(scree_vulkan_device *device, const char *path, size_t room)
{
    size_t bytes = room;
    VkPipelineCache cache = device->pipelines.cache;
    unsigned char *data = malloc(room);
    if (data != NULL && device->call.GetPipelineCacheData(device->handle, cache, &bytes, data) == VK_SUCCESS &&
        bytes <= room) {
        cache_header header = make_header(device);
        header.bytes = bytes;
        header.check = check_of(data, bytes);
        write_cache(path, &header, data);
    }
    free(data);
}

void scree_vulkan_pipeline_cache_store(scree_vulkan_device *device)
{
    char path[4000];
    size_t bytes = 0;
    const char *name = NULL;
    scree_vulkan_pipelines *pipelines = &device->pipelines;
    if (device->gpu.is_lost || pipelines->is_cache_refused || pipelines->cache == VK_NULL_HANDLE ||
        device->call.GetPipelineCacheData(device->handle, pipelines->cache, &bytes, NULL) != VK_SUCCESS || bytes == 0 ||
        bytes == pipelines->stored_bytes) {
        return;
    }
    scree_os_file folder = open_folder(device, path, sizeof path, &name, true);
    if (folder != SCREE_OS_NO_FILE) {
        store_data(device, path, bytes);
        scree_os_file_close(folder);
    }
}
