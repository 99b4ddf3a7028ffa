#include "session.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <scree/file.h>
#include <scree/ramp.h>
#include <scree/scene.h>
#include <scree/vulkan.h>

#include "final_scene.h"
#include "play.h"
#include "saving.h"

/* Frames after which an interface that does not settle is taken as it is. */
#define MAX_SETTLING_FRAMES 256
/* Times are told so often while something is made. */
#define SECONDS_A_LOOK 0.1
#define BUTTONS 3

typedef enum owner { OWNER_NONE, OWNER_INTERFACE, OWNER_VIEW } owner;

struct session {
    session_start start;
    viewer *core;
    ui *interface;
    panel *shown_panel;
    screen *shown;
    owner buttons[BUTTONS];
    double x, y;
    viewer_wish wish;
    viewer_event_log log;
    unsigned held; /* Keys for flight. */
    uint32_t width, height;
    double wait;
    uint32_t *pixels; /* A copy of a picture on a device that the screen does not share. */
    size_t pixel_count;
    uint64_t pixels_number;
};

static void record_size(session *running, uint32_t width, uint32_t height)
{
    const viewer_event size = {.kind = VIEWER_EVENT_SIZE, .width = width, .height = height};
    if (width != running->width || height != running->height) {
        running->width = width;
        running->height = height;
        viewer_event_log_add(&running->log, &size);
    }
}

session *session_create(const session_start *start)
{
    session *running = calloc(1, sizeof *running);
    if (running == NULL) {
        return NULL;
    }
    running->start = *start;
    running->core = start->host.viewer;
    running->interface = start->host.interface;
    running->shown = start->shown;
    running->x = running->y = -1.0;
    running->log.file = start->record;
    running->start.host.log = &running->log;
    running->start.host.screen = start->shown->name;
    running->shown_panel = panel_create(&running->start.host);
    if (running->shown_panel == NULL) {
        session_destroy(&running);
        return NULL;
    }
    record_size(running, start->width, start->height);
    return running;
}

void session_destroy(session **made)
{
    if (*made != NULL) {
        panel_destroy(&(*made)->shown_panel);
        free((*made)->pixels);
        free(*made);
        *made = NULL;
    }
}

panel *session_panel(session *running)
{
    return running->shown_panel;
}

viewer_wish session_take_wish(session *running)
{
    const viewer_wish wish = running->wish;
    running->wish = VIEWER_WISH_NONE;
    return wish;
}

void session_set_screen(session *running, screen *shown, scree_device *own_device)
{
    running->shown = shown;
    running->start.host.own_device = own_device;
    panel_set_screen(running->shown_panel, shown->name, own_device);
}

/* Gives an event to the view. */
static void give(session *running, const viewer_event *event)
{
    const viewer_wish wish = viewer_input(running->core, event);
    viewer_event_log_add(&running->log, event);
    if (wish == VIEWER_WISH_QUIT || wish == VIEWER_WISH_FULL_SCREEN) {
        running->wish = wish;
    } else if (wish != VIEWER_WISH_NONE) {
        panel_wish(running->shown_panel, wish);
    }
}

static bool is_owned_by(const session *running, owner who)
{
    bool is_owned = false;
    for (int i = 0; i < BUTTONS; i++) {
        is_owned = is_owned || running->buttons[i] == who;
    }
    return is_owned;
}

/* The position of the picture in the area, from the left. */
static uint32_t find_left(const session *running)
{
    return panel_find_width(running->shown_panel, running->width) / 2;
}

/* Gives a movement to the view, whose positions are those of the picture. */
static void give_move(session *running, const viewer_event *event)
{
    viewer_event moved = *event;
    moved.x -= find_left(running);
    give(running, &moved);
}

static void move(session *running, const viewer_event *event)
{
    const bool is_dragging = is_owned_by(running, OWNER_VIEW);
    running->x = event->x;
    running->y = event->y;
    if (!is_dragging) {
        ui_input(running->interface, event);
    }
    if (is_dragging ||
        (!is_owned_by(running, OWNER_INTERFACE) && !ui_wants_mouse(running->interface, event->x, event->y))) {
        give_move(running, event);
    }
}

static void press(session *running, const viewer_event *event)
{
    panel_hush(running->shown_panel);
    if (ui_wants_mouse(running->interface, running->x, running->y)) {
        running->buttons[event->button] = OWNER_INTERFACE;
        ui_input(running->interface, event);
    } else {
        ui_unfocus(running->interface);
        panel_take_keys(running->shown_panel, false);
        running->buttons[event->button] = OWNER_VIEW;
        give(running, event);
    }
}

static void release(session *running, const viewer_event *event)
{
    const owner who = running->buttons[event->button];
    running->buttons[event->button] = OWNER_NONE;
    if (who == OWNER_INTERFACE) {
        ui_input(running->interface, event);
    } else {
        give(running, event);
    }
}

static void strike(session *running, const viewer_event *event)
{
    const bool has_panel = viewer_get_state(running->core)->view.panel;
    const bool takes = panel_has_keys(running->shown_panel);
    if (event->key == VIEWER_KEY_F1 + 5 && event->modifiers == 0) {
        panel_take_keys(running->shown_panel, has_panel && !takes);
        if (takes) {
            ui_unfocus(running->interface);
        }
        return;
    }
    if (ui_wants_keyboard(running->interface) || ui_is_popup_open(running->interface) || (takes && has_panel)) {
        if (takes && event->key == VIEWER_KEY_ESCAPE && !ui_is_popup_open(running->interface)) {
            panel_take_keys(running->shown_panel, false);
            ui_unfocus(running->interface);
        }
        ui_input(running->interface, event);
        return;
    }
    panel_hush(running->shown_panel);
    give(running, event);
}

/* Sets a parameter, or opens a file that was dropped. */
static void set(session *running, const viewer_event *event)
{
    char text[512] = "";
    if (event->kind == VIEWER_EVENT_SET ? viewer_set(running->core, event->name, event->text, text, sizeof text)
                                        : viewer_open(running->core, event->text, text, sizeof text)) {
        viewer_event_log_add(&running->log, event);
    } else {
        panel_say(running->shown_panel, UI_TONE_BAD, text);
    }
}

static void turn_wheel(session *running, const viewer_event *event)
{
    if (ui_wants_mouse(running->interface, running->x, running->y)) {
        ui_input(running->interface, event);
    } else {
        give(running, event);
    }
}

static void hold(session *running, const viewer_event *event)
{
    const bool is_typing = ui_wants_keyboard(running->interface) || ui_is_popup_open(running->interface) ||
                           panel_has_keys(running->shown_panel);
    if (event->kind == VIEWER_EVENT_LET) {
        running->held -= running->held != 0;
        give(running, event);
    } else if (!is_typing) {
        running->held++;
        give(running, event);
    }
}

void session_input(session *running, const viewer_event *event)
{
    switch (event->kind) {
    case VIEWER_EVENT_MOVE:
        move(running, event);
        break;
    case VIEWER_EVENT_PRESS:
        press(running, event);
        break;
    case VIEWER_EVENT_RELEASE:
        release(running, event);
        break;
    case VIEWER_EVENT_WHEEL:
        turn_wheel(running, event);
        break;
    case VIEWER_EVENT_KEY:
        strike(running, event);
        break;
    case VIEWER_EVENT_HOLD:
    case VIEWER_EVENT_LET:
        hold(running, event);
        break;
    case VIEWER_EVENT_TYPE:
        ui_input(running->interface, event);
        break;
    case VIEWER_EVENT_SET:
    case VIEWER_EVENT_DROP:
        set(running, event);
        break;
    case VIEWER_EVENT_STEP:
        give(running, event);
        break;
    case VIEWER_EVENT_CLOSE:
        running->wish = VIEWER_WISH_QUIT;
        break;
    default:
        break;
    }
}

void session_replay(session *running, const viewer_event *event)
{
    viewer_event moved = *event;
    if (event->kind == VIEWER_EVENT_MOVE) {
        moved.x += find_left(running);
    }
    session_input(running, &moved);
}

/* Pixels from a device that the screen does not share, which takes a moment. */
static const uint32_t *read_pixels(session *running, const viewer_pixels *picture)
{
    const size_t count = (size_t)picture->width * picture->height;
    if (count > running->pixel_count) {
        uint32_t *larger = realloc(running->pixels, count * sizeof *larger);
        if (larger == NULL) {
            return NULL;
        }
        running->pixels = larger;
        running->pixel_count = count;
        running->pixels_number = 0;
    }
    if (running->pixels_number != picture->number &&
        scree_buffer_read(picture->buffer, 0, count * sizeof *running->pixels, running->pixels) != SCREE_OK) {
        return NULL;
    }
    running->pixels_number = picture->number;
    return running->pixels;
}

static void add_picture(session *running, screen_frame *frame)
{
    const viewer_pixels picture = viewer_picture(running->core);
    const bool is_shared = running->start.host.own_device != NULL &&
                           viewer_device(running->core) == running->start.host.own_device;
    if (picture.buffer == NULL || picture.width == 0 || picture.height == 0) {
        return;
    }
    frame->picture_width = picture.width;
    frame->picture_height = picture.height;
    frame->picture_left = find_left(running);
    frame->number = picture.number;
    frame->buffer = is_shared ? scree_vulkan_buffer_handle(picture.buffer) : 0;
    if (frame->buffer == 0) {
        frame->pixels = picture.pixels != NULL ? picture.pixels : read_pixels(running, &picture);
    }
}

static const ui_drawing *draw_interface(session *running, double seconds)
{
    const viewer_view *view = &viewer_get_state(running->core)->view;
    ui_set_theme(running->interface, view->theme);
    ui_begin(running->interface, seconds, running->width, running->height);
    panel_draw(running->shown_panel, running->width, running->height);
    return ui_end(running->interface);
}

static void record_frame(session *running)
{
    const viewer_event frame = {.kind = VIEWER_EVENT_FRAME};
    viewer_event_log_add(&running->log, &frame);
}

static bool must_record_frame(const session *running)
{
    return running->log.has_input || running->held != 0 || viewer_get_state(running->core)->view.turn != 0.0;
}

/* When the next frame is due. */
static double find_wait(const session *running, const viewer_progress *progress)
{
    double wait = progress->wait;
    if (viewer_bench_is_running(running->core)) {
        wait = fmin(wait, SECONDS_A_LOOK);
    }
    return ui_is_unsettled(running->interface) || panel_is_busy(running->shown_panel) ? 0.0 : wait;
}

static screen_outcome draw_frame(session *running, double seconds)
{
    const viewer_progress progress = viewer_advance(running->core, running->width, running->height, seconds);
    screen_frame frame = {.width = running->width, .height = running->height, .interface = running->interface};
    frame.drawing = draw_interface(running, seconds);
    frame.background = ui_background(viewer_get_state(running->core)->view.theme);
    add_picture(running, &frame);
    running->wait = find_wait(running, &progress);
    return screen_show(running->shown, &frame);
}

screen_outcome session_frame(session *running, uint32_t width, uint32_t height, double seconds)
{
    if (width == 0 || height == 0) {
        running->wait = INFINITY;
        return SCREEN_HIDDEN;
    }
    record_size(running, width, height);
    const uint32_t steps = viewer_get_state(running->core)->view.steps;
    const bool is_recorded = must_record_frame(running);
    if (is_recorded) {
        record_frame(running);
    }
    screen_outcome outcome = draw_frame(running, seconds);
    if (!is_recorded && viewer_get_state(running->core)->view.steps != steps) {
        record_frame(running); /* Particles move in some frames only. */
    }
    if (outcome == SCREEN_LOST && running->start.renew != NULL && running->start.renew(running->start.renew_user)) {
        outcome = draw_frame(running, 0.0);
    }
    return outcome;
}

void session_catch_up(session *running, uint32_t width, uint32_t height)
{
    viewer_catch_up(running->core, width, height);
}

double session_wait(const session *running)
{
    return running->wait;
}

bool session_settle(session *running, uint32_t width, uint32_t height, char *error, size_t error_bytes)
{
    screen_outcome outcome = SCREEN_SHOWN;
    int frames = 0;
    do {
        outcome = session_frame(running, width, height, 0.0);
    } while (outcome != SCREEN_LOST && ++frames < MAX_SETTLING_FRAMES &&
             (ui_is_unsettled(running->interface) || panel_is_busy(running->shown_panel)));
    const scree_result result = viewer_settle(running->core, width, height, NULL);
    if (result != SCREE_OK) {
        viewer_status status;
        viewer_get_status(running->core, &status);
        snprintf(error, error_bytes, "%s", status.error);
        return false;
    }
    for (int i = 0; i < 2 && outcome != SCREEN_LOST; i++) {
        outcome = session_frame(running, width, height, 0.0);
    }
    if (outcome == SCREEN_LOST) {
        snprintf(error, error_bytes, "%s", running->shown->error);
    }
    return outcome != SCREEN_LOST;
}

/* Writes RGBA pixels as a PNG file, without their alpha, which tells of the scene that the window shows. */
static bool write_pixels(session *running, const uint32_t *pixels, uint32_t width, uint32_t height, const char *path)
{
    struct final_scene scene;
    char problem[512];
    const bool is_known = final_scene_find(running->core, width, height, &scene, problem, sizeof problem);
    const scree_scene_file picture = {.width = width,
                                      .height = height,
                                      .scene = &scene.told,
                                      .ramp = scree_ramp_name(viewer_get_state(running->core)->view.ramp),
                                      .metadata = "{\"shows\": \"the window\"}",
                                      .key = "viewer"};
    const scree_writer_params params = {.path = path, .format = SCREE_FORMAT_PNG, .replaces = true, .compression = 9};
    const size_t count = (size_t)width * height;
    uint8_t *bytes = saving_colours(pixels, count);
    scree_writer *writer = NULL;
    const bool is_written =
        is_known && bytes != NULL &&
        scree_scene_open_file(running->start.host.context, &picture, &params, &writer) == SCREE_OK &&
        scree_writer_write(writer, bytes, count) == SCREE_OK && scree_writer_finish(writer, NULL, NULL) == SCREE_OK;
    scree_writer_close(&writer);
    final_scene_clear(&scene);
    free(bytes);
    return is_written;
}

/* The picture in host memory, or NULL. */
static const uint32_t *find_pixels(session *running, const viewer_pixels *picture)
{
    return picture->pixels != NULL || picture->buffer == NULL ? picture->pixels : read_pixels(running, picture);
}

/* The whole area where it can be read, otherwise the picture alone. */
static bool write_shown(session *running, const char *path)
{
    const size_t count = (size_t)running->width * running->height;
    uint32_t *pixels = malloc(count * sizeof *pixels);
    bool is_written = pixels != NULL && screen_read(running->shown, pixels, count);
    if (is_written) {
        is_written = write_pixels(running, pixels, running->width, running->height, path);
    } else {
        const viewer_pixels picture = viewer_picture(running->core);
        const uint32_t *found = find_pixels(running, &picture);
        is_written = found != NULL && write_pixels(running, found, picture.width, picture.height, path);
    }
    free(pixels);
    return is_written;
}

bool session_keep(session *running, const char *name, char *error, size_t error_bytes)
{
    char path[PLAY_PATH];
    if (running->start.pictures == NULL) {
        return true;
    }
    if (!play_find_path(running->start.pictures, name, path, error, error_bytes)) {
        return false;
    }
    if (!write_shown(running, path)) {
        snprintf(error, error_bytes, "%.200s: the picture cannot be written", path);
        return false;
    }
    return true;
}

/* The mean of a square of pixels. */
static uint32_t mean_colour(const uint32_t *pixels, uint32_t stride, uint32_t side)
{
    uint64_t sums[3] = {0, 0, 0};
    for (uint32_t y = 0; y < side; y++) {
        for (uint32_t x = 0; x < side; x++) {
            const uint32_t pixel = pixels[(size_t)y * stride + x];
            sums[0] += pixel & 255u;
            sums[1] += pixel >> 8 & 255u;
            sums[2] += pixel >> 16 & 255u;
        }
    }
    const uint64_t count = (uint64_t)side * side;
    return (uint32_t)(sums[0] / count) | (uint32_t)(sums[1] / count) << 8 | (uint32_t)(sums[2] / count) << 16 |
           0xff000000u;
}

bool session_icon(session *running, uint32_t side, uint32_t *pixels)
{
    const viewer_pixels picture = viewer_picture(running->core);
    const uint32_t *found = picture.is_final ? find_pixels(running, &picture) : NULL;
    const uint32_t shorter = picture.width < picture.height ? picture.width : picture.height;
    const uint32_t step = shorter / side;
    if (found == NULL || step == 0) {
        return false;
    }
    const uint32_t left = (picture.width - step * side) / 2;
    const uint32_t top = (picture.height - step * side) / 2;
    for (uint32_t y = 0; y < side; y++) {
        for (uint32_t x = 0; x < side; x++) {
            const size_t corner = (size_t)(top + y * step) * picture.width + left + x * step;
            pixels[(size_t)y * side + x] = mean_colour(found + corner, picture.width, step);
        }
    }
    return true;
}
