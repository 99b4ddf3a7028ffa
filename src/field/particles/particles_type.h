/* Particles as a field type, whose part of fields and of plans are complete parameters. */
#ifndef SCREE_PARTICLES_TYPE_H
#define SCREE_PARTICLES_TYPE_H

#include <scree/particles.h>

#include "field_type.h"

extern const scree_field_type scree_particles_type;

#endif
