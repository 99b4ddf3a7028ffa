/*
 * Writes volumes, each in every format that holds it: EXTENSION/NAME.TYPE.EXTENSION. The samples are
 * integers of a rule that readers can repeat, plus a half where the type has one: sample i, counted from 0 with x
 * fastest, is (i * 37) mod 251 - 100, or without the 100 for types without a sign.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <scree/scree.h>

typedef struct named_grid {
    const char *name;
    uint32_t axes;
    uint64_t count[3];
} named_grid;

static const named_grid grids[] = {
    {"line", 1, {7}}, {"flat", 2, {13, 5}}, {"solid", 3, {11, 7, 3}}, {"name with blanks", 3, {2, 3, 4}}};

static bool is_unsigned(scree_type type)
{
    return type == SCREE_TYPE_U8 || type == SCREE_TYPE_U16 || type == SCREE_TYPE_U32;
}

static long whole_sample(uint64_t index, scree_type type)
{
    return (long)(index * 37 % 251) - (is_unsigned(type) ? 0 : 100);
}

static void store_sample(void *to, uint64_t index, scree_type source, scree_type type)
{
    long value = whole_sample(index, type);
    switch (source) {
    case SCREE_TYPE_U8:
        ((uint8_t *)to)[index] = (uint8_t)value;
        break;
    case SCREE_TYPE_I8:
        ((int8_t *)to)[index] = (int8_t)value;
        break;
    case SCREE_TYPE_U16:
        ((uint16_t *)to)[index] = (uint16_t)value;
        break;
    case SCREE_TYPE_U32:
        ((uint32_t *)to)[index] = (uint32_t)value;
        break;
    case SCREE_TYPE_I32:
        ((int32_t *)to)[index] = (int32_t)value;
        break;
    case SCREE_TYPE_F64:
        ((double *)to)[index] = (double)value + 0.5;
        break;
    default:
        ((float *)to)[index] = (float)value + (type == SCREE_TYPE_I16 ? 0.0f : 0.5f);
        break;
    }
}

static void print_error(void *user, scree_log_level level, const char *message)
{
    (void)user;
    (void)level;
    fprintf(stderr, "%s\n", message);
}

/* Only float32 is converted; all others are written as they are. */
static scree_result write_one(scree_context *context, const named_grid *grid, scree_type type, const char *extension)
{
    const bool converted = type == SCREE_TYPE_F16 || type == SCREE_TYPE_I16;
    const scree_volume volume = {.axes = grid->axes,
                                 .count = {grid->count[0], grid->count[1], grid->count[2]},
                                 .type = type,
                                 .source = converted ? SCREE_TYPE_F32 : type,
                                 .voxel = {0.5, 0.1, 3},
                                 .origin = {-1, 0.25, 100},
                                 .name = "samples"};
    char path[64];
    snprintf(path, sizeof path, "%s/%s.%s.%s", extension, grid->name, scree_type_name(type), extension);
    scree_writer_params params = {.path = path, .volume = &volume};
    scree_writer *writer = NULL;
    uint64_t count = 1;
    for (uint32_t a = 0; a < grid->axes; a++) {
        count *= grid->count[a];
    }
    void *samples = malloc((size_t)count * 8);
    scree_result result = samples == NULL || !scree_format_from_path(path, &params.format) ? SCREE_ERROR_INTERNAL
                                                                                           : SCREE_OK;
    for (uint64_t i = 0; i < count && result == SCREE_OK; i++) {
        store_sample(samples, i, volume.source, type);
    }
    result = result == SCREE_OK ? scree_writer_open(context, &params, &writer) : result;
    result = result == SCREE_OK ? scree_writer_write(writer, samples, count) : result;
    result = result == SCREE_OK ? scree_writer_finish(writer, NULL, NULL) : result;
    scree_writer_close(&writer);
    free(samples);
    return result;
}

int main(void)
{
    static const char *const extensions[] = {"npy", "raw", "mhd", "mha", "vti", "dds", "vf"};
    const scree_context_params params = {.log = print_error};
    scree_context *context = NULL;
    scree_result result = scree_context_create(&params, &context);
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        scree_format format = SCREE_FORMAT_PNG;
        char path[16];
        snprintf(path, sizeof path, "a.%s", extensions[i]);
        scree_format_from_path(path, &format);
        if (mkdir(extensions[i], 0777) != 0) {
            perror(extensions[i]);
            return 1;
        }
        const scree_format_info *info = scree_format_describe(format);
        for (int type = 0; type < SCREE_TYPE_COUNT; type++) {
            for (size_t g = 0;
                 g < sizeof grids / sizeof grids[0] && scree_format_holds(info, type) && result == SCREE_OK; g++) {
                result = write_one(context, &grids[g], (scree_type)type, extensions[i]);
            }
        }
    }
    scree_context_destroy(&context);
    return result == SCREE_OK ? 0 : 1;
}
