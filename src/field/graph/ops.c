/* The operators as the library's users see them: their definitions, in the order of the public enum. */
#include "choices.h"
#include "op_definition.h"

#define DEFINITION(OP, name) [SCREE_OP_##OP] = &scree_op_definition_##name,
static const scree_op_definition *const ops[] = {SCREE_OPS(DEFINITION)};

#define POSITION(OP, name) POSITION_##OP,
enum { SCREE_OPS(POSITION) };
#define NUMBER_IS_PUBLIC(OP, name) \
    _Static_assert((int)SCREE_OP_##OP == (int)POSITION_##OP, "the list and users number the operators alike");
SCREE_OPS(NUMBER_IS_PUBLIC)

const scree_op_definition *scree_op_definition_of(scree_op op)
{
    return (size_t)op < SCREE_OP_COUNT ? ops[op] : NULL;
}

const scree_op_info *scree_op_describe(scree_op op)
{
    return (size_t)op < SCREE_OP_COUNT ? &ops[op]->info : NULL;
}

const scree_op_input_info *scree_op_input_describe(scree_op op, uint32_t number)
{
    return (size_t)op < SCREE_OP_COUNT && number < ops[op]->info.input_count ? &ops[op]->input[number] : NULL;
}

SCREE_DEFINE_CHOICES_BY(scree_op, scree_op_describe)
