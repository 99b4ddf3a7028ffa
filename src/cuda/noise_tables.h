/* The tables of a frame as the CUDA kernels read them (kernel_parameters.h says how). */
#ifndef SCREE_CUDA_NOISE_TABLES_H
#define SCREE_CUDA_NOISE_TABLES_H

#include "frame_tables.h"
#include "kernel_parameters.h"

/* Where an octave's part of the tables lies. */
typedef struct scree_cuda_places {
    uint32_t x_stride;
    scree_cuda_octave octave[SCREE_MAX_OCTAVES];
} scree_cuda_places;

/* Words that the tables of a frame take: those that all frames of the same columns share, and then all. */
uint64_t scree_cuda_tables_shared_words(const scree_frame_tables *tables);
uint64_t scree_cuda_tables_words(const scree_frame_tables *tables);

/*
 * Writes them, and says where what lies. With `holds_shared` the shared words are there already and only their places
 * are told.
 */
void scree_cuda_tables_write(const scree_frame_tables *tables, bool holds_shared, uint32_t *words,
                             scree_cuda_places *places);

/*
 * The part that does not depend on positions: Perlin's permutation, at word 0, and gradients; without `words` only its
 * places are told. Returns its end.
 */
uint32_t scree_cuda_tables_write_octaves(const scree_plan *plan, uint32_t *words, scree_cuda_places *places);
uint64_t scree_cuda_tables_octave_words(const scree_plan *plan);

#endif
