/* Fields on the caller's thread by a session, for types whose samples depend on one another or come in runs. */
#ifndef SCREE_SESSION_FILL_H
#define SCREE_SESSION_FILL_H

#include "field_type.h"

/* The `fill` of such a type: by the thread's own device (at_once.h). Everything is computed even if only the range is
   wanted. */
scree_result scree_fill_by_session(const scree_field *field, const scree_grid *grid, float *out, uint32_t *nearest,
                                   scree_range *range);

#endif
