/* Sessions of particles, the same for all devices: a box of particles is started, moved in a buffer of the device, and
 * read back. */
#ifndef SCREE_PARTICLE_SESSION_H
#define SCREE_PARTICLE_SESSION_H

#include "device_internal.h"

scree_result scree_particle_session_create(scree_device *device, const scree_field_plan *plan,
                                           const scree_delivery *delivery, scree_progress *progress,
                                           scree_session **session);
scree_division scree_particle_session_divide(const scree_session *session);
void scree_particle_session_lend(scree_session *session, uint32_t slot, float **values, void **data);
scree_result scree_particle_session_start(scree_session *session, uint32_t slot, const scree_box *box,
                                          const scree_target *target, scree_progress *progress);
scree_result scree_particle_session_finish(scree_session *session, uint32_t slot, scree_progress *progress,
                                           scree_range *range);
void scree_particle_session_destroy(scree_session **session);
uint64_t scree_particle_session_bytes(const scree_session *session);

/* A device's functions for particles, with its own for runs. */
#define SCREE_PARTICLE_FUNCTIONS(function)                                                  \
    {                                                                                       \
        .create = scree_particle_session_create, .division = scree_particle_session_divide, \
        .memory = scree_particle_session_lend, .start = scree_particle_session_start,       \
        .finish = scree_particle_session_finish, .destroy = scree_particle_session_destroy, \
        .bytes = scree_particle_session_bytes, .run = function,                             \
    }

#endif
