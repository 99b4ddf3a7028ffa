/* `scree render`: a field or a file of samples as a scene, in a picture. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/formats/scene_file.h"
#include "command.h"
#include "enumeration_names.h"
#include "field_metadata.h"
#include "message.h"
#include "output_names.h"
#include "recipe_file.h"
#include "recipe_text.h"
#include "render.h"
#include "report.h"

#define USUAL_WIDTH 1280
#define USUAL_HEIGHT 720
/* The longer side of a map whose size is not given. */
#define MAP_SIDE_MAX 2048.0
/* Smaller ones of `scree draw` are enlarged up to here. */
#define MAP_SIDE_MIN 640.0
/* Where there is room for few pixels, each joins several. */
#define FEW_PIXELS_SUPERSAMPLE 2
#define FULL_TURN 360.0
#define STDOUT_PATH "/dev/stdout"

static int find_file(struct field_request *field, struct render *render)
{
    const struct option_value *output = &field->values[OPTION_OUTPUT];
    if (!output->given) {
        return EXIT_CODE_OK;
    }
    if (strcmp(output->text, "-") == 0) {
        field->file = (struct output_file){.path = STDOUT_PATH, .has_format = true, .format = SCREE_FORMAT_PNG};
        return field->values[OPTION_JSON].given
                   ? option_refuse(field->values, OPTION_OUTPUT, "not together with --json, which is for stdout, too")
                   : EXIT_CODE_OK;
    }
    field->file.path = output->text;
    /* A map has no frames. */
    const struct enumeration *formats = render->arrange != NULL ? &enumeration_picture_formats
                                                                : &enumeration_drawing_formats;
    const int code = output_file_find_by_name(&option_table[OPTION_OUTPUT], formats, output->text, &field->file.format);
    field->file.has_format = code == EXIT_CODE_OK;
    if (code == EXIT_CODE_OK && !enumeration_offers(formats, (int)field->file.format)) {
        struct text extensions;
        output_file_list_extensions(formats, text_begin(&extensions));
        message_error("--output %s: files of this format hold no picture in colours; give %s%s", output->text,
                      render->arrange != NULL ? "" : "one of ", text_end(&extensions));
        text_clear(&extensions);
        return EXIT_CODE_USAGE;
    }
    render->is_video = code == EXIT_CODE_OK && scree_format_describe(field->file.format)->is_video;
    return code;
}

static uint32_t gaps_of(const struct render *render)
{
    return (render->panels - 1) * RENDER_GAP;
}

/* The pixels of a map for the shortest side of a sample: as the room has it that there is; else 1, if the map is not
   too large. What is made to be looked at is not too small either. */
static double choose_scale(const struct render *render, double width, double height)
{
    const double longer = fmax(width, height);
    if (render->room[0] > 0) {
        const double room = ((double)render->room[0] - gaps_of(render)) / render->panels;
        return fmin(room / width, (double)render->room[1] / height);
    }
    return fmax(fmin(1.0, MAP_SIDE_MAX / longer), render->arrange != NULL ? floor(MAP_SIDE_MIN / longer) : 0.0);
}

static void choose_size(struct render *render)
{
    const double width = (double)render->count[0] * render->box.side[0];
    const double height = (double)render->count[1] * render->box.side[1];
    const double scale = choose_scale(render, width, height);
    const bool is_map = scree_scene_kind_takes(render->scene.kind, SCREE_SCENE_TAKES_POSITION);
    const uint32_t panel = is_map ? (uint32_t)fmax(1.0, floor(width * scale)) : USUAL_WIDTH;
    render->width = render->panels * panel + gaps_of(render);
    render->height = is_map ? (uint32_t)fmax(1.0, floor(height * scale)) : USUAL_HEIGHT;
}

static int divide_width(const struct option_value *values, struct render *render)
{
    const uint32_t least = render->panels + gaps_of(render);
    if (render->width < least) {
        return option_refuse(values, OPTION_PICTURE_SIZE,
                             "must be at least %" PRIu32 " wide for %" PRIu32 " maps beside each other", least,
                             render->panels);
    }
    render->panel_width = (render->width - gaps_of(render)) / render->panels;
    return EXIT_CODE_OK;
}

static int find_size(const struct option_value *values, struct render *render)
{
    const struct option_value *size = &values[OPTION_PICTURE_SIZE];
    if (size->given && size->count != 2) {
        return option_refuse(values, OPTION_PICTURE_SIZE, "must be a width and a height, such as 1280x720");
    }
    choose_size(render);
    if (size->given) {
        render->width = (uint32_t)size->wholes[0];
        render->height = (uint32_t)size->wholes[1];
    }
    if (divide_width(values, render) != EXIT_CODE_OK) {
        return EXIT_CODE_USAGE;
    }
    const uint32_t usual = render->room[0] > 0 ? FEW_PIXELS_SUPERSAMPLE : 1;
    render->supersample = values[OPTION_SUPERSAMPLE].given ? (uint32_t)values[OPTION_SUPERSAMPLE].whole : usual;
    return option_check_supersample(render->supersample, render->width, render->height);
}

/* Options that are for frames, where there is one picture; and for pictures, where there is a video. */
static int check_frames(const struct option_value *values, const struct field_request *field,
                        const struct render *render)
{
    static const enum option_id of_frames[] = {OPTION_FRAME_TURN, OPTION_FLIGHT, OPTION_RESUME};
    int code = EXIT_CODE_OK;
    if (!values[OPTION_FRAMES].given) {
        code = option_refuse_given(values, of_frames, sizeof of_frames / sizeof of_frames[0],
                                   "has no effect here; there is one picture without --frames");
    }
    code = code == EXIT_CODE_OK ? output_file_check_video(values, values[OPTION_FRAMES].given, &field->file) : code;
    if (code != EXIT_CODE_OK) {
        return code;
    }
    if (values[OPTION_FRAMES].given && (field->file.path == NULL || strcmp(field->file.path, STDOUT_PATH) == 0)) {
        return option_refuse(values, OPTION_FRAMES, "needs -o with the name of a file");
    }
    if (render->is_video && values[OPTION_RESUME].given) {
        return option_refuse(values, OPTION_RESUME, "is for numbered pictures; a video is made in one go");
    }
    return values[OPTION_RESUME].given && values[OPTION_FORCE].given
               ? option_refuse(values, OPTION_RESUME, "not together with --force, which replaces what is there")
               : EXIT_CODE_OK;
}

static int find_frames(const struct field_request *field, struct render *render)
{
    const struct option_value *values = field->values;
    struct render_frames *frames = &render->frames;
    const int code = check_frames(values, field, render);
    if (code != EXIT_CODE_OK || !values[OPTION_FRAMES].given) {
        return code;
    }
    if (option_take_three(values, OPTION_FLIGHT, frames->flight) != EXIT_CODE_OK) {
        return EXIT_CODE_USAGE;
    }
    frames->count = values[OPTION_FRAMES].whole;
    frames->resumes = values[OPTION_RESUME].given;
    frames->turn = values[OPTION_FRAME_TURN].given ? values[OPTION_FRAME_TURN].reals[0]
                   : values[OPTION_FLIGHT].given   ? 0.0
                                                   : FULL_TURN / (double)frames->count;
    return scree_scene_kind_takes(render->scene.kind, SCREE_SCENE_TAKES_POSITION)
               ? option_refuse(values, OPTION_FRAMES, "a map has no camera that turns; --scene terrain has one")
               : EXIT_CODE_OK;
}

static int make(struct field_request *field)
{
    struct render *render = field->part;
    const bool has_second = field->values[OPTION_DIFFERENCE].given;
    field->stored = SCREE_TYPE_F32;
    render->panels = has_second ? RENDER_PANELS : 1;
    int code = find_file(field, render);
    if (code == EXIT_CODE_OK) {
        code = render_source_find(field->engine, field, &render->source);
    }
    if (code == EXIT_CODE_OK && has_second) {
        code = render_source_find_second(field->engine, field, render);
    }
    if (code == EXIT_CODE_OK && render->arrange != NULL) {
        code = render->arrange(field, render);
    }
    if (code == EXIT_CODE_OK) {
        code = render_scene_choose_kind(field, render);
    }
    if (code == EXIT_CODE_OK) {
        code = find_size(field->values, render);
    }
    if (code == EXIT_CODE_OK) {
        code = render_scene_choose(field->values, render);
    }
    return code == EXIT_CODE_OK ? find_frames(field, render) : code;
}

static void clear(struct field_request *field)
{
    struct render *render = field->part;
    render_source_clear(&render->source);
    render_source_clear(&render->difference.source);
    free(render->difference.text);
    render_texts_clear(render);
    free(render->kept);
}

static struct work find_work(const struct field_request *field)
{
    const struct render *render = field->part;
    const struct render_source *source = &render->source;
    return (struct work){.field = source->grid != NULL ? source->field : NULL,
                         .grid = source->grid,
                         .voxels = source->grid != NULL ? 0.0 : (double)field->samples};
}

static void find_memory(const struct field_request *field, struct field_memory *memory)
{
    const struct render *render = field->part;
    const bool is_host = field->outcome->device.backend == SCREE_BACKEND_CPU;
    memory->bytes = render_host_bytes(render, &field->outcome->device);
    memory->name = render->source.name;
    snprintf(memory->purpose, sizeof memory->purpose, "%" PRIu32 "x%" PRIu32 " pixels%s", render->width, render->height,
             is_host ? " and the samples" : "");
}

static char *describe(const struct field_request *field)
{
    const struct render *render = field->part;
    return strdup(render->source.metadata != NULL ? render->source.metadata : "{}");
}

static void complete_line(const struct field_request *field, struct field_line *line)
{
    const struct render *render = field->part;
    const uint64_t frames = render->is_video ? 0 : render->frames.count;
    const bool is_stream = strcmp(field->file.path, STDOUT_PATH) == 0;
    frame_name_add_all(is_stream ? "stdout" : field->file.path, frames, &line->files);
    const char *kind = scree_scene_kind_name(render->scene.kind);
    const struct scene_threshold *usual = &render->usual_threshold;
    if (usual->counted > 0) {
        snprintf(line->detail, sizeof line->detail, ", %s above %.6g (%.0f %% of the samples)", kind,
                 usual->value * render->source.unit, 100.0 * usual->share);
    } else {
        snprintf(line->detail, sizeof line->detail, ", %s", kind);
    }
    snprintf(line->range, sizeof line->range, ", %" PRIu32 "x%" PRIu32 " pixels", render->width, render->height);
    if (render->panels > 1) {
        render_difference_tell(render, line->choices, sizeof line->choices);
    }
}

static void emit_results(const struct field_request *field, struct json_writer *json)
{
    const struct render *render = field->part;
    const scree_scene_params told = render_scene_told(render, 0);
    char *scene = scree_scene_describe(&told, render->ramp_name);
    if (scene != NULL) {
        emit_raw(json, "scene", scene);
    }
    free(scene);
    if (render->usual_threshold.counted > 0) {
        emit_real(json, "share_above_threshold", render->usual_threshold.share);
    }
    emit_unsigned(json, "width", render->width);
    emit_unsigned(json, "height", render->height);
    if (render->frames.count > 0) {
        emit_unsigned(json, "frames", render->frames.count);
    }
    if (render->panels > 1) {
        emit_open_object(json, "difference");
        render_difference_emit(json, render);
        emit_close_object(json);
    }
}

/* A picture of the sky alone is hardly ever meant. */
static void warn(const struct field_request *field)
{
    const struct render *render = field->part;
    char text[160];
    if (!scene_shows_matter(&render->scene, render->range, render->source.unit, text, sizeof text)) {
        message_warning("%s (see --%s)", text, render->scene.has_water ? "water" : "threshold");
    }
}

const struct field_type render_type = {
    .noun = "samples",
    .key = "source",
    .wants = "-o PICTURE or --json",
    .uses = {OPTION_OUTPUT, OPTION_JSON, OPTION_COUNT},
    .part_bytes = sizeof(struct render),
    .make = make,
    .clear = clear,
    .work = find_work,
    .memory = find_memory,
    .run = render_run,
    .describe = describe,
    .complete_line = complete_line,
    .emit_results = emit_results,
    .warn = warn,
};

static bool describes_particles(const char *text)
{
    json_t *root = field_metadata_load(text);
    const bool found = field_metadata_find(root, "particles") != NULL;
    json_decref(root);
    return found;
}

/* Particles are drawn as `scree attractor` draws them, which has options for them alone. */
static int render_particles(const struct arguments *arguments)
{
    const struct option_value *output = &arguments->values[OPTION_OUTPUT];
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (arguments->values[id].given && (option_table[id].commands & COMMAND_ATTRACTOR) == 0) {
            return option_refuse(arguments->values, (enum option_id)id,
                                 "has no effect on particles; 'scree attractor' has options for them");
        }
    }
    if (!output->given) {
        message_error("render: nothing to do; give -o PICTURE");
        return EXIT_CODE_USAGE;
    }
    return strcmp(output->text, "-") == 0
               ? option_refuse(arguments->values, OPTION_OUTPUT, "particles are drawn into a file with a name")
               : command_attractor(arguments);
}

/* A recipe is read once, because it may come from a pipe. */
int render_command(const struct arguments *arguments, const struct field_type *type)
{
    struct arguments read = *arguments;
    const char *path = arguments->operand_count > 0 ? arguments->operands[0] : NULL;
    char *text = NULL;
    if (path != NULL && recipe_text_is_at(path)) {
        const int code = recipe_file_load(path, &text);
        if (code != EXIT_CODE_OK) {
            return code;
        }
    }
    read.recipe_text = text;
    int code = EXIT_CODE_USAGE;
    if (text == NULL || !describes_particles(text)) {
        code = field_command(&read, type);
    } else if (type == &render_type) {
        code = render_particles(&read);
    } else {
        message_error("%s: describes particles, which are no map; 'scree attractor' draws them", path);
    }
    free(text);
    return code;
}

int command_render(const struct arguments *arguments)
{
    return render_command(arguments, &render_type);
}
