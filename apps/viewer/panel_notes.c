/* What the panel tells of actions, and its notes of changes. */
#include <stdio.h>

#include "panel.h"
#include "panel_parts.h"

void panel_say(panel *shown, ui_tone tone, const char *text)
{
    snprintf(shown->said, sizeof shown->said, "%s", text);
    shown->said_tone = tone;
}

void panel_hush(panel *shown)
{
    shown->said[0] = '\0';
}

bool panel_report(panel *shown, bool is_done, const char *problem)
{
    if (is_done) {
        panel_hush(shown);
    } else {
        panel_say(shown, UI_TONE_BAD, problem[0] == '\0' ? "it failed" : problem);
    }
    return is_done;
}

void panel_note(panel *shown, const viewer_event *event)
{
    if (shown->host.note != NULL) {
        shown->host.note(shown->host.user, event);
    }
}

bool panel_set(panel *shown, const char *name, const char *value)
{
    char text[PANEL_TEXT] = "";
    viewer_event event = {.kind = VIEWER_EVENT_SET};
    if (!panel_report(shown, viewer_set(shown->host.viewer, name, value, text, sizeof text), text)) {
        return false;
    }
    snprintf(event.name, sizeof event.name, "%s", name);
    snprintf(event.text, sizeof event.text, "%s", value);
    panel_note(shown, &event);
    return true;
}

void panel_end_step(const panel *shown)
{
    if (ui_was_let_go()) {
        viewer_end_step(shown->host.viewer);
    }
}
