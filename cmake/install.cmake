# Files that `cmake --install` installs: both libraries, headers, a CMake package, a pkg-config file and the licence. The
# command installs itself, its manual page and its completion scripts (apps/scree).
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/scree)

# Two sets, because only users of the static library need its dependencies at link time.
install(TARGETS scree EXPORT scree-shared
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS scree_static EXPORT scree-static
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(kind shared static)
  install(EXPORT scree-${kind} NAMESPACE scree:: DESTINATION ${package_folder})
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/scree DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/scree-config.cmake.in ${PROJECT_BINARY_DIR}/scree-config.cmake
  INSTALL_DESTINATION ${package_folder} NO_SET_AND_CHECK_MACRO)
# Until version 1, every minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/scree-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/scree-config.cmake ${PROJECT_BINARY_DIR}/scree-config-version.cmake
  ${CMAKE_CURRENT_LIST_DIR}/scree-openexr.cmake DESTINATION ${package_folder})

# The pkg-config file finds its prefix from where it lies, because `cmake --install --prefix` may choose another one
# than was configured. Only folders that were configured as absolute paths stay what they are.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(pkgconfig_prefix "${CMAKE_INSTALL_PREFIX}")
else()
  file(RELATIVE_PATH way_up "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
  string(REGEX REPLACE "/$" "" way_up "${way_up}")
  set(pkgconfig_prefix "\${pcfiledir}/${way_up}")
endif()
foreach(folder libdir includedir)
  string(TOUPPER "CMAKE_INSTALL_${folder}" variable)
  if(IS_ABSOLUTE "${${variable}}")
    set(pkgconfig_${folder} "${${variable}}")
  else()
    set(pkgconfig_${folder} "\${prefix}/${${variable}}")
  endif()
endforeach()
set(pkgconfig_requires "")
set(pkgconfig_libraries "")
if(SCREE_BUILD_FORMATS)
  set(pkgconfig_requires "jansson libdeflate liblzma libpng libtiff-4")
  # OpenEXR's own pkg-config file would bring its C++ libraries along.
  set(pkgconfig_libraries " -lOpenEXRCore")
endif()
# dlopen() finds the Vulkan loader; where it is part of the C library there is nothing to add.
set(pkgconfig_dl "")
if(SCREE_BUILD_VULKAN AND CMAKE_DL_LIBS)
  set(pkgconfig_dl " -l${CMAKE_DL_LIBS}")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/scree.pc.in ${PROJECT_BINARY_DIR}/scree.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/scree.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
