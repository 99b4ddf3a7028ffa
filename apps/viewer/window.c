#include "window.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"
#include "window_input.h"

#define ICON_SIDE 64u
/* A window that is hidden is looked after so often, and one that changes its size is waited for so long. */
#define HIDDEN_SECONDS 0.2
#define RESIZE_SECONDS 1.0
/* The longest step of time, after a pause. */
#define MAX_STEP 0.1
#define SYSTEM_FONT "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

typedef struct window {
    const struct viewer_options *options;
    scree_context *context;
    GLFWwindow *handle; /* NULL for an image in memory. */
    stage stage;
    viewer *core;
    ui *interface;
    session *running;
    window_input input;
    FILE *record;
    bool has_library; /* GLFW is to be ended. */
    bool has_icon;
    bool is_full_screen;
    bool is_closed;         /* The window was closed by an event of a replay, or during it. */
    uint32_t width, height; /* The area of a replay. */
    int before[4];          /* Place and size before the window filled the screen. */
    double last;            /* When the last frame was drawn. */
    double scale;
    char lost[256]; /* Why the screen was lost. */
} window;

/* The last message of GLFW. */
static char library_error[256];

static void keep_library_error(int code, const char *text)
{
    (void)code;
    snprintf(library_error, sizeof library_error, "%s", text);
}

static bool fail(char *error, size_t error_bytes, const char *text, const char *detail)
{
    snprintf(error, error_bytes, "%s%s", text, detail);
    return false;
}

static void destroy_window(window *shown)
{
    if (shown->handle != NULL) {
        glfwDestroyWindow(shown->handle);
        shown->handle = NULL;
    }
}

/* A window by OpenGL, or by the Vulkan device of a number, or the best one for -1. */
static screen *open_window(window *shown, bool has_opengl, int32_t index, char *error, size_t error_bytes)
{
    uint32_t count;
    screen *made = NULL;
    if (!has_opengl && glfwGetRequiredInstanceExtensions(&count) == NULL) {
        fail(error, error_bytes, "there is no Vulkan that can show a window", "");
        return NULL;
    }
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_CLIENT_API, has_opengl ? GLFW_OPENGL_API : GLFW_NO_API);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "scree-viewer");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "scree-viewer");
    shown->handle = glfwCreateWindow((int)shown->options->width, (int)shown->options->height, "scree", NULL, NULL);
    if (shown->handle == NULL) {
        fail(error, error_bytes, "a window cannot be opened: ", library_error);
    } else if (has_opengl) {
        made = screen_plain_open(shown->handle, error, error_bytes);
    } else {
        made = screen_vulkan_open(shown->handle, index, error, error_bytes);
    }
    if (made == NULL) {
        destroy_window(shown);
    }
    return made;
}

/* A window, or an image in memory. A window is by Vulkan where that can be; `note` says why it is not. */
static screen *open_screen(window *shown, const scree_device_params *wanted, char *note, char *error,
                           size_t error_bytes)
{
    /* The Vulkan device that people asked for, or the best one. */
    const int32_t index = wanted->backend == SCREE_BACKEND_VULKAN ? (int32_t)wanted->index : -1;
    screen *made = NULL;
    if (shown->options->values[OPTION_OFFSCREEN].given) {
        return screen_offscreen_open(index, error, error_bytes);
    }
    glfwSetErrorCallback(keep_library_error);
    if (glfwInit() != GLFW_TRUE) {
        snprintf(
            error, error_bytes,
            "no window can be opened here (%.100s); 'scree render' and 'scree-viewer --output FILE' draw without one",
            library_error);
        return NULL;
    }
    shown->has_library = true;
    if (shown->options->values[OPTION_PLAIN].given) {
        snprintf(note, error_bytes, "--plain");
    } else {
        made = open_window(shown, false, index, note, error_bytes);
    }
    return made != NULL ? made : open_window(shown, true, index, error, error_bytes);
}

/* Reports what people should know, at once and where they look. */
static void report(window *shown, const char *text)
{
    if (text[0] != '\0') {
        fprintf(stderr, "scree-viewer: %s\n", text);
        panel_say(session_panel(shown->running), UI_TONE_WARNING, text);
    }
}

static const char *clipboard_get(void *user)
{
    const window *shown = user;
    return shown->handle == NULL ? NULL : glfwGetClipboardString(shown->handle);
}

static void clipboard_set(void *user, const char *text)
{
    const window *shown = user;
    if (shown->handle != NULL) {
        glfwSetClipboardString(shown->handle, text);
    }
}

static double find_scale(const window *shown)
{
    float x = 1.0f;
    float y = 1.0f;
    if (shown->options->values[OPTION_UI_SCALE].given) {
        return shown->options->values[OPTION_UI_SCALE].reals[0];
    }
    if (shown->handle != NULL) {
        glfwGetWindowContentScale(shown->handle, &x, &y);
    }
    return (double)x;
}

static bool create_interface(window *shown)
{
    const struct option_value *wanted = &shown->options->values[OPTION_FONT];
    const char *font = wanted->given ? wanted->text : SYSTEM_FONT;
    const ui_clipboard clipboard = {.get = clipboard_get, .set = clipboard_set, .user = shown};
    shown->scale = find_scale(shown);
    shown->interface = ui_create(&(ui_options){.scale = shown->scale, .font = font[0] == '\0' ? NULL : font});
    if (shown->interface != NULL) {
        ui_set_clipboard(shown->interface, &clipboard);
    }
    return shown->interface != NULL;
}

static void attach_input(window *shown)
{
    shown->input = (window_input){.handle = shown->handle, .running = shown->running, .interface = shown->interface};
    if (shown->handle != NULL) {
        window_input_attach(&shown->input);
    }
}

static bool open_record(window *shown, char *error, size_t error_bytes)
{
    const char *path = shown->options->values[OPTION_RECORD].text;
    if (path == NULL) {
        return true;
    }
    shown->record = fopen(path, "wbe");
    if (shown->record == NULL) {
        snprintf(error, error_bytes, "%.200s: %s", path, strerror(errno));
    }
    return shown->record != NULL;
}

static bool create_viewer(window *shown, const viewer_start *start, char *error, size_t error_bytes)
{
    viewer_start chosen = *start;
    chosen.device = shown->stage.device;
    chosen.device_params = shown->stage.params;
    chosen.wants_host_pixels = shown->stage.device == NULL;
    return viewer_create(&chosen, &shown->core, error, error_bytes) == SCREE_OK;
}

static void destroy_all(window *shown)
{
    session_destroy(&shown->running);
    ui_destroy(&shown->interface);
    viewer_destroy(&shown->core);
    stage_close(&shown->stage);
    destroy_window(shown);
    if (shown->has_library) {
        glfwTerminate();
    }
    if (shown->record != NULL) {
        fprintf(shown->record, "settle\nclose\n");
        fclose(shown->record);
    }
}

/*
 * Shows by OpenGL what the processor makes, after Vulkan's device or the window's surface was lost. False where that
 * cannot be done either.
 */
static bool renew_screen(void *user)
{
    window *shown = user;
    char note[512];
    char problem[256];
    const bool was_shared = shown->stage.device != NULL;
    const scree_device_params params = {.backend = SCREE_BACKEND_CPU};
    snprintf(note, sizeof note, "%.250s. The processor goes on.", shown->stage.shown->error);
    snprintf(shown->lost, sizeof shown->lost, "%s", shown->stage.shown->error);
    if (shown->handle == NULL ||
        (was_shared && !viewer_set_device(shown->core, NULL, &params, problem, sizeof problem))) {
        return false;
    }
    stage_close(&shown->stage);
    destroy_window(shown);
    screen *made = open_window(shown, true, -1, shown->lost, sizeof shown->lost);
    if (made == NULL) {
        return false;
    }
    shown->stage = (stage){.shown = made, .params = params};
    session_set_screen(shown->running, made, NULL);
    attach_input(shown);
    report(shown, note);
    return true;
}

static void find_size(const window *shown, uint32_t *width, uint32_t *height)
{
    int found[2] = {(int)shown->options->width, (int)shown->options->height};
    if (shown->handle != NULL) {
        glfwGetFramebufferSize(shown->handle, &found[0], &found[1]);
    }
    *width = (uint32_t)found[0];
    *height = (uint32_t)found[1];
}

static bool create_session(window *shown)
{
    uint32_t width, height;
    find_size(shown, &width, &height);
    const session_start start = {.host = {.viewer = shown->core,
                                          .interface = shown->interface,
                                          .context = shown->context,
                                          .own_device = shown->stage.device,
                                          .own_params = shown->stage.params,
                                          .scale = shown->scale},
                                 .shown = shown->stage.shown,
                                 .renew = renew_screen,
                                 .renew_user = shown,
                                 .width = width,
                                 .height = height,
                                 .record = shown->record,
                                 .pictures = shown->options->values[OPTION_PICTURES].text};
    shown->running = session_create(&start);
    return shown->running != NULL;
}

static void fill_screen(window *shown)
{
    int *before = shown->before;
    if (shown->is_full_screen) {
        glfwSetWindowMonitor(shown->handle, NULL, before[0], before[1], before[2], before[3], GLFW_DONT_CARE);
        shown->is_full_screen = false;
        return;
    }
    GLFWmonitor *monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode *mode = monitor == NULL ? NULL : glfwGetVideoMode(monitor);
    if (mode != NULL) {
        glfwGetWindowPos(shown->handle, &before[0], &before[1]);
        glfwGetWindowSize(shown->handle, &before[2], &before[3]);
        glfwSetWindowMonitor(shown->handle, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
        shown->is_full_screen = true;
    }
}

/* Everything but the screen. */
static bool create_all(window *shown, const viewer_start *start, char *error, size_t error_bytes)
{
    if (!open_record(shown, error, error_bytes) || !create_viewer(shown, start, error, error_bytes)) {
        return false;
    }
    if (!create_interface(shown) || !create_session(shown)) {
        return fail(error, error_bytes, "there is no memory left", "");
    }
    attach_input(shown);
    if (shown->handle != NULL && shown->options->values[OPTION_FULL_SCREEN].given) {
        fill_screen(shown);
    }
    return true;
}

static void set_icon(window *shown)
{
    static uint32_t pixels[ICON_SIDE * ICON_SIDE];
    const GLFWimage image = {ICON_SIDE, ICON_SIDE, (unsigned char *)pixels};
    if (!shown->has_icon && shown->handle != NULL && session_icon(shown->running, ICON_SIDE, pixels)) {
        glfwSetWindowIcon(shown->handle, 1, &image);
        shown->has_icon = true;
    }
}

static void take_scale(window *shown)
{
    if (shown->input.has_new_scale) {
        shown->input.has_new_scale = false;
        shown->scale = find_scale(shown);
        ui_set_scale(shown->interface, shown->scale);
        panel_set_scale(session_panel(shown->running), shown->scale);
    }
}

static void wait_for_events(const window *shown, screen_outcome outcome)
{
    double wait = session_wait(shown->running);
    if (outcome == SCREEN_HIDDEN && wait < HIDDEN_SECONDS) {
        wait = HIDDEN_SECONDS;
    }
    if (wait <= 0.0) {
        glfwPollEvents();
    } else if (isfinite(wait)) {
        glfwWaitEventsTimeout(wait);
    } else {
        glfwWaitEvents();
    }
}

static bool has_closed(const window *shown)
{
    return glfwWindowShouldClose(shown->handle) == GLFW_TRUE;
}

static screen_outcome draw(window *shown)
{
    uint32_t width, height;
    const double now = glfwGetTime();
    const double step = fmin(now - shown->last, MAX_STEP);
    find_size(shown, &width, &height);
    shown->last = now;
    take_scale(shown);
    const screen_outcome outcome = session_frame(shown->running, width, height, step);
    set_icon(shown);
    return outcome;
}

static bool run_window(window *shown, char *error, size_t error_bytes)
{
    shown->last = glfwGetTime();
    while (!has_closed(shown)) {
        const screen_outcome outcome = draw(shown);
        if (outcome == SCREEN_LOST) {
            return fail(error, error_bytes, "", shown->lost);
        }
        wait_for_events(shown, outcome);
        const viewer_wish wish = session_take_wish(shown->running);
        if (wish == VIEWER_WISH_FULL_SCREEN) {
            fill_screen(shown);
        } else if (wish == VIEWER_WISH_QUIT) {
            return true;
        }
    }
    return true;
}

/* Changes the area of a replay. Window systems change sizes in their own time, or not at all. */
static void resize(window *shown, uint32_t width, uint32_t height)
{
    shown->width = width;
    shown->height = height;
    if (shown->handle != NULL) {
        const double start = glfwGetTime();
        glfwSetWindowSize(shown->handle, (int)width, (int)height);
        do {
            glfwWaitEventsTimeout(0.01);
            find_size(shown, &shown->width, &shown->height);
        } while ((shown->width != width || shown->height != height) && glfwGetTime() - start < RESIZE_SECONDS);
    }
}

static bool replay_frame(const window *shown, char *error, size_t error_bytes)
{
    session_catch_up(shown->running, shown->width, shown->height);
    return session_frame(shown->running, shown->width, shown->height, PLAY_FRAME_SECONDS) != SCREEN_LOST ||
           fail(error, error_bytes, "the screen was lost", "");
}

static bool replay_event(void *user, const viewer_event *event, char *error, size_t error_bytes)
{
    window *shown = user;
    bool is_played = true;
    switch (event->kind) {
    case VIEWER_EVENT_SIZE:
        resize(shown, event->width, event->height);
        break;
    case VIEWER_EVENT_FRAME:
        is_played = replay_frame(shown, error, error_bytes);
        break;
    case VIEWER_EVENT_SETTLE:
    case VIEWER_EVENT_PICTURE:
        is_played =
            session_settle(shown->running, shown->width, shown->height, error, error_bytes) &&
            (event->kind == VIEWER_EVENT_SETTLE || session_keep(shown->running, event->text, error, error_bytes));
        break;
    default:
        session_replay(shown->running, event);
        break;
    }
    shown->is_closed = session_take_wish(shown->running) == VIEWER_WISH_QUIT;
    if (!shown->is_closed && shown->handle != NULL) {
        glfwPollEvents();
        shown->is_closed = has_closed(shown);
    }
    return is_played && !shown->is_closed;
}

/* Says how the picture comes to the window, where that is not the best way. */
static void report_way(window *shown, const char *note)
{
    char text[512];
    if (note[0] != '\0') {
        snprintf(text, sizeof text, "No Vulkan (%.250s): the pictures are shown by OpenGL.", note);
        report(shown, text);
    } else if (!shown->options->values[OPTION_OFFSCREEN].given) {
        report(shown, shown->stage.note);
    }
}

bool window_run(const viewer_start *start, const struct viewer_options *options, char *error, size_t error_bytes)
{
    char note[512] = "";
    const char *path = options->values[OPTION_PLAY].text;
    window shown = {.options = options, .context = viewer_messages_context(start->messages)};
    screen *made =
        open_screen(&shown, &start->device_params, note, error, error_bytes < sizeof note ? error_bytes : sizeof note);
    if (made == NULL) {
        destroy_all(&shown);
        return false;
    }
    stage_open(&shown.stage, made, shown.context, &start->device_params);
    bool is_done = create_all(&shown, start, error, error_bytes);
    if (is_done) {
        report_way(&shown, note);
        find_size(&shown, &shown.width, &shown.height);
        is_done = path == NULL || viewer_event_play(path, replay_event, &shown, error, error_bytes);
    }
    if (is_done && !shown.is_closed && shown.handle != NULL) {
        is_done = run_window(&shown, error, error_bytes);
    }
    destroy_all(&shown);
    return is_done;
}
