/* `scree sdf`: how far every voxel of a volume is from a terrain, or from any solid. */
#include <stdlib.h>

#include "command.h"
#include "output_names.h"
#include "sdf_field.h"
#include "sdf_slices.h"

/* Pairs of voxels that the naive method compares in the time of a voxel of the exact one, both by AVX-512. */
#define PAIRS_PER_VOXEL 50

/* The files of -o: that of the field, or the pictures of its slices, whose names are allocated. */
static size_t list_outputs(const struct sdf_request *request, struct output_name *names, char **pictures)
{
    const uint32_t slices = request->values[OPTION_SLICE].count;
    struct output_name name = {OPTION_OUTPUT, request->file.path, request->file.path, request->file.format};
    for (uint32_t i = 0; i < slices; i++) {
        pictures[i] = sdf_slice_name(request, i);
        name.path = pictures[i] != NULL ? pictures[i] : request->file.path;
        names[i] = name;
    }
    if (slices == 0) {
        names[0] = name;
    }
    return slices > 0 ? slices : 1;
}

static int check_names(const struct sdf_request *request)
{
    struct output_name names[WHOLES_MOST + 2];
    char *pictures[WHOLES_MOST + 1] = {NULL};
    if (request->file.path == NULL || request->nearest == NULL) {
        return EXIT_CODE_OK;
    }
    const size_t count = list_outputs(request, names, pictures);
    names[count] = (struct output_name){OPTION_NEAREST, request->nearest, request->nearest, request->nearest_format};
    const int code = output_names_check(names, count + 1);
    for (size_t i = 0; i < count; i++) {
        free(pictures[i]);
    }
    return code;
}

static int make(struct field_request *field)
{
    struct sdf_field *sdf = field->part;
    int code = sdf_recipe_read(field->arguments, &sdf->typed);
    if (code == EXIT_CODE_OK) {
        code = sdf_request_make(&sdf->typed.arguments, &sdf->request);
    }
    if (code == EXIT_CODE_OK) {
        code = check_names(&sdf->request);
    }
    if (code == EXIT_CODE_OK) {
        code = sdf_source_find(field->engine, &sdf->request, &sdf->source);
    }
    field->file = sdf->request.file;
    field->stored = sdf->request.type;
    field->axes = scree_distance_map_field_axes(&sdf->source.map);
    field->count = sdf->source.map.count;
    field->samples = sdf_voxel_count(&sdf->source);
    return code;
}

static void clear(struct field_request *field)
{
    struct sdf_field *sdf = field->part;
    sdf_source_clear(&sdf->source);
    sdf_recipe_clear(&sdf->typed);
}

/* The naive method's work is told as the voxels that the exact method makes in the same time. */
static struct work find_work(const struct field_request *field)
{
    const struct sdf_field *sdf = field->part;
    const double voxels = (double)field->samples;
    const bool is_naive = sdf->request.recipe.params.method == SCREE_DISTANCE_NAIVE;
    return (struct work){.voxels = is_naive ? voxels * voxels / PAIRS_PER_VOXEL : voxels};
}

static const struct field_type sdf_type = {
    .noun = "voxels",
    .key = "distance",
    .wants = "-o FILE, --nearest FILE, --json or --compare exact",
    .uses = {OPTION_OUTPUT, OPTION_NEAREST, OPTION_JSON, OPTION_COMPARE},
    .part_bytes = sizeof(struct sdf_field),
    .make = make,
    .clear = clear,
    .work = find_work,
    .memory = sdf_memory,
    .run = sdf_run,
    .describe = sdf_describe,
    .complete_line = sdf_complete_line,
    .emit_field = sdf_emit_field,
    .emit_results = sdf_emit_results,
    .warn = sdf_warn,
    .print = sdf_print_comparison,
};

int command_sdf(const struct arguments *arguments)
{
    return field_command(arguments, &sdf_type);
}
