/*
 * Gives the files of one run their names: all of them, or none.
 *
 * An old file that is replaced keeps a second name (a hard link) until every new file has its name, so that it can be
 * restored. On a file system without hard links it is renamed instead. Signals are blocked in the thread meanwhile, and
 * runs that write files of the same name wait for each other.
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

/* Another run needs only a moment to rename its files, unless it has been stopped. */
#define LOCK_MILLISECONDS 10000u
#define PAUSE_MILLISECONDS 2u

/* One name that a new file gets, or that an old file loses. */
typedef struct commit_step {
    const scree_file_target *target;
    uint64_t file;
    bool removes;   /* There is no new file, only an old one to remove. */
    bool kept;      /* The old file has its second name. */
    bool set_aside; /* The second name is its only one, because it was renamed. */
    bool given;     /* The new file has its name. */
} commit_step;

typedef struct commit_state {
    scree_file_target *const *targets;
    size_t count;
    commit_step *steps;
    size_t step_count;
    scree_folder_lock *locks;
    size_t lock_count;
    scree_os_signals signals;
} commit_state;

static void add_step(commit_state *commit, const scree_file_target *target, uint64_t file, bool removes)
{
    commit->steps[commit->step_count++] = (commit_step){.target = target, .file = file, .removes = removes};
}

static void add_steps(commit_state *commit, const scree_file_target *target)
{
    const scree_temporary_files *files = target->files;
    bool writes = target->file_count > 0;
    bool has_companion = files->companion_name[0] != '\0';
    if (!writes && target->later_count == 0) {
        return;
    }
    if (has_companion) {
        add_step(commit, target, SCREE_COMPANION_FILE, !writes);
    }
    for (uint64_t file = 0; file < target->file_count; file++) {
        add_step(commit, target, file, false);
    }
    if (files->sidecar != SCREE_SIDECAR_UNUSED) {
        add_step(commit, target, SCREE_SIDECAR_FILE, files->sidecar == SCREE_SIDECAR_REMOVED);
    }
    if (has_companion && writes) {
        add_step(commit, target, SCREE_COMPANION_SIDECAR_FILE, true);
    }
    for (uint64_t file = 0; file < target->later_count; file++) {
        add_step(commit, target, target->file_count + file, true);
    }
}

/* Lists the steps in their order: data first, then the sidecars that describe them, then old files to remove. */
static scree_result make_steps(commit_state *commit)
{
    static const size_t others = 3; /* The companion, the sidecar, and the companion's old sidecar. */
    uint64_t most = 0;
    for (size_t i = 0; i < commit->count; i++) {
        scree_file_target *target = commit->targets[i];
        if (target->file_count > 0) {
            target->later_count = scree_old_files_count_later(target);
        }
        most += target->files == NULL ? 0 : target->file_count + target->later_count + others;
    }
    commit->steps = calloc((size_t)most + 1, sizeof *commit->steps);
    for (size_t i = 0; commit->steps != NULL && i < commit->count; i++) {
        if (commit->targets[i]->files != NULL) {
            add_steps(commit, commit->targets[i]);
        }
    }
    return commit->steps == NULL ? SCREE_ERROR_OUT_OF_MEMORY : SCREE_OK;
}

static bool is_same_lock(const scree_folder_lock *a, const scree_folder_lock *b)
{
    scree_os_file_info in_a;
    scree_os_file_info in_b;
    return strcmp(a->name, b->name) == 0 && scree_os_file_describe(a->folder, &in_a) == 0 &&
           scree_os_file_describe(b->folder, &in_b) == 0 && scree_os_is_same_file(&in_a, &in_b);
}

/* Targets of the same name share a lock, which must be taken only once. */
static scree_result make_locks(commit_state *commit)
{
    commit->locks = calloc(commit->count, sizeof *commit->locks);
    if (commit->locks == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < commit->count; i++) {
        if (commit->targets[i]->files == NULL) {
            continue;
        }
        scree_folder_lock lock = scree_folder_lock_of(commit->targets[i]->files);
        size_t k = 0;
        while (k < commit->lock_count && !is_same_lock(&commit->locks[k], &lock)) {
            k++;
        }
        if (k == commit->lock_count) {
            commit->locks[commit->lock_count++] = lock;
        }
    }
    return SCREE_OK;
}

static void release_locks(commit_state *commit)
{
    for (size_t i = 0; i < commit->lock_count; i++) {
        scree_folder_lock_release(&commit->locks[i]);
    }
}

/* Takes all locks or none, so that no two runs wait for each other. On a file system without locks this run still gives
   all names or none. */
static bool try_locks(commit_state *commit)
{
    for (size_t i = 0; i < commit->lock_count; i++) {
        if (scree_folder_lock_take(&commit->locks[i]) == EAGAIN) {
            release_locks(commit);
            return false;
        }
    }
    return true;
}

/* Takes the locks and blocks signals from then on. While it waits, signals are delivered. */
static scree_result take_locks(commit_state *commit)
{
    for (unsigned waited = 0; waited < LOCK_MILLISECONDS; waited += PAUSE_MILLISECONDS) {
        scree_os_signals_hold(&commit->signals);
        if (try_locks(commit)) {
            return SCREE_OK;
        }
        scree_os_signals_restore(&commit->signals);
        if (scree_file_target_is_interrupted(commit->targets[0])) {
            return SCREE_ERROR_CANCELLED;
        }
        scree_os_sleep(PAUSE_MILLISECONDS);
    }
    return scree_fail(commit->targets[0]->context, SCREE_ERROR_IO,
                      "cannot write %s: another run has been giving files of this name theirs for %u seconds",
                      commit->targets[0]->path, LOCK_MILLISECONDS / 1000);
}

/* A new file gets the permissions of the old one. */
static void copy_rights(const commit_step *step, const char *old_name)
{
    char name[SCREE_FILE_NAME_SIZE];
    scree_temporary_files_temporary_name(step->target->files, step->file, name);
    scree_os_copy_rights(step->target->files->folder, old_name, name);
}

/* Keeps an old file under a second name. Returns an error number, or 0 on success and if there is no old file. */
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
    int error = files->replaces ? scree_os_rename(files->folder, from, to)
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
    if (step->target->files->replaces) {
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

static scree_result run_steps(commit_state *commit)
{
    for (size_t i = 0; i < commit->step_count; i++) {
        int error = run_step(&commit->steps[i]);
        if (error == 0) {
            continue;
        }
        for (size_t k = i + 1; k > 0; k--) {
            undo_step(&commit->steps[k - 1]);
        }
        return scree_file_target_fail_file(commit->steps[i].target, commit->steps[i].removes ? "remove" : "write",
                                           commit->steps[i].file, error);
    }
    for (size_t i = 0; i < commit->step_count; i++) {
        forget_old(&commit->steps[i]);
    }
    return SCREE_OK;
}

/* Moves the records of all targets from one state to another. False, with no record moved, if a handler has changed
   one. */
static bool move_states(const commit_state *commit, int from, int to)
{
    for (size_t i = 0; i < commit->count; i++) {
        scree_temporary_files *files = commit->targets[i]->files;
        int expected = from;
        if (files != NULL && !atomic_compare_exchange_strong(&files->state, &expected, to)) {
            while (i > 0) {
                files = commit->targets[--i]->files;
                if (files != NULL) {
                    atomic_store(&files->state, from);
                }
            }
            return false;
        }
    }
    return true;
}

static scree_result rename_all(commit_state *commit)
{
    if (!move_states(commit, SCREE_RECORD_WRITING, SCREE_RECORD_COMMITTING)) {
        return scree_file_target_fail(commit->targets[0], "write", ECANCELED);
    }
    scree_result result = run_steps(commit);
    move_states(commit, SCREE_RECORD_COMMITTING, result == SCREE_OK ? SCREE_RECORD_COMMITTED : SCREE_RECORD_WRITING);
    return result;
}

/* While the locks are held, no handler runs in this thread, and handlers in other threads wait. */
static scree_result lock_and_rename(commit_state *commit)
{
    scree_result result = take_locks(commit);
    if (result != SCREE_OK) {
        return result;
    }
    result = make_steps(commit);
    if (result == SCREE_OK) {
        result = rename_all(commit);
    }
    release_locks(commit);
    scree_os_signals_restore(&commit->signals);
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

static scree_result check_owners(const commit_state *commit)
{
    for (size_t i = 0; i < commit->count; i++) {
        const scree_file_target *target = commit->targets[i];
        if (target->files != NULL && !scree_temporary_files_are_own(target->files)) {
            return scree_fail(target->context, SCREE_ERROR_INVALID, "cannot write %s: another process has begun it",
                              target->path);
        }
    }
    return SCREE_OK;
}

scree_result scree_file_targets_commit(scree_file_target *const *targets, size_t count)
{
    commit_state commit = {.targets = targets, .count = count};
    scree_result result = check_owners(&commit);
    if (result == SCREE_OK) {
        result = make_locks(&commit);
    }
    if (result == SCREE_OK) {
        result = lock_and_rename(&commit);
    }
    free(commit.locks);
    free(commit.steps);
    for (size_t i = 0; i < count && result == SCREE_OK; i++) {
        targets[i]->committed = true;
    }
    for (size_t i = 0; i < count && result == SCREE_OK; i++) {
        result = sync_folder(targets[i]);
    }
    return result;
}
