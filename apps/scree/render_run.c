/* The work of `scree render`: samples in a buffer of the device, and pictures of them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "explain.h"
#include "generate.h"
#include "output_names.h"
#include "render.h"
#include "signals.h"

#define CHANNELS 3u
/* Pixels that are drawn at once, if they are whole rows of the picture. */
#define BAND_PIXELS (UINT64_C(1) << 22)
/* The share of the progress bar that making the samples has, where the pictures are few. */
#define SAMPLES_PART 0.5
/* Between panels there is the colour of the ground of maps, as a scene writes pixels. */
#define GAP_COLOUR UINT32_C(0xff1e1a18)

/* A layer is the samples of a field or of a file on their way into a buffer of the device. */
struct layer {
    struct render_source *source;
    const struct planes *planes;
    scree_buffer *buffer;
    scree_range range;    /* Once they are there, this is their range as the device has them, */
    scree_range measured; /* and this is it in the unit of the source. */
};

struct render_work {
    struct engine *engine;
    struct field_request *field;
    struct render *render;
    struct progress *progress;
    struct outcome *outcome;
    scree_scene_data data; /* It has the samples of the second field as well, if there is one. */
    scree_buffer *pixels;  /* The pixels of a band, as fine as they are drawn. */
    uint32_t *drawn;       /* The same on the host, */
    uint8_t *colours;      /* and the pixels of the picture that become of it. */
    struct digest digest;  /* The digest of all pictures, for --json. */
    scree_writer *writer;  /* The file in the works; NULL where none is made. */
};

static uint64_t fine_width(const struct render *render)
{
    return (uint64_t)render->width * render->supersample;
}

/* Rows of the picture in a band. */
static uint32_t band_rows(const struct render *render)
{
    const uint64_t row = fine_width(render) * render->supersample;
    const uint64_t most = SCREE_MAX_SCENE_SIDE / render->supersample;
    uint64_t rows = row < BAND_PIXELS ? BAND_PIXELS / row : 1;
    rows = rows < most ? rows : most;
    return rows < render->height ? (uint32_t)rows : render->height;
}

static uint64_t band_pixels(const struct render *render)
{
    return fine_width(render) * band_rows(render) * render->supersample;
}

static uint64_t samples_of(const struct render *render)
{
    return render->count[0] * render->count[1] * render->count[2];
}

/* Whether samples are made on the host, and go to the device from there. */
static bool is_from_host(const struct render_source *source, const struct planes *planes)
{
    return source->grid == NULL || planes->is_needed;
}

/* The samples that there are. */
static uint64_t samples_made(const struct planes *planes)
{
    return planes->count[0] * planes->count[1] * planes->count[2];
}

static double host_bytes(const struct render_source *source, const struct planes *planes)
{
    return is_from_host(source, planes) ? 4.0 * (double)samples_made(planes) : 0.0;
}

static double device_bytes(const struct render *render)
{
    const double fields = render->panels > 1 ? 2.0 : 1.0;
    return fields * 4.0 * (double)samples_of(render) + (double)scree_scene_work_bytes(&render->scene) +
           4.0 * (double)band_pixels(render);
}

double render_host_bytes(const struct render *render, const scree_device_info *device)
{
    const struct render_difference *difference = &render->difference;
    const double map = render->planes.is_needed || render->has_texts ? (double)samples_of(render) : 0.0;
    const double second = render->panels > 1 ? host_bytes(&difference->source, &difference->planes) : 0.0;
    const double samples = 4.0 * map + host_bytes(&render->source, &render->planes) + second;
    const double kept = render->room[0] > 0 ? (double)CHANNELS * render->width * render->height : 0.0;
    const double colours = 3.0 * (double)render->width * band_rows(render);
    return samples + kept + 4.0 * (double)band_pixels(render) + colours +
           (device->backend == SCREE_BACKEND_CPU ? device_bytes(render) : 0.0);
}

static scree_result take_memory(struct render_work *work)
{
    scree_device *device = work->engine->device;
    const struct render *render = work->render;
    const uint64_t work_bytes = scree_scene_work_bytes(&render->scene);
    work->drawn = malloc((size_t)band_pixels(render) * sizeof(uint32_t));
    work->colours = malloc((size_t)render->width * band_rows(render) * CHANNELS);
    scree_result result = work->drawn != NULL && work->colours != NULL
                              ? scree_buffer_create(device, samples_of(render) * sizeof(float), &work->data.samples)
                              : SCREE_ERROR_OUT_OF_MEMORY;
    if (result == SCREE_OK && render->panels > 1) {
        result = scree_buffer_create(device, samples_of(render) * sizeof(float), &work->data.minus);
    }
    if (result == SCREE_OK && work_bytes > 0) {
        result = scree_buffer_create(device, work_bytes, &work->data.work);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_create(device, band_pixels(render) * sizeof(uint32_t), &work->pixels);
    }
    /* Nothing is drawn between the panels, so that this colour stays there. */
    return result == SCREE_OK && render->panels > 1 ? scree_buffer_fill(work->pixels, GAP_COLOUR, NULL) : result;
}

static void free_memory(struct render_work *work)
{
    scree_buffer_destroy(&work->data.samples);
    scree_buffer_destroy(&work->data.minus);
    scree_buffer_destroy(&work->data.work);
    scree_buffer_destroy(&work->pixels);
    free(work->drawn);
    free(work->colours);
}

/* Runs a job that has been started, and takes over what it measured. */
static scree_result finish_job(struct render_work *work, struct layer *layer, scree_job *job)
{
    const scree_result result = generate_follow(job, work->progress);
    const scree_job_status status = scree_job_poll(job);
    work->outcome->generated.device_seconds += status.device_seconds;
    layer->range = layer->measured = (scree_range){.minimum = status.minimum, .maximum = status.maximum};
    scree_job_release(&job);
    return result;
}

/* Samples are divided by their unit, which is for distances a voxel's shortest side, in which rays go on; heights are
   counted from their middle. */
static void adapt_samples(struct layer *layer, float *values)
{
    const struct render_source *source = layer->source;
    const double scale = 1.0 / (source->unit * source->scale);
    for (uint64_t i = 0; i < samples_made(layer->planes) && (scale != 1.0 || source->base != 0.0); i++) {
        values[i] = (float)((values[i] - source->base) * scale);
    }
    layer->range.minimum = (float)((layer->range.minimum - source->base) * scale);
    layer->range.maximum = (float)((layer->range.maximum - source->base) * scale);
}

/* Samples that come from the host. */
static scree_result upload(const struct render_work *work, struct layer *layer, float *values)
{
    const scree_range found = layer->range;
    const double scale = layer->source->scale;
    layer->measured = (scree_range){(float)(found.minimum / scale), (float)(found.maximum / scale)};
    adapt_samples(layer, values);
    const uint64_t bytes = samples_of(work->render) * sizeof(float);
    if (!layer->planes->is_needed) {
        return scree_buffer_write(layer->buffer, 0, bytes, values);
    }
    float *map = malloc((size_t)bytes);
    if (map == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    layer->range = planes_arrange(layer->planes, values, map);
    const scree_result result = scree_buffer_write(layer->buffer, 0, bytes, map);
    free(map);
    return result;
}

/* Distances go through the host, which knows their range and scales them; so do samples that are arranged. */
static scree_result make_field(struct render_work *work, struct layer *layer)
{
    const struct render_source *source = layer->source;
    scree_device *device = work->engine->device;
    const bool is_host = is_from_host(source, layer->planes);
    scree_job *job = NULL;
    float *values = is_host ? malloc((size_t)samples_made(layer->planes) * sizeof *values) : NULL;
    scree_result result = !is_host ? scree_job_fill_buffer(device, source->field, source->grid, layer->buffer, 0, &job)
                          : values != NULL ? scree_job_fill(device, source->field, source->grid, values, &job)
                                           : SCREE_ERROR_OUT_OF_MEMORY;
    if (result == SCREE_OK) {
        result = finish_job(work, layer, job);
    }
    if (result == SCREE_OK && is_host) {
        result = upload(work, layer, values);
    }
    free(values);
    return result;
}

static scree_result take_file(const struct render_work *work, struct layer *layer)
{
    struct render_source *source = layer->source;
    const scree_range range = source->samples.range;
    layer->range = range;
    const bool is_relative = recipe_scene_is_land((int)work->render->scene.kind) &&
                             !work->field->values[OPTION_HEIGHT_SCALE].given;
    source->base = is_relative ? ((double)range.minimum + (double)range.maximum) / 2.0 : 0.0;
    const scree_result result = upload(work, layer, source->samples.values);
    scree_samples_clear(&source->samples);
    return result;
}

static scree_result make_layer(struct render_work *work, struct layer *layer)
{
    return layer->source->field == NULL ? take_file(work, layer) : make_field(work, layer);
}

/* Both fields of a difference have the same colours. */
static scree_result make_second(struct render_work *work)
{
    struct render *render = work->render;
    struct render_difference *difference = &render->difference;
    struct layer second = {.source = &difference->source, .planes = &difference->planes, .buffer = work->data.minus};
    work->progress->before = work->progress->part;
    difference_colours(difference->ramp);
    const scree_result result = make_layer(work, &second);
    render->range.minimum = fminf(render->range.minimum, second.range.minimum);
    render->range.maximum = fmaxf(render->range.maximum, second.range.maximum);
    return result == SCREE_OK
               ? difference_measure(work->data.samples, work->data.minus, samples_of(render), &difference->found)
               : result;
}

static scree_result make_samples(struct render_work *work)
{
    struct render *render = work->render;
    struct layer first = {.source = &render->source, .planes = &render->planes, .buffer = work->data.samples};
    const scree_result result = make_layer(work, &first);
    render->range = first.range;
    work->outcome->generated.measured = first.measured;
    return result == SCREE_OK && render->panels > 1 ? make_second(work) : result;
}

static scree_result make_panel_texts(struct render_work *work, enum render_panel panel, float *samples)
{
    scree_buffer *buffer = panel == RENDER_SECOND ? work->data.minus : work->data.samples;
    const scree_result result = scree_buffer_read(buffer, 0, samples_of(work->render) * sizeof *samples, samples);
    return result == SCREE_OK && !render_texts_make(work->render, panel, samples) ? SCREE_ERROR_OUT_OF_MEMORY : result;
}

/* Numbers of contour lines and names of planes, for which the host must see the samples. */
static scree_result make_texts(struct render_work *work)
{
    const uint64_t bytes = samples_of(work->render) * sizeof(float);
    const scree_scene_params *scene = &work->render->scene;
    const bool is_map = scree_scene_kind_takes(scene->kind, SCREE_SCENE_TAKES_POSITION);
    const bool warns = is_map && scene->interval > 0.0 && !work->render->chooses_interval;
    const bool is_needed = work->render->has_texts || warns;
    float *samples = is_needed ? malloc((size_t)bytes) : NULL;
    if (samples == NULL) {
        return is_needed ? SCREE_ERROR_OUT_OF_MEMORY : SCREE_OK;
    }
    scree_result result = SCREE_OK;
    for (uint32_t panel = 0; panel < work->render->panels && result == SCREE_OK; panel++) {
        result = make_panel_texts(work, (enum render_panel)panel, samples);
    }
    free(samples);
    return result;
}

static scree_result make_scene(struct render_work *work)
{
    const double start = scree_os_clock_seconds();
    work->progress->started = start;
    work->progress->part = work->render->panels > 1 ? SAMPLES_PART / 2.0 : SAMPLES_PART;
    scree_result result = make_samples(work);
    work->outcome->generated.seconds = scree_os_clock_seconds() - start;
    if (result == SCREE_OK && render_scene_lacks_threshold(work->field->values, work->render)) {
        result = scene_threshold_measure(NULL, work->data.samples, work->render->count, work->render->source.unit,
                                         &work->render->usual_threshold);
    }
    render_scene_complete(work->field->values, work->render);
    if (result == SCREE_OK) {
        result = make_texts(work);
    }
    if (result == SCREE_OK) {
        result = scree_scene_build(work->engine->device, &work->render->scene, &work->data, NULL);
    }
    return result == SCREE_OK && signals_interrupted() ? SCREE_ERROR_CANCELLED : result;
}

static scree_scene_data data_of_panel(const struct render_work *work, enum render_panel panel)
{
    scree_scene_data data = work->data;
    data.samples = panel == RENDER_SECOND ? work->data.minus : work->data.samples;
    data.minus = panel == RENDER_DIFFERENCE ? work->data.minus : NULL;
    return data;
}

/* Draws some rows of a panel, in windows that are not too wide. */
static scree_result draw_panel(struct render_work *work, const scree_scene_params *scene, enum render_panel panel,
                               uint32_t top, uint32_t rows)
{
    const struct render *render = work->render;
    const uint32_t fine = render->supersample;
    const uint32_t start = render_panel_left(render, panel) * fine;
    const uint32_t width = render->panel_width * fine;
    const scree_scene_params shown = render_panel_scene(render, scene, panel);
    const scree_scene_data data = data_of_panel(work, panel);
    scree_result result = SCREE_OK;
    for (uint32_t left = 0; left < width && result == SCREE_OK; left += SCREE_MAX_SCENE_SIDE) {
        const uint32_t rest = width - left;
        const scree_scene_target target = {.pixels = work->pixels,
                                           .offset = ((uint64_t)start + left) * sizeof(uint32_t),
                                           .width = rest < SCREE_MAX_SCENE_SIDE ? rest : SCREE_MAX_SCENE_SIDE,
                                           .height = rows * fine,
                                           .stride = (uint32_t)fine_width(render),
                                           .left = left,
                                           .top = top * fine,
                                           .whole_width = width,
                                           .whole_height = render->height * fine};
        result = scree_scene_draw(work->engine->device, &shown, &data, &target, NULL);
    }
    return result;
}

/* Draws some rows of the picture. */
static scree_result draw_band(struct render_work *work, const scree_scene_params *scene, uint32_t top, uint32_t rows)
{
    const struct render *render = work->render;
    const uint64_t pixels = fine_width(render) * rows * render->supersample;
    scree_result result = SCREE_OK;
    for (uint32_t panel = 0; panel < render->panels && result == SCREE_OK; panel++) {
        result = draw_panel(work, scene, (enum render_panel)panel, top, rows);
    }
    return result == SCREE_OK ? scree_buffer_read(work->pixels, 0, pixels * sizeof(uint32_t), work->drawn) : result;
}

/* A channel of a pixel of the picture: the root of the mean square of those that were drawn, because light grows with
   about the square of what stands for it in sRGB. */
static uint8_t mean_channel(const uint32_t *drawn, uint64_t width, uint32_t fine, unsigned shift)
{
    uint32_t sum = 0;
    for (uint32_t y = 0; y < fine; y++) {
        for (uint32_t x = 0; x < fine; x++) {
            const uint32_t value = drawn[y * width + x] >> shift & 255u;
            sum += value * value;
        }
    }
    return (uint8_t)(sqrt((double)sum / (double)(fine * fine)) + 0.5);
}

static void mix_colours(const struct render_work *work, uint32_t rows)
{
    const struct render *render = work->render;
    const uint32_t fine = render->supersample;
    const uint64_t width = fine_width(render);
    uint8_t *colour = work->colours;
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < render->width; column++) {
            const uint32_t *drawn = work->drawn + (uint64_t)row * fine * width + (uint64_t)column * fine;
            for (unsigned channel = 0; channel < CHANNELS; channel++) {
                const uint32_t only = *drawn >> 8 * channel & 0xffu;
                *colour++ = fine == 1 ? (uint8_t)only : mean_channel(drawn, width, fine, 8 * channel);
            }
        }
    }
}

/* From the pixels that were drawn to those of the picture, which are counted and kept as far as somebody asks. */
static void finish_band(struct render_work *work, uint32_t top, uint32_t rows)
{
    const struct render *render = work->render;
    const uint64_t bytes = (uint64_t)render->width * rows * CHANNELS;
    const struct picture_band band = {.colours = work->colours, .width = render->width, .top = top, .rows = rows};
    mix_colours(work, rows);
    stroke_font_draw(render->texts, render->text_count, &band);
    if (work->field->values[OPTION_JSON].given) {
        digest_add_bytes(&work->digest, work->colours, bytes);
    }
    if (render->kept != NULL) {
        memcpy(render->kept + (uint64_t)top * render->width * CHANNELS, work->colours, (size_t)bytes);
    }
}

/* Shows how far the pictures have come. */
static void tell_progress(const struct render_work *work, uint64_t frame, uint32_t rows)
{
    const struct render *render = work->render;
    const uint64_t frames = render->frames.count > 0 ? render->frames.count : 1;
    const uint64_t pixels = (uint64_t)render->width * render->height;
    const scree_job_status status = {.done = frame * pixels + (uint64_t)rows * render->width, .total = frames * pixels};
    progress_update(work->progress, &status);
}

/* Draws a picture into the open file. */
static scree_result draw_picture(struct render_work *work, uint64_t frame)
{
    const struct render *render = work->render;
    const scree_scene_params scene = render_scene_of_frame(render, frame);
    const uint32_t most = band_rows(render);
    scree_result result = SCREE_OK;
    for (uint32_t top = 0; top < render->height && result == SCREE_OK; top += most) {
        const uint32_t rows = render->height - top < most ? render->height - top : most;
        const uint64_t pixels = (uint64_t)render->width * rows;
        result = draw_band(work, &scene, top, rows);
        if (result == SCREE_OK) {
            finish_band(work, top, rows);
            result = work->writer != NULL ? scree_writer_write(work->writer, work->colours, pixels) : SCREE_OK;
        }
        tell_progress(work, frame, top + rows);
        if (result == SCREE_OK && signals_interrupted()) {
            result = SCREE_ERROR_CANCELLED;
        }
    }
    return result;
}

/* Opens a file for one frame, or for all of a video. */
static scree_result open_file(struct render_work *work, const char *path, uint64_t frame)
{
    const struct render *render = work->render;
    const bool is_difference = render->panels > 1;
    const scree_scene_params scene = render_scene_told(render, frame);
    char *difference = is_difference ? render_difference_describe(render) : NULL;
    const scree_scene_file picture = {.width = render->width,
                                      .height = render->height,
                                      .frames = render->is_video ? render->frames.count : 0,
                                      .scene = &scene,
                                      .ramp = render->ramp_name,
                                      .metadata = is_difference ? difference : render->source.metadata,
                                      .key = is_difference ? "difference" : render->source.key};
    scree_writer_params file = output_file_writer_params(work->field->values, path, work->field->file.format);
    file.replaces |= work->field->values[OPTION_OUTPUT].text[0] == '-';
    const scree_result result = is_difference && difference == NULL
                                    ? SCREE_ERROR_OUT_OF_MEMORY
                                    : scree_scene_open_file(work->engine->context, &picture, &file, &work->writer);
    free(difference);
    return result;
}

static scree_result finish_file(struct render_work *work)
{
    scree_result result = SCREE_OK;
    if (work->writer != NULL) {
        result = scree_writer_complete(work->writer, NULL, NULL);
    }
    if (result == SCREE_OK && signals_interrupted()) {
        result = SCREE_ERROR_CANCELLED;
    }
    if (result == SCREE_OK && work->writer != NULL) {
        result = scree_writer_commit(&work->writer, 1);
        work->outcome->bytes += scree_writer_bytes(work->writer);
    }
    return result;
}

/* A file of one frame, or of several in a video; without a path the frames are drawn all the same. */
static scree_result make_file(struct render_work *work, const char *path, uint64_t first, uint64_t frames)
{
    scree_result result = path != NULL ? open_file(work, path, first) : SCREE_OK;
    for (uint64_t frame = first; frame < first + frames && result == SCREE_OK; frame++) {
        result = draw_picture(work, frame);
    }
    if (result == SCREE_OK) {
        result = finish_file(work);
    }
    scree_writer_close(&work->writer);
    return result;
}

static scree_result make_numbered(struct render_work *work)
{
    scree_result result = SCREE_OK;
    for (uint64_t frame = 0; frame < work->render->frames.count && result == SCREE_OK; frame++) {
        char *path = frame_name(work->field->file.path, frame);
        if (path == NULL) {
            return SCREE_ERROR_OUT_OF_MEMORY;
        }
        const bool is_there = work->render->frames.resumes && access(path, F_OK) == 0;
        result = is_there ? SCREE_OK : make_file(work, path, frame, 1);
        free(path);
    }
    return result == SCREE_OK ? frame_name_remove_later(work->engine->context, work->field->arguments,
                                                        &work->field->file, work->render->frames.count)
                              : result;
}

static scree_result make_pictures(struct render_work *work)
{
    const struct render *render = work->render;
    work->progress->started = scree_os_clock_seconds();
    work->progress->before = SAMPLES_PART;
    work->progress->part = 1.0 - SAMPLES_PART;
    work->progress->noun = "pixels";
    return render->frames.count > 0 && !render->is_video
               ? make_numbered(work)
               : make_file(work, work->field->file.path, 0, render->is_video ? render->frames.count : 1);
}

static scree_result explain_pictures(const struct render_work *work)
{
    const struct render *render = work->render;
    const struct explained_picture picture = {.path = work->field->file.path,
                                              .format = work->field->file.format,
                                              .type = SCREE_TYPE_U8,
                                              .width = render->width,
                                              .height = render->height,
                                              .frames = render->frames.count};
    return picture.path != NULL ? explain_picture(work->engine, work->field->values, &picture) : SCREE_OK;
}

/* The samples, where the device makes them in its own memory; otherwise the memory of the device alone. */
static scree_result explain_samples(struct render_work *work)
{
    const struct render_source *source = &work->render->source;
    struct explanation *explanation = work->engine->explanation;
    if (source->field == NULL || is_from_host(source, &work->render->planes)) {
        const bool is_gpu = work->outcome->device.backend != SCREE_BACKEND_CPU;
        explanation->own_device_bytes = is_gpu ? (uint64_t)device_bytes(work->render) : 0;
        return SCREE_OK;
    }
    const scree_result result = scree_job_explain_fill_buffer(work->engine->device, source->field, source->grid,
                                                              work->data.samples, 0, &explanation->job);
    return result == SCREE_OK ? trial_run_grid(work->engine, source->field, source->grid, NULL, &explanation->trial)
                              : result;
}

/* The files, the memory, and the job of the samples; how long drawing takes depends on what they show. */
static int explain(struct render_work *work)
{
    scree_result result = explain_pictures(work);
    if (result == SCREE_OK) {
        result = take_memory(work);
    }
    if (result == SCREE_OK) {
        result = explain_samples(work);
    }
    free_memory(work);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(work->engine, result);
}

/* Before the work: whether the files may be written. */
static int check_files(const struct field_request *field, const struct render *render)
{
    const bool is_forced = field->values[OPTION_FORCE].given;
    if (field->file.path == NULL || field->values[OPTION_OUTPUT].text[0] == '-') {
        return EXIT_CODE_OK; /* Into nothing, or to stdout. */
    }
    return render->frames.count > 0 && !render->is_video
               ? frame_name_check_all(field->file.path, field->file.format, render->frames.count,
                                      is_forced || render->frames.resumes)
               : output_names_check_path(field->file.path, is_forced);
}

int render_run(struct field_request *field)
{
    struct engine *engine = field->engine;
    struct outcome *outcome = field->outcome;
    struct render *render = field->part;
    struct render_work work = {
        .engine = engine, .field = field, .render = render, .progress = field->progress, .outcome = outcome};
    const double start = scree_os_clock_seconds();
    if (outcome->device.members > 1) {
        return option_refuse(field->values, OPTION_DEVICE, "a scene is drawn by one device; name one of them");
    }
    int code = check_files(field, render);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    if (engine->explanation != NULL) {
        return explain(&work);
    }
    digest_start(&work.digest);
    scree_result result = take_memory(&work);
    if (result == SCREE_OK) {
        result = make_scene(&work);
    }
    if (result == SCREE_OK) {
        result = make_pictures(&work);
    }
    progress_finish(field->progress);
    free_memory(&work);
    outcome->seconds = scree_os_clock_seconds() - start;
    digest_finish(&work.digest, outcome->digest);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(engine, result);
}
