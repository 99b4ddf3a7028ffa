/* Playing recorded events without a window. */
#ifndef VIEWER_PLAY_H
#define VIEWER_PLAY_H

#include "viewer.h"

/* The time from frame to frame of a recording. */
#define PLAY_FRAME_SECONDS (1.0 / 60)
/* Bytes of the path of a picture. */
#define PLAY_PATH 4096

/* Receives a picture that a recording keeps; false and a message in `text` ends the replay. */
typedef bool play_keeper(void *user, viewer *self, const char *name, uint32_t width, uint32_t height, char *text,
                         size_t size);

/*
 * Plays a recording. `frame` stands for a sixtieth of a second. False and a message, with file and line, on an error.
 * `keep` may be NULL.
 */
bool play_events(viewer *self, const char *path, play_keeper *keep, void *user, uint32_t width, uint32_t height,
                 char *text, size_t size);

/* Makes the path FOLDER/NAME.png. False and a message where the name is none of a file in the folder. */
bool play_find_path(const char *folder, const char *name, char path[PLAY_PATH], char *text, size_t size);

/* Keeps pictures there; `user` is the folder. */
bool play_keep_file(void *user, viewer *self, const char *name, uint32_t width, uint32_t height, char *text,
                    size_t size);

#endif
