/* The input of people: one table of keys, and drags, the wheel and flight. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "camera.h"
#include "event.h"
#include "figures.h"
#include "motion.h"
#include "opening.h"
#include "parameter_value.h"
#include "recipe_field.h"
#include "viewer.h"
#include "viewer_internal.h"

/* How much a notch of the wheel zooms. */
#define WHEEL_FACTOR 0.85
/* A struck arrow key moves by so many pixels of a picture that is 640 high. */
#define KEY_PIXELS 24.0
/* Flight: lengths of the distance to the centre in a second. */
#define FLIGHT_SPEED 0.6
#define TURNTABLE_SPEED 30.0

/* The state that a key changes, and by how much. */
struct change {
    viewer *self;
    viewer_state state;
    double amount;
    const char *row;
};

static uint32_t width_of(const viewer *self)
{
    return self->width > 0 ? self->width : 1;
}

static uint32_t height_of(const viewer *self)
{
    return self->height > 0 ? self->height : 1;
}

/* The next choice of the parameter, or the one before; of a flag, the other one. */
static void choose_next(struct change *change)
{
    const scree_parameter *row = viewer_view_find(change->row);
    const int choice = (int)parameter_number(row, &change->state.view);
    int count = 2;
    while (row->type == SCREE_PARAMETER_CHOICE && row->choice_name(count) != NULL) {
        count++;
    }
    parameter_set_number(row, (choice + (change->amount < 0 ? count - 1 : 1)) % count, &change->state.view);
}

/* A number of the view becomes 0, or the amount where it is. */
static void toggle(struct change *change)
{
    const scree_parameter *row = viewer_view_find(change->row);
    const bool is_on = parameter_number(row, &change->state.view) != 0;
    parameter_set_number(row, is_on ? 0 : change->amount, &change->state.view);
}

static void set_scene(struct change *change)
{
    const scree_scene_kind before = change->state.view.scene;
    change->state.view.scene = (scree_scene_kind)change->amount;
    viewer_view_leave(&change->state.view, before);
}

static bool has_own_parameters(const struct change *change)
{
    if (change->state.graph != NULL) {
        viewer_complain(change->self, "an expression has seeds and octaves of its own");
    }
    return change->state.graph != NULL;
}

static void change_seed(struct change *change)
{
    viewer_view *view = &change->state.view;
    if (viewer_scene_has_particles(view->scene)) {
        view->particle_seed += (uint32_t)(int32_t)change->amount;
        view->steps = view->moving ? 0 : view->steps;
        return;
    }
    if (has_own_parameters(change)) {
        return;
    }
    const scree_parameter *seed = recipe_field_find("seed");
    void *values = viewer_values(seed, &change->state);
    parameter_set_whole(seed, parameter_whole(seed, values) + (uint64_t)(int64_t)change->amount, values);
    recipe_field_follow(seed, &change->state.recipe);
}

static void change_octaves(struct change *change)
{
    const scree_parameter *octaves = recipe_field_find("octaves");
    const scree_recipe before = change->state.recipe;
    void *values = viewer_values(octaves, &change->state);
    char text[256];
    if (has_own_parameters(change)) {
        return;
    }
    parameter_set_number(octaves, fmax(parameter_number(octaves, values) + change->amount, 1), values);
    recipe_field_follow(octaves, &change->state.recipe);
    if (!opening_check_recipe(change->self->messages, &change->state.recipe, text, sizeof text)) {
        change->state.recipe = before;
    }
}

static void reset_camera(struct change *change)
{
    static const char *const names[] = {"azimuth",  "elevation", "roll",     "distance", "field-of-view",
                                        "centre-x", "centre-y",  "centre-z", "turn",     "map-span"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        parameter_reset(viewer_view_find(names[i]), &change->state.view);
    }
}

static void reset_view(struct change *change)
{
    const int file = change->state.file;
    const scree_scene_kind scene = change->state.view.scene;
    const bool has_panel = change->state.view.panel;
    opening_default_view(&change->state.recipe, &change->state.scene, file >= 0 ? &change->self->opened[file] : NULL,
                         &change->state.view);
    change->state.view.scene = scene;
    change->state.view.panel = has_panel;
}

static void play(struct change *change)
{
    char text[512];
    viewer_complain(change->self, motion_play(change->self, &change->state, text, sizeof text) ? "" : text);
}

static void restart(struct change *change)
{
    viewer_view *view = &change->state.view;
    view->steps = viewer_scene_has_particles(view->scene) ? 0 : view->steps;
}

/* From the least to the greatest sample; the same wherever the work on a picture has got to. */
static double field_length(const viewer *self)
{
    const viewer_source source = viewer_first_source(self);
    scree_range range = {0, 0};
    figures_field_range(viewer_messages_context(self->messages), &source, self->state.view.scene, &range);
    return ((double)range.maximum - (double)range.minimum) * source.unit;
}

static void uncover_noise(struct change *change)
{
    viewer_uncover_noise(change->self, &change->state);
}

static void change_threshold(struct change *change)
{
    const double length = field_length(change->self);
    const double wanted = change->state.view.threshold + change->amount * (length > 0 ? length : 1);
    change->state.view.threshold = fmin(fmax(wanted, -SCREE_MAX_SCENE_VALUE), SCREE_MAX_SCENE_VALUE);
    change->state.view.auto_threshold = false;
}

static void change_lines(struct change *change)
{
    const double length = field_length(change->self);
    const double tenth = scree_scene_kind_describe(change->state.view.scene)->has_distances ? 0.1 : length / 10;
    change->state.view.interval = change->state.view.interval > 0 ? 0 : fmin(fmax(tenth, 0), 1e9);
}

static void change_side(struct change *change)
{
    viewer_view *view = &change->state.view;
    uint32_t *side = recipe_scene_is_land((int)view->scene) ? &view->terrain_side : &view->side;
    const uint32_t most = recipe_scene_is_land((int)view->scene) ? 16384 : 4096;
    const uint32_t wanted = change->amount > 0 ? *side * 2 : *side / 2;
    *side = wanted < 4 ? 4 : wanted > most ? most : wanted;
}

/* A map is zoomed about a point of the picture. */
static void zoom_about(struct change *change, double x, double y)
{
    viewer *self = change->self;
    if (!viewer_scene_is_map(change->state.view.scene)) {
        camera_zoom(&change->state.view, change->amount);
        return;
    }
    struct map_region region = viewer_map(self);
    map_zoom(&region, change->amount, x, y, width_of(self), height_of(self));
    map_to_view(&region, &change->state.view);
}

static void zoom(struct change *change)
{
    zoom_about(change, (double)width_of(change->self) / 2, (double)height_of(change->self) / 2);
}

/* Moves a map by pixels, as a drag does. */
static void pan_map(struct change *change, double dx, double dy)
{
    struct map_region region = viewer_map(change->self);
    const double pixel = region.span / height_of(change->self);
    map_move(&region.middle[0], -dx * pixel * region.stretch);
    map_move(&region.middle[1], -dy * pixel);
    map_to_view(&region, &change->state.view);
}

static void move_by_key(struct change *change, double dx, double dy)
{
    const double pixels = KEY_PIXELS * height_of(change->self) / 640;
    if (viewer_scene_is_map(change->state.view.scene)) {
        pan_map(change, -dx * pixels, -dy * pixels);
    } else {
        camera_rotate(&change->state.view, dx * pixels, dy * pixels, height_of(change->self));
    }
}

static void move_sideways(struct change *change)
{
    move_by_key(change, change->amount, 0);
}

static void move_upwards(struct change *change)
{
    move_by_key(change, 0, change->amount);
}

/* A binding of a key: a change of the state, or something that the window does. */
struct binding {
    uint32_t key;
    uint32_t modifiers;
    void (*act)(struct change *change);
    double amount;
    viewer_wish wish;
    const char *keys;
    const char *what; /* NULL where the row before tells of it, too. */
    const char *row;  /* The parameter of the view that is changed; NULL for acts that know theirs. */
};

enum { UNDO = -1, REDO = -2 }; /* Amounts of a binding without an act. */

/* clang-format off */
static const struct binding bindings[] = {
    {VIEWER_KEY_LEFT, 0, move_sideways, -1, 0, "arrow keys", "Turn the camera, or move the map", NULL},
    {VIEWER_KEY_RIGHT, 0, move_sideways, 1, 0, NULL, NULL, NULL},
    {VIEWER_KEY_UP, 0, move_upwards, -1, 0, NULL, NULL, NULL},
    {VIEWER_KEY_DOWN, 0, move_upwards, 1, 0, NULL, NULL, NULL},
    {'+', 0, zoom, WHEEL_FACTOR, 0, "+ -", "Nearer, farther", NULL},
    {'=', 0, zoom, WHEEL_FACTOR, 0, NULL, NULL, NULL},
    {'-', 0, zoom, 1 / WHEEL_FACTOR, 0, NULL, NULL, NULL},
    {VIEWER_KEY_SPACE, 0, toggle, TURNTABLE_SPEED, 0, "space", "Turntable: the camera turns by itself, or stops", "turn"},
    {VIEWER_KEY_SPACE, VIEWER_SHIFT, play, 0, 0, "Shift+space", "Time: the field, or particles, move by themselves, or stop", NULL},
    {VIEWER_KEY_HOME, 0, restart, 0, 0, "Home", "Particles where they start", NULL},
    {'p', 0, toggle, 40, 0, "p", "With perspective, or without", "field-of-view"},
    {'r', 0, reset_camera, 0, 0, "r", "The camera, or the map, where it was at first", NULL},
    {'r', VIEWER_SHIFT, reset_view, 0, 0, "Shift+R", "Everything about the view as it was at first", NULL},
    {'c', 0, choose_next, 1, 0, "c Shift+C", "Next and previous colouring", "colour"},
    {'c', VIEWER_SHIFT, choose_next, -1, 0, NULL, NULL, "colour"},
    {'m', 0, choose_next, 1, 0, "m Shift+M", "Next and previous colour map", "ramp"},
    {'m', VIEWER_SHIFT, choose_next, -1, 0, NULL, NULL, "ramp"},
    {'i', 0, choose_next, 0, 0, "i", "The colour map the other way round", "reversed"},
    {'g', 0, choose_next, 0, 0, "g", "Range of the colours: the field's, the picture's, or given", "range"},
    {'y', 0, uncover_noise, 0, 0, "y", "The noise instead of particles or samples: that of a file's recipe, or the last", NULL},
    {'n', 0, change_seed, 1, 0, "n Shift+N", "Next and previous seed, of the noise or of particles", NULL},
    {'n', VIEWER_SHIFT, change_seed, -1, 0, NULL, NULL, NULL},
    {'.', 0, change_octaves, 1, 0, ". ,", "One octave more, one fewer", NULL},
    {',', 0, change_octaves, -1, 0, NULL, NULL, NULL},
    {']', 0, change_threshold, 0.01, 0, "] [", "Threshold up and down", NULL},
    {'[', 0, change_threshold, -0.01, 0, NULL, NULL, NULL},
    {VIEWER_KEY_PAGE_UP, 0, change_side, 1, 0, "page up, down", "Twice and half as many samples along a side", NULL},
    {VIEWER_KEY_PAGE_DOWN, 0, change_side, -1, 0, NULL, NULL, NULL},
    {'h', 0, choose_next, 0, 0, "h", "Shadows", "shadows"},
    {'f', 0, toggle, 0.2, 0, "f", "Fog", "fog"},
    {'o', 0, toggle, 0.6, 0, "o", "Dark corners and hollows", "occlusion"},
    {'k', 0, change_lines, 0, 0, "k", "Contour lines", NULL},
    {'x', 0, choose_next, 0, 0, "x", "The slice through a surface: across x, y, z, or none", "slice-axis"},
    {'b', 0, choose_next, 0, 0, "b", "Samples of a map that are larger than pixels: smooth, or squares", "smooth"},
    {'v', 0, choose_next, 0, 0, "v", "Two fields: side by side, their difference, the second, the first", "comparison"},
    {'l', 0, choose_next, 0, 0, "l", "Dark or light", "look"},
    {VIEWER_KEY_TAB, 0, choose_next, 0, 0, "Tab", "The panel", "panel"},
    {'z', VIEWER_CTRL, NULL, UNDO, 0, "Ctrl+Z", "Undo", NULL},
    {'y', VIEWER_CTRL, NULL, REDO, 0, "Ctrl+Y", "Redo; also Ctrl+Shift+Z", NULL},
    {'z', VIEWER_CTRL | VIEWER_SHIFT, NULL, REDO, 0, NULL, NULL, NULL},
    {'c', VIEWER_CTRL, NULL, 0, VIEWER_WISH_COPY_COMMAND, "Ctrl+C", "Copy the command that makes this picture", NULL},
    {'s', VIEWER_CTRL, NULL, 0, VIEWER_WISH_SAVE_PICTURE, "Ctrl+S", "Save the picture", NULL},
    {'e', VIEWER_CTRL, NULL, 0, VIEWER_WISH_SAVE_RECIPE, "Ctrl+E", "Save the recipe", NULL},
    {'s', VIEWER_CTRL | VIEWER_SHIFT, NULL, 0, VIEWER_WISH_SAVE_VOLUME, "Ctrl+Shift+S", "Save the samples", NULL},
    {'r', VIEWER_CTRL, NULL, 0, VIEWER_WISH_RECORD, "Ctrl+R", "Record a turntable", NULL},
    {'b', VIEWER_CTRL, NULL, 0, VIEWER_WISH_BENCHMARK, "Ctrl+B", "Benchmark", NULL},
    {VIEWER_KEY_F1 + 10, 0, NULL, 0, VIEWER_WISH_FULL_SCREEN, "F11", "The whole screen", NULL},
    {'?', 0, NULL, 0, VIEWER_WISH_HELP, "?", "This list; also F1", NULL},
    {'?', VIEWER_SHIFT, NULL, 0, VIEWER_WISH_HELP, NULL, NULL, NULL},
    {'/', VIEWER_SHIFT, NULL, 0, VIEWER_WISH_HELP, NULL, NULL, NULL},
    {VIEWER_KEY_F1, 0, NULL, 0, VIEWER_WISH_HELP, NULL, NULL, NULL},
    {'q', VIEWER_CTRL, NULL, 0, VIEWER_WISH_QUIT, "Ctrl+Q", "Close the window", NULL},
};

static const viewer_binding others[] = {
    {"drag", "Turn the camera, or move the map"},
    {"right drag", "Move the camera sideways; also with the middle button"},
    {"wheel", "Nearer and farther; a map about the pointer"},
    {"hold W A S D, Q E", "Fly ahead, left, back, right, down and up; on a map move and zoom"},
    {"hold t, drag", "Change the threshold"},
    {"drop a file", "Open a recipe, an image or a volume"},
    {"1 ... 8", "The scenes, in the order of --scene"},
};
/* clang-format on */

#define BINDINGS (sizeof bindings / sizeof bindings[0])
#define OTHERS (sizeof others / sizeof others[0])

bool viewer_binding_get(size_t number, viewer_binding *binding)
{
    if (number < OTHERS) {
        *binding = others[number];
        return true;
    }
    number -= OTHERS;
    for (size_t i = 0; i < BINDINGS; i++) {
        if (bindings[i].what != NULL && number-- == 0) {
            *binding = (viewer_binding){bindings[i].keys, bindings[i].what};
            return true;
        }
    }
    return false;
}

static struct change begin_change(viewer *self, double amount)
{
    return (struct change){.self = self, .state = self->state, .amount = amount};
}

static viewer_wish act(viewer *self, const struct binding *binding)
{
    if (binding->act != NULL) {
        struct change change = begin_change(self, binding->amount);
        change.row = binding->row;
        viewer_end_step(self);
        binding->act(&change);
        viewer_change(self, "key", &change.state);
        viewer_end_step(self);
    } else if (binding->amount == UNDO) {
        viewer_undo(self);
    } else if (binding->amount == REDO) {
        viewer_redo(self);
    }
    return binding->wish;
}

/* The binding of a digit, if there is such a scene. */
static bool find_scene(const viewer_event *event, struct binding *binding)
{
    const int scene = (int)event->key - '1';
    *binding = (struct binding){.key = event->key, .act = set_scene, .amount = scene};
    return event->modifiers == 0 && event->key >= '1' && event->key <= '9' &&
           viewer_scene_name((scree_scene_kind)scene) != NULL;
}

static viewer_wish strike(viewer *self, const viewer_event *event)
{
    struct binding binding;
    if (find_scene(event, &binding)) {
        return act(self, &binding);
    }
    for (size_t i = 0; i < BINDINGS; i++) {
        if (bindings[i].key == event->key && bindings[i].modifiers == event->modifiers) {
            return act(self, &bindings[i]);
        }
    }
    return VIEWER_WISH_NONE;
}

/* A key of flight goes down or up. */
static void hold(viewer *self, const viewer_event *event)
{
    if (event->key < VIEWER_KEY_COUNT) {
        self->input.held[event->key] = event->kind == VIEWER_EVENT_HOLD;
    }
    if (event->kind == VIEWER_EVENT_LET) {
        viewer_end_step(self);
    }
}

static void drag(viewer *self, double dx, double dy)
{
    struct change change = begin_change(self, 0);
    const bool is_left = (self->input.pressed & 1u << VIEWER_BUTTON_LEFT) != 0;
    if (self->input.held['t']) {
        change.amount = -dy / height_of(self);
        change_threshold(&change);
    } else if (viewer_scene_is_map(change.state.view.scene)) {
        pan_map(&change, dx, dy);
    } else if (is_left) {
        camera_rotate(&change.state.view, dx, dy, height_of(self));
    } else {
        camera_pan(&change.state.view, dx, dy, height_of(self));
    }
    viewer_change(self, "drag", &change.state);
}

static void move(viewer *self, const viewer_event *event)
{
    const double dx = event->x - self->input.x;
    const double dy = event->y - self->input.y;
    self->input.x = event->x;
    self->input.y = event->y;
    if (self->input.pressed != 0 && (dx != 0 || dy != 0)) {
        drag(self, dx, dy);
    }
}

static void roll_wheel(viewer *self, double notches)
{
    struct change change = begin_change(self, pow(WHEEL_FACTOR, fmin(fmax(notches, -100), 100)));
    zoom_about(&change, self->input.x, self->input.y);
    viewer_change(self, "wheel", &change.state);
}

/* Flight along one axis: 1, -1 or 0 by the keys that are held. */
static double way(const viewer *self, uint32_t forward, uint32_t back)
{
    return (self->input.held[forward] ? 1.0 : 0.0) - (self->input.held[back] ? 1.0 : 0.0);
}

static void fly_map(struct change *change, double right, double ahead, double up, double seconds)
{
    const double pixels = height_of(change->self) * FLIGHT_SPEED * seconds;
    pan_map(change, -right * pixels, ahead * pixels);
    if (up != 0) {
        change->amount = pow(0.25, up * seconds);
        zoom(change);
    }
}

bool viewer_fly(viewer *self, double seconds)
{
    const double right = way(self, 'd', 'a');
    const double ahead = way(self, 'w', 's');
    const double up = way(self, 'e', 'q');
    if (right == 0 && ahead == 0 && up == 0) {
        return false;
    }
    struct change change = begin_change(self, 0);
    viewer_view *view = &change.state.view;
    if (viewer_scene_is_map(view->scene)) {
        fly_map(&change, right, ahead, up, seconds);
    } else {
        const double length = view->distance * FLIGHT_SPEED * seconds;
        camera_fly(view, right * length, ahead * length, up * length);
    }
    viewer_change(self, "flight", &change.state);
    return true;
}

static void press(viewer *self, const viewer_event *event)
{
    const uint32_t button = 1u << event->button;
    self->input.pressed &= ~button;
    self->input.pressed |= event->kind == VIEWER_EVENT_PRESS ? button : 0;
    viewer_end_step(self);
}

viewer_wish viewer_input(viewer *self, const viewer_event *event)
{
    char text[512];
    switch (event->kind) {
    case VIEWER_EVENT_SIZE:
        self->is_changed = self->is_changed || event->width != self->width || event->height != self->height;
        self->width = event->width;
        self->height = event->height;
        break;
    case VIEWER_EVENT_MOVE:
        move(self, event);
        break;
    case VIEWER_EVENT_PRESS:
    case VIEWER_EVENT_RELEASE:
        press(self, event);
        break;
    case VIEWER_EVENT_WHEEL:
        roll_wheel(self, event->y);
        break;
    case VIEWER_EVENT_KEY:
        return strike(self, event);
    case VIEWER_EVENT_HOLD:
    case VIEWER_EVENT_LET:
        hold(self, event);
        break;
    case VIEWER_EVENT_SET:
        viewer_complain(self, viewer_set(self, event->name, event->text, text, sizeof text) ? "" : text);
        break;
    case VIEWER_EVENT_STEP:
        viewer_end_step(self);
        break;
    case VIEWER_EVENT_DROP:
        viewer_open(self, event->text, text, sizeof text);
        break;
    case VIEWER_EVENT_CLOSE:
        return VIEWER_WISH_QUIT;
    default:
        break;
    }
    return VIEWER_WISH_NONE;
}
