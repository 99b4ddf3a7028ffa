/*
 * Preloaded into tests under a sanitizer: libraries that are closed stay loaded. What drivers do can then be told by
 * their names from what scree does (leaks.supp, races.supp).
 */
int dlclose(void *library);

int dlclose(void *library)
{
    (void)library;
    return 0;
}
