/* The readers of MetaImage and VTI: files of scree itself, MetaImage of every form, and damaged files. The forms of VTI
   have a test of their own. */
#include "file_blob.h"
#include "samples_fixture.h"
#include "volume_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Writes a volume of 4 x 3 x 2 samples, or the first of them where it has fewer axes. */
static void write_volume(const char *path, scree_format format, scree_type type, uint32_t axes)
{
    const bool is_converted = type == SCREE_TYPE_I16;
    const scree_volume volume = {.axes = axes,
                                 .count = {4, 3, 2},
                                 .type = type,
                                 .source = is_converted ? SCREE_TYPE_F32 : type,
                                 .name = "heights"};
    uint8_t samples[BLOB_SAMPLES * 8];
    uint8_t *at = samples;
    for (uint64_t i = 0; i < BLOB_SAMPLES; i++) {
        at = samples_put(at, blob_sample(type, i, 0), volume.source, false);
    }
    volume_write(path, format, &volume, samples);
}

static void what_is_written_is_read(void **state)
{
    static const struct {
        const char *path;
        scree_format format;
        const char *channel;
    } files[] = {
        {"a.mhd", SCREE_FORMAT_MHD, "y"}, {"a.mha", SCREE_FORMAT_MHD, "y"}, {"a.vti", SCREE_FORMAT_VTI, "heights"}};
    for (size_t f = 0; f < 3; f++) {
        for (size_t t = 0; t < BLOB_TYPES; t++) {
            for (uint32_t axes = 1; axes <= 3; axes++) {
                double stored[BLOB_SAMPLES];
                blob_list_samples(stored, blob_types[t], 0);
                write_volume(files[f].path, files[f].format, blob_types[t], axes);
                const test_samples expected = {files[f].format, blob_types[t], files[f].channel, axes,
                                               {4, 3, 2},       stored};
                samples_expect(&(scree_samples_params){.path = files[f].path}, &expected);
                samples_expect_description(files[f].path, &expected, NULL);
                formats_fixture_clear(NULL);
            }
        }
    }
}

static uint32_t axes_of(const scree_samples_params *params)
{
    scree_samples samples;
    if (scree_samples_read(fixture_context, params, &samples) != SCREE_OK) {
        fail_msg("%s: %s", params->path, fixture_message);
    }
    const uint32_t axes = samples.axes;
    scree_samples_clear(&samples);
    return axes;
}

/* VTI always has three axes; the sidecar or the caller may know of some with one sample. */
static void axes_of_one_sample_are_found(void **state)
{
    static const float samples[5] = {1, 2, 3, 4, 5};
    const scree_volume row = {.axes = 3, .count = {5, 1, 1}};
    const scree_volume column = {.axes = 2, .count = {1, 5}};
    volume_write("a.vti", SCREE_FORMAT_VTI, &row, samples);
    volume_write("b.vti", SCREE_FORMAT_VTI, &column, samples);
    assert_int_equal(axes_of(&(scree_samples_params){.path = "a.vti"}), 3);
    assert_int_equal(unlink("a.vti.json"), 0);
    assert_int_equal(axes_of(&(scree_samples_params){.path = "a.vti"}), 1);
    assert_int_equal(axes_of(&(scree_samples_params){.path = "a.vti", .axes = 2, .count = {5, 1}}), 2);
    samples_refuse(&(scree_samples_params){.path = "a.vti", .axes = 2, .count = {1, 5}}, SCREE_ERROR_INVALID,
                   "a.vti: the size that was given is 1x5, and the file says of itself that it has 5");
    assert_int_equal(unlink("b.vti.json"), 0);
    assert_int_equal(axes_of(&(scree_samples_params){.path = "b.vti"}), 2);
}

/* Sidecars are found beside both formats, and left out where the samples are of another run. */
static void metadata_are_read(void **state)
{
    static const char *const paths[] = {"a.mhd", "b.mha", "c.vti"};
    for (size_t i = 0; i < 3; i++) {
        scree_file_info info;
        write_volume(paths[i], i < 2 ? SCREE_FORMAT_MHD : SCREE_FORMAT_VTI, SCREE_TYPE_F32, 3);
        assert_int_equal(scree_file_describe(fixture_context, paths[i], &info), SCREE_OK);
        assert_non_null(info.metadata);
        assert_non_null(strstr(info.metadata, "\"heights\""));
        scree_file_info_clear(&info);
    }
    scree_file_info info;
    blob other = {.size = 0};
    blob_samples(&other, SCREE_TYPE_F32, true, 1);
    blob_store("a.raw", &other);
    assert_int_equal(scree_file_describe(fixture_context, "a.mhd", &info), SCREE_OK);
    assert_null(info.metadata);
    assert_string_equal(fixture_message, "a.mhd: its sidecar a.mhd.json describes other data and is left out: the file "
                                         "was changed, or is of another run");
    scree_file_info_clear(&info);
}

/* The samples of a header that is a link lie beside the link's target. */
static void links_are_followed(void **state)
{
    double stored[BLOB_SAMPLES];
    blob_list_samples(stored, SCREE_TYPE_U8, 0);
    assert_int_equal(mkdir("folder", 0777), 0);
    write_volume("folder/a.mhd", SCREE_FORMAT_MHD, SCREE_TYPE_U8, 3);
    assert_int_equal(symlink("folder/a.mhd", "link.mhd"), 0);
    const test_samples expected = {SCREE_FORMAT_MHD, SCREE_TYPE_U8, "y", 3, {4, 3, 2}, stored};
    samples_expect(&(scree_samples_params){.path = "link.mhd"}, &expected);
    scree_file_info info;
    assert_int_equal(scree_file_describe(fixture_context, "link.mhd", &info), SCREE_OK);
    assert_non_null(info.metadata);
    scree_file_info_clear(&info);
    assert_int_equal(unlink("folder/a.mhd") | unlink("folder/a.raw") | unlink("folder/a.mhd.json"), 0);
}

/* MetaImage made by hand: `lines` stand before the line of the data file. */
static void make_mhd(const char *path, const char *type, const char *lines, const char *data_file)
{
    blob header = {.size = 0};
    blob_text(&header, "ObjectType = Image\nNDims = 3\nDimSize = 4 3 2\nElementType = %s\n%sElementDataFile = %s\n",
              type, lines, data_file);
    blob_store(path, &header);
}

static void expect_mhd(const char *path, scree_type type)
{
    double stored[BLOB_SAMPLES];
    blob_list_samples(stored, type, 0);
    const test_samples expected = {SCREE_FORMAT_MHD, type, "y", 3, {4, 3, 2}, stored};
    samples_expect(&(scree_samples_params){.path = path}, &expected);
    samples_expect_description(path, &expected, NULL);
}

static const char *const met_names[BLOB_TYPES] = {"MET_UCHAR", "MET_CHAR", "MET_USHORT", "MET_SHORT",
                                                  "MET_UINT",  "MET_INT",  "MET_FLOAT",  "MET_DOUBLE"};

static void metaimage_of_either_byte_order_is_read(void **state)
{
    static const char *const lines[] = {"", "BinaryDataByteOrderMSB = True\n", "ElementByteOrderMSB = true\n"};
    for (size_t t = 0; t < BLOB_TYPES; t++) {
        for (size_t i = 0; i < 3; i++) {
            blob data = {.size = 0};
            blob_samples(&data, blob_types[t], i > 0, 1);
            blob_store("samples", &data);
            make_mhd("a.mhd", met_names[t], lines[i], "samples");
            expect_mhd("a.mhd", blob_types[t]);
        }
    }
}

/* The words of MetaIO for 32 and 64 bits. */
static void metaimage_of_long_integers_is_read(void **state)
{
    static const struct {
        const char *name;
        size_t bytes;
        bool is_signed;
        scree_type type;
    } kinds[] = {{"MET_LONG", 4, true, SCREE_TYPE_I32},
                 {"MET_ULONG", 4, false, SCREE_TYPE_U32},
                 {"MET_LONG_LONG", 8, true, SCREE_TYPE_F64},
                 {"MET_ULONG_LONG", 8, false, SCREE_TYPE_F64}};
    for (size_t k = 0; k < 4; k++) {
        blob data = {.size = 0};
        double stored[BLOB_SAMPLES];
        for (int64_t i = 0; i < BLOB_SAMPLES; i++) {
            const int64_t value = (i + 1) * 1048577 * (kinds[k].is_signed && i % 2 == 1 ? -1 : 1);
            stored[i] = (double)value;
            blob_bytes(&data, &value, kinds[k].bytes);
        }
        blob_store("samples", &data);
        make_mhd("a.mhd", kinds[k].name, "", "samples");
        const test_samples expected = {SCREE_FORMAT_MHD, kinds[k].type, "y", 3, {4, 3, 2}, stored};
        samples_expect(&(scree_samples_params){.path = "a.mhd"}, &expected);
    }
}

#define LONGEST "a-name-of-as-many-bytes-as-it-may-have.which_are_sixty-four.1234"
_Static_assert(sizeof LONGEST == SCREE_MAX_VOLUME_NAME_BYTES + 1, "the name is the longest");

/* Samples of any number of axes, which channels of the longest names make one dimension more. */
static void channels_are_read_one_by_one(void **state)
{
    static const char *const names[] = {LONGEST, "dx", "dy"};
    static const scree_format formats[] = {SCREE_FORMAT_NPY, SCREE_FORMAT_RAW};
    blob data = {.size = 0};
    double stored[BLOB_SAMPLES];
    blob_samples(&data, SCREE_TYPE_F32, false, 3);
    for (uint32_t number = 0; number < 2 * SCREE_MAX_AXES; number++) {
        const scree_format format = formats[number % 2];
        const char *path = format == SCREE_FORMAT_NPY ? "a.npy" : "a.raw";
        scree_volume volume = {.axes = 1 + number / 2, .count = {BLOB_SAMPLES}, .channels = LONGEST " dx dy"};
        if (volume.axes > 2) {
            volume.count[0] = 4;
            volume.count[volume.axes - 1] = BLOB_SAMPLES / 4;
        }
        volume_write(path, format, &volume, data.bytes);
        for (uint32_t channel = 0; channel < 3; channel++) {
            test_samples expected = {format, SCREE_TYPE_F32, names[channel], volume.axes, {0}, stored};
            for (uint32_t axis = 0; axis < volume.axes; axis++) {
                expected.count[axis] = volume.count[axis] > 0 ? volume.count[axis] : 1;
            }
            blob_list_samples(stored, SCREE_TYPE_F32, channel);
            samples_expect(&(scree_samples_params){.path = path, .channel = names[channel]}, &expected);
            samples_expect_description(path, &expected, LONGEST " dx dy");
        }
        formats_fixture_clear(state);
    }
    const scree_volume longer = {.axes = 1, .count = {BLOB_SAMPLES}, .channels = "dx " LONGEST "6"};
    assert_int_equal(volume_try_write("a.raw", SCREE_FORMAT_RAW, &longer, data.bytes, 0), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "each 1 to 64 of letters"));
    assert_string_equal(formats_files(), "");
}

static void channels_of_metaimage_are_chosen(void **state)
{
    static const char *const names[] = {"0", "1", "2"};
    blob data = {.size = 0};
    double stored[BLOB_SAMPLES];
    blob_samples(&data, SCREE_TYPE_U16, false, 3);
    blob_store("samples", &data);
    make_mhd("a.mhd", "MET_USHORT", "ElementNumberOfChannels = 3\n", "samples");
    for (uint32_t channel = 0; channel < 3; channel++) {
        blob_list_samples(stored, SCREE_TYPE_U16, channel);
        const test_samples expected = {SCREE_FORMAT_MHD, SCREE_TYPE_U16, names[channel], 3, {4, 3, 2}, stored};
        samples_expect(&(scree_samples_params){.path = "a.mhd", .channel = names[channel]}, &expected);
        samples_expect_description("a.mhd", &expected, "0 1 2");
    }
    samples_refuse(&(scree_samples_params){.path = "a.mhd"}, SCREE_ERROR_INVALID,
                   "a.mhd: one of its channels must be chosen: 0, 1, 2");
    samples_refuse(&(scree_samples_params){.path = "a.mhd", .channel = "3"}, SCREE_ERROR_INVALID,
                   "a.mhd: it has no channel \"3\"");
}

/* Bytes before the samples are passed over, by their number or from the end of the file. */
static void metaimage_with_a_header_of_its_data_is_read(void **state)
{
    blob data = {.size = 0};
    blob_text(&data, "any header");
    blob_samples(&data, SCREE_TYPE_I16, false, 1);
    blob_store("samples", &data);
    make_mhd("a.mhd", "MET_SHORT", "HeaderSize = 10\n", "samples");
    expect_mhd("a.mhd", SCREE_TYPE_I16);
    make_mhd("a.mhd", "MET_SHORT", "HeaderSize = -1\n", "samples");
    expect_mhd("a.mhd", SCREE_TYPE_I16);
    make_mhd("a.mha", "MET_SHORT", "HeaderSize = -1\n", "LOCAL\nany text");
    size_t size;
    uint8_t *header = formats_load("a.mha", &size);
    blob whole = {.size = 0};
    blob_bytes(&whole, header, size);
    free(header);
    blob_samples(&whole, SCREE_TYPE_I16, false, 1);
    blob_store("a.mha", &whole);
    expect_mhd("a.mha", SCREE_TYPE_I16);
}

static void packed_metaimage_is_read(void **state)
{
    blob raw = {.size = 0};
    blob_samples(&raw, SCREE_TYPE_F64, true, 1);
    for (int is_gzip = 0; is_gzip < 2; is_gzip++) {
        blob data = {.size = 0};
        char lines[200];
        static const char order[] = "CompressedData = True\nBinaryDataByteOrderMSB = True\n";
        blob_packed(&data, raw.bytes, raw.size, is_gzip == 1);
        blob_store("samples", &data);
        make_mhd("a.mhd", "MET_DOUBLE", order, "samples");
        expect_mhd("a.mhd", SCREE_TYPE_F64);
        blob behind = {.size = 0};
        blob_text(&behind, "1234567");
        blob_bytes(&behind, data.bytes, data.size);
        blob_store("samples", &behind);
        snprintf(lines, sizeof lines, "%sHeaderSize = -1\nCompressedDataSize = %zu\n", order, data.size);
        make_mhd("a.mhd", "MET_DOUBLE", lines, "samples");
        expect_mhd("a.mhd", SCREE_TYPE_F64);
        snprintf(lines, sizeof lines, "%sHeaderSize = 7\nCompressedDataSize = %zu\n", order, data.size);
        make_mhd("a.mhd", "MET_DOUBLE", lines, "samples");
        expect_mhd("a.mhd", SCREE_TYPE_F64);
    }
}

/* Ends of lines, blanks, colons, comments and keys that do not matter; no end of the last line. */
static void headers_of_other_programs_are_read(void **state)
{
    blob file = {.size = 0};
    blob_text(&file, "Comment = a = b: c\r\nNDims : 3\r\n\r\n  DimSize =  4 3\t2 \r\nAnatomicalOrientation = RAI\r\n"
                     "ElementType=MET_UCHAR\r\nElementDataFile = LOCAL\r\n");
    blob_samples(&file, SCREE_TYPE_U8, false, 1);
    blob_store("a.mha", &file);
    expect_mhd("a.mha", SCREE_TYPE_U8);
    static const char header[] = "ObjectType = Image\nNDims = 3\nDimSize = 4 3 2\nElementType = MET_UCHAR\n"
                                 "ElementDataFile = with blanks.bin";
    blob data = {.size = 0};
    blob_samples(&data, SCREE_TYPE_U8, false, 1);
    blob_store("with blanks.bin", &data);
    formats_store("a.mhd", header, sizeof header - 1);
    expect_mhd("a.mhd", SCREE_TYPE_U8);
    /* The beginning tells the format, where the name does not. */
    formats_store("a.what", header, sizeof header - 1);
    expect_mhd("a.what", SCREE_TYPE_U8);
}

static void the_data_file_is_found(void **state)
{
    blob data = {.size = 0};
    char path[1024];
    char folder[512];
    blob_samples(&data, SCREE_TYPE_U8, false, 1);
    assert_int_equal(mkdir("folder", 0777), 0);
    blob_store("folder/samples", &data);
    make_mhd("a.mhd", "MET_UCHAR", "", "folder/samples");
    expect_mhd("a.mhd", SCREE_TYPE_U8);
    make_mhd("folder/b.mhd", "MET_UCHAR", "", "samples");
    expect_mhd("folder/b.mhd", SCREE_TYPE_U8);
    assert_non_null(getcwd(folder, sizeof folder));
    snprintf(path, sizeof path, "%s/folder/samples", folder);
    make_mhd("a.mhd", "MET_UCHAR", "", path);
    expect_mhd("a.mhd", SCREE_TYPE_U8);
    make_mhd("a.mhd", "MET_UCHAR", "", "folder");
    samples_refuse(&(scree_samples_params){.path = "a.mhd"}, SCREE_ERROR_IO,
                   "cannot read folder: it is not a regular file");
    assert_int_equal(mkfifo("pipe", 0666), 0);
    make_mhd("a.mhd", "MET_UCHAR", "", "pipe");
    samples_refuse(&(scree_samples_params){.path = "a.mhd"}, SCREE_ERROR_IO,
                   "cannot read pipe: it is not a regular file");
    assert_int_equal(unlink("folder/samples") | unlink("folder/b.mhd"), 0);
}

#define MHD "NDims = 3\nDimSize = 4 3 2\n"
#define MHD_END "ElementDataFile = samples\n"

/* The file "samples" has 24 bytes. */
static void damaged_metaimage_is_refused(void **state)
{
    static const struct {
        const char *text;
        scree_result result;
        const char *message;
    } cases[] = {
        {"", SCREE_ERROR_FORMAT, "its header has no ElementDataFile"},
        {MHD, SCREE_ERROR_FORMAT, "its header has no ElementDataFile"},
        {"NDims 3\n", SCREE_ERROR_FORMAT, "line 1 of its header is not \"KEY = VALUE\""},
        {"\n= 3\n", SCREE_ERROR_FORMAT, "line 2 of its header is not \"KEY = VALUE\""},
        {"ObjectType = Tube\n", SCREE_ERROR_FORMAT, "its ObjectType is \"Tube\"; it must be Image"},
        {"NDims = 0\n", SCREE_ERROR_FORMAT, "its NDims is \"0\"; it must be 1 to 8"},
        {"NDims = 9\n", SCREE_ERROR_FORMAT, "its NDims is \"9\"; it must be 1 to 8"},
        {"NDims = -1\n", SCREE_ERROR_FORMAT, "its NDims is \"-1\"; it must be 1 to 8"},
        {"DimSize = 4 3.5\n", SCREE_ERROR_FORMAT, "its DimSize is \"4 3.5\"; it must be 1 to 8 whole numbers"},
        {"DimSize = 1 1 1 1 1 1 1 1 1\n", SCREE_ERROR_FORMAT, "its DimSize is \"1 1 1 1 1 1 1 1 1\"; it must be"},
        {"DimSize = 1234567890123456789\n", SCREE_ERROR_FORMAT, "its DimSize is \"1234567890123456789\"; it must"},
        {"NDims = 2\nDimSize = 4 3 2\nElementType = MET_CHAR\n" MHD_END, SCREE_ERROR_FORMAT,
         "its DimSize has 3 numbers, and NDims is 2"},
        {"DimSize = 24\nElementType = MET_CHAR\n" MHD_END, SCREE_ERROR_FORMAT, "its header has no NDims"},
        {"NDims = 1\nElementType = MET_CHAR\n" MHD_END, SCREE_ERROR_FORMAT, "its header has no DimSize"},
        {MHD MHD_END, SCREE_ERROR_FORMAT, "its header has no ElementType"},
        {MHD "ElementType = MET_FLOAT_MATRIX\n", SCREE_ERROR_FORMAT, "its ElementType is \"MET_FLOAT_MATRIX\"; it"},
        {MHD "ElementType = MET_SHORT\n" MHD_END, SCREE_ERROR_FORMAT,
         "its file of samples samples has 24 bytes, and must have 48 for its size"},
        {"NDims = 1\nDimSize = 23\nElementType = MET_CHAR\n" MHD_END, SCREE_ERROR_FORMAT,
         "its file of samples samples has 24 bytes, and must have 23 for its size"},
        {"NDims = 1\nDimSize = 0\nElementType = MET_CHAR\n" MHD_END, SCREE_ERROR_FORMAT,
         "the header's size is zero or too large"},
        {"NDims = 2\nDimSize = 4294967296 4294967296\nElementType = MET_CHAR\n" MHD_END, SCREE_ERROR_FORMAT,
         "the header's size is zero or too large"},
        {"NDims = 1\nDimSize = 576460752303423488\nElementType = MET_DOUBLE\nElementNumberOfChannels = 4096\n" MHD_END,
         SCREE_ERROR_FORMAT, "its file of samples samples has 24 bytes, and must have 18446744073709551615 for"},
        {"NDims = 1\nDimSize = 100000000000000\nElementType = MET_DOUBLE\nCompressedData = True\n" MHD_END,
         SCREE_ERROR_FORMAT, "its 24 packed bytes cannot hold the 800000000000000 bytes of samples that it claims"},
        {MHD "ElementNumberOfChannels = 0\n", SCREE_ERROR_FORMAT, "its ElementNumberOfChannels is \"0\"; it must be 1"},
        {MHD "ElementNumberOfChannels = 4097\n", SCREE_ERROR_FORMAT, "its ElementNumberOfChannels is \"4097\"; it"},
        {MHD "ElementType = MET_CHAR\nBinaryData = False\n" MHD_END, SCREE_ERROR_UNSUPPORTED,
         "its BinaryData is False; samples as text are not read"},
        {MHD "ElementType = MET_CHAR\nElementDataFile = LIST\na\nb\n", SCREE_ERROR_UNSUPPORTED,
         "its ElementDataFile is \"LIST\"; samples in several files are not read"},
        {MHD "ElementType = MET_CHAR\nElementDataFile = LIST 2D\n", SCREE_ERROR_UNSUPPORTED,
         "its ElementDataFile is \"LIST 2D\"; samples in several files are not read"},
        {MHD "ElementType = MET_CHAR\nElementDataFile = a%03d.raw 1 2 1\n", SCREE_ERROR_UNSUPPORTED,
         "its ElementDataFile is \"a%03d.raw 1 2 1\"; samples in several files are not read"},
        {MHD "ElementType = MET_CHAR\nElementDataFile = \n", SCREE_ERROR_FORMAT, "its ElementDataFile is empty"},
        {MHD "ElementType = MET_CHAR\nElementDataFile = none\n", SCREE_ERROR_FORMAT,
         "its file of samples none is not there"},
        {MHD "ElementType = MET_CHAR\nElementDataFile = LOCAL\n123", SCREE_ERROR_FORMAT,
         "the file has 76 bytes, and must have 97 for its size"},
        {MHD "ElementType = MET_CHAR\nHeaderSize = -2\n", SCREE_ERROR_FORMAT, "its HeaderSize is \"-2\"; it must be a"},
        {MHD "ElementType = MET_CHAR\nHeaderSize = 1\n" MHD_END, SCREE_ERROR_FORMAT,
         "its file of samples samples has 24 bytes, and must have 25 for its size"},
        {MHD "ElementType = MET_SHORT\nHeaderSize = -1\n" MHD_END, SCREE_ERROR_FORMAT,
         "its file of samples samples has 24 bytes, and must have 48 for its size"},
        {MHD "ElementType = MET_CHAR\nHeaderSize = 1\nElementDataFile = LOCAL\n", SCREE_ERROR_FORMAT,
         "its HeaderSize is 1, and its header has 88 bytes"},
        {MHD "ElementType = MET_CHAR\nCompressedData = True\nHeaderSize = -1\n" MHD_END, SCREE_ERROR_FORMAT,
         "its HeaderSize is -1, which needs CompressedDataSize if samples are packed"},
        {MHD "ElementType = MET_CHAR\nCompressedData = True\nHeaderSize = 24\n" MHD_END, SCREE_ERROR_FORMAT,
         "its 0 packed bytes cannot hold the 24 bytes of samples that it claims"},
        {MHD "ElementType = MET_CHAR\nCompressedData = True\nCompressedDataSize = 25\n" MHD_END, SCREE_ERROR_FORMAT,
         "its file of samples samples has 24 bytes, and must have 25 for its size"},
        {MHD "ElementType = MET_CHAR\nCompressedData = True\n" MHD_END, SCREE_ERROR_FORMAT,
         "its packed samples are damaged, or not packed by zlib"},
    };
    formats_store("samples", "abcdefghijklmnopqrstuvwx", 24);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char message[300];
        snprintf(message, sizeof message, "a.mhd: %s", cases[i].message);
        formats_store("a.mhd", cases[i].text, strlen(cases[i].text));
        samples_refuse(&(scree_samples_params){.path = "a.mhd", .channel = "0"}, cases[i].result, message);
    }
}

/* Sizes of packed samples that are not those of the header, and bytes behind them. */
static void packed_metaimage_of_another_size_is_refused(void **state)
{
    static const struct {
        size_t samples;
        size_t behind;
        const char *message;
    } cases[] = {{BLOB_SAMPLES - 1, 0, "a.mhd: its packed samples are too few for its size"},
                 {BLOB_SAMPLES + 1, 0, "a.mhd: its packed samples are too many for its size"},
                 {BLOB_SAMPLES, 1, "a.mhd: its packed samples have more bytes behind them"}};
    static const uint8_t raw[BLOB_SAMPLES + 1] = {1, 2, 3};
    for (size_t i = 0; i < 3; i++) {
        blob data = {.size = 0};
        blob_packed(&data, raw, cases[i].samples, false);
        blob_bytes(&data, raw, cases[i].behind);
        blob_store("samples", &data);
        make_mhd("a.mhd", "MET_UCHAR", "CompressedData = True\n", "samples");
        samples_refuse(&(scree_samples_params){.path = "a.mhd"}, SCREE_ERROR_FORMAT, cases[i].message);
    }
    static const char no_text[] = "NDims = 3\n\0DimSize";
    formats_store("a.mhd", no_text, sizeof no_text);
    samples_refuse(&(scree_samples_params){.path = "a.mhd"}, SCREE_ERROR_FORMAT,
                   "a.mhd: line 2 of its header is not text");
    char *line = malloc(5000);
    assert_non_null(line);
    memset(line, 'a', 5000);
    formats_store("a.mhd", line, 5000);
    free(line);
    samples_refuse(&(scree_samples_params){.path = "a.mhd"}, SCREE_ERROR_FORMAT,
                   "a.mhd: line 1 of its header is too long");
}

static void damaged_volumes_are_read_or_refused(void **state)
{
    write_volume("a.mhd", SCREE_FORMAT_MHD, SCREE_TYPE_F32, 3);
    samples_damage("a.mhd", NULL);
    write_volume("b.mha", SCREE_FORMAT_MHD, SCREE_TYPE_I16, 2);
    samples_damage("b.mha", "0");
    write_volume("a.vti", SCREE_FORMAT_VTI, SCREE_TYPE_F32, 3);
    samples_damage("a.vti", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(what_is_written_is_read, formats_fixture_clear),
        cmocka_unit_test_teardown(axes_of_one_sample_are_found, formats_fixture_clear),
        cmocka_unit_test_teardown(metadata_are_read, formats_fixture_clear),
        cmocka_unit_test_teardown(links_are_followed, formats_fixture_clear),
        cmocka_unit_test_teardown(metaimage_of_either_byte_order_is_read, formats_fixture_clear),
        cmocka_unit_test_teardown(metaimage_of_long_integers_is_read, formats_fixture_clear),
        cmocka_unit_test_teardown(channels_are_read_one_by_one, formats_fixture_clear),
        cmocka_unit_test_teardown(channels_of_metaimage_are_chosen, formats_fixture_clear),
        cmocka_unit_test_teardown(metaimage_with_a_header_of_its_data_is_read, formats_fixture_clear),
        cmocka_unit_test_teardown(packed_metaimage_is_read, formats_fixture_clear),
        cmocka_unit_test_teardown(headers_of_other_programs_are_read, formats_fixture_clear),
        cmocka_unit_test_teardown(the_data_file_is_found, formats_fixture_clear),
        cmocka_unit_test_teardown(damaged_metaimage_is_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(packed_metaimage_of_another_size_is_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(damaged_volumes_are_read_or_refused, formats_fixture_clear),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
