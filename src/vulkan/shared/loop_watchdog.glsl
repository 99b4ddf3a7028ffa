// A watchdog for loops. Mesa's llvmpipe leaves every loop early once a thread has executed 65535 iterations of loops in
// total. A shader with possibly long loops ends with one more loop: if that one is cut short, others before it may have
// been, and the job fails.
#extension GL_EXT_control_flow_attributes : require
#include "watchdog_layout.h"

layout(constant_id = CONSTANT_HAS_WATCHDOG) const uint HAS_WATCHDOG = 0u;
layout(std430, binding = BINDING_WATCHDOG) buffer watchdog_state { uint watchdog_words[]; };

void check_watchdog()
{
    if (HAS_WATCHDOG != 0u) {
        uint iterations = 0u;
        [[dont_unroll]]
        while (iterations < watchdog_words[WATCHDOG_ITERATIONS]) {
            iterations++;
        }
        if (iterations < watchdog_words[WATCHDOG_ITERATIONS]) {
            watchdog_words[WATCHDOG_CUT] = 1u;
        }
    }
}
