#include "rehearsal.h"

#include <string.h>

#include "device_internal.h"

void scree_rehearsal_begin(scree_device *device, scree_explanation *explanation)
{
    device->rehearsal = explanation;
    device->functions->rehearse(device, true);
}

void scree_rehearsal_end(scree_device *device)
{
    device->functions->rehearse(device, false);
    device->rehearsal = NULL;
}

static bool is_same(const scree_launch_info *a, const scree_launch_info *b)
{
    return strcmp(a->name, b->name) == 0 && memcmp(a->threads, b->threads, sizeof a->threads) == 0 &&
           a->shared_bytes == b->shared_bytes && a->registers == b->registers;
}

static uint64_t count_groups(const scree_launch_info *launch)
{
    return (uint64_t)launch->groups[0] * launch->groups[1] * launch->groups[2];
}

void scree_rehearsal_note(scree_explanation *explanation, const scree_launch_info *launch)
{
    for (uint32_t i = 0; i < explanation->launch_count; i++) {
        scree_launch_info *known = &explanation->launch[i];
        if (is_same(known, launch)) {
            known->launches++;
            if (count_groups(launch) > count_groups(known)) {
                memcpy(known->groups, launch->groups, sizeof known->groups);
            }
            return;
        }
    }
    if (explanation->launch_count < SCREE_MAX_LAUNCH_INFOS) {
        scree_launch_info *added = &explanation->launch[explanation->launch_count++];
        *added = *launch;
        added->launches = 1;
    }
}
