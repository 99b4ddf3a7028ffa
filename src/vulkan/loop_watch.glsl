// A watchdog for loops. Mesa's llvmpipe leaves every loop early once a thread has executed 65535 iterations of loops in
// total. A shader with possibly long loops ends with one more loop: if that one is cut short, others before it may have
// been, and the job fails.
#extension GL_EXT_control_flow_attributes : require
#include "watch_layout.h"

layout(constant_id = CONSTANT_WATCHES) const uint WATCHES = 0u;
layout(std430, binding = BINDING_WATCH) buffer watch_state { uint watch_words[]; };

void watch_loops()
{
    if (WATCHES != 0u) {
        uint turns = 0u;
        [[dont_unroll]]
        while (turns < watch_words[WATCH_TURNS]) {
            turns++;
        }
        if (turns < watch_words[WATCH_TURNS]) {
            watch_words[WATCH_CUT] = 1u;
        }
    }
}
