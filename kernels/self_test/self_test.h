/*
 * One case of the self-test that a GPU passes before it is used: roundings that distinguish an exact device from one
 * that fuses operations or rounds otherwise, and the elementary functions.
 */
#ifndef SCREE_KERNELS_SELF_TEST_H
#define SCREE_KERNELS_SELF_TEST_H

#include "base/elementary.h"
#include "noise/fold.h"
#include "noise/fractal_state.h"
#include "base/portable.h"

#define SCREE_SELF_TEST_OPERANDS 8u
#define SCREE_SELF_TEST_RESULTS 9u
/* The first results are two folds of a cell, and a ridge added to a sum; those of elementary functions follow. */
#define SCREE_SELF_TEST_FIRST_ELEMENTARY 3u

SCREE_STRUCT(scree_self_test_case)
{
    float operand[SCREE_SELF_TEST_OPERANDS]; /* The last one is positive. */
};

SCREE_STRUCT(scree_self_test_results)
{
    float result[SCREE_SELF_TEST_RESULTS];
};

SCREE_FN scree_f32 scree_self_test_ridge(const scree_f32 value, const scree_f32 weight)
{
    scree_f32 ridge = 1.0f - scree_magnitude(value);
    return weight * (ridge * ridge);
}

SCREE_FN scree_self_test_results scree_self_test_evaluate(const scree_self_test_case test_case)
{
    scree_self_test_results outcome;
    scree_sincos turned = scree_sincos_turns(test_case.operand[2]);
    outcome.result[0] = scree_fold_value(test_case.operand[0], test_case.operand[1], test_case.operand[2],
                                         test_case.operand[3], test_case.operand[4], test_case.operand[5],
                                         test_case.operand[6]);
    outcome.result[1] = scree_fold_first(test_case.operand[0], test_case.operand[1], test_case.operand[2],
                                         test_case.operand[3], test_case.operand[6]);
    outcome.result[2] =
        scree_add_octave(scree_self_test_ridge(test_case.operand[0], test_case.operand[1]), test_case.operand[2]);
    outcome.result[3] = scree_divide(test_case.operand[0], test_case.operand[1]);
    outcome.result[4] = turned.sine;
    outcome.result[5] = turned.cosine;
    outcome.result[6] = scree_exp2(test_case.operand[3]);
    outcome.result[7] = scree_root(test_case.operand[7]);
    outcome.result[8] = scree_log2(test_case.operand[7]);
    return outcome;
}

#endif
