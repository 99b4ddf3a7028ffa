#include "vulkan_painter.h"

#include <stddef.h>
#include <string.h>

#include "screen_frag.h"
#include "screen_vert.h"

#define TEXTURE_FORMAT VK_FORMAT_R8G8B8A8_UNORM
#define WHITE 0xffffffffu

static bool create_pass(vulkan_painter *painter, VkFormat format, VkImageLayout final_layout)
{
    vulkan_base *base = painter->base;
    VkAttachmentDescription attachment = {.format = format,
                                          .samples = VK_SAMPLE_COUNT_1_BIT,
                                          .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                          .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                          .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                          .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                          .finalLayout = final_layout};
    VkAttachmentReference colour = {.layout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass = {
        .pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS, .colorAttachmentCount = 1, .pColorAttachments = &colour};
    /* The image comes from where it is shown, and goes back there or to a copy. */
    VkSubpassDependency dependencies[] = {{.srcSubpass = VK_SUBPASS_EXTERNAL,
                                           .srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                           .dstStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                           .dstAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT},
                                          {.dstSubpass = VK_SUBPASS_EXTERNAL,
                                           .srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                           .dstStageMask = VK_PIPELINE_STAGE_TRANSFER_BIT,
                                           .srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
                                           .dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT}};
    VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                   .attachmentCount = 1,
                                   .pAttachments = &attachment,
                                   .subpassCount = 1,
                                   .pSubpasses = &subpass,
                                   .dependencyCount = 2,
                                   .pDependencies = dependencies};
    return vulkan_base_check(base, base->call.CreateRenderPass(base->device, &info, NULL, &painter->pass),
                             "preparing the window's drawing");
}

static bool create_samplers(vulkan_painter *painter)
{
    vulkan_base *base = painter->base;
    VkResult result = VK_SUCCESS;
    for (int i = 0; i < 2 && result == VK_SUCCESS; i++) {
        VkFilter filter = i == 0 ? VK_FILTER_NEAREST : VK_FILTER_LINEAR;
        VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                    .magFilter = filter,
                                    .minFilter = filter,
                                    .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                    .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                    .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE};
        result = base->call.CreateSampler(base->device, &info, NULL, &painter->samplers[i]);
    }
    return vulkan_base_check(base, result, "preparing the window's textures");
}

static bool create_sets(vulkan_painter *painter)
{
    vulkan_base *base = painter->base;
    VkDescriptorSetLayoutBinding binding = {.descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                            .descriptorCount = 1,
                                            .stageFlags = VK_SHADER_STAGE_FRAGMENT_BIT};
    VkDescriptorSetLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding};
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, UI_MAX_TEXTURES + 1};
    VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = UI_MAX_TEXTURES + 1,
                                       .poolSizeCount = 1,
                                       .pPoolSizes = &size};
    VkResult result = base->call.CreateDescriptorSetLayout(base->device, &layout, NULL, &painter->set_layout);
    if (result == VK_SUCCESS) {
        result = base->call.CreateDescriptorPool(base->device, &pool, NULL, &painter->sets);
    }
    for (int i = 0; i <= UI_MAX_TEXTURES && result == VK_SUCCESS; i++) {
        VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                            .descriptorPool = painter->sets,
                                            .descriptorSetCount = 1,
                                            .pSetLayouts = &painter->set_layout};
        result = base->call.AllocateDescriptorSets(base->device, &info, &painter->textures[i].set);
    }
    return vulkan_base_check(base, result, "preparing the window's textures");
}

static bool create_commands(vulkan_painter *painter)
{
    vulkan_base *base = painter->base;
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                    .queueFamilyIndex = base->family};
    VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkResult result = base->call.CreateCommandPool(base->device, &pool, NULL, &painter->pool);
    if (result == VK_SUCCESS) {
        VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                            .commandPool = painter->pool,
                                            .commandBufferCount = 1};
        result = base->call.AllocateCommandBuffers(base->device, &info, &painter->commands);
    }
    if (result == VK_SUCCESS) {
        result = base->call.CreateFence(base->device, &fence, NULL, &painter->fence);
    }
    return vulkan_base_check(base, result, "preparing the window's commands");
}

static VkResult create_shader(vulkan_base *base, const uint32_t *words, size_t bytes, VkShaderModule *module)
{
    VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = bytes, .pCode = words};
    return base->call.CreateShaderModule(base->device, &info, NULL, module);
}

static VkResult create_layout(vulkan_painter *painter)
{
    VkPushConstantRange range = {VK_SHADER_STAGE_VERTEX_BIT, 0, 2 * sizeof(float)};
    VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                       .setLayoutCount = 1,
                                       .pSetLayouts = &painter->set_layout,
                                       .pushConstantRangeCount = 1,
                                       .pPushConstantRanges = &range};
    return painter->base->call.CreatePipelineLayout(painter->base->device, &info, NULL, &painter->layout);
}

/* The states of the pipeline that are the same for all drawings. */
static VkResult create_with_stages(vulkan_painter *painter, const VkPipelineShaderStageCreateInfo stages[2])
{
    static const VkVertexInputBindingDescription binding = {0, sizeof(ui_vertex), VK_VERTEX_INPUT_RATE_VERTEX};
    static const VkVertexInputAttributeDescription attributes[] = {
        {0, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(ui_vertex, x)},
        {1, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(ui_vertex, u)},
        {2, 0, VK_FORMAT_R8G8B8A8_UNORM, offsetof(ui_vertex, colour)}};
    static const VkDynamicState dynamic_states[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
    const VkPipelineVertexInputStateCreateInfo input = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
        .vertexBindingDescriptionCount = 1,
        .pVertexBindingDescriptions = &binding,
        .vertexAttributeDescriptionCount = 3,
        .pVertexAttributeDescriptions = attributes};
    const VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    const VkPipelineViewportStateCreateInfo viewport = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO, .viewportCount = 1, .scissorCount = 1};
    const VkPipelineRasterizationStateCreateInfo rasterization = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1.0f};
    const VkPipelineMultisampleStateCreateInfo samples = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
    const VkPipelineColorBlendAttachmentState blend = {.blendEnable = VK_TRUE,
                                                       .srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA,
                                                       .dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                                                       .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
                                                       .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                                                       .colorWriteMask = 15};
    const VkPipelineColorBlendStateCreateInfo blending = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = 1,
        .pAttachments = &blend};
    const VkPipelineDynamicStateCreateInfo dynamic = {.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
                                                      .dynamicStateCount = 2,
                                                      .pDynamicStates = dynamic_states};
    const VkGraphicsPipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                               .stageCount = 2,
                                               .pStages = stages,
                                               .pVertexInputState = &input,
                                               .pInputAssemblyState = &assembly,
                                               .pViewportState = &viewport,
                                               .pRasterizationState = &rasterization,
                                               .pMultisampleState = &samples,
                                               .pColorBlendState = &blending,
                                               .pDynamicState = &dynamic,
                                               .layout = painter->layout,
                                               .renderPass = painter->pass};
    return painter->base->call.CreateGraphicsPipelines(painter->base->device, VK_NULL_HANDLE, 1, &info, NULL,
                                                       &painter->pipeline);
}

static bool create_pipeline(vulkan_painter *painter)
{
    vulkan_base *base = painter->base;
    VkShaderModule modules[2] = {VK_NULL_HANDLE, VK_NULL_HANDLE};
    VkResult result = create_layout(painter);
    if (result == VK_SUCCESS) {
        result = create_shader(base, screen_vert, sizeof screen_vert, &modules[0]);
    }
    if (result == VK_SUCCESS) {
        result = create_shader(base, screen_frag, sizeof screen_frag, &modules[1]);
    }
    if (result == VK_SUCCESS) {
        VkPipelineShaderStageCreateInfo stages[2] = {{.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                      .stage = VK_SHADER_STAGE_VERTEX_BIT,
                                                      .module = modules[0],
                                                      .pName = "main"},
                                                     {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                      .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
                                                      .module = modules[1],
                                                      .pName = "main"}};
        result = create_with_stages(painter, stages);
    }
    base->call.DestroyShaderModule(base->device, modules[0], NULL);
    base->call.DestroyShaderModule(base->device, modules[1], NULL);
    return vulkan_base_check(base, result, "preparing the window's shaders");
}

bool vulkan_painter_open(vulkan_painter *painter, vulkan_base *base, VkFormat format, VkImageLayout final_layout)
{
    *painter = (vulkan_painter){.base = base};
    return create_pass(painter, format, final_layout) && create_samplers(painter) && create_sets(painter) &&
           create_commands(painter) && create_pipeline(painter);
}

void vulkan_painter_close(vulkan_painter *painter)
{
    vulkan_base *base = painter->base;
    if (base == NULL) {
        return;
    }
    for (int i = 0; i <= UI_MAX_TEXTURES; i++) {
        vulkan_image_destroy(base, &painter->textures[i].image);
    }
    vulkan_buffer_destroy(base, &painter->vertices);
    vulkan_buffer_destroy(base, &painter->indices);
    vulkan_buffer_destroy(base, &painter->staging);
    base->call.DestroyFence(base->device, painter->fence, NULL);
    base->call.DestroyCommandPool(base->device, painter->pool, NULL);
    base->call.DestroyPipeline(base->device, painter->pipeline, NULL);
    base->call.DestroyPipelineLayout(base->device, painter->layout, NULL);
    base->call.DestroyDescriptorPool(base->device, painter->sets, NULL);
    base->call.DestroyDescriptorSetLayout(base->device, painter->set_layout, NULL);
    base->call.DestroySampler(base->device, painter->samplers[0], NULL);
    base->call.DestroySampler(base->device, painter->samplers[1], NULL);
    base->call.DestroyRenderPass(base->device, painter->pass, NULL);
    *painter = (vulkan_painter){0};
}

bool vulkan_painter_framebuffer(vulkan_painter *painter, VkImageView view, uint32_t width, uint32_t height,
                                VkFramebuffer *framebuffer)
{
    vulkan_base *base = painter->base;
    VkFramebufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                    .renderPass = painter->pass,
                                    .attachmentCount = 1,
                                    .pAttachments = &view,
                                    .width = width,
                                    .height = height,
                                    .layers = 1};
    return vulkan_base_made(base, base->call.CreateFramebuffer(base->device, &info, NULL, framebuffer), framebuffer,
                            "preparing an image to draw in");
}

/* Makes a texture's image fit. `*is_new` reports that its contents are lost. */
static bool fit_texture(vulkan_painter *painter, vulkan_texture *texture, uint32_t width, uint32_t height,
                        bool is_smooth, bool *is_new)
{
    vulkan_base *base = painter->base;
    *is_new = texture->image.handle == VK_NULL_HANDLE || texture->image.width != width ||
              texture->image.height != height;
    if (*is_new) {
        vulkan_image_destroy(base, &texture->image);
        if (!vulkan_image_create(base, &texture->image, TEXTURE_FORMAT,
                                 VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT, width, height)) {
            return false;
        }
    }
    if (*is_new || texture->is_smooth != is_smooth) {
        VkDescriptorImageInfo image = {painter->samplers[is_smooth], texture->image.view,
                                       VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
        VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                      .dstSet = texture->set,
                                      .descriptorCount = 1,
                                      .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                      .pImageInfo = &image};
        base->call.UpdateDescriptorSets(base->device, 1, &write, 0, NULL);
    }
    texture->is_smooth = is_smooth;
    return true;
}

/* The layouts of an image before a copy into it, and after. */
static void turn_image(vulkan_painter *painter, VkImage image, bool is_before)
{
    VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = is_before ? 0 : VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = is_before ? VK_ACCESS_TRANSFER_WRITE_BIT : VK_ACCESS_SHADER_READ_BIT,
        .oldLayout = is_before ? VK_IMAGE_LAYOUT_UNDEFINED : VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
        .newLayout = is_before ? VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL : VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    const VkPipelineStageFlags shader = VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT;
    const VkPipelineStageFlags transfer = VK_PIPELINE_STAGE_TRANSFER_BIT;
    painter->base->call.CmdPipelineBarrier(painter->commands, is_before ? shader : transfer,
                                           is_before ? transfer : shader, 0, 0, NULL, 0, NULL, 1, &barrier);
}

static void fill_texture(vulkan_painter *painter, const vulkan_image *image, VkBuffer from, uint64_t offset)
{
    VkBufferImageCopy region = {.bufferOffset = offset,
                                .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                .imageExtent = {image->width, image->height, 1}};
    turn_image(painter, image->handle, true);
    painter->base->call.CmdCopyBufferToImage(painter->commands, from, image->handle,
                                             VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
    turn_image(painter, image->handle, false);
}

/* Pixels of memory on their way to a texture. */
static void stage_texture(vulkan_painter *painter, vulkan_texture *texture, const uint32_t *pixels)
{
    const size_t bytes = (size_t)texture->image.width * texture->image.height * sizeof *pixels;
    memcpy((char *)painter->staging.mapped + painter->staged, pixels, bytes);
    fill_texture(painter, &texture->image, painter->staging.handle, painter->staged);
    painter->staged += bytes;
}

/* Whether a texture of the user interface has to be sent. */
static bool is_old(const vulkan_painter *painter, const screen_frame *frame, uint32_t number, ui_texture *texture)
{
    return frame->drawing != NULL && ui_texture_at(frame->interface, number, texture) &&
           painter->textures[number].version != texture->version;
}

/* Bytes of memory that a frame sends to textures. */
static uint64_t bytes_to_stage(const vulkan_painter *painter, const screen_frame *frame)
{
    uint64_t bytes = 0;
    ui_texture texture;
    for (uint32_t i = 0; i < UI_MAX_TEXTURES; i++) {
        bytes += is_old(painter, frame, i, &texture) ? (uint64_t)texture.width * texture.height * sizeof(uint32_t) : 0;
    }
    if (frame->buffer == 0 && frame->pixels != NULL) {
        bytes += (uint64_t)frame->picture_width * frame->picture_height * sizeof(uint32_t);
    }
    return bytes;
}

static bool send_interface(vulkan_painter *painter, const screen_frame *frame)
{
    ui_texture texture;
    bool is_new;
    for (uint32_t i = 0; i < UI_MAX_TEXTURES; i++) {
        vulkan_texture *to = &painter->textures[i];
        if (is_old(painter, frame, i, &texture)) {
            if (!fit_texture(painter, to, texture.width, texture.height, true, &is_new)) {
                return false;
            }
            stage_texture(painter, to, texture.pixels);
            to->version = texture.version;
        }
    }
    return true;
}

static bool has_picture(const screen_frame *frame)
{
    return (frame->buffer != 0 || frame->pixels != NULL) && frame->picture_width != 0 && frame->picture_height != 0;
}

static bool send_picture(vulkan_painter *painter, const screen_frame *frame)
{
    vulkan_texture *to = &painter->textures[VULKAN_PICTURE_TEXTURE];
    const bool is_smooth = frame->picture_width != frame->width || frame->picture_height != frame->height;
    bool is_new;
    if (!has_picture(frame)) {
        return true;
    }
    if (!fit_texture(painter, to, frame->picture_width, frame->picture_height, is_smooth, &is_new)) {
        return false;
    }
    if (!is_new && to->version == frame->number) {
        return true;
    }
    if (frame->buffer != 0) {
        /* The number is the handle of a VkBuffer, which is a pointer on 64-bit machines. */
        VkBuffer from = VK_NULL_HANDLE;
        memcpy(&from, &frame->buffer, sizeof from);
        fill_texture(painter, &to->image, from, 0);
    } else {
        stage_texture(painter, to, frame->pixels);
    }
    to->version = frame->number;
    return true;
}

/* Vertices and indices of the user interface; then those of the picture, a rectangle. */
static bool send_triangles(vulkan_painter *painter, const screen_frame *frame)
{
    static const uint16_t rectangle[6] = {0, 1, 2, 0, 2, 3};
    const float left = (float)frame->picture_left;
    const float right = left + (float)frame->width;
    const float bottom = (float)frame->height;
    const ui_vertex corners[4] = {{left, 0.0f, 0.0f, 0.0f, WHITE},
                                  {right, 0.0f, 1.0f, 0.0f, WHITE},
                                  {right, bottom, 1.0f, 1.0f, WHITE},
                                  {left, bottom, 0.0f, 1.0f, WHITE}};
    const size_t vertex_count = frame->drawing == NULL ? 0 : frame->drawing->vertex_count;
    const size_t index_count = frame->drawing == NULL ? 0 : frame->drawing->index_count;
    if (!vulkan_buffer_reserve(painter->base, &painter->vertices, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT,
                               vertex_count * sizeof(ui_vertex) + sizeof corners) ||
        !vulkan_buffer_reserve(painter->base, &painter->indices, VK_BUFFER_USAGE_INDEX_BUFFER_BIT,
                               index_count * sizeof(uint16_t) + sizeof rectangle)) {
        return false;
    }
    ui_vertex *vertices = painter->vertices.mapped;
    uint16_t *indices = painter->indices.mapped;
    if (vertex_count != 0) {
        memcpy(vertices, frame->drawing->vertices, vertex_count * sizeof *vertices);
    }
    if (index_count != 0) {
        memcpy(indices, frame->drawing->indices, index_count * sizeof *indices);
    }
    memcpy(vertices + vertex_count, corners, sizeof corners);
    memcpy(indices + index_count, rectangle, sizeof rectangle);
    return true;
}

static void draw_command(vulkan_painter *painter, const ui_command *command)
{
    const vulkan_base *base = painter->base;
    const vulkan_texture *texture = &painter->textures[command->texture];
    const int32_t left = (int32_t)command->left;
    const int32_t top = (int32_t)command->top;
    VkRect2D scissor = {{left, top},
                        {(uint32_t)((int32_t)command->right - left), (uint32_t)((int32_t)command->bottom - top)}};
    if (texture->image.handle == VK_NULL_HANDLE) {
        return;
    }
    base->call.CmdSetScissor(painter->commands, 0, 1, &scissor);
    base->call.CmdBindDescriptorSets(painter->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, painter->layout, 0, 1,
                                     &texture->set, 0, NULL);
    base->call.CmdDrawIndexed(painter->commands, command->index_count, 1, command->first_index,
                              (int32_t)command->first_vertex, 0);
}

static void draw_picture(vulkan_painter *painter, const screen_frame *frame)
{
    ui_command command = {.texture = VULKAN_PICTURE_TEXTURE,
                          .index_count = 6,
                          .right = (float)frame->width,
                          .bottom = (float)frame->height};
    if (frame->drawing != NULL) {
        command.first_index = frame->drawing->index_count;
        command.first_vertex = frame->drawing->vertex_count;
    }
    if (has_picture(frame)) {
        draw_command(painter, &command);
    }
}

static void begin_pass(vulkan_painter *painter, const screen_frame *frame, VkFramebuffer framebuffer)
{
    const vulkan_base *base = painter->base;
    const VkDeviceSize offset = 0;
    const float size[2] = {(float)frame->width, (float)frame->height};
    const VkViewport viewport = {.width = size[0], .height = size[1], .maxDepth = 1.0f};
    VkClearValue clear = {.color = {.float32 = {(float)(frame->background & 255u) / 255.0f,
                                                (float)(frame->background >> 8 & 255u) / 255.0f,
                                                (float)(frame->background >> 16 & 255u) / 255.0f, 1.0f}}};
    VkRenderPassBeginInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                  .renderPass = painter->pass,
                                  .framebuffer = framebuffer,
                                  .renderArea = {{0, 0}, {frame->width, frame->height}},
                                  .clearValueCount = 1,
                                  .pClearValues = &clear};
    base->call.CmdBeginRenderPass(painter->commands, &info, VK_SUBPASS_CONTENTS_INLINE);
    base->call.CmdBindPipeline(painter->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, painter->pipeline);
    base->call.CmdBindVertexBuffers(painter->commands, 0, 1, &painter->vertices.handle, &offset);
    base->call.CmdBindIndexBuffer(painter->commands, painter->indices.handle, 0, VK_INDEX_TYPE_UINT16);
    base->call.CmdSetViewport(painter->commands, 0, 1, &viewport);
    base->call.CmdPushConstants(painter->commands, painter->layout, VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof size, size);
}

static void draw_all(vulkan_painter *painter, const screen_frame *frame, VkFramebuffer framebuffer)
{
    begin_pass(painter, frame, framebuffer);
    draw_picture(painter, frame);
    for (uint32_t i = 0; frame->drawing != NULL && i < frame->drawing->command_count; i++) {
        draw_command(painter, &frame->drawing->commands[i]);
    }
    painter->base->call.CmdEndRenderPass(painter->commands);
}

static void copy_out(vulkan_painter *painter, const screen_frame *frame, const vulkan_target *target)
{
    VkBufferImageCopy region = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                .imageExtent = {frame->width, frame->height, 1}};
    VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
    painter->base->call.CmdCopyImageToBuffer(painter->commands, target->image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                             target->copy, 1, &region);
    painter->base->call.CmdPipelineBarrier(painter->commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
                                           VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
}

bool vulkan_painter_draw(vulkan_painter *painter, const screen_frame *frame, const vulkan_target *target)
{
    vulkan_base *base = painter->base;
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                            .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    const uint64_t to_stage = bytes_to_stage(painter, frame);
    painter->staged = 0;
    if ((to_stage != 0 &&
         !vulkan_buffer_reserve(base, &painter->staging, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, to_stage)) ||
        !send_triangles(painter, frame) ||
        !vulkan_base_check(base, base->call.BeginCommandBuffer(painter->commands, &begin), "drawing the window") ||
        !send_interface(painter, frame) || !send_picture(painter, frame)) {
        return false;
    }
    draw_all(painter, frame, target->framebuffer);
    if (target->copy != VK_NULL_HANDLE) {
        copy_out(painter, frame, target);
    }
    return vulkan_base_check(base, base->call.EndCommandBuffer(painter->commands), "drawing the window") &&
           vulkan_base_run(base, painter->commands, painter->fence, target->wait, target->signal);
}
