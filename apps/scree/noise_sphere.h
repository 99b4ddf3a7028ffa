/* --projection: the surface of a sphere, cut from a field of three axes. */
#ifndef NOISE_SPHERE_H
#define NOISE_SPHERE_H

#include "field_type.h"
#include "request.h"

/* Refuses a video, which a picture of a sphere is none: prints one line and returns an exit code then. */
int noise_sphere_check(const struct field_request *field);

/* Evaluates the field on the sphere, on the engine's device, with its file. */
int noise_sphere_run(const struct field_request *field, const struct request *request);

#endif
