#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../src/base/suggestion.h"
#include "../scree/presets.h"
#include "motion.h"
#include "opening.h"
#include "viewer_internal.h"

/* The share of a GPU's memory, and of the free memory of the machine, that samples may take. */
#define GPU_SHARE 0.8
#define HOST_SHARE 0.7
/* Seconds between two looks at a watched file. */
#define WATCH_SECONDS 0.25
/* Seconds between two looks at work that goes on. */
#define POLL_SECONDS 0.004

static uint64_t free_memory(void)
{
    char line[128];
    unsigned long long kibibytes = 0;
    FILE *stream = fopen("/proc/meminfo", "r");
    while (stream != NULL && fgets(line, sizeof line, stream) != NULL) {
        if (sscanf(line, "MemAvailable: %llu kB", &kibibytes) == 1) {
            break;
        }
    }
    if (stream != NULL) {
        fclose(stream);
    }
    return (uint64_t)kibibytes << 10;
}

static uint64_t default_limit(const scree_device_info *info)
{
    const bool is_host = info->backend == SCREE_BACKEND_CPU || info->kind == SCREE_DEVICE_KIND_SOFTWARE_GPU;
    const uint64_t free_bytes = is_host ? free_memory() : 0;
    return is_host && free_bytes > 0 ? (uint64_t)(HOST_SHARE * (double)free_bytes)
                                     : (uint64_t)(GPU_SHARE * (double)info->memory_bytes);
}

static scree_result open_workshop(const viewer *self, scree_device *device, const scree_device_params *params,
                                  struct workshop *workshop)
{
    *workshop = (struct workshop){.context = viewer_messages_context(self->messages), .device = device};
    scree_result result = device == NULL ? scree_device_open(workshop->context, params, &workshop->device) : SCREE_OK;
    if (result == SCREE_OK) {
        result = scree_device_describe(workshop->device, &workshop->info);
        workshop->memory_limit = default_limit(&workshop->info);
        if (self->memory_limit > 0 && self->memory_limit < workshop->memory_limit) {
            workshop->memory_limit = self->memory_limit;
        }
    }
    return result;
}

static void close_workshop(viewer *self)
{
    worker_destroy(&self->worker);
    self->picture = (viewer_pixels){0};
    if (self->owns_device) {
        scree_device_close(&self->workshop.device);
    }
}

static scree_result start_worker(viewer *self, const struct workshop *workshop, bool owns_device)
{
    self->workshop = *workshop;
    self->owns_device = owns_device;
    self->is_changed = true;
    self->worker = worker_create(workshop, self->messages, self->wants_host_pixels);
    return self->worker != NULL ? SCREE_OK : SCREE_ERROR_INTERNAL;
}

bool viewer_set_device(viewer *self, scree_device *device, const scree_device_params *params, char *text, size_t size)
{
    struct workshop workshop;
    const scree_result result = open_workshop(self, device, params, &workshop);
    if (result != SCREE_OK) {
        if (!viewer_messages_take_error(self->messages, text, size)) {
            snprintf(text, size, "%s", scree_result_name(result));
        }
        return false;
    }
    close_workshop(self);
    if (start_worker(self, &workshop, device == NULL) != SCREE_OK) {
        snprintf(text, size, "no memory or no thread for the viewer");
        return false;
    }
    return true;
}

scree_device *viewer_device(const viewer *self)
{
    return self->workshop.device;
}

static bool read_file(viewer *self, const char *path, int *number, char *text, size_t size)
{
    if (self->opened_count == OPENED_MAX) {
        snprintf(text, size, "%s: %d files are open already, which is the most", path, OPENED_MAX);
        return false;
    }
    if (!opening_read_samples(self->messages, path, &self->opened[self->opened_count], text, size)) {
        return false;
    }
    *number = (int)self->opened_count++;
    return true;
}

/* The state that shows a file: a recipe, or samples. */
static bool state_of_file(viewer *self, const char *path, viewer_state *state, char *text, size_t size)
{
    struct stat status;
    if (strcmp(path, "-") != 0 && stat(path, &status) != 0) {
        snprintf(text, size, "%s: %s", path, strerror(errno));
        return false;
    }
    if (!opening_is_recipe(path) || opening_is_distance(path)) {
        return read_file(self, path, &state->file, text, size);
    }
    state->file = -1;
    return opening_read_recipe(self->messages, path, &state->recipe, text, size);
}

static const struct opened *opened_of(const viewer *self, int file)
{
    return file >= 0 ? &self->opened[file] : NULL;
}

static viewer_source source_of(const viewer *self, const viewer_state *state)
{
    const struct opened *opened = opened_of(self, state->file);
    return (viewer_source){
        .recipe = state->recipe,
        .samples = opened != NULL ? &opened->samples : NULL,
        .voxel = opened != NULL ? opened->voxel : 0,
    };
}

/* The scene and its threshold suit what was opened; the rest of the view stays. */
static void suit_view(const viewer *self, viewer_state *state)
{
    viewer_view suited;
    opening_default_view(&state->recipe, opened_of(self, state->file), &suited);
    state->view.scene = suited.scene;
    state->view.threshold = suited.threshold;
    state->view.map_span = 0;
    state->view.range = suited.range;
    state->view.low = suited.low;
    state->view.high = suited.high;
}

bool viewer_open(viewer *self, const char *path, char *text, size_t size)
{
    viewer_state state = self->state;
    if (!state_of_file(self, path, &state, text, size)) {
        viewer_complain(self, text);
        return false;
    }
    suit_view(self, &state);
    viewer_end_step(self);
    viewer_change(self, "open", &state);
    viewer_end_step(self);
    self->error[0] = '\0';
    viewer_watch_file(self, state.file < 0 ? path : NULL);
    return true;
}

bool viewer_set_recipe(viewer *self, const char *json, const char *name, char *text, size_t size)
{
    viewer_state state = self->state;
    if (!opening_parse_recipe(self->messages, json, strlen(json), name, &state.recipe, text, size)) {
        return false;
    }
    state.file = -1;
    viewer_change(self, "recipe", &state);
    return true;
}

bool viewer_set_preset(viewer *self, const char *name, char *text, size_t size)
{
    scree_suggestion search = {.word = name};
    for (int number = 0; preset_at(number) != NULL; number++) {
        scree_suggestion_consider(&search, preset_at(number)->name);
        if (strcmp(preset_at(number)->name, name) == 0) {
            viewer_state state = self->state;
            state.recipe = opening_preset_recipe(preset_at(number));
            state.file = -1;
            suit_view(self, &state);
            viewer_change(self, "preset", &state);
            return true;
        }
    }
    char suggestion[SCREE_SUGGESTION_TEXT];
    snprintf(text, size, "preset: there is no '%.80s'%s", name, scree_suggestion_text(&search, "'", "'", suggestion));
    return false;
}

static bool open_second(viewer *self, const viewer_start *start, char *text, size_t size)
{
    if (start->second == NULL && start->second_path == NULL) {
        return true;
    }
    self->has_second = true;
    if (start->second != NULL) {
        self->second.recipe = *start->second;
        return true;
    }
    viewer_state state = {.file = -1};
    self->second_path = strdup(start->second_path);
    if (self->second_path == NULL || !state_of_file(self, start->second_path, &state, text, size)) {
        return false;
    }
    self->second = source_of(self, &state);
    return true;
}

static bool open_first(viewer *self, const viewer_start *start, char *text, size_t size)
{
    viewer_state *state = &self->state;
    state->file = -1;
    state->recipe = start->recipe != NULL ? *start->recipe : opening_preset_recipe(preset_at(0));
    if (start->path != NULL && !state_of_file(self, start->path, state, text, size)) {
        return false;
    }
    opening_default_view(&state->recipe, opened_of(self, state->file), &state->view);
    if (start->view != NULL) {
        state->view = *start->view;
    }
    return opening_check_recipe(self->messages, &state->recipe, text, size);
}

static bool is_set(const viewer_start *start, const char *name)
{
    for (size_t i = 0; i < start->setting_count; i++) {
        if (strcmp(start->settings[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool apply_settings(viewer *self, const viewer_start *start, char *text, size_t size)
{
    if (self->has_second && start->view == NULL && !is_set(start, "comparison")) {
        self->state.view.compare = VIEWER_COMPARE_SIDE;
    }
    for (size_t i = 0; i < start->setting_count; i++) {
        if (!viewer_set(self, start->settings[i].name, start->settings[i].value, text, size)) {
            return false;
        }
    }
    viewer_forget_steps(self);
    return true;
}

static bool is_readable(const char *path)
{
    return path == NULL || strcmp(path, "-") == 0 || access(path, R_OK) == 0;
}

/* A file that is no recipe and was refused. */
static bool is_damaged(const char *path)
{
    return path != NULL && !opening_is_recipe(path);
}

/* A file that cannot be read is no mistake in it. */
static bool is_missing(const viewer_start *start)
{
    return !is_readable(start->path) || !is_readable(start->second_path);
}

static scree_result begin(viewer *self, const viewer_start *start, char *text, size_t size)
{
    struct workshop workshop;
    if (!open_first(self, start, text, size) || !open_second(self, start, text, size)) {
        return is_missing(start) || is_damaged(start->path) || is_damaged(start->second_path) ? SCREE_ERROR_IO
                                                                                              : SCREE_ERROR_INVALID;
    }
    if (!history_start(&self->history, &self->state)) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    if (!apply_settings(self, start, text, size)) {
        return SCREE_ERROR_INVALID;
    }
    scree_result result = open_workshop(self, start->device, &start->device_params, &workshop);
    if (result == SCREE_OK) {
        result = start_worker(self, &workshop, start->device == NULL);
    }
    return result;
}

scree_result viewer_create(const viewer_start *start, viewer **made, char *text, size_t size)
{
    viewer *self = calloc(1, sizeof *self);
    *made = NULL;
    text[0] = '\0';
    scree_result result = SCREE_ERROR_OUT_OF_MEMORY;
    if (self != NULL) {
        self->messages = start->messages;
        self->memory_limit = start->memory_limit;
        self->wants_host_pixels = start->wants_host_pixels;
        self->watches = start->watches;
        result = begin(self, start, text, size);
    }
    if (result != SCREE_OK) {
        if (text[0] == '\0' && !viewer_messages_take_error(start->messages, text, size)) {
            snprintf(text, size, "%s", scree_result_name(result));
        }
        viewer_destroy(&self);
        return result;
    }
    viewer_watch_file(self, start->path != NULL && self->state.file < 0 ? start->path : NULL);
    *made = self;
    return SCREE_OK;
}

void viewer_destroy(viewer **pointer)
{
    viewer *self = *pointer;
    if (self == NULL) {
        return;
    }
    char text[8];
    viewer_record_end(self, text, sizeof text);
    close_workshop(self);
    history_free(&self->history);
    for (size_t i = 0; i < self->opened_count; i++) {
        opening_clear(&self->opened[i]);
    }
    free(self->second_path);
    free(self->watched.path);
    free(self);
    *pointer = NULL;
}

void viewer_complain(viewer *self, const char *text)
{
    snprintf(self->error, sizeof self->error, "%s", text);
}

/* Watching. */

static bool look(const struct watched *watched, struct stat *status)
{
    return stat(watched->path, status) == 0;
}

void viewer_watch_file(viewer *self, const char *path)
{
    struct stat status;
    free(self->watched.path);
    self->watched = (struct watched){.path = NULL};
    if (self->watches && path != NULL && strcmp(path, "-") != 0) {
        self->watched.path = strdup(path);
    }
    if (self->watched.path != NULL && look(&self->watched, &status)) {
        self->watched.changed = status.st_mtim;
        self->watched.bytes = status.st_size;
    }
}

static void read_again(viewer *self)
{
    char text[512];
    viewer_state state = self->state;
    if (!opening_read_recipe(self->messages, self->watched.path, &state.recipe, text, sizeof text)) {
        viewer_complain(self, text);
        return;
    }
    self->error[0] = '\0';
    viewer_end_step(self);
    viewer_change(self, "watch", &state);
    viewer_end_step(self);
}

void viewer_watch(viewer *self)
{
    struct watched *watched = &self->watched;
    struct stat status;
    if (watched->path == NULL || self->state.file >= 0 || clock_seconds() < watched->next_look) {
        return;
    }
    watched->next_look = clock_seconds() + WATCH_SECONDS;
    if (look(watched, &status) && (memcmp(&watched->changed, &status.st_mtim, sizeof watched->changed) != 0 ||
                                   watched->bytes != status.st_size)) {
        watched->changed = status.st_mtim;
        watched->bytes = status.st_size;
        read_again(self);
    }
}

/* Orders and pictures. */

viewer_source viewer_first_source(const viewer *self)
{
    viewer_source source = source_of(self, &self->state);
    plan_add_time(&self->state.view, &source);
    return source;
}

struct map_place viewer_map(const viewer *self)
{
    const viewer_source source = viewer_first_source(self);
    const uint32_t width = self->width > 0 ? self->width : 1;
    const uint32_t height = self->height > 0 ? self->height : 1;
    return plan_place(&source, &self->state.view, width, height);
}

static void post(viewer *self, uint32_t width, uint32_t height, bool is_patient)
{
    viewer_source second = self->second;
    plan_add_time(&self->state.view, &second);
    const struct worker_order order = {
        .view = self->state.view,
        .source = {viewer_first_source(self), second},
        .has_second = self->has_second,
        .width = width,
        .height = height,
        .is_patient = is_patient,
    };
    worker_post(self->worker, &order);
    self->width = width;
    self->height = height;
    self->is_changed = false;
    self->was_busy = true;
}

viewer_progress viewer_advance(viewer *self, uint32_t width, uint32_t height, double seconds)
{
    viewer_watch(self);
    const bool is_flying = viewer_fly(self, seconds);
    const bool is_moving = motion_advance(self, seconds);
    if (width > 0 && height > 0 && (self->is_changed || width != self->width || height != self->height)) {
        post(self, width, height, false);
    }
    viewer_progress progress = {.wait = INFINITY};
    const bool is_busy = worker_wait(self->worker, 0);
    progress.is_changed = worker_take_picture(self->worker, &self->picture);
    self->was_busy = is_busy;
    progress.is_refining = is_busy;
    if (is_flying || is_moving) {
        progress.wait = 0;
    } else if (is_busy) {
        progress.wait = POLL_SECONDS;
    } else if (self->watched.path != NULL) {
        progress.wait = WATCH_SECONDS;
    }
    return progress;
}

scree_result viewer_settle(viewer *self, uint32_t width, uint32_t height, bool (*interrupted)(void))
{
    if (self->is_changed || width != self->width || height != self->height || self->was_busy) {
        post(self, width, height, true);
    }
    while (worker_wait(self->worker, 20)) {
        if (interrupted != NULL && interrupted()) {
            return SCREE_ERROR_CANCELLED;
        }
    }
    self->was_busy = false;
    worker_take_picture(self->worker, &self->picture);
    struct worker_report report;
    worker_get_report(self->worker, &report);
    return report.result;
}

viewer_pixels viewer_picture(const viewer *self)
{
    viewer_pixels pixels = self->picture;
    pixels.is_final = pixels.buffer != NULL && !self->is_changed && !worker_wait(self->worker, 0);
    return pixels;
}

/* Status. */

void viewer_get_status(const viewer *self, viewer_status *status)
{
    struct worker_report report;
    worker_get_report(self->worker, &report);
    *status = (viewer_status){
        .device = self->workshop.info,
        .memory_used = report.memory_used,
        .memory_limit = self->workshop.memory_limit,
        .level_share = report.level_share,
        .field_seconds = report.field_seconds,
        .prepare_seconds = report.prepare_seconds,
        .draw_seconds = report.draw_seconds,
        .draw_time_count = report.draw_time_count,
        .field_range = report.ramp_range,
        .errors = report.errors,
        .particles_lost = report.lost,
    };
    memcpy(status->level, report.level, sizeof status->level);
    memcpy(status->wanted, report.wanted, sizeof status->wanted);
    memcpy(status->draw_times, report.draw_times, sizeof status->draw_times);
    memcpy(status->digest, report.digest, sizeof status->digest);
    memcpy(status->level_note, report.note, sizeof status->level_note);
    status->is_equal = report.digest[0][0] != '\0' && strcmp(report.digest[0], report.digest[1]) == 0;
    memcpy(status->error, self->error[0] != '\0' ? self->error : report.error, sizeof status->error);
    status->error_line = opening_find_line(status->error);
}

void viewer_check_equality(viewer *self)
{
    const viewer_source source = viewer_first_source(self);
    worker_check_equality(self->worker, &source);
}

void viewer_bench_start(viewer *self)
{
    worker_bench(self->worker, true);
}

void viewer_bench_cancel(viewer *self)
{
    worker_bench(self->worker, false);
}

viewer_bench viewer_bench_get(viewer *self)
{
    struct worker_report report;
    worker_get_report(self->worker, &report);
    memcpy(self->bench_rows, report.bench_rows, sizeof self->bench_rows);
    return (viewer_bench){
        .is_running = report.bench_is_running,
        .progress = report.bench_progress,
        .row_count = report.bench_row_count,
        .rows = self->bench_rows,
    };
}
