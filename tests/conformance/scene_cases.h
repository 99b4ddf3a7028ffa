/* The cases of scenes: every kind, with all that it takes notice of, from all sides. */
#ifndef SCREE_TEST_SCENE_CASES_H
#define SCREE_TEST_SCENE_CASES_H

#include <scree/scene.h>

#define SCENE_CASES 234u
/* Pixels of a picture. */
#define SCENE_WIDTH 61u
#define SCENE_HEIGHT 37u
#define SCENE_PIXELS (SCENE_WIDTH * SCENE_HEIGHT)

/* A trait that a case has or has not, as far as its kind takes notice of it. */
#define SCENE_TRAITS 16
typedef struct scene_trait {
    const char *name;
    bool is_taken; /* Whether the kind takes notice of it. */
    bool is_had;
} scene_trait;

typedef struct scene_case {
    char name[160];
    scree_scene_params params; /* Without a ramp, unless `has_ramp`. */
    bool has_ramp;
    bool has_minus;  /* MAP: other samples are subtracted. */
    bool is_wild;    /* Some samples are no numbers, infinite, subnormal or huge. */
    bool is_aligned; /* Samples lie at a multiple of 16 bytes. */
    unsigned number;
} scene_case;

void scene_case_make(unsigned number, scene_case *c);

void scene_case_traits(const scene_case *c, scene_trait traits[SCENE_TRAITS]);

/* Prepares a case's scene and draws it: the whole picture, or its windows in one another's gaps. */
scree_result scene_case_run(scree_device *device, const scene_case *c, bool in_parts, uint32_t pixels[SCENE_PIXELS]);

/* Bytes of the largest buffer of a case. */
uint64_t scene_case_most_bytes(const scene_case *c);

#endif
