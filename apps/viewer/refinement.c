#include "refinement.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "figures.h"

/* Seconds of a step. */
#define STEP_SECONDS 0.016
/* A picture that takes longer than this is drawn smaller first. */
#define DRAFT_SECONDS 0.035
#define DIVISOR_MAX 4

/* The events that end a state. */
enum event {
    EVENT_NO_SAMPLES, /* A request needs other samples. */
    EVENT_SAMPLES,    /* Samples of the request are there. */
    EVENT_STEPS,      /* Particles have made steps. */
    EVENT_DRAFT,      /* A picture was drawn, but smaller, */
    EVENT_PICTURE,    /* or in full size. */
    EVENT_REFUSED,    /* A finer level cannot be had. */
    EVENT_FAILED      /* Nothing can be shown. */
};

static bool is_last_level(const struct refinement *self)
{
    return self->level == self->last_level;
}

static void advance(struct refinement *self, enum event event)
{
    const bool is_final_only = self->request.is_final_only;
    const bool lacks_steps = !self->shown[0].is_complete;
    const enum refinement_state drawing = is_final_only && !is_last_level(self) ? REFINEMENT_NEXT_LEVEL
                                                                                : REFINEMENT_FIRST_PICTURE;
    const enum refinement_state was = self->state;
    switch (event) {
    case EVENT_NO_SAMPLES:
        self->state = REFINEMENT_FIRST_LEVEL;
        break;
    case EVENT_SAMPLES:
        self->state = !lacks_steps ? drawing : is_final_only ? REFINEMENT_LATER_STEPS : REFINEMENT_FIRST_STEPS;
        break;
    case EVENT_STEPS:
        self->state = lacks_steps && was == REFINEMENT_LATER_STEPS ? was : drawing;
        break;
    case EVENT_DRAFT:
        self->state = lacks_steps ? REFINEMENT_LATER_STEPS : REFINEMENT_FULL_PICTURE;
        break;
    case EVENT_PICTURE:
        self->state = lacks_steps           ? REFINEMENT_LATER_STEPS
                      : is_last_level(self) ? REFINEMENT_IDLE
                                            : REFINEMENT_NEXT_LEVEL;
        break;
    case EVENT_REFUSED:
        self->state = is_final_only ? REFINEMENT_FIRST_PICTURE : REFINEMENT_IDLE;
        break;
    case EVENT_FAILED:
        self->state = REFINEMENT_IDLE;
        break;
    }
}

static bool is_superseded(void *user)
{
    const struct refinement *self = user;
    return atomic_load(self->newest) != self->number;
}

static bool is_quitting(void *user)
{
    const struct refinement *self = user;
    return atomic_load(self->newest) == REFINEMENT_QUIT;
}

static void drop(struct sampling_job jobs[2])
{
    sampling_job_end(&jobs[0]);
    sampling_job_end(&jobs[1]);
}

static void fail(struct refinement *self, scree_result result, const char *reason)
{
    char error[512];
    viewer_messages_explain(self->messages, result, error, sizeof error);
    snprintf(self->report.error, sizeof self->report.error, "%s", reason != NULL ? reason : error);
    self->report.result = result;
    advance(self, EVENT_FAILED);
}

/* A finer level cannot be had; what is shown stays. */
static void refuse_level(struct refinement *self, const char *reason)
{
    char error[512];
    const bool has_error = viewer_messages_take_error(self->messages, error, sizeof error);
    snprintf(self->report.level_note, sizeof self->report.level_note, "%.255s",
             reason != NULL ? reason
             : has_error    ? error
                            : "the device refused");
    self->last_level = self->level;
    if (viewer_scene_has_particles(self->request.view.scene)) {
        self->report.steps = sampling_job_steps(&self->shown[0]); /* No better picture is waited for. */
    }
    advance(self, EVENT_REFUSED);
}

static bool find_level(struct refinement *self)
{
    for (uint32_t level = self->last_level + 1; level-- > 0;) {
        if (worker_request_matches(&self->request, level, self->shown)) {
            self->level = level;
            return true;
        }
    }
    return false;
}

/* Particles that lack steps of the request go on where they are. */
static bool find_particles(struct refinement *self)
{
    struct plan plan;
    char text[8];
    for (uint32_t level = self->last_level + 1; level-- > 0 && self->shown[0].all > 0;) {
        if (worker_request_plan(&self->request, 0, level, &plan, text, sizeof text) &&
            plan_goes_on(&self->shown[0].plan, &plan)) {
            sampling_job_go_further(&self->shown[0], &plan);
            self->level = level;
            return true;
        }
    }
    return false;
}

static scree_result find_ranges(struct refinement *self)
{
    scree_result result = SCREE_OK;
    const scree_scene_kind scene = self->request.view.scene;
    for (uint32_t side = 0; side < worker_request_sides(&self->request) && result == SCREE_OK; side++) {
        const viewer_source *source = &self->request.source[side];
        struct ranged_field *ranged = &self->ranged[side];
        const bool is_known = ranged->is_known && ranged->scene == scene &&
                              plan_sources_are_equal(&ranged->source, source);
        if (!is_known && !viewer_scene_has_particles(scene)) {
            result = figures_field_range(self->render->context, source, scene, &self->input.range[side]);
            ranged->source = *source;
            ranged->scene = scene;
            ranged->is_known = result == SCREE_OK;
        }
    }
    return result;
}

/*
 * The first level is the finest that is sampled within a step, as far as that is known. Where only the final picture is
 * wanted, it is the finest that fits.
 */
static uint32_t choose_first_level(const struct refinement *self)
{
    struct plan plan;
    char text[256];
    const double speed = self->speed_scene == self->request.view.scene ? self->speed : 0;
    for (uint32_t level = self->last_level; level > 0; level--) {
        if (worker_request_plan(&self->request, 0, level, &plan, text, sizeof text) &&
            sampling_job_fits(self->render, &plan, text, sizeof text) &&
            (self->request.is_final_only || (double)plan_samples(&plan) <= speed * STEP_SECONDS)) {
            return level;
        }
    }
    return 0;
}

static void set_input(struct refinement *self)
{
    self->input.view = self->request.view;
    memcpy(self->input.source, self->request.source, sizeof self->input.source);
    self->input.paint = &self->paint;
    self->input.job[0] = &self->shown[0];
    self->input.job[1] = worker_request_sides(&self->request) == 2 ? &self->shown[1] : NULL;
}

void refinement_take(struct refinement *self, const struct worker_request *request, uint64_t number)
{
    struct plan finest[2];
    char text[256] = "";
    self->request = *request;
    self->number = number;
    self->last_level = worker_request_levels(request) - 1;
    if (!worker_request_finest(request, finest, text, sizeof text)) {
        fail(self, SCREE_ERROR_INVALID, text);
        return;
    }
    memcpy(self->report.wanted, finest[0].count, sizeof finest[0].count);
    self->report.level_note[0] = '\0';
    self->report.error[0] = '\0';
    self->report.result = SCREE_OK;
    const bool has_samples = find_level(self) || find_particles(self);
    if (!has_samples || is_last_level(self) || !worker_request_matches(request, self->level + 1, self->next)) {
        drop(self->next);
    }
    self->first_level = choose_first_level(self);
    set_input(self);
    advance(self, has_samples ? EVENT_SAMPLES : EVENT_NO_SAMPLES);
    const scree_result result = find_ranges(self);
    if (result != SCREE_OK) {
        fail(self, result, NULL);
    }
}

static void report_level(struct refinement *self)
{
    const struct sampling_job *job = &self->shown[0];
    memcpy(self->report.level, job->plan.count, sizeof job->plan.count);
    self->report.level_share = 0;
    self->report.field_seconds = job->seconds - job->seconds_before + self->shown[1].seconds;
    self->report.particles_lost = job->lost;
    self->report.has_errors = self->input.job[1] != NULL && figures_compare(job, &self->shown[1], &self->report.errors);
    self->input.max_error = self->report.has_errors ? self->report.errors.greatest : 0;
    self->report.field_range = self->input.range[0];
}

/* A level is complete: it is what is shown from now on. */
static void show_level(struct refinement *self, uint32_t level)
{
    drop(self->shown);
    memcpy(self->shown, self->next, sizeof self->shown);
    memset(self->next, 0, sizeof self->next);
    const struct sampling_job *job = &self->shown[0];
    self->level = level;
    self->speed = job->seconds > 0 ? (double)plan_samples(&job->plan) / job->seconds : 0;
    self->speed_scene = job->plan.scene;
    report_level(self);
    advance(self, EVENT_SAMPLES);
}

static scree_result begin_level(struct refinement *self, uint32_t level, char *text, size_t size)
{
    struct plan plan;
    scree_result result = SCREE_OK;
    for (uint32_t side = 0; side < worker_request_sides(&self->request) && result == SCREE_OK; side++) {
        if (!worker_request_plan(&self->request, side, level, &plan, text, size) ||
            !sampling_job_fits(self->render, &plan, text, size)) {
            return SCREE_ERROR_OUT_OF_MEMORY;
        }
        result = sampling_job_begin(self->render, &plan, &self->next[side]);
    }
    return result;
}

/* One step towards a level. */
static scree_result step_level(struct refinement *self, double seconds, bool (*stop)(void *user), bool *is_complete)
{
    scree_result result = SCREE_OK;
    *is_complete = true;
    for (uint32_t side = 0; side < worker_request_sides(&self->request) && result == SCREE_OK; side++) {
        struct sampling_job *job = &self->next[side];
        if (!job->is_complete) {
            result = sampling_job_go_on(self->render, job, seconds, stop, self);
        }
        *is_complete = *is_complete && job->is_complete;
    }
    self->report.level_share = (double)self->next[0].done / (double)self->next[0].all;
    return result;
}

/* A level that could not be sampled. */
static void give_up_level(struct refinement *self, scree_result result, const char *text)
{
    char forgotten[8];
    const bool is_first = self->state == REFINEMENT_FIRST_LEVEL;
    const char *reason = text[0] != '\0' ? text : NULL;
    const bool has_coarser = is_first && self->first_level > 0;
    if (result == SCREE_ERROR_CANCELLED || has_coarser) {
        self->first_level -= result != SCREE_ERROR_CANCELLED ? 1 : 0;
        viewer_messages_take_error(self->messages, forgotten, sizeof forgotten);
    } else if (is_first) {
        fail(self, result, reason);
    } else {
        refuse_level(self, reason);
    }
    drop(self->next);
}

static void sample(struct refinement *self)
{
    const bool is_first = self->state == REFINEMENT_FIRST_LEVEL;
    const uint32_t level = is_first ? self->first_level : self->level + 1;
    /* The first level takes a moment and is always completed, so that something new is seen while a slider moves. */
    const bool is_quick = is_first && !self->request.is_final_only && self->last_level > 0;
    char text[256] = "";
    bool is_complete = false;
    scree_result result = SCREE_OK;
    if (self->next[0].all == 0) {
        result = begin_level(self, level, text, sizeof text);
    }
    if (result == SCREE_OK) {
        result = step_level(self, is_quick ? (double)INFINITY : STEP_SECONDS, is_quick ? is_quitting : is_superseded,
                            &is_complete);
    }
    if (result != SCREE_OK) {
        give_up_level(self, result, text);
    } else if (is_complete) {
        show_level(self, level);
    }
}

static void move_particles(struct refinement *self)
{
    const scree_result result = sampling_job_go_on(self->render, &self->shown[0], STEP_SECONDS, is_superseded, self);
    if (result != SCREE_OK) {
        drop(self->shown);
        fail(self, result, NULL);
        return;
    }
    if (self->shown[0].is_complete) {
        report_level(self);
    }
    advance(self, EVENT_STEPS);
}

static uint32_t choose_divisor(const struct refinement *self)
{
    if (self->request.is_final_only || self->pixel_scene != self->request.view.scene) {
        return 1;
    }
    const double seconds = self->pixel_seconds * (double)self->request.width * (double)self->request.height;
    uint32_t divisor = 1;
    while (divisor < DIVISOR_MAX && seconds / (double)(divisor * divisor) > DRAFT_SECONDS) {
        divisor *= 2;
    }
    return divisor;
}

static void report_picture(struct refinement *self, const struct picture *picture)
{
    viewer_status *report = &self->report;
    report->draw_seconds = picture->seconds;
    report->prepare_seconds = self->shown[0].prepare_seconds + self->shown[1].prepare_seconds;
    report->ramp_range = scene_input_ramp_range(&self->input);
    if (viewer_scene_has_particles(self->request.view.scene) && is_last_level(self) && self->shown[0].is_complete) {
        report->steps = sampling_job_steps(&self->shown[0]);
    }
    picture_tell_empty(&self->input, picture, report->notes[VIEWER_NOTE_EMPTY], sizeof report->notes[0]);
    if (report->draw_time_count == VIEWER_TIMES) {
        memmove(report->draw_times, report->draw_times + 1, (VIEWER_TIMES - 1) * sizeof report->draw_times[0]);
        report->draw_time_count--;
    }
    report->draw_times[report->draw_time_count++] = (float)picture->seconds;
    report->memory_used = swap_chain_bytes(&self->pictures);
    for (int i = 0; i < 2; i++) {
        report->memory_used += sampling_job_bytes(&self->shown[i]) + sampling_job_bytes(&self->next[i]);
    }
}

static scree_result present(struct refinement *self, const struct picture *picture)
{
    const bool is_draft = picture->width < picture->whole_width || picture->height < picture->whole_height;
    const scree_result result = swap_chain_present(&self->pictures);
    if (result == SCREE_OK) {
        self->pixel_seconds = picture->seconds / ((double)picture->width * (double)picture->height);
        self->pixel_scene = self->request.view.scene;
        report_picture(self, picture);
        advance(self, is_draft ? EVENT_DRAFT : EVENT_PICTURE);
    }
    return result;
}

/* The first picture is drawn to its end; a better one in steps, and given up for a newer request. */
static void draw(struct refinement *self)
{
    const bool is_first = self->state == REFINEMENT_FIRST_PICTURE;
    const bool is_new = is_first || self->pictures.back == SWAP_NONE;
    struct picture *picture = swap_chain_back(&self->pictures);
    scree_result result = SCREE_OK;
    if (is_new) {
        result = picture_begin(self->render, &self->input, self->request.width, self->request.height,
                               is_first ? choose_divisor(self) : 1, picture);
    }
    do {
        if (result == SCREE_OK) {
            result = picture_go_on(self->render, &self->input, picture, STEP_SECONDS);
        }
    } while (result == SCREE_OK && is_first && !picture->is_complete && !is_quitting(self));
    if (result == SCREE_OK && picture->is_complete) {
        result = present(self, picture);
    }
    if (result != SCREE_OK) {
        fail(self, result, NULL);
    }
}

bool refinement_step(struct refinement *self)
{
    switch (self->state) {
    case REFINEMENT_IDLE:
        return false;
    case REFINEMENT_FIRST_LEVEL:
    case REFINEMENT_NEXT_LEVEL:
        sample(self);
        break;
    case REFINEMENT_FIRST_STEPS:
    case REFINEMENT_LATER_STEPS:
        move_particles(self);
        break;
    case REFINEMENT_FIRST_PICTURE:
    case REFINEMENT_FULL_PICTURE:
        draw(self);
        break;
    }
    return true;
}

void refinement_begin(struct refinement *self, const struct render_context *render, viewer_messages *messages,
                      bool wants_host_pixels, const atomic_uint_fast64_t *newest)
{
    *self = (struct refinement){
        .render = render,
        .messages = messages,
        .newest = newest,
        .pixel_scene = (scree_scene_kind)-1,
        .report = {.steps = UINT64_MAX},
    };
    swap_chain_begin(&self->pictures, wants_host_pixels);
}

void refinement_end(struct refinement *self)
{
    drop(self->shown);
    drop(self->next);
    particle_paint_end(&self->paint);
    swap_chain_end(&self->pictures);
}
