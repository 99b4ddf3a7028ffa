#include "explain.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/base/os.h"
#include "generate.h"
#include "message.h"
#include "numbers.h"
#include "output_names.h"
#include "report.h"

/* A part that takes so long is measured well enough; the next one is so many times as large. */
#define ENOUGH_SECONDS 0.05
#define GROWTH 4.0
/* A first run that is slower than this is not repeated, although it includes what only a first one does. */
#define SLOW_SECONDS 0.5
/* Samples of the first part of a grid. */
#define FIRST_SAMPLES 65536.0

static scree_result add_file(struct engine *engine, const scree_writer_params *params, scree_file_use use)
{
    struct explanation *explanation = engine->explanation;
    struct explained_file *file = &explanation->file[explanation->files];
    const scree_result result = scree_writer_plan(engine->context, params, use, &file->plan);
    file->path = result == SCREE_OK ? strdup(params->path) : NULL;
    explanation->files += file->path != NULL ? 1 : 0;
    return result == SCREE_OK && file->path == NULL ? SCREE_ERROR_OUT_OF_MEMORY : result;
}

scree_result explain_or_open(struct engine *engine, const scree_writer_params *params, scree_file_use use,
                             scree_writer **writer)
{
    return engine->explanation != NULL ? add_file(engine, params, use)
           : use.picture != NULL       ? scree_writer_open_picture(engine->context, params, use.picture, writer)
           : use.is_frame              ? scree_writer_open_frame(engine->context, params, writer)
                                       : scree_writer_open(engine->context, params, writer);
}

void explain_repeat(struct explanation *explanation, uint64_t times)
{
    scree_file_plan *plan = &explanation->file[explanation->files - 1].plan;
    plan->files *= times;
    plan->bytes *= times;
    plan->most_bytes *= times;
}

scree_result explain_picture(struct engine *engine, const struct option_value *values,
                             const struct explained_picture *picture)
{
    const bool is_video = scree_format_describe(picture->format)->is_video;
    const bool is_numbered = picture->frames > 0 && !is_video;
    char *path = is_numbered ? frame_name(picture->path, 0) : strdup(picture->path);
    const scree_volume volume = {.axes = is_video ? 3 : 2,
                                 .count = {picture->width, picture->height, is_video ? picture->frames : 0},
                                 .type = picture->type,
                                 .source = picture->type,
                                 .name = "picture"};
    scree_writer_params params = output_file_writer_params(values, path, picture->format);
    params.volume = &volume;
    const scree_result result = path == NULL ? SCREE_ERROR_OUT_OF_MEMORY
                                             : add_file(engine, &params, (scree_file_use){.picture = "{}"});
    if (result == SCREE_OK && is_numbered) {
        explain_repeat(engine->explanation, picture->frames);
    }
    free(path);
    return result;
}

/* Seconds that the device takes for all passes, after a trial. */
static double guess_seconds(const struct explanation *explanation)
{
    return explanation->job->passes * explanation->trial.seconds / explanation->trial.share;
}

static double host_bytes(const struct explanation *explanation)
{
    return explanation->own_bytes + (explanation->job != NULL ? (double)explanation->job->host_bytes : 0.0);
}

static uint64_t device_bytes(const struct explanation *explanation)
{
    return explanation->job != NULL ? explanation->job->device_bytes : explanation->own_device_bytes;
}

/* The room on the disk of the first file that is on one; 0 where there is none. */
static uint64_t free_bytes(const struct explanation *explanation)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < explanation->files && bytes == 0; i++) {
        bytes = explanation->file[i].plan.free_bytes;
    }
    return bytes;
}

/* "0.051 seconds", "3.5 hours" */
static void say_time(double seconds, char *text, size_t size)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"years", 31557600.0}, {"days", 86400.0}, {"hours", 3600.0}, {"minutes", 60.0}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        const double count = seconds / units[i].seconds;
        if (count >= 2.0) {
            snprintf(text, size, count < 10.0 ? "%.1f %s" : "%.0f %s", count, units[i].name);
            return;
        }
    }
    snprintf(text, size, seconds < 1.0 ? "%.2g seconds" : seconds < 10.0 ? "%.1f seconds" : "%.0f seconds", seconds);
}

/* "400000128 bytes (381.5 MiB)" */
static void say_bytes(double bytes, char *text, size_t size)
{
    char brief[40];
    number_print_bytes(brief, sizeof brief, (uint64_t)bytes);
    snprintf(text, size, bytes < 1024.0 ? "%.0f bytes" : "%.0f bytes (%s)", bytes, brief);
}

/* "at least 41 bytes and at most 4189 bytes (4.1 KiB)" */
static void say_file_bytes(const scree_file_plan *plan, char *text, size_t size)
{
    char bytes[80];
    char most[80];
    say_bytes((double)plan->bytes, bytes, sizeof bytes);
    say_bytes((double)plan->most_bytes, most, sizeof most);
    if (plan->is_least && plan->most_bytes > 0) {
        snprintf(text, size, "at most %s and its metadata", most);
    } else if (plan->is_least && plan->bytes == 0) {
        snprintf(text, size, "of a size that only writing tells");
    } else {
        snprintf(text, size, "%s%s", plan->is_least ? "at least " : "", bytes);
    }
}

static void print_file(const struct explained_file *file)
{
    char bytes[240];
    say_file_bytes(&file->plan, bytes, sizeof bytes);
    printf("file     ");
    print_harmless(stdout, file->path, "");
    if (file->plan.files > 1) {
        printf(" and %" PRIu64 " more", file->plan.files - 1);
    }
    printf(", %s%s\n", bytes, file->plan.has_sidecar ? ", and a sidecar" : "");
}

static void print_slabs(const struct explanation *explanation)
{
    const scree_explanation *job = explanation->job;
    char size[80];
    report_size(size, sizeof size, job->slab_count, 2);
    printf("slabs    %" PRIu64 ", the first of %s samples in %" PRIu64 " plane%s, %" PRIu32 " in memory at once",
           job->slabs, size, job->slab_count[2], job->slab_count[2] == 1 ? "" : "s", job->slabs_at_once);
    if (job->passes > 1) {
        printf(", in each of %" PRIu32 " passes", job->passes);
    }
    if (explanation->frames > 0) {
        printf(", for each of %" PRIu64 " frames", explanation->frames);
    }
    printf("\n");
}

static void print_memory(const struct explanation *explanation)
{
    const bool is_gpu = device_bytes(explanation) > 0;
    char host[80];
    char device[80];
    say_bytes(host_bytes(explanation), host, sizeof host);
    say_bytes((double)device_bytes(explanation), device, sizeof device);
    printf("memory   %s of the host%s%s%s\n", host, is_gpu ? ", " : "", is_gpu ? device : "",
           is_gpu ? " of the device" : "");
}

static void print_available(const scree_device_info *device, const struct explanation *explanation)
{
    const bool is_gpu = device_bytes(explanation) > 0;
    char host[80];
    char of_device[80];
    say_bytes((double)scree_os_memory_available(), host, sizeof host);
    say_bytes((double)device->memory_bytes, of_device, sizeof of_device);
    printf("         there are %s free%s%s%s\n", host, is_gpu ? ", and " : "", is_gpu ? of_device : "",
           is_gpu ? " in all" : "");
}

static void print_device(const scree_device_info *device, const struct explanation *explanation)
{
    char name[REPORT_DEVICE_SIZE];
    report_device(name, sizeof name, device);
    printf("device   %s, %s", name, device->name);
    if (device->backend == SCREE_BACKEND_CPU) {
        printf(", %s, %" PRIu32 " thread%s", scree_cpu_level_name(device->cpu_level), device->threads,
               device->threads == 1 ? "" : "s");
    }
    printf("\n");
    if (explanation->job != NULL && explanation->job->tasks > 0) {
        printf("tasks    %" PRIu64 " for the first slab, which the threads share\n", explanation->job->tasks);
    }
}

/* Prints the numbers that the driver tells, or that it tells none. */
static void print_told(const scree_launch_info *launch)
{
    if (launch->registers > 0) {
        printf("         %" PRIu32 " registers a thread, %" PRIu32 " bytes spilled, %" PRIu32
               " bytes shared by a group",
               launch->registers, launch->spilled_bytes, launch->shared_bytes);
        if (launch->resident_groups > 0) {
            printf(", %" PRIu32 " groups on a multiprocessor, occupancy %.0f %%", launch->resident_groups,
                   100.0 * launch->occupancy);
        }
        printf("\n");
    } else {
        printf("         %s%s\n", launch->statistics[0] != '\0' ? "the driver tells: " : "",
               launch->statistics[0] != '\0' ? launch->statistics
                                             : "the driver does not tell registers, shared memory and occupancy");
    }
}

static void print_launch(const scree_launch_info *launch)
{
    printf("program  %s, %" PRIu64 " launch%s, %" PRIu32 "x%" PRIu32 "x%" PRIu32 " groups of %" PRIu32 "x%" PRIu32
           "x%" PRIu32 " threads\n",
           launch->name, launch->launches, launch->launches == 1 ? "" : "es", launch->groups[0], launch->groups[1],
           launch->groups[2], launch->threads[0], launch->threads[1], launch->threads[2]);
    print_told(launch);
}

static void print_time(const struct field_request *request, const struct explanation *explanation)
{
    const struct trial *trial = &explanation->trial;
    char guessed[80];
    char measured[80];
    if (trial->share > 0.0) {
        say_time(guess_seconds(explanation), guessed, sizeof guessed);
        say_time(trial->seconds, measured, sizeof measured);
        printf("time     about %s to compute the %s, guessed from %.3g %% of them, which took %s\n", guessed,
               request->type->noun, 100.0 * trial->share, measured);
    }
}

void explain_print(const struct field_request *request, const struct explanation *explanation)
{
    const scree_device_info *device = &request->outcome->device;
    char size[200];
    char bytes[80];
    report_size(size, sizeof size, request->count, request->axes);
    printf("field    %s, %" PRIu64 " %s\n", size, request->samples, request->type->noun);
    for (size_t i = 0; i < explanation->files; i++) {
        print_file(&explanation->file[i]);
    }
    if (free_bytes(explanation) > 0) {
        say_bytes((double)free_bytes(explanation), bytes, sizeof bytes);
        printf("         the disk has %s free\n", bytes);
    }
    if (explanation->job != NULL) {
        print_slabs(explanation);
    }
    print_memory(explanation);
    print_available(device, explanation);
    print_device(device, explanation);
    for (uint32_t i = 0; explanation->job != NULL && i < explanation->job->launch_count; i++) {
        print_launch(explanation->job->launch[i]);
    }
    print_time(request, explanation);
}

static void emit_files(const struct explanation *explanation, struct json_writer *json)
{
    emit_open_array(json, "files");
    for (size_t i = 0; i < explanation->files; i++) {
        const scree_file_plan *plan = &explanation->file[i].plan;
        emit_open_object(json, NULL);
        emit_string(json, "path", explanation->file[i].path);
        emit_unsigned(json, "files", plan->files);
        emit_unsigned(json, plan->is_least ? "bytes_at_least" : "bytes", plan->bytes);
        if (plan->is_least && plan->most_bytes > 0) {
            emit_unsigned(json, "bytes_at_most_without_metadata", plan->most_bytes);
        }
        emit_boolean(json, "has_sidecar", plan->has_sidecar);
        emit_close_object(json);
    }
    emit_close_array(json);
    if (free_bytes(explanation) > 0) {
        emit_unsigned(json, "disk_free_bytes", free_bytes(explanation));
    }
}

static void emit_three(struct json_writer *json, const char *key, const uint32_t *numbers)
{
    emit_open_inline_array(json, key);
    for (int axis = 0; axis < 3; axis++) {
        emit_unsigned(json, NULL, numbers[axis]);
    }
    emit_close_inline_array(json);
}

static void emit_launch(const scree_launch_info *launch, struct json_writer *json)
{
    emit_open_object(json, NULL);
    emit_string(json, "name", launch->name);
    emit_unsigned(json, "launches", launch->launches);
    emit_three(json, "groups", launch->groups);
    emit_three(json, "threads", launch->threads);
    if (launch->registers > 0) {
        emit_unsigned(json, "registers", launch->registers);
        emit_unsigned(json, "spilled_bytes", launch->spilled_bytes);
        emit_unsigned(json, "shared_bytes", launch->shared_bytes);
    }
    if (launch->resident_groups > 0) {
        emit_unsigned(json, "resident_groups", launch->resident_groups);
        emit_real(json, "occupancy", launch->occupancy);
    }
    if (launch->statistics[0] != '\0') {
        emit_string(json, "statistics", launch->statistics);
    }
    emit_close_object(json);
}

static void emit_job(const struct explanation *explanation, struct json_writer *json)
{
    const scree_explanation *job = explanation->job;
    if (explanation->frames > 0) {
        emit_unsigned(json, "frames", explanation->frames);
    }
    emit_unsigned(json, "passes", job->passes);
    emit_unsigned(json, "slabs", job->slabs);
    emit_open_inline_array(json, "slab_counts");
    for (int axis = 0; axis < 3; axis++) {
        emit_unsigned(json, NULL, job->slab_count[axis]);
    }
    emit_close_inline_array(json);
    emit_unsigned(json, "slabs_at_once", job->slabs_at_once);
    emit_unsigned(json, "tasks", job->tasks);
    emit_open_array(json, "programs");
    for (uint32_t i = 0; i < job->launch_count; i++) {
        emit_launch(job->launch[i], json);
    }
    emit_close_array(json);
}

static void emit_time(const struct explanation *explanation, struct json_writer *json)
{
    if (explanation->trial.share > 0.0) {
        report_json_seconds(json, "guessed_seconds", guess_seconds(explanation));
        report_json_seconds(json, "trial_seconds", explanation->trial.seconds);
        emit_real(json, "trial_share", explanation->trial.share);
    }
}

void explain_emit(const struct explanation *explanation, struct json_writer *json)
{
    emit_files(explanation, json);
    emit_unsigned(json, "host_bytes", (uint64_t)host_bytes(explanation));
    emit_unsigned(json, "host_available_bytes", scree_os_memory_available());
    emit_unsigned(json, "device_bytes", device_bytes(explanation));
    if (explanation->job != NULL) {
        emit_job(explanation, json);
    }
    emit_time(explanation, json);
}

void explanation_clear(struct explanation *explanation)
{
    for (size_t i = 0; i < explanation->files; i++) {
        free(explanation->file[i].path);
    }
    explanation->files = 0;
    scree_explanation_free(&explanation->job);
}

static scree_result run_once(struct engine *engine, const struct trial_part *part, const scree_output *output,
                             double *seconds)
{
    static const struct destination nowhere = {.writer = NULL};
    struct progress progress;
    struct generated generated = {.seconds = 0};
    progress_start(&progress, PROGRESS_NEVER, true);
    const scree_result result = generate(engine, part->field, part->grid.axes > 0 ? &part->grid : NULL, output,
                                         &nowhere, &progress, &generated);
    *seconds = generated.seconds;
    return result;
}

/* A device's first run of a program may have to load or to make it, so the second one counts. */
static scree_result run_twice(struct engine *engine, const struct trial_part *part, const scree_output *output,
                              double *seconds)
{
    const scree_result result = run_once(engine, part, output, seconds);
    return result == SCREE_OK && *seconds < SLOW_SECONDS ? run_once(engine, part, output, seconds) : result;
}

scree_result trial_run(struct engine *engine, trial_make make, const void *user, const scree_output *output,
                       struct trial *trial)
{
    scree_output fixed = output != NULL ? *output : (scree_output){.type = SCREE_TYPE_F32};
    double share = 0.0;
    scree_result result = SCREE_OK;
    if (fixed.range_mode == SCREE_RANGE_MEASURED) {
        fixed.range_mode = SCREE_RANGE_FIXED;
    }
    *trial = (struct trial){.share = 0};
    while (result == SCREE_OK && trial->seconds < ENOUGH_SECONDS && trial->share < 1.0) {
        struct trial_part part = {.field = NULL};
        result = make(user, share, &part);
        if (result == SCREE_OK) {
            result = run_twice(engine, &part, &fixed, &trial->seconds);
        }
        trial->share = part.share;
        share = fmin(1.0, GROWTH * fmax(share, part.share));
        scree_field_release(&part.field);
    }
    return result;
}

/* A field on a grid. */
struct whole_grid {
    const scree_field *field;
    const scree_grid *grid;
    double samples;
};

/* A corner of the grid: planes are left out first, then rows, and then samples of a row. */
static scree_result cut_grid(const void *user, double share, struct trial_part *part)
{
    const struct whole_grid *whole = user;
    const double wanted = share > 0.0 ? share * whole->samples : fmin(FIRST_SAMPLES, whole->samples);
    double samples = whole->samples;
    part->field = scree_field_retain(whole->field);
    part->grid = *whole->grid;
    for (uint32_t axis = part->grid.axes; axis-- > 0 && samples > wanted;) {
        const double count = part->grid.count[axis] > 0 ? (double)part->grid.count[axis] : 1.0;
        const double kept = fmax(1.0, floor(count * wanted / samples));
        part->grid.count[axis] = (uint64_t)kept;
        samples *= kept / count;
    }
    part->share = samples / whole->samples;
    return SCREE_OK;
}

scree_result trial_run_grid(struct engine *engine, const scree_field *field, const scree_grid *grid,
                            const scree_output *output, struct trial *trial)
{
    struct whole_grid whole = {.field = field, .grid = grid, .samples = 1.0};
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        whole.samples *= grid->count[axis] > 0 ? (double)grid->count[axis] : 1.0;
    }
    return trial_run(engine, cut_grid, &whole, output, trial);
}
