# OpenEXR's C library alone, for its own packages name the C++ libraries with it. Defines scree_openexr_core where it is
# found; installed with scree's CMake package, for users of the static library.
pkg_check_modules(SCREE_OPENEXR QUIET OpenEXR>=3.1)
if(SCREE_OPENEXR_FOUND)
  find_library(SCREE_OPENEXR_CORE NAMES OpenEXRCore HINTS ${SCREE_OPENEXR_LIBRARY_DIRS})
endif()
if(SCREE_OPENEXR_FOUND AND SCREE_OPENEXR_CORE AND NOT TARGET scree_openexr_core)
  add_library(scree_openexr_core INTERFACE IMPORTED GLOBAL)
  target_include_directories(scree_openexr_core INTERFACE ${SCREE_OPENEXR_INCLUDE_DIRS})
  target_link_libraries(scree_openexr_core INTERFACE ${SCREE_OPENEXR_CORE})
endif()
