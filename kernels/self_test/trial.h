/*
 * One trial of the self-test that a GPU passes before it is used: roundings that distinguish an exact device from one
 * that fuses operations or rounds otherwise, and the elementary functions.
 */
#ifndef SCREE_KERNELS_TRIAL_H
#define SCREE_KERNELS_TRIAL_H

#include "base/elementary.h"
#include "noise/fold.h"
#include "noise/fractal_state.h"
#include "base/portable.h"

#define SCREE_TRIAL_OPERANDS 8u
#define SCREE_TRIAL_RESULTS 9u
/* The first results are two folds of a cell, and a ridge added to a sum; those of elementary functions follow. */
#define SCREE_TRIAL_FIRST_ELEMENTARY 3u

SCREE_STRUCT(scree_trial)
{
    float operand[SCREE_TRIAL_OPERANDS]; /* The last one is positive. */
};

SCREE_STRUCT(scree_trial_outcome)
{
    float result[SCREE_TRIAL_RESULTS];
};

SCREE_FN scree_f32 scree_trial_ridge(const scree_f32 value, const scree_f32 weight)
{
    scree_f32 ridge = 1.0f - scree_magnitude(value);
    return weight * (ridge * ridge);
}

SCREE_FN scree_trial_outcome scree_trial_evaluate(const scree_trial trial)
{
    scree_trial_outcome outcome;
    scree_sincos turned = scree_sincos_turns(trial.operand[2]);
    outcome.result[0] = scree_fold_value(trial.operand[0], trial.operand[1], trial.operand[2], trial.operand[3],
                                         trial.operand[4], trial.operand[5], trial.operand[6]);
    outcome.result[1] =
        scree_fold_first(trial.operand[0], trial.operand[1], trial.operand[2], trial.operand[3], trial.operand[6]);
    outcome.result[2] = scree_add_octave(scree_trial_ridge(trial.operand[0], trial.operand[1]), trial.operand[2]);
    outcome.result[3] = scree_divide(trial.operand[0], trial.operand[1]);
    outcome.result[4] = turned.sine;
    outcome.result[5] = turned.cosine;
    outcome.result[6] = scree_exp2(trial.operand[3]);
    outcome.result[7] = scree_root(trial.operand[7]);
    outcome.result[8] = scree_log2(trial.operand[7]);
    return outcome;
}

#endif
