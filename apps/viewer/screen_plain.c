#include "screen_plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <GL/gl.h>

#ifndef GL_CLAMP_TO_EDGE
#define GL_CLAMP_TO_EDGE 0x812f
#endif

/* Functions of OpenGL 1.1: type of the result, name, parameters. */
#define FUNCTIONS(X)                                                                                   \
    X(void, BindTexture, (GLenum, GLuint))                                                             \
    X(void, BlendFunc, (GLenum, GLenum))                                                               \
    X(void, Clear, (GLbitfield))                                                                       \
    X(void, ClearColor, (GLfloat, GLfloat, GLfloat, GLfloat))                                          \
    X(void, ColorPointer, (GLint, GLenum, GLsizei, const void *))                                      \
    X(void, DeleteTextures, (GLsizei, const GLuint *))                                                 \
    X(void, Disable, (GLenum))                                                                         \
    X(void, DrawElements, (GLenum, GLsizei, GLenum, const void *))                                     \
    X(void, Enable, (GLenum))                                                                          \
    X(void, EnableClientState, (GLenum))                                                               \
    X(void, GenTextures, (GLsizei, GLuint *))                                                          \
    X(GLenum, GetError, (void))                                                                        \
    X(const GLubyte *, GetString, (GLenum))                                                            \
    X(void, LoadIdentity, (void))                                                                      \
    X(void, MatrixMode, (GLenum))                                                                      \
    X(void, Ortho, (GLdouble, GLdouble, GLdouble, GLdouble, GLdouble, GLdouble))                       \
    X(void, Scissor, (GLint, GLint, GLsizei, GLsizei))                                                 \
    X(void, TexCoordPointer, (GLint, GLenum, GLsizei, const void *))                                   \
    X(void, TexImage2D, (GLenum, GLint, GLint, GLsizei, GLsizei, GLint, GLenum, GLenum, const void *)) \
    X(void, TexParameteri, (GLenum, GLenum, GLint))                                                    \
    X(void, VertexPointer, (GLint, GLenum, GLsizei, const void *))                                     \
    X(void, Viewport, (GLint, GLint, GLsizei, GLsizei))

typedef struct plain_screen {
    screen shown;
    void (*swap)(void *user);
    void *user;
    GLuint textures[UI_MAX_TEXTURES + 1]; /* The last is that of the picture. */
    uint64_t versions[UI_MAX_TEXTURES + 1];
    uint32_t width, height;
    struct {
#define MEMBER(result, name, parameters) result(APIENTRY *name) parameters;
        FUNCTIONS(MEMBER)
#undef MEMBER
    } gl;
} plain_screen;

static void upload(plain_screen *plain, uint32_t number, const ui_texture *texture, uint64_t version, bool is_smooth)
{
    const GLint filter = is_smooth ? GL_LINEAR : GL_NEAREST;
    plain->gl.BindTexture(GL_TEXTURE_2D, plain->textures[number]);
    plain->gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    plain->gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    if (plain->versions[number] != version) {
        plain->gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        plain->gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        plain->gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, (GLsizei)texture->width, (GLsizei)texture->height, 0, GL_RGBA,
                             GL_UNSIGNED_BYTE, texture->pixels);
        plain->versions[number] = version;
    }
}

static void upload_all(plain_screen *plain, const screen_frame *frame)
{
    ui_texture texture;
    for (uint32_t i = 0; frame->drawing != NULL && ui_texture_at(frame->interface, i, &texture); i++) {
        upload(plain, i, &texture, texture.version, true);
    }
    if (frame->pixels != NULL && frame->picture_width != 0) {
        texture = (ui_texture){frame->pixels, frame->picture_width, frame->picture_height, 0};
        upload(plain, UI_MAX_TEXTURES, &texture, frame->number,
               frame->picture_width != frame->width || frame->picture_height != frame->height);
    }
}

static void set_up(plain_screen *plain, const screen_frame *frame)
{
    plain->gl.Viewport(0, 0, (GLsizei)frame->width, (GLsizei)frame->height);
    plain->gl.Disable(GL_SCISSOR_TEST);
    plain->gl.ClearColor((float)(frame->background & 255u) / 255.0f, (float)(frame->background >> 8 & 255u) / 255.0f,
                         (float)(frame->background >> 16 & 255u) / 255.0f, 1.0f);
    plain->gl.Clear(GL_COLOR_BUFFER_BIT);
    plain->gl.MatrixMode(GL_PROJECTION);
    plain->gl.LoadIdentity();
    plain->gl.Ortho(0.0, frame->width, frame->height, 0.0, -1.0, 1.0);
    plain->gl.MatrixMode(GL_MODELVIEW);
    plain->gl.LoadIdentity();
    plain->gl.Enable(GL_BLEND);
    plain->gl.BlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    plain->gl.Enable(GL_TEXTURE_2D);
    plain->gl.Enable(GL_SCISSOR_TEST);
    plain->gl.EnableClientState(GL_VERTEX_ARRAY);
    plain->gl.EnableClientState(GL_TEXTURE_COORD_ARRAY);
    plain->gl.EnableClientState(GL_COLOR_ARRAY);
}

static void draw(plain_screen *plain, const ui_command *command, const ui_vertex *vertices, const uint16_t *indices)
{
    const GLsizei stride = sizeof *vertices;
    const GLint left = (GLint)command->left;
    const GLint top = (GLint)command->top;
    plain->gl.BindTexture(GL_TEXTURE_2D, plain->textures[command->texture]);
    plain->gl.Scissor(left, (GLint)plain->height - (GLint)command->bottom, (GLint)command->right - left,
                      (GLint)command->bottom - top);
    plain->gl.VertexPointer(2, GL_FLOAT, stride, &vertices[command->first_vertex].x);
    plain->gl.TexCoordPointer(2, GL_FLOAT, stride, &vertices[command->first_vertex].u);
    plain->gl.ColorPointer(4, GL_UNSIGNED_BYTE, stride, &vertices[command->first_vertex].colour);
    plain->gl.DrawElements(GL_TRIANGLES, (GLsizei)command->index_count, GL_UNSIGNED_SHORT,
                           indices + command->first_index);
}

static void draw_picture(plain_screen *plain, const screen_frame *frame)
{
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    const float left = (float)frame->picture_left;
    const float right = left + (float)frame->width;
    const float bottom = (float)frame->height;
    const ui_vertex corners[4] = {{left, 0.0f, 0.0f, 0.0f, 0xffffffffu},
                                  {right, 0.0f, 1.0f, 0.0f, 0xffffffffu},
                                  {right, bottom, 1.0f, 1.0f, 0xffffffffu},
                                  {left, bottom, 0.0f, 1.0f, 0xffffffffu}};
    const ui_command command = {
        .texture = UI_MAX_TEXTURES, .index_count = 6, .right = (float)frame->width, .bottom = bottom};
    draw(plain, &command, corners, indices);
}

static screen_outcome show(screen *shown, const screen_frame *frame)
{
    plain_screen *plain = (plain_screen *)shown;
    plain->width = frame->width;
    plain->height = frame->height;
    upload_all(plain, frame);
    set_up(plain, frame);
    if (frame->pixels != NULL && frame->picture_width != 0) {
        draw_picture(plain, frame);
    }
    for (uint32_t i = 0; frame->drawing != NULL && i < frame->drawing->command_count; i++) {
        draw(plain, &frame->drawing->commands[i], frame->drawing->vertices, frame->drawing->indices);
    }
    plain->swap(plain->user);
    if (plain->gl.GetError() == GL_OUT_OF_MEMORY) {
        snprintf(shown->error, sizeof shown->error, "OpenGL has no memory left");
        return SCREEN_LOST;
    }
    return SCREEN_SHOWN;
}

static void destroy(screen *shown)
{
    plain_screen *plain = (plain_screen *)shown;
    plain->gl.DeleteTextures(UI_MAX_TEXTURES + 1, plain->textures);
    free(plain);
}

static const screen_class plain_class = {.show = show, .destroy = destroy};

/* The name of a function that is missing, or NULL. */
static const char *find_functions(plain_screen *plain, screen_function (*find)(const char *name))
{
    const char *missing = NULL;
    screen_function found;
#define FIND(result, name, parameters)              \
    found = find("gl" #name);                       \
    missing = found == NULL ? "gl" #name : missing; \
    memcpy(&plain->gl.name, &found, sizeof found);
    FUNCTIONS(FIND)
#undef FIND
    return missing;
}

screen *screen_plain_open(screen_function (*find)(const char *name), void (*swap)(void *user), void *user, char *error,
                          size_t error_bytes)
{
    plain_screen *plain = calloc(1, sizeof *plain);
    if (plain == NULL) {
        snprintf(error, error_bytes, "there is no memory left");
        return NULL;
    }
    const char *missing = find_functions(plain, find);
    if (missing != NULL) {
        snprintf(error, error_bytes, "OpenGL lacks %s", missing);
        free(plain);
        return NULL;
    }
    plain->shown.class = &plain_class;
    plain->swap = swap;
    plain->user = user;
    plain->gl.GenTextures(UI_MAX_TEXTURES + 1, plain->textures);
    const GLubyte *renderer = plain->gl.GetString(GL_RENDERER);
    snprintf(plain->shown.name, sizeof plain->shown.name, "OpenGL (%.150s), without Vulkan",
             renderer == NULL ? "unknown" : (const char *)renderer);
    return &plain->shown;
}
