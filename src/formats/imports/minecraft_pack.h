/*
 * Folders of Minecraft's data packs: FOLDER/data/NAMESPACE/worldgen/KIND/NAME.json is the file of NAMESPACE:NAME.
 */
#ifndef SCREE_MINECRAFT_PACK_H
#define SCREE_MINECRAFT_PACK_H

#include <jansson.h>

#include <scree/context.h>

#define SCREE_PACK_ROOTS 2

typedef struct scree_pack {
    scree_context *context;
    char *root[SCREE_PACK_ROOTS]; /* The folders of namespaces, in the order in which they are searched; or NULL. */
} scree_pack;

/* Finds the folder of namespaces above a file, if there is one, and that of a further pack, if that is not NULL. Close
   the pack also after an error. Errors: SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_pack_open(scree_context *context, const char *path, const char *further, scree_pack *pack);
void scree_pack_close(scree_pack *pack);

/* Reads a file, freed by json_decref(). Errors, logged: SCREE_ERROR_IO, SCREE_ERROR_FORMAT, SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_pack_read_file(scree_context *context, const char *path, json_t **root);

/* Reads the file of a kind, such as "noise", that a name such as "minecraft:ridge" stands for; `*root` is NULL where no
   pack has it. Errors, logged: those of files, SCREE_ERROR_INVALID for what is no name. */
scree_result scree_pack_find(const scree_pack *pack, const char *kind, const char *name, json_t **root);

#endif
