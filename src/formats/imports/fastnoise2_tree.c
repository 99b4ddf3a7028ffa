/* How FastNoise2's strings are read: base64 with runs of "A" as "@" and their length, then nodes within nodes. */
#include "fastnoise2_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"

#define MAX_DEPTH 250
#define MAX_NODES 4096
#define MAX_BYTES ((size_t)1 << 20)
#define VERSIONS "only strings of FastNoise2 1.0.0 to 1.1.1 can be read"

/* Kinds of members: three bits, and five of an index or a count. */
enum { MEMBER_VARIABLE, MEMBER_SOURCES, MEMBER_HYBRID_NODE, MEMBER_HYBRID_NUMBER, MEMBER_END };

/* In the place of a type: an earlier node follows. */
#define REFERENCE 255

typedef struct reader {
    scree_context *context;
    uint8_t *bytes;
    size_t length;
    size_t at;
    uint32_t ends; /* Ends of nodes that were read together with an earlier one. */
    scree_fn2_tree *tree;
} reader;

static scree_result fail_end(const reader *in, const scree_fn2_node *node)
{
    return scree_fail(in->context, SCREE_ERROR_FORMAT, "FastNoise2 string: it ends within a node%s%s; " VERSIONS,
                      node != NULL ? " " : "", node != NULL ? node->row->name : "");
}

/* Refuses a member by its number. */
static scree_result fail_member(const reader *in, const scree_fn2_node *node, const char *what, uint32_t number)
{
    return scree_fail(in->context, SCREE_ERROR_FORMAT,
                      "FastNoise2 string: %s has %s of number %u, which is not there; " VERSIONS, node->row->name, what,
                      number);
}

static bool take(reader *in, size_t count, uint32_t *value)
{
    *value = 0;
    if (in->ends > 0 || in->length - in->at < count) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        *value |= (uint32_t)in->bytes[in->at++] << 8 * i;
    }
    return true;
}

/* Reads a member's kind and its number. */
static bool take_member(reader *in, uint32_t *kind, uint32_t *number)
{
    uint32_t byte = MEMBER_END;
    if (in->ends > 0) {
        in->ends--;
    } else if (!take(in, 1, &byte)) {
        return false;
    }
    *kind = byte & 7;
    *number = byte >> 3;
    in->ends += *kind == MEMBER_END ? *number : 0;
    return true;
}

static float as_float(uint32_t bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static scree_result read_number(reader *in, const scree_fn2_node *node, const char *name, float *number)
{
    uint32_t bits;
    if (!take(in, 4, &bits)) {
        return fail_end(in, node);
    }
    *number = as_float(bits);
    return isfinite(*number) ? SCREE_OK
                             : scree_fail(in->context, SCREE_ERROR_FORMAT,
                                          "FastNoise2 string: %s of %s is not a number", name, node->row->name);
}

static scree_result read_variable(reader *in, scree_fn2_node *node, uint32_t number)
{
    const scree_fn2_variable *variable = number < SCREE_FN2_VARIABLES ? &node->row->variable[number] : NULL;
    uint32_t bits;
    if (variable == NULL || variable->name == NULL) {
        return fail_member(in, node, "a variable", number);
    }
    if (variable->form == 'f') {
        return read_number(in, node, variable->name, &node->number[number]);
    }
    if (!take(in, 4, &bits)) {
        return fail_end(in, node);
    }
    memcpy(&node->whole[number], &bits, sizeof bits);
    if (variable->form == 'c' && bits > (uint32_t)variable->most) {
        return scree_fail(in->context, SCREE_ERROR_FORMAT,
                          "FastNoise2 string: %s of %s is choice %d; it must be 0 to %d; " VERSIONS, variable->name,
                          node->row->name, (int)node->whole[number], (int)variable->most);
    }
    return SCREE_OK;
}

static scree_result read_node(reader *in, uint32_t level, uint32_t *node);

static scree_result read_child(reader *in, scree_fn2_node *node, uint32_t level, uint32_t *child)
{
    const scree_result result = read_node(in, level + 1, child);
    if (result == SCREE_OK && in->tree->node[*child].depth >= node->depth) {
        node->depth = in->tree->node[*child].depth + 1;
    }
    return result;
}

static bool is_warp(scree_fn2_type type)
{
    return type >= FN2_WARP_SIMPLEX && type <= FN2_WARP_GRADIENT;
}

static uint32_t count_sources(const scree_fn2_row *row)
{
    uint32_t count = 0;
    while (count < SCREE_FN2_SOURCES && row->source[count] != NULL) {
        count++;
    }
    return count;
}

static scree_result fail_sources(const reader *in, const scree_fn2_node *node, uint32_t count)
{
    return scree_fail(in->context, SCREE_ERROR_FORMAT,
                      "FastNoise2 string: %s has %u sources; it must have %u; " VERSIONS, node->row->name, count,
                      count_sources(node->row));
}

static scree_result read_sources(reader *in, scree_fn2_node *node, uint32_t level, uint32_t count)
{
    if (count != count_sources(node->row)) {
        return fail_sources(in, node, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        const scree_result result = read_child(in, node, level, &node->source[i]);
        if (result != SCREE_OK) {
            return result;
        }
    }
    const bool needs_warp = node->type == FN2_WARP_PROGRESSIVE || node->type == FN2_WARP_INDEPENDENT;
    if (needs_warp && !is_warp(in->tree->node[node->source[0]].type)) {
        return scree_fail(in->context, SCREE_ERROR_FORMAT,
                          "FastNoise2 string: the source of %s is %s; it must be a domain warp", node->row->name,
                          in->tree->node[node->source[0]].row->name);
    }
    return SCREE_OK;
}

static scree_result read_hybrid(reader *in, scree_fn2_node *node, uint32_t level, uint32_t kind, uint32_t number)
{
    const scree_fn2_hybrid *hybrid = number < SCREE_FN2_HYBRIDS ? &node->row->hybrid[number] : NULL;
    if (hybrid == NULL || hybrid->name == NULL) {
        return fail_member(in, node, "an input", number);
    }
    node->is_node[number] = kind == MEMBER_HYBRID_NODE;
    return node->is_node[number] ? read_child(in, node, level, &node->hybrid[number])
                                 : read_number(in, node, hybrid->name, &node->value[number]);
}

/* Reads the members of a node, and its end. */
static scree_result read_members(reader *in, scree_fn2_node *node, uint32_t level)
{
    bool has_sources = node->row->source[0] == NULL;
    for (;;) {
        uint32_t kind;
        uint32_t number;
        scree_result result = SCREE_OK;
        if (!take_member(in, &kind, &number)) {
            return fail_end(in, node);
        }
        if (kind == MEMBER_VARIABLE) {
            result = read_variable(in, node, number);
        } else if (kind == MEMBER_SOURCES) {
            result = read_sources(in, node, level, number);
            has_sources = true;
        } else if (kind == MEMBER_HYBRID_NODE || kind == MEMBER_HYBRID_NUMBER) {
            result = read_hybrid(in, node, level, kind, number);
        } else if (kind == MEMBER_END) {
            return has_sources ? SCREE_OK : fail_sources(in, node, 0);
        } else {
            result = fail_member(in, node, "a member", kind);
        }
        if (result != SCREE_OK) {
            return result;
        }
    }
}

static void set_defaults(scree_fn2_node *node)
{
    for (uint32_t i = 0; i < SCREE_FN2_VARIABLES; i++) {
        node->number[i] = node->row->variable[i].number;
        node->whole[i] = (int32_t)node->row->variable[i].number;
    }
    for (uint32_t i = 0; i < SCREE_FN2_HYBRIDS; i++) {
        node->value[i] = node->row->hybrid[i].number;
    }
}

static scree_result add_node(reader *in, const scree_fn2_node *node, uint32_t *number)
{
    scree_fn2_tree *tree = in->tree;
    if (tree->count == MAX_NODES) {
        return scree_fail(in->context, SCREE_ERROR_FORMAT, "FastNoise2 string: it has more than %d nodes", MAX_NODES);
    }
    if ((tree->count & (tree->count - 1)) == 0) {
        const size_t room = tree->count == 0 ? 1 : 2 * (size_t)tree->count;
        scree_fn2_node *nodes = realloc(tree->node, room * sizeof *nodes);
        if (nodes == NULL) {
            return scree_fail(in->context, SCREE_ERROR_OUT_OF_MEMORY, "FastNoise2 string: out of memory");
        }
        tree->node = nodes;
    }
    *number = tree->count++;
    tree->node[*number] = *node;
    return SCREE_OK;
}

static scree_result read_reference(reader *in, uint32_t *node)
{
    if (!take(in, 2, node)) {
        return fail_end(in, NULL);
    }
    return *node < in->tree->count
               ? SCREE_OK
               : scree_fail(in->context, SCREE_ERROR_FORMAT,
                            "FastNoise2 string: it refers to node %u, which does not stand before; " VERSIONS, *node);
}

static scree_result read_node(reader *in, uint32_t level, uint32_t *number)
{
    uint32_t type;
    if (level > MAX_DEPTH) {
        return scree_fail(in->context, SCREE_ERROR_FORMAT,
                          "FastNoise2 string: its nodes stand one within the other more than %d times", MAX_DEPTH);
    }
    if (!take(in, 1, &type)) {
        return fail_end(in, NULL);
    }
    if (type == REFERENCE) {
        return read_reference(in, number);
    }
    if (scree_fn2_row_of(type) == NULL) {
        return scree_fail(in->context, SCREE_ERROR_FORMAT,
                          "FastNoise2 string: it has a node of type %u; there are 0 to %d; " VERSIONS, type,
                          FN2_TYPE_COUNT - 1);
    }
    scree_fn2_node node = {.type = (scree_fn2_type)type, .row = scree_fn2_row_of(type), .depth = 1};
    set_defaults(&node);
    scree_result result = read_members(in, &node, level);
    if (result == SCREE_OK && node.depth > MAX_DEPTH) {
        result = scree_fail(in->context, SCREE_ERROR_FORMAT, "FastNoise2 string: more than %d nodes follow one another",
                            MAX_DEPTH);
    }
    return result == SCREE_OK ? add_node(in, &node, number) : result;
}

/* The six bits of a letter; -1 for another character. */
static int bits_of(char letter)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = letter != '\0' ? strchr(letters, letter) : NULL;
    return at != NULL ? (int)(at - letters) : -1;
}

/* Appends bits of a letter, so many times; whole bytes of them land. */
static void add_bits(reader *in, uint32_t *pending, unsigned *count, int bits, int times)
{
    for (int i = 0; i < times; i++) {
        *pending = *pending << 6 | (uint32_t)bits;
        *count += 6;
        if (*count >= 8) {
            *count -= 8;
            in->bytes[in->length++] = (uint8_t)(*pending >> *count & 0xff);
        }
    }
}

/* The bytes of the text. Every second character may stand for up to 66. */
static scree_result decode(reader *in, const char *text, size_t length)
{
    uint32_t pending = 0;
    unsigned count = 0;
    in->bytes = malloc(length / 2 * 66 + 4);
    if (in->bytes == NULL) {
        return scree_fail(in->context, SCREE_ERROR_OUT_OF_MEMORY, "FastNoise2 string: out of memory");
    }
    size_t letters = 0;
    while (length > 0 && text[length - 1] == '=' && letters < 2) {
        length--;
        letters++;
    }
    for (size_t i = 0; i < length; i++) {
        const bool is_run = text[i] == '@';
        i += is_run;
        const int bits = i < length ? bits_of(text[i]) : -1;
        if (bits < 0) {
            return scree_fail(
                in->context, SCREE_ERROR_FORMAT,
                "FastNoise2 string: character %zu of %zu is none of its alphabet, which is A to Z, a to z, "
                "0 to 9, +, / and = at the end, with a letter or digit behind every @",
                i < length ? i + 1 : length, length);
        }
        const int times = is_run ? bits + 3 : 1;
        add_bits(in, &pending, &count, is_run ? 0 : bits, times);
        letters += (size_t)times;
    }
    return letters % 4 == 0 ? SCREE_OK
                            : scree_fail(in->context, SCREE_ERROR_FORMAT,
                                         "FastNoise2 string: it is cut off, because it has %zu letters with those that "
                                         "@ stands for, and not a multiple of 4",
                                         letters);
}

scree_result scree_fn2_tree_read(scree_context *context, const char *text, size_t length, scree_fn2_tree *tree)
{
    reader in = {.context = context, .tree = tree};
    uint32_t root;
    *tree = (scree_fn2_tree){.count = 0};
    if (length > MAX_BYTES) {
        return scree_fail(context, SCREE_ERROR_FORMAT,
                          "FastNoise2 string: it has %zu characters; it must have at most %zu", length, MAX_BYTES);
    }
    scree_result result = decode(&in, text, length);
    if (result == SCREE_OK && in.length == 0) {
        result = scree_fail(context, SCREE_ERROR_FORMAT, "FastNoise2 string: it is empty");
    }
    result = result == SCREE_OK ? read_node(&in, 1, &root) : result;
    if (result == SCREE_OK && in.ends > 0) {
        result = scree_fail(context, SCREE_ERROR_FORMAT, "FastNoise2 string: more nodes end than begin; " VERSIONS);
    }
    if (result == SCREE_OK && in.at < in.length) {
        result = scree_fail(context, SCREE_ERROR_FORMAT,
                            "FastNoise2 string: its last node ends at byte %zu of %zu; " VERSIONS, in.at, in.length);
    }
    free(in.bytes);
    return result;
}

void scree_fn2_tree_free(scree_fn2_tree *tree)
{
    free(tree->node);
    *tree = (scree_fn2_tree){.count = 0};
}
