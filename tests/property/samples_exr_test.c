/* EXR: every type of samples, compression and layout, parts, and what is not read. */
#include "samples_fixture.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <openexr.h>

#define WIDTH 71
#define HEIGHT 53
#define SAMPLES (WIDTH * HEIGHT)
#define MAX_CHANNELS 4

typedef struct exr_channel {
    const char *name;
    exr_pixel_type_t type;
} exr_channel;

typedef struct exr_part {
    const char *name;
    exr_compression_t compression;
    bool tiled;
    exr_channel channels[MAX_CHANNELS];
    bool is_cropped; /* The display window is larger than the data window. */
} exr_part;

/*
 * Integers and quarters: binary16 and 24 bits hold them. No row of them may be packed by deflate into exactly the
 * bytes that it has, which OpenEXR 3.1 writes wrong.
 */
static double pixel(const exr_channel *channel, unsigned x, unsigned y)
{
    unsigned seed = (unsigned)channel->name[0];
    double value = (double)((x * 3 + y * 5 + seed * 7 + x * y / 16) % 509);
    return channel->type == EXR_PIXEL_UINT ? value * 8404992 : value / 4 - 20;
}

static size_t pixel_bytes(exr_pixel_type_t type)
{
    return type == EXR_PIXEL_HALF ? 2 : 4;
}

static scree_type stored_type(exr_pixel_type_t type)
{
    return type == EXR_PIXEL_HALF ? SCREE_TYPE_F16 : type == EXR_PIXEL_FLOAT ? SCREE_TYPE_F32 : SCREE_TYPE_U32;
}

static void require(exr_result_t result)
{
    if (result != EXR_ERR_SUCCESS) {
        fail_msg("OpenEXR: %s", exr_get_default_error_message(result));
    }
}

static void add_part(exr_context_t file, const exr_part *part)
{
    int number;
    require(exr_add_part(file, part->name, part->tiled ? EXR_STORAGE_TILED : EXR_STORAGE_SCANLINE, &number));
    const exr_attr_box2i_t window = {.min = {.x = -3, .y = 7}, .max = {.x = WIDTH - 4, .y = HEIGHT + 6}};
    const exr_attr_box2i_t large = {.min = {.x = -10, .y = 0}, .max = {.x = 99, .y = 79}};
    const exr_attr_v2f_t centre = {.x = 0, .y = 0};
    require(exr_initialize_required_attr(file, number, part->is_cropped ? &large : &window, &window, 1, &centre, 1,
                                         EXR_LINEORDER_INCREASING_Y, part->compression));
    for (int i = 0; i < MAX_CHANNELS && part->channels[i].name != NULL; i++) {
        require(exr_add_channel(file, number, part->channels[i].name, part->channels[i].type, EXR_PERCEPTUALLY_LINEAR,
                                1, 1));
    }
    if (part->tiled) {
        require(exr_set_tile_descriptor(file, number, 24, 16, EXR_TILE_ONE_LEVEL, EXR_TILE_ROUND_DOWN));
    }
}

static const exr_channel *find_channel(const exr_part *part, const char *name)
{
    for (int i = 0; i < MAX_CHANNELS; i++) {
        if (strcmp(part->channels[i].name, name) == 0) {
            return &part->channels[i];
        }
    }
    return NULL;
}

/* Packs one chunk, whose first sample is (x, y) of the picture. */
static void write_chunk(exr_context_t file, int number, const exr_part *part, const exr_chunk_info_t *chunk,
                        exr_encode_pipeline_t *pipeline, unsigned x, unsigned y)
{
    static uint8_t samples[MAX_CHANNELS][WIDTH * HEIGHT * 4];
    const uint16_t probe = 1;
    bool big_endian = *(const uint8_t *)&probe == 0;
    require(exr_encoding_initialize(file, number, chunk, pipeline));
    for (int i = 0; i < pipeline->channel_count; i++) {
        exr_coding_channel_info_t *coded = &pipeline->channels[i];
        const exr_channel *channel = find_channel(part, coded->channel_name);
        uint8_t *at = samples[i];
        for (int j = 0; j < chunk->width * chunk->height; j++) {
            double value = pixel(channel, x + (unsigned)(j % chunk->width), y + (unsigned)(j / chunk->width));
            at = samples_put(at, value, stored_type(channel->type), big_endian);
        }
        coded->encode_from_ptr = samples[i];
        coded->user_pixel_stride = (int32_t)pixel_bytes(channel->type);
        coded->user_line_stride = chunk->width * coded->user_pixel_stride;
        coded->user_bytes_per_element = (int16_t)pixel_bytes(channel->type);
        coded->user_data_type = (uint16_t)channel->type;
    }
    require(exr_encoding_choose_default_routines(file, number, pipeline));
    require(exr_encoding_run(file, number, pipeline));
    require(exr_encoding_destroy(file, pipeline));
}

static void write_part(exr_context_t file, int number, const exr_part *part)
{
    int32_t lines = 0;
    exr_chunk_info_t chunk;
    exr_encode_pipeline_t pipeline = EXR_ENCODE_PIPELINE_INITIALIZER;
    if (part->tiled) {
        for (int y = 0; y < (HEIGHT + 15) / 16; y++) {
            for (int x = 0; x < (WIDTH + 23) / 24; x++) {
                require(exr_write_tile_chunk_info(file, number, x, y, 0, 0, &chunk));
                write_chunk(file, number, part, &chunk, &pipeline, 24 * (unsigned)x, 16 * (unsigned)y);
            }
        }
        return;
    }
    require(exr_get_scanlines_per_chunk(file, number, &lines));
    for (int y = 0; y < HEIGHT; y += lines) {
        require(exr_write_scanline_chunk_info(file, number, y + 7, &chunk));
        write_chunk(file, number, part, &chunk, &pipeline, 0, (unsigned)y);
    }
}

static void write_exr(const char *path, const exr_part *parts, int count)
{
    exr_context_t file;
    exr_context_initializer_t parameters = EXR_DEFAULT_CONTEXT_INITIALIZER;
    require(exr_start_write(&file, path, EXR_WRITE_FILE_DIRECTLY, &parameters));
    for (int i = 0; i < count; i++) {
        add_part(file, &parts[i]);
    }
    require(exr_write_header(file));
    for (int i = 0; i < count; i++) {
        write_part(file, i, &parts[i]);
    }
    require(exr_finish(&file));
}

/* Whether the samples of a channel come back as they were, by this method. */
static bool is_lossless(exr_compression_t compression, exr_pixel_type_t type)
{
    return (compression != EXR_COMPRESSION_B44 && compression != EXR_COMPRESSION_B44A) || type != EXR_PIXEL_HALF;
}

static void check_near(const scree_samples_params *params, const exr_channel *channel)
{
    scree_samples samples;
    if (scree_samples_read(fixture_context, params, &samples) != SCREE_OK) {
        fail_msg("%s", fixture_message);
    }
    double scale = channel->type == EXR_PIXEL_UINT ? 8404992 * 508.0 : 127.0;
    double distance = 0;
    for (unsigned i = 0; i < SAMPLES; i++) {
        distance += fabs((double)samples.values[i] - pixel(channel, i % WIDTH, i / WIDTH)) / SAMPLES;
    }
    if (!(distance <= 0.05 * scale)) {
        fail_msg("%s is %g off", channel->name, distance);
    }
    assert_true(samples.count[0] == WIDTH && samples.count[1] == HEIGHT && samples.type == stored_type(channel->type));
    scree_samples_clear(&samples);
}

static void check_channel(const exr_part *part, const exr_channel *channel, bool alone)
{
    double stored[SAMPLES];
    for (unsigned i = 0; i < SAMPLES; i++) {
        stored[i] = pixel(channel, i % WIDTH, i / WIDTH);
    }
    const test_samples expected = {
        SCREE_FORMAT_EXR, stored_type(channel->type), channel->name, 2, {WIDTH, HEIGHT}, stored};
    scree_samples_params params = {.path = "a.exr", .channel = channel->name};
    if (!is_lossless(part->compression, channel->type)) {
        check_near(&params, channel);
        return;
    }
    samples_expect(&params, &expected);
    params.channel = NULL;
    if (alone) {
        samples_expect(&params, &expected);
        samples_expect_description("a.exr", &expected, NULL);
    }
}

static const exr_compression_t compressions[] = {
    EXR_COMPRESSION_NONE, EXR_COMPRESSION_RLE,   EXR_COMPRESSION_ZIPS, EXR_COMPRESSION_ZIP,
    EXR_COMPRESSION_PIZ,  EXR_COMPRESSION_PXR24, EXR_COMPRESSION_B44,  EXR_COMPRESSION_B44A,
};
#define COMPRESSION_COUNT (sizeof compressions / sizeof compressions[0])

static void every_type_and_compression_is_read(void **state)
{
    static const exr_pixel_type_t types[] = {EXR_PIXEL_HALF, EXR_PIXEL_FLOAT, EXR_PIXEL_UINT};
    for (size_t i = 0; i < COMPRESSION_COUNT * 3 * 2; i++) {
        const exr_part part = {.name = "part",
                               .compression = compressions[i / 6],
                               .tiled = i % 2 == 1,
                               .channels = {{"Y", types[i / 2 % 3]}}};
        write_exr("a.exr", &part, 1);
        check_channel(&part, &part.channels[0], true);
    }
}

static void channels_are_chosen_by_name(void **state)
{
    for (size_t i = 0; i < 2 * COMPRESSION_COUNT; i++) {
        /* The file has them in the order of their names. */
        const exr_part part = {
            .name = "part",
            .compression = compressions[i / 2],
            .tiled = i % 2 == 1,
            .channels = {
                {"A", EXR_PIXEL_FLOAT}, {"B", EXR_PIXEL_HALF}, {"height.Z", EXR_PIXEL_UINT}, {"r", EXR_PIXEL_HALF}}};
        write_exr("a.exr", &part, 1);
        for (int c = 0; c < 4; c++) {
            check_channel(&part, &part.channels[c], false);
        }
    }
    samples_refuse(&(scree_samples_params){.path = "a.exr"}, SCREE_ERROR_INVALID,
                   "a.exr: one of its channels must be chosen: A, B, height.Z, r");
    samples_refuse(&(scree_samples_params){.path = "a.exr", .channel = "g"}, SCREE_ERROR_INVALID,
                   "a.exr: it has no channel \"g\", only A, B, height.Z, r");
    scree_samples samples;
    static const char *const others[][2] = {{"R", "r"}, {"b", "B"}, {"2", "height.Z"}};
    for (int i = 0; i < 3; i++) {
        const scree_samples_params params = {.path = "a.exr", .channel = others[i][0]};
        assert_int_equal(scree_samples_read(fixture_context, &params, &samples), SCREE_OK);
        assert_string_equal(samples.channel, others[i][1]);
        scree_samples_clear(&samples);
    }
    scree_file_info info;
    assert_int_equal(scree_file_describe(fixture_context, "a.exr", &info), SCREE_OK);
    assert_string_equal(info.channels, "A B height.Z r");
    assert_int_equal(info.type, SCREE_TYPE_F32);
    scree_file_info_clear(&info);
}

static void a_larger_display_window_is_told_of(void **state)
{
    const exr_part part = {
        .name = "part", .compression = EXR_COMPRESSION_ZIP, .channels = {{"Y", EXR_PIXEL_HALF}}, .is_cropped = true};
    write_exr("a.exr", &part, 1);
    fixture_message[0] = '\0';
    check_channel(&part, &part.channels[0], true);
    char expected[200];
    snprintf(
        expected, sizeof expected,
        "a.exr: its display window is from (-10, 0) to (99, 79); only its data window is read, from (-3, 7) to (%d, "
        "%d)",
        WIDTH - 4, HEIGHT + 6);
    assert_string_equal(fixture_message, expected);
}

static void expect_part(uint32_t page, const exr_channel *channel)
{
    double stored[SAMPLES];
    for (unsigned i = 0; i < SAMPLES; i++) {
        stored[i] = pixel(channel, i % WIDTH, i / WIDTH);
    }
    const test_samples expected = {
        SCREE_FORMAT_EXR, stored_type(channel->type), channel->name, 2, {WIDTH, HEIGHT}, stored};
    samples_expect(&(scree_samples_params){.path = "a.exr", .channel = channel->name, .has_page = true, .page = page},
                   &expected);
}

static void the_part_with_the_channel_is_read(void **state)
{
    const exr_part parts[] = {
        {.name = "first", .compression = EXR_COMPRESSION_ZIP, .channels = {{"Z", EXR_PIXEL_HALF}}},
        {.name = "second",
         .compression = EXR_COMPRESSION_PIZ,
         .tiled = true,
         .channels = {{"B", EXR_PIXEL_FLOAT}, {"Z", EXR_PIXEL_FLOAT}}},
        {.name = "third", .compression = EXR_COMPRESSION_RLE, .channels = {{"W", EXR_PIXEL_UINT}}},
    };
    write_exr("a.exr", parts, 3);
    check_channel(&parts[1], &parts[1].channels[0], false);
    check_channel(&parts[2], &parts[2].channels[0], false);
    samples_refuse(
        &(scree_samples_params){.path = "a.exr"}, SCREE_ERROR_FORMAT,
        "a.exr: several of its 3 parts hold a picture: 0 \"first\", 1 \"second\", 2 \"third\"; a part must be "
        "chosen");
    samples_refuse(&(scree_samples_params){.path = "a.exr", .channel = "Z"}, SCREE_ERROR_FORMAT,
                   "a.exr: several of its 3 parts hold that channel: 0 \"first\", 1 \"second\"; a part must be chosen");
    samples_refuse(&(scree_samples_params){.path = "a.exr", .has_page = true, .page = 3}, SCREE_ERROR_FORMAT,
                   "a.exr: part 3 was asked for, and it has 3, from 0 on");
    expect_part(0, &parts[0].channels[0]);
    expect_part(1, &parts[1].channels[1]);
    samples_refuse(&(scree_samples_params){.path = "a.exr", .channel = "V"}, SCREE_ERROR_INVALID,
                   "a.exr: it has no channel \"V\", only Z");
}

/* A picture of one channel of halves, in rows or in tiles of 24 x 16, some chunks of which are stored unpacked. */
typedef struct exr_mixed {
    exr_compression_t compression;
    bool tiled;
    int width;
    int height;
    int unpacked; /* Chunks are, whose number is this modulo 2; 2 = all. */
} exr_mixed;

/* Equal in blocks of 4 x 4, which B44 keeps. */
static double mixed_pixel(int x, int y)
{
    return (double)((x / 4 * 7 + y / 4 * 13) % 61) / 4 - 5;
}

/* Packs a chunk, or stores it as it is. */
static void write_mixed_chunk(exr_context_t file, const exr_mixed *mixed, int number, int x, int y)
{
    static uint8_t samples[256 * 80 * 2];
    exr_encode_pipeline_t pipeline = EXR_ENCODE_PIPELINE_INITIALIZER;
    exr_chunk_info_t chunk;
    require(mixed->tiled ? exr_write_tile_chunk_info(file, 0, x / 24, y / 16, 0, 0, &chunk)
                         : exr_write_scanline_chunk_info(file, 0, y, &chunk));
    uint8_t *at = samples;
    for (int i = 0; i < chunk.width * chunk.height; i++) {
        at = samples_put(at, mixed_pixel(x + i % chunk.width, y + i / chunk.width), SCREE_TYPE_F16, false);
    }
    if (mixed->unpacked == 2 || number % 2 == mixed->unpacked || chunk.width < 16 || chunk.height < 4) {
        uint64_t size = (uint64_t)(at - samples);
        require(mixed->tiled ? exr_write_tile_chunk(file, 0, x / 24, y / 16, 0, 0, samples, size)
                             : exr_write_scanline_chunk(file, 0, y, samples, size));
        return;
    }
    require(exr_encoding_initialize(file, 0, &chunk, &pipeline));
    pipeline.channels[0].encode_from_ptr = samples;
    pipeline.channels[0].user_pixel_stride = 2;
    pipeline.channels[0].user_line_stride = 2 * chunk.width;
    pipeline.channels[0].user_bytes_per_element = 2;
    pipeline.channels[0].user_data_type = EXR_PIXEL_HALF;
    require(exr_encoding_choose_default_routines(file, 0, &pipeline));
    require(exr_encoding_run(file, 0, &pipeline));
    require(exr_encoding_destroy(file, &pipeline));
}

static void write_mixed(const exr_mixed *mixed)
{
    exr_context_t file;
    int number;
    int32_t lines = 16;
    exr_context_initializer_t parameters = EXR_DEFAULT_CONTEXT_INITIALIZER;
    require(exr_start_write(&file, "a.exr", EXR_WRITE_FILE_DIRECTLY, &parameters));
    require(exr_add_part(file, "part", mixed->tiled ? EXR_STORAGE_TILED : EXR_STORAGE_SCANLINE, &number));
    require(exr_initialize_required_attr_simple(file, number, mixed->width, mixed->height, mixed->compression));
    require(exr_add_channel(file, number, "Y", EXR_PIXEL_HALF, EXR_PERCEPTUALLY_LOGARITHMIC, 1, 1));
    if (mixed->tiled) {
        require(exr_set_tile_descriptor(file, number, 24, 16, EXR_TILE_ONE_LEVEL, EXR_TILE_ROUND_DOWN));
    }
    require(exr_write_header(file));
    if (!mixed->tiled) {
        require(exr_get_scanlines_per_chunk(file, number, &lines));
    }
    int chunks = 0;
    for (int y = 0; y < mixed->height; y += lines) {
        for (int x = 0; x < mixed->width; x += mixed->tiled ? 24 : mixed->width) {
            write_mixed_chunk(file, mixed, chunks++, x, y);
        }
    }
    require(exr_finish(&file));
}

static void check_mixed(const exr_mixed *mixed)
{
    double stored[80 * 80];
    for (int i = 0; i < mixed->width * mixed->height; i++) {
        stored[i] = mixed_pixel(i % mixed->width, i / mixed->width);
    }
    const test_samples expected = {
        SCREE_FORMAT_EXR, SCREE_TYPE_F16, "Y", 2, {(uint64_t)mixed->width, (uint64_t)mixed->height}, stored};
    write_mixed(mixed);
    samples_expect(&(scree_samples_params){.path = "a.exr"}, &expected);
    samples_expect_description("a.exr", &expected, NULL);
}

/* A chunk that packing would not make smaller is stored as it is: often the last one, or all of a tiny picture. */
static void chunks_that_are_not_packed_are_read(void **state)
{
    static const int sides[][2] = {{1, 1}, {3, 1}, {1, 2}, {3, 5}, {33, 2}, {1, 33}, {33, 33}, {64, 33}, {33, 65}};
    for (int compression = EXR_COMPRESSION_RLE; compression <= EXR_COMPRESSION_DWAB; compression++) {
        for (int i = 0; i < 9 * 2; i++) {
            exr_mixed mixed = {.compression = (exr_compression_t)compression,
                               .tiled = i % 2 == 1,
                               .width = sides[i / 2][0],
                               .height = sides[i / 2][1],
                               .unpacked = 2};
            check_mixed(&mixed);
            /* OpenEXR 3.1 does not pack by DWAA and DWAB, which change samples anyway. */
            bool packs = compression < EXR_COMPRESSION_DWAA && mixed.width >= 16 && mixed.height >= 4;
            for (mixed.unpacked = 0; packs && mixed.unpacked < 2; mixed.unpacked++) {
                check_mixed(&mixed);
            }
        }
    }
}

/* Channels that have samples for some of the pixels only. */
static void sparse_channels_are_refused(void **state)
{
    exr_context_t file;
    int number;
    exr_chunk_info_t chunk;
    exr_context_initializer_t parameters = EXR_DEFAULT_CONTEXT_INITIALIZER;
    require(exr_start_write(&file, "a.exr", EXR_WRITE_FILE_DIRECTLY, &parameters));
    require(exr_add_part(file, "part", EXR_STORAGE_SCANLINE, &number));
    require(exr_initialize_required_attr_simple(file, number, 4, 2, EXR_COMPRESSION_NONE));
    require(exr_add_channel(file, number, "BY", EXR_PIXEL_HALF, EXR_PERCEPTUALLY_LINEAR, 2, 2));
    require(exr_write_header(file));
    for (int y = 0; y < 2; y++) {
        require(exr_write_scanline_chunk_info(file, number, y, &chunk));
        require(exr_write_scanline_chunk(file, number, y, "\0\0\0\0", chunk.unpacked_size));
    }
    require(exr_finish(&file));
    samples_refuse(&(scree_samples_params){.path = "a.exr"}, SCREE_ERROR_FORMAT,
                   "a.exr: its channel BY has samples for some of the pixels only");
}

/* Changes the method that the header of a part names; `part` is 0 for the first. */
static void change_compression(const char *path, int part, int compression)
{
    static const char field[] = "compression\0compression\0\1\0\0\0";
    size_t size;
    uint8_t *data = formats_load(path, &size);
    uint8_t *found = memmem(data, size, field, sizeof field - 1);
    for (int i = 0; i < part; i++) {
        assert_non_null(found);
        found++;
        found = memmem(found, size - (size_t)(found - data), field, sizeof field - 1);
    }
    assert_non_null(found);
    found[sizeof field - 1] = (uint8_t)compression;
    formats_store(path, data, size);
    free(data);
}

/* Methods that the library does not unpack, as OpenEXR 3.1 does not DWAA, or does not know: the file is not damaged. */
static void unknown_methods_are_named(void **state)
{
    static const struct {
        int compression;
        const char *message;
    } cases[] = {
        {EXR_COMPRESSION_DWAA, "a.exr: its method of compression, number 8 (DWAA), is not supported by OpenEXR 3.1."},
        {EXR_COMPRESSION_DWAB, "a.exr: its method of compression, number 9 (DWAB), is not supported by OpenEXR 3.1."},
        {10, "a.exr: its method of compression, number 10 (HTJ2K256), is not supported by OpenEXR 3.1."},
        {11, "a.exr: its method of compression, number 11 (HTJ2K32), is not supported by OpenEXR 3.1."},
        {14, "a.exr: its method of compression, number 14, is not supported by OpenEXR 3."},
        {255, "a.exr: its method of compression, number 255, is not supported by OpenEXR 3."},
    };
    const exr_part part = {.name = "part", .compression = EXR_COMPRESSION_ZIP, .channels = {{"Z", EXR_PIXEL_FLOAT}}};
    const bool is_old = OPENEXR_VERSION_MAJOR == 3 && OPENEXR_VERSION_MINOR == 1;
    for (size_t i = is_old ? 0 : 4; i < sizeof cases / sizeof cases[0]; i++) {
        write_exr("a.exr", &part, 1);
        change_compression("a.exr", 0, cases[i].compression);
        samples_refuse(&(scree_samples_params){.path = "a.exr"}, SCREE_ERROR_UNSUPPORTED, cases[i].message);
        scree_file_info info;
        assert_int_equal(scree_file_describe(fixture_context, "a.exr", &info), SCREE_ERROR_UNSUPPORTED);
    }
}

/* The compression of one part does not affect the others, unless the library refuses the whole file. */
static void unknown_methods_of_parts_are_named(void **state)
{
    const exr_part parts[] = {
        {.name = "first", .compression = EXR_COMPRESSION_ZIP, .channels = {{"X", EXR_PIXEL_FLOAT}}},
        {.name = "second", .compression = EXR_COMPRESSION_ZIP, .channels = {{"Y", EXR_PIXEL_HALF}}},
        {.name = "third", .compression = EXR_COMPRESSION_ZIP, .channels = {{"Z", EXR_PIXEL_HALF}}},
    };
    static const char *const names[] = {"X", "Y", "Z"};
    for (int changed = 0; changed < 3; changed++) {
        write_exr("a.exr", parts, 3);
        change_compression("a.exr", changed, 77);
        for (int i = 0; i < 3; i++) {
            const scree_samples_params params = {.path = "a.exr", .channel = names[i]};
            scree_samples samples;
            scree_result result = scree_samples_read(fixture_context, &params, &samples);
            assert_true(result == SCREE_ERROR_UNSUPPORTED || (result == SCREE_OK && i != changed));
            if (result != SCREE_OK) {
                assert_non_null(strstr(fixture_message, "a.exr: its method of compression, number 77, is not"));
            }
            scree_samples_clear(&samples);
        }
    }
}

/* A header that ends too early is damaged, whatever method it names. */
static void damaged_headers_are_refused(void **state)
{
    const exr_part part = {.name = "part", .compression = EXR_COMPRESSION_ZIP, .channels = {{"Z", EXR_PIXEL_FLOAT}}};
    size_t size;
    write_exr("a.exr", &part, 1);
    uint8_t *data = formats_load("a.exr", &size);
    for (size_t length = 4; length < 250; length++) {
        formats_store("a.exr", data, length);
        samples_refuse(&(scree_samples_params){.path = "a.exr"}, SCREE_ERROR_FORMAT, "a.exr: damaged EXR: its header");
    }
    /* The library would take ZIP for the method. */
    uint8_t *name = memmem(data, size, "compression", strlen("compression"));
    assert_non_null(name);
    name[0] = 'C';
    formats_store("a.exr", data, size);
    free(data);
    samples_refuse(&(scree_samples_params){.path = "a.exr"}, SCREE_ERROR_FORMAT, "a.exr: damaged EXR: its header");
}

static void holes_are_found(void **state)
{
    const exr_part part = {.name = "part", .compression = EXR_COMPRESSION_NONE, .channels = {{"Z", EXR_PIXEL_HALF}}};
    size_t size;
    write_exr("a.exr", &part, 1);
    uint8_t *data = formats_load("a.exr", &size);
    /* The last two samples: a NaN and an infinity. */
    memcpy(data + size - 4, "\x01\x7e\x00\xfc", 4);
    formats_store("a.exr", data, size);
    free(data);
    samples_refuse(&(scree_samples_params){.path = "a.exr"}, SCREE_ERROR_FORMAT,
                   "a.exr: 2 of its 3763 cells have no data (no finite number, or the value that stands for none), "
                   "the first at (69, 52)");
}

static void damaged_files_are_refused(void **state)
{
    for (size_t i = 0; i < 2 * COMPRESSION_COUNT; i++) {
        const exr_part part = {.name = "part",
                               .compression = compressions[i / 2],
                               .tiled = i % 2 == 1,
                               .channels = {{"A", EXR_PIXEL_HALF}, {"Z", EXR_PIXEL_FLOAT}}};
        write_exr("a.exr", &part, 1);
        samples_damage("a.exr", "Z");
    }
}

/* Two files with faults of their own, and a good one, by several threads: no message or memory goes astray. */
static void *read_often(void *argument)
{
    const char *path = argument;
    const scree_samples_params params = {.path = path};
    for (int i = 0; i < 40; i++) {
        scree_samples samples;
        scree_result result = scree_samples_read(NULL, &params, &samples);
        bool good = strcmp(path, "good.exr") == 0;
        if (result != (good ? SCREE_OK : SCREE_ERROR_FORMAT)) {
            return argument;
        }
        scree_samples_clear(&samples);
    }
    return NULL;
}

static void threads_do_not_meet(void **state)
{
    static char paths[][12] = {"good.exr", "short.exr", "good.exr", "bad.exr"};
    const exr_part part = {.name = "part", .compression = EXR_COMPRESSION_ZIP, .channels = {{"Z", EXR_PIXEL_FLOAT}}};
    size_t size;
    write_exr("good.exr", &part, 1);
    uint8_t *data = formats_load("good.exr", &size);
    formats_store("short.exr", data, size / 2);
    memset(data + size - 200, 0x55, 200);
    formats_store("bad.exr", data, size);
    free(data);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, read_often, paths[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        void *failed;
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_type_and_compression_is_read, formats_fixture_clear),
        cmocka_unit_test_teardown(channels_are_chosen_by_name, formats_fixture_clear),
        cmocka_unit_test_teardown(the_part_with_the_channel_is_read, formats_fixture_clear),
        cmocka_unit_test_teardown(a_larger_display_window_is_told_of, formats_fixture_clear),
        cmocka_unit_test_teardown(sparse_channels_are_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(chunks_that_are_not_packed_are_read, formats_fixture_clear),
        cmocka_unit_test_teardown(unknown_methods_are_named, formats_fixture_clear),
        cmocka_unit_test_teardown(unknown_methods_of_parts_are_named, formats_fixture_clear),
        cmocka_unit_test_teardown(damaged_headers_are_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(holes_are_found, formats_fixture_clear),
        cmocka_unit_test_teardown(damaged_files_are_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(threads_do_not_meet, formats_fixture_clear),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
