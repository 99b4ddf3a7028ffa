# scree_find_cxx(): the C compiler's other half, because what sanitizers add must be of one kind; `scree_cxx_found` says
# whether there is one. Nothing that is always built needs C++.
macro(scree_find_cxx)
  string(REGEX REPLACE "clang([^/]*)$" "clang++\\1" scree_cxx_compiler ${CMAKE_C_COMPILER})
  string(REGEX REPLACE "gcc([^/]*)$" "g++\\1" scree_cxx_compiler ${scree_cxx_compiler})
  if(NOT CMAKE_CXX_COMPILER AND NOT scree_cxx_compiler STREQUAL CMAKE_C_COMPILER)
    set(CMAKE_CXX_COMPILER ${scree_cxx_compiler} CACHE FILEPATH "Compiles C++, where there is any")
  endif()
  set(scree_cxx_found FALSE)
  if(EXISTS ${scree_cxx_compiler})
    set(scree_cxx_found TRUE)
  endif()
endmacro()
