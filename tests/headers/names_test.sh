#!/bin/sh
# The lint of names must let the public headers pass, and must not once one leaves the pattern.
#
#     names_test.sh ROOT
set -eu
root=$1
lint=$root/scripts/lint-names
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/include/scree"

"$lint" "$root"

try_lines() # lines of a header
{
    printf '%s\n' "$@" >"$work/include/scree/added.h"
    "$lint" "$work" >"$work/complaints"
}

refuse() # lines of a header, of which the first is wrong
{
    if try_lines "$@" || ! grep -q '^include/scree/added.h:1: ' "$work/complaints"; then
        echo "the lint lets pass: $1"
        exit 1
    fi
}

enumeration='typedef enum scree_tree { SCREE_TREE_OAK = 0 } scree_tree;'
name='SCREE_API const char *scree_tree_name(scree_tree tree);'
from_name='SCREE_API bool scree_tree_from_name(const char *name, scree_tree *tree);'
description='SCREE_API const char *scree_tree_description(scree_tree tree);'
try_lines "$enumeration" '/** The name of a tree, such as "oak"; NULL for a number that is not one. Static. */' "$name" \
    '/** The reverse of scree_tree_name(); false where no tree has that name. */' "$from_name" \
    '/** A line about a tree for people; NULL for a number that is not one. Static. */' "$description" \
    'SCREE_API const scree_tree_info *scree_tree_describe(scree_tree tree);' '#define SCREE_MAX_TREES 3' \
    '#define SCREE_TREE_COUNT 3' '    bool is_green; /**< A colour. */' '    bool reserved[3];' || {
    cat "$work/complaints"
    exit 1
}
refuse "$enumeration" "$name"
refuse "$enumeration" "$from_name"
refuse "$name /* The tree's name. */" "$enumeration" "$from_name"
refuse "$from_name" "$enumeration" "$name"
refuse "$description" "$enumeration"
refuse 'SCREE_API const char *scree_tree_describe(scree_tree tree);'
refuse 'SCREE_API scree_result scree_tree_describe_sized(scree_tree tree, scree_tree_leaves *leaves, size_t size);'
refuse 'typedef enum { SCREE_TREE_OAK = 0 } scree_tree;'
refuse '#define SCREE_TREES_MAX 3'
refuse '    bool green; /**< A colour. */'
refuse '    bool greens[3][2];'
refuse '    bool is_tall, green;'
refuse 'SCREE_API void scree_tree_look(bool *green);'
