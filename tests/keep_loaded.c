/*
 * Preloaded into tests under a sanitizer: libraries that are closed stay loaded. What drivers leave behind can then be
 * told by their names from what scree leaves behind (leaks.supp).
 */
int dlclose(void *library);

int dlclose(void *library)
{
    (void)library;
    return 0;
}
