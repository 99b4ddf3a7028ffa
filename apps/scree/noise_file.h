/* Descriptions of noise and of what is made of it, and files of that which are no samples of a grid. */
#ifndef NOISE_FILE_H
#define NOISE_FILE_H

#include "digest.h"
#include "field_type.h"
#include "noise_options.h"
#include "request.h"

/* A description as JSON from which the noise, or what is made of it, can be made again; NULL without memory. That of an
   expression is its text or, as a recipe, the graph. Free it as a text of a recipe. `points` is NULL, or has no path,
   for a grid. */
char *noise_describe(const struct request *request, const struct noise_points *points, bool is_recipe);

/* How a writer describes the samples of a request: noise by its recipe, and a field of an expression by a volume, which
   is filled in. The other pointer becomes NULL. */
void noise_file_contents(const struct request *request, scree_volume *volume, const scree_recipe **by_recipe,
                         const scree_volume **by_volume);

/* Opens a file for a volume of what is made of noise, and adds key and metadata. */
scree_result noise_file_open(const struct field_request *field, const char *path, const struct request *request,
                             const struct noise_points *points, scree_volume volume, scree_writer **writer);

/* A file or the digest of a surface, which receives slabs of samples with derivatives. */
struct surface_file {
    const struct surface *surface;
    const scree_recipe *recipe;
    scree_writer *writer;  /* NULL without a file. */
    struct digest *digest; /* NULL without one. */
    void *made;            /* Numbers of a part of a slab; owned. */
    scree_result result;   /* SCREE_OK, or the error that ended the writing. */
};

/* Begins without a file. It is closed in any case. */
scree_result surface_file_begin(const struct surface *surface, const scree_recipe *recipe, struct surface_file *file);

/* Opens a file for the surface of a request. It is closed in any case. */
scree_result surface_file_open(const struct field_request *field, const char *path, const struct request *request,
                               struct surface_file *file);

/* Appends samples to the file, with their derivatives. */
scree_result surface_file_write(struct surface_file *file, const float *samples, uint64_t count);

/* Appends a slab to the file, a struct surface_file. */
void surface_file_take(void *file, const scree_slab *slab);

/* Completes the file, and adds its writer to a list. */
scree_result surface_file_complete(void *file, scree_writer **writers, size_t *count);

void surface_file_close(struct surface_file *file);

#endif
