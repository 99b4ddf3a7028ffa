/* The samples of files as fields, for texts that name them. */
#ifndef SCREE_FILE_FIELD_H
#define SCREE_FILE_FIELD_H

#include <scree/input.h>

/* As scree_field_from_file(), but errors are not logged: the caller reports them in words of its own, by
   scree_last_error(). Warnings are logged. */
scree_result scree_file_field_quietly(scree_context *context, const scree_file_field_params *params,
                                      scree_field **field);

/* Rules for no-data cells of files, besides a number that they become, by the numbers of choices: the name of one, NULL
   past the last, and the rule. */
const char *scree_holes_name(int choice);
scree_nodata_rule scree_holes_rule(int choice);

/* A parameter of a file that is not as usual, as both notations tell it. */
typedef struct scree_file_word {
    const char *key;
    const char *text;
    bool is_name; /* It is the name of a choice. */
} scree_file_word;

#define SCREE_FILE_WORDS 4u

/* Finds these parameters but for the path; returns how many there are. */
uint32_t scree_file_words(const scree_file_field_params *params, scree_file_word word[SCREE_FILE_WORDS]);

/* Whether a field is that of a file, read in this way. */
bool scree_file_field_is_of(const scree_field *field, const scree_file_field_params *params);

#endif
