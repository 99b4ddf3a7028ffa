/*
 * Layout of the loop watchdog's data (loop_watch.glsl), read by C and by GLSL. Its words: the iterations that a final
 * short loop must execute, and whether it executed fewer.
 */
#ifndef SCREE_VULKAN_WATCH_LAYOUT_H
#define SCREE_VULKAN_WATCH_LAYOUT_H

#define CONSTANT_WATCHES 9 /* The watchdog runs on software GPUs only. */
#define BINDING_WATCH 6    /* Shaders of one program bind pairs of samples there, and have no watchdog. */

#define WATCH_TURNS 0
#define WATCH_CUT 1
#define WATCH_WORDS 2

#endif
