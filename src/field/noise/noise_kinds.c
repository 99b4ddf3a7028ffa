/* The kinds of noise as the library's users see them: their definitions, in the order of kernels/noise/noise_kinds.h.
 */
#include "choices.h"
#include "context_internal.h"
#include "noise_kind_definition.h"

#define DEFINITION(KIND, name, number, traits, sample, min_axes, max_axes) [SCREE_NOISE_##KIND] = &scree_kind_##name,
static const scree_noise_kind_definition *const kinds[] = {SCREE_NOISE_KINDS(DEFINITION)};

#define NUMBER_IS_PUBLIC(KIND, name, number, traits, sample, min_axes, max_axes) \
    _Static_assert(SCREE_NOISE_##KIND == (number), "kernels and users number the kinds alike");
SCREE_NOISE_KINDS(NUMBER_IS_PUBLIC)

const scree_noise_kind_definition *scree_noise_kind_definition_of(scree_noise_kind kind)
{
    return (size_t)kind < SCREE_KIND_COUNT ? kinds[kind] : NULL;
}

scree_result scree_noise_kind_check_axes(scree_context *context, const char *parameter,
                                         const scree_noise_kind_info *kind, uint32_t axes)
{
    if (kind->min_axes == kind->max_axes && axes != kind->min_axes) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is %s and axes is %u; it needs %u axes", parameter,
                          kind->name, axes, kind->min_axes);
    }
    if (axes < kind->min_axes || axes > kind->max_axes) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is %s and axes is %u; it needs %u to %u axes", parameter,
                          kind->name, axes, kind->min_axes, kind->max_axes);
    }
    return SCREE_OK;
}

const scree_noise_kind_info *scree_noise_kind_describe(scree_noise_kind kind)
{
    return (size_t)kind < SCREE_KIND_COUNT ? &kinds[kind]->info : NULL;
}

SCREE_DEFINE_CHOICES_BY(scree_noise_kind, scree_noise_kind_describe)
