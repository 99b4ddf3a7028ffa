/* The panel, and what it needs of its window. */
#ifndef VIEWER_PANEL_HOST_H
#define VIEWER_PANEL_HOST_H

#include "event.h"
#include "ui.h"
#include "viewer.h"

typedef struct panel panel;

/* The parts of its window that the panel needs. All is borrowed. */
typedef struct panel_host {
    viewer *viewer;
    ui *interface;
    scree_context *context;
    const char *screen;       /* The name, for people, of the screen that shows the pictures. */
    scree_device *own_device; /* The device that shows pictures without a copy; NULL = none. */
    scree_device_params own_params;
    double scale;          /* The scale of the display. */
    viewer_event_log *log; /* Gets an event for each change that the panel makes. */
} panel_host;

#endif
