/*
 * The pipeline cache on disk: one file for each device and driver, always replaced as a whole. It starts with the
 * library's own header, because drivers trust their input: a damaged file must not reach them.
 */
#include <errno.h>
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
static int open_private(scree_vulkan_device *device, int folder, const char *name, mode_t kind, const char *path)
{
    struct stat status;
    int descriptor = openat(folder, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0) {
        if (errno != ENOENT && errno != ENOTDIR) {
            refuse(device, path, errno == ELOOP ? "it is a symbolic link" : strerror(errno));
        }
        return -1;
    }
    const char *reason = NULL;
    if (fstat(descriptor, &status) != 0 || (status.st_mode & S_IFMT) != kind) {
        reason = kind == S_IFDIR ? "it is no folder" : "it is no regular file";
    } else if (status.st_uid != geteuid()) {
        reason = "it belongs to another user";
    } else if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        reason = "other users may write to it";
    }
    if (reason != NULL) {
        refuse(device, path, reason);
        close(descriptor);
        return -1;
    }
    return descriptor;
}

/* Finds the folder's path. With `makes` a missing folder is created. False if the environment names none. */
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
    if (length <= 0 || (size_t)length >= size) {
        return false;
    }
    if (makes) {
        mkdir(folder, 0700);
    }
    return true;
}

/* Opens the folder and finds the file's path; `*name` is its name within the folder. Negative on failure. */
static int open_folder(scree_vulkan_device *device, char *path, size_t size, const char **name, bool makes)
{
    char folder[3600];
    char uuid[2 * VK_UUID_SIZE + 1];
    if (!find_folder(folder, sizeof folder, makes)) {
        return -1;
    }
    for (size_t i = 0; i < VK_UUID_SIZE; i++) {
        snprintf(uuid + 2 * i, 3, "%02x", device->traits.cache_uuid[i]);
    }
    int length =
        snprintf(path, size, "%s/vulkan-%s%s", folder, uuid, device->traits.has_float_controls ? "" : "-plain");
    if (length <= 0 || (size_t)length >= size) {
        return -1;
    }
    *name = path + strlen(folder) + 1;
    return open_private(device, AT_FDCWD, folder, S_IFDIR, folder);
}

/* The file to read, or NULL. */
static FILE *open_cache(scree_vulkan_device *device, char *path, size_t size)
{
    const char *name = NULL;
    int folder = open_folder(device, path, size, &name, false);
    if (folder < 0) {
        return NULL;
    }
    int descriptor = open_private(device, folder, name, S_IFREG, path);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "rb") : NULL;
    if (file == NULL && descriptor >= 0) {
        close(descriptor);
    }
    close(folder);
    return file;
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
    int descriptor = mkostemp(temporary, O_CLOEXEC);
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
    int folder = open_folder(device, path, sizeof path, &name, true);
    if (folder >= 0) {
        store_data(device, path, bytes);
        close(folder);
    }
}
