/* The kinds of scenes as the library's users see them: their definitions, in the order of kernels/scene/scene_kinds.h.
 */
#include "choices.h"
#include "scene_kind_definition.h"

#define DEFINITION(KIND, name, number, light, arguments) [SCREE_SCENE_##KIND] = &scree_scene_kind_##name,
static const scree_scene_kind_definition *const kinds[] = {SCREE_SCENE_KINDS(DEFINITION)};

#define NUMBER_IS_PUBLIC(KIND, name, number, light, arguments) \
    _Static_assert(SCREE_SCENE_##KIND == (number), "devices and users number the kinds alike");
SCREE_SCENE_KINDS(NUMBER_IS_PUBLIC)

const scree_scene_kind_definition *scree_scene_kind_definition_of(scree_scene_kind kind)
{
    return (size_t)kind < SCREE_SCENE_KIND_COUNT ? kinds[kind] : NULL;
}

const scree_scene_kind_info *scree_scene_kind_describe(scree_scene_kind kind)
{
    return (size_t)kind < SCREE_SCENE_KIND_COUNT ? &kinds[kind]->info : NULL;
}

bool scree_scene_kind_takes(scree_scene_kind kind, uint32_t parameters)
{
    const scree_scene_kind_info *info = scree_scene_kind_describe(kind);
    return info != NULL && (info->parameters & parameters) != 0;
}

SCREE_DEFINE_CHOICES_BY(scree_scene_kind, scree_scene_kind_describe)
