/*
 * Where pictures are shown: a window by Vulkan, an image in memory by Vulkan for machines without any window, or a
 * window by plain OpenGL of version 1.1 or later. All show the pixels of the viewer, scaled to the size of the area
 * where their number differs, and the user interface over them.
 */
#ifndef VIEWER_SCREEN_H
#define VIEWER_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/device.h>

#include "ui.h"

/* One frame. */
typedef struct screen_frame {
    uint32_t width, height; /* The area in pixels. With a side of 0 nothing is shown. */
    uint32_t background;    /* The colour without a picture, as vertices have it. */
    /* The picture, RGBA with red in the lowest byte, rows without gaps: a VkBuffer of the screen's device, or memory.
     */
    uint64_t buffer;
    const uint32_t *pixels;
    uint32_t picture_width, picture_height; /* 0 = there is no picture. */
    uint32_t picture_left;                  /* Pixels of the area by which the picture is shifted to the right. */
    uint64_t number;                        /* Another one for each picture. */
    const ui *interface;                    /* Has the textures of the drawing. */
    const ui_drawing *drawing;              /* NULL = none. */
} screen_frame;

typedef enum screen_outcome {
    SCREEN_SHOWN,
    SCREEN_HIDDEN, /* The area has no pixels. */
    SCREEN_LOST    /* Nothing can be shown any more: destroy the screen, and use another one. `error` says why. */
} screen_outcome;

typedef struct screen screen;
struct GLFWwindow;

typedef struct screen_class {
    screen_outcome (*show)(screen *shown, const screen_frame *frame);
    /* NULL where pixels cannot be read back. */
    bool (*read)(screen *shown, uint32_t *pixels, size_t count);
    void (*destroy)(screen *shown);
} screen_class;

/* The beginning of each kind of screen. */
struct screen {
    const screen_class *class;
    char name[192];  /* For people: the device that shows, and how. */
    char error[256]; /* Why it was lost, or could not be opened. */
    /* The Vulkan device that shows, which the library may share; it lives as long as the screen. NULL without Vulkan.
     */
    struct vulkan_base *vulkan;
};

/*
 * A window of GLFW by the Vulkan device of a number, or the best one for -1. NULL where there is none, and `error` says
 * why. The number counts all devices of the loader, as scree_device_params does.
 */
screen *screen_vulkan_open(struct GLFWwindow *handle, int32_t index, char *error, size_t error_bytes);
/* An image in memory, by the same device. Its pixels can be read. */
screen *screen_offscreen_open(int32_t index, char *error, size_t error_bytes);
/* A window of GLFW by OpenGL, without Vulkan. NULL without memory. */
screen *screen_plain_open(struct GLFWwindow *handle, char *error, size_t error_bytes);

/* For those functions: zeroed memory of a kind of screen, which begins with a `screen`; NULL and a message without. */
void *screen_create(const screen_class *class, size_t bytes, char *error, size_t error_bytes);

screen_outcome screen_show(screen *shown, const screen_frame *frame);
/* Reads what was shown last, row by row. False where the screen cannot, or where `count` is not its number of pixels.
 */
bool screen_read(screen *shown, uint32_t *pixels, size_t count);
/* The devices and buffers of the library that share the screen's device are closed before. */
void screen_destroy(screen **shown);

/* A screen together with the device of the library that works on it, where the screen's Vulkan device is used for both.
 */
typedef struct stage {
    screen *shown;              /* Owned. */
    scree_device *device;       /* The screen's device as one of the library's, owned; NULL = another one is used. */
    scree_device_params params; /* The device to open where `device` is NULL; otherwise, what it would be. */
    char note[320];             /* A notice for people, such as why there is no GPU; empty where there is nothing. */
} stage;

/*
 * Decides who makes and draws pictures on a screen, which becomes the stage's: the screen's own device, if it is the
 * one that is wanted, or for SCREE_BACKEND_AUTO if it is a GPU. A Vulkan device that is the processor only shows what
 * the CPU device makes, unless it was asked for.
 */
void stage_open(stage *made, screen *shown, scree_context *context, const scree_device_params *wanted);
/* Everything that uses the device is destroyed before. */
void stage_close(stage *made);

#endif
