/* A graph that is being compiled: its steps before they have registers, in the order in which they are evaluated. */
#ifndef SCREE_GRAPH_BUILDER_H
#define SCREE_GRAPH_BUILDER_H

#include "graph_node.h"

/* Lists of instructions, by a hash of what they compute. */
#define SCREE_CODE_BUCKETS 1024u
#define SCREE_NO_STEP UINT32_MAX

/* Programs of GPUs number registers by 16 bits. */
#define SCREE_MAX_STEPS 65536u

/* A step before it has registers. */
typedef struct scree_draft_step {
    uint32_t instruction;
    uint32_t source;  /* The number of a source, or the axis of a position, of a slope, or of a copy of a position. */
    uint32_t base_of; /* The root whose position this is a copy of; SCREE_AT_SAMPLES for other steps. */
    uint32_t of;      /* The step of the source whose slope this is. */
    /* As in scree_program_step. The steps of a block follow one another, unless they are slopes of a source. */
    uint32_t block;
    uint32_t block_index;
    uint32_t inputs;
    scree_operand input[SCREE_INSTRUCTION_INPUTS]; /* How far along each axis, where it is a displaced source. */
    uint32_t next;                                 /* The next one of its list. */
    const scree_field *maker;                      /* The field that it is made for. */
} scree_draft_step;

/* An axis of a place: the coordinate of another one along an axis, or none, times a scale and plus an offset. */
typedef struct scree_domain_axis {
    uint32_t of; /* SCREE_NO_AXIS where the coordinate is the offset. */
    double scale;
    double offset;
} scree_domain_axis;

/*
 * Where a field is evaluated: its coordinates as they follow from those of the samples, and how far from there along
 * each axis. The first place of a graph is at the samples. A place with coordinates of its own is a root, and so are
 * all that are displaced from it its relatives. In graphs with derivatives the values are copies that nothing else is
 * equal to, so that they tell what is displaced by a place.
 */
typedef struct scree_code_place {
    uint32_t axes;
    scree_domain_axis axis[SCREE_MAX_AXES];        /* From the samples. */
    uint32_t root;                                 /* Its own number where it is one. */
    uint32_t parent;                               /* Roots only: the place that it comes from. */
    scree_domain_axis from_parent[SCREE_MAX_AXES]; /* And how. */
    uint64_t seed;                                 /* Added to the seeds of noise. */
    scree_operand base[SCREE_POSITION_AXES];       /* Roots only: positions that are there, otherwise numbers. */
    scree_operand key[SCREE_POSITION_AXES];        /* The values that the next are copies of. */
    scree_operand along[SCREE_POSITION_AXES];
} scree_code_place;

/* Noise with other seeds or, where it has a root, in the domain of that one. */
typedef struct scree_domain_noise {
    const scree_noise_field *of;
    uint64_t seed; /* Added to its own. */
    uint32_t root;
    scree_noise_field *noise; /* Owned, until the code owns it. */
} scree_domain_noise;

/* The displacements of a place with their slopes, as sources at it read them; the slopes are counted from another. */
typedef struct scree_code_blocks {
    uint32_t place;
    uint32_t from;
    scree_operand first[SCREE_POSITION_AXES]; /* The first step of each block. */
} scree_code_blocks;

/* A field that has been compiled at a place. */
typedef struct scree_visited_field {
    const scree_field *field; /* NULL for a free entry. */
    uint32_t place;
    scree_operand operand;
} scree_visited_field;

/* Noise that is evaluated at a place. */
typedef struct scree_draft_source {
    const scree_noise_field *noise; /* As the graph has it, or in the place's domain. */
    const scree_noise_field *evaluated;
    uint32_t octave; /* The only one, or SCREE_ALL_OCTAVES. */
    uint32_t place;
    uint32_t step;
    uint32_t slopes_from; /* The place from which slopes have been found, or SCREE_NO_STEP. */
    scree_operand slope[SCREE_POSITION_AXES];
} scree_draft_source;

/* The slopes of a step along each axis. */
typedef struct scree_step_slopes {
    bool is_needed;
    bool is_found;
    scree_operand along[SCREE_POSITION_AXES];
} scree_step_slopes;

struct scree_code_builder {
    scree_context *context;
    scree_result result; /* The first failure, which is logged. */
    uint32_t axes;       /* The field's. */
    uint32_t channels;   /* As many last steps make those of a sample. */
    scree_visited_field *visited;
    uint32_t visited_mask;
    uint32_t visited_count;
    uint32_t visited_limit;
    scree_draft_step *step;
    uint32_t step_count;
    uint32_t step_capacity;
    scree_code_operator *operators;
    uint32_t operator_count;
    scree_draft_source *source;
    uint32_t source_count;
    uint32_t source_capacity;
    scree_code_place *place;
    uint32_t place_count;
    uint32_t place_capacity;
    const scree_graph_file **file; /* Files that instructions read, by their numbers. */
    uint32_t file_count;
    uint32_t file_capacity;
    scree_domain_noise *placed;
    uint32_t placed_count;
    uint32_t placed_capacity;
    uint32_t here;             /* The place where the operator at hand is evaluated. */
    const scree_field *maker;  /* The field for which steps are made. */
    scree_step_slopes *slopes; /* For each step, from a place; later ones have none yet. */
    uint32_t slopes_count;
    uint32_t slopes_from;
    scree_code_blocks *blocks;
    uint32_t block_count;
    uint32_t block_capacity;
    double most_scale;                           /* The largest factor of a position, and 1 at least. */
    bool has_derivatives;                        /* Some operators are made of slopes. */
    const char *finds_slopes;                    /* The operator that asks for them; NULL: none does. */
    scree_operand position[SCREE_POSITION_AXES]; /* Numbers where there are none. */
    uint32_t bucket[SCREE_CODE_BUCKETS];
};

/* The place of the samples themselves. */
#define SCREE_AT_SAMPLES 0u

static inline bool scree_code_has_failed(const scree_code_builder *builder)
{
    return builder->result != SCREE_OK;
}

/* Inputs of an instruction; other steps have none that are operands, but where they are displaced. */
static inline uint32_t scree_step_inputs(uint32_t instruction)
{
    return instruction < SCREE_INSTRUCTION_NUMBERS ? scree_instruction_inputs(instruction) : 0;
}

/* The value of a step. */
static inline scree_operand scree_step_operand(uint32_t step)
{
    return (scree_operand){.value = step};
}

/* Whether operands are the same value, or numbers of the same bits. */
bool scree_operand_equals(scree_operand a, scree_operand b);

/* Whether an operand is a whole number within limits. */
static inline bool scree_operand_is_whole(scree_operand operand, float least, float most)
{
    return operand.is_number && operand.number >= least && operand.number <= most &&
           operand.number == floorf(operand.number);
}

/* Whether a place is displaced from its root. */
bool scree_code_place_is_displaced(const scree_code_place *place);

/* The domain of noise at a place. */
scree_noise_domain scree_code_place_domain(const scree_code_place *place);

/* Fails unless something has before. */
#define SCREE_CODE_FAIL(builder, error, ...)                                \
    ((builder)->result = scree_code_has_failed(builder) ? (builder)->result \
                                                        : scree_fail((builder)->context, error, __VA_ARGS__))

/* The place whose coordinates are those of another one times a number, where noise has other seeds. */
uint32_t scree_code_place_of_octave(scree_code_builder *builder, uint32_t place, double scale, uint64_t seed);

/* Noise of parameters, which the code will own, evaluated at a place. */
scree_operand scree_code_noise_at(scree_code_builder *builder, const scree_noise_params *params, uint32_t place);

/* The samples of a file, where the operator at hand is evaluated. */
scree_operand scree_code_emit_file(scree_code_builder *builder, const scree_graph_file *file);

/* The place that lies from another one as far as some values say. */
uint32_t scree_code_place_by(scree_code_builder *builder, uint32_t place, const scree_operand *by);

/* The position along an axis at a place. */
scree_operand scree_code_position_at(scree_code_builder *builder, uint32_t place, uint32_t axis);

/* How coordinates of a root follow from those of another one, offsets left out; false where they do not. */
bool scree_code_place_relation(const scree_code_builder *builder, uint32_t root, uint32_t from,
                               scree_domain_axis *relation);

/* The same value as the result of an instruction, which devices keep in a register. */
scree_operand scree_code_keep(scree_code_builder *builder, scree_operand operand);

/* Fails because the graph has become too large: by displacements or derivatives, for it was not when it was made. */
void scree_code_fail_too_large(scree_code_builder *builder);

/* Appends a step whatever its inputs are, and returns its value. */
scree_operand scree_code_append(scree_code_builder *builder, const scree_draft_step *step);

/* Appends noise that is evaluated at a place whose displacements along each axis are the inputs of a step; returns the
   number of the source. */
uint32_t scree_code_append_source(scree_code_builder *builder, const scree_draft_source *source,
                                  const scree_draft_step *step);

/* Makes room for one more entry of an array, which is kept where there is no memory, and after a failure. */
void *scree_code_grow(scree_code_builder *builder, void *array, uint32_t count, uint32_t *capacity, size_t bytes);

/* Logs that there is no memory, unless something has failed before. */
void scree_code_fail_without_memory(scree_code_builder *builder);

/*
 * Finds the slopes of a value along each axis (graph_slopes.c): how it changes with the coordinates of a place, from
 * which all displacements beyond it are counted. Errors: the builder's result.
 */
void scree_code_slopes(scree_code_builder *builder, scree_operand value, uint32_t place,
                       scree_operand slope[SCREE_POSITION_AXES]);

/* A source as a program has it. */
static inline scree_program_source scree_draft_source_of(const scree_code_builder *builder,
                                                         const scree_draft_source *source)
{
    const scree_code_place *place = &builder->place[source->place];
    scree_program_source seen = {.noise = source->evaluated, .axes = place->axes};
    for (uint32_t axis = 0; axis < place->axes; axis++) {
        seen.of[axis] = place->axis[axis].of;
    }
    return seen;
}

/* The steps of a program before they have registers, and the axes along which each varies. */
typedef struct scree_ordered_steps {
    scree_draft_step *step;
    uint32_t *varies;
    uint32_t count;
    uint32_t all;  /* The axes of the last one. */
    uint32_t *own; /* The number of each of the builder's steps. */
} scree_ordered_steps;

/* Finds the order of a builder's steps in the program (graph_spreads.c); false without memory. Clear it in either
   case. */
bool scree_code_order(const scree_code_builder *builder, scree_ordered_steps *ordered);
void scree_ordered_steps_clear(scree_ordered_steps *ordered);

/* The code of a builder whose last step makes the value of the graph; NULL without memory (graph_registers.c). */
scree_graph_code *scree_code_finish(scree_code_builder *builder);

#endif
