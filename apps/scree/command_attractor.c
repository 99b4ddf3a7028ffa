/* `scree attractor`: particles that follow a system of equations, as a picture and as coordinates. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../src/base/number_text.h"
#include "../../src/formats/recipe_internal.h"
#include "attractor.h"
#include "command.h"
#include "enumeration_names.h"
#include "message.h"
#include "output_names.h"
#include "report.h"

/* Steps that a thread with AVX-512 makes in the time that estimate.h knows of a voxel. */
#define STEPS_A_VOXEL 16.0

static void clear(struct field_request *field)
{
    struct attractor *cloud = field->part;
    attractor_picture_close(&cloud->picture);
    npy_rows_close(&cloud->from);
    scree_recipe_text_free(&cloud->metadata);
    free(cloud->positions[0]);
    free(cloud->positions[1]);
    scree_field_release(&cloud->field);
}

static struct work find_work(const struct field_request *field)
{
    const struct attractor *cloud = field->part;
    return (struct work){.voxels = (double)cloud->params.count * (double)cloud->params.steps / STEPS_A_VOXEL};
}

static void find_memory(const struct field_request *field, struct field_memory *memory)
{
    const struct attractor *cloud = field->part;
    const struct attractor_picture *picture = &cloud->picture;
    if (!picture->is_wanted) {
        return;
    }
    memory->bytes = attractor_picture_bytes(picture) + attractor_positions_bytes(cloud);
    memory->name = "attractor";
    snprintf(memory->purpose, sizeof memory->purpose, "%" PRIu32 "x%" PRIu32 " pixels%s", picture->density.width,
             picture->density.height,
             attractor_positions_bytes(cloud) > 0 ? " and the particles, which are kept for frames," : "");
}

static char *describe(const struct field_request *field)
{
    const scree_particle_params recipe = attractor_recipe(field->part);
    return scree_particles_describe(&recipe, 0);
}

static void add_picture(const struct field_request *field, struct field_line *line)
{
    const struct attractor *cloud = field->part;
    const struct attractor_picture *picture = &cloud->picture;
    /* Coordinates are measured where they come to the host. */
    const bool is_measured = cloud->points.path != NULL || field->values[OPTION_JSON].given;
    char *text = is_measured ? line->range : line->values;
    const char *before = is_measured ? ", " : "";
    if (cloud->frames.count > 0) {
        frame_name_add_all(field->file.path, cloud->picture.is_video ? 0 : cloud->frames.count, &line->files);
        snprintf(text, sizeof line->range, "%s%" PRIu32 "x%" PRIu32 " pixels", before, picture->density.width,
                 picture->density.height);
    } else {
        text_add_word(&line->files, field->file.path);
        snprintf(text, sizeof line->range,
                 "%s%" PRIu32 "x%" PRIu32 " pixels, of which %" PRIu64 " are drawn, up to %" PRIu64 " times", before,
                 picture->density.width, picture->density.height, picture->info.drawn, picture->info.max_count);
    }
}

static void complete_line(const struct field_request *field, struct field_line *line)
{
    const struct attractor *cloud = field->part;
    const scree_particle_system_info *info = scree_particle_system_describe(cloud->params.system);
    const scree_particle_params recipe = attractor_recipe(cloud);
    char step[40];
    if (cloud->picture.is_wanted) {
        add_picture(field, line);
    }
    if (cloud->points.path != NULL) {
        text_add_word(&line->files, cloud->points.path);
    }
    scree_double_print(step, recipe.time_step);
    if (info->is_map) {
        snprintf(line->detail, sizeof line->detail, ", %s, %" PRIu64 " steps", info->name, recipe.steps);
    } else {
        snprintf(line->detail, sizeof line->detail, ", %s, %" PRIu64 " steps of %s by %s", info->name, recipe.steps,
                 step, scree_particle_integrator_name(recipe.integrator));
    }
}

static void emit_field(const struct field_request *field, struct json_writer *json)
{
    const struct attractor *cloud = field->part;
    emit_unsigned(json, "lost", cloud->lost);
}

static void emit_picture(const struct attractor_picture *picture, struct json_writer *json)
{
    emit_open_object(json, "picture");
    emit_unsigned(json, "width", picture->density.width);
    emit_unsigned(json, "height", picture->density.height);
    emit_string(json, "type", scree_type_name(picture->type));
    emit_string(json, "exposure", scree_exposure_name(picture->look.exposure));
    emit_unsigned(json, "drawn", picture->info.drawn);
    emit_unsigned(json, "max_count", picture->info.max_count);
    emit_close_object(json);
}

static void emit_results(const struct field_request *field, struct json_writer *json)
{
    const struct attractor *cloud = field->part;
    if (cloud->picture.is_wanted) {
        emit_picture(&cloud->picture, json);
    }
    if (cloud->frames.count > 0) {
        emit_unsigned(json, "frames", cloud->frames.count);
    }
    if (cloud->points.path != NULL) {
        emit_string(json, "points", cloud->points.path);
        emit_string(json, "type", scree_type_name(field->stored));
    }
}

static void warn(const struct field_request *field)
{
    const struct attractor *cloud = field->part;
    if (cloud->lost > 0) {
        message_warning("%" PRIu64 " of %" PRIu64 " particles have left for infinity, and are not drawn; their "
                        "coordinates are no finite numbers (see --dt, --integrator, --numbers and --box)",
                        cloud->lost, field->samples);
    }
}

static const struct field_type attractor_type = {
    .noun = "points",
    .key = ATTRACTOR_KEY,
    .wants = "-o PICTURE, --points FILE, --json or --print-recipe",
    .uses = {OPTION_OUTPUT, OPTION_POINTS, OPTION_JSON, OPTION_PRINT_RECIPE},
    .part_bytes = sizeof(struct attractor),
    .make = attractor_request_make,
    .clear = clear,
    .work = find_work,
    .memory = find_memory,
    .run = attractor_run,
    .describe = describe,
    .complete_line = complete_line,
    .emit_field = emit_field,
    .emit_results = emit_results,
    .warn = warn,
};

int command_attractor(const struct arguments *arguments)
{
    return field_command(arguments, &attractor_type);
}
