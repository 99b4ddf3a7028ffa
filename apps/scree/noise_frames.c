#include "noise_expression.h"
#include "noise_runs.h"

#include <inttypes.h>
#include <stdlib.h>

#include "command.h"
#include "explain.h"
#include "generate.h"
#include "message.h"
#include "output_names.h"
#include "signals.h"

/* Pixels that get their colours at once. */
#define PIXELS 4096u
#define CHANNELS 3u
/* How the pixels of a video were made of samples. */
#define GREY "{\"kind\": \"grey\"}"

/* The files that the samples of frames go to. */
struct noise_frames {
    const struct field_request *field;
    const struct request *request;
    scree_writer *writer;        /* Writes the open frame or the video; NULL between two frames, */
    struct request frame;        /* whose request this is, */
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

static bool is_surface(const struct noise_frames *frames)
{
    return frames->request->surface.kind != SURFACE_NONE;
}

/* The recipe of one frame makes the same samples, because it has the range that all frames were measured for. */
static void find_recipe(struct noise_frames *frames, scree_range mapped)
{
    scree_recipe *recipe = &frames->frame.recipe;
    const uint32_t time = recipe->grid.axes - 1;
    *recipe = frames->request->recipe;
    recipe->grid.first[time] += (int64_t)frames->number;
    recipe->grid.count[time] = 1;
    if (recipe->output.range_mode == SCREE_RANGE_MEASURED && mapped.minimum < mapped.maximum) {
        recipe->output.range_mode = SCREE_RANGE_GIVEN;
        recipe->output.low = (double)mapped.minimum;
        recipe->output.high = (double)mapped.maximum;
    }
}

static scree_result open_frame(struct noise_frames *frames, const char *path)
{
    const struct field_request *field = frames->field;
    if (is_surface(frames)) {
        return surface_file_open(field, path, &frames->frame, &frames->surface);
    }
    scree_writer_params params = output_file_writer_params(field->values, path, field->file.format);
    scree_volume volume;
    char *graph = NULL;
    scree_result result = SCREE_OK;
    if (frames->request->graph != NULL) {
        result = noise_expression_describe(frames->request->field, &frames->frame.recipe, &graph);
    }
    frames->frame.graph = graph;
    noise_file_contents(&frames->frame, &volume, &params.recipe, &params.volume);
    if (result == SCREE_OK) {
        result = explain_or_open(field->engine, &params, (scree_file_use){.is_frame = true}, &frames->writer);
    }
    frames->frame.graph = NULL;
    scree_recipe_text_free(&graph);
    return result;
}

static scree_result begin_frame(struct noise_frames *frames, scree_range mapped)
{
    char *path = frame_name(frames->field->file.path, frames->number);
    find_recipe(frames, mapped);
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
    frames->field->outcome->bytes += scree_writer_bytes(writer);
    frames->field->outcome->saturated += scree_writer_saturated(writer);
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
    const struct field_request *field = frames->field;
    scree_writer_params params = output_file_writer_params(field->values, field->file.path, field->file.format);
    scree_volume volume;
    noise_file_contents(frames->request, &volume, &params.recipe, &params.volume);
    params.frame_rate = frames->request->frame_rate;
    return scree_writer_open_picture(field->engine->context, &params, GREY, &frames->writer);
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
    struct outcome *outcome = frames->field->outcome;
    const scree_result result =
        output_file_finish(frames->writer, &outcome->generated.mapped, &outcome->generated.measured);
    outcome->bytes = scree_writer_bytes(frames->writer);
    return result;
}

/* The output that the job makes. */
static const scree_output *output_of(const struct noise_frames *frames)
{
    return is_surface(frames) ? NULL : &frames->request->recipe.output;
}

static scree_result make(struct noise_frames *frames, struct digest *digest)
{
    const struct field_request *field = frames->field;
    const bool is_one = is_video(field);
    const struct destination to = {.take = is_one ? add_to_video : add_to_files, .watcher = frames, .digest = digest};
    scree_result result = is_one ? open_video(frames) : SCREE_OK;
    if (result == SCREE_OK) {
        result = generate(field->engine, frames->request->field, &frames->request->recipe.grid, output_of(frames), &to,
                          field->progress, &field->outcome->generated);
    }
    if (result != SCREE_OK) {
        return result;
    }
    return is_one ? finish_video(frames)
                  : frame_name_remove_later(field->engine->context, field->arguments, &field->file,
                                            noise_frames_files(field));
}

/* All frames have the size of the first one. */
static scree_result explain_files(struct noise_frames *frames)
{
    const struct field_request *field = frames->field;
    const scree_grid *grid = &frames->request->recipe.grid;
    if (is_video(field)) {
        const struct explained_picture video = {.path = field->file.path,
                                                .format = field->file.format,
                                                .type = SCREE_TYPE_U8,
                                                .width = grid->count[0],
                                                .height = grid->count[1],
                                                .frames = frames->request->frames};
        return explain_picture(field->engine, field->values, &video);
    }
    const scree_result result = begin_frame(frames, frames->request->bound);
    if (result == SCREE_OK) {
        explain_repeat(field->engine->explanation, noise_frames_files(field));
    }
    return result;
}

static scree_result explain(struct noise_frames *frames)
{
    const struct request *request = frames->request;
    struct engine *engine = frames->field->engine;
    struct explanation *explanation = engine->explanation;
    scree_result result = explain_files(frames);
    if (result == SCREE_OK) {
        result = scree_job_explain_stream(engine->device, request->field, &request->recipe.grid, output_of(frames),
                                          NULL, &explanation->job);
    }
    return result == SCREE_OK
               ? trial_run_grid(engine, request->field, &request->recipe.grid, output_of(frames), &explanation->trial)
               : result;
}

int noise_frames_run(const struct field_request *field, const struct request *request)
{
    struct noise_frames frames = {
        .field = field,
        .request = request,
        .frame = *request,
        .frame_samples = request->samples / request->frames,
    };
    struct digest digest;
    const double start = scree_os_clock_seconds();
    const int code = frame_name_check_all(field->file.path, field->file.format, noise_frames_files(field),
                                          field->values[OPTION_FORCE].given);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    digest_start(&digest);
    const scree_result result = field->engine->explanation != NULL
                                    ? explain(&frames)
                                    : make(&frames, field->values[OPTION_JSON].given ? &digest : NULL);
    close_frame(&frames);
    field->outcome->seconds = scree_os_clock_seconds() - start;
    digest_finish(&digest, field->outcome->digest);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(field->engine, result);
}
