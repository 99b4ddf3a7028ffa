#include "screen.h"

#include <stdio.h>
#include <stdlib.h>

#include "vulkan_base.h"

void *screen_create(const screen_class *class, size_t bytes, char *error, size_t error_bytes)
{
    screen *made = calloc(1, bytes);
    if (made != NULL) {
        made->class = class;
    } else {
        snprintf(error, error_bytes, "there is no memory left");
    }
    return made;
}

screen_outcome screen_show(screen *shown, const screen_frame *frame)
{
    return frame->width == 0 || frame->height == 0 ? SCREEN_HIDDEN : shown->class->show(shown, frame);
}

bool screen_read(screen *shown, uint32_t *pixels, size_t count)
{
    return shown->class->read != NULL && shown->class->read(shown, pixels, count);
}

void screen_destroy(screen **shown)
{
    if (*shown != NULL) {
        (*shown)->class->destroy(*shown);
        *shown = NULL;
    }
}

static bool is_wanted(const vulkan_base *base, const scree_device_params *wanted)
{
    return wanted->backend == SCREE_BACKEND_VULKAN ? wanted->index == base->index
                                                   : wanted->backend == SCREE_BACKEND_AUTO && !base->is_software;
}

static bool adopt(stage *made, scree_context *context)
{
    vulkan_base *base = made->shown->vulkan;
    const scree_vulkan_handles handles = vulkan_base_handles(base);
    made->params = (scree_device_params){.backend = SCREE_BACKEND_VULKAN, .index = base->index};
    return scree_vulkan_device_adopt(context, &handles, &made->device) == SCREE_OK;
}

void stage_open(stage *made, screen *shown, scree_context *context, const scree_device_params *wanted)
{
    const vulkan_base *base = shown->vulkan;
    *made = (stage){.shown = shown, .params = *wanted};
    if (base == NULL) {
        return;
    }
    if (is_wanted(base, wanted)) {
        if (!adopt(made, context)) {
            made->device = NULL;
            made->params = *wanted;
            snprintf(made->note, sizeof made->note, "%s shows the pictures, but cannot make them.",
                     base->properties.deviceName);
        }
    } else if (wanted->backend == SCREE_BACKEND_AUTO) {
        /* Faster than the same processor behind Vulkan. */
        made->params = (scree_device_params){.backend = SCREE_BACKEND_CPU, .threads = wanted->threads};
        snprintf(made->note, sizeof made->note, "There is no GPU: the processor makes and draws the pictures.");
    }
}

void stage_close(stage *made)
{
    scree_device_close(&made->device);
    screen_destroy(&made->shown);
}
