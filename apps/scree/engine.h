/* The library as the command uses it: a context whose messages become the command's, and an open device. */
#ifndef ENGINE_H
#define ENGINE_H

#include <stdbool.h>

#include <scree/scree.h>

#include "estimate.h"
#include "options.h"

/* More than any machine has. */
#define DEVICES_MOST 64

struct explanation;

struct engine {
    scree_context *context;
    scree_device *device;            /* NULL until engine_open_device(). */
    struct explanation *explanation; /* With --explain: what is filled in instead of making fields and files
                                        (explain.h); NULL otherwise. */
    bool quiet;                      /* Drop warnings. */
    char *error; /* The library's first message since engine_forget(): the cause of a failure, not its
                    consequences. */
    char *notes; /* Its other messages, a line each. Both are NULL while there is none. */
};

/* One device, or several that are to work as one. */
struct device_choice {
    scree_device_params params[SCREE_MAX_MEMBERS];
    uint32_t count;
};

/* These print a message and return an exit code when they fail. The engine must not move while it is open. */
int engine_start(struct engine *engine, bool quiet);
int engine_open_device(struct engine *engine, const struct device_choice *choice);

/*
 * The device that the options choose. Refuses, naming the option, a device or a level that is not available. GPUs that
 * are named are left to engine_open_device(), because looking for them starts every driver.
 */
int engine_choose_device(struct engine *engine, const struct arguments *arguments, struct device_choice *choice);

/* Opens the device that the options ask for, or that suits the work where they leave the choice, and describes it. */
int engine_open_chosen(struct engine *engine, const struct arguments *arguments, const struct work *work,
                       scree_device_info *info);

/* The library's message about a subject, such as "there is no driver" about "vulkan"; false where there was none. */
bool engine_find_note(const struct engine *engine, const char *subject, char *text, size_t size);

/* Why a call of the library failed. */
const char *engine_reason(const struct engine *engine, scree_result result);

/* Appends a hint to the error. */
void engine_add_hint(struct engine *engine, const char *hint);

/* Prints that, and returns the exit code for it. */
int engine_fail(struct engine *engine, scree_result result);

void engine_forget(struct engine *engine);
void engine_stop(struct engine *engine);

#endif
