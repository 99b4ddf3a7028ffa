/* The kernels' machine code, as the driver takes it: one image for each part. */
#ifndef SCREE_CUDA_FAT_BINARY_H
#define SCREE_CUDA_FAT_BINARY_H

typedef enum scree_cuda_part {
    SCREE_CUDA_CONTRACTION_2,     /* Gradient noise with two axes, */
    SCREE_CUDA_CONTRACTION_3,     /* with three, */
    SCREE_CUDA_CONTRACTION_MANY,  /* and with any number. */
    SCREE_CUDA_CONTRACTION_VALUE, /* Value noise with any number of axes. */
    SCREE_CUDA_DIRECT,
    SCREE_CUDA_VARIANTS, /* Gradient noise with three axes by the other variants. */
    SCREE_CUDA_CONVERT,
    SCREE_CUDA_FLOOD,          /* Jump flooding. */
    SCREE_CUDA_DISTANCE_WHOLE, /* Exact distance fields, of squares that are whole numbers, */
    SCREE_CUDA_DISTANCE_REAL,  /* and of float32. */
    SCREE_CUDA_MESH,           /* Distances to surfaces of triangles. */
    SCREE_CUDA_PARTS
} scree_cuda_part;

/* A part's image, for as long as the program runs; NULL in a build without nvcc. */
const void *scree_cuda_image(scree_cuda_part part);

/* The version of the toolkit that made them: 1000 * major + 10 * minor; 0 in a build without nvcc. */
int scree_cuda_image_version(void);

#endif
