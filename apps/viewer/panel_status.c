#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../scree/numbers.h"
#include "panel_parts.h"

#define LINE 256

/* Bytes for people. */
static void print_bytes(char *text, size_t size, uint64_t bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    double number = (double)bytes;
    int unit = 0;
    while (number >= 1024.0 && unit < 4) {
        number /= 1024.0;
        unit++;
    }
    snprintf(text, size, "%.3g %s", number, units[unit]);
}

/* A name on the left, what belongs to it on the right. */
__attribute__((format(printf, 3, 4))) static void draw_line(const panel *shown, const char *name, const char *format,
                                                            ...)
{
    char value[LINE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    ui_text(UI_TONE_QUIET, name);
    ui_same_line_at(92.0 * shown->scale);
    ui_text(UI_TONE_PLAIN, value);
}

static void print_level(char *text, size_t size, const uint64_t level[3])
{
    number_print_counts(text, size, level, level[2] > 1 ? 3 : 2, " \xc3\x97 ");
}

static bool is_same_device(const scree_device_info *a, const scree_device_info *b)
{
    return a->backend == b->backend && strcmp(a->name, b->name) == 0 &&
           (a->backend == SCREE_BACKEND_CPU || a->index == b->index || memcmp(a->uuid, b->uuid, sizeof a->uuid) == 0);
}

/* The names of devices, for the list of them. */
static const char *device_name(void *user, int number)
{
    static char text[LINE];
    const panel *shown = user;
    if (number < 0 || (size_t)number >= shown->device_count) {
        return number < 0 ? "" : NULL;
    }
    const scree_device_info *info = &shown->devices[number];
    const char *backend = scree_backend_name(info->backend);
    if (info->backend == SCREE_BACKEND_CPU) {
        snprintf(text, sizeof text, "%s: %s", backend, info->name);
    } else {
        snprintf(text, sizeof text, "%s:%u: %s", backend, info->index, info->name);
    }
    return text;
}

static void change_device(panel *shown, const scree_device_info *info)
{
    char text[PANEL_TEXT] = "";
    const panel_host *host = &shown->host;
    const scree_device_params params = {.backend = info->backend, .index = info->index};
    const bool is_own = host->own_device != NULL && params.backend == host->own_params.backend &&
                        params.index == host->own_params.index;
    panel_report(shown, viewer_set_device(host->viewer, is_own ? host->own_device : NULL, &params, text, sizeof text),
                 text);
}

static void draw_devices(panel *shown)
{
    int choice = -1;
    for (size_t i = 0; i < shown->device_count; i++) {
        choice = is_same_device(&shown->devices[i], &shown->status.device) ? (int)i : choice;
    }
    const int before = choice;
    if (ui_combo("Device", &choice, device_name, shown) && choice != before) {
        const scree_device_info *info = &shown->devices[choice];
        if (info->unsupported_reason[0] != '\0') {
            panel_report(shown, false, info->unsupported_reason);
        } else {
            change_device(shown, info);
        }
    }
    ui_tooltip("Where the field is made and drawn; its bits do not depend on that");
}

static void draw_equality(panel *shown)
{
    char text[LINE];
    const viewer_status *status = &shown->status;
    const bool is_known = status->digest[0][0] != '\0' && status->digest[1][0] != '\0';
    ui_lamp(!is_known ? UI_TONE_QUIET : status->is_equal ? UI_TONE_GOOD : UI_TONE_BAD);
    ui_same_line();
    if (is_known) {
        snprintf(text, sizeof text, "%s %.12s", status->is_equal ? "equal bits" : "DIFFERENT bits", status->digest[0]);
        ui_text(status->is_equal ? UI_TONE_GOOD : UI_TONE_BAD, text);
        snprintf(text, sizeof text, "This device: %s\nThe processor: %s", status->digest[0], status->digest[1]);
        ui_tooltip(text);
    } else if (ui_button("Compare with the processor")) {
        viewer_check_equality(shown->host.viewer);
    }
}

static void draw_memory(panel *shown)
{
    char used[32];
    char limit[32];
    const viewer_status *status = &shown->status;
    print_bytes(used, sizeof used, status->memory_used);
    print_bytes(limit, sizeof limit, status->memory_limit);
    draw_line(shown, "Memory", "%s of %s", used, limit);
}

static void draw_level(panel *shown)
{
    char level[96];
    char text[LINE];
    const viewer_status *status = &shown->status;
    if (status->level[0] == 0) {
        return;
    }
    print_level(level, sizeof level, status->level);
    draw_line(shown, "Samples", "%s", level);
    if (memcmp(status->level, status->wanted, sizeof status->level) != 0 && status->level_note[0] == '\0') {
        print_level(level, sizeof level, status->wanted);
        snprintf(text, sizeof text, "then %s", level);
        ui_progress(status->level_share, text);
    }
    if (status->level_note[0] != '\0') {
        ui_text(UI_TONE_WARNING, status->level_note);
    }
}

static void draw_times(panel *shown)
{
    char text[LINE];
    float milliseconds[VIEWER_TIMES];
    float most = 0.0f;
    const viewer_status *status = &shown->status;
    draw_line(shown, "Times", "%.3g + %.3g + %.3g ms", status->field_seconds * 1e3, status->prepare_seconds * 1e3,
              status->draw_seconds * 1e3);
    ui_tooltip("Making the field, preparing it, and drawing the last picture");
    for (uint32_t i = 0; i < status->draw_time_count; i++) {
        milliseconds[i] = status->draw_times[i] * 1e3f;
        most = milliseconds[i] > most ? milliseconds[i] : most;
    }
    if (status->draw_time_count > 1) {
        snprintf(text, sizeof text, "pictures: up to %.3g ms", (double)most);
        ui_plot(text, milliseconds, status->draw_time_count, 0.0f, most, 44.0 * shown->scale);
    }
}

void panel_draw_device(panel *shown)
{
    char text[LINE];
    draw_devices(shown);
    draw_equality(shown);
    draw_level(shown);
    draw_memory(shown);
    draw_times(shown);
    if (shown->status.particles_lost != 0) {
        snprintf(text, sizeof text, "%llu particles left the system", (unsigned long long)shown->status.particles_lost);
        ui_text(UI_TONE_QUIET, text);
    }
    draw_line(shown, "Window", "%s", shown->host.screen);
}

void panel_draw_comparison(panel *shown)
{
    const struct difference *errors = &shown->status.errors;
    if (shown->status.has_errors && ui_section("Differences", true)) {
        draw_line(shown, "Different", "%llu of %llu samples", (unsigned long long)errors->different,
                  (unsigned long long)errors->samples);
        draw_line(shown, "Maximum", "%.6g", errors->greatest);
        draw_line(shown, "RMS", "%.6g", errors->root_mean_square);
        draw_line(shown, "Mean", "%.6g", errors->mean);
    }
}
