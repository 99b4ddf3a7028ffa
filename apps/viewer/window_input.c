#include "window_input.h"

#include <string.h>

/* Keys for flight are found by their positions on the keyboard; all other letters, by what is written on them. */
static const struct {
    int glfw;
    char letter;
} flight_keys[] = {{GLFW_KEY_W, 'w'}, {GLFW_KEY_A, 'a'}, {GLFW_KEY_S, 's'},
                   {GLFW_KEY_D, 'd'}, {GLFW_KEY_Q, 'q'}, {GLFW_KEY_E, 'e'}};

_Static_assert(VIEWER_KEY_ESCAPE == GLFW_KEY_ESCAPE && VIEWER_KEY_DELETE == GLFW_KEY_DELETE &&
                   VIEWER_KEY_UP == GLFW_KEY_UP && VIEWER_KEY_END == GLFW_KEY_END,
               "named keys have the numbers of GLFW");

static window_input *input_of(GLFWwindow *handle)
{
    return glfwGetWindowUserPointer(handle);
}

static uint32_t modifiers_of(int glfw)
{
    return ((glfw & GLFW_MOD_CONTROL) != 0 ? (uint32_t)VIEWER_CTRL : 0u) |
           ((glfw & GLFW_MOD_SHIFT) != 0 ? (uint32_t)VIEWER_SHIFT : 0u) |
           ((glfw & GLFW_MOD_ALT) != 0 ? (uint32_t)VIEWER_ALT : 0u);
}

static void strike(window_input *input, uint32_t key, uint32_t modifiers)
{
    const viewer_event event = {.kind = VIEWER_EVENT_KEY, .key = key, .modifiers = modifiers};
    session_input(input->running, &event);
}

/* The character on a key, in lower case; 0 for one without. */
static char character_on(int glfw, int scancode)
{
    const char *name = glfwGetKeyName(glfw, scancode);
    if (name == NULL || strlen(name) != 1 || name[0] <= ' ' || name[0] >= 127) {
        return '\0';
    }
    return name[0] >= 'A' && name[0] <= 'Z' ? (char)(name[0] - 'A' + 'a') : name[0];
}

static void hold(window_input *input, char letter, bool is_down)
{
    const uint32_t bit = 1u << (letter - 'a');
    const viewer_event event = {.kind = is_down ? VIEWER_EVENT_HOLD : VIEWER_EVENT_LET, .key = (uint32_t)letter};
    if (((input->held & bit) != 0) != is_down) {
        input->held ^= bit;
        session_input(input->running, &event);
    }
}

/* Letters that go down, or up again. */
static void follow_letter(window_input *input, int glfw, int scancode, bool is_down)
{
    char letter = character_on(glfw, scancode);
    for (size_t i = 0; i < sizeof flight_keys / sizeof flight_keys[0]; i++) {
        letter = flight_keys[i].glfw == glfw ? flight_keys[i].letter : letter;
    }
    if (letter >= 'a' && letter <= 'z') {
        hold(input, letter, is_down);
    }
}

/* A letter with ctrl or alt, which makes no character. */
static void strike_letter(window_input *input, int glfw, int scancode, int modifiers)
{
    const char c = glfw == GLFW_KEY_SPACE ? ' ' : character_on(glfw, scancode);
    if (c != '\0') {
        strike(input, (uint32_t)c, modifiers_of(modifiers));
    }
}

static void take_key(GLFWwindow *handle, int glfw, int scancode, int action, int modifiers)
{
    window_input *input = input_of(handle);
    const bool has_command = (modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_ALT)) != 0;
    if (action == GLFW_RELEASE || (action == GLFW_PRESS && !has_command)) {
        follow_letter(input, glfw, scancode, action == GLFW_PRESS);
    }
    if (action == GLFW_RELEASE) {
        return;
    }
    if (glfw == GLFW_KEY_KP_ENTER) {
        strike(input, VIEWER_KEY_ENTER, modifiers_of(modifiers));
    } else if (glfw >= GLFW_KEY_ESCAPE && glfw <= GLFW_KEY_END) {
        strike(input, (uint32_t)glfw, modifiers_of(modifiers));
    } else if (glfw >= GLFW_KEY_F1 && glfw <= GLFW_KEY_F12) {
        strike(input, VIEWER_KEY_F1 + (uint32_t)(glfw - GLFW_KEY_F1), modifiers_of(modifiers));
    } else if (has_command) {
        strike_letter(input, glfw, scancode, modifiers);
    }
}

/* UTF-8 of a character. */
static void encode(unsigned character, char text[8])
{
    memset(text, 0, 8);
    if (character < 0x80) {
        text[0] = (char)character;
    } else if (character < 0x800) {
        text[0] = (char)(0xc0 | character >> 6);
        text[1] = (char)(0x80 | (character & 0x3f));
    } else if (character < 0x10000) {
        text[0] = (char)(0xe0 | character >> 12);
        text[1] = (char)(0x80 | (character >> 6 & 0x3f));
        text[2] = (char)(0x80 | (character & 0x3f));
    } else {
        text[0] = (char)(0xf0 | character >> 18);
        text[1] = (char)(0x80 | (character >> 12 & 0x3f));
        text[2] = (char)(0x80 | (character >> 6 & 0x3f));
        text[3] = (char)(0x80 | (character & 0x3f));
    }
}

/* A character is text where some is being typed, and a key elsewhere. */
static void take_character(GLFWwindow *handle, unsigned character)
{
    window_input *input = input_of(handle);
    viewer_event event = {.kind = VIEWER_EVENT_TYPE};
    if (ui_wants_keyboard(input->interface)) {
        encode(character, event.text);
        session_input(input->running, &event);
    } else if (character >= 'A' && character <= 'Z') {
        strike(input, character - 'A' + 'a', VIEWER_SHIFT);
    } else if (character >= ' ' && character < 127) {
        strike(input, character, 0);
    }
}

/* Coordinates of the window may be larger than pixels. */
static void take_move(GLFWwindow *handle, double x, double y)
{
    int width, height, pixels_x, pixels_y;
    viewer_event event = {.kind = VIEWER_EVENT_MOVE, .x = x, .y = y};
    glfwGetWindowSize(handle, &width, &height);
    glfwGetFramebufferSize(handle, &pixels_x, &pixels_y);
    if (width > 0 && height > 0) {
        event.x = x * pixels_x / width;
        event.y = y * pixels_y / height;
    }
    session_input(input_of(handle)->running, &event);
}

static void take_button(GLFWwindow *handle, int button, int action, int modifiers)
{
    window_input *input = input_of(handle);
    if (button >= 0 && button < 3) {
        const viewer_event event = {.kind = action == GLFW_PRESS ? VIEWER_EVENT_PRESS : VIEWER_EVENT_RELEASE,
                                    .button = (viewer_button)button, /* The numbers of GLFW. */
                                    .modifiers = action == GLFW_PRESS ? modifiers_of(modifiers) : 0};
        input->buttons = action == GLFW_PRESS ? input->buttons | 1u << button : input->buttons & ~(1u << button);
        session_input(input->running, &event);
    }
}

static void take_wheel(GLFWwindow *handle, double x, double y)
{
    const viewer_event event = {.kind = VIEWER_EVENT_WHEEL, .x = x, .y = y};
    session_input(input_of(handle)->running, &event);
}

static void take_drop(GLFWwindow *handle, int count, const char **paths)
{
    for (int i = 0; i < count; i++) {
        viewer_event event = {.kind = VIEWER_EVENT_DROP};
        const size_t length = strlen(paths[i]);
        if (length < sizeof event.text) {
            memcpy(event.text, paths[i], length + 1);
            session_input(input_of(handle)->running, &event);
        }
    }
}

/* A window that is left gets no more releases. */
static void take_focus(GLFWwindow *handle, int is_focused)
{
    window_input *input = input_of(handle);
    for (char letter = 'a'; letter <= 'z' && is_focused == GLFW_FALSE; letter++) {
        hold(input, letter, false);
    }
    for (int i = 0; i < 3 && is_focused == GLFW_FALSE; i++) {
        if ((input->buttons >> i & 1u) != 0) {
            take_button(handle, i, GLFW_RELEASE, 0);
        }
    }
}

static void take_enter(GLFWwindow *handle, int is_inside)
{
    window_input *input = input_of(handle);
    const viewer_event event = {.kind = VIEWER_EVENT_MOVE, .x = -1.0, .y = -1.0};
    if (is_inside == GLFW_FALSE && input->buttons == 0) {
        session_input(input->running, &event);
    }
}

static void take_scale(GLFWwindow *handle, float x, float y)
{
    (void)x;
    (void)y;
    input_of(handle)->has_new_scale = true;
}

void window_input_attach(window_input *input)
{
    glfwSetWindowUserPointer(input->handle, input);
    glfwSetKeyCallback(input->handle, take_key);
    glfwSetCharCallback(input->handle, take_character);
    glfwSetCursorPosCallback(input->handle, take_move);
    glfwSetMouseButtonCallback(input->handle, take_button);
    glfwSetScrollCallback(input->handle, take_wheel);
    glfwSetDropCallback(input->handle, take_drop);
    glfwSetWindowFocusCallback(input->handle, take_focus);
    glfwSetCursorEnterCallback(input->handle, take_enter);
    glfwSetWindowContentScaleCallback(input->handle, take_scale);
}
