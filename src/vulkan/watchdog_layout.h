/*
 * Layout of the loop watchdog's data (loop_watchdog.glsl), read by C and by GLSL. Its words: the iterations that a
 * final short loop must execute, and whether it executed fewer.
 */
#ifndef SCREE_VULKAN_WATCHDOG_LAYOUT_H
#define SCREE_VULKAN_WATCHDOG_LAYOUT_H

#define CONSTANT_HAS_WATCHDOG 9 /* The watchdog runs on software GPUs only. */
#define BINDING_WATCHDOG 6      /* Shaders of one program bind pairs of samples there, and have no watchdog. */

#define WATCHDOG_ITERATIONS 0
#define WATCHDOG_CUT 1
#define WATCHDOG_WORDS 2

#endif
