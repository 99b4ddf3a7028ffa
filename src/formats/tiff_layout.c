/* The layout of a page of a TIFF: its size, numbers, colours and channels, and the way in which its samples lie. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "os.h"
#include "tiff_reading.h"
#include "writer_internal.h"

scree_result scree_tiff_fail(tiff_reading *reading, const char *what)
{
    if (ferror(reading->reader->stream)) {
        return scree_reader_fail_system(reading->reader);
    }
    return scree_reader_fail(reading->reader, "damaged TIFF: %s%s%s", what, reading->message[0] == '\0' ? "" : ": ",
                             reading->message);
}

uint16_t scree_tiff_field16(const tiff_reading *reading, uint32_t tag)
{
    uint16_t value = 0;
    TIFFGetFieldDefaulted(reading->tiff, tag, &value);
    return value;
}

uint32_t scree_tiff_field32(const tiff_reading *reading, uint32_t tag, uint32_t otherwise)
{
    uint32_t value = otherwise;
    return TIFFGetField(reading->tiff, tag, &value) != 0 ? value : otherwise;
}

const void *scree_tiff_find_array(const tiff_reading *reading, uint32_t tag, TIFFDataType type, uint32_t least,
                                  uint32_t *count)
{
    const TIFFField *field = TIFFFindField(reading->tiff, tag, TIFF_ANY);
    const void *found = NULL;
    int present = 0;
    *count = 0;
    if (field == NULL || TIFFFieldDataType(field) != type) {
        return NULL;
    }
    if (TIFFFieldPassCount(field) == 0) {
        /* An application has registered a text. */
        present = type == TIFF_ASCII ? TIFFGetField(reading->tiff, tag, &found) : 0;
        *count = present != 0 && found != NULL ? (uint32_t)strlen(found) + 1 : 0;
    } else if (TIFFFieldReadCount(field) == TIFF_VARIABLE2) {
        present = TIFFGetField(reading->tiff, tag, count, &found);
    } else {
        uint16_t short_count = 0;
        present = TIFFGetField(reading->tiff, tag, &short_count, &found);
        *count = short_count;
    }
    return present != 0 && *count >= least ? found : NULL;
}

/* Finds the number format of the samples; false if it is not supported. */
static bool find_number(tiff_reading *reading)
{
    uint16_t kind = scree_tiff_field16(reading, TIFFTAG_SAMPLEFORMAT);
    uint16_t bits = reading->bits;
    bool whole = kind == SAMPLEFORMAT_UINT || kind == SAMPLEFORMAT_INT || kind == SAMPLEFORMAT_VOID;
    reading->number.is_big_endian = !scree_host_is_little_endian();
    reading->number.bytes = (uint8_t)(bits < 8 ? 1 : bits / 8);
    reading->number.kind = kind == SAMPLEFORMAT_INT ? SCREE_NUMBER_SIGNED : SCREE_NUMBER_UNSIGNED;
    if (kind == SAMPLEFORMAT_IEEEFP) {
        reading->number.kind = SCREE_NUMBER_FLOATING;
        return bits == 16 || bits == 32 || bits == 64;
    }
    bool small = (bits == 1 || bits == 2 || bits == 4) && kind != SAMPLEFORMAT_INT;
    return whole && (small || bits == 8 || bits == 16 || bits == 32 || bits == 64);
}

/* Lets libtiff convert colours to red, green and blue if it can; others must be stored as such. */
static bool find_colours(tiff_reading *reading, uint16_t compression)
{
    uint16_t photometric = scree_tiff_field16(reading, TIFFTAG_PHOTOMETRIC);
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

/* Puts the top of the picture first, and its left side, whatever the order in the file. */
static void find_placing(tiff_reading *reading)
{
    uint16_t orientation = scree_tiff_field16(reading, TIFFTAG_ORIENTATION);
    orientation = orientation < 1 || orientation > 8 ? 1 : orientation;
    static const struct {
        bool transposed;
        bool from_right;
        bool from_bottom;
    } orientations[] = {
        [ORIENTATION_TOPLEFT] = {false, false, false}, [ORIENTATION_TOPRIGHT] = {false, true, false},
        [ORIENTATION_BOTRIGHT] = {false, true, true},  [ORIENTATION_BOTLEFT] = {false, false, true},
        [ORIENTATION_LEFTTOP] = {true, false, false},  [ORIENTATION_RIGHTTOP] = {true, true, false},
        [ORIENTATION_RIGHTBOT] = {true, true, true},   [ORIENTATION_LEFTBOT] = {true, false, true},
    };
    bool transposed = orientations[orientation].transposed;
    uint64_t columns = transposed ? reading->height : reading->width;
    uint64_t rows = transposed ? reading->width : reading->height;
    uint64_t across = orientations[orientation].from_right ? (uint64_t)-1 : 1;
    uint64_t down = orientations[orientation].from_bottom ? (uint64_t)0 - columns : columns;
    reading->placing = (tiff_placing){
        .origin = (orientations[orientation].from_right ? columns - 1 : 0) +
                  (orientations[orientation].from_bottom ? (rows - 1) * columns : 0) + reading->page * columns * rows,
        .row_step = transposed ? across : down,
        .column_step = transposed ? down : across,
    };
    reading->reader->info->axes = reading->page_count > 1 ? 3 : 2;
    reading->reader->info->count[0] = columns;
    reading->reader->info->count[1] = rows;
    reading->reader->info->count[2] = reading->page_count > 1 ? reading->page_count : 0;
}

/* The rows of a strip; the last one may have fewer. */
static uint32_t rows_in_strip(const tiff_reading *reading)
{
    uint32_t rows = 0;
    TIFFGetFieldDefaulted(reading->tiff, TIFFTAG_ROWSPERSTRIP, &rows);
    return rows < reading->height ? rows : reading->height;
}

static scree_result check_compression(const tiff_reading *reading, uint16_t compression)
{
    const TIFFCodec *codec = TIFFFindCODEC(compression);
    /*
     * JBIG is refused: its library ends the program if memory runs out, and allocates as much as a damaged file claims.
     */
    if (TIFFIsCODECConfigured(compression) != 0 && compression != COMPRESSION_JBIG) {
        return SCREE_OK;
    }
    return scree_reader_fail_unsupported(
        reading->reader, "its method of compression, number %" PRIu16 "%s%s%s, is not supported", compression,
        codec == NULL ? "" : " (", codec == NULL ? "" : codec->name, codec == NULL ? "" : ")");
}

/* A whole number of the file, in its byte order. */
static uint64_t number_at(const tiff_reading *reading, const uint8_t *bytes, size_t size)
{
    uint64_t number = 0;
    for (size_t i = 0; i < size; i++) {
        number = number << 8 | bytes[TIFFIsBigEndian(reading->tiff) ? i : size - 1 - i];
    }
    return number;
}

/*
 * The predictor of a method whose tag libtiff drops, since it undoes differences in methods that have them by
 * themselves only: out of the directory's entries, which are 12 bytes long, or 20 in a BigTIFF.
 */
static uint64_t find_dropped_predictor(const tiff_reading *reading)
{
    const bool is_big = TIFFIsBigTIFF(reading->tiff) != 0;
    const size_t count_size = is_big ? 8 : 2;
    const size_t entry_size = is_big ? 20 : 12;
    FILE *stream = reading->reader->stream;
    uint8_t bytes[20];
    if (!scree_os_seek(stream, (int64_t)TIFFCurrentDirOffset(reading->tiff), SEEK_SET) ||
        fread(bytes, 1, count_size, stream) != count_size) {
        return PREDICTOR_NONE;
    }
    const uint64_t entries = number_at(reading, bytes, count_size);
    for (uint64_t i = 0; i < entries && fread(bytes, 1, entry_size, stream) == entry_size; i++) {
        if (number_at(reading, bytes, 2) == TIFFTAG_PREDICTOR && number_at(reading, bytes + 2, 2) == TIFF_SHORT) {
            return number_at(reading, bytes + (is_big ? 12 : 8), 2);
        }
    }
    return PREDICTOR_NONE;
}

static scree_result check_predictor(const tiff_reading *reading, uint16_t compression)
{
    const TIFFCodec *codec = TIFFFindCODEC(compression);
    const TIFFField *field = TIFFFindField(reading->tiff, TIFFTAG_PREDICTOR, TIFF_ANY);
    /* A field that libtiff made up for an unknown tag comes with its count. */
    const bool is_known = field != NULL && TIFFFieldPassCount(field) == 0;
    const uint64_t predictor = is_known ? PREDICTOR_NONE : find_dropped_predictor(reading);
    if (predictor == PREDICTOR_NONE) {
        return SCREE_OK;
    }
    return scree_reader_fail_unsupported(reading->reader,
                                         "its samples are stored as differences (predictor %" PRIu64
                                         "), which are not read with the method of compression number %" PRIu16 " (%s)",
                                         predictor, compression, codec == NULL ? "unknown" : codec->name);
}

static scree_result read_layout(tiff_reading *reading)
{
    uint16_t compression = scree_tiff_field16(reading, TIFFTAG_COMPRESSION);
    scree_result result = check_compression(reading, compression);
    if (result == SCREE_OK) {
        result = check_predictor(reading, compression);
    }
    if (result != SCREE_OK) {
        return result;
    }
    if (!find_colours(reading, compression)) {
        return scree_reader_fail(reading->reader, "its colours are not stored for every pixel, which is not read");
    }
    reading->width = scree_tiff_field32(reading, TIFFTAG_IMAGEWIDTH, 0);
    reading->height = scree_tiff_field32(reading, TIFFTAG_IMAGELENGTH, 0);
    reading->bits = scree_tiff_field16(reading, TIFFTAG_BITSPERSAMPLE);
    reading->samples = scree_tiff_field16(reading, TIFFTAG_SAMPLESPERPIXEL);
    reading->separate = scree_tiff_field16(reading, TIFFTAG_PLANARCONFIG) == PLANARCONFIG_SEPARATE &&
                        reading->samples > 1;
    reading->tiled = TIFFIsTiled(reading->tiff) != 0;
    reading->tile_width = reading->tiled ? scree_tiff_field32(reading, TIFFTAG_TILEWIDTH, 0) : reading->width;
    reading->tile_height = reading->tiled ? scree_tiff_field32(reading, TIFFTAG_TILELENGTH, 0) : rows_in_strip(reading);
    if (reading->samples == 0 || reading->tile_width == 0 || reading->tile_height == 0) {
        return scree_reader_fail(reading->reader, "damaged TIFF: its pixels or tiles have no size");
    }
    if (!find_number(reading) || scree_tiff_field32(reading, TIFFTAG_IMAGEDEPTH, 1) != 1) {
        static const char *const sorts[] = {"", "unsigned", "signed", "floating", "untyped", "complex", "complex"};
        const uint16_t sort = scree_tiff_field16(reading, TIFFTAG_SAMPLEFORMAT);
        return scree_reader_fail(reading->reader,
                                 "its %s samples of %" PRIu16 " bits are not read: only whole numbers of 1, 2, 4 "
                                 "(unsigned), 8, 16, 32 and 64 bits, and floating point of 16, 32 and 64, in planes",
                                 sort < sizeof sorts / sizeof sorts[0] ? sorts[sort] : "strange", reading->bits);
    }
    find_placing(reading);
    return SCREE_OK;
}

/* The names of the channels: the samples of a pixel, followed by the channels of a palette's colours. */
typedef struct tiff_names {
    const char **names;
    char (*numbers)[12];
    uint32_t count;
    uint32_t looked_up; /* How many of them are channels of a palette's colours: 3 or 0. */
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
    /* Several bands without a known meaning have numbers only. */
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
    uint16_t photometric = scree_tiff_field16(reading, TIFFTAG_PHOTOMETRIC);
    const uint16_t *palette[3];
    tiff_names names = {.looked_up = find_palette(reading, photometric, palette) ? 3 : 0};
    names.count = reading->samples + names.looked_up;
    reading->looked_up = names.looked_up;
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

scree_result scree_tiff_open_page(tiff_reading *reading, uint32_t page)
{
    if (reading->is_open && reading->page == page) {
        return SCREE_OK;
    }
    if (TIFFCurrentDirOffset(reading->tiff) != reading->pages[page] &&
        TIFFSetSubDirectory(reading->tiff, reading->pages[page]) == 0) {
        return scree_tiff_fail(reading, "a page cannot be read again");
    }
    reading->page = page;
    reading->colours = NULL;
    scree_result result = read_layout(reading);
    if (result == SCREE_OK) {
        result = choose_channel(reading);
    }
    reading->is_open = result == SCREE_OK;
    return result;
}
