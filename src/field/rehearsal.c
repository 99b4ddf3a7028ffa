#include "rehearsal.h"

#include <stdlib.h>
#include <string.h>

#include "device_internal.h"

/* The maximum number of programs in an explanation. */
#define LAUNCHES_MOST 32

/* An explanation with room for its programs. */
typedef struct launch_notes {
    scree_explanation explanation; /* The first member, so that both have one address. */
    const scree_launch_info *list[LAUNCHES_MOST];
    scree_launch_info launch[LAUNCHES_MOST];
} launch_notes;

scree_explanation *scree_explanation_create(void)
{
    launch_notes *notes = calloc(1, sizeof *notes);
    if (notes == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < LAUNCHES_MOST; i++) {
        notes->list[i] = &notes->launch[i];
    }
    notes->explanation.launch = notes->list;
    return &notes->explanation;
}

void scree_explanation_free(scree_explanation **explanation)
{
    if (explanation != NULL) {
        free(*explanation);
        *explanation = NULL;
    }
}

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
    launch_notes *notes = (launch_notes *)explanation;
    for (uint32_t i = 0; i < explanation->launch_count; i++) {
        scree_launch_info *known = &notes->launch[i];
        if (is_same(known, launch)) {
            known->launches++;
            if (count_groups(launch) > count_groups(known)) {
                memcpy(known->groups, launch->groups, sizeof known->groups);
            }
            return;
        }
    }
    if (explanation->launch_count < LAUNCHES_MOST) {
        scree_launch_info *added = &notes->launch[explanation->launch_count++];
        *added = *launch;
        added->launches = 1;
    }
}
