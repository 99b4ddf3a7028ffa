/*
 * The panel of the window: every parameter of the field and of the view, presets, colours, device, times, benchmark,
 * and dialogues to save. Parameters come from the library's table and the view's, so that new ones appear by
 * themselves.
 */
#ifndef VIEWER_PANEL_H
#define VIEWER_PANEL_H

#include "panel_host.h"

/* NULL without memory. */
panel *panel_create(const panel_host *host);
void panel_destroy(panel **made);
/* Draws the panel and its dialogues, between ui_begin() and ui_end(). */
void panel_draw(panel *shown, uint32_t width, uint32_t height);
/* Opens what keys asked of the window: a dialogue, a list, the command. */
void panel_wish(panel *shown, viewer_wish wish);
/* Tells something below the picture, until the next key or button. */
void panel_say(panel *shown, ui_tone tone, const char *text);
/* Forgets what was told. */
void panel_hush(panel *shown);
/* Keys go to the panel's widgets, or to the view again. */
void panel_take_keys(panel *shown, bool takes);
bool panel_has_keys(const panel *shown);
/* Whether there is more to do with the next frame: a recording, pictures of presets. */
bool panel_is_busy(const panel *shown);
/* The pixels that the panel takes on the left of an area; 0 while it is hidden. */
uint32_t panel_find_width(const panel *shown, uint32_t width);
/* Another screen, and the device that it shares, or NULL. */
void panel_set_screen(panel *shown, const char *screen, scree_device *own_device);
/* The panel shows another scale of the display. */
void panel_set_scale(panel *shown, double scale);

#endif
