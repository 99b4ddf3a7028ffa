/*
 * OpenEXR, through its C library. The library reads the header and unpacks one chunk at a time, and this file takes the
 * samples from the unpacked chunks. All memory of the library is counted, and freed at the end even if the library
 * leaks it.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <openexr.h>

#include "context_internal.h"
#include "os.h"
#include "readers.h"
#include "text_builder.h"

/* Memory that the library needs whatever the file, and the number of copies of a chunk that it holds at once. */
#define LIBRARY_BYTES ((uint64_t)16 << 20)
#define PIECES 16

/* Extra bytes behind each allocation, besides a second time its own size. */
#define MARGIN 64

/* The bit in the sixth byte of a file that allows it several parts. */
#define MULTIPART_FLAG 0x10

/* Larger tiles would overflow the library's integers. */
#define MAX_TILE_SIDE (1u << 30)

/* Precedes each allocation of the library. */
typedef struct exr_block {
    struct exr_block *next;
    struct exr_block *previous;
    uint64_t bytes;
    uint64_t unused; /* Aligns the memory that follows to 16 bytes. */
} exr_block;

typedef struct exr_reading {
    const scree_reader *reader;
    exr_context_t file;
    exr_block blocks; /* Head of the circular list of all allocations. */
    uint64_t memory_left;
    bool out_of_memory;
    char message[300]; /* The first error of the library. */
    int part;
    bool tiled;
    const exr_attr_chlist_t *channels;
    uint32_t first; /* The first channel that is read. */
    uint32_t end;   /* The channel after the last one that is read. */
    exr_attr_box2i_t window;
    uint64_t width;
    uint64_t height;
    uint64_t pixel_bytes; /* Bytes of a pixel in all channels. */
    exr_compression_t compression;
    exr_decode_pipeline_t pipeline;
    bool decodes;                                    /* Whether the pipeline is set up. */
    exr_result_t (*unpack)(exr_decode_pipeline_t *); /* The pipeline's step that unpacks a chunk. */
} exr_reading;

/* The library does not pass to its allocation functions the file that they are for, so the reading is kept here. */
static _Thread_local exr_reading *current;

static void *allocate(size_t bytes)
{
    exr_reading *reading = current;
    if (bytes > reading->memory_left || bytes > SIZE_MAX / 4) {
        return NULL;
    }
    /* Zeros, because parts of a damaged chunk may stay unwritten. OpenEXR 3.1 may read as many bytes again beyond the
       end of a damaged PIZ chunk, so those are allocated and zero as well. */
    exr_block *block = calloc(1, sizeof *block + 2 * bytes + MARGIN);
    if (block == NULL) {
        reading->out_of_memory = true;
        return NULL;
    }
    reading->memory_left -= bytes;
    block->bytes = bytes;
    block->next = reading->blocks.next;
    block->previous = &reading->blocks;
    block->next->previous = block;
    reading->blocks.next = block;
    return block + 1;
}

static void release(void *memory)
{
    if (memory != NULL) {
        exr_block *block = (exr_block *)memory - 1;
        block->previous->next = block->next;
        block->next->previous = block->previous;
        current->memory_left += block->bytes;
        free(block);
    }
}

static void on_error(exr_const_context_t file, exr_result_t code, const char *message)
{
    (void)file;
    (void)code;
    if (current->message[0] == '\0') {
        snprintf(current->message, sizeof current->message, "%s", message);
    }
}

static int64_t read_stream(exr_const_context_t file, void *user, void *buffer, uint64_t size, uint64_t offset,
                           exr_stream_error_func_ptr_t error)
{
    const exr_reading *reading = user;
    FILE *stream = reading->reader->stream;
    (void)file;
    (void)error;
    if (offset > INT64_MAX || size > SIZE_MAX || !scree_os_seek(stream, (int64_t)offset, SEEK_SET)) {
        return -1;
    }
    return (int64_t)fread(buffer, 1, (size_t)size, stream);
}

static int64_t stream_size(exr_const_context_t file, void *user)
{
    const exr_reading *reading = user;
    (void)file;
    return (int64_t)reading->reader->info->file_bytes;
}

/* Fails with the library's own message if it has one. */
static scree_result fail(exr_reading *reading, const char *what)
{
    if (reading->out_of_memory) {
        return scree_reader_fail_memory(reading->reader);
    }
    if (ferror(reading->reader->stream)) {
        return scree_reader_fail_system(reading->reader);
    }
    return scree_reader_fail(reading->reader, "damaged EXR: %s%s%s", what, reading->message[0] == '\0' ? "" : ": ",
                             reading->message);
}

/* Logs an error of the library from which it recovered. */
static void report_complaint(exr_reading *reading)
{
    if (reading->message[0] != '\0') {
        scree_make_printable(reading->message);
        scree_log(reading->reader->context, SCREE_LOG_WARNING, "%s: %s", reading->reader->name, reading->message);
        reading->message[0] = '\0';
    }
}

/* Fails because the library cannot unpack a method of compression. Methods that are newer than the library are named as
   well. */
static scree_result fail_compression(const exr_reading *reading, int compression)
{
    static const char *const names[] = {"NONE", "RLE",  "ZIPS", "ZIP",      "PIZ",     "PXR24", "B44",
                                        "B44A", "DWAA", "DWAB", "HTJ2K256", "HTJ2K32", "LJ2K",  "ZSTD"};
    bool named = (size_t)compression < sizeof names / sizeof names[0];
    int major;
    int minor;
    int patch;
    const char *extra;
    exr_get_library_version(&major, &minor, &patch, &extra);
    return scree_reader_fail_unsupported(reading->reader,
                                         "its method of compression, number %d%s%s%s, is not supported by OpenEXR "
                                         "%d.%d.%d",
                                         compression, named ? " (" : "", named ? names[compression] : "",
                                         named ? ")" : "", major, minor, patch);
}

/* Reads text up to a zero byte, and keeps as much of it as fits; false at the end of the file. */
static bool read_text(FILE *stream, char *text, size_t size)
{
    int byte;
    for (size_t length = 0; (byte = getc(stream)) > 0;) {
        if (length < size - 1) {
            text[length++] = (char)byte;
            text[length] = '\0';
        }
    }
    return byte == 0;
}

/* Reads an attribute of the header; `*compression` is -1 if it is not the one that names the method. False: the file
   ends. */
static bool read_attribute(FILE *stream, char name[16], int *compression)
{
    char type[16] = "";
    uint8_t size[4];
    name[0] = '\0';
    *compression = -1;
    if (!read_text(stream, name, 16)) {
        return false;
    }
    if (name[0] == '\0') {
        return true;
    }
    if (!read_text(stream, type, sizeof type) || fread(size, 1, sizeof size, stream) != sizeof size) {
        return false;
    }
    uint32_t bytes = size[0] | (uint32_t)size[1] << 8 | (uint32_t)size[2] << 16 | (uint32_t)size[3] << 24;
    if (strcmp(name, "compression") == 0 && strcmp(type, "compression") == 0 && bytes == 1) {
        *compression = getc(stream);
        return *compression != EOF;
    }
    return scree_os_seek(stream, (int64_t)bytes, SEEK_CUR);
}

/*
 * Finds the number of the method that a part names or, if `part` is -1, the first unknown one that any part names. -1
 * if there is none. An empty name ends the attributes of a part, and a second one ends the parts if the file may have
 * several.
 */
static int find_compression(FILE *stream, int part)
{
    uint8_t start[8];
    char name[16];
    int compression;
    if (!scree_os_seek(stream, 0, SEEK_SET) || fread(start, 1, sizeof start, stream) != sizeof start) {
        return -1;
    }
    bool one_part = (start[5] & MULTIPART_FLAG) == 0;
    bool part_ended = false;
    int ended = 0;
    while (read_attribute(stream, name, &compression)) {
        bool is_end = name[0] == '\0';
        if (part < 0 ? compression >= EXR_COMPRESSION_LAST_TYPE : compression >= 0 && ended == part) {
            return compression;
        }
        if (is_end && (one_part || part_ended)) {
            break;
        }
        part_ended = is_end;
        ended += is_end ? 1 : 0;
    }
    return -1;
}

static scree_result open_file(exr_reading *reading)
{
    exr_context_initializer_t parameters = EXR_DEFAULT_CONTEXT_INITIALIZER;
    parameters.error_handler_fn = on_error;
    parameters.alloc_fn = allocate;
    parameters.free_fn = release;
    parameters.user_data = reading;
    parameters.read_fn = read_stream;
    parameters.size_fn = stream_size;
    /* An incomplete table of chunks must be an error, because the writer did not finish the file. */
    parameters.flags = EXR_CONTEXT_FLAG_DISABLE_CHUNK_RECONSTRUCTION;
    uint64_t file_bytes = reading->reader->info->file_bytes;
    reading->memory_left = LIBRARY_BYTES + (file_bytes > INT64_MAX / PIECES ? INT64_MAX : file_bytes * PIECES);
    if (exr_start_read(&reading->file, "input", &parameters) == EXR_ERR_SUCCESS) {
        return SCREE_OK;
    }
    int unknown = find_compression(reading->reader->stream, -1);
    return unknown >= 0 ? fail_compression(reading, unknown) : fail(reading, "its header");
}

/* The names of a part's channels, in the order of the file; NULL if memory runs out. */
static const char **list_names(const exr_attr_chlist_t *channels)
{
    const char **names = calloc((size_t)channels->num_channels, sizeof names[0]);
    for (int i = 0; names != NULL && i < channels->num_channels; i++) {
        names[i] = channels->entries[i].name.str;
    }
    return names;
}

/* Whether a part is a plain picture, and not a "deep" one, whose pixels have different numbers of samples. */
static bool is_flat(const exr_reading *reading, int part, const exr_attr_chlist_t **channels)
{
    exr_storage_t storage;
    return exr_get_storage(reading->file, part, &storage) == EXR_ERR_SUCCESS &&
           (storage == EXR_STORAGE_SCANLINE || storage == EXR_STORAGE_TILED) &&
           exr_get_channels(reading->file, part, channels) == EXR_ERR_SUCCESS && (*channels)->num_channels > 0;
}

/* Whether a part is one that the caller may mean: a flat one, with the channel that is wanted, if one is. */
static bool is_meant(exr_reading *reading, int part)
{
    const scree_samples_params *wanted = reading->reader->wanted;
    const exr_attr_chlist_t *channels;
    uint32_t chosen;
    if (!is_flat(reading, part, &channels)) {
        return false;
    }
    if (wanted == NULL || wanted->channel == NULL) {
        return true;
    }
    const char **names = list_names(channels);
    reading->out_of_memory = reading->out_of_memory || names == NULL;
    const bool is_found = names != NULL &&
                          scree_channel_find(names, (uint32_t)channels->num_channels, wanted->channel, &chosen);
    free(names);
    return is_found;
}

/* Several parts hold what is wanted: left and right eyes, layers, or pictures that have nothing to do with each other.
 */
static scree_result refuse_parts(exr_reading *reading, int parts)
{
    scree_text list = {0};
    for (int part = 0; part < parts; part++) {
        const char *name = NULL;
        if (is_meant(reading, part) && exr_get_name(reading->file, part, &name) == EXR_ERR_SUCCESS) {
            scree_text_format(&list, "%s%d \"%s\"", list.length > 0 ? ", " : "", part, name != NULL ? name : "");
        }
    }
    const bool is_channel = reading->reader->wanted->channel != NULL;
    const scree_result result = list.failed || reading->out_of_memory
                                    ? scree_reader_fail_memory(reading->reader)
                                    : scree_reader_fail(reading->reader,
                                                        "several of its %d parts hold %s: %s; a part must be chosen",
                                                        parts, is_channel ? "that channel" : "a picture", list.data);
    scree_text_clear(&list);
    return result;
}

static scree_result choose_part(exr_reading *reading, uint32_t page, int parts)
{
    const exr_attr_chlist_t *channels;
    if (page >= (uint32_t)parts) {
        return scree_reader_fail(reading->reader, "part %" PRIu32 " was asked for, and it has %d, from 0 on", page,
                                 parts);
    }
    reading->part = (int)page;
    return is_flat(reading, reading->part, &channels)
               ? SCREE_OK
               : scree_reader_fail(reading->reader,
                                   "part %" PRIu32 " is \"deep\", with any number of samples for each pixel", page);
}

/* The part that is asked for, or the only one that holds what is wanted. If none has the channel, the first one names
   those that there are. */
static scree_result find_part(exr_reading *reading)
{
    const scree_samples_params *wanted = reading->reader->wanted;
    const exr_attr_chlist_t *channels;
    int parts = 0;
    int meant = 0;
    exr_get_count(reading->file, &parts);
    if (wanted != NULL && wanted->has_page) {
        return choose_part(reading, wanted->page, parts);
    }
    reading->part = -1;
    for (int part = parts - 1; part >= 0; part--) {
        const bool is_part_meant = is_meant(reading, part);
        meant += is_part_meant ? 1 : 0;
        if (is_part_meant || (meant == 0 && is_flat(reading, part, &channels))) {
            reading->part = part;
        }
    }
    if (reading->out_of_memory) {
        return scree_reader_fail_memory(reading->reader);
    }
    if (reading->part < 0) {
        return scree_reader_fail(reading->reader, "it holds no picture but \"deep\" ones, with any number of samples "
                                                  "for each pixel");
    }
    reading->reader->info->pages = (uint32_t)parts;
    reading->reader->info->has_unlike_pages = meant > 1;
    return wanted != NULL && meant > 1 ? refuse_parts(reading, parts) : SCREE_OK;
}

static uint32_t channel_bytes(const exr_attr_chlist_entry_t *channel)
{
    return channel->pixel_type == EXR_PIXEL_HALF ? 2 : 4;
}

static scree_number channel_number(const exr_attr_chlist_entry_t *channel)
{
    return scree_number_of(channel->pixel_type == EXR_PIXEL_HALF    ? SCREE_TYPE_F16
                           : channel->pixel_type == EXR_PIXEL_FLOAT ? SCREE_TYPE_F32
                                                                    : SCREE_TYPE_U32,
                           false);
}

/* Every channel must have a sample for every pixel, because the offset of a sample depends on all channels. */
static scree_result check_channels(exr_reading *reading)
{
    for (int i = 0; i < reading->channels->num_channels; i++) {
        const exr_attr_chlist_entry_t *channel = &reading->channels->entries[i];
        if (channel->x_sampling != 1 || channel->y_sampling != 1) {
            return scree_reader_fail(reading->reader, "its channel %.60s has samples for some of the pixels only",
                                     channel->name.str);
        }
        if ((int)channel->pixel_type < EXR_PIXEL_UINT || channel->pixel_type > EXR_PIXEL_FLOAT) {
            return scree_reader_fail(reading->reader, "damaged EXR: its channel %.60s is of no known type",
                                     channel->name.str);
        }
        reading->pixel_bytes += channel_bytes(channel);
    }
    return SCREE_OK;
}

/* The library assumes ZIP if a part names no method or an unknown one, so the file itself is searched for the name. */
static scree_result check_compression(exr_reading *reading)
{
    int compression = find_compression(reading->reader->stream, reading->part);
    if (compression >= EXR_COMPRESSION_LAST_TYPE) {
        return fail_compression(reading, compression);
    }
    return compression >= 0 ? SCREE_OK : fail(reading, "its header names no method of compression");
}

static scree_result choose_channel(exr_reading *reading)
{
    if (!is_flat(reading, reading->part, &reading->channels)) {
        return fail(reading, "its channels");
    }
    uint32_t count = (uint32_t)reading->channels->num_channels;
    uint32_t chosen;
    const char **names = list_names(reading->channels);
    if (names == NULL) {
        return scree_reader_fail_memory(reading->reader);
    }
    scree_result result = scree_reader_choose(reading->reader, names, count, &chosen);
    free(names);
    bool all = reading->reader->wanted == NULL;
    reading->first = all ? 0 : chosen;
    reading->end = all ? count : chosen + 1;
    return result == SCREE_OK ? check_channels(reading) : result;
}

/* The picture of the display window has samples in the data window only; positions are those of its corner. */
static void tell_window(const exr_reading *reading)
{
    const exr_attr_box2i_t *data = &reading->window;
    exr_attr_box2i_t whole;
    if (exr_get_display_window(reading->file, reading->part, &whole) != EXR_ERR_SUCCESS ||
        memcmp(&whole, data, sizeof whole) == 0) {
        return;
    }
    scree_log(reading->reader->context, SCREE_LOG_WARNING,
              "%s: its display window is from (%d, %d) to (%d, %d); only its data window is read, from (%d, %d) to "
              "(%d, %d)",
              reading->reader->name, whole.min.x, whole.min.y, whole.max.x, whole.max.y, data->min.x, data->min.y,
              data->max.x, data->max.y);
}

static scree_result read_layout(exr_reading *reading)
{
    exr_storage_t storage;
    if (exr_get_storage(reading->file, reading->part, &storage) != EXR_ERR_SUCCESS ||
        exr_get_data_window(reading->file, reading->part, &reading->window) != EXR_ERR_SUCCESS ||
        exr_get_compression(reading->file, reading->part, &reading->compression) != EXR_ERR_SUCCESS ||
        reading->window.max.x < reading->window.min.x || reading->window.max.y < reading->window.min.y) {
        return fail(reading, "its size");
    }
    tell_window(reading);
    reading->tiled = storage == EXR_STORAGE_TILED;
    reading->width = (uint64_t)((int64_t)reading->window.max.x - reading->window.min.x + 1);
    reading->height = (uint64_t)((int64_t)reading->window.max.y - reading->window.min.y + 1);
    reading->reader->info->axes = 2;
    reading->reader->info->count[0] = reading->width;
    reading->reader->info->count[1] = reading->height;
    return SCREE_OK;
}

/* The maximum number of bytes that one byte of the file unpacks to. */
static uint64_t packed_ratio(const exr_reading *reading)
{
    switch (reading->compression) {
    case EXR_COMPRESSION_NONE:
        return 1;
    case EXR_COMPRESSION_RLE:
    case EXR_COMPRESSION_B44:
    case EXR_COMPRESSION_B44A:
        return 64;
    case EXR_COMPRESSION_ZIPS:
    case EXR_COMPRESSION_ZIP:
    case EXR_COMPRESSION_PIZ:
    case EXR_COMPRESSION_PXR24:
        /* Deflate, which may follow the removal of one byte in three or four; the other methods pack less. */
        return 2064;
    default:
        /* DWAA and DWAB store a number for each 64 samples, packed by deflate. Newer methods have no known bound. */
        return 131072;
    }
}

static scree_result begin(exr_reading *reading)
{
    const scree_number number = channel_number(&reading->channels->entries[reading->first]);
    uint64_t raw_bytes = scree_product(scree_product(reading->width, reading->pixel_bytes), reading->height);
    return scree_reader_begin(reading->reader, &number, raw_bytes, packed_ratio(reading));
}

/* Sets up the pipeline for the first chunk, without the steps that convert samples after unpacking. */
static exr_result_t start_decoding(exr_reading *reading, const exr_chunk_info_t *chunk)
{
    exr_result_t result = exr_decoding_initialize(reading->file, reading->part, chunk, &reading->pipeline);
    if (result != EXR_ERR_SUCCESS) {
        return result;
    }
    reading->decodes = true;
    result = exr_decoding_choose_default_routines(reading->file, reading->part, &reading->pipeline);
    reading->pipeline.unpack_and_convert_fn = NULL;
    reading->unpack = reading->pipeline.decompress_fn;
    return result;
}

/* Unpacks a chunk whose position and size have been checked. A chunk that packing would not make smaller is stored
   unpacked, but OpenEXR 3.1 would try to unpack it if the method is B44 or B44A. */
static exr_result_t decode(exr_reading *reading, const exr_chunk_info_t *chunk)
{
    exr_result_t result = reading->decodes
                              ? exr_decoding_update(reading->file, reading->part, chunk, &reading->pipeline)
                              : start_decoding(reading, chunk);
    reading->pipeline.decompress_fn = chunk->packed_size == chunk->unpacked_size ? NULL : reading->unpack;
    return result == EXR_ERR_SUCCESS ? exr_decoding_run(reading->file, reading->part, &reading->pipeline) : result;
}

/* Hands on the samples of a chunk, which is stored row by row, and within a row channel by channel. */
static void take_chunk(const exr_reading *reading, const exr_chunk_info_t *chunk, uint64_t x, uint64_t y)
{
    uint64_t columns = (uint64_t)chunk->width;
    for (uint64_t row = 0; row < (uint64_t)chunk->height; row++) {
        const uint8_t *bytes = (const uint8_t *)reading->pipeline.unpacked_buffer +
                               row * columns * reading->pixel_bytes;
        for (uint32_t i = 0; i < reading->end; i++) {
            const exr_attr_chlist_entry_t *channel = &reading->channels->entries[i];
            const scree_number number = channel_number(channel);
            const scree_run run = {.bytes = bytes,
                                   .pitch = number.bytes,
                                   .count = columns,
                                   .first = (y + row) * reading->width + x,
                                   .step = 1,
                                   .channel = i};
            if (i >= reading->first) {
                scree_collector_take(reading->reader->collector, &number, &run);
            }
            bytes += columns * number.bytes;
        }
    }
}

/* Reads a chunk, which must begin at (x, y) and have the given columns and rows. */
static scree_result read_chunk(exr_reading *reading, const exr_chunk_info_t *chunk, uint64_t x, uint64_t y,
                               uint64_t columns, uint64_t rows)
{
    char what[80];
    snprintf(what, sizeof what, "the chunk at column %" PRIu64 ", row %" PRIu64, x, y);
    uint64_t bytes = columns * rows * reading->pixel_bytes;
    if (chunk->width < 0 || (uint64_t)chunk->width != columns || chunk->height < 0 || (uint64_t)chunk->height != rows ||
        chunk->unpacked_size != bytes || chunk->packed_size == 0 ||
        (reading->compression == EXR_COMPRESSION_NONE && chunk->packed_size != bytes)) {
        return fail(reading, what);
    }
    exr_result_t result = decode(reading, chunk);
    if (result == EXR_ERR_FEATURE_NOT_IMPLEMENTED) {
        return fail_compression(reading, (int)reading->compression);
    }
    if (result != EXR_ERR_SUCCESS || reading->pipeline.unpacked_buffer == NULL) {
        return fail(reading, what);
    }
    take_chunk(reading, chunk, x, y);
    return SCREE_OK;
}

static uint64_t minimum(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static scree_result read_rows(exr_reading *reading)
{
    int32_t lines = 0;
    if (exr_get_scanlines_per_chunk(reading->file, reading->part, &lines) != EXR_ERR_SUCCESS || lines < 1) {
        return fail(reading, "its chunks");
    }
    reading->memory_left +=
        scree_product(PIECES, minimum((uint64_t)lines, reading->height) * reading->width * reading->pixel_bytes);
    for (uint64_t y = 0; y < reading->height; y += (uint64_t)lines) {
        exr_chunk_info_t chunk;
        if (exr_read_scanline_chunk_info(reading->file, reading->part, (int)(reading->window.min.y + (int64_t)y),
                                         &chunk) != EXR_ERR_SUCCESS) {
            char what[80];
            snprintf(what, sizeof what, "the chunk of row %" PRIu64, y);
            return fail(reading, what);
        }
        uint64_t rows = minimum((uint64_t)lines, reading->height - y);
        scree_result result = read_chunk(reading, &chunk, 0, y, reading->width, rows);
        if (result != SCREE_OK) {
            return result;
        }
    }
    return SCREE_OK;
}

static scree_result read_tile(exr_reading *reading, uint32_t tile_width, uint32_t tile_height, int across, int down)
{
    exr_chunk_info_t chunk;
    uint64_t x = (uint64_t)across * tile_width;
    uint64_t y = (uint64_t)down * tile_height;
    if (exr_read_tile_chunk_info(reading->file, reading->part, across, down, 0, 0, &chunk) != EXR_ERR_SUCCESS) {
        char what[80];
        snprintf(what, sizeof what, "the tile at column %" PRIu64 ", row %" PRIu64, x, y);
        return fail(reading, what);
    }
    return read_chunk(reading, &chunk, x, y, minimum(tile_width, reading->width - x),
                      minimum(tile_height, reading->height - y));
}

/* Reads the tiles of the first level only, which is the picture in full size. */
static scree_result read_tiles(exr_reading *reading)
{
    uint32_t tile_width = 0;
    uint32_t tile_height = 0;
    exr_tile_level_mode_t levels;
    exr_tile_round_mode_t rounding;
    exr_result_t known =
        exr_get_tile_descriptor(reading->file, reading->part, &tile_width, &tile_height, &levels, &rounding);
    if (known != EXR_ERR_SUCCESS || tile_width == 0 || tile_height == 0 || tile_width > MAX_TILE_SIDE ||
        tile_height > MAX_TILE_SIDE) {
        return fail(reading, "its tiles");
    }
    uint64_t across = (reading->width + tile_width - 1) / tile_width;
    uint64_t down = (reading->height + tile_height - 1) / tile_height;
    /* The library counts tiles in 32 bits, and each needs an entry of 8 bytes in the file's table. */
    if (across * down > minimum(INT32_MAX, reading->reader->info->file_bytes / sizeof(uint64_t))) {
        return fail(reading, "the number of its tiles");
    }
    reading->memory_left += scree_product(PIECES, minimum(tile_width, reading->width) *
                                                      minimum(tile_height, reading->height) * reading->pixel_bytes);
    scree_result result = SCREE_OK;
    for (uint64_t y = 0; y < down && result == SCREE_OK; y++) {
        for (uint64_t x = 0; x < across && result == SCREE_OK; x++) {
            result = read_tile(reading, tile_width, tile_height, (int)x, (int)y);
        }
    }
    return result;
}

static scree_result read_all(exr_reading *reading)
{
    scree_result (*const steps[])(exr_reading *) = {open_file,      find_part,   check_compression,
                                                    choose_channel, read_layout, begin};
    scree_result result = SCREE_OK;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && result == SCREE_OK; i++) {
        result = steps[i](reading);
    }
    if (result == SCREE_OK) {
        result = reading->tiled ? read_tiles(reading) : read_rows(reading);
    }
    /* The library ignores the failure of some of its allocations. */
    return result == SCREE_OK && reading->out_of_memory ? scree_reader_fail_memory(reading->reader) : result;
}

static scree_result read_file(const scree_reader *reader)
{
    exr_reading reading = {.reader = reader};
    reading.blocks.next = &reading.blocks;
    reading.blocks.previous = &reading.blocks;
    current = &reading;
    scree_result result = read_all(&reading);
    if (result == SCREE_OK) {
        report_complaint(&reading);
    }
    if (reading.decodes) {
        exr_decoding_destroy(reading.file, &reading.pipeline);
    }
    exr_finish(&reading.file);
    while (reading.blocks.next != &reading.blocks) {
        release(reading.blocks.next + 1);
    }
    current = NULL;
    scree_reader_end(reader);
    return result;
}

const scree_format_row scree_format_exr = {
    .info =
        {
            .name = "exr",
            .extensions = ".exr",
            .description = "OpenEXR picture of 16-bit or 32-bit floating point",
            .preferred = SCREE_TYPE_F32,
            .max_axes = 2,
            .is_read = true,
            .is_picture = true,
            .has_sidecar = true,
            .has_pages = true,
        },
    .beginnings = {{"v/1\x01", 4}},
    .read = read_file,
};
