/* Reads the samples of a TIFF. Strips and tiles are unpacked one at a time, and missing ones are filled in. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tiff_reading.h"
#include "writer_internal.h"

/* PackBits strips of up to this unpacked size are unpacked whole, because some writers continue runs from one row to
   the next. Larger ones are unpacked row by row, so that a picture of a single strip does not need its memory twice. */
#define MAX_STRIP_BYTES ((uint64_t)64 << 20)

/*
 * The maximum number of missing samples of a file that is read into memory: a map of 16384 x 16384, or 1 GiB. Other
 * samples are bounded by the size of the file, but missing ones take no room in it, so that a few bytes could stand for
 * any number of them. The limit is lower for a fuzzer, which would otherwise spend its time on filling memory.
 */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define MAX_MISSING_SAMPLES (UINT64_C(1) << 16)
#else
#define MAX_MISSING_SAMPLES (UINT64_C(1) << 28)
#endif

/* A strip or a tile, clipped to the picture. */
typedef struct tiff_block {
    uint32_t index; /* Its number in libtiff. */
    uint32_t x;
    uint32_t y;
    uint32_t columns;
    uint32_t rows;
    uint32_t plane; /* 0 if the samples of a pixel are stored together. */
    uint32_t first; /* The first sample of a pixel that is read from it. */
    uint32_t end;   /* The sample after the last one that is read from it. */
    bool missing;   /* Whether it is missing: a sparse file omits strips and tiles whose samples are all the same. */
} tiff_block;

static uint32_t minimum(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The maximum number of bytes that one byte of the file unpacks to. */
static uint64_t packed_ratio(uint16_t compression)
{
    switch (compression) {
    case COMPRESSION_NONE:
        return 1;
    case COMPRESSION_PACKBITS:
        return 64;
    case COMPRESSION_DEFLATE:
    case COMPRESSION_ADOBE_DEFLATE:
        return 1032;
    case COMPRESSION_LZW:
        return 4096;
    case COMPRESSION_JPEG:
        return 1024;
    default:
        return TIFF_USUAL_RATIO;
    }
}

/* Counts the columns and the rows of strips or tiles. */
static void count_blocks(const tiff_reading *reading, uint64_t *across, uint64_t *down)
{
    *across = ((uint64_t)reading->width + reading->tile_width - 1) / reading->tile_width;
    *down = ((uint64_t)reading->height + reading->tile_height - 1) / reading->tile_height;
}

/* Finds a strip or tile by its number in the order of reading; false past the last one. */
static bool find_block(const tiff_reading *reading, uint64_t number, tiff_block *block)
{
    uint64_t across;
    uint64_t down;
    count_blocks(reading, &across, &down);
    uint64_t plane = number / (across * down);
    if (plane >= (reading->separate ? reading->end - reading->first : 1)) {
        return false;
    }
    block->plane = reading->separate ? reading->first + (uint32_t)plane : 0;
    block->first = reading->separate ? block->plane : reading->first;
    block->end = reading->separate ? block->plane + 1 : reading->end;
    block->x = (uint32_t)(number % across * reading->tile_width);
    block->y = (uint32_t)(number / across % down * reading->tile_height);
    block->columns = minimum(reading->tile_width, reading->width - block->x);
    block->rows = minimum(reading->tile_height, reading->height - block->y);
    block->index = reading->tiled ? TIFFComputeTile(reading->tiff, block->x, block->y, 0, (uint16_t)block->plane)
                                  : TIFFComputeStrip(reading->tiff, block->y, (uint16_t)block->plane);
    block->missing = TIFFGetStrileByteCount(reading->tiff, block->index) == 0;
    return true;
}

/* The bytes of a number of pixels in a row. */
static uint64_t row_bytes(const tiff_reading *reading, uint32_t columns)
{
    return ((uint64_t)columns * (reading->separate ? 1 : reading->samples) * reading->bits + 7) / 8;
}

/* The amounts of data that a file holds and omits. */
typedef struct tiff_contents {
    uint64_t raw_bytes; /* Unpacked bytes of the strips and tiles in the file, clipped to the picture. */
    uint64_t missing;   /* Missing samples. */
} tiff_contents;

/* Adds those of a page. */
static void add_contents(const tiff_reading *reading, tiff_contents *contents)
{
    tiff_block block;
    for (uint64_t i = 0; find_block(reading, i, &block); i++) {
        uint64_t bytes = scree_product(row_bytes(reading, block.columns), block.rows);
        if (block.missing) {
            contents->missing += (uint64_t)block.columns * block.rows * (block.end - block.first);
        } else {
            contents->raw_bytes = bytes > UINT64_MAX - contents->raw_bytes ? UINT64_MAX : contents->raw_bytes + bytes;
        }
    }
}

scree_result scree_tiff_begin(tiff_reading *reading)
{
    const scree_reader *reader = reading->reader;
    uint64_t pixels;
    if (!scree_count_product(reader->info, &pixels) || pixels > (UINT64_C(1) << 59) / (reading->end - reading->first)) {
        return scree_reader_fail(reader, "the header's size is zero or too large");
    }
    tiff_contents contents = {0};
    uint64_t ratio = 1;
    scree_result result = SCREE_OK;
    for (uint32_t page = reading->page_count; page > 0 && result == SCREE_OK; page--) {
        result = scree_tiff_open_page(reading, page - 1);
        if (result == SCREE_OK) {
            add_contents(reading, &contents);
            const uint64_t own = packed_ratio(scree_tiff_field16(reading, TIFFTAG_COMPRESSION));
            ratio = own > ratio ? own : ratio;
        }
    }
    if (result != SCREE_OK) {
        return result;
    }
    if (reader->wanted != NULL && contents.missing > MAX_MISSING_SAMPLES) {
        return scree_reader_fail(reader,
                                 "the file leaves %" PRIu64 " of its samples out; at most %" PRIu64 " may be missing "
                                 "where they are read into memory",
                                 contents.missing, MAX_MISSING_SAMPLES);
    }
    return scree_reader_begin(reader, &reading->number, contents.raw_bytes, ratio);
}

/* Runs of PackBits may continue from row to row, so its strips are unpacked whole. With all other methods rows are
   unpacked one after the other. */
static void choose_unpacking(tiff_reading *reading)
{
    uint64_t strip_bytes = TIFFVStripSize64(reading->tiff, reading->tile_height);
    bool is_packbits = scree_tiff_field16(reading, TIFFTAG_COMPRESSION) == COMPRESSION_PACKBITS;
    reading->by_rows = !reading->tiled && !(is_packbits && strip_bytes <= MAX_STRIP_BYTES);
    reading->buffer_bytes = reading->tiled     ? TIFFTileSize64(reading->tiff)
                            : reading->by_rows ? TIFFScanlineSize64(reading->tiff)
                                               : strip_bytes;
}

/* Allocates memory for a row, a strip or a tile before the first one that is not missing. */
static scree_result take_buffer(tiff_reading *reading)
{
    const scree_reader *reader = reading->reader;
    if (reading->buffer != NULL) {
        return SCREE_OK;
    }
    choose_unpacking(reading);
    uint64_t needed =
        scree_product(row_bytes(reading, reading->tile_width), reading->by_rows ? 1 : reading->tile_height);
    /* A tile may be larger than the picture, but not larger than the file can unpack to. */
    if (reading->buffer_bytes < needed || reading->buffer_bytes > SIZE_MAX / 2 ||
        reading->buffer_bytes / TIFF_USUAL_RATIO > reader->info->file_bytes) {
        return scree_tiff_fail(reading, "the size of its rows or tiles");
    }
    /* Zeroed, because a damaged tile may leave parts of it unwritten. */
    reading->buffer = calloc(1, (size_t)reading->buffer_bytes);
    reading->line = malloc((size_t)reading->tile_width * sizeof(uint16_t));
    return reading->buffer != NULL && reading->line != NULL ? SCREE_OK : scree_reader_fail_memory(reader);
}

/* The index in the result of a pixel of the file. */
static uint64_t sample_index(const tiff_reading *reading, uint32_t x, uint32_t y)
{
    return reading->placing.origin + y * reading->placing.row_step + x * reading->placing.column_step;
}

/* Unpacks samples of fewer than 8 bits, of which the first is in the highest bits of a byte. */
static void spread_bits(const tiff_reading *reading, const uint8_t *bytes, uint32_t count, uint32_t pitch,
                        uint32_t first)
{
    uint32_t bits = reading->bits;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t at = (i * pitch + first) * bits;
        reading->line[i] = (uint8_t)((uint32_t)bytes[at / 8] >> (8 - bits - at % 8) & ((1u << bits) - 1));
    }
}

/* Replaces each index by the wanted channel of its colour, from the last one backwards, because a channel takes more
   bytes than an index. */
static void look_up(const tiff_reading *reading, const scree_run *run)
{
    for (uint64_t i = run->count; i > 0; i--) {
        double index;
        scree_numbers_load(&reading->stored, run->bytes + (i - 1) * run->pitch, run->pitch, 1, &index);
        memcpy(reading->line + (i - 1) * sizeof(uint16_t), &reading->colours[(size_t)index], sizeof(uint16_t));
    }
}

/* Colours of a palette stand behind its index. */
static uint32_t channel_of(const tiff_reading *reading, uint32_t sample)
{
    return sample + (sample > 0 ? reading->looked_up : 0);
}

/* Hands one channel of a row to the collector. */
static void take_row(const tiff_reading *reading, const uint8_t *bytes, uint32_t row, uint32_t column, uint32_t count,
                     uint32_t sample)
{
    uint32_t pitch = reading->separate ? 1 : reading->samples;
    uint32_t first = reading->separate ? 0 : sample;
    scree_run run = {
        .bytes = bytes + (size_t)first * reading->stored.bytes,
        .pitch = (size_t)pitch * reading->stored.bytes,
        .count = count,
        .first = sample_index(reading, column, row),
        .step = reading->placing.column_step,
        .channel = channel_of(reading, sample),
    };
    if (reading->bits < 8) {
        spread_bits(reading, bytes, count, pitch, first);
        run.bytes = reading->line;
        run.pitch = 1;
    }
    if (reading->colours != NULL) {
        look_up(reading, &run);
        run.bytes = reading->line;
        run.pitch = sizeof(uint16_t);
    }
    scree_collector_take(reading->reader->collector, &reading->number, &run);
}

/* Adds samples that are not in the file: no-data if it defines such a value, otherwise zero. */
static void take_missing(const tiff_reading *reading, const tiff_block *block)
{
    const scree_area area = {
        .first = sample_index(reading, block->x, block->y),
        .count = {block->columns, block->rows},
        .step = {reading->placing.column_step, reading->placing.row_step},
        .times = block->end - block->first,
        .channel = channel_of(reading, block->first),
    };
    scree_collector_take_same(reading->reader->collector, reading->has_nodata ? reading->nodata : 0.0, &area);
}

/* A message of libtiff is an error, because after some faults libtiff continues and returns samples that were never
   written. */
static scree_result check_unpacked(tiff_reading *reading, bool unpacked, const char *what, uint32_t x, uint32_t y)
{
    char position[100];
    if (unpacked && reading->message[0] == '\0') {
        return SCREE_OK;
    }
    snprintf(position, sizeof position, "the %s at column %" PRIu32 ", row %" PRIu32, what, x, y);
    return scree_tiff_fail(reading, position);
}

static scree_result read_rows(tiff_reading *reading, const tiff_block *block)
{
    for (uint32_t row = block->y; row - block->y < block->rows; row++) {
        bool unpacked = TIFFReadScanline(reading->tiff, reading->buffer, row, (uint16_t)block->plane) > 0;
        scree_result result = check_unpacked(reading, unpacked, "samples", 0, row);
        if (result != SCREE_OK) {
            return result;
        }
        for (uint32_t sample = block->first; sample < block->end; sample++) {
            take_row(reading, reading->buffer, row, 0, block->columns, sample);
        }
    }
    return SCREE_OK;
}

/* Unpacks a whole tile or strip. The last strip may have fewer rows. */
static bool unpack_whole(tiff_reading *reading, const tiff_block *block, size_t pitch)
{
    tmsize_t size = (tmsize_t)(pitch * (reading->tiled ? reading->tile_height : block->rows));
    return size == (reading->tiled ? TIFFReadEncodedTile(reading->tiff, block->index, reading->buffer, size)
                                   : TIFFReadEncodedStrip(reading->tiff, block->index, reading->buffer, size));
}

static scree_result read_whole(tiff_reading *reading, const tiff_block *block)
{
    size_t pitch = (size_t)(reading->buffer_bytes / reading->tile_height);
    bool unpacked = unpack_whole(reading, block, pitch);
    scree_result result = check_unpacked(reading, unpacked, reading->tiled ? "tile" : "strip", block->x, block->y);
    for (uint32_t sample = block->first; sample < block->end && result == SCREE_OK; sample++) {
        for (uint32_t i = 0; i < block->rows; i++) {
            take_row(reading, reading->buffer + i * pitch, block->y + i, block->x, block->columns, sample);
        }
    }
    return result;
}

static scree_result read_block(tiff_reading *reading, const tiff_block *block)
{
    if (block->missing) {
        take_missing(reading, block);
        return SCREE_OK;
    }
    scree_result result = take_buffer(reading);
    if (result != SCREE_OK) {
        return result;
    }
    return reading->by_rows ? read_rows(reading, block) : read_whole(reading, block);
}

static scree_result read_page(tiff_reading *reading)
{
    scree_result result = SCREE_OK;
    tiff_block block;
    reading->unpacks = true;
    for (uint64_t i = 0; result == SCREE_OK && find_block(reading, i, &block); i++) {
        result = read_block(reading, &block);
    }
    reading->unpacks = false;
    /* Strips of the next page may have other sizes. */
    free(reading->buffer);
    free(reading->line);
    reading->buffer = NULL;
    reading->line = NULL;
    return result;
}

scree_result scree_tiff_read_pages(tiff_reading *reading)
{
    scree_result result = SCREE_OK;
    for (uint32_t page = 0; page < reading->page_count && result == SCREE_OK; page++) {
        result = scree_tiff_open_page(reading, page);
        if (result == SCREE_OK) {
            result = read_page(reading);
        }
    }
    return result;
}
