/* Members of the JSON that says how a picture was made; each begins with a comma. */
#ifndef SCREE_PICTURE_TEXT_H
#define SCREE_PICTURE_TEXT_H

#include <scree/particles.h>

#include "text_builder.h"

void scree_picture_text_number(scree_text *text, const char *name, double value);
void scree_picture_text_numbers(scree_text *text, const char *name, const double *values, uint32_t count);

/* The member "camera", an object. */
void scree_picture_text_camera(scree_text *text, const scree_camera *camera);

#endif
