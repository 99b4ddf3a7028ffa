/* PNG, through libpng, row by row. */
#include <inttypes.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "readers.h"

/* Pictures of this width are always read. The file of a wider one must be large enough to hold a row, because deflate
   packs at most 1032 bytes into one. */
#define USUAL_WIDTH (1u << 20)
#define MAX_DEFLATE_RATIO 1032u
#define MAX_PNG_SIDE 0x7fffffffu

/* A pixel has at most four channels of 16 bits. */
#define MAX_PIXEL_BYTES 8

/* A byte holds up to eight pixels, of one bit each. */
#define MAX_PIXELS_IN_BYTE 8

/* Limits for all chunks except the picture. */
#define MAX_CHUNK_BYTES ((png_alloc_size_t)8 << 20)
#define MAX_CHUNKS 64

/* Everything that must survive longjmp(), which may lose local variables in registers. */
typedef struct png_reading {
    const scree_reader *reader;
    png_structp png;
    png_infop info;
    png_infop end_info;
    png_bytep row;
    uint64_t row_limit; /* The maximum number of bytes of a row. */
    bool out_of_memory;
    scree_result error; /* The error that ended the reading in require(); it has been logged. */
    scree_number number;
    uint32_t channels;    /* Channels of a pixel as stored. */
    uint32_t first;       /* The first channel that is read; with a palette, 0. */
    uint32_t end;         /* The channel after the last one that is read; with a palette, 1. */
    bool looks_up;        /* Whether stored indices are replaced by their entries in `colours`. */
    uint8_t colours[256]; /* The wanted channel of every colour of the palette. */
    uint32_t colour_count;
} png_reading;

static void on_error(png_structp png, png_const_charp message)
{
    png_reading *reading = png_get_error_ptr(png);
    if (!reading->out_of_memory && reading->error == SCREE_OK) {
        scree_reader_fail(reading->reader, "damaged PNG: %.200s", message);
    }
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    const png_reading *reading = png_get_error_ptr(png);
    scree_log(reading->reader->context, SCREE_LOG_WARNING, "%s: %.200s", reading->reader->name, message);
}

/* Libpng trusts the length that a chunk claims, and only warns if it is more than MAX_CHUNK_BYTES. */
static png_voidp allocate(png_structp png, png_alloc_size_t size)
{
    png_reading *reading = png_get_mem_ptr(png);
    if (size > MAX_CHUNK_BYTES + reading->row_limit) {
        return NULL;
    }
    void *memory = malloc(size);
    reading->out_of_memory = reading->out_of_memory || memory == NULL;
    return memory;
}

static void release(png_structp png, png_voidp memory)
{
    (void)png;
    free(memory);
}

static void set_limits(png_reading *reading)
{
    uint64_t bytes = reading->reader->info->file_bytes;
    bytes = bytes > MAX_PNG_SIDE / MAX_DEFLATE_RATIO ? MAX_PNG_SIDE : bytes * MAX_DEFLATE_RATIO;
    uint64_t width = bytes * MAX_PIXELS_IN_BYTE > MAX_PNG_SIDE ? MAX_PNG_SIDE : bytes * MAX_PIXELS_IN_BYTE;
    width = width < USUAL_WIDTH ? USUAL_WIDTH : width;
    reading->row_limit = width * MAX_PIXEL_BYTES;
    png_set_user_limits(reading->png, (png_uint_32)width, MAX_PNG_SIDE);
    png_set_chunk_malloc_max(reading->png, MAX_CHUNK_BYTES);
    png_set_chunk_cache_max(reading->png, MAX_CHUNKS);
}

/* Jumps back to read_all() on an error, which has been logged. */
static void require(png_reading *reading, scree_result result)
{
    if (result != SCREE_OK) {
        reading->error = result;
        png_longjmp(reading->png, 1);
    }
}

/* Copies one channel of a palette's colours: 1 to 4 are red, green, blue and alpha, 0 is the index itself. */
static void read_palette(png_reading *reading, uint32_t channel)
{
    png_colorp palette = NULL;
    png_bytep alpha = NULL;
    int count = 0;
    int alpha_count = 0;
    png_get_PLTE(reading->png, reading->info, &palette, &count);
    png_get_tRNS(reading->png, reading->info, &alpha, &alpha_count, NULL);
    reading->looks_up = channel > 0;
    reading->colour_count = (uint32_t)count;
    for (int i = 0; i < count; i++) {
        const png_color colour = palette[i];
        const uint8_t parts[] = {(uint8_t)i, colour.red, colour.green, colour.blue,
                                 i < alpha_count ? alpha[i] : UINT8_MAX};
        reading->colours[i] = parts[channel];
    }
}

static void choose_channel(png_reading *reading, int colour_type)
{
    static const char *const grey[] = {"y", "a"};
    static const char *const colour[] = {"r", "g", "b", "a"};
    static const char *const palette[] = {"index", "r", "g", "b", "a"};
    bool has_palette = colour_type == PNG_COLOR_TYPE_PALETTE;
    bool has_colour = (colour_type & PNG_COLOR_MASK_COLOR) != 0;
    uint32_t chosen;
    reading->channels = png_get_channels(reading->png, reading->info);
    require(reading, scree_reader_choose(reading->reader,
                                         has_palette  ? palette
                                         : has_colour ? colour
                                                      : grey,
                                         has_palette ? 5 : reading->channels, &chosen));
    if (has_palette) {
        read_palette(reading, chosen);
    }
    bool all = reading->reader->wanted == NULL;
    reading->first = all || has_palette ? 0 : chosen;
    reading->end = all ? reading->channels : reading->first + 1;
}

static void read_header(png_reading *reading)
{
    scree_file_info *info = reading->reader->info;
    png_read_info(reading->png, reading->info);
    uint32_t depth = png_get_bit_depth(reading->png, reading->info);
    info->axes = 2;
    info->count[0] = png_get_image_width(reading->png, reading->info);
    info->count[1] = png_get_image_height(reading->png, reading->info);
    choose_channel(reading, png_get_color_type(reading->png, reading->info));
    reading->number = scree_number_of(depth == 16 ? SCREE_TYPE_U16 : SCREE_TYPE_U8, true);
    uint64_t row_bytes = (info->count[0] * reading->channels * depth + 7) / 8;
    require(reading,
            scree_reader_begin(reading->reader, &reading->number, row_bytes * info->count[1], MAX_DEFLATE_RATIO));
    /* Samples of 1, 2 and 4 bits are unpacked to a byte each. */
    png_set_packing(reading->png);
    png_read_update_info(reading->png, reading->info);
}

/* Replaces each index by the wanted channel of its colour. */
static void look_up(png_reading *reading, uint32_t columns)
{
    for (uint32_t x = 0; x < columns; x++) {
        if (reading->row[x] >= reading->colour_count) {
            png_error(reading->png, "a colour is not in its palette");
        }
        reading->row[x] = reading->colours[reading->row[x]];
    }
}

static void take_row(png_reading *reading, uint32_t columns, uint64_t first, uint32_t step)
{
    if (reading->looks_up) {
        look_up(reading, columns);
    }
    for (uint32_t channel = reading->first; channel < reading->end; channel++) {
        const scree_run run = {.bytes = reading->row + (size_t)channel * reading->number.bytes,
                               .pitch = (size_t)reading->channels * reading->number.bytes,
                               .count = columns,
                               .first = first,
                               .step = step,
                               .channel = channel};
        scree_collector_take(reading->reader->collector, &reading->number, &run);
    }
}

/* The positions of the samples of a pass of Adam7 along an axis. */
typedef struct pass_spacing {
    uint32_t first;
    uint32_t step;
} pass_spacing;

static uint32_t pass_samples(uint32_t count, pass_spacing spacing)
{
    return count <= spacing.first ? 0 : (count - spacing.first - 1) / spacing.step + 1;
}

/* Reads all rows. An interlaced picture is stored as seven smaller ones, which share its samples. */
static void read_rows(png_reading *reading)
{
    const scree_file_info *info = reading->reader->info;
    uint32_t width = (uint32_t)info->count[0];
    uint32_t height = (uint32_t)info->count[1];
    bool interlaced = png_get_interlace_type(reading->png, reading->info) != PNG_INTERLACE_NONE;
    const pass_spacing whole = {0, 1};
    reading->row = png_malloc(reading->png, png_get_rowbytes(reading->png, reading->info));
    static const pass_spacing across[] = {{0, 8}, {4, 8}, {0, 4}, {2, 4}, {0, 2}, {1, 2}, {0, 1}};
    static const pass_spacing down[] = {{0, 8}, {0, 8}, {4, 8}, {0, 4}, {2, 4}, {0, 2}, {1, 2}};
    for (size_t pass = 0; pass < (interlaced ? sizeof down / sizeof down[0] : 1); pass++) {
        const pass_spacing x = interlaced ? across[pass] : whole;
        const pass_spacing y = interlaced ? down[pass] : whole;
        uint32_t columns = pass_samples(width, x);
        uint32_t rows = pass_samples(height, y);
        for (uint32_t row = 0; row < rows && columns > 0; row++) {
            png_read_row(reading->png, reading->row, NULL);
            take_row(reading, columns, (y.first + (uint64_t)row * y.step) * width + x.first, x.step);
        }
    }
}

/* Finds the text with the keyword "scree", which may stand before or after the picture. */
static void read_metadata(png_reading *reading, png_infop from)
{
    png_textp text;
    int count = 0;
    scree_file_info *info = reading->reader->info;
    png_get_text(reading->png, from, &text, &count);
    for (int i = 0; i < count && info->metadata == NULL; i++) {
        if (strcmp(text[i].key, "scree") == 0) {
            info->metadata = scree_copy_text(text[i].text, strlen(text[i].text));
            reading->out_of_memory = reading->out_of_memory || info->metadata == NULL;
        }
    }
}

/* Every error of libpng jumps back to the setjmp() here. */
static bool read_all(png_reading *reading)
{
    if (setjmp(png_jmpbuf(reading->png)) != 0) {
        return false;
    }
    set_limits(reading);
    png_init_io(reading->png, reading->reader->stream);
    read_header(reading);
    read_rows(reading);
    png_read_end(reading->png, reading->end_info);
    read_metadata(reading, reading->info);
    read_metadata(reading, reading->end_info);
    return true;
}

scree_result scree_png_read(const scree_reader *reader)
{
    png_reading reading = {.reader = reader, .error = SCREE_OK};
    bool done = false;
    reading.png =
        png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &reading, on_error, on_warning, &reading, allocate, release);
    if (reading.png != NULL) {
        reading.info = png_create_info_struct(reading.png);
        reading.end_info = png_create_info_struct(reading.png);
        done = reading.info != NULL && reading.end_info != NULL && read_all(&reading);
        if (reading.row != NULL) {
            png_free(reading.png, reading.row);
        }
        png_destroy_read_struct(&reading.png, &reading.info, &reading.end_info);
    }
    if (reading.out_of_memory) {
        return scree_reader_fail_memory(reader);
    }
    if (!done) {
        return reading.error != SCREE_OK ? reading.error : SCREE_ERROR_FORMAT;
    }
    scree_reader_end(reader);
    return SCREE_OK;
}
