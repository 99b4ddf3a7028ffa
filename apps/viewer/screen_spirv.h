/* The shaders of screen.vert and screen.frag, compiled by the build; the sizes are in bytes. */
#ifndef VIEWER_SCREEN_SPIRV_H
#define VIEWER_SCREEN_SPIRV_H

#include <stddef.h>
#include <stdint.h>

const uint32_t *screen_spirv_vert(size_t *bytes);
const uint32_t *screen_spirv_frag(size_t *bytes);

#endif
