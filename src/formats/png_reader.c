/* PNG, through libpng, row by row. */
#include <inttypes.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "../core/context_internal.h"
#include "readers.h"

/* Columns that may always be read. Wider pictures must come in a file that can hold them: deflate packs at most 1032
   bytes into one. */
#define USUAL_WIDTH (1u << 20)
#define MAX_DEFLATE_RATIO 1032u
#define MAX_PNG_SIDE 0x7fffffffu

#define MAX_SAMPLE_BYTES 2

/* Limits on chunks other than the picture. */
#define MAX_CHUNK_BYTES ((png_alloc_size_t)8 << 20)
#define MAX_CHUNKS 64

/* All that lives across setjmp(): in memory, not in registers. */
typedef struct png_reading {
    const scree_reader *reader;
    png_structp png;
    png_infop info;
    png_infop end_info;
    png_bytep row;
    uint64_t row_limit; /* Bytes that a row may have. */
    bool out_of_memory;
    scree_range_finder finder;
} png_reading;

static void on_error(png_structp png, png_const_charp message)
{
    png_reading *reading = png_get_error_ptr(png);
    if (!reading->out_of_memory) {
        scree_reader_fail(reading->reader, "damaged PNG: %.200s", message);
    }
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    const png_reading *reading = png_get_error_ptr(png);
    scree_log(reading->reader->context, SCREE_LOG_WARNING, "%s: %.200s", reading->reader->name, message);
}

/* Libpng takes the length that a chunk claims for its word, and only warns of one beyond MAX_CHUNK_BYTES. */
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
    uint64_t width = reading->reader->info->file_bytes;
    width = width > MAX_PNG_SIDE / MAX_DEFLATE_RATIO ? MAX_PNG_SIDE : width * MAX_DEFLATE_RATIO;
    width = width < USUAL_WIDTH ? USUAL_WIDTH : width;
    reading->row_limit = width * MAX_SAMPLE_BYTES;
    png_set_user_limits(reading->png, (png_uint_32)width, MAX_PNG_SIDE);
    png_set_chunk_malloc_max(reading->png, MAX_CHUNK_BYTES);
    png_set_chunk_cache_max(reading->png, MAX_CHUNKS);
}

static void read_header(png_reading *reading)
{
    scree_file_info *info = reading->reader->info;
    png_read_info(reading->png, reading->info);
    int depth = png_get_bit_depth(reading->png, reading->info);
    if (png_get_color_type(reading->png, reading->info) != PNG_COLOR_TYPE_GRAY || (depth != 8 && depth != 16)) {
        png_error(reading->png, "only grey pictures of 8 or 16 bits are read");
    }
    info->type = depth == 8 ? SCREE_TYPE_U8 : SCREE_TYPE_U16;
    info->axes = 2;
    info->count[0] = png_get_image_width(reading->png, reading->info);
    info->count[1] = png_get_image_height(reading->png, reading->info);
}

/* Where the samples of a pass of Adam7 lie along an axis. */
typedef struct pass_spacing {
    uint32_t first;
    uint32_t step;
} pass_spacing;

static uint32_t pass_samples(uint32_t count, pass_spacing spacing)
{
    return count <= spacing.first ? 0 : (count - spacing.first - 1) / spacing.step + 1;
}

/* Reads all rows. An interlaced picture comes in seven smaller ones, which hold the same samples together. */
static void read_rows(png_reading *reading)
{
    const scree_file_info *info = reading->reader->info;
    uint32_t width = (uint32_t)info->count[0];
    uint32_t height = (uint32_t)info->count[1];
    bool interlaced = png_get_interlace_type(reading->png, reading->info) != PNG_INTERLACE_NONE;
    reading->row = png_malloc(reading->png, png_get_rowbytes(reading->png, reading->info));
    static const pass_spacing across[] = {{0, 8}, {4, 8}, {0, 4}, {2, 4}, {0, 2}, {1, 2}, {0, 1}};
    static const pass_spacing down[] = {{0, 8}, {0, 8}, {4, 8}, {0, 4}, {2, 4}, {0, 2}, {1, 2}};
    for (size_t pass = 0; pass < (interlaced ? sizeof down / sizeof down[0] : 1); pass++) {
        uint32_t columns = interlaced ? pass_samples(width, across[pass]) : width;
        uint32_t rows = interlaced ? pass_samples(height, down[pass]) : height;
        for (uint32_t y = 0; y < rows && columns > 0; y++) {
            png_read_row(reading->png, reading->row, NULL);
            scree_range_finder_add(&reading->finder, reading->row, columns, info->type, true);
        }
    }
}

/* The text with our keyword, which may stand on either side of the picture. */
static void read_metadata(png_reading *reading, png_infop from)
{
    png_textp text;
    int count = 0;
    scree_file_info *info = reading->reader->info;
    png_get_text(reading->png, from, &text, &count);
    for (int i = 0; i < count && info->metadata == NULL; i++) {
        if (strcmp(text[i].key, "scree") == 0) {
            info->metadata = strdup(text[i].text);
            reading->out_of_memory = reading->out_of_memory || info->metadata == NULL;
        }
    }
}

/* Whatever goes wrong in libpng comes back to the setjmp() here. */
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
    png_reading reading = {.reader = reader};
    bool done = false;
    reader->info->format = SCREE_FORMAT_PNG;
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
        return scree_fail(reader->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory to read %s", reader->name);
    }
    if (!done) {
        return SCREE_ERROR_FORMAT;
    }
    reader->info->range = scree_range_finder_result(&reading.finder);
    return SCREE_OK;
}
