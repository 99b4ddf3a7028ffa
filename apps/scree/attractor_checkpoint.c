#include "attractor.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <nettle/sha2.h>

#include "../../src/formats/recipe_internal.h"
#include "command.h"
#include "message.h"

/* "SCREECP1"; a machine of the other byte order reads another number. */
#define MAGIC UINT64_C(0x3150434545524353)

struct header {
    uint64_t magic;
    uint8_t digest[SHA256_DIGEST_SIZE];  /* SHA-256 of the parameters that determine the sums. */
    uint8_t content[SHA256_DIGEST_SIZE]; /* SHA-256 of the members below and of the sums. */
    uint64_t next;
    uint64_t lost;
};

/* The counts, and the sums behind them where there are any. */
static size_t density_bytes(const struct attractor *cloud)
{
    return attractor_picture_planes(&cloud->picture) * sizeof(uint64_t);
}

/* The numbers of a picture, which no recipe has. */
static void add_splat(struct sha256_ctx *hash, const struct attractor *cloud)
{
    const scree_splat_params *splat = &cloud->picture.splat;
    const scree_camera *camera = &splat->camera;
    const double reals[] = {splat->colour_min, splat->colour_max,     camera->centre[0], camera->centre[1],
                            camera->centre[2], camera->azimuth,       camera->elevation, camera->roll,
                            camera->distance,  camera->field_of_view, camera->extent,    splat->quad_size};
    const uint64_t wholes[] = {scree_output_revision(),
                               cloud->picture.density.width,
                               cloud->picture.density.height,
                               cloud->picture.splat.supersample,
                               (uint64_t)splat->shape,
                               (uint64_t)splat->colour,
                               splat->every,
                               cloud->params.first_step};
    sha256_update(hash, sizeof reals, (const uint8_t *)reals);
    sha256_update(hash, sizeof wholes, (const uint8_t *)wholes);
}

/* False without memory. */
static bool digest_request(const struct attractor *cloud, uint8_t digest[SHA256_DIGEST_SIZE])
{
    const scree_particle_params recipe = attractor_recipe(cloud);
    char *text = scree_particles_describe(&recipe, 0);
    struct sha256_ctx hash;
    if (text == NULL) {
        return false;
    }
    sha256_init(&hash);
    sha256_update(&hash, strlen(text), (const uint8_t *)text);
    add_splat(&hash, cloud);
    sha256_digest(&hash, SHA256_DIGEST_SIZE, digest);
    scree_recipe_text_free(&text);
    return true;
}

static void digest_content(const struct attractor *cloud, const struct header *header,
                           uint8_t digest[SHA256_DIGEST_SIZE])
{
    const uint64_t numbers[] = {header->next, header->lost};
    struct sha256_ctx hash;
    sha256_init(&hash);
    sha256_update(&hash, sizeof numbers, (const uint8_t *)numbers);
    sha256_update(&hash, density_bytes(cloud), (const uint8_t *)cloud->picture.density.counts);
    sha256_digest(&hash, SHA256_DIGEST_SIZE, digest);
}

static int refuse(const char *path, const char *reason)
{
    message_error("--checkpoint %s: %s", path, reason);
    return EXIT_CODE_FAILED;
}

static bool read_density(const struct attractor *cloud, FILE *stream)
{
    const size_t bytes = density_bytes(cloud);
    return fread(cloud->picture.density.counts, 1, bytes, stream) == bytes && fgetc(stream) == EOF;
}

static int read_file(struct attractor *cloud, FILE *stream, uint64_t *next)
{
    const char *path = cloud->checkpoint;
    struct header header;
    uint8_t digest[SHA256_DIGEST_SIZE];
    if (fread(&header, sizeof header, 1, stream) != 1 || header.magic != MAGIC) {
        return refuse(path, "this is no checkpoint of scree; name another file");
    }
    if (!digest_request(cloud, digest)) {
        return refuse(path, "out of memory");
    }
    if (memcmp(header.digest, digest, sizeof digest) != 0) {
        return refuse(path, "is of a picture with other particles, another camera or another size; give the options "
                            "that it was begun with, or name another file");
    }
    if (!read_density(cloud, stream)) {
        return refuse(path, "is damaged: its size is not that of the picture; remove it to begin again");
    }
    digest_content(cloud, &header, digest);
    if (memcmp(header.content, digest, sizeof digest) != 0 || header.next > cloud->params.count) {
        return refuse(path, "is damaged: its checksum is another one; remove it to begin again");
    }
    cloud->has_checkpoint = true;
    cloud->picture.density.lost = header.lost;
    *next = header.next;
    return EXIT_CODE_OK;
}

int attractor_checkpoint_read(struct attractor *cloud, uint64_t *next)
{
    *next = 0;
    FILE *stream = fopen(cloud->checkpoint, "rb");
    if (stream == NULL) {
        return errno == ENOENT ? EXIT_CODE_OK : refuse(cloud->checkpoint, strerror(errno));
    }
    const int code = read_file(cloud, stream, next);
    fclose(stream);
    return code;
}

static bool write_file(const struct attractor *cloud, const struct header *header, FILE *stream)
{
    const size_t bytes = density_bytes(cloud);
    return fwrite(header, sizeof *header, 1, stream) == 1 &&
           fwrite(cloud->picture.density.counts, 1, bytes, stream) == bytes && fflush(stream) == 0 &&
           fsync(fileno(stream)) == 0;
}

/* The name under which a checkpoint is written. Allocated; NULL if memory runs out. */
static char *temporary_name(const char *path)
{
    static const char ending[] = ".part";
    char *name = malloc(strlen(path) + sizeof ending);
    return name != NULL ? strcat(strcpy(name, path), ending) : NULL;
}

/* 0, or the number of an error. */
static int replace_file(const struct attractor *cloud, const struct header *header, const char *name)
{
    FILE *stream = fopen(name, "wb");
    if (stream == NULL) {
        return errno;
    }
    int error = write_file(cloud, header, stream) ? 0 : errno;
    if (fclose(stream) != 0 && error == 0) {
        error = errno;
    }
    if (error == 0 && rename(name, cloud->checkpoint) != 0) {
        error = errno;
    }
    if (error != 0) {
        unlink(name);
    }
    return error;
}

int attractor_checkpoint_write(struct attractor *cloud, uint64_t next)
{
    struct header header = {.magic = MAGIC, .next = next, .lost = cloud->picture.density.lost};
    char *name = temporary_name(cloud->checkpoint);
    int error = name != NULL && digest_request(cloud, header.digest) ? 0 : ENOMEM;
    if (error == 0) {
        digest_content(cloud, &header, header.content);
        error = replace_file(cloud, &header, name);
    }
    free(name);
    cloud->has_checkpoint = cloud->has_checkpoint || error == 0;
    return error == 0 ? EXIT_CODE_OK : refuse(cloud->checkpoint, strerror(error));
}

void attractor_checkpoint_remove(const struct attractor *cloud)
{
    if (!cloud->has_checkpoint) {
        return;
    }
    char *name = temporary_name(cloud->checkpoint);
    unlink(cloud->checkpoint);
    if (name != NULL) {
        unlink(name); /* It may be there if an earlier run was killed while it saved. */
        free(name);
    }
}
