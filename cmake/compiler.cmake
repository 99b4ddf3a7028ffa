# Flags of every C file, and of the tests' C++. They are part of the result: docs/determinism.md says why each is there. They come after the
# environment's CFLAGS, so that those cannot undo them.
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_EXPORT_COMPILE_COMMANDS ${PROJECT_IS_TOP_LEVEL})

# The same optimisation in every build type; Debug only adds symbols and sanitizers their checks.
set(CMAKE_C_FLAGS_RELEASE "")
set(CMAKE_C_FLAGS_DEBUG "-g")
set(CMAKE_CXX_FLAGS_RELEASE "")
set(CMAKE_CXX_FLAGS_DEBUG "-g")
add_compile_options(-O3 -fno-fast-math -fno-associative-math -fno-reciprocal-math -fno-finite-math-only -fsigned-zeros)
add_compile_options(-ffp-contract=off -fno-math-errno -fno-trapping-math)
add_compile_options(-Wall -Wextra -Wpedantic -Wconversion -Wshadow
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes> $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>)

if(SCREE_SANITIZE)
  # Checks make code so large that optimising it, and following its variables, would take many minutes.
  add_compile_options(-O1 -g1 -fsanitize=${SCREE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${SCREE_SANITIZE})
  add_compile_definitions(SCREE_KEEP_LOOPS)
  if(SCREE_SANITIZE MATCHES "address|undefined")
    add_compile_definitions(SCREE_KEEP_CALLS)
  endif()
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    # Its guess goes wrong behind a sanitizer's checks.
    add_compile_options(-Wno-maybe-uninitialized)
  endif()
endif()
