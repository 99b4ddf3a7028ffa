#include "field_memory.h"

#include <inttypes.h>

#include "../../src/base/os.h"
#include "command.h"
#include "message.h"

int field_memory_check(const struct field_request *request, const scree_device_info *device)
{
    struct field_memory memory = {.hint = ""};
    if (request->type->memory == NULL) {
        return EXIT_CODE_OK;
    }
    request->type->memory(request, device, &memory);
    const uint64_t available = scree_os_memory_available();
    if (memory.bytes <= (double)available) {
        return EXIT_CODE_OK;
    }
    message_error("%s: %s need %.0f bytes of memory, and there are %" PRIu64 "%s", memory.name, memory.purpose,
                  memory.bytes, available, memory.hint);
    return EXIT_CODE_FAILED;
}
