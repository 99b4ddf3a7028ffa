/* Outputs of a field in files of their own, which one run makes. */
#ifndef NOISE_OUTPUTS_H
#define NOISE_OUTPUTS_H

#include "field_type.h"
#include "request.h"

/* An output and its file. */
struct noise_output {
    scree_field *field; /* The output by itself. Owned, as the path is. */
    char *path;
    const char *name;
    uint32_t first; /* Its first channel of the whole field, */
    uint32_t channels;
    scree_range bound;    /* The interval that contains all of its channels. */
    scree_range measured; /* Their least and greatest value, */
    scree_range mapped;   /* and the interval that the file's type maps. */
};

struct noise_outputs {
    struct noise_output output[SCREE_MAX_OUTPUT_CHANNELS];
    uint32_t count; /* 0 where all samples are in one file, or in none. */
};

/* Finds the files of a request whose file cannot hold several outputs, or has a place for their names. Prints one line
   and returns an exit code other than 0 on an error. */
int noise_outputs_find(const struct field_request *field, const struct request *request, struct noise_outputs *outputs);

/* Makes all files, of which there are some. All get their names, or none does. Prints one line and returns an exit code
   when something is wrong. */
int noise_outputs_run(const struct field_request *field, const struct request *request, struct noise_outputs *outputs);

/* Fills in the line that reports the files, and adds a member of JSON about them. */
void noise_outputs_complete_line(const struct noise_outputs *outputs, struct field_line *line);
void noise_outputs_emit(const struct noise_outputs *outputs, struct json_writer *json);

void noise_outputs_clear(struct noise_outputs *outputs);

#endif
