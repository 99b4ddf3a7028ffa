/*
 * The host knows this of a kind of scenes besides its row in kernels/scene/scene_kinds.h: each has a file of its own in
 * kinds/. Nothing else names a kind.
 */
#ifndef SCREE_SCENE_KIND_DEFINITION_H
#define SCREE_SCENE_KIND_DEFINITION_H

#include <scree/context.h>

#include "scene/scene_kinds.h"
#include "scene_limits.h"
#include "scene_plan.h"
#include "scene_words.h"

typedef struct scree_scene_kind_definition {
    scree_scene_kind_info info;
    scree_scene_preparation preparation;
    /* Checks the numbers that have an effect before colours, light and camera. Errors: SCREE_ERROR_INVALID, logged. */
    scree_result (*check)(scree_context *context, const scree_scene_params *params);
    /* Writes the words that its kernel alone reads, which are zero before. NULL where there are none. */
    void (*write)(const scree_scene_params *params, const scree_scene_data *data, const scree_scene_space *space,
                  uint32_t *words);
} scree_scene_kind_definition;

/* A bit for each of scree_scene_colour. */
#define SCREE_SCENE_ALL_COLOURS 0x1fu

#define SCREE_DECLARE_SCENE_KIND(KIND, name, number, light, arguments) \
    extern const scree_scene_kind_definition scree_scene_kind_##name;
SCREE_SCENE_KINDS(SCREE_DECLARE_SCENE_KIND)
#undef SCREE_DECLARE_SCENE_KIND

/* The number of kinds. */
enum {
#define SCREE_COUNT_SCENE_KIND(KIND, name, number, light, arguments) +1
    SCREE_SCENE_KIND_COUNT = 0 SCREE_SCENE_KINDS(SCREE_COUNT_SCENE_KIND)
#undef SCREE_COUNT_SCENE_KIND
};

/* The definition of a kind; NULL for a number that is not one. */
const scree_scene_kind_definition *scree_scene_kind_definition_of(scree_scene_kind kind);

#endif
