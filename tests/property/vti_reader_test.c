/* The reader of VTI: files of every form, as VTK and others write them, and damaged ones. */
#include "file_blob.h"
#include "samples_fixture.h"
#include "volume_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum vti_form { FORM_TEXT, FORM_INLINE, FORM_APPENDED_RAW, FORM_APPENDED_BASE64, FORM_COUNT } vti_form;

typedef enum vti_packing { PACKING_NONE, PACKING_ZLIB, PACKING_LZMA } vti_packing;

/* How a file is made. */
typedef struct vti_kind {
    vti_form form;
    vti_packing packing;
    bool is_big_endian;
    bool is_wide; /* Headers of 64 bits. */
} vti_kind;

/* Bytes of a packed block; no multiple of those of a cell of several numbers. */
#define BLOCK 20

static const char *const vtk_names[BLOB_TYPES] = {"UInt8",  "Int8",  "UInt16",  "Int16",
                                                  "UInt32", "Int32", "Float32", "Float64"};

static void add_number(blob *to, const vti_kind *kind, uint64_t number)
{
    const size_t size = kind->is_wide ? 8 : 4;
    uint8_t bytes[8];
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(number >> (8 * (kind->is_big_endian ? size - 1 - i : i)));
    }
    blob_bytes(to, bytes, size);
}

/* Adds bytes as they are or in base64. */
static void add_encoded(blob *to, const vti_kind *kind, const blob *bytes)
{
    if (kind->form == FORM_APPENDED_RAW) {
        blob_bytes(to, bytes->bytes, bytes->size);
    } else {
        blob_base64(to, bytes);
    }
}

static void add_plain(blob *to, const vti_kind *kind, const blob *raw)
{
    blob whole = {.size = 0};
    add_number(&whole, kind, raw->size);
    blob_bytes(&whole, raw->bytes, raw->size);
    add_encoded(to, kind, &whole);
}

/* The header and the blocks are encoded one after the other. */
static void add_blocks(blob *to, const vti_kind *kind, const blob *raw)
{
    blob header = {.size = 0};
    blob blocks = {.size = 0};
    add_number(&header, kind, (raw->size + BLOCK - 1) / BLOCK);
    add_number(&header, kind, BLOCK);
    add_number(&header, kind, raw->size % BLOCK);
    for (size_t at = 0; at < raw->size; at += BLOCK) {
        const size_t before = blocks.size;
        const size_t size = raw->size - at < BLOCK ? raw->size - at : BLOCK;
        if (kind->packing == PACKING_LZMA) {
            blob_lzma(&blocks, raw->bytes + at, size);
        } else {
            blob_packed(&blocks, raw->bytes + at, size, false);
        }
        add_number(&header, kind, blocks.size - before);
    }
    add_encoded(to, kind, &header);
    add_encoded(to, kind, &blocks);
}

static void add_array(blob *to, const vti_kind *kind, scree_type type, uint32_t channels)
{
    blob raw = {.size = 0};
    blob_samples(&raw, type, kind->is_big_endian, channels);
    if (kind->packing != PACKING_NONE) {
        add_blocks(to, kind, &raw);
    } else {
        add_plain(to, kind, &raw);
    }
}

static void add_words(blob *to, scree_type type, uint32_t channels)
{
    for (uint64_t i = 0; i < BLOB_SAMPLES; i++) {
        for (uint32_t channel = 0; channel < channels; channel++) {
            blob_text(to, "%s%g", i % 6 == 0 && channel == 0 ? "\n          " : " ", blob_sample(type, i, channel));
        }
    }
}

static void add_opening(blob *to, const vti_kind *kind)
{
    static const char *const compressors[] = {"", " compressor=\"vtkZLibDataCompressor\"",
                                              " compressor=\"vtkLZMADataCompressor\""};
    blob_text(to, "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"%s\" byte_order=\"%s\"%s%s>\n",
              kind->is_wide ? "1.0" : "0.1", kind->is_big_endian ? "BigEndian" : "LittleEndian",
              kind->is_wide ? " header_type=\"UInt64\"" : "", compressors[kind->packing]);
}

/* An array of so many components for the points of 4 x 3 x 2 samples. */
static void make_vti(const char *path, const vti_kind *kind, size_t type, uint32_t channels)
{
    static const char *const formats[] = {"ascii", "binary", "appended", "appended"};
    blob file = {.size = 0};
    add_opening(&file, kind);
    blob_text(&file, "  <ImageData WholeExtent=\"0 3 0 2 0 1\" Origin=\"0 0 0\" Spacing=\"1 1 1\">\n"
                     "  <Piece Extent=\"0 3 0 2 0 1\">\n    <PointData>\n");
    blob_text(&file, "      <DataArray type=\"%s\" Name=\"h\" NumberOfComponents=\"%u\" format=\"%s\"%s",
              vtk_names[type], channels, formats[kind->form],
              kind->form >= FORM_APPENDED_RAW ? " offset=\"0\"/>\n" : ">\n");
    if (kind->form == FORM_TEXT) {
        add_words(&file, blob_types[type], channels);
    } else if (kind->form == FORM_INLINE) {
        add_array(&file, kind, blob_types[type], channels);
    }
    blob_text(&file, "%s    </PointData>\n    <CellData>\n    </CellData>\n  </Piece>\n  </ImageData>\n",
              kind->form <= FORM_INLINE ? "\n      </DataArray>\n" : "");
    if (kind->form >= FORM_APPENDED_RAW) {
        blob_text(&file, "  <AppendedData encoding=\"%s\">\n   _", kind->form == FORM_APPENDED_RAW ? "raw" : "base64");
        add_array(&file, kind, blob_types[type], channels);
        blob_text(&file, "\n  </AppendedData>\n");
    }
    blob_text(&file, "</VTKFile>\n");
    blob_store(path, &file);
}

static void expect_channel(const char *path, size_t type, const char *channel, uint32_t number, const char *channels)
{
    double stored[BLOB_SAMPLES];
    blob_list_samples(stored, blob_types[type], number);
    const test_samples expected = {SCREE_FORMAT_VTI, blob_types[type], channel, 3, {4, 3, 2}, stored};
    samples_expect(&(scree_samples_params){.path = path, .channel = channels != NULL ? channel : NULL}, &expected);
    samples_expect_description(path, &expected, channels);
}

/* Calls a function for every kind of file. */
static void for_every_kind(void (*check)(const vti_kind *kind))
{
    for (unsigned i = 0; i < FORM_COUNT * 8; i++) {
        const vti_kind kind = {.form = (vti_form)(i / 8),
                               .packing = (vti_packing)(i % 2),
                               .is_big_endian = i / 2 % 2 == 1,
                               .is_wide = i / 4 % 2 == 1};
        check(&kind);
    }
}

static void check_types(const vti_kind *kind)
{
    for (size_t type = 0; type < BLOB_TYPES; type++) {
        make_vti("a.vti", kind, type, 1);
        expect_channel("a.vti", type, "h", 0, NULL);
    }
}

static void every_form_and_type_is_read(void **state)
{
    for_every_kind(check_types);
}

static void check_channels(const vti_kind *kind)
{
    static const char *const names[] = {"0", "1", "2"};
    for (size_t type = 0; type < BLOB_TYPES; type++) {
        make_vti("a.vti", kind, type, 3);
        for (uint32_t channel = 0; channel < 3; channel++) {
            expect_channel("a.vti", type, names[channel], channel, "0 1 2");
        }
    }
    samples_refuse(&(scree_samples_params){.path = "a.vti"}, SCREE_ERROR_INVALID,
                   "a.vti: one of its channels must be chosen: 0, 1, 2");
}

static void components_are_channels(void **state)
{
    for_every_kind(check_channels);
}

static void blocks_of_lzma_are_read(void **state)
{
    for (unsigned i = FORM_INLINE; i < FORM_COUNT; i++) {
        const vti_kind kind = {.form = (vti_form)i, .packing = PACKING_LZMA, .is_wide = i % 2 == 1};
        make_vti("a.vti", &kind, 0, 1);
        expect_channel("a.vti", 0, "h", 0, NULL);
        make_vti("a.vti", &kind, 7, 2);
        expect_channel("a.vti", 7, "1", 1, "0 1");
    }
}

static void damaged_files_are_read_or_refused(void **state)
{
    static const vti_kind kinds[] = {
        {FORM_TEXT, PACKING_NONE, false, false},         {FORM_INLINE, PACKING_NONE, false, true},
        {FORM_INLINE, PACKING_ZLIB, true, false},        {FORM_APPENDED_RAW, PACKING_ZLIB, false, true},
        {FORM_APPENDED_RAW, PACKING_LZMA, false, false}, {FORM_APPENDED_BASE64, PACKING_ZLIB, false, false}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        make_vti("a.vti", &kinds[i], 6, 1);
        samples_damage("a.vti", NULL);
        make_vti("a.vti", &kinds[i], 3, 2);
        samples_damage("a.vti", "1");
    }
}

#define FILE_TAG "<VTKFile type=\"ImageData\" version=\"0.1\" byte_order=\"LittleEndian\">"
#define IMAGE "<ImageData WholeExtent=\"0 2 0 1 0 0\"><Piece Extent=\"0 2 0 1 0 0\">"
#define END "</Piece></ImageData></VTKFile>"
#define WORDS "<DataArray type=\"Int32\" Name=\"h\" format=\"ascii\">"

static void expect_text(const char *text, const test_samples *expected, const char *channel, const char *channels)
{
    formats_store("a.vti", text, strlen(text));
    samples_expect(&(scree_samples_params){.path = "a.vti", .channel = channel}, expected);
    samples_expect_description("a.vti", expected, channels);
}

/* Comments, other elements and attributes, quotes of either kind, entities, and elements within an array. */
static void other_elements_are_passed_over(void **state)
{
    static const double stored[] = {1, 2, 3, 4, 5, -6};
    const test_samples expected = {SCREE_FORMAT_VTI, SCREE_TYPE_I32, "a <b> & \"c\" 'd'", 2, {3, 2}, stored};
    expect_text("<?xml version='1.0' encoding='UTF-8'?><!-- <VTKFile> -- a > b --->\n" FILE_TAG
                "\n<Other a=\"/>\"><ImageData><Piece/></ImageData></Other>"
                "<ImageData Origin = '0 0 0' WholeExtent = ' -1 1\t4 5 7 7 '>\n"
                "<FieldData><DataArray type=\"Float64\" Name=\"TimeValue\" format=\"ascii\">9</DataArray></FieldData>"
                "<Piece Extent=\"-1 1 4 5 7 7\"><CellData/><PointData Scalars=\"h\">"
                "<Array type=\"String\" Name=\"s\" format=\"ascii\">7</Array>"
                "<DataArray type=\"String\" Name=\"t\" format=\"ascii\">8</DataArray>"
                "<DataArray Name='a &lt;b&gt; &amp; \"c\" &apos;d&apos;' type='Int32' RangeMin='1' format='ascii' >"
                "\n1 2<!-- 9 -->\r\n 3 <InformationKey name=\"k\" length=\"2\"><Value index=\"0\">9</Value>9<V/>"
                "</InformationKey>4 5 -6</DataArray ></PointData>" END,
                &expected, NULL, NULL);
}

static void cells_are_one_fewer(void **state)
{
    static const double stored[] = {7, 8};
    const test_samples expected = {SCREE_FORMAT_VTI, SCREE_TYPE_I32, "h", 1, {2}, stored};
    expect_text(FILE_TAG IMAGE "<PointData></PointData><CellData>" WORDS "7 8</DataArray></CellData>" END, &expected,
                NULL, NULL);
    const test_samples lines = {SCREE_FORMAT_VTI, SCREE_TYPE_I32, "h", 2, {1, 2}, stored};
    expect_text(FILE_TAG "<ImageData WholeExtent=\"0 0 0 2 0 0\"><Piece Extent=\"0 0 0 2 0 0\"><CellData>" WORDS
                         "7 8</DataArray></CellData>" END,
                &lines, NULL, NULL);
}

/* Each component of each array, those of points first. */
static void arrays_are_channels(void **state)
{
    static const char text[] = FILE_TAG IMAGE
        "<CellData>" WORDS "7 8</DataArray></CellData><PointData>" WORDS "1 2 3 4 5 6</DataArray>"
        "<DataArray type=\"Float32\" Name=\"v\" NumberOfComponents=\"2\" format=\"ascii\">"
        "0.5 -1 1.5 -2 2.5 -3 3.5 -4 4.5 -5 5.5 1e1</DataArray></PointData>" END;
    static const double h[] = {1, 2, 3, 4, 5, 6};
    static const double v0[] = {0.5, 1.5, 2.5, 3.5, 4.5, 5.5};
    static const double v1[] = {-1, -2, -3, -4, -5, 10};
    static const double cells[] = {7, 8};
    const test_samples first = {SCREE_FORMAT_VTI, SCREE_TYPE_I32, "h", 2, {3, 2}, h};
    test_samples second = {SCREE_FORMAT_VTI, SCREE_TYPE_F32, "v.0", 2, {3, 2}, v0};
    const test_samples last = {SCREE_FORMAT_VTI, SCREE_TYPE_I32, "cells.h", 1, {2}, cells};
    expect_text(text, &first, "h", "h v.0 v.1 cells.h");
    samples_expect(&(scree_samples_params){.path = "a.vti", .channel = "cells.h"}, &last);
    samples_expect(&(scree_samples_params){.path = "a.vti", .channel = "3"}, &last);
    samples_expect(&(scree_samples_params){.path = "a.vti", .channel = "v.0"}, &second);
    second.channel = "v.1";
    second.stored = v1;
    samples_expect(&(scree_samples_params){.path = "a.vti", .channel = "2"}, &second);
    samples_refuse(&(scree_samples_params){.path = "a.vti"}, SCREE_ERROR_INVALID,
                   "a.vti: one of its channels must be chosen: h, v.0, v.1, cells.h");
    scree_file_info info;
    assert_int_equal(scree_file_describe(fixture_context, "a.vti", &info), SCREE_OK);
    assert_true(info.range.minimum == -5.0f && info.range.maximum == 10.0f);
    scree_file_info_clear(&info);
}

static void expect_range(const scree_file_channel *channel, const char *name, float minimum, float maximum)
{
    assert_string_equal(channel->name, name);
    assert_true(channel->range.minimum == minimum && channel->range.maximum == maximum);
}

/* The only channel of points is read where none is named. */
static void cells_are_chosen_beside_points(void **state)
{
    static const char text[] = FILE_TAG IMAGE
        "<PointData>" WORDS "1 2 3 4 5 6</DataArray></PointData><CellData Scalars=\"density\">"
        "<DataArray type=\"Float32\" Name=\"density\" format=\"ascii\">0.5 9</DataArray>"
        "<DataArray type=\"UInt8\" Name=\"w\" NumberOfComponents=\"2\" format=\"ascii\">1 2 3 4</DataArray>"
        "</CellData>" END;
    static const double h[] = {1, 2, 3, 4, 5, 6};
    static const double density[] = {0.5, 9};
    static const double w1[] = {2, 4};
    static const char *const names[] = {"density", "cells.density", "1"};
    const test_samples points = {SCREE_FORMAT_VTI, SCREE_TYPE_I32, "h", 2, {3, 2}, h};
    const test_samples cells = {SCREE_FORMAT_VTI, SCREE_TYPE_F32, "cells.density", 1, {2}, density};
    const test_samples component = {SCREE_FORMAT_VTI, SCREE_TYPE_U8, "cells.w.1", 1, {2}, w1};
    expect_text(text, &points, NULL, "h cells.density cells.w.0 cells.w.1");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        samples_expect(&(scree_samples_params){.path = "a.vti", .channel = names[i]}, &cells);
    }
    samples_expect(&(scree_samples_params){.path = "a.vti", .channel = "w.1"}, &component);
    samples_expect(&(scree_samples_params){.path = "a.vti", .axes = 2, .count = {3, 2}}, &points);
    samples_refuse(&(scree_samples_params){.path = "a.vti", .channel = "w"}, SCREE_ERROR_INVALID,
                   "a.vti: it has no channel \"w\", only h, cells.density, cells.w.0, cells.w.1");
    scree_file_info info;
    assert_int_equal(scree_file_describe(fixture_context, "a.vti", &info), SCREE_OK);
    assert_int_equal(info.channel_count, 4);
    expect_range(&info.channel[0], "h", 1, 6);
    expect_range(&info.channel[1], "cells.density", 0.5f, 9);
    expect_range(&info.channel[3], "cells.w.1", 2, 4);
    scree_file_info_clear(&info);
}

/* The components of the only array of points keep their names. */
static void components_of_points_are_numbers_beside_cells(void **state)
{
    static const double second[] = {2, 4, 6, 8, 10, 12};
    const test_samples expected = {SCREE_FORMAT_VTI, SCREE_TYPE_I8, "1", 2, {3, 2}, second};
    expect_text(FILE_TAG IMAGE "<PointData><DataArray type=\"Int8\" Name=\"v\" NumberOfComponents=\"2\" "
                               "format=\"ascii\">1 2 3 4 5 6 7 8 9 10 11 12</DataArray></PointData><CellData>" WORDS
                               "7 8</DataArray></CellData>" END,
                &expected, "1", "0 1 cells.h");
}

/* They are no channels. Bits are named where they are wanted. */
static void arrays_of_ghosts_and_bits_are_passed_over(void **state)
{
    static const double stored[] = {1, 2, 3, 4, 5, 6};
    static const char *const bits[] = {"mask", "inner", "cells.inner"};
    const test_samples expected = {SCREE_FORMAT_VTI, SCREE_TYPE_I32, "h", 2, {3, 2}, stored};
    expect_text(FILE_TAG IMAGE "<PointData><DataArray type=\"Bit\" Name=\"mask\" format=\"binary\">AAAA</DataArray>"
                               "<DataArray type=\"UInt8\" Name=\"vtkGhostType\" format=\"ascii\">0 0 0 0 0 1"
                               "</DataArray>" WORDS "1 2 3 4 5 6</DataArray></PointData><CellData>"
                               "<DataArray type=\"Bit\" Name=\"inner\" format=\"ascii\">0 1</DataArray>"
                               "<DataArray type=\"Bit\" Name=\"h\" format=\"ascii\">0 1</DataArray>"
                               "<DataArray type=\"UInt8\" Name=\"vtkGhostLevels\" format=\"ascii\">0 0</DataArray>"
                               "</CellData>" END,
                &expected, NULL, NULL);
    samples_expect(&(scree_samples_params){.path = "a.vti", .channel = "h"}, &expected);
    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++) {
        char message[100];
        snprintf(message, sizeof message, "a.vti: its array %s cannot be chosen: arrays of the type Bit are not read",
                 i == 0 ? "mask" : "inner");
        samples_refuse(&(scree_samples_params){.path = "a.vti", .channel = bits[i]}, SCREE_ERROR_INVALID, message);
    }
}

/* Characters by their numbers, and blanks round numbers and words. */
static void attributes_of_other_writers_are_read(void **state)
{
    static const double stored[] = {1, 2, 3, 4, 5, 6};
    const test_samples expected = {
        SCREE_FORMAT_VTI, SCREE_TYPE_I32, "a\xc3\xa4\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80 b", 2, {3, 2}, stored};
    expect_text(
        "<VTKFile type=\" &#73;mageData\" version=\"0.1 \" byte_order=\"\tLittleEndian\" compressor=\" \">" IMAGE
        "<PointData><DataArray type=\"Int32 \" Name=\"a&#228;&#x0E4;&#x20ac;&#0128512;&#32;b\" "
        "NumberOfComponents=\" 1\n\" format=\" ascii\">1 2 3 4 5 6</DataArray></PointData>" END,
        &expected, NULL, NULL);
    const test_samples plain = {SCREE_FORMAT_VTI, SCREE_TYPE_I8, "h", 2, {3, 2}, stored};
    expect_text(FILE_TAG IMAGE "<PointData><DataArray type=\"Int8\" Name=\"h\" format=\"appended\" offset=\" 0 \"/>"
                               "</PointData></Piece></ImageData><AppendedData encoding=\" base64\">_BgAAAAECAwQFBg=="
                               "</AppendedData></VTKFile>",
                &plain, NULL, NULL);
}

static void characters_that_are_none_are_refused(void **state)
{
    static const char *const references[] = {"&#0;",  "&#xD800;", "&#57343;", "&#x110000;",
                                             "&#;",   "&#x;",     "&#X41;",   "&#x4g;",
                                             "&#65",  "&#-65;",   "&# 65;",   "&#99999999999999999999999;",
                                             "&uuml;"};
    for (size_t i = 0; i < sizeof references / sizeof references[0]; i++) {
        char text[500];
        snprintf(text, sizeof text, FILE_TAG IMAGE "<PointData><DataArray Name=\"%s\">", references[i]);
        formats_store("a.vti", text, strlen(text));
        samples_refuse(&(scree_samples_params){.path = "a.vti"}, SCREE_ERROR_FORMAT,
                       "a.vti: the attribute Name of one of its tags is damaged");
    }
}

/* A file of 3 x 2 samples, the first one at the index (-2, 5, 7), with the given attributes. */
static void expect_geometry(const char *attributes, bool is_of_cells, const scree_geometry *expected)
{
    char text[1000];
    scree_file_info info;
    const char *extent = is_of_cells ? "-2 1 5 7 7 7" : "-2 0 5 6 7 7";
    const char *part = is_of_cells ? "CellData" : "PointData";
    snprintf(text, sizeof text,
             FILE_TAG "<ImageData WholeExtent=\"%s\" %s><Piece Extent=\"%s\"><%s>" WORDS
                      "1 2 3 4 5 6</DataArray></%s>" END,
             extent, attributes, extent, part, part);
    formats_store("a.vti", text, strlen(text));
    assert_int_equal(scree_file_describe(fixture_context, "a.vti", &info), SCREE_OK);
    assert_true(info.geometry.is_known);
    for (uint32_t axis = 0; axis < SCREE_MAX_DIRECTIONS; axis++) {
        assert_true(info.geometry.spacing[axis] == expected->spacing[axis]);
        assert_true(info.geometry.origin[axis] == expected->origin[axis]);
        assert_memory_equal(info.geometry.direction[axis], expected->direction[axis], sizeof expected->direction[axis]);
    }
    scree_file_info_clear(&info);
}

/* The columns of the matrix are the directions. Along an axis of one point, samples of cells lie at the points. */
static void geometry_is_read(void **state)
{
    const scree_geometry plain = {
        .spacing = {1, 1, 1}, .origin = {-2, 5, 7}, .direction = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const scree_geometry moved = {
        .spacing = {0.5, 2, 1}, .origin = {9, 30, -3}, .direction = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const scree_geometry turned = {
        .spacing = {0.5, 2, 4}, .origin = {0, -1, 28}, .direction = {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}};
    const scree_geometry of_cells = {
        .spacing = {0.5, 2, 4}, .origin = {9.25, 31, 28}, .direction = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    expect_geometry("", false, &plain);
    expect_geometry("Origin=\"10 20 -10\" Spacing=\" .5 2e0\t0 \"", false, &moved);
    expect_geometry("Origin=\"10 0 0\" Spacing=\"0.5 2 4\" Direction=\"0 -1 0 1 0 0 0 0 1\"", false, &turned);
    expect_geometry("Origin=\"10 20 0\" Spacing=\"0.5 2 4\"", true, &of_cells);
}

/* Integers of 64 bits have no type of their own; text may have the largest, and numbers that are not finite. */
static void words_of_every_type_are_read(void **state)
{
    static const struct {
        const char *type;
        const char *words;
        scree_type found;
        double stored[3];
    } cases[] = {
        {"Int64", "-9223372036854775808 9223372036854775807 +5", SCREE_TYPE_F64, {-0x1p63, 0x1p63, 5}},
        {"UInt64", "18446744073709551615 0 1", SCREE_TYPE_F64, {0x1p64, 0, 1}},
        {"UInt8", "255 0 -0", SCREE_TYPE_U8, {255, 0, 0}},
        {"Int16", "-32768 32767 1", SCREE_TYPE_I16, {-32768, 32767, 1}},
        {"Float32", "0.1 1e-45 -3.4028235e38", SCREE_TYPE_F32, {0.1f, 0x1p-149, -0x1.fffffep127}},
        {"Float64", "0.1 1e-300 -16777217", SCREE_TYPE_F64, {0.1, 1e-300, -16777217}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 FILE_TAG "<ImageData WholeExtent=\"0 2 0 0 0 0\"><Piece Extent=\"0 2 0 0 0 0\"><PointData>"
                          "<DataArray type=\"%s\" Name=\"h\" format=\"ascii\">%s</DataArray></PointData>" END,
                 cases[i].type, cases[i].words);
        const test_samples expected = {SCREE_FORMAT_VTI, cases[i].found, "h", 1, {3}, cases[i].stored};
        expect_text(text, &expected, NULL, NULL);
    }
    static const char holes[] = FILE_TAG IMAGE "<PointData><DataArray type=\"Float32\" Name=\"h\" format=\"ascii\">"
                                               "1 nan 2 inf -inf 3</DataArray></PointData>" END;
    formats_store("a.vti", holes, sizeof holes - 1);
    samples_refuse(&(scree_samples_params){.path = "a.vti"}, SCREE_ERROR_FORMAT,
                   "a.vti: 3 of its 6 cells have no data");
}

/* Base64 of a whole array with its header in one piece, which some writers make of packed data, too. */
static void a_header_encoded_with_its_blocks_is_read(void **state)
{
    const vti_kind kind = {.form = FORM_APPENDED_RAW, .packing = PACKING_ZLIB};
    blob raw = {.size = 0};
    blob bytes = {.size = 0};
    blob file = {.size = 0};
    blob_samples(&raw, SCREE_TYPE_U8, false, 1);
    add_blocks(&bytes, &kind, &raw);
    add_opening(&file, &kind);
    blob_text(&file, "<ImageData WholeExtent=\"0 3 0 2 0 1\"><Piece Extent=\"0 3 0 2 0 1\"><PointData>"
                     "<DataArray type=\"UInt8\" Name=\"h\" format=\"binary\">");
    blob_base64(&file, &bytes);
    blob_text(&file, "</DataArray></PointData>" END);
    blob_store("a.vti", &file);
    expect_channel("a.vti", 0, "h", 0, NULL);
}

#define POINTS "<PointData>"
#define POINTS_END "</PointData>"
#define BINARY(type) "<DataArray type=\"" type "\" Name=\"h\" format=\"binary\">"
#define ARRAY(text) FILE_TAG IMAGE POINTS WORDS text "</DataArray>" POINTS_END END

#define GEOMETRY(attribute) "<ImageData WholeExtent=\"0 2 0 1 0 0\" " attribute "/>"

typedef struct refused_case {
    const char *text;
    scree_result result;
    const char *message;
} refused_case;

static void check_refused(const refused_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char message[300];
        snprintf(message, sizeof message, "a.vti: %s", cases[i].message);
        formats_store("a.vti", cases[i].text, strlen(cases[i].text));
        samples_refuse(&(scree_samples_params){.path = "a.vti", .channel = "0"}, cases[i].result, message);
    }
}

static void damaged_structure_is_refused(void **state)
{
    static const refused_case cases[] = {
        {"", SCREE_ERROR_FORMAT, "it ends before its tag </VTKFile>"},
        {"words", SCREE_ERROR_FORMAT, "it ends before its tag </VTKFile>"},
        {"<html></html>", SCREE_ERROR_FORMAT, "it is no VTK file: its first element is not VTKFile"},
        {"<!DOCTYPE VTKFile>" FILE_TAG, SCREE_ERROR_FORMAT, "it is not XML up to the byte 3"},
        {FILE_TAG "<ImageData a=\"", SCREE_ERROR_FORMAT, "it is not XML up to the byte 80"},
        {FILE_TAG "<![CDATA[a]]>", SCREE_ERROR_FORMAT, "it is not XML up to the byte 69"},
        {FILE_TAG "</ImageData>", SCREE_ERROR_FORMAT, "its tag </ImageData> closes no element"},
        {FILE_TAG "</VTKFile>", SCREE_ERROR_FORMAT, "it has no image data with a piece"},
        {FILE_TAG IMAGE POINTS WORDS "1 2 3 4 5 6</DataArray>", SCREE_ERROR_FORMAT, "it ends before its tag"},
        {FILE_TAG IMAGE POINTS POINTS_END END, SCREE_ERROR_FORMAT,
         "it has no array of numbers for its points or cells"},
        {"<VTKFile type=\"PolyData\"/>", SCREE_ERROR_FORMAT,
         "it is a VTK file of the type \"PolyData\"; only ImageData is read"},
        {"<VTKFile type=\"ImageData\" version=\"2.0\"/>", SCREE_ERROR_UNSUPPORTED,
         "it is of version 2.0; only 0.1 and 1.0 are read"},
        {"<VTKFile type=\"ImageData\" byte_order=\"Middle\"/>", SCREE_ERROR_FORMAT,
         "its attribute byte_order is \"Middle\"; it must be LittleEndian or BigEndian"},
        {"<VTKFile type=\"ImageData\" header_type=\"Int32\"/>", SCREE_ERROR_FORMAT,
         "its attribute header_type is \"Int32\"; it must be UInt32 or UInt64"},
        {"<VTKFile type=\"ImageData\" compressor=\"vtkLZ4DataCompressor\">" IMAGE POINTS BINARY(
             "Int8") "</DataArray>" POINTS_END END,
         SCREE_ERROR_UNSUPPORTED,
         "its samples are packed by vtkLZ4DataCompressor, which is not read; save it with zlib, LZMA or no "
         "compression"},
        {"<VTKFile type ImageData/>", SCREE_ERROR_FORMAT, "the attribute type of one of its tags is damaged"},
        {FILE_TAG "<ImageData/>", SCREE_ERROR_FORMAT, "its attribute WholeExtent is \"\"; it must be the first and"},
        {FILE_TAG "<ImageData WholeExtent=\"0 2 0 1 0\"/>", SCREE_ERROR_FORMAT, "its attribute WholeExtent is \"0 2"},
        {FILE_TAG "<ImageData WholeExtent=\"0 2 0 1 0 -1\"/>", SCREE_ERROR_FORMAT, "its attribute WholeExtent is \"0"},
        {FILE_TAG "<ImageData WholeExtent=\"0 2 0 1 0 0 0\"/>", SCREE_ERROR_FORMAT, "its attribute WholeExtent is \"0"},
        {FILE_TAG "<ImageData WholeExtent=\"0 2147483648 0 0 0 0\"/>", SCREE_ERROR_FORMAT, "its attribute WholeExtent"},
        {FILE_TAG GEOMETRY("Spacing=\"1 0 1\""), SCREE_ERROR_FORMAT,
         "its attribute Spacing is \"1 0 1\"; it must be a number above 0 for each of three axes"},
        {FILE_TAG GEOMETRY("Spacing=\"1 -1 1\""), SCREE_ERROR_FORMAT,
         "its attribute Spacing is \"1 -1 1\"; it must be"},
        {FILE_TAG GEOMETRY("Spacing=\"1 1\""), SCREE_ERROR_FORMAT, "its attribute Spacing is \"1 1\"; it must be"},
        {FILE_TAG GEOMETRY("Spacing=\"\""), SCREE_ERROR_FORMAT, "its attribute Spacing is \"\"; it must be"},
        {FILE_TAG GEOMETRY("Origin=\"0 0 0 0\""), SCREE_ERROR_FORMAT,
         "its attribute Origin is \"0 0 0 0\"; it must be a number for each of three axes"},
        {FILE_TAG GEOMETRY("Origin=\"0 nan 0\""), SCREE_ERROR_FORMAT, "its attribute Origin is \"0 nan 0\"; it must"},
        {FILE_TAG GEOMETRY("Direction=\"1 0 0 0 1 0 0 0\""), SCREE_ERROR_FORMAT,
         "its attribute Direction is \"1 0 0 0 1 0 0 0\"; it must be a matrix of three rows of three numbers"},
        {FILE_TAG
         "<ImageData WholeExtent=\"9 9 0 0 0 0\" Spacing=\"1e308 1 1\"><Piece Extent=\"9 9 0 0 0 0\">" POINTS WORDS
         "1</DataArray>" POINTS_END END,
         SCREE_ERROR_FORMAT, "its attributes place the first sample at no finite number"},
        {FILE_TAG IMAGE "</Piece></ImageData>" IMAGE, SCREE_ERROR_FORMAT, "it has several elements ImageData"},
        {FILE_TAG IMAGE "</Piece><Piece Extent=\"0 2 0 1 0 0\">", SCREE_ERROR_UNSUPPORTED,
         "it has several pieces; only files of one are read"},
        {FILE_TAG "<ImageData WholeExtent=\"0 2 0 1 0 0\"><Piece Extent=\"0 1 0 1 0 0\">", SCREE_ERROR_UNSUPPORTED,
         "its piece is not the whole of its extent"},
        {FILE_TAG IMAGE POINTS "<DataArray type=\"Bit\" Name=\"h\"/>" POINTS_END END, SCREE_ERROR_FORMAT,
         "it has no array of numbers for its points or cells"},
        {FILE_TAG IMAGE POINTS "<DataArray type=\"Bits\" Name=\"h\"/>", SCREE_ERROR_FORMAT,
         "its array h is of the type \"Bits\", which is none of a number"},
        {FILE_TAG IMAGE POINTS "<DataArray Name=\"h\"/>", SCREE_ERROR_FORMAT, "its array h is of the type \"\", which"},
        {FILE_TAG IMAGE POINTS "<DataArray type=\"Int8\" NumberOfComponents=\"0\"/>", SCREE_ERROR_FORMAT,
         "its attribute NumberOfComponents is \"0\"; it must be 1 to 4096"},
        {FILE_TAG IMAGE POINTS "<DataArray type=\"Int8\" NumberOfComponents=\"4097\"/>", SCREE_ERROR_FORMAT,
         "its attribute NumberOfComponents is \"4097\"; it must be 1 to 4096"},
        {FILE_TAG IMAGE POINTS "<DataArray type=\"Int8\" format=\"hex\"/>", SCREE_ERROR_FORMAT,
         "its attribute format is \"hex\"; it must be ascii, binary or appended"},
        {FILE_TAG IMAGE POINTS "<DataArray type=\"Int8\" format=\"appended\" offset=\"-1\"/>", SCREE_ERROR_FORMAT,
         "its attribute offset is \"-1\"; it must be a whole number"},
        {FILE_TAG IMAGE POINTS "<DataArray type=\"Int8\" Name=\"h\" format=\"appended\"/>" POINTS_END END,
         SCREE_ERROR_FORMAT, "its array h is appended, and there are no appended data"},
        {FILE_TAG "<AppendedData encoding=\"hex\">_", SCREE_ERROR_FORMAT,
         "its attribute encoding is \"hex\"; it must be raw or base64"},
        {FILE_TAG "<AppendedData encoding=\"raw\">\n a_", SCREE_ERROR_FORMAT,
         "its appended data do not begin with \"_\""},
    };
    check_refused(cases, sizeof cases / sizeof cases[0]);
}

/* The arrays have 3 x 2 points. */
static void damaged_arrays_are_refused(void **state)
{
#define SIX(type, letters) FILE_TAG IMAGE POINTS BINARY(type) letters "</DataArray>" POINTS_END END
    static const refused_case cases[] = {
        {ARRAY("1 2 3 4 5"), SCREE_ERROR_FORMAT, "its array h ends before its last number"},
        {ARRAY("1 2 3 4 5 6 7"), SCREE_ERROR_FORMAT, "its array h has more than its 6 numbers"},
        {ARRAY("1 2 3.0 4 5 6"), SCREE_ERROR_FORMAT, "number 3 of its array h is none of its type"},
        {ARRAY("1 2 3 4 5 2147483648"), SCREE_ERROR_FORMAT, "number 6 of its array h is none of its type"},
        {ARRAY("- 2 3 4 5 6"), SCREE_ERROR_FORMAT, "number 1 of its array h is none of its type"},
        {ARRAY("1 0x2 3 4 5 6"), SCREE_ERROR_FORMAT, "number 2 of its array h is none of its type"},
        {ARRAY("1 &lt; 3 4 5 6"), SCREE_ERROR_FORMAT, "number 2 of its array h is none of its type"},
        {FILE_TAG "<ImageData WholeExtent=\"0 2147483646 0 2147483646 0 0\"><Piece Extent=\"0 2147483646 0 2147483646 "
                  "0 0\">" POINTS WORDS "1</DataArray>" POINTS_END END,
         SCREE_ERROR_FORMAT, "the header's size is zero or too large"},
        {FILE_TAG "<ImageData WholeExtent=\"0 99999 0 99999 0 0\"><Piece Extent=\"0 99999 0 99999 0 0\">" POINTS WORDS
                  "1</DataArray>" POINTS_END END,
         SCREE_ERROR_FORMAT, "its 261 bytes cannot hold the 10000000000 numbers of its array h that it claims"},
        /* Six bytes: BgAAAAECAwQFBg==. */
        {SIX("Int8", "BgAAAAECAw"), SCREE_ERROR_FORMAT, "its array h ends before its last number"},
        {SIX("Int8", "BgAAAAEC*wQFBg=="), SCREE_ERROR_FORMAT,
         "its array h has the byte 42, which is no letter of base64 there"},
        {SIX("Int8", "BgAAAAEC=wQFBg=="), SCREE_ERROR_FORMAT,
         "its array h has the byte 61, which is no letter of base64 there"},
        {SIX("Int8", "BgAAAAECAwQFB=g="), SCREE_ERROR_FORMAT,
         "its array h has the byte 61, which is no letter of base64 there"},
        {SIX("Int8", "BgAAAAECAw=QFBg="), SCREE_ERROR_FORMAT,
         "its array h has the byte 81, which is no letter of base64 there"},
        {SIX("Int8", "BQAAAAECAwQFBg=="), SCREE_ERROR_FORMAT, "its array h has 5 bytes, and must have 6 for its size"},
        {SIX("Int16", "BgAAAAECAwQFBg=="), SCREE_ERROR_FORMAT, "its array h has 6 bytes, and must have 12 for its"},
    };
    check_refused(cases, sizeof cases / sizeof cases[0]);
    formats_store("a.vti", SIX("Int8", " BgAA AAEC\nAwQF Bg= ="), strlen(SIX("Int8", " BgAA AAEC\nAwQF Bg= =")));
    static const double stored[] = {1, 2, 3, 4, 5, 6};
    const test_samples expected = {SCREE_FORMAT_VTI, SCREE_TYPE_I8, "h", 2, {3, 2}, stored};
    samples_expect(&(scree_samples_params){.path = "a.vti"}, &expected);
}

/* A file of 24 bytes as appended data that are packed, with the given header and text in the blocks' place. */
static void make_lying(const uint32_t *header, size_t count, const char *blocks, size_t size)
{
    const vti_kind kind = {.form = FORM_APPENDED_RAW, .packing = PACKING_ZLIB};
    blob file = {.size = 0};
    add_opening(&file, &kind);
    blob_text(&file, "<ImageData WholeExtent=\"0 3 0 2 0 1\"><Piece Extent=\"0 3 0 2 0 1\"><PointData><DataArray "
                     "type=\"UInt8\" Name=\"h\" format=\"appended\" offset=\"0\"/></PointData></Piece></ImageData>"
                     "<AppendedData encoding=\"raw\">_");
    for (size_t i = 0; i < count; i++) {
        add_number(&file, &kind, header[i]);
    }
    blob_bytes(&file, blocks, size);
    blob_text(&file, "</AppendedData></VTKFile>");
    blob_store("a.vti", &file);
}

static void blocks_that_lie_are_refused(void **state)
{
    static const uint8_t raw[25] = {1, 2, 3};
    blob good = {.size = 0};
    blob short_block = {.size = 0};
    blob_packed(&good, raw, 24, false);
    blob_packed(&short_block, raw, 23, false);
    const uint32_t size = (uint32_t)good.size;
    const struct {
        uint32_t header[5];
        size_t count;
        const blob *blocks;
        const char *message;
    } cases[] = {
        {{0, 24, 0, size}, 4, &good, "its array h has 0 bytes, and must have 24 for its size"},
        {{2, 24, 0, size, size}, 5, &good, "its array h has 48 bytes, and must have 24 for its size"},
        {{1, 23, 0, size}, 4, &good, "its array h has 23 bytes, and must have 24 for its size"},
        {{4294967295, 4294967295, 4294967295, size}, 4, &good, "its array h has 18446744065119617025 bytes, and must"},
        {{4294967295, 0, 24, size}, 4, &good, "its array h claims 4294967295 packed blocks of 0 bytes, which its file"},
        {{1, 4, 24, size}, 4, &good, "its array h claims 1 packed blocks of 4 bytes, which its file cannot hold"},
        {{1, 24, 0, 0}, 4, &good, "its array h claims that 24 bytes of block 0 are packed into 0, which cannot be"},
        {{1, 24, 0, 4294967295}, 4, &good, "its array h claims that 24 bytes of block 0 are packed into 4294967295"},
        {{1, 24, 0, 300}, 4, &good, "its array h ends before its last number"},
        {{1, 24, 0, 5}, 4, &good, "block 0 of its array h is damaged, or is not of its size"},
        {{1, 24, 0, (uint32_t)short_block.size}, 4, &short_block, "block 0 of its array h is damaged, or is not of"},
        {{2, 20, 4, size, size}, 5, &good, "block 0 of its array h is damaged, or is not of its size"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char message[300];
        snprintf(message, sizeof message, "a.vti: %s", cases[i].message);
        make_lying(cases[i].header, cases[i].count, (const char *)cases[i].blocks->bytes, cases[i].blocks->size);
        samples_refuse(&(scree_samples_params){.path = "a.vti"}, SCREE_ERROR_FORMAT, message);
    }
    make_lying((const uint32_t[]){1, 32768, 24, size}, 4, (const char *)good.bytes, good.size);
    scree_samples samples;
    assert_int_equal(scree_samples_read(fixture_context, &(scree_samples_params){.path = "a.vti"}, &samples), SCREE_OK);
    assert_true(samples.values[2] == 3.0f && samples.values[3] == 0.0f);
    scree_samples_clear(&samples);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_form_and_type_is_read, formats_fixture_clear),
        cmocka_unit_test_teardown(components_are_channels, formats_fixture_clear),
        cmocka_unit_test_teardown(blocks_of_lzma_are_read, formats_fixture_clear),
        cmocka_unit_test_teardown(damaged_files_are_read_or_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(other_elements_are_passed_over, formats_fixture_clear),
        cmocka_unit_test_teardown(cells_are_one_fewer, formats_fixture_clear),
        cmocka_unit_test_teardown(arrays_are_channels, formats_fixture_clear),
        cmocka_unit_test_teardown(cells_are_chosen_beside_points, formats_fixture_clear),
        cmocka_unit_test_teardown(components_of_points_are_numbers_beside_cells, formats_fixture_clear),
        cmocka_unit_test_teardown(arrays_of_ghosts_and_bits_are_passed_over, formats_fixture_clear),
        cmocka_unit_test_teardown(attributes_of_other_writers_are_read, formats_fixture_clear),
        cmocka_unit_test_teardown(characters_that_are_none_are_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(geometry_is_read, formats_fixture_clear),
        cmocka_unit_test_teardown(words_of_every_type_are_read, formats_fixture_clear),
        cmocka_unit_test_teardown(a_header_encoded_with_its_blocks_is_read, formats_fixture_clear),
        cmocka_unit_test_teardown(damaged_structure_is_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(damaged_arrays_are_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(blocks_that_lie_are_refused, formats_fixture_clear),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
