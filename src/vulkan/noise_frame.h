/*
 * Frames: the part of a box that one submission computes. Its tables, and the lattice nodes of at least one of its
 * planes, fit the device's memory and limits. A frame is recorded in passes (runs of octaves of one method), a pass in
 * windows of planes that one binding can hold, and a window of the contraction in batches of planes whose nodes stay in
 * the device's caches: while one batch is summed, the nodes of the next are made.
 */
#ifndef SCREE_VULKAN_NOISE_FRAME_H
#define SCREE_VULKAN_NOISE_FRAME_H

#include "noise_slot.h"
#include "noise_tables.h"
#include "vulkan_device.h"

struct scree_session {
    scree_vulkan_device *device;
    const scree_plan *plan;
    scree_delivery delivery;
    uint64_t slab_samples;
    uint64_t batch_bytes; /* Of the nodes of a batch, at most. */
    bool is_direct[SCREE_MAX_OCTAVES];
    scree_vulkan_tables tables;
    uint32_t slot_count;
    scree_vulkan_slot *slots; /* The device's. */
};

/* Decides how much memory nodes may take. */
void scree_vulkan_choose_batch(scree_session *session, uint64_t free_bytes);

/* Frames that the device and its limits take. */
scree_frame_walk scree_vulkan_frames_of(const scree_session *session, const scree_box *box);

/* Records all of a frame but downloads of samples. */
scree_result scree_vulkan_frame_record(scree_session *session, scree_vulkan_slot *slot, const scree_frame_walk *walk);

#endif
