/*
 * Instructions as the program COMBINE reads them (combine_pass.c), shared by C, CUDA and GLSL. An instruction is eight
 * words: its number with the kinds of its inputs, the register of its result, a word for each input, and how the
 * registers of inputs are spread.
 */
#ifndef SCREE_COMBINE_LAYOUT_H
#define SCREE_COMBINE_LAYOUT_H

#define COMBINE_WORDS 8

/* Samples of a thread, as far apart as a group has threads. With more of them, fewer words of instructions are read for
   each, and Vulkan's drivers take longer to compile the program. */
#define COMBINE_SAMPLES_CUDA 4
#define COMBINE_SAMPLES_VULKAN 2

/* The first word: the number, the kinds of the inputs and how many they are, and a bit where the result is stored in
   its register, or is a channel of the samples whose number the second word is. */
#define COMBINE_NUMBER_MASK 0xffu
#define COMBINE_KIND(word, i) (((word) >> (8u + 2u * (i))) & 3u)
#define COMBINE_OF_KIND(kind, i) ((kind) << (8u + 2u * (i)))
#define COMBINE_INPUTS(word) (((word) >> 20u) & 7u)
#define COMBINE_OF_INPUTS(inputs) ((inputs) << 20u)
#define COMBINE_STORES 0x80000000u
#define COMBINE_IS_CHANNEL 0x40000000u

/* Registers of fewer samples, whose values are those of several: how input `i` has them. */
#define COMBINE_SPREAD(word, i) (((word) >> (2u * (i))) & 3u)
#define COMBINE_OF_SPREAD(spread, i) ((spread) << (2u * (i)))
#define COMBINE_SPREADS_ROW 1u   /* It has a row. */
#define COMBINE_SPREADS_PLANE 2u /* It has the rows of a plane. */
#define COMBINE_SPREADS_ROWS 3u  /* It has one row of each plane. */

/* Kinds of inputs: the bits of a number, the number of a register, the value of the instruction before, or the axis of
   a position. */
#define COMBINE_IS_NUMBER 0u
#define COMBINE_IS_REGISTER 1u
#define COMBINE_IS_BEFORE 2u
#define COMBINE_IS_POSITION 3u

/* Registers of values with slopes lie side by side for each sample: the word of a register has the first one, which of
   them it is, and how many there are. */
#define COMBINE_REGISTER(word) ((word)&0xffffu)
#define COMBINE_CHANNEL(word) (((word) >> 16u) & 0xfu)
#define COMBINE_CHANNELS(word) (((word) >> 20u) + 1u)
#define COMBINE_OF_REGISTER(first, channel, channels) ((first) | (channel) << 16u | ((channels)-1u) << 20u)

/* Axes along which there are positions. */
#define COMBINE_AXES 4

#endif
