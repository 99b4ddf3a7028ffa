/*
 * The files of one run get their names: all of them, or none.
 *
 * An old file that is replaced keeps a second name until every new file has its own, so that it can be put back. Where
 * the file system has no second names it is set aside. No signal interrupts the thread meanwhile, and runs that write
 * files of one name wait for each other.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "folder_lock.h"
#include "old_files.h"
#include "os.h"
#include "target_internal.h"

/* Another run renames its files in a moment, unless somebody has stopped it. */
#define LOCK_MILLISECONDS 10000u
#define PAUSE_MILLISECONDS 2u

/* One name that is given, or taken from an old file. */
typedef struct commit_step {
    const scree_file_target *target;
    uint64_t file;
    bool removes;   /* There is no new file, only an old one that goes. */
    bool kept;      /* The old file has its second name. */
    bool set_aside; /* That is its only one. */
    bool given;     /* The new file has its name. */
} commit_step;

typedef struct commit {
    scree_file_target *const *targets;
    size_t count;
    commit_step *steps;
    size_t step_count;
    scree_folder_lock *locks;
    size_t lock_count;
    scree_os_signals signals;
} commit;

static void add_step(commit *made, const scree_file_target *target, uint64_t file, bool removes)
{
    made->steps[made->step_count++] = (commit_step){.target = target, .file = file, .removes = removes};
}

static void add_steps(commit *made, const scree_file_target *target, uint64_t later)
{
    const scree_temporary_files *files = target->files;
    bool has_companion = files->companion_name[0] != '\0';
    if (has_companion) {
        add_step(made, target, SCREE_COMPANION_FILE, false);
    }
    for (uint64_t file = 0; file < target->file_count; file++) {
        add_step(made, target, file, false);
    }
    if (files->sidecar) {
        add_step(made, target, SCREE_SIDECAR_FILE, false);
    }
    if (has_companion) {
        add_step(made, target, SCREE_COMPANION_SIDECAR_FILE, true);
    }
    for (uint64_t file = 0; file < later; file++) {
        add_step(made, target, target->file_count + file, true);
    }
}

/* The steps in their order: data, then what describes it, then old files that go. */
static scree_result make_steps(commit *made)
{
    static const size_t others = 3; /* Companion, sidecar, and the companion's old sidecar. */
    uint64_t *later = calloc(made->count, sizeof *later);
    uint64_t most = 0;
    for (size_t i = 0; later != NULL && i < made->count; i++) {
        const scree_file_target *target = made->targets[i];
        later[i] = target->files == NULL ? 0 : scree_old_files_count_later(target);
        most += target->files == NULL ? 0 : target->file_count + later[i] + others;
    }
    made->steps = later == NULL ? NULL : calloc((size_t)most + 1, sizeof *made->steps);
    for (size_t i = 0; made->steps != NULL && i < made->count; i++) {
        if (made->targets[i]->files != NULL) {
            add_steps(made, made->targets[i], later[i]);
        }
    }
    free(later);
    return made->steps == NULL ? SCREE_ERROR_OUT_OF_MEMORY : SCREE_OK;
}

static bool is_same_lock(const scree_folder_lock *a, const scree_folder_lock *b)
{
    scree_os_file_info in_a;
    scree_os_file_info in_b;
    return strcmp(a->name, b->name) == 0 && scree_os_file_describe(a->folder, &in_a) == 0 &&
           scree_os_file_describe(b->folder, &in_b) == 0 && scree_os_is_same_file(&in_a, &in_b);
}

/* The locks of all targets, each once. */
static scree_result make_locks(commit *made)
{
    made->locks = calloc(made->count, sizeof *made->locks);
    if (made->locks == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < made->count; i++) {
        if (made->targets[i]->files == NULL) {
            continue;
        }
        scree_folder_lock lock = scree_folder_lock_of(made->targets[i]->files);
        size_t k = 0;
        while (k < made->lock_count && !is_same_lock(&made->locks[k], &lock)) {
            k++;
        }
        if (k == made->lock_count) {
            made->locks[made->lock_count++] = lock;
        }
    }
    return SCREE_OK;
}

static void release_locks(commit *made)
{
    for (size_t i = 0; i < made->lock_count; i++) {
        scree_folder_lock_release(&made->locks[i]);
    }
}

/* Takes all locks or none, so that no two runs wait for each other. Where there are no locks the renames are still all
   or none for this run. */
static bool try_locks(commit *made)
{
    for (size_t i = 0; i < made->lock_count; i++) {
        if (scree_folder_lock_take(&made->locks[i]) == EAGAIN) {
            release_locks(made);
            return false;
        }
    }
    return true;
}

/* Takes the locks, and blocks signals from then on; while it waits they are let through. */
static scree_result take_locks(commit *made)
{
    for (unsigned waited = 0; waited < LOCK_MILLISECONDS; waited += PAUSE_MILLISECONDS) {
        scree_os_signals_hold(&made->signals);
        if (try_locks(made)) {
            return SCREE_OK;
        }
        scree_os_signals_restore(&made->signals);
        if (scree_file_target_is_interrupted(made->targets[0])) {
            return SCREE_ERROR_CANCELLED;
        }
        scree_os_sleep(PAUSE_MILLISECONDS);
    }
    return scree_fail(made->targets[0]->context, SCREE_ERROR_IO,
                      "cannot write %s: another run has been giving files of this name theirs for %u seconds",
                      made->targets[0]->path, LOCK_MILLISECONDS / 1000);
}

/* A new file takes over who may use the old one. */
static void copy_rights(const commit_step *step, const char *old_name)
{
    char name[SCREE_FILE_NAME_SIZE];
    scree_temporary_files_temporary_name(step->target->files, step->file, name);
    scree_os_copy_rights(step->target->files->folder, old_name, name);
}

/* Keeps an old file under a second name; 0, also where there is no old file, or an error number. */
static int keep_old(commit_step *step)
{
    char name[SCREE_FILE_NAME_SIZE];
    char second[SCREE_FILE_NAME_SIZE];
    scree_os_file_info old;
    scree_os_file folder = step->target->files->folder;
    scree_temporary_files_name(step->target->files, step->file, name);
    scree_temporary_files_backup_name(step->target->files, step->file, second);
    int error = scree_os_file_look(folder, name, false, &old);
    if (error != 0) {
        return error == ENOENT ? 0 : error;
    }
    if (old.kind == SCREE_OS_FOLDER) {
        return EISDIR;
    }
    if (!step->removes) {
        copy_rights(step, name);
        error = scree_os_link(folder, name, second);
        step->kept = error == 0;
        if (error != 0 && error != ENOTSUP) {
            return error;
        }
    }
    if (!step->kept) {
        error = scree_os_rename(folder, name, second);
        step->set_aside = error == 0;
        step->kept = step->set_aside;
    }
    return error;
}

static int give_name(commit_step *step)
{
    char from[SCREE_FILE_NAME_SIZE];
    char to[SCREE_FILE_NAME_SIZE];
    const scree_temporary_files *files = step->target->files;
    scree_temporary_files_temporary_name(files, step->file, from);
    scree_temporary_files_name(files, step->file, to);
    int error = files->replace ? scree_os_rename(files->folder, from, to)
                               : scree_os_rename_to_free_name(files->folder, from, to);
    step->given = error == 0;
    return error;
}

static int run_step(commit_step *step)
{
    int error = 0;
    if (step->removes) {
        return keep_old(step);
    }
    if (step->target->files->replace) {
        error = keep_old(step);
    }
    return error == 0 ? give_name(step) : error;
}

/* The new file goes back to its temporary name, and the old one gets its own. */
static void undo_step(const commit_step *step)
{
    char name[SCREE_FILE_NAME_SIZE];
    char temporary[SCREE_FILE_NAME_SIZE];
    char second[SCREE_FILE_NAME_SIZE];
    const scree_temporary_files *files = step->target->files;
    scree_temporary_files_name(files, step->file, name);
    scree_temporary_files_temporary_name(files, step->file, temporary);
    scree_temporary_files_backup_name(files, step->file, second);
    if (step->given && !step->kept) {
        scree_os_rename(files->folder, name, temporary);
    } else if (step->given || step->set_aside) {
        scree_os_rename(files->folder, second, name);
    } else if (step->kept) {
        scree_os_remove(files->folder, second);
    }
}

static void forget_old(const commit_step *step)
{
    char second[SCREE_FILE_NAME_SIZE];
    if (step->kept) {
        scree_temporary_files_backup_name(step->target->files, step->file, second);
        scree_os_remove(step->target->files->folder, second);
    }
}

static scree_result run_steps(commit *made)
{
    for (size_t i = 0; i < made->step_count; i++) {
        int error = run_step(&made->steps[i]);
        if (error == 0) {
            continue;
        }
        for (size_t k = i + 1; k > 0; k--) {
            undo_step(&made->steps[k - 1]);
        }
        return scree_file_target_fail_file(made->steps[i].target, "write", made->steps[i].file, error);
    }
    for (size_t i = 0; i < made->step_count; i++) {
        forget_old(&made->steps[i]);
    }
    return SCREE_OK;
}

/* Moves the records of all targets from one state to another; false, and no record is moved, where one has changed. */
static bool move_states(const commit *made, int from, int to)
{
    for (size_t i = 0; i < made->count; i++) {
        scree_temporary_files *files = made->targets[i]->files;
        int expected = from;
        if (files != NULL && !atomic_compare_exchange_strong(&files->state, &expected, to)) {
            while (i > 0) {
                files = made->targets[--i]->files;
                if (files != NULL) {
                    atomic_store(&files->state, from);
                }
            }
            return false;
        }
    }
    return true;
}

static scree_result rename_all(commit *made)
{
    if (!move_states(made, SCREE_RECORD_WRITING, SCREE_RECORD_COMMITTING)) {
        return scree_file_target_fail(made->targets[0], "write", ECANCELED);
    }
    scree_result result = run_steps(made);
    move_states(made, SCREE_RECORD_COMMITTING, result == SCREE_OK ? SCREE_RECORD_COMMITTED : SCREE_RECORD_WRITING);
    return result;
}

/* No handler runs in this thread as long as the locks are held, and those in others wait. */
static scree_result lock_and_rename(commit *made)
{
    scree_result result = take_locks(made);
    if (result != SCREE_OK) {
        return result;
    }
    result = make_steps(made);
    if (result == SCREE_OK) {
        result = rename_all(made);
    }
    release_locks(made);
    scree_os_signals_restore(&made->signals);
    return result;
}

/* Waits until the disk has the names. */
static scree_result sync_folder(const scree_file_target *target)
{
    if (target->files == NULL || !target->synced) {
        return SCREE_OK;
    }
    int error = scree_os_folder_sync(target->files->folder);
    return error == 0 ? SCREE_OK : scree_file_target_fail(target, "keep the names of", error);
}

static scree_result check_owners(const commit *made)
{
    for (size_t i = 0; i < made->count; i++) {
        const scree_file_target *target = made->targets[i];
        if (target->files != NULL && !scree_temporary_files_are_own(target->files)) {
            return scree_fail(target->context, SCREE_ERROR_INVALID, "cannot write %s: another process has begun it",
                              target->path);
        }
    }
    return SCREE_OK;
}

scree_result scree_file_targets_commit(scree_file_target *const *targets, size_t count)
{
    commit made = {.targets = targets, .count = count};
    scree_result result = check_owners(&made);
    if (result == SCREE_OK) {
        result = make_locks(&made);
    }
    if (result == SCREE_OK) {
        result = lock_and_rename(&made);
    }
    free(made.locks);
    free(made.steps);
    for (size_t i = 0; i < count && result == SCREE_OK; i++) {
        targets[i]->committed = true;
    }
    for (size_t i = 0; i < count && result == SCREE_OK; i++) {
        result = sync_folder(targets[i]);
    }
    return result;
}
