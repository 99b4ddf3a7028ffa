/*
 * The watch over loops (loop_watch.glsl); read by C and by GLSL. Its words: how many turns a last short loop shall
 * take, and whether it took fewer.
 */
#ifndef SCREE_VULKAN_WATCH_LAYOUT_H
#define SCREE_VULKAN_WATCH_LAYOUT_H

#define CONSTANT_WATCHES 9 /* Only software GPUs are watched. */
#define BINDING_WATCH 6    /* Shaders of one bind pairs of samples there, and are not watched. */

#define WATCH_TURNS 0
#define WATCH_CUT 1
#define WATCH_WORDS 2

#endif
