/*
 * Parts of the import of Minecraft's density functions. The first error is kept, and no function
 * does anything after one.
 */
#ifndef SCREE_MINECRAFT_PARTS_H
#define SCREE_MINECRAFT_PARTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "import_text.h"
#include "minecraft_pack.h"

/* A part of an expression, to be cleared by scree_mc_clear(). */
typedef struct scree_mc_part {
    scree_text text;
    bool is_number;
    double number;
    scree_import_strength strength;
} scree_mc_part;

typedef struct scree_mc_import {
    scree_import_text out;
    scree_pack pack;
    json_t *known;    /* The definitions or numbers of functions and of noise by their names; true while one is made. */
    json_t *names;    /* The names of definitions that are made of names of files. */
    json_t *texts;    /* The names of definitions by their texts. */
    char within[160]; /* The function that is read, for messages. */
    uint32_t level;   /* Functions within others. */
    /* Writes a density function: a number, the name of a file, or an object. */
    void (*write)(struct scree_mc_import *in, const json_t *json, scree_mc_part *out);
    scree_result result;
} scree_mc_import;

#define SCREE_MC_NOTHING ((scree_mc_part){.strength = SCREE_IMPORT_WHOLE})

/* As scree_import_minecraft(), but with what the file at the path has. */
scree_result scree_import_minecraft_json(scree_context *context, const json_t *root, const char *path, const char *pack,
                                         const char *function, char **text);

/* Keeps an error, with a name in quotes behind the words unless that is NULL. */
void scree_mc_fail(scree_mc_import *in, scree_result result, const char *what, const char *name);

/* Frees a part. That there was no memory for its text is an error. */
void scree_mc_clear(scree_mc_import *in, scree_mc_part *part);

/* Refuses an object that lacks a member. */
void scree_mc_fail_member(scree_mc_import *in, const char *what, const char *name, const char *older);

void scree_mc_set_number(scree_mc_import *in, scree_mc_part *out, double number);
const char *scree_mc_text(const scree_mc_part *part);

/* Appends it as an operand of an operator. */
void scree_mc_operand(scree_text *text, const scree_mc_part *part, scree_import_strength needed);

/* Makes a part a definition, of which it is the name then: a given one, or one with the next number. What is defined
   with a number already keeps that. */
void scree_mc_define(scree_mc_import *in, const char *name, const char *comment, scree_mc_part *made);
void scree_mc_define_next(scree_mc_import *in, const char *comment, scree_mc_part *made);

/* Makes a long part a definition. */
void scree_mc_shorten(scree_mc_import *in, const char *comment, scree_mc_part *part);

/* A name without the game's own namespace. */
const char *scree_mc_plain(const char *name);

/* Makes the name of a definition out of that of a file. */
void scree_mc_name(scree_mc_import *in, const char *before, const char *file, char name[64]);

/* Finds the part that was made of a file before; false if there is none. It is an error if it is being made. */
bool scree_mc_find(scree_mc_import *in, const char *key, scree_mc_part *out);
void scree_mc_keep(scree_mc_import *in, const char *key, const scree_mc_part *part);

/* The member of an object by one of two names, the second for older versions; NULL if there is none. */
const json_t *scree_mc_member(const json_t *json, const char *name, const char *older);

/* A member that is a number, a whole number, or a word, which may have a usual value; and a number of an array. */
double scree_mc_number(scree_mc_import *in, const json_t *json, const char *name, const char *older);
int scree_mc_whole(scree_mc_import *in, const json_t *json, const char *name, const char *older, int low, int high);
double scree_mc_item(scree_mc_import *in, const json_t *array, size_t i);
const char *scree_mc_word(scree_mc_import *in, const json_t *json, const char *name, const char *usual);

/* A density function within another one, or of a file. A long one becomes a definition. */
void scree_mc_write_inner(scree_mc_import *in, const json_t *json, scree_mc_part *out);
void scree_mc_write_member(scree_mc_import *in, const json_t *json, const char *name, const char *older,
                           scree_mc_part *out);
void scree_mc_reference(scree_mc_import *in, const char *name, scree_mc_part *out);

/* Types of functions that are made of noise: noise and shifted_noise; shift, shift_a and shift_b; old_blended_noise;
   weird_scaled_sampler. */
void scree_mc_noise(scree_mc_import *in, const json_t *json, scree_mc_part *out);
void scree_mc_shift(scree_mc_import *in, const json_t *json, scree_mc_part *out);
void scree_mc_blended(scree_mc_import *in, const json_t *json, scree_mc_part *out);
void scree_mc_weird(scree_mc_import *in, const json_t *json, scree_mc_part *out);

#endif
