// Combines registers by instructions that read samples of files.
#define HAS_FILES
#define COMBINE_KERNEL combine_files
#include "combine_samples.cuh"
