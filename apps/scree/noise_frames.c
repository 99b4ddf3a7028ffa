#include "noise_frames.h"

#include <inttypes.h>
#include <stdlib.h>

#include "../../src/formats/writer_open.h"
#include "command.h"
#include "explain.h"
#include "frame_name.h"
#include "generate.h"
#include "message.h"
#include "output_names.h"
#include "signals.h"
#include "surface.h"

/* Pixels that get their colours at once. */
#define PIXELS 4096u
#define CHANNELS 3u
/* How the pixels of a video were made of samples. */
#define GREY "{\"kind\": \"grey\"}"

/* Where the samples of frames go. */
struct noise_frames {
    struct engine *engine;
    const struct field_request *field;
    const struct request *request;
    struct outcome *outcome;
    scree_writer *writer;        /* Writes the open frame or the video; NULL between two frames, */
    scree_recipe recipe;         /* whose recipe this is, */
    struct surface_file surface; /* and which has the writer where it is a surface. */
    uint64_t number;             /* The number of the open frame, or of the next one while none is open. */
    uint64_t frame_samples;      /* The samples of a frame, */
    uint64_t missing;            /* and those that the open one lacks. */
};

static bool is_video(const struct field_request *field)
{
    return field->file.has_format && scree_format_describe(field->file.format)->is_video;
}

int noise_frames_check(const struct field_request *field, const struct request *request)
{
    const scree_grid *grid = &request->recipe.grid;
    int code = output_file_check_video(field->values, request->frames > 0, &field->file);
    if (code == EXIT_CODE_OK && is_video(field) && request->surface.kind != SURFACE_NONE) {
        message_error("--%s: not in a video; give it files of frames, such as frame_%%04d.%s",
                      surface_name(request->surface.kind), request->surface.kind == SURFACE_FLOW ? "npy" : "png");
        return EXIT_CODE_USAGE;
    }
    if (code == EXIT_CODE_OK && is_video(field) && grid->axes != 3) {
        message_error("--output %s: the frames of a video have 2 axes, as with --size 640x360; these have %" PRIu32,
                      field->file.path, grid->axes - 1);
        return EXIT_CODE_USAGE;
    }
    const bool is_picture = field->file.has_format && scree_format_describe(field->file.format)->is_picture;
    if (code == EXIT_CODE_OK && is_picture && field->values[OPTION_TIME_FRAMES].given && grid->axes > 3) {
        message_error("--output %s: the frames have %" PRIu32
                      " axes, and files of this format are pictures; others, such "
                      "as .npy and .vti, hold a volume",
                      field->file.path, grid->axes - 1);
        code = EXIT_CODE_USAGE;
    }
    return code;
}

uint64_t noise_frames_files(const struct field_request *field)
{
    return field->values[OPTION_TIME_FRAMES].given && !is_video(field) ? field->values[OPTION_TIME_FRAMES].whole : 0;
}

/* The recipe of one frame: it makes the same samples, because it has the range that all frames were measured for. */
static scree_recipe recipe_of_frame(const struct noise_frames *frames, scree_range mapped)
{
    scree_recipe recipe = frames->request->recipe;
    const uint32_t time = recipe.grid.axes - 1;
    recipe.grid.first[time] += (int64_t)frames->number;
    recipe.grid.count[time] = 1;
    if (recipe.output.range_mode == SCREE_RANGE_MEASURED && mapped.minimum < mapped.maximum) {
        recipe.output.range_mode = SCREE_RANGE_GIVEN;
        recipe.output.low = (double)mapped.minimum;
        recipe.output.high = (double)mapped.maximum;
    }
    return recipe;
}

static bool is_surface(const struct noise_frames *frames)
{
    return frames->request->surface.kind != SURFACE_NONE;
}

static scree_result open_frame(struct noise_frames *frames, const char *path)
{
    scree_context *context = frames->engine->context;
    const struct option_value *values = frames->field->values;
    if (is_surface(frames)) {
        struct output_file file = frames->field->file;
        file.path = path;
        return surface_file_open(context, values, &file, &frames->request->surface, &frames->recipe, &frames->surface);
    }
    scree_writer_params params = output_file_writer_params(values, path, frames->field->file.format);
    params.recipe = &frames->recipe;
    return scree_writer_open_frame(context, &params, &frames->writer);
}

static scree_result begin_frame(struct noise_frames *frames, scree_range mapped)
{
    char *path = frame_name(frames->field->file.path, frames->number);
    frames->recipe = recipe_of_frame(frames, mapped);
    frames->missing = frames->frame_samples;
    const scree_result result = path != NULL ? open_frame(frames, path) : SCREE_ERROR_OUT_OF_MEMORY;
    free(path);
    return result;
}

static void close_frame(struct noise_frames *frames)
{
    scree_writer_close(&frames->writer);
    surface_file_close(&frames->surface);
}

static scree_result end_frame(struct noise_frames *frames, scree_range mapped)
{
    scree_writer *writer = is_surface(frames) ? frames->surface.writer : frames->writer;
    const scree_result result = scree_writer_finish(writer, is_surface(frames) ? NULL : &mapped, NULL);
    frames->outcome->bytes += scree_writer_bytes(writer);
    frames->outcome->saturated += scree_writer_saturated(writer);
    frames->number++;
    close_frame(frames);
    return result;
}

/* Writes samples of a slab, from one on. */
static scree_result write_samples(struct noise_frames *frames, const scree_slab *slab, uint64_t first, uint64_t count)
{
    const uint64_t numbers = first * slab->channels;
    if (is_surface(frames)) {
        return surface_file_write(&frames->surface, slab->values + numbers, count);
    }
    const char *data = slab->data;
    return scree_writer_write(frames->writer, data + numbers * scree_type_bytes(frames->field->stored), count);
}

/* Slabs of the whole grid need not end where frames do. */
static scree_result add_to_files(void *user, const scree_slab *slab)
{
    struct noise_frames *frames = user;
    scree_result result = SCREE_OK;
    for (uint64_t done = 0; done < slab->count && result == SCREE_OK;) {
        result = frames->missing == 0 ? begin_frame(frames, slab->mapped) : SCREE_OK;
        const uint64_t left = slab->count - done;
        const uint64_t part = left < frames->missing ? left : frames->missing;
        if (result == SCREE_OK) {
            result = write_samples(frames, slab, done, part);
        }
        done += part;
        frames->missing -= part;
        if (result == SCREE_OK && frames->missing == 0) {
            result = signals_interrupted() ? SCREE_ERROR_CANCELLED : end_frame(frames, slab->mapped);
        }
    }
    return result;
}

static scree_result open_video(struct noise_frames *frames)
{
    scree_writer_params params =
        output_file_writer_params(frames->field->values, frames->field->file.path, frames->field->file.format);
    params.recipe = &frames->request->recipe;
    params.frame_rate = frames->request->frame_rate;
    return scree_writer_open_picture(frames->engine->context, &params, GREY, &frames->writer);
}

/* A sample is a grey pixel. */
static scree_result add_to_video(void *user, const scree_slab *slab)
{
    const struct noise_frames *frames = user;
    const uint8_t *greys = slab->data;
    uint8_t colours[PIXELS * CHANNELS];
    scree_result result = SCREE_OK;
    for (uint64_t done = 0; done < slab->count && result == SCREE_OK;) {
        const uint64_t count = slab->count - done < PIXELS ? slab->count - done : PIXELS;
        for (uint64_t i = 0; i < count * CHANNELS; i++) {
            colours[i] = greys[done + i / CHANNELS];
        }
        result = scree_writer_write(frames->writer, colours, count);
        done += count;
    }
    return result;
}

static scree_result finish_video(struct noise_frames *frames)
{
    scree_result result =
        scree_writer_complete(frames->writer, &frames->outcome->generated.mapped, &frames->outcome->generated.measured);
    if (result == SCREE_OK) {
        result = signals_interrupted() ? SCREE_ERROR_CANCELLED : scree_writer_commit(&frames->writer, 1);
    }
    frames->outcome->bytes = scree_writer_bytes(frames->writer);
    return result;
}

static scree_result make(struct noise_frames *frames, struct digest *digest, struct progress *progress)
{
    const struct request *request = frames->request;
    const bool is_one = is_video(frames->field);
    const struct destination to = {.take = is_one ? add_to_video : add_to_files, .watcher = frames, .digest = digest};
    scree_result result = is_one ? open_video(frames) : SCREE_OK;
    if (result == SCREE_OK) {
        result = generate(frames->engine, request->field, &request->recipe.grid,
                          is_surface(frames) ? NULL : &request->recipe.output, &to, progress,
                          &frames->outcome->generated);
    }
    if (result != SCREE_OK) {
        return result;
    }
    return is_one ? finish_video(frames)
                  : frame_name_remove_later(frames->engine->context, frames->field->arguments, &frames->field->file,
                                            noise_frames_files(frames->field));
}

static scree_result plan_frame(struct noise_frames *frames, const char *path, scree_file_plan *plan)
{
    scree_context *context = frames->engine->context;
    const struct option_value *values = frames->field->values;
    if (is_surface(frames)) {
        struct output_file file = frames->field->file;
        file.path = path;
        return surface_file_plan(context, values, &file, &frames->request->surface, &frames->recipe, plan);
    }
    scree_writer_params params = output_file_writer_params(values, path, frames->field->file.format);
    params.recipe = &frames->recipe;
    return scree_writer_plan(context, &params, (scree_file_use){.is_frame = true}, plan);
}

/* All frames have the size of the first one. */
static scree_result explain_files(struct noise_frames *frames)
{
    char *path = frame_name(frames->field->file.path, 0);
    scree_file_plan plan;
    frames->recipe = recipe_of_frame(frames, frames->request->bound);
    scree_result result = path != NULL ? plan_frame(frames, path, &plan) : SCREE_ERROR_OUT_OF_MEMORY;
    if (result == SCREE_OK) {
        result = explain_plan(frames->engine, path, &plan, noise_frames_files(frames->field));
    }
    free(path);
    return result;
}

static scree_result explain_video(const struct noise_frames *frames)
{
    const scree_grid *grid = &frames->request->recipe.grid;
    const struct explained_picture video = {.path = frames->field->file.path,
                                            .format = frames->field->file.format,
                                            .type = SCREE_TYPE_U8,
                                            .width = grid->count[0],
                                            .height = grid->count[1],
                                            .frames = frames->request->frames};
    return explain_picture(frames->engine, frames->field->values, &video);
}

static scree_result explain(struct noise_frames *frames)
{
    const struct request *request = frames->request;
    const scree_output *output = is_surface(frames) ? NULL : &request->recipe.output;
    struct explanation *explanation = frames->engine->explanation;
    scree_result result = is_video(frames->field) ? explain_video(frames) : explain_files(frames);
    if (result == SCREE_OK) {
        result = scree_job_explain_stream(frames->engine->device, request->field, &request->recipe.grid, output, NULL,
                                          &explanation->job);
    }
    return result == SCREE_OK
               ? trial_run_grid(frames->engine, request->field, &request->recipe.grid, output, &explanation->trial)
               : result;
}

/* Before the work: whether the files may be written. */
static int check_files(const struct field_request *field)
{
    const uint64_t files = noise_frames_files(field);
    const bool is_forced = field->values[OPTION_FORCE].given;
    return files > 0 ? frame_name_check_all(field->file.path, field->file.format, files, is_forced)
                     : output_names_check_path(field->file.path, is_forced);
}

int noise_frames_run(struct engine *engine, const struct field_request *field, const struct request *request,
                     struct progress *progress, struct outcome *outcome)
{
    struct noise_frames frames = {
        .engine = engine,
        .field = field,
        .request = request,
        .outcome = outcome,
        .frame_samples = request->samples / request->frames,
    };
    struct digest digest;
    const double start = scree_os_clock_seconds();
    const int code = check_files(field);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    if (engine->explanation != NULL) {
        const scree_result explained = explain(&frames);
        return explained == SCREE_OK ? EXIT_CODE_OK : engine_fail(engine, explained);
    }
    digest_start(&digest);
    const scree_result result = make(&frames, field->values[OPTION_JSON].given ? &digest : NULL, progress);
    close_frame(&frames);
    outcome->seconds = scree_os_clock_seconds() - start;
    digest_finish(&digest, outcome->digest);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(engine, result);
}
