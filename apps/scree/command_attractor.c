/* `scree attractor`: particles that follow a system of equations, as a picture and as coordinates. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scree/scree.h>

#include "../../src/formats/recipe_internal.h"
#include "attractor_picture.h"
#include "command.h"
#include "field_command.h"
#include "field_run.h"
#include "message.h"
#include "numbers.h"
#include "recipe_file.h"
#include "vocabulary.h"

/* Steps that a thread with AVX-512 makes in the time that estimate.h knows of a voxel. */
#define STEPS_A_VOXEL 16.0

/* The key of a recipe in JSON. */
static const char attractor_key[] = "particles";

struct attractor {
    scree_particle_params params; /* Complete. */
    scree_field *field;
    uint64_t count[2];         /* Coordinates, particles. */
    struct output_file points; /* --points. */
    struct attractor_picture picture;
    char *metadata; /* The recipe, for files. */
    uint64_t lost;  /* Particles with a coordinate that is no finite float32, where no picture counts them. */
};

/* The recipe that the operand holds, as parameters to start from. */
static int read_base(struct engine *engine, const struct arguments *arguments, scree_particle_params *params)
{
    scree_field *field = NULL;
    char *text = NULL;
    if (arguments->operand_count == 0) {
        return EXIT_CODE_OK;
    }
    const char *path = arguments->operands[0];
    const char *name = strcmp(path, "-") == 0 ? "stdin" : path;
    const int code = recipe_file_load(path, &text);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    const scree_result result = scree_field_from_text(engine->context, text, strlen(text), name, NULL, &field);
    const scree_particle_params *found = scree_particles_params(field);
    free(text);
    if (result != SCREE_OK) {
        engine_fail(engine, result);
        return EXIT_CODE_USAGE;
    }
    if (found != NULL) {
        *params = *found;
    } else {
        message_error("%s: describes another field than particles", name);
    }
    scree_field_release(&field);
    return found != NULL ? EXIT_CODE_OK : EXIT_CODE_USAGE;
}

/* Another system has its own numbers, box, step, integrator and steps. */
static void apply_system(const struct option_value *values, scree_particle_params *params)
{
    const scree_system system = (scree_system)values[OPTION_SYSTEM].choice;
    if (values[OPTION_SYSTEM].given && system != params->system) {
        *params = (scree_particle_params){
            .system = system, .type = params->type, .seed = params->seed, .count = params->count};
    }
    if (values[OPTION_INTEGRATOR].given) {
        params->integrator = (scree_integrator)(values[OPTION_INTEGRATOR].choice + SCREE_INTEGRATOR_EULER);
        params->time_step = 0;
    }
}

static int apply_numbers(const struct option_value *values, scree_particle_params *params)
{
    const scree_system_info *info = scree_system_get(params->system);
    const struct option_value *numbers = &values[OPTION_NUMBERS];
    if (!numbers->given) {
        return EXIT_CODE_OK;
    }
    if (numbers->count != info->number_count) {
        message_error("--numbers %s: has %" PRIu32 " numbers; the system %s has %" PRIu32, numbers->text,
                      numbers->count, info->name, info->number_count);
        return EXIT_CODE_USAGE;
    }
    params->has_numbers = true;
    memcpy(params->numbers, numbers->reals, info->number_count * sizeof params->numbers[0]);
    return EXIT_CODE_OK;
}

static int apply_box(const struct option_value *values, scree_particle_params *params)
{
    const struct option_value *box = &values[OPTION_BOX];
    if (box->given && box->count != 6) {
        message_error("--box %s: has %" PRIu32 " numbers; give the lowest corner and the extent, X,Y,Z,W,H,D",
                      box->text, box->count);
        return EXIT_CODE_USAGE;
    }
    if (box->given && (box->reals[3] < 0 || box->reals[4] < 0 || box->reals[5] < 0)) {
        message_error("--box %s: the extent, its last three numbers, must not be negative", box->text);
        return EXIT_CODE_USAGE;
    }
    for (uint32_t i = 0; box->given && i < 3; i++) {
        params->has_box = true;
        params->box_origin[i] = box->reals[i];
        params->box_size[i] = box->reals[3 + i];
    }
    return EXIT_CODE_OK;
}

/* A map takes particles from place to place, without a time between. */
static int check_map(const struct option_value *values, const scree_particle_params *params)
{
    static const enum option_id of_flows[] = {OPTION_DT, OPTION_INTEGRATOR};
    const scree_system_info *info = scree_system_get(params->system);
    for (size_t i = 0; i < sizeof of_flows / sizeof of_flows[0]; i++) {
        if (info->is_map && values[of_flows[i]].given) {
            message_error("--%s %s: has no effect here; the system %s is a map, and its steps take no time",
                          option_table[of_flows[i]].name, values[of_flows[i]].text, info->name);
            return EXIT_CODE_USAGE;
        }
    }
    return EXIT_CODE_OK;
}

static int apply_options(const struct option_value *values, scree_particle_params *params)
{
    apply_system(values, params);
    if (values[OPTION_DT].given) {
        params->time_step = values[OPTION_DT].reals[0];
    }
    if (values[OPTION_PARTICLE_TYPE].given) {
        params->type = (scree_particle_type)values[OPTION_PARTICLE_TYPE].choice;
    }
    if (values[OPTION_SEED].given) {
        params->seed = values[OPTION_SEED].whole;
    }
    if (values[OPTION_PARTICLES].given) {
        params->count = values[OPTION_PARTICLES].whole;
    }
    if (values[OPTION_STEPS].given) {
        params->steps = values[OPTION_STEPS].whole;
    }
    int code = check_map(values, params);
    if (code == EXIT_CODE_OK) {
        code = apply_numbers(values, params);
    }
    return code == EXIT_CODE_OK ? apply_box(values, params) : code;
}

/* A format that holds no rows of three numbers. */
static int refuse_format(const char *path)
{
    struct text extensions;
    output_file_list_extensions(&vocabulary_point_formats, text_begin(&extensions));
    message_error("--points %s: files of this format hold no coordinates; give one of %s", path, text_end(&extensions));
    text_clear(&extensions);
    return EXIT_CODE_USAGE;
}

static int find_points(struct field_request *field, struct output_file *file)
{
    const struct option_value *points = &field->values[OPTION_POINTS];
    if (!points->given) {
        return EXIT_CODE_OK;
    }
    file->path = points->text;
    const int code =
        output_file_find_by_name(&option_table[OPTION_POINTS], &vocabulary_point_formats, points->text, &file->format);
    file->has_format = code == EXIT_CODE_OK;
    if (code == EXIT_CODE_OK && !vocabulary_offers(&vocabulary_point_formats, (int)file->format)) {
        return refuse_format(points->text);
    }
    return code == EXIT_CODE_OK ? output_file_check_type(file, field->stored, &vocabulary_point_types, "coordinates",
                                                         "coordinates are stored as f64 or f32")
                                : code;
}

static int make(struct engine *engine, struct field_request *field)
{
    struct attractor *cloud = field->part;
    int code = read_base(engine, field->arguments, &cloud->params);
    if (code == EXIT_CODE_OK) {
        code = apply_options(field->values, &cloud->params);
    }
    if (code != EXIT_CODE_OK) {
        return code;
    }
    const scree_result result = scree_field_from_particles(engine->context, &cloud->params, &cloud->field);
    if (result != SCREE_OK) {
        return engine_fail(engine, result);
    }
    cloud->params = *scree_particles_params(cloud->field);
    cloud->count[0] = 3;
    cloud->count[1] = cloud->params.count;
    field->stored = cloud->params.type == SCREE_PARTICLE_F64 ? SCREE_TYPE_F64 : SCREE_TYPE_F32;
    field->axes = 2;
    field->count = cloud->count;
    field->samples = cloud->params.count;
    code = find_points(field, &cloud->points);
    return code == EXIT_CODE_OK ? attractor_picture_find(field, &cloud->params, &cloud->picture) : code;
}

static void clear(struct field_request *field)
{
    struct attractor *cloud = field->part;
    attractor_picture_close(&cloud->picture);
    scree_recipe_text_free(&cloud->metadata);
    scree_field_release(&cloud->field);
}

static struct work find_work(const struct field_request *field)
{
    const struct attractor *cloud = field->part;
    return (struct work){.voxels = (double)cloud->params.count * (double)cloud->params.steps / STEPS_A_VOXEL};
}

/* A run, as its watchers and files see it. */
struct attractor_run {
    struct engine *engine;
    const struct field_request *field;
    struct attractor *cloud;
};

static void count_lost(void *user, const scree_slab *slab)
{
    struct attractor_run *run = user;
    for (uint64_t i = 0; i + 2 < slab->count; i += 3) {
        const float *place = slab->values + i;
        run->cloud->lost += !(isfinite(place[0]) && isfinite(place[1]) && isfinite(place[2]));
    }
}

static scree_result complete_picture(void *user, scree_writer **writers, size_t *count)
{
    struct attractor_run *run = user;
    struct attractor_picture *picture = &run->cloud->picture;
    const scree_result result = attractor_picture_prepare(run->engine, run->field, picture, run->cloud->metadata);
    run->cloud->lost = picture->density.lost;
    writers[*count] = picture->writer;
    *count += result == SCREE_OK;
    return result;
}

static void find_memory(const struct field_request *field, const scree_device_info *device, struct field_memory *memory)
{
    const struct attractor *cloud = field->part;
    const struct attractor_picture *picture = &cloud->picture;
    (void)device;
    memory->bytes = picture->is_wanted ? attractor_picture_bytes(picture) : 0;
    memory->name = "attractor";
    snprintf(memory->purpose, sizeof memory->purpose, "%" PRIu32 "x%" PRIu32 " pixels", picture->density.width,
             picture->density.height);
}

static scree_volume describe_points(const struct field_request *field, const struct attractor *cloud)
{
    return (scree_volume){.axes = 2,
                          .count = {3, cloud->params.count},
                          .type = field->stored,
                          .source = field->stored,
                          .name = "positions",
                          .metadata = cloud->metadata,
                          .key = attractor_key};
}

static int run(struct engine *engine, struct field_request *field, struct progress *progress, struct outcome *outcome)
{
    struct attractor *cloud = field->part;
    const int code = attractor_picture_open(field, &cloud->picture);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    cloud->metadata = scree_particles_describe(&cloud->params, 2);
    if (cloud->metadata == NULL) {
        message_error("attractor: out of memory");
        return EXIT_CODE_FAILED;
    }
    const bool draws = cloud->picture.is_wanted;
    const scree_volume volume = describe_points(field, cloud);
    struct attractor_run user = {.engine = engine, .field = field, .cloud = cloud};
    const struct field_job job = {
        .field = cloud->field,
        .samples = {.path = cloud->points.path, .format = cloud->points.format, .volume = &volume},
        .makes_files = cloud->points.path != NULL || draws,
        .watch = draws ? NULL : count_lost,
        .complete = draws ? complete_picture : NULL,
        .picture = draws ? &cloud->picture.picture : NULL,
        .density = &cloud->picture.density,
        .user = &user,
    };
    return field_run(engine, field, &job, progress, outcome);
}

static char *describe(const struct field_request *field)
{
    const struct attractor *cloud = field->part;
    return scree_particles_describe(&cloud->params, 0);
}

static void complete_line(const struct field_request *field, const struct outcome *outcome, struct field_line *line)
{
    const struct attractor *cloud = field->part;
    const struct attractor_picture *picture = &cloud->picture;
    const scree_system_info *info = scree_system_get(cloud->params.system);
    char step[40];
    (void)outcome;
    if (picture->is_wanted) {
        /* Coordinates are measured where they come to the host. */
        const bool is_measured = cloud->points.path != NULL || field->values[OPTION_JSON].given;
        text_add_word(&line->files, field->file.path);
        snprintf(is_measured ? line->range : line->values, sizeof line->values,
                 "%s%" PRIu32 "x%" PRIu32 " pixels, of which %" PRIu64 " are drawn, up to %" PRIu64 " times",
                 is_measured ? ", " : "", picture->density.width, picture->density.height, picture->info.drawn,
                 picture->info.max_count);
    }
    if (cloud->points.path != NULL) {
        text_add_word(&line->files, cloud->points.path);
    }
    number_print_real(step, sizeof step, cloud->params.time_step);
    if (info->is_map) {
        snprintf(line->detail, sizeof line->detail, ", %s, %" PRIu64 " steps", info->name, cloud->params.steps);
    } else {
        snprintf(line->detail, sizeof line->detail, ", %s, %" PRIu64 " steps of %s by %s", info->name,
                 cloud->params.steps, step, vocabulary_integrators.name((int)cloud->params.integrator - 1));
    }
}

static void emit_field(const struct field_request *field, const struct outcome *outcome, struct json_writer *json)
{
    const struct attractor *cloud = field->part;
    (void)outcome;
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

static void emit_results(const struct field_request *field, const struct outcome *outcome, struct json_writer *json)
{
    const struct attractor *cloud = field->part;
    (void)outcome;
    if (cloud->picture.is_wanted) {
        emit_picture(&cloud->picture, json);
    }
    if (cloud->points.path != NULL) {
        emit_string(json, "points", cloud->points.path);
        emit_string(json, "type", scree_type_name(field->stored));
    }
}

static void warn(const struct field_request *field, const struct outcome *outcome)
{
    const struct attractor *cloud = field->part;
    (void)outcome;
    if (cloud->lost > 0) {
        message_warning("%" PRIu64 " of %" PRIu64 " particles have left for infinity, and are not drawn; their "
                        "coordinates are no finite numbers (see --dt, --integrator, --numbers and --box)",
                        cloud->lost, field->samples);
    }
}

static const struct field_type attractor_type = {
    .noun = "points",
    .key = attractor_key,
    .wants = "-o PICTURE, --points FILE, --json or --print-recipe",
    .uses = {OPTION_OUTPUT, OPTION_POINTS, OPTION_JSON, OPTION_PRINT_RECIPE},
    .part_bytes = sizeof(struct attractor),
    .make = make,
    .clear = clear,
    .work = find_work,
    .memory = find_memory,
    .run = run,
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
