/* TIFF: strips whose runs cross rows, strips that are damaged, strips that are not there, and directories of masks. */
#include "samples_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

#define MAX_SIDE 80

/* A picture of one channel. */
typedef struct strips {
    const char *mode; /* Mode for TIFFOpen(): byte order, BigTIFF. */
    unsigned width;
    unsigned height;
    unsigned rows; /* Rows of a strip. */
    uint16_t bits;
    uint16_t compression;
    bool reversed; /* Whether the bits of a byte stand in the other order. */
} strips;

static TIFF *begin_tiff(const strips *file)
{
    TIFF *tiff = TIFFOpen("a.tif", file->mode);
    assert_non_null(tiff);
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, file->width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, file->height);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, file->bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, file->bits == 64 ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, file->compression);
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, file->rows);
    if (file->reversed) {
        TIFFSetField(tiff, TIFFTAG_FILLORDER, FILLORDER_LSB2MSB);
    }
    return tiff;
}

/* Long runs, which cross rows, and rows of other values in between. */
static unsigned pixel(const strips *file, unsigned x, unsigned y)
{
    unsigned value = y % 7 < 4 ? (y * file->width + x) / 150 : x * x + 3 * y;
    return value * 257 % (1u << file->bits);
}

/* Stores rows one after the other, each of whole bytes; returns the number of bytes. */
static size_t store_rows(const strips *file, unsigned first, unsigned rows, uint8_t *bytes)
{
    size_t row_bytes = ((size_t)file->width * file->bits + 7) / 8;
    memset(bytes, 0, row_bytes * rows);
    for (unsigned i = 0; i < rows; i++, bytes += row_bytes) {
        for (unsigned x = 0; x < file->width; x++) {
            unsigned value = pixel(file, x, first + i);
            unsigned bit = x * file->bits;
            if (file->bits >= 8) {
                samples_put(bytes + bit / 8, value, file->bits == 8 ? SCREE_TYPE_U8 : SCREE_TYPE_U16,
                            file->mode[1] == 'b');
            } else {
                bytes[bit / 8] |= (uint8_t)(value << (8 - file->bits - bit % 8));
            }
        }
    }
    return row_bytes * rows;
}

static size_t run_length(const uint8_t *bytes, size_t count)
{
    size_t length = 1;
    while (length < count && length < 128 && bytes[length] == bytes[0]) {
        length++;
    }
    return length;
}

/* Packs bytes as they come, without regard to rows: -n and a byte stand for 1 + n of it, n for 1 + n bytes behind. */
static size_t pack_bits(const uint8_t *bytes, size_t count, uint8_t *packed)
{
    uint8_t *at = packed;
    for (size_t i = 0; i < count;) {
        size_t run = run_length(bytes + i, count - i);
        if (run > 1) {
            *at++ = (uint8_t)(257 - run);
            *at++ = bytes[i];
            i += run;
            continue;
        }
        size_t plain = 1;
        while (i + plain < count && plain < 128 && run_length(bytes + i + plain, count - i - plain) < 3) {
            plain++;
        }
        *at++ = (uint8_t)(plain - 1);
        memcpy(at, bytes + i, plain);
        at += plain;
        i += plain;
    }
    return (size_t)(at - packed);
}

/* Writes strips whose packed bytes end `cut` bytes too early; with `cut` negative, so many bytes more are unpacked. */
static void write_packbits(const strips *file, int cut)
{
    static uint8_t bytes[MAX_SIDE * MAX_SIDE * 2 + 128];
    static uint8_t packed[2 * sizeof bytes];
    TIFF *tiff = begin_tiff(file);
    for (unsigned y = 0; y < file->height; y += file->rows) {
        unsigned rows = file->rows < file->height - y ? file->rows : file->height - y;
        size_t count = store_rows(file, y, rows, bytes);
        size_t more = cut < 0 ? (size_t)-cut : 0;
        memset(bytes + count, bytes[count - 1], more);
        size_t size = pack_bits(bytes, count + more, packed) - (cut > 0 ? (size_t)cut : 0);
        if (file->reversed) {
            TIFFReverseBits(packed, (tmsize_t)size);
        }
        assert_int_equal(TIFFWriteRawStrip(tiff, y / file->rows, packed, (tmsize_t)size), size);
    }
    TIFFClose(tiff);
}

static void check_pixels(const strips *file)
{
    static double stored[MAX_SIDE * MAX_SIDE];
    for (unsigned i = 0; i < file->width * file->height; i++) {
        stored[i] = pixel(file, i % file->width, i / file->width);
    }
    const test_samples expected = {SCREE_FORMAT_TIFF,
                                   file->bits == 16 ? SCREE_TYPE_U16 : SCREE_TYPE_U8,
                                   "y",
                                   2,
                                   {file->width, file->height},
                                   stored};
    samples_expect(&(scree_samples_params){.path = "a.tif"}, &expected);
    samples_expect_description("a.tif", &expected, NULL);
}

/* Tifffile packs a strip as one piece, which other readers take. */
static void runs_of_packbits_cross_rows(void **state)
{
    static const unsigned widths[] = {1, 7, 9, 13, 37, 64, 71};
    static const unsigned rows[] = {1, 3, 50, MAX_SIDE};
    static const char *const modes[] = {"wl", "wb", "wl8", "wb8"};
    for (size_t i = 0; i < 7 * 4 * 4 * 2; i++) {
        const strips file = {.mode = modes[(i + i / 7) % 4],
                             .width = widths[i % 7],
                             .height = 50,
                             .rows = rows[i / 7 % 4],
                             .bits = (uint16_t[]){1, 4, 8, 16}[i / 28 % 4],
                             .compression = COMPRESSION_PACKBITS,
                             .reversed = i / 112 == 1};
        write_packbits(&file, 0);
        check_pixels(&file);
    }
}

static void damaged_packbits_is_refused(void **state)
{
    for (unsigned i = 0; i < 6; i++) {
        const strips file = {.mode = "wl",
                             .width = 37,
                             .height = 50,
                             .rows = i % 2 == 0 ? 50 : 8,
                             .bits = i / 2 == 0 ? 1 : 8,
                             .compression = COMPRESSION_PACKBITS};
        write_packbits(&file, 1 + (int)i);
        samples_refuse(&(scree_samples_params){.path = "a.tif"}, SCREE_ERROR_FORMAT,
                       "a.tif: damaged TIFF: the strip at column 0, row ");
        write_packbits(&file, -3);
        samples_refuse(&(scree_samples_params){.path = "a.tif"}, SCREE_ERROR_FORMAT,
                       "a.tif: damaged TIFF: the strip at column 0, row 0: Discarding 3 bytes");
        scree_file_info info;
        assert_int_equal(scree_file_describe(fixture_context, "a.tif", &info), SCREE_ERROR_FORMAT);
    }
}

/* One strip of more than 64 MiB; `first_run` bytes of the first row are its first run. */
static void write_large_strip(unsigned width, unsigned height, unsigned first_run)
{
    const strips file = {.mode = "wl",
                         .width = width,
                         .height = height,
                         .rows = height,
                         .bits = 64,
                         .compression = COMPRESSION_PACKBITS};
    size_t runs = (size_t)width * 8 * height / 128;
    uint8_t *packed = malloc(2 * runs + 2);
    assert_non_null(packed);
    for (size_t i = 0; i <= runs; i++) {
        packed[2 * i] = 257 - 128;
        packed[2 * i + 1] = 0x40;
    }
    packed[0] = (uint8_t)(257 - first_run);
    packed[2 * runs] = (uint8_t)(257 - (128 - first_run));
    size_t size = 2 * runs + (first_run < 128 ? 2 : 0);
    TIFF *tiff = begin_tiff(&file);
    assert_int_equal(TIFFWriteRawStrip(tiff, 0, packed, (tmsize_t)size), size);
    TIFFClose(tiff);
    free(packed);
}

/* They are read row by row, and a run that crosses rows is not read wrong. */
static void large_strips_are_read_by_rows(void **state)
{
    scree_file_info info;
    write_large_strip(1024, 8200, 128);
    assert_int_equal(scree_file_describe(fixture_context, "a.tif", &info), SCREE_OK);
    assert_true(info.range.minimum == 0x1.040404p5f && info.range.maximum == 0x1.040404p5f);
    scree_file_info_clear(&info);
    write_large_strip(1024, 8200, 100);
    assert_int_equal(scree_file_describe(fixture_context, "a.tif", &info), SCREE_ERROR_FORMAT);
    assert_non_null(strstr(fixture_message, "a.tif: damaged TIFF: the samples at column 0, row 0: Discarding "));
}

/* A fax of which one byte is damaged: libtiff makes up the rows that follow, and warns. */
static void damaged_fax_is_refused(void **state)
{
    const strips file = {
        .mode = "wl", .width = 64, .height = 50, .rows = 50, .bits = 1, .compression = COMPRESSION_CCITTFAX4};
    uint8_t row[8];
    size_t size;
    TIFF *tiff = begin_tiff(&file);
    for (unsigned y = 0; y < file.height; y++) {
        store_rows(&file, y, 1, row);
        assert_int_equal(TIFFWriteScanline(tiff, row, y, 0), 1);
    }
    TIFFClose(tiff);
    check_pixels(&file);
    uint8_t *data = formats_load("a.tif", &size);
    data[40] ^= 0x24;
    formats_store("a.tif", data, size);
    free(data);
    samples_refuse(&(scree_samples_params){.path = "a.tif"}, SCREE_ERROR_FORMAT,
                   "a.tif: damaged TIFF: the samples at column 0, row 5: Premature EOL");
}

/* A photograph that ends in its middle: libjpeg would make the rest grey. */
static void damaged_photographs_are_refused(void **state)
{
    if (!TIFFIsCODECConfigured(COMPRESSION_JPEG)) {
        skip();
    }
    const strips file = {
        .mode = "wl", .width = 64, .height = 64, .rows = 64, .bits = 8, .compression = COMPRESSION_JPEG};
    uint8_t row[64];
    size_t size;
    TIFF *tiff = begin_tiff(&file);
    for (unsigned y = 0; y < file.height; y++) {
        store_rows(&file, y, 1, row);
        assert_int_equal(TIFFWriteScanline(tiff, row, y, 0), 1);
    }
    TIFFClose(tiff);
    uint8_t *data = formats_load("a.tif", &size);
    uint8_t *end = memmem(data, size, "\xff\xd9", 2);
    assert_non_null(end);
    memcpy(end - 400, "\xff\xd9", 2);
    formats_store("a.tif", data, size);
    free(data);
    samples_refuse(&(scree_samples_params){.path = "a.tif"}, SCREE_ERROR_FORMAT,
                   "a.tif: damaged TIFF: the samples at ");
}

#define TAG_NODATA 42113

static char nodata_name[] = "GDALNoDataValue";
static const TIFFFieldInfo nodata_field = {TAG_NODATA, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, nodata_name};

/* A file that leaves all its strips out, whose offsets and sizes are 0. */
static void write_sparse(const strips *file, uint16_t channels, const char *nodata)
{
    TIFF *tiff = begin_tiff(file);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, channels);
    if (nodata != NULL) {
        TIFFMergeFieldInfo(tiff, &nodata_field, 1);
        TIFFSetField(tiff, TAG_NODATA, nodata);
    }
    assert_int_equal(TIFFWriteCheck(tiff, 0, "test"), 1);
    TIFFClose(tiff);
}

static void expect_range(float minimum, float maximum)
{
    scree_file_info info;
    if (scree_file_describe(fixture_context, "a.tif", &info) != SCREE_OK) {
        fail_msg("%s", fixture_message);
    }
    assert_true(isnan(minimum) ? isnan(info.range.minimum) : info.range.minimum == minimum);
    assert_true(isnan(maximum) ? isnan(info.range.maximum) : info.range.maximum == maximum);
    scree_file_info_clear(&info);
}

/* Samples that take no room in the file cost hardly anything to describe, and must not cost memory without a limit. */
static void missing_strips_are_limited(void **state)
{
    strips file = {
        .mode = "wl", .width = 1, .height = 1u << 30, .rows = 1u << 19, .bits = 8, .compression = COMPRESSION_NONE};
    write_sparse(&file, 1, NULL);
    expect_range(0, 0);
    samples_refuse(&(scree_samples_params){.path = "a.tif"}, SCREE_ERROR_FORMAT,
                   "a.tif: the file leaves 1073741824 of its samples out; at most 268435456 may be missing where they "
                   "are read into memory");
    write_sparse(&file, 1, "-7");
    expect_range(NAN, NAN);
    /* As many samples as there can be, and as many channels. */
    file.width = 1u << 29;
    file.rows = 1u << 30;
    write_sparse(&file, 1, NULL);
    expect_range(0, 0);
    file.width = 1;
    file.height = 1u << 19;
    file.rows = 1;
    write_sparse(&file, UINT16_MAX, "5.5");
    expect_range(NAN, NAN);
}

/* Statistics of many samples in one step are those of each. */
static void missing_strips_are_counted(void **state)
{
    static double stored[MAX_SIDE * 50];
    static uint8_t bytes[MAX_SIDE * 8];
    for (int way = 0; way < 16; way++) {
        const char *nodata = way % 2 == 0 ? NULL : "-9999";
        const strips file = {
            .mode = "wl", .width = MAX_SIDE, .height = 50, .rows = 8, .bits = 8, .compression = COMPRESSION_NONE};
        uint16_t orientation = (uint16_t)(way / 2 + 1);
        unsigned width = orientation >= ORIENTATION_LEFTTOP ? file.height : file.width;
        bool right = orientation == ORIENTATION_TOPRIGHT || orientation == ORIENTATION_BOTRIGHT ||
                     orientation == ORIENTATION_RIGHTTOP || orientation == ORIENTATION_RIGHTBOT;
        bool bottom = orientation == ORIENTATION_BOTRIGHT || orientation == ORIENTATION_BOTLEFT ||
                      orientation == ORIENTATION_RIGHTBOT || orientation == ORIENTATION_LEFTBOT;
        TIFF *tiff = begin_tiff(&file);
        TIFFSetField(tiff, TIFFTAG_ORIENTATION, orientation);
        if (nodata != NULL) {
            TIFFMergeFieldInfo(tiff, &nodata_field, 1);
            TIFFSetField(tiff, TAG_NODATA, nodata);
        }
        for (unsigned y = 0; y < file.height; y++) {
            bool missing = y / 8 % 3 == 1;
            if (y % 8 == 0 && !missing) {
                size_t size = store_rows(&file, y, y + 8 > file.height ? file.height - y : 8, bytes);
                assert_int_equal(TIFFWriteRawStrip(tiff, y / 8, bytes, (tmsize_t)size), size);
            }
            for (unsigned x = 0; x < file.width; x++) {
                unsigned column = width == file.width ? x : y;
                unsigned row = width == file.width ? y : x;
                column = right ? width - 1 - column : column;
                row = bottom ? MAX_SIDE * 50 / width - 1 - row : row;
                stored[row * width + column] = !missing         ? (double)pixel(&file, x, y)
                                               : nodata == NULL ? 0.0
                                                                : (double)NAN;
            }
        }
        TIFFClose(tiff);
        const test_samples expected = {
            SCREE_FORMAT_TIFF, SCREE_TYPE_U8, "y", 2, {width, MAX_SIDE * 50 / width}, stored};
        samples_expect(&(scree_samples_params){.path = "a.tif", .nodata_rule = SCREE_NODATA_FILL, .fill = 3},
                       &expected);
        samples_expect_description("a.tif", &expected, NULL);
        if (nodata != NULL) {
            unsigned first = 0;
            while (!isnan(stored[first])) {
                first++;
            }
            char message[200];
            snprintf(message, sizeof message,
                     "a.tif: 1280 of its 4000 cells have no data (no finite number, or the value that stands for "
                     "none), the first at (%u, %u);",
                     first % width, first / width);
            samples_refuse(&(scree_samples_params){.path = "a.tif"}, SCREE_ERROR_FORMAT, message);
        }
    }
}

/* Directories behind the first: their kinds, of which the last is repeated. */
static void write_directories(const uint32_t *kinds, unsigned count)
{
    const strips file = {
        .mode = "wl", .width = 16, .height = 16, .rows = 16, .bits = 8, .compression = COMPRESSION_NONE};
    uint8_t bytes[256];
    TIFF *tiff = NULL;
    for (unsigned i = 0; i < count; i++) {
        strips next = file;
        next.mode = i == 0 ? "wl" : "a";
        store_rows(&next, 0, 16, bytes);
        tiff = begin_tiff(&next);
        TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, kinds[i]);
        if ((kinds[i] & FILETYPE_MASK) != 0) {
            TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MASK);
        }
        assert_int_equal(TIFFWriteEncodedStrip(tiff, 0, bytes, sizeof bytes), sizeof bytes);
        TIFFClose(tiff);
    }
}

static void masks_are_told_of(void **state)
{
    static const struct {
        uint32_t kinds[5];
        unsigned count;
        int page; /* -1: all. */
        const char *message;
    } cases[] = {
        {{0, FILETYPE_MASK}, 2, -1, "a.tif: the mask in directory 1, which says where there is no data, is ignored"},
        {{0, FILETYPE_REDUCEDIMAGE, FILETYPE_MASK, FILETYPE_REDUCEDIMAGE | FILETYPE_MASK},
         4,
         -1,
         "a.tif: the mask in directory 2, which says where there is no data, is ignored"},
        {{0, 0, FILETYPE_MASK}, 3, -1, "a.tif: the mask in directory 2, which says where there is no data, is ignored"},
        {{0, 0, FILETYPE_MASK}, 3, 0, ""},
        {{0, 0, FILETYPE_MASK}, 3, 1, "a.tif: the mask in directory 2, which says where there is no data, is ignored"},
        {{0, FILETYPE_MASK}, 2, 1, ""},
        {{0, FILETYPE_REDUCEDIMAGE, FILETYPE_REDUCEDIMAGE | FILETYPE_MASK}, 3, -1, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        scree_samples samples;
        write_directories(cases[i].kinds, cases[i].count);
        const scree_samples_params params = {.path = "a.tif",
                                             .has_page = cases[i].page >= 0,
                                             .page = (uint32_t)(cases[i].page >= 0 ? cases[i].page : 0)};
        fixture_message[0] = '\0';
        assert_int_equal(scree_samples_read(fixture_context, &params, &samples), SCREE_OK);
        assert_string_equal(fixture_message, cases[i].message);
        scree_samples_clear(&samples);
    }
}

static void unknown_methods_are_named(void **state)
{
    static const struct {
        uint16_t compression;
        const char *message;
    } cases[] = {
        {65001, "a.tif: its method of compression, number 65001, is not supported"},
        {COMPRESSION_JBIG, "a.tif: its method of compression, number 34661 (ISO JBIG), is not supported"},
    };
    const strips file = {.mode = "wl", .width = 9, .height = 9, .rows = 9, .bits = 8, .compression = COMPRESSION_LZW};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t bytes[81];
        size_t size;
        store_rows(&file, 0, 9, bytes);
        TIFF *tiff = begin_tiff(&file);
        assert_int_equal(TIFFWriteEncodedStrip(tiff, 0, bytes, sizeof bytes), sizeof bytes);
        TIFFClose(tiff);
        uint8_t *data = formats_load("a.tif", &size);
        uint8_t *field = memmem(data, size, "\x03\x01\x03\x00\x01\x00\x00\x00", 8);
        assert_non_null(field);
        samples_put(field + 8, cases[i].compression, SCREE_TYPE_U16, false);
        formats_store("a.tif", data, size);
        free(data);
        samples_refuse(&(scree_samples_params){.path = "a.tif"}, SCREE_ERROR_UNSUPPORTED, cases[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(runs_of_packbits_cross_rows, formats_fixture_clear),
        cmocka_unit_test_teardown(damaged_packbits_is_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(large_strips_are_read_by_rows, formats_fixture_clear),
        cmocka_unit_test_teardown(damaged_fax_is_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(damaged_photographs_are_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(missing_strips_are_limited, formats_fixture_clear),
        cmocka_unit_test_teardown(missing_strips_are_counted, formats_fixture_clear),
        cmocka_unit_test_teardown(masks_are_told_of, formats_fixture_clear),
        cmocka_unit_test_teardown(unknown_methods_are_named, formats_fixture_clear),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
