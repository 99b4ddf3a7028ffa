/* Reports of `scree sdf`: on stderr for people, as JSON, and in the metadata of its files. */
#ifndef SDF_REPORT_H
#define SDF_REPORT_H

#include "sdf_outcome.h"
#include "sdf_request.h"
#include "sdf_source.h"

/* The parameters as a JSON object whose lines, except the first, are indented; allocated, NULL if memory runs out. */
char *sdf_metadata(const struct sdf_request *request, const struct sdf_source *source, unsigned indent);

void sdf_report_line(const struct sdf_request *request, const struct sdf_source *source,
                     const struct sdf_outcome *outcome);
void sdf_report_warnings(const struct sdf_source *source, const struct sdf_outcome *outcome);
/* Prints the comparison of --compare on stdout. */
void sdf_report_comparison(const struct sdf_request *request, const struct sdf_outcome *outcome);
/* Returns an exit code, after a message where it is not 0. */
int sdf_report_json(const struct sdf_request *request, const struct sdf_source *source,
                    const struct sdf_outcome *outcome);

#endif
