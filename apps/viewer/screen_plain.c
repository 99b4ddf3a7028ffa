#include "screen.h"

#include <stdio.h>
#include <stdlib.h>

#include <GLFW/glfw3.h>

#ifndef GL_CLAMP_TO_EDGE
#define GL_CLAMP_TO_EDGE 0x812f
#endif

/* Textures of OpenGL have the numbers of those of the user interface; the picture's comes after them. */
#define PICTURE_TEXTURE UI_MAX_TEXTURES

typedef struct plain_screen {
    screen shown;
    GLFWwindow *handle;
    uint64_t versions[UI_MAX_TEXTURES + 1]; /* The version of the pixels in each texture; 0 = none. */
} plain_screen;

static void bind(plain_screen *plain, uint32_t number, const ui_texture *texture, uint64_t version, bool is_smooth)
{
    const GLint filter = is_smooth ? GL_LINEAR : GL_NEAREST;
    glBindTexture(GL_TEXTURE_2D, number);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    if (plain->versions[number] != version) {
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, (GLsizei)texture->width, (GLsizei)texture->height, 0, GL_RGBA,
                     GL_UNSIGNED_BYTE, texture->pixels);
        plain->versions[number] = version;
    }
}

/* No matrix is set: the window goes from -1 to 1. */
static void draw_picture(plain_screen *plain, const screen_frame *frame)
{
    static const float corners[4][2] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
    const float left = 2.0f * (float)frame->picture_left / (float)frame->width - 1.0f;
    const ui_texture texture = {frame->pixels, frame->picture_width, frame->picture_height, 0};
    bind(plain, PICTURE_TEXTURE, &texture, frame->number,
         frame->picture_width != frame->width || frame->picture_height != frame->height);
    glColor4f(1.0f, 1.0f, 1.0f, 1.0f);
    glBegin(GL_QUADS);
    for (int i = 0; i < 4; i++) {
        glTexCoord2fv(corners[i]);
        glVertex2f(left + 2.0f * corners[i][0], 1.0f - 2.0f * corners[i][1]);
    }
    glEnd();
}

static void draw_interface(plain_screen *plain, const ui *interface)
{
    ui_texture texture;
    for (uint32_t i = 0; ui_texture_at(interface, i, &texture); i++) {
        bind(plain, i, &texture, texture.version, true);
    }
    ui_draw_by_opengl();
}

static screen_outcome show(screen *shown, const screen_frame *frame)
{
    plain_screen *plain = (plain_screen *)shown;
    glViewport(0, 0, (GLsizei)frame->width, (GLsizei)frame->height);
    glClearColor((float)(frame->background & 255u) / 255.0f, (float)(frame->background >> 8 & 255u) / 255.0f,
                 (float)(frame->background >> 16 & 255u) / 255.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    if (frame->pixels != NULL && frame->picture_width != 0) {
        draw_picture(plain, frame);
    }
    if (frame->drawing != NULL) {
        draw_interface(plain, frame->interface);
    }
    glfwSwapBuffers(plain->handle);
    if (glGetError() == GL_OUT_OF_MEMORY) {
        snprintf(shown->error, sizeof shown->error, "OpenGL has no memory left");
        return SCREEN_LOST;
    }
    return SCREEN_SHOWN;
}

/* The textures end with the window's context. */
static void destroy(screen *shown)
{
    free(shown);
}

static const screen_class plain_class = {.show = show, .destroy = destroy};

screen *screen_plain_open(GLFWwindow *handle, char *error, size_t error_bytes)
{
    plain_screen *plain = screen_create(&plain_class, sizeof *plain, error, error_bytes);
    if (plain == NULL) {
        return NULL;
    }
    plain->handle = handle;
    glfwMakeContextCurrent(handle);
    glfwSwapInterval(1);
    glEnable(GL_TEXTURE_2D);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    const GLubyte *renderer = glGetString(GL_RENDERER);
    snprintf(plain->shown.name, sizeof plain->shown.name, "OpenGL (%.150s), without Vulkan",
             renderer == NULL ? "unknown" : (const char *)renderer);
    return &plain->shown;
}
