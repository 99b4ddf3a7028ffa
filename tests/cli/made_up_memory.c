/* Linked with --wrap: as much memory as the environment variable TEST_MEMORY says, whatever the machine has. */
#include <stdint.h>
#include <stdlib.h>

uint64_t __wrap_scree_os_memory_available(void);

uint64_t __wrap_scree_os_memory_available(void)
{
    const char *bytes = getenv("TEST_MEMORY");
    return bytes != NULL ? strtoull(bytes, NULL, 10) : UINT64_MAX;
}
