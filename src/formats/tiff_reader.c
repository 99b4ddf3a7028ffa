/*
 * TIFF and BigTIFF, through libtiff: rows of strips, or tiles. Messages go through handlers of the one file, so that
 * nothing of libtiff that an application may have set is touched.
 */
#include <inttypes.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

#include "../core/context_internal.h"
#include "readers.h"
#include "writer_internal.h"

/* GDAL's tag: the value that stands for "no data", as text. */
#define TAG_GDAL_NODATA 42113

/* Memory of libtiff's own that does not depend on the file. */
#define LIBTIFF_BYTES ((uint64_t)16 << 20)

/* Where a method has no bound of its own: a picture may pack better than this, but then it says hardly anything. */
#define USUAL_RATIO 65536u

/* Of one file; more are dropped. */
#define MAX_WARNINGS 8

/* What the chosen orientation makes of a row and a column of the file. */
typedef struct tiff_placing {
    uint64_t origin;
    uint64_t row_step; /* These wrap around, so that they may go backwards. */
    uint64_t column_step;
} tiff_placing;

typedef struct tiff_reading {
    const scree_reader *reader;
    TIFF *tiff;
    char message[300]; /* The first error of libtiff since it was last looked at. */
    uint32_t warnings; /* So far. */
    uint32_t width;    /* As stored; the orientation may exchange it with the height. */
    uint32_t height;
    uint32_t tile_width;
    uint32_t tile_height;
    uint16_t samples; /* Of a pixel. */
    uint16_t bits;    /* Of a sample. */
    bool separate;    /* Whether the samples of a pixel lie in planes of their own. */
    bool tiled;
    bool sparse;    /* Whether a strip or tile is missing. */
    uint32_t first; /* The samples of a pixel that are read, */
    uint32_t end;   /* up to this one. */
    scree_number number;
    scree_number stored;     /* What the buffer holds, where `colours` makes another number of it. */
    const uint16_t *colours; /* One part of every colour of the palette, where it is asked for. */
    tiff_placing placing;
    bool has_nodata;
    double nodata;
    uint8_t *buffer; /* A row or a tile. */
    uint64_t buffer_bytes;
    uint8_t *line; /* Samples of fewer than 8 bits, or looked up, spread to 2 bytes each. */
} tiff_reading;

static tmsize_t read_stream(thandle_t handle, void *buffer, tmsize_t size)
{
    const tiff_reading *reading = handle;
    return (tmsize_t)fread(buffer, 1, (size_t)size, reading->reader->stream);
}

static tmsize_t refuse_write(thandle_t handle, void *buffer, tmsize_t size)
{
    (void)handle;
    (void)buffer;
    (void)size;
    return -1;
}

static toff_t seek_stream(thandle_t handle, toff_t offset, int whence)
{
    const tiff_reading *reading = handle;
    if (offset > INT64_MAX || fseeko(reading->reader->stream, (off_t)offset, whence) != 0) {
        return (toff_t)-1;
    }
    return (toff_t)ftello(reading->reader->stream);
}

static int close_stream(thandle_t handle)
{
    (void)handle;
    return 0;
}

static toff_t stream_size(thandle_t handle)
{
    const tiff_reading *reading = handle;
    return reading->reader->info->file_bytes;
}

__attribute__((format(printf, 4, 0))) static int on_error(TIFF *tiff, void *user, const char *module,
                                                          const char *format, va_list arguments)
{
    tiff_reading *reading = user;
    (void)tiff;
    (void)module;
    if (reading->message[0] == '\0') {
        vsnprintf(reading->message, sizeof reading->message, format, arguments);
    }
    return 1;
}

__attribute__((format(printf, 4, 0))) static int on_warning(TIFF *tiff, void *user, const char *module,
                                                            const char *format, va_list arguments)
{
    tiff_reading *reading = user;
    char message[300];
    (void)tiff;
    (void)module;
    /* Tags of maps, which say nothing of the samples; and faults that are in every row. */
    if (strncmp(format, "Unknown field with tag", strlen("Unknown field with tag")) == 0 ||
        reading->warnings == MAX_WARNINGS) {
        return 1;
    }
    reading->warnings++;
    vsnprintf(message, sizeof message, format, arguments);
    scree_make_printable(message);
    scree_log(reading->reader->context, SCREE_LOG_WARNING, "%s: %s", reading->reader->name, message);
    return 1;
}

/* A failure of libtiff, in its own words where it has any. */
static scree_result fail(tiff_reading *reading, const char *what)
{
    if (ferror(reading->reader->stream)) {
        return scree_reader_fail_system(reading->reader);
    }
    return scree_reader_fail(reading->reader, "damaged TIFF: %s%s%s", what, reading->message[0] == '\0' ? "" : ": ",
                             reading->message);
}

/* What libtiff complained of and got over. */
static void report_complaint(tiff_reading *reading)
{
    if (reading->message[0] != '\0') {
        scree_make_printable(reading->message);
        scree_log(reading->reader->context, SCREE_LOG_WARNING, "%s: %s", reading->reader->name, reading->message);
        reading->message[0] = '\0';
    }
}

static scree_result open_tiff(tiff_reading *reading)
{
    uint64_t file_bytes = reading->reader->info->file_bytes;
    uint64_t limit = file_bytes > INT64_MAX / (2 * USUAL_RATIO) ? INT64_MAX / 2 : file_bytes * USUAL_RATIO;
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (options == NULL) {
        return scree_reader_fail_memory(reading->reader);
    }
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)(limit + LIBTIFF_BYTES));
    TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, reading);
    TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, reading);
    reading->tiff = TIFFClientOpenExt(reading->reader->name, "rm", reading, read_stream, refuse_write, seek_stream,
                                      close_stream, stream_size, NULL, NULL, options);
    TIFFOpenOptionsFree(options);
    if (reading->tiff == NULL) {
        return fail(reading, "it cannot be opened");
    }
    uint32_t page = reading->reader->wanted == NULL ? 0 : reading->reader->wanted->page;
    if (page != 0 && TIFFSetDirectory(reading->tiff, page) == 0) {
        char what[64];
        snprintf(what, sizeof what, "it has no directory %" PRIu32 " that can be read", page);
        return fail(reading, what);
    }
    return SCREE_OK;
}

static uint16_t field16(const tiff_reading *reading, uint32_t tag)
{
    uint16_t value = 0;
    TIFFGetFieldDefaulted(reading->tiff, tag, &value);
    return value;
}

static uint32_t field32(const tiff_reading *reading, uint32_t tag, uint32_t otherwise)
{
    uint32_t value = otherwise;
    return TIFFGetField(reading->tiff, tag, &value) != 0 ? value : otherwise;
}

/* Which kind of number the samples are; false where it is none that is read. */
static bool find_number(tiff_reading *reading)
{
    uint16_t kind = field16(reading, TIFFTAG_SAMPLEFORMAT);
    uint16_t bits = reading->bits;
    bool whole = kind == SAMPLEFORMAT_UINT || kind == SAMPLEFORMAT_INT || kind == SAMPLEFORMAT_VOID;
    reading->number.big_endian = !scree_host_is_little_endian();
    reading->number.bytes = (uint8_t)(bits < 8 ? 1 : bits / 8);
    reading->number.kind = kind == SAMPLEFORMAT_INT ? SCREE_NUMBER_SIGNED : SCREE_NUMBER_UNSIGNED;
    if (kind == SAMPLEFORMAT_IEEEFP) {
        reading->number.kind = SCREE_NUMBER_FLOATING;
        return bits == 16 || bits == 32 || bits == 64;
    }
    bool small = (bits == 1 || bits == 2 || bits == 4) && kind != SAMPLEFORMAT_INT;
    return whole && (small || bits == 8 || bits == 16 || bits == 32 || bits == 64);
}

/* Colours that libtiff can turn into red, green and blue are; others must lie there as they are read. */
static bool find_colours(tiff_reading *reading, uint16_t compression)
{
    uint16_t photometric = field16(reading, TIFFTAG_PHOTOMETRIC);
    if (photometric == PHOTOMETRIC_YCBCR && compression == COMPRESSION_JPEG) {
        return TIFFSetField(reading->tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB) != 0;
    }
    if (photometric == PHOTOMETRIC_YCBCR) {
        uint16_t across = 2;
        uint16_t down = 2;
        TIFFGetFieldDefaulted(reading->tiff, TIFFTAG_YCBCRSUBSAMPLING, &across, &down);
        return across == 1 && down == 1;
    }
    if (compression == COMPRESSION_SGILOG || compression == COMPRESSION_SGILOG24) {
        return TIFFSetField(reading->tiff, TIFFTAG_SGILOGDATAFMT, SGILOGDATAFMT_FLOAT) != 0;
    }
    return true;
}

static scree_result read_layout(tiff_reading *reading)
{
    uint16_t compression = field16(reading, TIFFTAG_COMPRESSION);
    if (TIFFIsCODECConfigured(compression) == 0) {
        return scree_reader_fail(reading->reader, "its method of compression, %" PRIu16 ", is none of this libtiff",
                                 compression);
    }
    /* The library for it ends the program where it lacks memory, and takes as much as a damaged file says. */
    if (compression == COMPRESSION_JBIG) {
        return scree_reader_fail(reading->reader, "its method of compression, JBIG, is not read");
    }
    if (!find_colours(reading, compression)) {
        return scree_reader_fail(reading->reader, "its colours are not stored for every pixel, which is not read");
    }
    reading->width = field32(reading, TIFFTAG_IMAGEWIDTH, 0);
    reading->height = field32(reading, TIFFTAG_IMAGELENGTH, 0);
    reading->bits = field16(reading, TIFFTAG_BITSPERSAMPLE);
    reading->samples = field16(reading, TIFFTAG_SAMPLESPERPIXEL);
    reading->separate = field16(reading, TIFFTAG_PLANARCONFIG) == PLANARCONFIG_SEPARATE && reading->samples > 1;
    reading->tiled = TIFFIsTiled(reading->tiff) != 0;
    reading->tile_width = reading->tiled ? field32(reading, TIFFTAG_TILEWIDTH, 0) : reading->width;
    reading->tile_height = reading->tiled ? field32(reading, TIFFTAG_TILELENGTH, 0) : 1;
    if (reading->samples == 0 || reading->tile_width == 0 || reading->tile_height == 0) {
        return scree_reader_fail(reading->reader, "damaged TIFF: its pixels or tiles have no size");
    }
    if (!find_number(reading) || field32(reading, TIFFTAG_IMAGEDEPTH, 1) != 1) {
        return scree_reader_fail(reading->reader,
                                 "its samples of %" PRIu16 " bits are not read: only whole numbers of 1, 2, 4, 8, 16, "
                                 "32 and 64 bits, and floating point of 16, 32 and 64",
                                 reading->bits);
    }
    return SCREE_OK;
}

/* Puts the top of the picture first, and its left side, whatever the order in the file. */
static void find_placing(tiff_reading *reading)
{
    uint16_t orientation = field16(reading, TIFFTAG_ORIENTATION);
    orientation = orientation < 1 || orientation > 8 ? 1 : orientation;
    static const struct {
        bool transposed;
        bool from_right;
        bool from_bottom;
    } ways[] = {
        [ORIENTATION_TOPLEFT] = {false, false, false}, [ORIENTATION_TOPRIGHT] = {false, true, false},
        [ORIENTATION_BOTRIGHT] = {false, true, true},  [ORIENTATION_BOTLEFT] = {false, false, true},
        [ORIENTATION_LEFTTOP] = {true, false, false},  [ORIENTATION_RIGHTTOP] = {true, true, false},
        [ORIENTATION_RIGHTBOT] = {true, true, true},   [ORIENTATION_LEFTBOT] = {true, false, true},
    };
    bool transposed = ways[orientation].transposed;
    uint64_t columns = transposed ? reading->height : reading->width;
    uint64_t rows = transposed ? reading->width : reading->height;
    uint64_t across = ways[orientation].from_right ? (uint64_t)-1 : 1;
    uint64_t down = ways[orientation].from_bottom ? (uint64_t)0 - columns : columns;
    reading->placing = (tiff_placing){
        .origin = (ways[orientation].from_right ? columns - 1 : 0) +
                  (ways[orientation].from_bottom ? (rows - 1) * columns : 0),
        .row_step = transposed ? across : down,
        .column_step = transposed ? down : across,
    };
    reading->reader->info->axes = 2;
    reading->reader->info->count[0] = columns;
    reading->reader->info->count[1] = rows;
}

/* A name for each sample of a pixel, and for the parts of a palette's colours behind the index. */
typedef struct tiff_names {
    const char **names;
    char (*numbers)[12];
    uint32_t count;
    uint32_t looked_up; /* Parts of a palette's colours among them: 3 or 0. */
} tiff_names;

static bool alloc_names(tiff_names *names)
{
    names->names = calloc(names->count, sizeof names->names[0]);
    names->numbers = calloc(names->count, sizeof names->numbers[0]);
    return names->names != NULL && names->numbers != NULL;
}

static bool has_alpha(const tiff_reading *reading, uint32_t colours)
{
    uint16_t count = 0;
    uint16_t *kinds = NULL;
    return TIFFGetField(reading->tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) != 0 && count > 0 && kinds != NULL &&
           reading->samples == colours + count &&
           (kinds[0] == EXTRASAMPLE_ASSOCALPHA || kinds[0] == EXTRASAMPLE_UNASSALPHA);
}

static void fill_names(const tiff_reading *reading, uint16_t photometric, tiff_names *names)
{
    static const char *const colour[] = {"r", "g", "b"};
    static const char *const palette[] = {"index", "r", "g", "b"};
    static const char *const grey[] = {"y"};
    bool has_colour = (photometric == PHOTOMETRIC_RGB || photometric == PHOTOMETRIC_YCBCR) && reading->samples >= 3;
    const char *const *known = names->looked_up > 0 ? palette : has_colour ? colour : grey;
    uint32_t known_count = names->looked_up > 0 ? 4 : has_colour ? 3 : 1;
    bool alpha = has_alpha(reading, known_count - names->looked_up);
    /* Several bands without a meaning have numbers alone. */
    known_count = known == grey && names->count > 1 && !alpha ? 0 : known_count;
    for (uint32_t i = 0; i < names->count; i++) {
        snprintf(names->numbers[i], sizeof names->numbers[i], "%" PRIu32, i);
        names->names[i] = i < known_count ? known[i] : i == known_count && alpha ? "a" : names->numbers[i];
    }
}

static bool find_palette(const tiff_reading *reading, uint16_t photometric, const uint16_t *parts[3])
{
    uint16_t *red;
    uint16_t *green;
    uint16_t *blue;
    if (photometric != PHOTOMETRIC_PALETTE || reading->number.kind != SCREE_NUMBER_UNSIGNED || reading->bits > 16 ||
        TIFFGetField(reading->tiff, TIFFTAG_COLORMAP, &red, &green, &blue) == 0) {
        return false;
    }
    parts[0] = red;
    parts[1] = green;
    parts[2] = blue;
    return true;
}

static scree_result choose_channel(tiff_reading *reading)
{
    uint16_t photometric = field16(reading, TIFFTAG_PHOTOMETRIC);
    const uint16_t *palette[3];
    tiff_names names = {.looked_up = find_palette(reading, photometric, palette) ? 3 : 0};
    names.count = reading->samples + names.looked_up;
    scree_result result;
    uint32_t chosen = 0;
    if (alloc_names(&names)) {
        fill_names(reading, photometric, &names);
        result = scree_reader_choose(reading->reader, names.names, names.count, &chosen);
    } else {
        result = scree_reader_fail_memory(reading->reader);
    }
    free(names.names);
    free(names.numbers);
    bool all = reading->reader->wanted == NULL;
    reading->stored = reading->number;
    if (!all && names.looked_up > 0 && chosen >= 1 && chosen <= 3) {
        reading->colours = palette[chosen - 1];
        reading->number = scree_number_of(SCREE_TYPE_U16, !scree_host_is_little_endian());
        chosen = 0;
    } else {
        chosen -= chosen > 3 ? names.looked_up : 0;
    }
    reading->first = all ? 0 : chosen;
    reading->end = all ? reading->samples : chosen + 1;
    return result;
}

static bool parse_number(const char *text, locale_t locale, double *value)
{
    char *end;
    *value = strtod_l(text, &end, locale);
    return end != text && end[strspn(end, " \t\r\n")] == '\0';
}

/* The text of a tag that libtiff does not know, unless the application taught it. */
static bool find_text(const tiff_reading *reading, uint32_t tag, char text[64])
{
    const TIFFField *field = TIFFFindField(reading->tiff, tag, TIFF_ASCII);
    uint32_t count = 63;
    const char *found = NULL;
    int present;
    if (field == NULL) {
        return false;
    }
    if (TIFFFieldPassCount(field) == 0) {
        present = TIFFGetField(reading->tiff, tag, &found);
    } else if (TIFFFieldReadCount(field) == TIFF_VARIABLE2) {
        present = TIFFGetField(reading->tiff, tag, &count, &found);
    } else {
        uint16_t short_count = 0;
        present = TIFFGetField(reading->tiff, tag, &short_count, &found);
        count = short_count;
    }
    if (present == 0 || found == NULL) {
        return false;
    }
    snprintf(text, 64, "%.*s", count < 63 ? (int)count : 63, found);
    return true;
}

/* The value comes as text: a number, which may be "nan". */
static scree_result read_nodata(tiff_reading *reading)
{
    const scree_reader *reader = reading->reader;
    char text[64];
    if (!find_text(reading, TAG_GDAL_NODATA, text)) {
        return SCREE_OK;
    }
    locale_t locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (locale == (locale_t)0) {
        return scree_reader_fail_memory(reader);
    }
    reading->has_nodata = parse_number(text, locale, &reading->nodata);
    freelocale(locale);
    if (reading->has_nodata) {
        scree_collector_add_nodata(reader->collector, reading->nodata, false);
        return SCREE_OK;
    }
    scree_make_printable(text);
    scree_log(reader->context, SCREE_LOG_WARNING, "%s: \"%s\", which is to stand for no data, is not a number",
              reader->name, text);
    return SCREE_OK;
}

/* A sparse file leaves strips and tiles out whose samples are all the same. */
static void find_sparse(tiff_reading *reading)
{
    uint32_t count = reading->tiled ? TIFFNumberOfTiles(reading->tiff) : TIFFNumberOfStrips(reading->tiff);
    for (uint32_t i = 0; i < count && !reading->sparse; i++) {
        reading->sparse = TIFFGetStrileByteCount(reading->tiff, i) == 0;
    }
}

/* How many bytes a byte of the file can become. */
static uint64_t packed_ratio(const tiff_reading *reading)
{
    if (reading->sparse) {
        return USUAL_RATIO;
    }
    switch (field16(reading, TIFFTAG_COMPRESSION)) {
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
        return USUAL_RATIO;
    }
}

/* Takes memory for the result, and for a row or a tile. */
static scree_result begin(tiff_reading *reading)
{
    const scree_reader *reader = reading->reader;
    find_sparse(reading);
    uint64_t row_bytes = ((uint64_t)reading->width * reading->samples * reading->bits + 7) / 8;
    uint64_t ratio = packed_ratio(reading);
    scree_result result =
        scree_reader_begin(reader, &reading->number, scree_product(row_bytes, reading->height), ratio);
    if (result != SCREE_OK) {
        return result;
    }
    reading->buffer_bytes = reading->tiled ? TIFFTileSize64(reading->tiff) : TIFFScanlineSize64(reading->tiff);
    uint64_t needed = ((uint64_t)reading->tile_width * (reading->separate ? 1 : reading->samples) * reading->bits + 7) /
                      8;
    /* A tile may be larger than the picture, but not than what the file can hold. */
    if (reading->buffer_bytes < scree_product(needed, reading->tile_height) || reading->buffer_bytes > SIZE_MAX / 2 ||
        reading->buffer_bytes / USUAL_RATIO > reader->info->file_bytes) {
        return fail(reading, "the size of its rows or tiles");
    }
    /* A damaged tile may leave a part of it as it was. */
    reading->buffer = calloc(1, (size_t)reading->buffer_bytes);
    reading->line = malloc((size_t)reading->tile_width * sizeof(uint16_t));
    return reading->buffer != NULL && reading->line != NULL ? SCREE_OK : scree_reader_fail_memory(reader);
}

/* Samples of fewer than 8 bits: the first lies in the highest bits of a byte. */
static void spread_bits(const tiff_reading *reading, const uint8_t *bytes, uint32_t count, uint32_t pitch,
                        uint32_t first)
{
    uint32_t bits = reading->bits;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t at = (i * pitch + first) * bits;
        reading->line[i] = (uint8_t)((uint32_t)bytes[at / 8] >> (8 - bits - at % 8) & ((1u << bits) - 1));
    }
}

/* Puts a part of the colour in the place of each index, from the last on, for a part takes more bytes. */
static void look_up(const tiff_reading *reading, const scree_run *run)
{
    for (uint64_t i = run->count; i > 0; i--) {
        double index;
        scree_numbers_load(&reading->stored, run->bytes + (i - 1) * run->pitch, run->pitch, 1, &index);
        memcpy(reading->line + (i - 1) * sizeof(uint16_t), &reading->colours[(size_t)index], sizeof(uint16_t));
    }
}

/* Hands on one channel of samples that lie in a row of the file. */
static void take_row(const tiff_reading *reading, const uint8_t *bytes, uint32_t row, uint32_t column, uint32_t count,
                     uint32_t sample)
{
    uint32_t pitch = reading->separate ? 1 : reading->samples;
    uint32_t first = reading->separate ? 0 : sample;
    const tiff_placing *placing = &reading->placing;
    scree_run run = {
        .bytes = bytes + (size_t)first * reading->stored.bytes,
        .pitch = (size_t)pitch * reading->stored.bytes,
        .count = count,
        .first = placing->origin + row * placing->row_step + column * placing->column_step,
        .step = placing->column_step,
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

/* Samples that are not in the file: holes where it has a value for them, otherwise zero. */
static void take_missing_row(const tiff_reading *reading, uint32_t row, uint32_t column, uint32_t count)
{
    const double value = reading->has_nodata ? reading->nodata : 0.0;
    const scree_number number = scree_number_of(SCREE_TYPE_F64, !scree_host_is_little_endian());
    const tiff_placing *placing = &reading->placing;
    scree_run run = {
        .bytes = (const uint8_t *)&value,
        .pitch = 0,
        .count = count,
        .first = placing->origin + row * placing->row_step + column * placing->column_step,
        .step = placing->column_step,
    };
    scree_collector_take(reading->reader->collector, &number, &run);
}

/* Reads the rows of all strips; `plane` is 0 where the samples of a pixel lie together. */
static scree_result read_rows(tiff_reading *reading, uint32_t plane)
{
    for (uint32_t row = 0; row < reading->height; row++) {
        bool missing = TIFFGetStrileByteCount(reading->tiff, TIFFComputeStrip(reading->tiff, row, (uint16_t)plane)) ==
                       0;
        if (!missing && TIFFReadScanline(reading->tiff, reading->buffer, row, (uint16_t)plane) < 0) {
            char what[64];
            snprintf(what, sizeof what, "row %" PRIu32, row);
            return fail(reading, what);
        }
        for (uint32_t sample = reading->first; sample < reading->end; sample++) {
            if (reading->separate && sample != plane) {
                continue;
            }
            if (missing) {
                take_missing_row(reading, row, 0, reading->width);
            } else {
                take_row(reading, reading->buffer, row, 0, reading->width, sample);
            }
        }
    }
    return SCREE_OK;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Hands on what of a tile is inside the picture. */
static void take_tile(const tiff_reading *reading, uint32_t x, uint32_t y, uint32_t sample, bool missing)
{
    uint32_t columns = least(reading->tile_width, reading->width - x);
    uint32_t rows = least(reading->tile_height, reading->height - y);
    uint64_t row_bytes = reading->buffer_bytes / reading->tile_height;
    for (uint32_t row = 0; row < rows; row++) {
        if (missing) {
            take_missing_row(reading, y + row, x, columns);
        } else {
            take_row(reading, reading->buffer + row * row_bytes, y + row, x, columns, sample);
        }
    }
}

static scree_result read_tile(tiff_reading *reading, uint32_t x, uint32_t y, uint32_t plane)
{
    uint32_t index = TIFFComputeTile(reading->tiff, x, y, 0, (uint16_t)plane);
    bool missing = TIFFGetStrileByteCount(reading->tiff, index) == 0;
    if (!missing && TIFFReadEncodedTile(reading->tiff, index, reading->buffer, (tmsize_t)reading->buffer_bytes) !=
                        (tmsize_t)reading->buffer_bytes) {
        char what[80];
        snprintf(what, sizeof what, "the tile at column %" PRIu32 ", row %" PRIu32, x, y);
        return fail(reading, what);
    }
    for (uint32_t sample = reading->first; sample < reading->end; sample++) {
        if (!reading->separate || sample == plane) {
            take_tile(reading, x, y, sample, missing);
        }
    }
    return SCREE_OK;
}

static scree_result read_tiles(tiff_reading *reading, uint32_t plane)
{
    scree_result result = SCREE_OK;
    for (uint64_t y = 0; y < reading->height && result == SCREE_OK; y += reading->tile_height) {
        for (uint64_t x = 0; x < reading->width && result == SCREE_OK; x += reading->tile_width) {
            result = read_tile(reading, (uint32_t)x, (uint32_t)y, plane);
        }
    }
    return result;
}

static scree_result read_all(tiff_reading *reading)
{
    scree_result (*const steps[])(tiff_reading *) = {open_tiff, read_layout, choose_channel};
    scree_result result = SCREE_OK;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && result == SCREE_OK; i++) {
        result = steps[i](reading);
    }
    if (result != SCREE_OK) {
        return result;
    }
    find_placing(reading);
    result = read_nodata(reading);
    if (result == SCREE_OK) {
        result = begin(reading);
    }
    uint32_t first = reading->separate ? reading->first : 0;
    uint32_t end = reading->separate ? reading->end : 1;
    for (uint32_t plane = first; plane < end && result == SCREE_OK; plane++) {
        result = reading->tiled ? read_tiles(reading, plane) : read_rows(reading, plane);
    }
    return result;
}

scree_result scree_tiff_read(const scree_reader *reader)
{
    tiff_reading reading = {.reader = reader};
    reader->info->format = SCREE_FORMAT_TIFF;
    scree_result result = read_all(&reading);
    if (result == SCREE_OK) {
        report_complaint(&reading);
    }
    if (reading.tiff != NULL) {
        TIFFClose(reading.tiff);
    }
    free(reading.buffer);
    free(reading.line);
    scree_reader_end(reader);
    return result;
}
