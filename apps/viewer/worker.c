#include "worker.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmark.h"
#include "figures.h"
#include "slot.h"

/* Seconds of a step. */
#define STEP_SECONDS 0.016
/* A picture that takes longer than this is drawn smaller first. */
#define DRAFT_SECONDS 0.035
#define DIVISOR_MAX 4
#define SLOTS 3
#define NO_SLOT (-1)

struct worker {
    struct workshop workshop;
    viewer_messages *messages;
    bool wants_host_pixels;
    pthread_t thread;
    pthread_mutex_t lock; /* Of everything up to the next comment. */
    pthread_cond_t changed;
    struct worker_order wanted;
    atomic_uint_fast64_t wanted_number; /* Written under the lock. */
    atomic_bool quits;
    struct worker_report report;
    int front;          /* The slot that the window shows, */
    int ready;          /* and the newest one; NO_SLOT. */
    bool wants_digests; /* The hashes of `digest_source` are to be computed. */
    viewer_source digest_source;
    struct benchmark benchmark;

    /* Of the thread alone. */
    struct slot slots[SLOTS];
    struct worker_order order;
    uint64_t order_number;
    struct subject subject;
    struct particle_paint paint; /* The memory of the subject's pictures. */
    struct making shown[2];
    struct making next[2];
    bool is_current;      /* `shown` belongs to the order; its level is `level`. */
    bool has_gone_on;     /* Particles have made steps of the order, and may be drawn on their way. */
    uint32_t level;       /* The level of `shown`. */
    uint32_t level_count; /* Of the order. */
    uint32_t first_level; /* The level that is made first. */
    double speed;         /* Samples a second of the last level of this scene; 0 = not known. */
    scree_scene_kind speed_scene;
    bool is_blocked;      /* No finer level can be made. */
    bool is_failed;       /* Nothing can be shown. */
    int back;             /* The slot that is being drawn; NO_SLOT. */
    uint32_t divisor;     /* Of the picture that is being drawn, or was drawn last. */
    bool is_stale;        /* The last picture is not that of the order and its samples. */
    bool has_draft;       /* The last picture was drawn smaller. */
    bool is_urgent;       /* The picture that is being drawn is the first of the order. */
    double pixel_seconds; /* Of the last picture. */
    scree_scene_kind pixel_scene;
    viewer_source range_source[2]; /* The fields that have the ranges of the subject. */
    scree_scene_kind range_scene[2];
    bool has_range[2];
    uint64_t pictures;
    double prepare_seconds;
    viewer_error_figures errors;
};

static bool is_superseded(void *user)
{
    const struct worker *worker = user;
    return atomic_load(&worker->quits) || atomic_load(&worker->wanted_number) != worker->order_number;
}

static bool is_quitting(void *user)
{
    const struct worker *worker = user;
    return atomic_load(&worker->quits);
}

/* Particles are compared with none. */
static uint32_t sides(const struct worker *worker)
{
    const viewer_view *view = &worker->order.view;
    const bool is_alone = view->compare == VIEWER_COMPARE_OFF || viewer_scene_has_particles(view->scene);
    return worker->order.has_second && !is_alone ? 2 : 1;
}

static bool subtracts(const struct worker *worker)
{
    return sides(worker) == 2 && plan_keeps_holes(&worker->order.view);
}

static void drop(struct making makings[2])
{
    making_end(&makings[0]);
    making_end(&makings[1]);
}

static void fail(struct worker *worker, scree_result result, const char *reason)
{
    char error[512];
    viewer_messages_explain(worker->messages, result, error, sizeof error);
    worker->is_failed = true;
    pthread_mutex_lock(&worker->lock);
    snprintf(worker->report.error, sizeof worker->report.error, "%s", reason != NULL ? reason : error);
    worker->report.result = result;
    pthread_mutex_unlock(&worker->lock);
}

/* A finer level cannot be had; what is shown stays. */
static void block(struct worker *worker, const char *reason)
{
    char error[512];
    const bool has_error = viewer_messages_take_error(worker->messages, error, sizeof error);
    worker->is_blocked = true;
    drop(worker->next);
    pthread_mutex_lock(&worker->lock);
    snprintf(worker->report.note, sizeof worker->report.note, "%.255s",
             reason != NULL ? reason
             : has_error    ? error
                            : "the device refused");
    pthread_mutex_unlock(&worker->lock);
}

/* Levels of the field of a side. */
static uint32_t levels_of(const struct worker *worker, uint32_t side)
{
    const struct worker_order *order = &worker->order;
    return plan_levels(&order->source[side], &order->view, order->width, order->height);
}

/* The plan of a level of the order. The finest level of the order is the finest one of both fields. */
static bool plan_of(const struct worker *worker, uint32_t side, uint32_t level, struct plan *plan, char *text,
                    size_t size)
{
    const struct worker_order *order = &worker->order;
    const uint32_t finest = levels_of(worker, side) - 1;
    const uint32_t coarser = worker->level_count - 1 - level;
    return plan_make(&order->source[side], &order->view, order->width, order->height,
                     finest > coarser ? finest - coarser : 0, plan, text, size);
}

/* Whether makings are those of a level of the order. */
static bool matches(const struct worker *worker, const struct making makings[2], uint32_t level)
{
    struct plan plan;
    char text[8];
    for (uint32_t side = 0; side < sides(worker); side++) {
        if (makings[side].all == 0 || !plan_of(worker, side, level, &plan, text, sizeof text) ||
            !plan_equal(&makings[side].plan, &plan)) {
            return false;
        }
    }
    return sides(worker) == 2 || makings[1].all == 0;
}

static bool find_level(struct worker *worker)
{
    for (uint32_t level = worker->level_count; level-- > 0;) {
        if (matches(worker, worker->shown, level)) {
            worker->level = level;
            return true;
        }
    }
    return false;
}

/* Particles that lack steps of the order go on where they are. */
static bool go_further(struct worker *worker)
{
    struct plan plan;
    char text[8];
    for (uint32_t level = worker->level_count; level-- > 0;) {
        if (worker->shown[0].all > 0 && plan_of(worker, 0, level, &plan, text, sizeof text) &&
            plan_goes_on(&worker->shown[0].plan, &plan)) {
            making_go_further(&worker->shown[0], &plan);
            worker->level = level;
            return true;
        }
    }
    return false;
}

static bool is_going_on(const struct worker *worker)
{
    return worker->is_current && !worker->shown[0].is_complete;
}

static scree_result find_ranges(struct worker *worker)
{
    scree_result result = SCREE_OK;
    const scree_scene_kind scene = worker->order.view.scene;
    for (uint32_t side = 0; side < sides(worker) && result == SCREE_OK; side++) {
        const viewer_source *source = &worker->order.source[side];
        const bool is_known = worker->has_range[side] && worker->range_scene[side] == scene &&
                              memcmp(&worker->range_source[side], source, sizeof *source) == 0;
        if (!is_known && !viewer_scene_has_particles(scene)) {
            result = figures_field_range(worker->workshop.context, source, scene, &worker->subject.range[side]);
            memcpy(&worker->range_source[side], source, sizeof *source);
            worker->range_scene[side] = scene;
            worker->has_range[side] = result == SCREE_OK;
        }
    }
    return result;
}

static void set_subject(struct worker *worker)
{
    worker->subject.view = worker->order.view;
    memcpy(worker->subject.source, worker->order.source, sizeof worker->subject.source);
    worker->subject.paint = &worker->paint;
    worker->subject.made[0] = &worker->shown[0];
    worker->subject.made[1] = sides(worker) == 2 ? &worker->shown[1] : NULL;
}

static void report_wanted(struct worker *worker, const struct plan *finest)
{
    pthread_mutex_lock(&worker->lock);
    memcpy(worker->report.wanted, finest->count, sizeof finest->count);
    worker->report.note[0] = '\0';
    worker->report.error[0] = '\0';
    worker->report.result = SCREE_OK;
    pthread_mutex_unlock(&worker->lock);
}

/*
 * The first level is the finest that is made within a step, as far as that is known. A patient order begins with the
 * finest that fits.
 */
static uint32_t choose_first_level(const struct worker *worker)
{
    struct plan plan;
    char text[256];
    const double speed = worker->speed_scene == worker->order.view.scene ? worker->speed : 0;
    for (uint32_t level = worker->level_count - 1; level > 0; level--) {
        if (!plan_of(worker, 0, level, &plan, text, sizeof text) ||
            !making_fits(&worker->workshop, &plan, text, sizeof text)) {
            continue;
        }
        if (worker->order.is_patient || (double)plan_samples(&plan) <= speed * STEP_SECONDS) {
            return level;
        }
    }
    return 0;
}

/* Begins what the latest order wants, and keeps what it has in common with the one before. */
static void begin_order(struct worker *worker)
{
    struct plan finest[2];
    char text[256] = "";
    worker->level_count = 1;
    for (uint32_t side = 0; side < sides(worker); side++) {
        const uint32_t levels = levels_of(worker, side);
        worker->level_count = levels > worker->level_count ? levels : worker->level_count;
    }
    worker->is_failed = false;
    worker->is_stale = true;
    worker->is_blocked = false;
    for (uint32_t side = sides(worker); side-- > 0;) {
        if (!plan_of(worker, side, worker->level_count - 1, &finest[side], text, sizeof text)) {
            fail(worker, SCREE_ERROR_INVALID, text);
            return;
        }
    }
    if (subtracts(worker) && !plan_shapes_are_equal(worker->order.source, finest, text, sizeof text)) {
        fail(worker, SCREE_ERROR_INVALID, text);
        return;
    }
    report_wanted(worker, &finest[0]);
    worker->is_current = find_level(worker) || go_further(worker);
    worker->has_gone_on = false;
    if (!worker->is_current || worker->level + 1 == worker->level_count ||
        !matches(worker, worker->next, worker->level + 1)) {
        drop(worker->next);
    }
    worker->first_level = choose_first_level(worker);
    const scree_result result = find_ranges(worker);
    if (result != SCREE_OK) {
        fail(worker, result, NULL);
    }
    set_subject(worker);
}

static bool take_order(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    const uint64_t number = atomic_load(&worker->wanted_number);
    const bool is_new = number != worker->order_number;
    if (is_new) {
        worker->order = worker->wanted;
        worker->order_number = number;
    }
    pthread_mutex_unlock(&worker->lock);
    if (is_new) {
        begin_order(worker);
    }
    return is_new;
}

static void report_level(struct worker *worker)
{
    const struct making *made = &worker->shown[0];
    pthread_mutex_lock(&worker->lock);
    memcpy(worker->report.level, made->plan.count, sizeof made->plan.count);
    worker->report.level_share = 0;
    worker->report.field_seconds = made->seconds - made->seconds_before + worker->shown[1].seconds;
    worker->report.lost = made->lost;
    worker->report.errors = worker->errors;
    worker->report.field_range = worker->subject.range[0];
    pthread_mutex_unlock(&worker->lock);
}

/* A level is complete: it is what is shown from now on. */
static void show_level(struct worker *worker, uint32_t level)
{
    drop(worker->shown);
    memcpy(worker->shown, worker->next, sizeof worker->shown);
    memset(worker->next, 0, sizeof worker->next);
    worker->level = level;
    worker->speed =
        worker->shown[0].seconds > 0 ? (double)plan_samples(&worker->shown[0].plan) / worker->shown[0].seconds : 0;
    worker->speed_scene = worker->shown[0].plan.scene;
    worker->is_current = true;
    worker->is_stale = true;
    worker->errors = (viewer_error_figures){0};
    set_subject(worker);
    if (sides(worker) == 2) {
        figures_compare(&worker->shown[0], &worker->shown[1], &worker->errors);
        worker->subject.max_error = worker->errors.maximum;
    }
    report_level(worker);
}

static scree_result begin_level(struct worker *worker, uint32_t level, char *text, size_t size)
{
    struct plan plan;
    scree_result result = SCREE_OK;
    for (uint32_t side = 0; side < sides(worker) && result == SCREE_OK; side++) {
        if (!plan_of(worker, side, level, &plan, text, size) || !making_fits(&worker->workshop, &plan, text, size)) {
            return SCREE_ERROR_OUT_OF_MEMORY;
        }
        result = making_begin(&worker->workshop, &plan, &worker->next[side]);
    }
    return result;
}

/* One step towards a level. True once it is complete. */
static scree_result step_level(struct worker *worker, double seconds, bool (*stop)(void *user), bool *is_complete)
{
    scree_result result = SCREE_OK;
    *is_complete = true;
    for (uint32_t side = 0; side < sides(worker) && result == SCREE_OK; side++) {
        struct making *making = &worker->next[side];
        if (!making->is_complete) {
            result = making_go_on(&worker->workshop, making, seconds, stop, worker);
        }
        *is_complete = *is_complete && making->is_complete;
    }
    pthread_mutex_lock(&worker->lock);
    worker->report.level_share = (double)worker->next[0].done / (double)worker->next[0].all;
    pthread_mutex_unlock(&worker->lock);
    return result;
}

static void forget_messages(struct worker *worker)
{
    char text[8];
    viewer_messages_take_error(worker->messages, text, sizeof text);
}

/* What comes of a level that could not be made. */
static void give_up_level(struct worker *worker, scree_result result, const char *text)
{
    if (result == SCREE_ERROR_CANCELLED) {
        drop(worker->next);
        forget_messages(worker);
    } else if (!worker->is_current && worker->first_level > 0) {
        drop(worker->next);
        forget_messages(worker);
        worker->first_level--;
    } else if (worker->is_current) {
        block(worker, text[0] != '\0' ? text : NULL);
    } else {
        drop(worker->next);
        fail(worker, result, text[0] != '\0' ? text : NULL);
    }
}

static void make_level(struct worker *worker, uint32_t level)
{
    /* The first level takes a moment and is always completed, so that something new is seen while a slider moves. */
    const bool is_quick = !worker->is_current && !worker->order.is_patient && worker->level_count > 1;
    char text[256] = "";
    bool is_complete = false;
    scree_result result = SCREE_OK;
    if (worker->next[0].all == 0) {
        result = begin_level(worker, level, text, sizeof text);
    }
    if (result == SCREE_OK) {
        result = step_level(worker, is_quick ? (double)INFINITY : STEP_SECONDS, is_quick ? is_quitting : is_superseded,
                            &is_complete);
    }
    if (result != SCREE_OK) {
        give_up_level(worker, result, text);
    } else if (is_complete) {
        show_level(worker, level);
    }
}

/* Steps of particles that are shown. */
static void go_on(struct worker *worker)
{
    struct making *made = &worker->shown[0];
    const scree_result result = making_go_on(&worker->workshop, made, STEP_SECONDS, is_superseded, worker);
    worker->has_gone_on = true;
    if (result != SCREE_OK) {
        drop(worker->shown);
        worker->is_current = false;
        fail(worker, result, NULL);
    } else if (made->is_complete) {
        worker->is_stale = true;
        report_level(worker);
    }
}

static int free_slot(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    int slot = 0;
    while (slot == worker->front || slot == worker->ready) {
        slot++;
    }
    pthread_mutex_unlock(&worker->lock);
    return slot;
}

static bool is_finest(const struct worker *worker)
{
    return worker->level + 1 == worker->level_count || worker->is_blocked;
}

static uint32_t choose_divisor(const struct worker *worker)
{
    if (worker->order.is_patient || worker->pixel_scene != worker->order.view.scene) {
        return 1;
    }
    const double seconds = worker->pixel_seconds * (double)worker->order.width * (double)worker->order.height;
    uint32_t divisor = 1;
    while (divisor < DIVISOR_MAX && seconds / (double)(divisor * divisor) > DRAFT_SECONDS) {
        divisor *= 2;
    }
    return divisor;
}

static void report_picture(struct worker *worker, const struct picture *picture)
{
    struct worker_report *report = &worker->report;
    report->draw_seconds = picture->seconds;
    report->prepare_seconds = worker->shown[0].prepare_seconds + worker->shown[1].prepare_seconds;
    report->ramp_range = subject_ramp_range(&worker->subject);
    if (viewer_scene_has_particles(worker->order.view.scene) && is_finest(worker) && !is_going_on(worker)) {
        report->steps = making_steps(&worker->shown[0]);
    }
    picture_tell_empty(&worker->subject, picture, report->empty_note, sizeof report->empty_note);
    if (report->draw_time_count == VIEWER_TIMES) {
        memmove(report->draw_times, report->draw_times + 1, (VIEWER_TIMES - 1) * sizeof report->draw_times[0]);
        report->draw_time_count--;
    }
    report->draw_times[report->draw_time_count++] = (float)picture->seconds;
    report->memory_used = 0;
    for (int i = 0; i < 2; i++) {
        report->memory_used += making_bytes(&worker->shown[i]) + making_bytes(&worker->next[i]);
    }
    for (int i = 0; i < SLOTS; i++) {
        report->memory_used += picture_bytes(&worker->slots[i].picture);
    }
}

static void publish(struct worker *worker)
{
    struct slot *slot = &worker->slots[worker->back];
    worker->pixel_seconds = slot->picture.seconds / ((double)slot->picture.width * (double)slot->picture.height);
    worker->pixel_scene = worker->order.view.scene;
    worker->has_draft = worker->divisor > 1;
    worker->is_stale = false;
    slot->number = ++worker->pictures;
    slot->is_final = !worker->has_draft && is_finest(worker) && !is_going_on(worker);
    pthread_mutex_lock(&worker->lock);
    worker->ready = worker->back;
    report_picture(worker, &slot->picture);
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
    worker->back = NO_SLOT;
}

static void fail_picture(struct worker *worker, scree_result result)
{
    worker->back = NO_SLOT;
    worker->is_stale = false;
    worker->has_draft = false;
    fail(worker, result, NULL);
}

/* The first picture of an order is drawn to its end; a better one in steps, and given up for a newer order. */
static void draw(struct worker *worker)
{
    scree_result result = SCREE_OK;
    if (worker->back == NO_SLOT || worker->is_stale) {
        worker->is_urgent = worker->is_stale;
        worker->divisor = worker->is_stale ? choose_divisor(worker) : 1;
        worker->back = worker->back == NO_SLOT ? free_slot(worker) : worker->back;
        result = picture_begin(&worker->workshop, &worker->subject, worker->order.width, worker->order.height,
                               worker->divisor, &worker->slots[worker->back].picture);
        worker->is_stale = false;
    }
    struct slot *slot = &worker->slots[worker->back];
    do {
        if (result == SCREE_OK) {
            result = picture_go_on(&worker->workshop, &worker->subject, &slot->picture, STEP_SECONDS);
        }
    } while (result == SCREE_OK && worker->is_urgent && !slot->picture.is_complete && !is_quitting(worker));
    if (result == SCREE_OK && slot->picture.is_complete && worker->wants_host_pixels) {
        result = slot_read(slot);
    }
    if (result != SCREE_OK) {
        fail_picture(worker, result);
    } else if (slot->picture.is_complete) {
        publish(worker);
    }
}

static void compute_digests(struct worker *worker)
{
    char digests[2][65] = {"", ""};
    pthread_mutex_lock(&worker->lock);
    const viewer_source source = worker->digest_source;
    pthread_mutex_unlock(&worker->lock);
    if (figures_digests(&worker->workshop, &source, digests) != SCREE_OK) {
        forget_messages(worker);
    }
    pthread_mutex_lock(&worker->lock);
    memcpy(worker->report.digest, digests, sizeof digests);
    pthread_mutex_unlock(&worker->lock);
}

/* Nothing is left to do for the order. Work goes on that nobody waits for. */
static bool work_aside(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    worker->report.is_idle = atomic_load(&worker->wanted_number) == worker->order_number;
    pthread_cond_broadcast(&worker->changed);
    worker->benchmark.ends = false;
    const bool wants_digests = worker->wants_digests;
    const bool wants_bench = worker->benchmark.is_wanted;
    worker->wants_digests = false;
    pthread_mutex_unlock(&worker->lock);
    if (wants_digests) {
        compute_digests(worker);
    } else if (wants_bench || worker->benchmark.runs != NULL) {
        benchmark_work(&worker->benchmark, &worker->workshop, worker->messages, &worker->lock);
    }
    return wants_digests || wants_bench;
}

/* What an order that is patient is drawn for: the finest level alone. */
static bool may_draw(const struct worker *worker)
{
    return worker->is_current && (!worker->order.is_patient || is_finest(worker));
}

/* Steps come before pictures, of which a slow device draws one on the way for each order. */
static bool must_go_on(const struct worker *worker)
{
    const bool draws_way = worker->has_gone_on && worker->is_stale && !worker->order.is_patient;
    return is_going_on(worker) && !draws_way;
}

/* One step; false where nothing is left to do. */
static bool work(struct worker *worker)
{
    take_order(worker);
    if (worker->order_number == 0 || worker->is_failed) {
        return work_aside(worker);
    }
    const bool is_drawing = worker->back != NO_SLOT;
    if (!worker->is_current) {
        make_level(worker, worker->first_level);
    } else if (must_go_on(worker)) {
        go_on(worker);
    } else if (may_draw(worker) && (worker->is_stale || worker->has_draft || is_drawing)) {
        draw(worker);
    } else if (!is_finest(worker)) {
        make_level(worker, worker->level + 1);
    } else {
        return work_aside(worker);
    }
    return true;
}

/* Whether there is anything to do; called under the lock. */
static bool is_asked(struct worker *worker)
{
    return atomic_load(&worker->quits) || atomic_load(&worker->wanted_number) != worker->order_number ||
           worker->wants_digests || worker->benchmark.is_wanted || worker->benchmark.ends;
}

static void *run(void *user)
{
    struct worker *worker = user;
    while (!atomic_load(&worker->quits)) {
        if (work(worker)) {
            continue;
        }
        pthread_mutex_lock(&worker->lock);
        while (!is_asked(worker)) {
            pthread_cond_wait(&worker->changed, &worker->lock);
        }
        pthread_mutex_unlock(&worker->lock);
    }
    return NULL;
}

struct worker *worker_create(const struct workshop *workshop, viewer_messages *messages, bool wants_host_pixels)
{
    struct worker *worker = calloc(1, sizeof *worker);
    if (worker == NULL) {
        return NULL;
    }
    worker->workshop = *workshop;
    worker->messages = messages;
    worker->wants_host_pixels = wants_host_pixels || workshop->info.backend == SCREE_BACKEND_CPU;
    worker->front = worker->ready = worker->back = NO_SLOT;
    worker->pixel_scene = (scree_scene_kind)-1;
    worker->report.steps = UINT64_MAX;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    if (pthread_create(&worker->thread, NULL, run, worker) != 0) {
        pthread_cond_destroy(&worker->changed);
        pthread_mutex_destroy(&worker->lock);
        free(worker);
        return NULL;
    }
    return worker;
}

void worker_destroy(struct worker **pointer)
{
    struct worker *worker = *pointer;
    if (worker == NULL) {
        return;
    }
    pthread_mutex_lock(&worker->lock);
    atomic_store(&worker->quits, true);
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
    pthread_join(worker->thread, NULL);
    drop(worker->shown);
    drop(worker->next);
    particle_paint_end(&worker->paint);
    bench_variants_end(&worker->benchmark.runs);
    for (int i = 0; i < SLOTS; i++) {
        slot_end(&worker->slots[i]);
    }
    pthread_cond_destroy(&worker->changed);
    pthread_mutex_destroy(&worker->lock);
    free(worker);
    *pointer = NULL;
}

void worker_post(struct worker *worker, const struct worker_order *order)
{
    pthread_mutex_lock(&worker->lock);
    worker->wanted = *order;
    atomic_fetch_add(&worker->wanted_number, 1);
    worker->report.is_idle = false;
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

void worker_get_report(struct worker *worker, struct worker_report *report)
{
    pthread_mutex_lock(&worker->lock);
    *report = worker->report;
    pthread_mutex_unlock(&worker->lock);
}

bool worker_take_picture(struct worker *worker, viewer_pixels *pixels)
{
    pthread_mutex_lock(&worker->lock);
    const bool is_new = worker->ready != NO_SLOT;
    if (is_new) {
        worker->front = worker->ready;
        worker->ready = NO_SLOT;
        *pixels = slot_pixels(&worker->slots[worker->front]);
    }
    pthread_mutex_unlock(&worker->lock);
    return is_new;
}

bool worker_wait(struct worker *worker, uint32_t milliseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    const int64_t nanoseconds = until.tv_nsec + (int64_t)milliseconds * 1000000;
    until.tv_sec += (time_t)(nanoseconds / 1000000000);
    until.tv_nsec = (long)(nanoseconds % 1000000000);
    pthread_mutex_lock(&worker->lock);
    int error = 0;
    while (!worker->report.is_idle && error == 0) {
        error = pthread_cond_timedwait(&worker->changed, &worker->lock, &until);
    }
    const bool is_busy = !worker->report.is_idle;
    pthread_mutex_unlock(&worker->lock);
    return is_busy;
}

void worker_check_equality(struct worker *worker, const viewer_source *source)
{
    pthread_mutex_lock(&worker->lock);
    worker->digest_source = *source;
    worker->wants_digests = true;
    memset(worker->report.digest, 0, sizeof worker->report.digest);
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

void worker_bench(struct worker *worker, const struct bench_variants_choice *choice)
{
    pthread_mutex_lock(&worker->lock);
    benchmark_ask(&worker->benchmark, choice);
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

bool worker_bench_is_running(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    const bool is_running = worker->benchmark.seen.results.is_running;
    pthread_mutex_unlock(&worker->lock);
    return is_running;
}

void worker_get_bench(struct worker *worker, viewer_bench *bench)
{
    pthread_mutex_lock(&worker->lock);
    *bench = worker->benchmark.seen;
    pthread_mutex_unlock(&worker->lock);
}
