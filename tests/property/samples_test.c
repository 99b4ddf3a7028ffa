/* Samples in memory, of the formats that scree writes itself; EXR and TIFF have tests of their own. */
#include "samples_fixture.h"

#include <libdeflate.h>
#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Numbers of every kind that NumPy has, and some values that show its limits. */
typedef struct npy_kind {
    const char *name;
    scree_type stored; /* How the test stores them. */
    scree_type type;   /* Type that the reader reports. */
    double values[6];
} npy_kind;

static const npy_kind npy_kinds[] = {
    {"b1", SCREE_TYPE_U8, SCREE_TYPE_U8, {0, 1, 1, 0, 1, 0}},
    {"u1", SCREE_TYPE_U8, SCREE_TYPE_U8, {0, 255, 128, 127, 1, 2}},
    {"u2", SCREE_TYPE_U16, SCREE_TYPE_U16, {0, 65535, 32768, 32767, 256, 255}},
    {"u4", SCREE_TYPE_U32, SCREE_TYPE_U32, {0, 4294967295.0, 2147483648.0, 16777217.0, 65536, 1}},
    {"i1", SCREE_TYPE_I8, SCREE_TYPE_I8, {-128, 127, -1, 0, 1, 64}},
    {"i2", SCREE_TYPE_I16, SCREE_TYPE_I16, {-32768, 32767, -1, 0, 256, -257}},
    {"i4", SCREE_TYPE_I32, SCREE_TYPE_I32, {-2147483648.0, 2147483647.0, -16777217.0, 0, 1, -1}},
    {"f2", SCREE_TYPE_F16, SCREE_TYPE_F16, {65504, -65504, 1.5, -0.125, 0.000061035156, 2049 - 1}},
    {"f4", SCREE_TYPE_F32, SCREE_TYPE_F32, {3.4028234663852886e38, -1.5, 1e-45, 0.1f, -0.0, 2}},
    {"f8", SCREE_TYPE_F64, SCREE_TYPE_F64, {1e38, 0.1, -1.0 / 3.0, 1e-300, 16777217.0, -5}},
};

/* Stores an array of 3 axes, `count` with x first; values repeat. */
static void write_npy(const char *path, const npy_kind *kind, bool big_endian, bool fortran, const uint64_t count[3])
{
    uint8_t data[4096];
    char *text = (char *)data + 10;
    int length = snprintf(text, 1000, "{'descr': '%c%s', 'fortran_order': %s, 'shape': (%d, %d, %d), }\n",
                          big_endian ? '>' : '<', kind->name, fortran ? "True" : "False", (int)count[2], (int)count[1],
                          (int)count[0]);
    memcpy(data, "\x93NUMPY\x01\x00", 8);
    data[8] = (uint8_t)length;
    data[9] = (uint8_t)(length >> 8);
    uint8_t *at = data + 10 + length;
    uint64_t samples = count[0] * count[1] * count[2];
    for (uint64_t i = 0; i < samples; i++) {
        /* The index in C order of the sample that comes next. */
        uint64_t z = fortran ? i % count[2] : i / (count[0] * count[1]);
        uint64_t y = fortran ? i / count[2] % count[1] : i / count[0] % count[1];
        uint64_t x = fortran ? i / (count[2] * count[1]) : i % count[0];
        at = samples_put(at, kind->values[((z * count[1] + y) * count[0] + x) % 6], kind->stored, big_endian);
    }
    formats_store(path, data, (size_t)(at - data));
}

static void npy_of_every_kind_is_read(void **state)
{
    for (size_t k = 0; k < sizeof npy_kinds / sizeof npy_kinds[0]; k++) {
        for (int way = 0; way < 4; way++) {
            const uint64_t count[3] = {5, 3, 7};
            double stored[105];
            for (int i = 0; i < 105; i++) {
                double value = npy_kinds[k].values[i % 6];
                stored[i] = npy_kinds[k].stored == SCREE_TYPE_F32 ? (double)(float)value : value;
            }
            /* The smallest normal number of binary16. */
            for (int i = 4; i < 105 && npy_kinds[k].stored == SCREE_TYPE_F16; i += 6) {
                stored[i] = 0x1p-14;
            }
            npy_kind kind = npy_kinds[k];
            kind.values[4] = kind.stored == SCREE_TYPE_F16 ? 0x1p-14 : kind.values[4];
            write_npy("a.npy", &kind, way % 2 == 1, way / 2 == 1, count);
            const test_samples expected = {SCREE_FORMAT_NPY, kind.type, "y", 3, {5, 3, 7}, stored};
            samples_expect(&(scree_samples_params){.path = "a.npy"}, &expected);
            samples_expect_description("a.npy", &expected, NULL);
        }
    }
}

/* 64 bits have no type of their own; the numbers are exact up to 2^53. */
static void npy_of_64_bits_is_read(void **state)
{
    static const char header[] =
        "\x93NUMPY\x01\x00\x36\x00{'descr': '<i8', 'fortran_order': False, 'shape': (3,)}\n\n\n";
    static const double values[] = {-9007199254740992.0, 9007199254740991.0, -3};
    for (int is_signed = 0; is_signed < 2; is_signed++) {
        uint8_t data[200];
        memcpy(data, header, sizeof header - 1);
        data[8] = (uint8_t)(sizeof header - 1 - 10);
        data[22] = is_signed ? 'i' : 'u';
        double stored[3];
        for (int i = 0; i < 3; i++) {
            stored[i] = is_signed ? values[i] : fabs(values[i]) * 1024;
            uint64_t bits = is_signed ? (uint64_t)(int64_t)stored[i] : (uint64_t)stored[i];
            memcpy(data + sizeof header - 1 + 8 * (size_t)i, &bits, 8);
        }
        formats_store("a.npy", data, sizeof header - 1 + 24);
        const test_samples expected = {SCREE_FORMAT_NPY, SCREE_TYPE_F64, "y", 1, {3}, stored};
        samples_expect(&(scree_samples_params){.path = "a.npy"}, &expected);
    }
}

/* All kinds of numbers in binary16: denormal, smallest, largest, and those that are holes. */
static void halves_are_read(void **state)
{
    static const uint16_t bits[] = {0x0001, 0x03ff, 0x0400, 0x7bff, 0xfbff, 0x8000, 0x3c00,
                                    0xc000, 0x7c00, 0xfc00, 0x7e00, 0x7c01, 0x3555, 0x83ff};
    double stored[] = {0x1p-24, 0x1.ff8p-15, 0x1p-14,     65504,       -65504,      -0.0,           1,
                       -2,      (double)NAN, (double)NAN, (double)NAN, (double)NAN, 0.333251953125, -0x1.ff8p-15};
    formats_store("a.r16", bits, sizeof bits);
    scree_samples_params params = {.path = "a.r16",
                                   .axes = 1,
                                   .count = {14},
                                   .has_type = true,
                                   .type = SCREE_TYPE_F16,
                                   .nodata_rule = SCREE_NODATA_FILL,
                                   .fill = 7};
    const test_samples expected = {SCREE_FORMAT_R16, SCREE_TYPE_F16, "y", 1, {14}, stored};
    samples_expect(&params, &expected);
    /* Named with fewer digits than the one that is stored has. */
    params.has_nodata = true;
    params.nodata = 0.3332;
    stored[12] = (double)NAN;
    samples_expect(&params, &expected);
}

/* A file that needs its size from its sidecar or from who reads it. */
static void raw_samples_are_read(void **state)
{
    static const struct {
        const char *path;
        scree_type type;
        scree_format format;
    } cases[] = {
        {"a.r16", SCREE_TYPE_U16, SCREE_FORMAT_R16}, {"a.r16", SCREE_TYPE_I16, SCREE_FORMAT_R16},
        {"a.r32", SCREE_TYPE_F32, SCREE_FORMAT_R32}, {"a.r32", SCREE_TYPE_U32, SCREE_FORMAT_R32},
        {"a.r32", SCREE_TYPE_I32, SCREE_FORMAT_R32},
    };
    for (size_t c = 0; c < 2 * sizeof cases / sizeof cases[0]; c++) {
        bool big_endian = c % 2 == 1;
        bool negative = cases[c / 2].type != SCREE_TYPE_U16 && cases[c / 2].type != SCREE_TYPE_U32;
        uint8_t data[24 * 4];
        uint8_t *at = data;
        double stored[24];
        char sidecar[200];
        for (int i = 0; i < 24; i++) {
            stored[i] = (negative ? -700 : 0) + 97 * i;
            at = samples_put(at, stored[i], cases[c / 2].type, big_endian);
        }
        const test_samples expected = {cases[c / 2].format, cases[c / 2].type, "y", 3, {4, 3, 2}, stored};
        scree_samples_params params = {.path = cases[c / 2].path,
                                       .axes = 3,
                                       .count = {4, 3, 2},
                                       .has_type = true,
                                       .type = cases[c / 2].type,
                                       .is_big_endian = big_endian};
        formats_store(params.path, data, (size_t)(at - data));
        samples_expect(&params, &expected);
        /* Under another name. */
        formats_store("a.bin", data, (size_t)(at - data));
        params.path = "a.bin";
        params.has_format = true;
        params.format = cases[c / 2].format;
        samples_expect(&params, &expected);
        /* By a sidecar; one that says something else stands back behind what is asked for. */
        int length = snprintf(sidecar, sizeof sidecar,
                              "{\"format\": \"%s\", \"type\": \"%s\", \"size\": [4, 3, 2], \"byte_order\": \"%s\"}",
                              scree_format_describe(params.format)->name, scree_type_name(params.type),
                              big_endian ? "big" : "little");
        char path[20];
        snprintf(path, sizeof path, "%s.json", cases[c / 2].path);
        formats_store(path, sidecar, (size_t)length);
        samples_expect(&(scree_samples_params){.path = cases[c / 2].path}, &expected);
        samples_expect_description(cases[c / 2].path, &expected, NULL);
        formats_store("a.bin.json", "{}", 2);
        samples_expect(&params, &expected);
        formats_fixture_clear(NULL);
    }
}

/* Without an origin the corner of the first voxel is at 0, whatever the directions. */
static void sidecars_have_a_geometry(void **state)
{
    static const struct {
        const char *text;
        double origin[3];
    } cases[] = {
        {"", {1, 2, 3}},
        {", \"direction\": [[0, 1, 0], [-1, 0, 0], [0, 0, -1]]", {-2, 1, -3}},
        {", \"origin\": [7, 8, 9], \"direction\": [[0, 1, 0], [-1, 0, 0], [0, 0, -1]]", {7, 8, 9}},
    };
    formats_store("a.r32", "01234567", 8);
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        char text[300];
        scree_file_info info;
        const int length = snprintf(
            text, sizeof text, "{\"format\": \"r32\", \"type\": \"f32\", \"size\": [2, 1, 1], \"voxel\": [2, 4, 6]%s}",
            cases[c].text);
        formats_store("a.r32.json", text, (size_t)length);
        assert_int_equal(scree_file_describe(fixture_context, "a.r32", &info), SCREE_OK);
        assert_true(info.geometry.is_known);
        assert_memory_equal(info.geometry.origin, cases[c].origin, sizeof cases[c].origin);
        scree_file_info_clear(&info);
    }
}

/* The samples of a field as numbers; the caller frees them. */
static double *number_samples(const test_field *field)
{
    double *numbers = malloc(field->count * sizeof numbers[0]);
    assert_non_null(numbers);
    for (uint64_t i = 0; i < field->count; i++) {
        numbers[i] = field->recipe.output.type == SCREE_TYPE_F32   ? (double)((float *)field->samples)[i]
                     : field->recipe.output.type == SCREE_TYPE_U16 ? (double)((uint16_t *)field->samples)[i]
                                                                   : (double)((uint8_t *)field->samples)[i];
    }
    return numbers;
}

static void check_written(const test_format *row, scree_type type, uint32_t axes)
{
    const uint64_t count[] = {67, axes > 1 ? 45 : 1, axes > 2 ? 3 : 1};
    test_field field = formats_field(type, axes, count);
    double *stored = number_samples(&field);
    formats_write(row->path, row->format, &field, NULL);
    /* Arrays of VTI have names. */
    const char *channel = row->format == SCREE_FORMAT_VTI ? "noise" : "y";
    const test_samples expected = {
        row->format, type, channel, row->info->is_picture ? 2 : axes, {count[0], count[1], count[2]}, stored};
    samples_expect(&(scree_samples_params){.path = row->path}, &expected);
    samples_expect(&(scree_samples_params){.path = row->path, .channel = "0"}, &expected);
    samples_refuse(&(scree_samples_params){.path = row->path, .channel = "r"}, SCREE_ERROR_INVALID, row->path);
    free(stored);
    formats_field_free(&field);
    formats_fixture_clear(NULL);
}

/* Files written by scree are read back unchanged, in every format that is read. */
static void written_fields_are_read(void **state)
{
    test_format rows[TEST_FORMATS_MOST];
    const size_t count = formats_written(rows);
    for (size_t i = 0; i < count; i++) {
        const uint32_t most = rows[i].info->is_picture ? 2 : 3;
        for (uint32_t type = 0; rows[i].info->is_read && type <= SCREE_TYPE_U8; type++) {
            for (uint32_t axes = 1; axes <= most && scree_format_holds(rows[i].info, type); axes++) {
                check_written(&rows[i], (scree_type)type, axes);
            }
        }
    }
}

typedef struct png_kind {
    int colour_type;
    int depth;
    bool interlaced;
} png_kind;

#define PNG_WIDTH 13
#define PNG_HEIGHT 11

/* Any numbers, other ones for every channel, within the depth. */
static unsigned png_sample(const png_kind *kind, unsigned x, unsigned y, unsigned channel)
{
    unsigned value = (x * 7919 + y * 104729 + channel * 1299709) * 2654435761u >> 8;
    return value & ((1u << kind->depth) - 1) & (kind->colour_type == PNG_COLOR_TYPE_PALETTE ? 3 : 0xffff);
}

static unsigned png_channels(int colour_type)
{
    return colour_type == PNG_COLOR_TYPE_GRAY_ALPHA ? 2
           : colour_type == PNG_COLOR_TYPE_RGB      ? 3
           : colour_type == PNG_COLOR_TYPE_RGBA     ? 4
                                                    : 1;
}

static const png_color palette[] = {{1, 2, 3}, {250, 251, 252}, {0, 128, 255}, {9, 8, 7}};
static const png_byte palette_alpha[] = {0, 77};

static void write_png(const char *path, const png_kind *kind)
{
    FILE *stream = fopen(path, "wb");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    assert_non_null(stream);
    assert_int_equal(setjmp(png_jmpbuf(png)), 0);
    png_init_io(png, stream);
    png_set_IHDR(png, info, PNG_WIDTH, PNG_HEIGHT, kind->depth, kind->colour_type,
                 kind->interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    if (kind->colour_type == PNG_COLOR_TYPE_PALETTE) {
        png_set_PLTE(png, info, palette, kind->depth == 1 ? 2 : 4);
        png_set_tRNS(png, info, palette_alpha, 2, NULL);
    }
    png_write_info(png, info);
    png_set_packing(png);
    int passes = png_set_interlace_handling(png);
    unsigned channels = png_channels(kind->colour_type);
    for (int pass = 0; pass < passes; pass++) {
        for (unsigned y = 0; y < PNG_HEIGHT; y++) {
            uint8_t row[PNG_WIDTH * 8];
            uint8_t *at = row;
            for (unsigned i = 0; i < PNG_WIDTH * channels; i++) {
                at = samples_put(at, png_sample(kind, i / channels, y, i % channels),
                                 kind->depth == 16 ? SCREE_TYPE_U16 : SCREE_TYPE_U8, true);
            }
            png_write_row(png, row);
        }
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    assert_int_equal(fclose(stream), 0);
}

/* The colour that a channel of a palette stands for. */
static double palette_part(unsigned index, unsigned part)
{
    const unsigned parts[] = {index, palette[index].red, palette[index].green, palette[index].blue,
                              index < 2 ? palette_alpha[index] : 255};
    return parts[part];
}

static void check_png(const png_kind *kind, const char *name, unsigned channel, const char *channels)
{
    double stored[PNG_WIDTH * PNG_HEIGHT];
    bool looked_up = kind->colour_type == PNG_COLOR_TYPE_PALETTE;
    for (unsigned i = 0; i < PNG_WIDTH * PNG_HEIGHT; i++) {
        unsigned value = png_sample(kind, i % PNG_WIDTH, i / PNG_WIDTH, looked_up ? 0 : channel);
        stored[i] = looked_up ? palette_part(value, channel) : value;
    }
    scree_type type = kind->depth == 16 ? SCREE_TYPE_U16 : SCREE_TYPE_U8;
    const test_samples expected = {SCREE_FORMAT_PNG, type, name, 2, {PNG_WIDTH, PNG_HEIGHT}, stored};
    char number[4];
    snprintf(number, sizeof number, "%u", channel);
    samples_expect(&(scree_samples_params){.path = "a.png", .channel = name}, &expected);
    samples_expect(&(scree_samples_params){.path = "a.png", .channel = number}, &expected);
    if (channels[1] == '\0') {
        samples_expect(&(scree_samples_params){.path = "a.png"}, &expected);
        samples_expect_description("a.png", &expected, NULL);
    } else if (!looked_up || channel == 0) {
        samples_expect_description("a.png", &expected, channels);
    }
}

static void png_of_every_kind_is_read(void **state)
{
    static const struct {
        int colour_type;
        const char *names[5];
        const char *together;
        const char *listed;
    } colours[] = {
        {PNG_COLOR_TYPE_GRAY, {"y"}, "y", ""},
        {PNG_COLOR_TYPE_GRAY_ALPHA, {"y", "a"}, "y a", "y, a"},
        {PNG_COLOR_TYPE_RGB, {"r", "g", "b"}, "r g b", "r, g, b"},
        {PNG_COLOR_TYPE_RGBA, {"r", "g", "b", "a"}, "r g b a", "r, g, b, a"},
        {PNG_COLOR_TYPE_PALETTE, {"index", "r", "g", "b", "a"}, "index r g b a", "index, r, g, b, a"},
    };
    static const int depths[] = {1, 2, 4, 8, 16};
    for (size_t i = 0; i < 2 * 5 * 5; i++) {
        const png_kind kind = {colours[i / 10].colour_type, depths[i / 2 % 5], i % 2 == 1};
        bool small = kind.colour_type == PNG_COLOR_TYPE_GRAY || kind.colour_type == PNG_COLOR_TYPE_PALETTE;
        if ((kind.depth < 8 && !small) || (kind.depth == 16 && kind.colour_type == PNG_COLOR_TYPE_PALETTE)) {
            continue;
        }
        write_png("a.png", &kind);
        for (unsigned c = 0; c < 5 && colours[i / 10].names[c] != NULL; c++) {
            check_png(&kind, colours[i / 10].names[c], c, colours[i / 10].together);
        }
        char message[100];
        snprintf(message, sizeof message, "a.png: one of its channels must be chosen: %s", colours[i / 10].listed);
        if (colours[i / 10].listed[0] != '\0') {
            samples_refuse(&(scree_samples_params){.path = "a.png"}, SCREE_ERROR_INVALID, message);
            snprintf(message, sizeof message, "a.png: it has no channel \"z\", only %s", colours[i / 10].listed);
            samples_refuse(&(scree_samples_params){.path = "a.png", .channel = "z"}, SCREE_ERROR_INVALID, message);
            samples_refuse(&(scree_samples_params){.path = "a.png", .channel = "5"}, SCREE_ERROR_INVALID,
                           "a.png: it has no channel \"5\", only ");
        }
    }
}

static void store_floats(const char *path, const float *values, size_t count)
{
    uint8_t data[400];
    uint8_t *at = data;
    for (size_t i = 0; i < count; i++) {
        at = samples_put(at, (double)values[i], SCREE_TYPE_F32, false);
    }
    formats_store(path, data, (size_t)(at - data));
}

/* Each rule, with holes of each kind. */
static void holes_are_refused_or_filled(void **state)
{
    const float values[] = {4, 2, NAN, 8, INFINITY, -INFINITY, -9999, -3.4028235e38f, 16, 1};
    const double hole = (double)NAN;
    const double two[] = {4, 2, hole, 8, hole, hole, -9999, (double)-3.4028235e38f, 16, 1};
    const double all[] = {4, 2, hole, 8, hole, hole, hole, (double)-3.4028235e38f, 16, 1};
    const double maximum[] = {4, 2, hole, 8, hole, hole, -9999, hole, 16, 1};
    store_floats("a.r32", values, 10);
    scree_samples_params params = {.path = "a.r32", .axes = 2, .count = {5, 2}};
    samples_refuse(&params, SCREE_ERROR_FORMAT,
                   "a.r32: 3 of its 10 cells have no data (no finite number, or the value that stands for none), the "
                   "first at (2, 0); a rule for them must be chosen");
    params.has_nodata = true;
    params.nodata = -9999;
    samples_refuse(&params, SCREE_ERROR_FORMAT, "a.r32: 4 of its 10 cells have no data");
    params.nodata_rule = SCREE_NODATA_FILL;
    params.fill = 0.5f;
    test_samples expected = {SCREE_FORMAT_R32, SCREE_TYPE_F32, "y", 2, {5, 2}, all};
    samples_expect(&params, &expected);
    /* Named with fewer digits, as programs do. */
    params.nodata = -3.4028235e+38;
    expected.stored = maximum;
    samples_expect(&params, &expected);
    params.has_nodata = false;
    expected.stored = two;
    samples_expect(&params, &expected);
    params.fill = NAN;
    samples_expect(&params, &expected);
    params.nodata_rule = SCREE_NODATA_LOWEST;
    params.fill = -3.4028235e38f;
    samples_expect(&params, &expected);
    /* The position of the first hole counts rows from the top, whatever the file does. */
    static const char pfm[] = "Pf 1 3 -1\n\0\0\xc0\x7f\0\0\0\0\0\0\0\0";
    formats_store("a.pfm", pfm, sizeof pfm - 1);
    samples_refuse(&(scree_samples_params){.path = "a.pfm"}, SCREE_ERROR_FORMAT,
                   "a.pfm: 1 of its 3 cells have no data (no finite number, or the value that stands for none), the "
                   "first at (0, 2)");
}

static void nothing_but_holes(void **state)
{
    const double stored[] = {(double)NAN, (double)NAN};
    scree_samples_params params = {.path = "a.txt", .nodata_rule = SCREE_NODATA_LOWEST};
    formats_store("a.txt", "2 1\nnan inf\n", 12);
    samples_refuse(&params, SCREE_ERROR_FORMAT,
                   "a.txt: none of its cells has data, so there is no lowest to fill them with");
    params.nodata_rule = SCREE_NODATA_REFUSE;
    samples_refuse(&params, SCREE_ERROR_FORMAT, "a.txt: 2 of its 2 cells have no data");
    params.nodata_rule = SCREE_NODATA_FILL;
    params.fill = -1;
    const test_samples expected = {SCREE_FORMAT_TEXT, SCREE_TYPE_F32, "y", 1, {2}, stored};
    samples_expect(&params, &expected);
    /* Values that float32 cannot hold are no-data; integers may stand for no-data as well. */
    const npy_kind large = {"f8", SCREE_TYPE_F64, SCREE_TYPE_F64, {1e39, -1e300, 3.4028235677973366e38, 1, 2, 3}};
    const double large_stored[] = {(double)NAN, (double)NAN, (double)NAN, 1, 2, 3};
    write_npy("a.npy", &large, false, false, (const uint64_t[]){6, 1, 1});
    params.path = "a.npy";
    const test_samples large_expected = {SCREE_FORMAT_NPY, SCREE_TYPE_F64, "y", 3, {6, 1, 1}, large_stored};
    samples_expect(&params, &large_expected);
    const npy_kind whole = {"u2", SCREE_TYPE_U16, SCREE_TYPE_U16, {5, 65535, 0, 65535, 2, 3}};
    const double whole_stored[] = {5, (double)NAN, 0, (double)NAN, 2, 3};
    write_npy("a.npy", &whole, true, true, (const uint64_t[]){6, 1, 1});
    params.has_nodata = true;
    params.nodata = 65535;
    const test_samples whole_expected = {SCREE_FORMAT_NPY, SCREE_TYPE_U16, "y", 3, {6, 1, 1}, whole_stored};
    samples_expect(&params, &whole_expected);
}

/* A small deviation far from zero, over many blocks: a sum of squares would have no digit left. */
static void statistics_keep_their_digits(void **state)
{
    static double stored[300 * 300];
    static uint8_t data[100 + sizeof stored];
    static const char header[] =
        "\x93NUMPY\x01\x00\x3b\x00{'descr': '<f8', 'fortran_order': False, 'shape': (300,300)}\n";
    memcpy(data, header, sizeof header - 1);
    data[8] = (uint8_t)(sizeof header - 1 - 10);
    uint8_t *at = data + sizeof header - 1;
    uint64_t random = 3;
    for (size_t i = 0; i < 90000; i++) {
        stored[i] = 1e9 + fixture_draw_unit(&random);
        at = samples_put(at, stored[i], SCREE_TYPE_F64, false);
    }
    formats_store("a.npy", data, (size_t)(at - data));
    scree_samples samples;
    assert_int_equal(scree_samples_read(fixture_context, &(scree_samples_params){.path = "a.npy"}, &samples), SCREE_OK);
    long double mean = 0;
    long double squares = 0;
    for (size_t i = 0; i < 90000; i++) {
        mean += ((long double)stored[i] - 1e9L) / 90000;
    }
    for (size_t i = 0; i < 90000; i++) {
        long double distance = (long double)stored[i] - 1e9L - mean;
        squares += distance * distance / 90000;
    }
    assert_true(fabs(samples.mean - 1e9 - (double)mean) < 1e-6);
    assert_true(fabs(samples.deviation - (double)sqrtl(squares)) < 1e-9);
    scree_samples_clear(&samples);
}

/* Comparing what was read with the threshold gives what comparing the stored numbers with it gives. */
static void samples_stay_on_their_side_of_a_threshold(void **state)
{
    static const struct {
        npy_kind kind;
        double threshold;
        bool is_greater[6];
    } rows[] = {
        {{"f8", SCREE_TYPE_F64, SCREE_TYPE_F64, {0.1, 0.1 + 0x1p-54, 0.1 - 0x1p-54, 0.2, 0.0, -0.1}},
         0.1,
         {0, 1, 0, 1, 0, 0}},
        {{"f8", SCREE_TYPE_F64, SCREE_TYPE_F64, {1e-300, -1e-300, 0.0, -0.0, 1.0, -1.0}}, 0.0, {1, 0, 0, 0, 1, 0}},
        {{"f8", SCREE_TYPE_F64, SCREE_TYPE_F64, {-0.3, -0.3 + 0x1p-53, -0.3 - 0x1p-53, 9.0, 0.0, -9.0}},
         -0.3,
         {0, 1, 0, 1, 1, 0}},
        {{"i4", SCREE_TYPE_I32, SCREE_TYPE_I32, {16777216, 16777217, 16777218, -16777217, 0, 2147483647}},
         16777216.0,
         {0, 1, 1, 0, 0, 1}},
        {{"i4", SCREE_TYPE_I32, SCREE_TYPE_I32, {16777218, 16777219, 16777220, -16777217, 0, 5}},
         16777219.0,
         {0, 0, 1, 0, 0, 0}},
        {{"u4", SCREE_TYPE_U32, SCREE_TYPE_U32, {4294967295.0, 4294967294.0, 4294967293.0, 0, 1, 2}},
         4294967294.0,
         {1, 0, 0, 0, 0, 0}},
        {{"f4", SCREE_TYPE_F32, SCREE_TYPE_F32, {0.1f, 0.2f, 0.0, 1.0, -0.1f, 3.0}}, 0.1, {0, 1, 0, 1, 0, 1}},
        {{"f2", SCREE_TYPE_F16, SCREE_TYPE_F16, {0.0999755859375, 0.5, 0.0, 1.0, -0.5, 2.0}}, 0.1, {0, 1, 0, 1, 0, 1}},
    };
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        scree_samples samples;
        write_npy("t.npy", &rows[r].kind, false, false, (const uint64_t[3]){6, 1, 1});
        const scree_samples_params params = {.path = "t.npy", .has_threshold = true, .threshold = rows[r].threshold};
        assert_int_equal(scree_samples_read(fixture_context, &params, &samples), SCREE_OK);
        for (int i = 0; i < 6; i++) {
            assert_int_equal((double)samples.values[i] > samples.threshold, rows[r].is_greater[i]);
            assert_true(fabsf(samples.values[i] - (float)rows[r].kind.values[i]) <=
                        fabsf(samples.values[i]) * 0x1p-23f + 0x1p-149f);
        }
        scree_samples_clear(&samples);
    }
}

static void wrong_parameters_are_refused(void **state)
{
    scree_samples samples;
    formats_store("a.txt", "2 1\n1 2\n", 8);
    formats_store("a.r32", "abcdefgh", 8);
    formats_store("a.what", "abcdefgh", 8);
    static const struct {
        scree_samples_params params;
        scree_result result;
        const char *message;
    } cases[] = {
        {{.path = NULL}, SCREE_ERROR_INVALID, "path is NULL"},
        {{.path = "a.txt", .has_format = true, .format = (scree_format)99}, SCREE_ERROR_INVALID, "format is 99, which"},
        {{.path = "a.txt", .axes = 9}, SCREE_ERROR_INVALID, "axes is 9; it must be 1 to 8, or 0"},
        {{.path = "a.txt", .axes = 2, .count = {3}}, SCREE_ERROR_INVALID, "count[1] is 0; it must be at least 1"},
        {{.path = "a.txt", .axes = 1, .count = {3}},
         SCREE_ERROR_INVALID,
         "a.txt: the size that was given is 3, and the file says of itself that it has 2"},
        {{.path = "a.txt", .axes = 2, .count = {2, 1}},
         SCREE_ERROR_INVALID,
         "a.txt: the size that was given is 2x1, and the file says of itself that it has 2"},
        {{.path = "a.txt", .has_type = true, .type = (scree_type)9}, SCREE_ERROR_INVALID, "type is 9, which is none"},
        {{.path = "a.txt", .nodata_rule = (scree_nodata_rule)3},
         SCREE_ERROR_INVALID,
         "nodata_rule is 3, which is no rule"},
        {{.path = "a.txt", .nodata_rule = (scree_nodata_rule)-1},
         SCREE_ERROR_INVALID,
         "nodata_rule is -1, which is no rule"},
        {{.path = "a.txt", .nodata_rule = SCREE_NODATA_FILL, .fill = INFINITY},
         SCREE_ERROR_INVALID,
         "fill is inf; it must be finite or nan"},
        {{.path = "a.txt", .has_page = true, .page = 2},
         SCREE_ERROR_INVALID,
         "a.txt: page 2 was asked for; a file of the format text has only one"},
        {{.path = "none.txt"}, SCREE_ERROR_IO, "cannot read none.txt: No such file or directory"},
        {{.path = "a.what"}, SCREE_ERROR_FORMAT, "a.what: unknown format; scree reads "},
        {{.path = "a.what", .has_format = true, .format = SCREE_FORMAT_PNG}, SCREE_ERROR_FORMAT, "a.what: damaged PNG"},
        {{.path = "a.r32"}, SCREE_ERROR_FORMAT, "a.r32: a file of this format has no header, and its sidecar"},
        {{.path = "a.r32", .axes = 1, .count = {2}, .has_type = true, .type = SCREE_TYPE_U16},
         SCREE_ERROR_FORMAT,
         "a.r32: it is said to be r32 of the type u16, which do not go together"},
        {{.path = "a.r32", .axes = 1, .count = {3}},
         SCREE_ERROR_FORMAT,
         "a.r32: the file has 8 bytes, and must have 12 for its size"},
        {{.path = "a.r32", .axes = 2, .count = {UINT64_MAX, UINT64_MAX}},
         SCREE_ERROR_FORMAT,
         "a.r32: the header's size is zero or too large"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        samples_refuse(&cases[i].params, cases[i].result, cases[i].message);
    }
    const scree_samples_params good = {.path = "a.txt", .axes = 1, .count = {2}};
    assert_int_equal(scree_samples_read(fixture_context, &good, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_samples_read(fixture_context, NULL, &samples), SCREE_ERROR_INVALID);
    assert_int_equal(scree_samples_read(fixture_context, &good, &samples), SCREE_OK);
    scree_samples_clear(&samples);
    scree_samples_clear(&samples);
    scree_samples_clear(NULL);
}

/* Files that claim more than they can hold, and one that holds more than the machine. */
static void too_large_files_are_refused(void **state)
{
    const png_kind kind = {PNG_COLOR_TYPE_GRAY, 8, false};
    size_t size;
    write_png("a.png", &kind);
    uint8_t *data = formats_load("a.png", &size);
    /* 2^31 - 1 rows, and the header's check sum. */
    samples_put(data + 20, 2147483647, SCREE_TYPE_U32, true);
    samples_put(data + 29, libdeflate_crc32(0, data + 12, 17), SCREE_TYPE_U32, true);
    formats_store("a.png", data, size);
    free(data);
    char message[100];
    snprintf(message, sizeof message, "a.png: its %d bytes cannot hold the %llu bytes of samples that it claims",
             (int)size, 2147483647ull * PNG_WIDTH);
    samples_refuse(&(scree_samples_params){.path = "a.png"}, SCREE_ERROR_FORMAT, message);
    static const char npy[] =
        "\x93NUMPY\x01\x00\x46\x00{'descr': '|u1', 'fortran_order': False, 'shape': (99999999, 999)}     \n";
    formats_store("a.npy", npy, sizeof npy - 1);
    samples_refuse(&(scree_samples_params){.path = "a.npy"}, SCREE_ERROR_FORMAT,
                   "a.npy: the file has 82 bytes, and must have 99899999081 for its size");
    uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t side = memory / 4 / 1024 / 1024 + 1;
    formats_store("a.r32", "", 0);
    if (truncate("a.r32", (off_t)(side * 1024 * 1024 * 4)) != 0) {
        print_message("the file system holds no file that is larger than the memory\n");
        return;
    }
    samples_refuse(&(scree_samples_params){.path = "a.r32", .axes = 3, .count = {1024, 1024, side}},
                   SCREE_ERROR_OUT_OF_MEMORY, "a.r32: its ");
    assert_non_null(strstr(fixture_message, "bytes of memory, and there are"));
}

static void damaged_files_are_refused(void **state)
{
    const png_kind kind = {PNG_COLOR_TYPE_RGBA, 16, true};
    write_png("a.png", &kind);
    samples_damage("a.png", "a");
    const uint64_t count[3] = {5, 3, 7};
    write_npy("a.npy", &npy_kinds[5], true, true, count);
    samples_damage("a.npy", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(npy_of_every_kind_is_read, formats_fixture_clear),
        cmocka_unit_test_teardown(npy_of_64_bits_is_read, formats_fixture_clear),
        cmocka_unit_test_teardown(halves_are_read, formats_fixture_clear),
        cmocka_unit_test_teardown(raw_samples_are_read, formats_fixture_clear),
        cmocka_unit_test_teardown(sidecars_have_a_geometry, formats_fixture_clear),
        cmocka_unit_test_teardown(written_fields_are_read, formats_fixture_clear),
        cmocka_unit_test_teardown(png_of_every_kind_is_read, formats_fixture_clear),
        cmocka_unit_test_teardown(holes_are_refused_or_filled, formats_fixture_clear),
        cmocka_unit_test_teardown(nothing_but_holes, formats_fixture_clear),
        cmocka_unit_test_teardown(statistics_keep_their_digits, formats_fixture_clear),
        cmocka_unit_test_teardown(samples_stay_on_their_side_of_a_threshold, formats_fixture_clear),
        cmocka_unit_test_teardown(wrong_parameters_are_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(too_large_files_are_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(damaged_files_are_refused, formats_fixture_clear),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
