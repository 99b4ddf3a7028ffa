/**
 * @file
 * @brief All of scree's public headers.
 */
#ifndef SCREE_SCREE_H
#define SCREE_SCREE_H

#include <scree/buffer.h>
#include <scree/camera.h>
#include <scree/context.h>
#include <scree/cuda.h>
#include <scree/device.h>
#include <scree/distance.h>
#include <scree/explain.h>
#include <scree/expression.h>
#include <scree/export.h>
#include <scree/field.h>
#include <scree/file.h>
#include <scree/geometry.h>
#include <scree/graph.h>
#include <scree/grid.h>
#include <scree/histogram.h>
#include <scree/import.h>
#include <scree/input.h>
#include <scree/job.h>
#include <scree/noise.h>
#include <scree/output.h>
#include <scree/parameter.h>
#include <scree/particles.h>
#include <scree/picture.h>
#include <scree/ramp.h>
#include <scree/recipe.h>
#include <scree/result.h>
#include <scree/scene.h>
#include <scree/splatting.h>
#include <scree/sum.h>
#include <scree/surface.h>
#include <scree/version.h>
#include <scree/volume.h>
#include <scree/vulkan.h>

#endif
