/* Reads the request that the options of `scree attractor` make. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attractor.h"
#include "command.h"
#include "enumeration_names.h"
#include "message.h"
#include "output_names.h"
#include "recipe_file.h"
#include "recipe_text.h"

#define USUAL_CHECKPOINT_SECONDS 30.0
#define FULL_TURN 360.0

#define REFUSE_GIVEN(values, ids, reason) option_refuse_given(values, ids, sizeof ids / sizeof ids[0], reason)

/* Reads the parameters of the cloud that a text describes; `*is_found` is false where that is another field. */
static int read_params(struct engine *engine, const char *text, const char *name, scree_particle_params *params,
                       bool *is_found)
{
    scree_field *field = NULL;
    const scree_result result = scree_field_from_text(engine->context, text, strlen(text), name, NULL, &field);
    const scree_particle_params *found = scree_particles_params(field);
    *is_found = found != NULL;
    if (found != NULL) {
        *params = *found;
    }
    scree_field_release(&field);
    if (result != SCREE_OK) {
        engine_fail(engine, result);
    }
    return result == SCREE_OK ? EXIT_CODE_OK : EXIT_CODE_USAGE;
}

/* The recipe that the operand holds, as parameters to start from. */
static int read_recipe(struct engine *engine, const struct arguments *arguments, scree_particle_params *params)
{
    char *text = NULL;
    bool is_found = false;
    if (arguments->operand_count == 0) {
        return EXIT_CODE_OK;
    }
    const char *path = arguments->operands[0];
    const char *name = recipe_text_name(path);
    int code = arguments->recipe_text == NULL ? recipe_file_load_description(engine, path, &text) : EXIT_CODE_OK;
    if (code == EXIT_CODE_OK) {
        code = read_params(engine, text != NULL ? text : arguments->recipe_text, name, params, &is_found);
    }
    free(text);
    if (code == EXIT_CODE_OK && !is_found) {
        message_error("%s: describes another field than particles", name);
    }
    return code == EXIT_CODE_OK && !is_found ? EXIT_CODE_USAGE : code;
}

/* Coordinates are taken as they lie in the file: rows of three of the type of the recipe. */
static int check_shape(const char *path, const scree_file_info *info, const scree_particle_params *params)
{
    const scree_type type = params->type == SCREE_PARTICLE_F64 ? SCREE_TYPE_F64 : SCREE_TYPE_F32;
    if (info->format != SCREE_FORMAT_NPY) {
        return npy_rows_refuse("from", path, "is no NPY file; --points writes them");
    }
    if (info->axes != 2 || info->count[0] != 3 || info->channels != NULL || info->count[1] != params->count ||
        info->type != type) {
        return npy_rows_refuse("from", path, "does not hold the particles that its sidecar describes");
    }
    return EXIT_CODE_OK;
}

static int read_from(struct engine *engine, const char *path, const scree_file_info *info, struct npy_rows *rows,
                     scree_particle_params *params)
{
    bool is_found = false;
    int code = info->metadata != NULL ? read_params(engine, info->metadata, path, params, &is_found) : EXIT_CODE_OK;
    if (code == EXIT_CODE_OK && !is_found) {
        return npy_rows_refuse("from", path, "has no sidecar, which describes how its particles move");
    }
    if (code == EXIT_CODE_OK) {
        code = check_shape(path, info, params);
    }
    return code == EXIT_CODE_OK ? npy_rows_open("from", path, info, rows) : code;
}

/* --from: opens a file that --points wrote, whose sidecar says how its particles move. */
static int open_points(struct engine *engine, const char *path, struct npy_rows *rows, scree_particle_params *params)
{
    scree_file_info info;
    const scree_result result = scree_file_describe(engine->context, path, &info);
    if (result != SCREE_OK) {
        return engine_fail(engine, result);
    }
    const int code = read_from(engine, path, &info, rows, params);
    scree_file_info_clear(&info);
    if (code == EXIT_CODE_OK) {
        params->positions = rows->first;
        params->first_step = params->steps;
        params->steps = 0;
    }
    return code;
}

/* Another system has its own numbers, box, step, integrator and steps. */
static void apply_system(const struct option_value *values, scree_particle_params *params)
{
    const scree_particle_system system = (scree_particle_system)values[OPTION_SYSTEM].choice;
    if (values[OPTION_SYSTEM].given && system != params->system) {
        *params = (scree_particle_params){
            .system = system, .type = params->type, .seed = params->seed, .count = params->count};
    }
    if (values[OPTION_INTEGRATOR].given) {
        params->integrator =
            (scree_particle_integrator)(values[OPTION_INTEGRATOR].choice + SCREE_PARTICLE_INTEGRATOR_EULER);
        params->time_step = 0;
    }
}

static int apply_numbers(struct field_request *field)
{
    scree_particle_params *params = &((struct attractor *)field->part)->params;
    const scree_particle_system_info *info = scree_particle_system_describe(params->system);
    const struct option_value *numbers = &field->values[OPTION_NUMBERS];
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

static int apply_box(struct field_request *field)
{
    scree_particle_params *params = &((struct attractor *)field->part)->params;
    const struct option_value *box = &field->values[OPTION_BOX];
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

/* A map takes particles from position to position, without a time between. */
static int check_map(struct field_request *field)
{
    static const enum option_id of_flows[] = {OPTION_DT, OPTION_INTEGRATOR};
    const struct attractor *cloud = field->part;
    const scree_particle_system_info *info = scree_particle_system_describe(cloud->params.system);
    char reason[120];
    snprintf(reason, sizeof reason, "has no effect here; the system %s is a map, and its steps take no time",
             info->name);
    return info->is_map ? REFUSE_GIVEN(field->values, of_flows, reason) : EXIT_CODE_OK;
}

static int apply_options(struct field_request *field)
{
    const struct option_value *values = field->values;
    scree_particle_params *params = &((struct attractor *)field->part)->params;
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
        params->has_steps = true;
    }
    return EXIT_CODE_OK;
}

/* A format that holds no rows of three numbers. */
static int refuse_format(const char *path)
{
    struct text extensions;
    output_file_list_extensions(&enumeration_point_formats, text_begin(&extensions));
    message_error("--points %s: files of this format hold no coordinates; give one of %s", path, text_end(&extensions));
    text_clear(&extensions);
    return EXIT_CODE_USAGE;
}

/* Reads the parameters that options start from: those of a recipe, or of the file that the cloud continues. */
static int read_base(struct field_request *field)
{
    struct attractor *cloud = field->part;
    static const enum option_id of_file[] = {OPTION_SYSTEM,  OPTION_PARTICLES, OPTION_DT,   OPTION_INTEGRATOR,
                                             OPTION_NUMBERS, OPTION_BOX,       OPTION_SEED, OPTION_PARTICLE_TYPE};
    const struct option_value *from = &field->values[OPTION_FROM];
    if (!from->given) {
        return read_recipe(field->engine, field->arguments, &cloud->params);
    }
    if (field->arguments->operand_count > 0) {
        return option_refuse(field->values, OPTION_FROM, "not together with a recipe, which the file's sidecar is");
    }
    const int code = REFUSE_GIVEN(field->values, of_file, "not together with --from, whose sidecar has it");
    return code == EXIT_CODE_OK ? open_points(field->engine, from->text, &cloud->from, &cloud->params) : code;
}

static int find_points(struct field_request *field)
{
    struct output_file *file = &((struct attractor *)field->part)->points;
    const struct option_value *points = &field->values[OPTION_POINTS];
    if (!points->given) {
        return EXIT_CODE_OK;
    }
    *file = (struct output_file){.path = points->text,
                                 .option = OPTION_POINTS,
                                 .text = points->text,
                                 .has_type = field->values[OPTION_PARTICLE_TYPE].given};
    const int code =
        output_file_find_by_name(&option_table[OPTION_POINTS], &enumeration_point_formats, points->text, &file->format);
    file->has_format = code == EXIT_CODE_OK;
    if (code == EXIT_CODE_OK && !enumeration_offers(&enumeration_point_formats, (int)file->format)) {
        return refuse_format(points->text);
    }
    return code == EXIT_CODE_OK ? output_file_check_type(file, field->stored, &enumeration_point_types, "coordinates",
                                                         "coordinates are f64 without --type f32")
                                : code;
}

static int check_video(struct field_request *field)
{
    const struct attractor *cloud = field->part;
    const int code = output_file_check_video(field->values, field->values[OPTION_FRAMES].given, &field->file);
    return code == EXIT_CODE_OK && cloud->picture.is_video && field->values[OPTION_RESUME].given
               ? option_refuse(field->values, OPTION_RESUME, "is for numbered pictures; a video is made in one go")
               : code;
}

static int find_frames(struct field_request *field)
{
    struct attractor *cloud = field->part;
    const struct option_value *values = field->values;
    static const enum option_id of_frames[] = {OPTION_FRAME_TURN, OPTION_FRAME_STEPS, OPTION_RESUME};
    struct attractor_frames *frames = &cloud->frames;
    if (!values[OPTION_FRAMES].given) {
        return REFUSE_GIVEN(values, of_frames, "has no effect here; there is one picture without --frames");
    }
    if (values[OPTION_POINTS].given) {
        return option_refuse(values, OPTION_POINTS, "not together with --frames");
    }
    frames->count = values[OPTION_FRAMES].whole;
    frames->steps = values[OPTION_FRAME_STEPS].whole;
    frames->turn = values[OPTION_FRAME_TURN].given ? values[OPTION_FRAME_TURN].reals[0]
                                                   : FULL_TURN / (double)frames->count;
    frames->resumes = values[OPTION_RESUME].given;
    const uint64_t every = cloud->picture.splat.every;
    if (every > 0 && frames->steps > 0 && frames->steps < every) {
        return option_refuse(
            values, OPTION_FRAME_STEPS,
            "some frames would show nothing; there are as many steps from frame to frame as --every has "
            "at least");
    }
    if (values[OPTION_JSON].given) {
        return option_refuse(values, OPTION_JSON, "describes one picture; not together with --frames");
    }
    if (frames->resumes && values[OPTION_FORCE].given) {
        return option_refuse(values, OPTION_RESUME, "not together with --force, which replaces what is there");
    }
    return EXIT_CODE_OK;
}

static int find_checkpoint(struct field_request *field)
{
    struct attractor *cloud = field->part;
    const struct option_value *values = field->values;
    const struct option_value *seconds = &values[OPTION_CHECKPOINT_EVERY];
    cloud->checkpoint = values[OPTION_CHECKPOINT].text;
    cloud->checkpoint_seconds = seconds->given ? seconds->reals[0] : USUAL_CHECKPOINT_SECONDS;
    if (cloud->checkpoint == NULL) {
        return seconds->given ? option_refuse(values, OPTION_CHECKPOINT_EVERY,
                                              "has no effect here; there is no checkpoint without --checkpoint")
                              : EXIT_CODE_OK;
    }
    if (!cloud->picture.is_wanted || cloud->frames.count > 0 || cloud->points.path != NULL ||
        values[OPTION_JSON].given) {
        return option_refuse(values, OPTION_CHECKPOINT,
                             "is for one picture: with -o, without --frames, --points and --json");
    }
    const char *const paths[] = {values[OPTION_OUTPUT].text, cloud->checkpoint, values[OPTION_FROM].text};
    const struct output_name names[] = {{OPTION_OUTPUT, paths[0], paths[0], SCREE_FORMAT_PNG},
                                        {OPTION_CHECKPOINT, paths[1], paths[1], SCREE_FORMAT_RAW},
                                        {OPTION_FROM, paths[2], paths[2], SCREE_FORMAT_NPY}};
    return output_names_check(names, values[OPTION_FROM].given ? 3 : 2);
}

/* Checks the parameters by making a field of them, and completes them. */
static int make_field(struct field_request *field)
{
    struct attractor *cloud = field->part;
    const scree_result result = scree_field_from_particles(field->engine->context, &cloud->params, &cloud->field);
    if (result != SCREE_OK) {
        return engine_fail(field->engine, result);
    }
    cloud->params = *scree_particles_params(cloud->field);
    cloud->count[0] = 3;
    cloud->count[1] = cloud->params.count;
    field->stored = cloud->params.type == SCREE_PARTICLE_F64 ? SCREE_TYPE_F64 : SCREE_TYPE_F32;
    field->axes = 2;
    field->count = cloud->count;
    field->samples = cloud->params.count;
    return EXIT_CODE_OK;
}

int attractor_request_make(struct field_request *field)
{
    static int (*const steps[])(struct field_request *) = {
        read_base,   apply_options,          check_map,   apply_numbers, apply_box,      make_field,
        find_points, attractor_picture_find, check_video, find_frames,   find_checkpoint};
    return field_take_steps(field, steps, sizeof steps / sizeof steps[0]);
}

scree_particle_params attractor_recipe(const struct attractor *cloud)
{
    scree_particle_params params = cloud->params;
    params.steps += params.first_step + cloud->frame * cloud->frames.steps;
    params.first_step = 0;
    params.positions = NULL;
    return params;
}
