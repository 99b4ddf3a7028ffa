#include "attractor.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "enumeration_names.h"
#include "message.h"
#include "output_names.h"

#define CHANNELS 3
#define USUAL_WIDTH 1920
#define USUAL_HEIGHT 1080
#define USUAL_FIELD_OF_VIEW 60.0
/* At twice the radius a picture would just hold the sphere around the system, whose corners are hardly ever filled. */
#define DISTANCE_IN_RADII 1.8
#define QUAD_SIZE_IN_RADII 0.01

static int apply_camera(const struct option_value *values, const scree_particle_system_info *system,
                        scree_camera *camera)
{
    if (values[OPTION_EXTENT].given && values[OPTION_FIELD_OF_VIEW].given) {
        return option_refuse(values, OPTION_EXTENT,
                             "not together with --fov; without perspective there is no angle of view");
    }
    if (values[OPTION_EXTENT].given && values[OPTION_DISTANCE].given) {
        return option_refuse(values, OPTION_EXTENT,
                             "not together with --distance, which has no effect without perspective");
    }
    memcpy(camera->centre, system->centre, sizeof camera->centre);
    camera->azimuth = option_real_or(values, OPTION_AZIMUTH, system->azimuth);
    camera->elevation = option_real_or(values, OPTION_ELEVATION, system->elevation);
    camera->roll = values[OPTION_ROLL].reals[0];
    camera->distance = option_real_or(values, OPTION_DISTANCE, DISTANCE_IN_RADII * system->radius);
    camera->field_of_view =
        values[OPTION_EXTENT].given ? 0.0 : option_real_or(values, OPTION_FIELD_OF_VIEW, USUAL_FIELD_OF_VIEW);
    camera->extent = values[OPTION_EXTENT].reals[0];
    return option_take_three(values, OPTION_CENTRE, camera->centre);
}

/* The quantities that have the first and the last colour. */
static int apply_range(const struct option_value *values, const scree_particle_system_info *system,
                       scree_splat_params *splat)
{
    const struct option_value *range = &values[OPTION_COLOUR_RANGE];
    const bool has_quantity = splat->colour != SCREE_PARTICLE_COLOUR_DENSITY &&
                              splat->colour != SCREE_PARTICLE_COLOUR_AGE;
    if (range->given && !has_quantity) {
        return option_refuse(values, OPTION_COLOUR_RANGE, "has no effect here; it is for --colour speed, x, y and z");
    }
    if (range->given && range->choice == SCREE_RANGE_GIVEN) {
        splat->colour_min = range->reals[0];
        splat->colour_max = range->reals[1];
    } else if (splat->colour == SCREE_PARTICLE_COLOUR_SPEED) {
        splat->colour_max = system->max_speed;
    } else if (has_quantity) {
        const double centre = system->centre[splat->colour - SCREE_PARTICLE_COLOUR_X];
        splat->colour_min = centre - system->radius;
        splat->colour_max = centre + system->radius;
    }
    return EXIT_CODE_OK;
}

static int apply_shape(const struct option_value *values, const scree_particle_system_info *system,
                       scree_splat_params *splat)
{
    splat->shape = (scree_particle_shape)values[OPTION_SHAPE].choice;
    if (splat->shape == SCREE_PARTICLE_SHAPE_QUADS) {
        splat->quad_size = option_real_or(values, OPTION_QUAD_SIZE, QUAD_SIZE_IN_RADII * system->radius);
        return EXIT_CODE_OK;
    }
    return values[OPTION_QUAD_SIZE].given
               ? option_refuse(values, OPTION_QUAD_SIZE, "has no effect here; it is for --shape quads")
               : EXIT_CODE_OK;
}

static int apply_splat(struct field_request *field)
{
    struct attractor *cloud = field->part;
    const struct option_value *values = field->values;
    const scree_particle_params *params = &cloud->params;
    const scree_particle_system_info *system = scree_particle_system_describe(params->system);
    scree_splat_params *splat = &cloud->picture.splat;
    splat->colour = (scree_particle_colour)values[OPTION_COLOUR].choice;
    splat->every = values[OPTION_EVERY].whole;
    if (splat->colour == SCREE_PARTICLE_COLOUR_AGE && !values[OPTION_EVERY].given) {
        return option_refuse(values, OPTION_COLOUR, "all particles are drawn once, at the same age; give --every too");
    }
    if (splat->every > 0 && (params->first_step + params->steps) / splat->every == params->first_step / splat->every) {
        message_error("--every %s: nothing would be drawn in %" PRIu64 " steps", values[OPTION_EVERY].text,
                      params->steps);
        return EXIT_CODE_USAGE;
    }
    int code = apply_shape(values, system, splat);
    if (code == EXIT_CODE_OK) {
        code = apply_range(values, system, splat);
    }
    return code == EXIT_CODE_OK ? apply_camera(values, system, &splat->camera) : code;
}

static int apply_size(struct field_request *field)
{
    struct attractor_picture *picture = &((struct attractor *)field->part)->picture;
    const struct option_value *values = field->values;
    const struct option_value *size = &values[OPTION_PICTURE_SIZE];
    if (size->given && size->count != 2) {
        return option_refuse(values, OPTION_PICTURE_SIZE, "must be a width and a height, such as 1920x1080");
    }
    const uint32_t fine = values[OPTION_SUPERSAMPLE].given ? (uint32_t)values[OPTION_SUPERSAMPLE].whole : 1;
    picture->splat.supersample = fine;
    picture->density.width = size->given ? (uint32_t)size->wholes[0] : USUAL_WIDTH;
    picture->density.height = size->given ? (uint32_t)size->wholes[1] : USUAL_HEIGHT;
    return option_check_supersample(fine, picture->density.width, picture->density.height);
}

/* Options without an effect on the chosen exposure and colours are refused. */
static int check_look(const struct option_value *values, const scree_histogram_params *look)
{
    const bool is_additive = look->exposure == SCREE_EXPOSURE_ADDITIVE;
    const bool has_white = look->exposure == SCREE_EXPOSURE_LINEAR || look->exposure == SCREE_EXPOSURE_LOG;
    if (values[OPTION_TINT].given && (!is_additive || look->is_coloured_by_value || look->has_ramp)) {
        return option_refuse(values, OPTION_TINT,
                             "has no effect here; it is for --exposure additive and --colour density without --ramp");
    }
    if (values[OPTION_WHITE].given && !has_white) {
        return option_refuse(values, OPTION_WHITE, "has no effect here; it is for --exposure linear and log");
    }
    if (values[OPTION_BRIGHTNESS].given && look->exposure == SCREE_EXPOSURE_EQUALISED) {
        return option_refuse(values, OPTION_BRIGHTNESS, "has no effect here; --exposure equalised knows ranks only");
    }
    if (values[OPTION_REVERSED].given && !look->has_ramp && !look->is_coloured_by_value) {
        return option_refuse(values, OPTION_REVERSED, "there is no ramp to reverse; give --ramp");
    }
    return EXIT_CODE_OK;
}

/* The pixels of an accumulation buffer that one drawing adds to a pixel of the picture. */
static double pixels_of_drawing(const scree_splat_params *splat)
{
    const double fine = splat->supersample;
    return splat->shape == SCREE_PARTICLE_SHAPE_LINES   ? fine
           : splat->shape == SCREE_PARTICLE_SHAPE_QUADS ? fine * fine
                                                        : 1.0;
}

static int apply_look(struct field_request *field)
{
    struct attractor_picture *picture = &((struct attractor *)field->part)->picture;
    const struct option_value *values = field->values;
    scree_histogram_params *look = &picture->look;
    const bool has_ramp = values[OPTION_RAMP].given;
    look->is_coloured_by_value = picture->splat.colour != SCREE_PARTICLE_COLOUR_DENSITY;
    look->exposure = values[OPTION_EXPOSURE].given            ? (scree_exposure)values[OPTION_EXPOSURE].choice
                     : has_ramp || look->is_coloured_by_value ? SCREE_EXPOSURE_LOG
                                                              : SCREE_EXPOSURE_ADDITIVE;
    look->has_ramp = has_ramp || look->exposure != SCREE_EXPOSURE_ADDITIVE;
    look->ramp = has_ramp                     ? (scree_ramp)values[OPTION_RAMP].choice
                 : look->is_coloured_by_value ? SCREE_RAMP_VIRIDIS
                                              : SCREE_RAMP_INFERNO;
    look->is_reversed = values[OPTION_REVERSED].given;
    look->factor = values[OPTION_BRIGHTNESS].reals[0];
    look->white = values[OPTION_WHITE].reals[0];
    look->gamma = values[OPTION_GAMMA].reals[0];
    look->unit = pixels_of_drawing(&picture->splat);
    look->has_tint = values[OPTION_TINT].given;
    int code = option_take_three(values, OPTION_TINT, look->tint);
    if (code == EXIT_CODE_OK) {
        code = option_take_three(values, OPTION_BACKGROUND, look->background);
    }
    return code == EXIT_CODE_OK ? check_look(values, look) : code;
}

/* A format without colours. */
static int refuse_format(const char *path)
{
    struct text extensions;
    output_file_list_extensions(&enumeration_drawing_formats, text_begin(&extensions));
    message_error("--output %s: files of this format hold no picture in colours; give one of %s, or --points %s for "
                  "coordinates",
                  path, text_end(&extensions), path);
    text_clear(&extensions);
    return EXIT_CODE_USAGE;
}

static int find_file(struct field_request *field)
{
    struct attractor_picture *picture = &((struct attractor *)field->part)->picture;
    const struct option_value *depth = &field->values[OPTION_DEPTH];
    field->file.path = field->values[OPTION_OUTPUT].text;
    const int code = output_file_find_by_name(&option_table[OPTION_OUTPUT], &enumeration_drawing_formats,
                                              field->file.path, &field->file.format);
    field->file.has_format = code == EXIT_CODE_OK;
    if (code != EXIT_CODE_OK) {
        return code;
    }
    if (!enumeration_offers(&enumeration_drawing_formats, (int)field->file.format)) {
        return refuse_format(field->file.path);
    }
    picture->is_video = scree_format_describe(field->file.format)->is_video;
    if (depth->given && depth->whole != 8 && depth->whole != 16) {
        return option_refuse(field->values, OPTION_DEPTH, "must be 8 or 16");
    }
    if (picture->is_video && depth->given && depth->whole != 8) {
        return option_refuse(field->values, OPTION_DEPTH, "must be 8 for a video");
    }
    picture->type = depth->given && depth->whole == 16 ? SCREE_TYPE_U16 : SCREE_TYPE_U8;
    return EXIT_CODE_OK;
}

/* Without -o, options of pictures would have no effect. */
static int check_absent(const struct option_value *values)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        const enum option_group group = option_table[id].group;
        if (values[id].given && (group == GROUP_PICTURE || group == GROUP_CAMERA || group == GROUP_FRAMES)) {
            return option_refuse(values, (enum option_id)id, "has no effect here; there is no picture without -o");
        }
    }
    return EXIT_CODE_OK;
}

int attractor_picture_find(struct field_request *field)
{
    static int (*const steps[])(struct field_request *) = {find_file, apply_size, apply_splat, apply_look};
    struct attractor *cloud = field->part;
    cloud->picture.is_wanted = field->values[OPTION_OUTPUT].given;
    return cloud->picture.is_wanted ? field_take_steps(field, steps, sizeof steps / sizeof steps[0])
                                    : check_absent(field->values);
}

static uint64_t pixels_of(const struct attractor_picture *picture)
{
    return (uint64_t)picture->density.width * picture->density.height;
}

size_t attractor_picture_planes(const struct attractor_picture *picture)
{
    return (size_t)pixels_of(picture) * (picture->look.is_coloured_by_value ? 2 : 1);
}

double attractor_picture_bytes(const struct attractor_picture *picture)
{
    const double frame = picture->is_video ? CHANNELS : 0.0;
    return (double)attractor_picture_planes(picture) * sizeof(uint64_t) + frame * (double)pixels_of(picture);
}

int attractor_picture_open(const struct field_request *field)
{
    struct attractor *cloud = field->part;
    struct attractor_picture *picture = &cloud->picture;
    scree_histogram *density = &picture->density;
    const size_t pixels = (size_t)pixels_of(picture);
    if (!picture->is_wanted) {
        return EXIT_CODE_OK;
    }
    density->counts = calloc(attractor_picture_planes(picture), sizeof *density->counts);
    picture->pixels = picture->is_video ? malloc(pixels * CHANNELS) : NULL;
    if (density->counts == NULL || (picture->is_video && picture->pixels == NULL)) {
        message_error("--output %s: no memory for %" PRIu32 "x%" PRIu32 " pixels", field->file.path, density->width,
                      density->height);
        return EXIT_CODE_FAILED;
    }
    density->sums = picture->look.is_coloured_by_value ? density->counts + pixels : NULL;
    return cloud->frames.count == 0 ? output_names_check_path(field->file.path, field->values[OPTION_FORCE].given)
                                    : EXIT_CODE_OK;
}

void attractor_picture_clear(struct attractor_picture *picture)
{
    memset(picture->density.counts, 0, attractor_picture_planes(picture) * sizeof(uint64_t));
    picture->density.lost = 0;
}

scree_result attractor_picture_prepare(const struct field_request *field)
{
    struct attractor *cloud = field->part;
    struct attractor_picture *picture = &cloud->picture;
    scree_context *context = field->engine->context;
    const scree_writer_params file = output_file_writer_params(field->values, field->file.path, field->file.format);
    const scree_video_frames frames = {
        .count = cloud->frames.count, .steps = cloud->frames.steps, .turn = cloud->frames.turn};
    scree_histogram_params look = picture->look;
    look.splat = &picture->splat;
    look.key = field->type->key;
    look.metadata = cloud->metadata;
    return picture->is_video
               ? scree_histogram_open_video(context, &look, &picture->density, &frames, &file, &picture->writer)
               : scree_histogram_draw_file(context, &look, &picture->density, picture->type, &file, &picture->writer,
                                           &picture->info);
}

scree_result attractor_picture_add(const struct field_request *field)
{
    struct attractor_picture *picture = &((struct attractor *)field->part)->picture;
    const scree_result result = scree_histogram_draw(field->engine->context, &picture->look, &picture->density,
                                                     SCREE_TYPE_U8, picture->pixels, &picture->info);
    return result == SCREE_OK ? scree_writer_write(picture->writer, picture->pixels, pixels_of(picture)) : result;
}

void attractor_picture_close(struct attractor_picture *picture)
{
    scree_writer_close(&picture->writer);
    free(picture->pixels);
    free(picture->density.counts);
}
