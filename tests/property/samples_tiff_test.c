/* TIFF: every type, every layout, and what libtiff is told of. */
#include "samples_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

#define WIDTH 37
#define HEIGHT 29
#define SAMPLES (WIDTH * HEIGHT)

typedef struct tiff_kind {
    scree_type type;
    const char *mode; /* Mode for TIFFOpen(): byte order, BigTIFF. */
    uint16_t channels;
    bool separate;
    bool tiled;
    uint16_t compression;
    uint16_t predictor;
    uint16_t photometric;
    unsigned salt; /* Makes pages differ. */
} tiff_kind;

/* Any numbers within the type, other ones for every channel. */
static double pixel(const tiff_kind *kind, unsigned x, unsigned y, unsigned channel)
{
    double value = (double)((x * 31 + y * 17 + channel * 101 + kind->salt * 7 + x * y) % 251);
    switch (kind->type) {
    case SCREE_TYPE_U8:
        return value;
    case SCREE_TYPE_I8:
        return value - 125;
    case SCREE_TYPE_U16:
        return value * 261;
    case SCREE_TYPE_I16:
        return value * 261 - 32768;
    case SCREE_TYPE_U32:
        return value * 17043521;
    case SCREE_TYPE_I32:
        return value * 17043521 - 2147483648.0;
    case SCREE_TYPE_F16:
        return value / 8 - 3;
    case SCREE_TYPE_F32:
        return (double)(float)(value * 0.1 - 3);
    default:
        return value * 0.1 - 3;
    }
}

static uint16_t sample_format(scree_type type)
{
    return type == SCREE_TYPE_F16 || type == SCREE_TYPE_F32 || type == SCREE_TYPE_F64  ? SAMPLEFORMAT_IEEEFP
           : type == SCREE_TYPE_I8 || type == SCREE_TYPE_I16 || type == SCREE_TYPE_I32 ? SAMPLEFORMAT_INT
                                                                                       : SAMPLEFORMAT_UINT;
}

static TIFF *begin_tiff(const char *path, const tiff_kind *kind)
{
    TIFF *tiff = TIFFOpen(path, kind->mode);
    assert_non_null(tiff);
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, WIDTH);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, HEIGHT);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, (int)(8 * scree_type_bytes(kind->type)));
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, kind->channels);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, sample_format(kind->type));
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, kind->separate ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, kind->photometric);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, kind->compression);
    if (kind->predictor > 1) {
        TIFFSetField(tiff, TIFFTAG_PREDICTOR, kind->predictor);
    }
    if (kind->tiled) {
        TIFFSetField(tiff, TIFFTAG_TILEWIDTH, 16);
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, 32);
    } else {
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 5);
    }
    return tiff;
}

/* Stores a rectangle in the order of the machine, which is what libtiff is given. */
static void fill_block(const tiff_kind *kind, uint8_t *at, unsigned x, unsigned y, unsigned columns, unsigned rows,
                       unsigned plane)
{
    const uint16_t probe = 1;
    bool big_endian = *(const uint8_t *)&probe == 0;
    unsigned together = kind->separate ? 1 : kind->channels;
    for (unsigned row = y; row < y + rows; row++) {
        for (unsigned i = 0; i < columns * together; i++) {
            at = samples_put(at, pixel(kind, x + i / together, row, kind->separate ? plane : i % together), kind->type,
                             big_endian);
        }
    }
}

static void write_pixels(TIFF *tiff, const tiff_kind *kind)
{
    static uint8_t block[64 * 32 * 8 * 4];
    for (unsigned plane = 0; plane < (kind->separate ? kind->channels : 1u); plane++) {
        for (unsigned y = 0; y < HEIGHT; y += kind->tiled ? 32 : 1) {
            for (unsigned x = 0; x < WIDTH; x += kind->tiled ? 16 : WIDTH) {
                fill_block(kind, block, x, y, kind->tiled ? 16 : WIDTH, kind->tiled ? 32 : 1, plane);
                int written = kind->tiled ? (int)TIFFWriteTile(tiff, block, x, y, 0, (uint16_t)plane)
                                          : TIFFWriteScanline(tiff, block, y, (uint16_t)plane);
                assert_true(written >= 0);
            }
        }
    }
}

static void write_tiff(const char *path, const tiff_kind *kind)
{
    TIFF *tiff = begin_tiff(path, kind);
    write_pixels(tiff, kind);
    TIFFClose(tiff);
}

static const char *channel_name(const tiff_kind *kind, unsigned channel)
{
    static const char *const colours[] = {"r", "g", "b"};
    static const char *const numbers[] = {"0", "1", "2"};
    return kind->channels == 1 ? "y" : kind->photometric == PHOTOMETRIC_RGB ? colours[channel] : numbers[channel];
}

static void check_tiff(const char *path, const tiff_kind *kind)
{
    for (unsigned channel = 0; channel < kind->channels; channel++) {
        double stored[SAMPLES];
        for (unsigned i = 0; i < SAMPLES; i++) {
            stored[i] = pixel(kind, i % WIDTH, i / WIDTH, channel);
        }
        const test_samples expected = {SCREE_FORMAT_TIFF, kind->type, channel_name(kind, channel), 2,
                                       {WIDTH, HEIGHT},   stored};
        scree_samples_params params = {.path = path, .channel = channel_name(kind, channel)};
        samples_expect(&params, &expected);
        samples_expect_description(path, &expected,
                                   kind->channels == 1                    ? NULL
                                   : kind->photometric == PHOTOMETRIC_RGB ? "r g b"
                                                                          : "0 1 2");
        params.channel = NULL;
        if (kind->channels == 1) {
            samples_expect(&params, &expected);
        } else {
            samples_refuse(&params, SCREE_ERROR_INVALID, "a.tif: one of its channels must be chosen: ");
        }
    }
}

/* Byte orders and both sizes of TIFF take turns. */
static const char *const modes[] = {"wl", "wb", "wl8", "wb8"};

static void every_type_and_layout_is_read(void **state)
{
    unsigned turn = 0; /* Goes on by one for each layout and by another for each type. */
    for (int type = 0; type < SCREE_TYPE_COUNT; type++) {
        for (int layout = 0; layout < 8; layout++, turn++) {
            const tiff_kind kind = {.type = (scree_type)type,
                                    .mode = modes[turn % 4],
                                    .channels = layout % 2 == 0 ? 1 : 3,
                                    .separate = layout / 2 % 2 == 1,
                                    .tiled = layout / 4 == 1,
                                    .compression = COMPRESSION_NONE,
                                    .photometric = layout % 2 == 1 && turn % 3 == 0 ? PHOTOMETRIC_RGB
                                                                                    : PHOTOMETRIC_MINISBLACK};
            write_tiff("a.tif", &kind);
            check_tiff("a.tif", &kind);
        }
        turn++;
    }
}

/* The floating-point predictor is tried in the order of the machine: in the other one, libtiff 4.5 writes files wrong.
 */
static void every_compression_is_read(void **state)
{
    static const uint16_t compressions[] = {COMPRESSION_LZW,    COMPRESSION_PACKBITS, COMPRESSION_ADOBE_DEFLATE,
                                            COMPRESSION_LZMA,   COMPRESSION_ZSTD,     COMPRESSION_LERC,
                                            COMPRESSION_DEFLATE};
    unsigned tried = 0;
    for (size_t c = 0; c < sizeof compressions / sizeof compressions[0]; c++) {
        for (int way = 0; way < 12 && TIFFIsCODECConfigured(compressions[c]); way++) {
            const tiff_kind kind = {.type = way % 3 == 0   ? SCREE_TYPE_F32
                                            : way % 3 == 1 ? SCREE_TYPE_U16
                                                           : SCREE_TYPE_U8,
                                    .mode = way >= 6 && way % 3 == 0 ? "w" : modes[way % 4],
                                    .channels = 1,
                                    .tiled = way / 3 % 2 == 1,
                                    .compression = compressions[c],
                                    .predictor = way < 6        ? 1
                                                 : way % 3 == 0 ? PREDICTOR_FLOATINGPOINT
                                                                : PREDICTOR_HORIZONTAL,
                                    .photometric = PHOTOMETRIC_MINISBLACK};
            bool predicts = compressions[c] != COMPRESSION_PACKBITS && compressions[c] != COMPRESSION_LERC;
            if (way < 6 || predicts) {
                write_tiff("a.tif", &kind);
                check_tiff("a.tif", &kind);
                tried++;
            }
        }
    }
    print_message("%u files\n", tried);
    assert_true(tried >= 30);
}

/* Samples of 1, 2 and 4 bits, as masks have, and the methods of fax machines. */
static void small_samples_are_read(void **state)
{
    static const struct {
        uint16_t bits;
        uint16_t compression;
        uint16_t photometric;
    } cases[] = {
        {1, COMPRESSION_NONE, PHOTOMETRIC_MINISBLACK},      {2, COMPRESSION_LZW, PHOTOMETRIC_MINISBLACK},
        {4, COMPRESSION_PACKBITS, PHOTOMETRIC_MINISBLACK},  {1, COMPRESSION_CCITTFAX4, PHOTOMETRIC_MINISWHITE},
        {1, COMPRESSION_CCITTFAX3, PHOTOMETRIC_MINISWHITE},
    };
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        TIFF *tiff = TIFFOpen("a.tif", "wl");
        double stored[SAMPLES];
        assert_non_null(tiff);
        TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, WIDTH);
        TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, HEIGHT);
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, cases[c].bits);
        TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
        TIFFSetField(tiff, TIFFTAG_COMPRESSION, cases[c].compression);
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, cases[c].photometric);
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, HEIGHT);
        for (unsigned y = 0; y < HEIGHT; y++) {
            uint8_t row[WIDTH] = {0};
            for (unsigned x = 0; x < WIDTH; x++) {
                unsigned value = (x * x + 3 * y) % (1u << cases[c].bits);
                unsigned bit = x * cases[c].bits;
                stored[y * WIDTH + x] = value;
                row[bit / 8] |= (uint8_t)(value << (8 - cases[c].bits - bit % 8));
            }
            assert_int_equal(TIFFWriteScanline(tiff, row, y, 0), 1);
        }
        TIFFClose(tiff);
        const test_samples expected = {SCREE_FORMAT_TIFF, SCREE_TYPE_U8, "y", 2, {WIDTH, HEIGHT}, stored};
        samples_expect(&(scree_samples_params){.path = "a.tif"}, &expected);
        samples_expect_description("a.tif", &expected, NULL);
    }
}

static void palettes_are_looked_up(void **state)
{
    static const char *const names[] = {"index", "r", "g", "b"};
    const tiff_kind kind = {.type = SCREE_TYPE_U8,
                            .mode = "wb",
                            .channels = 1,
                            .compression = COMPRESSION_LZW,
                            .photometric = PHOTOMETRIC_PALETTE};
    uint16_t map[3][256];
    TIFF *tiff = begin_tiff("a.tif", &kind);
    for (unsigned i = 0; i < 256; i++) {
        map[0][i] = (uint16_t)(i * 257);
        map[1][i] = (uint16_t)(65535 - i);
        map[2][i] = (uint16_t)(i * i);
    }
    TIFFSetField(tiff, TIFFTAG_COLORMAP, map[0], map[1], map[2]);
    write_pixels(tiff, &kind);
    TIFFClose(tiff);
    for (unsigned part = 0; part < 4; part++) {
        double stored[SAMPLES];
        for (unsigned i = 0; i < SAMPLES; i++) {
            unsigned index = (unsigned)pixel(&kind, i % WIDTH, i / WIDTH, 0);
            stored[i] = part == 0 ? index : map[part - 1][index];
        }
        const test_samples expected = {
            SCREE_FORMAT_TIFF, part == 0 ? SCREE_TYPE_U8 : SCREE_TYPE_U16, names[part], 2, {WIDTH, HEIGHT}, stored};
        samples_expect(&(scree_samples_params){.path = "a.tif", .channel = names[part]}, &expected);
    }
    samples_refuse(&(scree_samples_params){.path = "a.tif"}, SCREE_ERROR_INVALID,
                   "a.tif: one of its channels must be chosen: index, r, g, b");
}

static void alpha_and_further_samples_have_names(void **state)
{
    const tiff_kind kind = {.type = SCREE_TYPE_U8,
                            .mode = "wl",
                            .channels = 2,
                            .compression = COMPRESSION_NONE,
                            .photometric = PHOTOMETRIC_MINISBLACK};
    tiff_kind colour = kind;
    colour.channels = 5;
    colour.photometric = PHOTOMETRIC_RGB;
    const uint16_t extra[] = {EXTRASAMPLE_UNASSALPHA, EXTRASAMPLE_UNSPECIFIED};
    TIFF *tiff = begin_tiff("a.tif", &kind);
    TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, extra);
    write_pixels(tiff, &kind);
    TIFFClose(tiff);
    samples_refuse(&(scree_samples_params){.path = "a.tif"}, SCREE_ERROR_INVALID,
                   "a.tif: one of its channels must be chosen: y, a");
    tiff = begin_tiff("a.tif", &colour);
    TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 2, extra);
    write_pixels(tiff, &colour);
    TIFFClose(tiff);
    samples_refuse(&(scree_samples_params){.path = "a.tif"}, SCREE_ERROR_INVALID,
                   "a.tif: one of its channels must be chosen: r, g, b, a, 4");
    double stored[SAMPLES];
    for (unsigned i = 0; i < SAMPLES; i++) {
        stored[i] = pixel(&colour, i % WIDTH, i / WIDTH, 4);
    }
    const test_samples expected = {SCREE_FORMAT_TIFF, SCREE_TYPE_U8, "4", 2, {WIDTH, HEIGHT}, stored};
    samples_expect(&(scree_samples_params){.path = "a.tif", .channel = "4"}, &expected);
}

/* Where the first row and column of the file are in the picture. */
static void orientations_are_turned(void **state)
{
    const tiff_kind kind = {.type = SCREE_TYPE_U16,
                            .mode = "wl",
                            .channels = 1,
                            .compression = COMPRESSION_NONE,
                            .photometric = PHOTOMETRIC_MINISBLACK};
    for (unsigned way = 0; way < 16; way++) {
        tiff_kind turned = kind;
        uint16_t orientation = (uint16_t)(way % 8 + 1);
        turned.tiled = way >= 8;
        TIFF *tiff = begin_tiff("a.tif", &turned);
        TIFFSetField(tiff, TIFFTAG_ORIENTATION, orientation);
        write_pixels(tiff, &turned);
        TIFFClose(tiff);
        unsigned width = orientation >= ORIENTATION_LEFTTOP ? HEIGHT : WIDTH;
        unsigned height = SAMPLES / width;
        double stored[SAMPLES];
        for (unsigned row = 0; row < HEIGHT; row++) {
            for (unsigned column = 0; column < WIDTH; column++) {
                /* As the TIFF 6 specification has them: which side the 0th row is, then the 0th column. */
                unsigned x = column;
                unsigned y = row;
                if (orientation == ORIENTATION_TOPRIGHT || orientation == ORIENTATION_BOTRIGHT) {
                    x = WIDTH - 1 - column;
                }
                if (orientation == ORIENTATION_BOTRIGHT || orientation == ORIENTATION_BOTLEFT) {
                    y = HEIGHT - 1 - row;
                }
                if (orientation >= ORIENTATION_LEFTTOP) {
                    bool right = orientation == ORIENTATION_RIGHTTOP || orientation == ORIENTATION_RIGHTBOT;
                    bool bottom = orientation == ORIENTATION_RIGHTBOT || orientation == ORIENTATION_LEFTBOT;
                    x = right ? HEIGHT - 1 - row : row;
                    y = bottom ? WIDTH - 1 - column : column;
                }
                stored[y * width + x] = pixel(&turned, column, row, 0);
            }
        }
        const test_samples expected = {SCREE_FORMAT_TIFF, SCREE_TYPE_U16, "y", 2, {width, height}, stored};
        samples_expect(&(scree_samples_params){.path = "a.tif"}, &expected);
        samples_expect_description("a.tif", &expected, NULL);
    }
}

#define TAG_NODATA 42113

static char nodata_name[] = "GDALNoDataValue";
static const TIFFFieldInfo nodata_field = {TAG_NODATA, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, nodata_name};

/* GDAL's tag, as text; cells with its value are holes. */
static void cells_without_data_are_holes(void **state)
{
    const tiff_kind kinds[] = {
        {SCREE_TYPE_F32, "wl", 1, false, true, COMPRESSION_LZW, PREDICTOR_FLOATINGPOINT, PHOTOMETRIC_MINISBLACK},
        {SCREE_TYPE_I16, "wb", 1, false, false, COMPRESSION_NONE, 0, PHOTOMETRIC_MINISBLACK}};
    for (int i = 0; i < 2; i++) {
        const tiff_kind *kind = &kinds[i];
        double minimum = kind->type == SCREE_TYPE_F32 ? (double)(float)(7 * 0.1 - 3) : -32768;
        TIFF *tiff = begin_tiff("a.tif", kind);
        TIFFMergeFieldInfo(tiff, &nodata_field, 1);
        TIFFSetField(tiff, TAG_NODATA, kind->type == SCREE_TYPE_F32 ? "-2.3" : "-32768 ");
        write_pixels(tiff, kind);
        TIFFClose(tiff);
        double stored[SAMPLES];
        unsigned holes = 0;
        for (unsigned j = 0; j < SAMPLES; j++) {
            stored[j] = pixel(kind, j % WIDTH, j / WIDTH, 0);
            holes += stored[j] == minimum ? 1 : 0;
            stored[j] = stored[j] == minimum ? (double)NAN : stored[j];
        }
        assert_true(holes > 0);
        const test_samples expected = {SCREE_FORMAT_TIFF, kind->type, "y", 2, {WIDTH, HEIGHT}, stored};
        samples_expect(&(scree_samples_params){.path = "a.tif", .nodata_rule = SCREE_NODATA_FILL, .fill = 0.25f},
                       &expected);
        samples_expect_description("a.tif", &expected, NULL);
        char message[100];
        snprintf(message, sizeof message, "a.tif: %u of its 1073 cells have no data", holes);
        samples_refuse(&(scree_samples_params){.path = "a.tif"}, SCREE_ERROR_FORMAT, message);
    }
    /* A no-data tag that is not a number is ignored. */
    TIFF *tiff = begin_tiff("a.tif", &kinds[1]);
    TIFFMergeFieldInfo(tiff, &nodata_field, 1);
    TIFFSetField(tiff, TAG_NODATA, "none\n");
    write_pixels(tiff, &kinds[1]);
    TIFFClose(tiff);
    check_tiff("a.tif", &kinds[1]);
}

/* Tiles that were never written, as GDAL leaves them out. */
static void missing_tiles_are_holes_or_zero(void **state)
{
    const tiff_kind kind = {.type = SCREE_TYPE_I16,
                            .mode = "wl",
                            .channels = 1,
                            .tiled = true,
                            .compression = COMPRESSION_ADOBE_DEFLATE,
                            .photometric = PHOTOMETRIC_MINISBLACK};
    for (int named = 0; named < 2; named++) {
        static uint8_t block[16 * 32 * 2];
        TIFF *tiff = begin_tiff("a.tif", &kind);
        TIFFMergeFieldInfo(tiff, &nodata_field, 1);
        if (named) {
            TIFFSetField(tiff, TAG_NODATA, "-9999");
        }
        fill_block(&kind, block, 16, 0, 16, 32, 0);
        assert_true(TIFFWriteTile(tiff, block, 16, 0, 0, 0) > 0);
        TIFFClose(tiff);
        double stored[SAMPLES];
        for (unsigned i = 0; i < SAMPLES; i++) {
            bool there = i % WIDTH / 16 == 1;
            stored[i] = there ? pixel(&kind, i % WIDTH, i / WIDTH, 0) : named ? (double)NAN : 0;
        }
        const test_samples expected = {SCREE_FORMAT_TIFF, SCREE_TYPE_I16, "y", 2, {WIDTH, HEIGHT}, stored};
        samples_expect(&(scree_samples_params){.path = "a.tif", .nodata_rule = SCREE_NODATA_FILL, .fill = 5},
                       &expected);
    }
}

/* Tags of maps, which libtiff does not know. */
#define TAG_PIXEL_SCALE 33550
#define TAG_TIE_POINTS 33922
#define TAG_TRANSFORMATION 34264
#define TAG_GEO_KEYS 34735
#define TAG_GDAL_METADATA 42112

static TIFF *begin_map(const char *path, uint16_t model, const char *metadata)
{
    static const TIFFFieldInfo fields[] = {
        {TAG_PIXEL_SCALE, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, (char *)"ModelPixelScale"},
        {TAG_TIE_POINTS, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, (char *)"ModelTiepoint"},
        {TAG_TRANSFORMATION, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, (char *)"ModelTransformation"},
        {TAG_GEO_KEYS, -1, -1, TIFF_SHORT, FIELD_CUSTOM, 1, 1, (char *)"GeoKeyDirectory"},
        {TAG_GDAL_METADATA, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, (char *)"GDALMetadata"},
    };
    static const tiff_kind kind = {
        .type = SCREE_TYPE_U8, .mode = "w", .channels = 2, .compression = COMPRESSION_NONE, .photometric = 1};
    const uint16_t keys[] = {1, 1, 0, 3, 1024, 0, 1, model, 1025, 0, 1, 1, 3076, 0, 1, 9001};
    TIFF *tiff = begin_tiff(path, &kind);
    assert_int_equal(TIFFMergeFieldInfo(tiff, fields, sizeof fields / sizeof fields[0]), 0);
    TIFFSetField(tiff, TAG_GEO_KEYS, (int)(sizeof keys / sizeof keys[0]), keys);
    if (metadata != NULL) {
        TIFFSetField(tiff, TAG_GDAL_METADATA, metadata);
    }
    write_pixels(tiff, &kind);
    return tiff;
}

static scree_result read_channel(const char *path, const char *channel, scree_samples *samples)
{
    const scree_samples_params params = {.path = path, .channel = channel};
    return scree_samples_read(fixture_context, &params, samples);
}

/* Tags are float64, and a place is some sums and products of them, each rounded by 2^-53. */
static void check_number(double found, double wanted)
{
    assert_true(fabs(found - wanted) <= 1e-12 * fabs(wanted));
}

/* A size below 0 reverses its axis. */
static void maps_have_a_geometry(void **state)
{
    static const double tie[] = {2, 1, 0, 400000, 5000000, 0};
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        const double scale[] = {sign * 30, sign * 20, 0};
        scree_samples samples = {.axes = 0};
        TIFF *tiff = begin_map("map.tif", 1, NULL);
        TIFFSetField(tiff, TAG_PIXEL_SCALE, 3, scale);
        TIFFSetField(tiff, TAG_TIE_POINTS, 6, tie);
        TIFFClose(tiff);
        assert_int_equal(read_channel("map.tif", "0", &samples), SCREE_OK);
        assert_true(samples.geometry.is_known);
        assert_string_equal(samples.geometry.unit, "metre");
        check_number(samples.geometry.spacing[0], 30);
        check_number(samples.geometry.spacing[1], 20);
        check_number(samples.geometry.spacing[2], 30);
        check_number(samples.geometry.origin[0], 400000 - sign * 1.5 * 30); /* The middle of the first pixel. */
        check_number(samples.geometry.origin[1], 5000000 + sign * 0.5 * 20);
        check_number(samples.geometry.direction[0][0], sign);
        check_number(samples.geometry.direction[1][1], -sign);
        scree_samples_clear(&samples);
    }
}

static void turned_maps_have_directions(void **state)
{
    static const double matrix[16] = {3, 8, 0, 100, 4, -6, 0, 200, 0, 0, 0, 0, 0, 0, 0, 1};
    scree_samples samples = {.axes = 0};
    (void)state;
    TIFF *tiff = begin_map("turned.tif", 2, NULL);
    TIFFSetField(tiff, TAG_TRANSFORMATION, 16, matrix);
    TIFFClose(tiff);
    assert_int_equal(read_channel("turned.tif", "0", &samples), SCREE_OK);
    assert_string_equal(samples.geometry.unit, "degree");
    check_number(samples.geometry.spacing[0], 5);
    check_number(samples.geometry.spacing[1], 10);
    check_number(samples.geometry.direction[0][1], 0.8);
    check_number(samples.geometry.direction[1][1], -0.6);
    check_number(samples.geometry.origin[0], 100 + 0.5 * (3 + 8));
    check_number(samples.geometry.origin[1], 200 + 0.5 * (4 - 6));
    scree_samples_clear(&samples);
}

/* Each channel has a scale and an offset of its own; items that are damaged, or of a channel that is none, say nothing.
 */
static void values_are_scaled(void **state)
{
    scree_samples plain = {.axes = 0};
    scree_samples scaled = {.axes = 0};
    scree_file_info info = {.axes = 0};
    (void)state;
    TIFFClose(begin_map("plain.tif", 1, NULL));
    TIFFClose(begin_map("scaled.tif", 1,
                        "<GDALMetadata>\n  <Item name=\"SCALE\" sample=\"1\" role=\"scale\">0.25</Item>\n"
                        "  <Item name=\"OFFSET\" sample=\"1\" role=\"offset\">-50</Item>\n"
                        "  <Item name=\"OFFSET\" sample=\"7\" role=\"offset\">9</Item>\n"
                        "  <Item name=\"SCALE\" sample=\"0\" role=\"scale\">two</Item>\n</GDALMetadata>"));
    assert_int_equal(read_channel("plain.tif", "1", &plain), SCREE_OK);
    assert_int_equal(read_channel("scaled.tif", "1", &scaled), SCREE_OK);
    assert_true(plain.scale == 1 && plain.offset == 0 && scaled.scale == 0.25 && scaled.offset == -50);
    for (size_t i = 0; i < SAMPLES; i++) {
        assert_true(scaled.values[i] == plain.values[i] * 0.25f - 50.0f);
    }
    check_number(scaled.mean, plain.mean * 0.25 - 50);
    assert_int_equal(scree_file_describe(fixture_context, "scaled.tif", &info), SCREE_OK);
    assert_true(info.scale == 1 && info.channel[1].range.minimum == scaled.range.minimum);
    scree_file_info_clear(&info);
    scree_samples_clear(&scaled);
    assert_int_equal(read_channel("scaled.tif", "0", &scaled), SCREE_OK);
    assert_true(scaled.scale == 1 && scaled.offset == 0);
    scree_samples_clear(&scaled);
    scree_samples_clear(&plain);
}

static void directories_are_chosen(void **state)
{
    const tiff_kind first = {.type = SCREE_TYPE_U8,
                             .mode = "wl",
                             .channels = 1,
                             .compression = COMPRESSION_NONE,
                             .photometric = PHOTOMETRIC_MINISBLACK};
    tiff_kind second = first;
    second.mode = "a";
    second.type = SCREE_TYPE_F64;
    write_tiff("a.tif", &first);
    write_tiff("a.tif", &second);
    samples_refuse(
        &(scree_samples_params){.path = "a.tif"}, SCREE_ERROR_FORMAT,
        "a.tif: its 2 pages are no volume, since they differ: page 0 has 37x29 pixels of 1 x 8 bits, page 1 has "
        "37x29 of 1 x 64; a page must be chosen");
    double stored[SAMPLES];
    for (unsigned i = 0; i < SAMPLES; i++) {
        stored[i] = pixel(&second, i % WIDTH, i / WIDTH, 0);
    }
    const test_samples expected = {SCREE_FORMAT_TIFF, SCREE_TYPE_F64, "y", 2, {WIDTH, HEIGHT}, stored};
    samples_expect(&(scree_samples_params){.path = "a.tif", .has_page = true, .page = 1}, &expected);
    samples_refuse(&(scree_samples_params){.path = "a.tif", .has_page = true, .page = 2}, SCREE_ERROR_FORMAT,
                   "a.tif: damaged TIFF: it has no directory 2 that can be read");
}

/* The layers of a volume, each with strips and a method of compression of its own. */
static void pages_of_one_size_are_a_volume(void **state)
{
    enum { PAGES = 21 };
    tiff_kind kinds[PAGES];
    static double stored[PAGES * SAMPLES];
    for (unsigned page = 0; page < PAGES; page++) {
        kinds[page] = (tiff_kind){.type = SCREE_TYPE_U16,
                                  .mode = page == 0 ? "wl" : "a",
                                  .channels = 1,
                                  .compression = page % 3 == 1 ? COMPRESSION_LZW : COMPRESSION_NONE,
                                  .photometric = PHOTOMETRIC_MINISBLACK,
                                  .salt = page};
        write_tiff("a.tif", &kinds[page]);
        for (unsigned i = 0; i < SAMPLES; i++) {
            stored[page * SAMPLES + i] = pixel(&kinds[page], i % WIDTH, i / WIDTH, 0);
        }
    }
    const test_samples all = {SCREE_FORMAT_TIFF, SCREE_TYPE_U16, "y", 3, {WIDTH, HEIGHT, PAGES}, stored};
    samples_expect(&(scree_samples_params){.path = "a.tif"}, &all);
    samples_expect_description("a.tif", &all, NULL);
    const test_samples last = {SCREE_FORMAT_TIFF, SCREE_TYPE_U16, "y", 2, {WIDTH, HEIGHT}, stored + 20 * SAMPLES};
    samples_expect(&(scree_samples_params){.path = "a.tif", .has_page = true, .page = 20}, &last);
}

/* libtiff undoes differences in methods that have them by themselves only, and ignores the tag elsewhere. */
static void differences_without_a_method_are_refused(void **state)
{
    static const TIFFFieldInfo predictor[] = {
        {TIFFTAG_PREDICTOR, 1, 1, TIFF_SHORT, FIELD_CUSTOM, 1, 0, (char *)"Predictor"}};
    const tiff_kind kind = {.type = SCREE_TYPE_U8,
                            .mode = "wl",
                            .channels = 1,
                            .compression = COMPRESSION_PACKBITS,
                            .photometric = PHOTOMETRIC_MINISBLACK};
    for (int number = 1; number <= 2; number++) {
        TIFF *tiff = begin_tiff("a.tif", &kind);
        TIFFMergeFieldInfo(tiff, predictor, 1);
        TIFFSetField(tiff, TIFFTAG_PREDICTOR, number);
        write_pixels(tiff, &kind);
        TIFFClose(tiff);
        if (number == 1) {
            check_tiff("a.tif", &kind);
        } else {
            samples_refuse(&(scree_samples_params){.path = "a.tif"}, SCREE_ERROR_UNSUPPORTED,
                           "a.tif: its samples are stored as differences (predictor 2), which are not read with the "
                           "method of compression number 32773 (PackBits)");
        }
    }
}

/* Colours of photographs become red, green and blue; a method that loses something is only near. */
static void photographs_are_read(void **state)
{
    if (!TIFFIsCODECConfigured(COMPRESSION_JPEG)) {
        skip();
    }
    TIFF *tiff = TIFFOpen("a.tif", "wl");
    assert_non_null(tiff);
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 64);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 48);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 3);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_JPEG);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_YCBCR);
    TIFFSetField(tiff, TIFFTAG_JPEGQUALITY, 95);
    TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 16);
    for (unsigned y = 0; y < 48; y++) {
        uint8_t row[64 * 3];
        for (unsigned x = 0; x < 64; x++) {
            row[3 * x] = (uint8_t)(3 * x);
            row[3 * x + 1] = (uint8_t)(5 * y);
            row[3 * x + 2] = 77;
        }
        assert_int_equal(TIFFWriteScanline(tiff, row, y, 0), 1);
    }
    TIFFClose(tiff);
    for (unsigned channel = 0; channel < 3; channel++) {
        static const char *const names[] = {"r", "g", "b"};
        scree_samples samples;
        const scree_samples_params params = {.path = "a.tif", .channel = names[channel]};
        assert_int_equal(scree_samples_read(fixture_context, &params, &samples), SCREE_OK);
        for (unsigned i = 0; i < 64 * 48; i++) {
            float expected = channel == 0 ? (float)(3 * (i % 64)) : channel == 1 ? (float)(5 * (i / 64)) : 77;
            assert_true(fabsf(samples.values[i] - expected) <= 8);
        }
        scree_samples_clear(&samples);
    }
}

/* A file of a few bytes must not cost memory by the gigabyte, whatever it says. */
static void claims_are_checked(void **state)
{
    static const struct {
        unsigned width;
        unsigned height;
        uint16_t compression;
    } cases[] = {
        {1000000, 1000000, COMPRESSION_NONE},
        {4000000000u, 4000000000u, COMPRESSION_LZW},
        {100000, 100000, COMPRESSION_ADOBE_DEFLATE},
        {100000, 100000, COMPRESSION_ZSTD},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const tiff_kind kind = {.type = SCREE_TYPE_U8,
                                .mode = "wl",
                                .channels = 1,
                                .tiled = true,
                                .compression = cases[i].compression,
                                .photometric = PHOTOMETRIC_MINISBLACK};
        write_tiff("a.tif", &kind);
        size_t size;
        uint8_t *data = formats_load("a.tif", &size);
        /* The fields for width (256) and height (257) become 32 bits wide. */
        for (size_t at = 0; at + 12 <= size; at++) {
            bool is_width = memcmp(data + at, "\x00\x01\x03\x00\x01\x00\x00\x00", 8) == 0;
            bool is_height = memcmp(data + at, "\x01\x01\x03\x00\x01\x00\x00\x00", 8) == 0;
            if (is_width || is_height) {
                data[at + 2] = TIFF_LONG;
                samples_put(data + at + 8, is_width ? cases[i].width : cases[i].height, SCREE_TYPE_U32, false);
            }
        }
        formats_store("a.tif", data, size);
        free(data);
        samples_refuse(&(scree_samples_params){.path = "a.tif"}, SCREE_ERROR_FORMAT, "a.tif: ");
    }
}

static unsigned theirs;

static void count_message(const char *module, const char *format, va_list arguments)
{
    (void)module;
    (void)format;
    (void)arguments;
    theirs++;
}

/* An application's message handler of libtiff stays installed, and receives no messages of the library. */
static void damaged_files_are_refused(void **state)
{
    const tiff_kind kinds[] = {
        {SCREE_TYPE_U16, "wl", 3, false, true, COMPRESSION_LZW, PREDICTOR_HORIZONTAL, PHOTOMETRIC_RGB},
        {SCREE_TYPE_F32, "wb8", 1, false, false, COMPRESSION_ADOBE_DEFLATE, PREDICTOR_FLOATINGPOINT,
         PHOTOMETRIC_MINISBLACK},
        {SCREE_TYPE_U8, "wl", 1, false, false, COMPRESSION_NONE, 0, PHOTOMETRIC_MINISBLACK},
    };
    for (size_t i = 0; i < 3; i++) {
        write_tiff("a.tif", &kinds[i]);
        TIFFErrorHandler error = TIFFSetErrorHandler(count_message);
        TIFFErrorHandler warning = TIFFSetWarningHandler(count_message);
        samples_damage("a.tif", "0");
        assert_ptr_equal(TIFFSetErrorHandler(error), count_message);
        assert_ptr_equal(TIFFSetWarningHandler(warning), count_message);
        assert_int_equal(theirs, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_type_and_layout_is_read, formats_fixture_clear),
        cmocka_unit_test_teardown(every_compression_is_read, formats_fixture_clear),
        cmocka_unit_test_teardown(small_samples_are_read, formats_fixture_clear),
        cmocka_unit_test_teardown(palettes_are_looked_up, formats_fixture_clear),
        cmocka_unit_test_teardown(alpha_and_further_samples_have_names, formats_fixture_clear),
        cmocka_unit_test_teardown(orientations_are_turned, formats_fixture_clear),
        cmocka_unit_test_teardown(cells_without_data_are_holes, formats_fixture_clear),
        cmocka_unit_test_teardown(missing_tiles_are_holes_or_zero, formats_fixture_clear),
        cmocka_unit_test_teardown(maps_have_a_geometry, formats_fixture_clear),
        cmocka_unit_test_teardown(turned_maps_have_directions, formats_fixture_clear),
        cmocka_unit_test_teardown(values_are_scaled, formats_fixture_clear),
        cmocka_unit_test_teardown(directories_are_chosen, formats_fixture_clear),
        cmocka_unit_test_teardown(pages_of_one_size_are_a_volume, formats_fixture_clear),
        cmocka_unit_test_teardown(differences_without_a_method_are_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(photographs_are_read, formats_fixture_clear),
        cmocka_unit_test_teardown(claims_are_checked, formats_fixture_clear),
        cmocka_unit_test_teardown(damaged_files_are_refused, formats_fixture_clear),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
