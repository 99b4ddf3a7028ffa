/* Input of a window of GLFW as events. */
#ifndef VIEWER_WINDOW_INPUT_H
#define VIEWER_WINDOW_INPUT_H

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "session.h"

typedef struct window_input {
    GLFWwindow *handle;
    session *running;
    const ui *interface;
    uint32_t held;      /* A set of letters that are down. */
    uint32_t buttons;   /* A set of buttons that are down. */
    bool has_new_scale; /* The window has moved to a display of another scale. */
} window_input;

/* Calls the session for whatever happens in the window, from then on. The struct must stay where it is. */
void window_input_attach(window_input *input);

#endif
