/* The parameters of noise by name. */
#ifndef PARAMETER_NAMES_H
#define PARAMETER_NAMES_H

#include <stddef.h>

#include <scree/noise.h>

/* The parameter of a name; NULL where there is none. */
const scree_parameter *parameter_find(const char *name);

/* A parameter's name as that of an option: "gabor-azimuth". */
void parameter_spell(const char *parameter, char *name, size_t size);

#endif
