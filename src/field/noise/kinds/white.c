#include "noise_kind_definition.h"

const scree_noise_kind_definition scree_kind_white = {
    .info =
        SCREE_KIND_INFO(white, "white", SCREE_MAX_SITE_PERIOD,
                        "one value for each cell: blocks, or grain where a cell is a sample"),
};
