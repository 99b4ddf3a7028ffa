/* Numbers about fields: their range, errors between two of them, and digests of their samples. */
#ifndef VIEWER_FIGURES_H
#define VIEWER_FIGURES_H

#include "sampling_job.h"
#include "viewer_types.h"

/*
 * The least and greatest sample of a field on a coarse grid over the region of its recipe, so that it does not depend
 * on where a view is. Of a file, those of all samples. At once, on the calling thread.
 */
scree_result figures_field_range(scree_context *context, const viewer_source *source, scree_scene_kind scene,
                                 scree_range *range);

/* The threshold above which about a third of the samples of a volume lie, likewise. */
scree_result figures_usual_threshold(scree_context *context, const viewer_source *source, double *threshold);

/* Errors between the samples of two jobs; false where these have other counts, or are not to be had. */
bool figures_compare(const struct sampling_job *first, const struct sampling_job *second, struct difference *found);

/* SHA-256 of a small grid of a recipe's field: on the device, and by the CPU on the calling thread. */
scree_result figures_digests(const struct render_context *render, const viewer_source *source, char digests[2][65]);

#endif
