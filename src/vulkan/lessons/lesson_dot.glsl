// The push constants of lessons, and a thread's part of a dot product of DOT_REAL: an entry file defines how a factor
// of each operand is read (DOT_A, DOT_B), zero (DOT_ZERO), and how a product is added (DOT_NEXT).
layout(push_constant) uniform lesson_push {
    uint threads;
    uint each;
    uint count;
    uint count_log;
    uint stride_log;
    uint word;
} push;

// The factors that are asked for at a time, before the first product is added.
const uint DOT_LOADS = 16u;

uint dot_index(const uint thread, const uint k)
{
    return scree_lesson_index(thread + k * push.threads, push.stride_log, push.count_log);
}

DOT_REAL continue_dot(const DOT_REAL before, const uint thread, const uint k)
{
    DOT_REAL x[DOT_LOADS];
    DOT_REAL y[DOT_LOADS];
    [[unroll]]
    for (uint j = 0u; j < DOT_LOADS; j++) {
        uint i = dot_index(thread, k + j);
        x[j] = DOT_A(i);
        y[j] = DOT_B(i);
    }
    DOT_REAL sum = before;
    [[unroll]]
    for (uint j = 0u; j < DOT_LOADS; j++) {
        sum = DOT_NEXT(sum, x[j], y[j]);
    }
    return sum;
}

// Sums the part of a thread.
DOT_REAL sum_of_products(const uint thread)
{
    DOT_REAL sum = DOT_ZERO;
    uint k = 0u;
    for (; k + DOT_LOADS <= push.each; k += DOT_LOADS) {
        sum = continue_dot(sum, thread, k);
    }
    for (; k < push.each; k++) {
        uint i = dot_index(thread, k);
        sum = DOT_NEXT(sum, DOT_A(i), DOT_B(i));
    }
    return sum;
}
