# Which GPUs the CUDA kernels are compiled for. Machine code for an architecture runs on later GPUs of the same major
# number; the PTX that is always there serves all others, and the driver compiles it when it first meets such a GPU.

# The architectures of a release: one for each generation of GPUs, so that nobody waits for the driver's compiler.
set(scree_cuda_release_architectures 75 80 90 100 120)

# scree_cuda_toolkit(result) sets `result` to the version of nvcc: 1000 * major + 10 * minor.
function(scree_cuda_toolkit result)
  execute_process(COMMAND ${SCREE_NVCC} --version OUTPUT_VARIABLE version)
  if(NOT version MATCHES "release ([0-9]+)\\.([0-9]+)")
    message(FATAL_ERROR "${SCREE_NVCC} --version tells no version:\n${version}")
  endif()
  math(EXPR number "1000 * ${CMAKE_MATCH_1} + 10 * ${CMAKE_MATCH_2}")
  set(${result} ${number} PARENT_SCOPE)
endfunction()

# The architectures of this machine's GPUs; nothing where there is no GPU or no driver.
function(scree_cuda_native_architectures result)
  set(found "")
  find_program(SCREE_NVIDIA_SMI NAMES nvidia-smi DOC "Tells which NVIDIA GPUs this machine has; optional")
  mark_as_advanced(SCREE_NVIDIA_SMI)
  if(SCREE_NVIDIA_SMI AND NOT CMAKE_CROSSCOMPILING)
    execute_process(COMMAND ${SCREE_NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader
      OUTPUT_VARIABLE output ERROR_QUIET TIMEOUT 30)
    string(REGEX MATCHALL "[0-9]+\\.[0-9]" found "${output}")
    list(TRANSFORM found REPLACE "\\." "")
    list(REMOVE_DUPLICATES found)
  endif()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# The architectures that SCREE_CUDA_ARCHITECTURES means, of those that nvcc knows; "nothing" on a machine without a GPU.
function(scree_cuda_chosen_architectures known result)
  set(wanted ${SCREE_CUDA_ARCHITECTURES})
  if("native" IN_LIST wanted)
    scree_cuda_native_architectures(native)
    list(REMOVE_ITEM wanted native)
    list(APPEND wanted ${native})
    if(NOT wanted)
      set(${result} nothing PARENT_SCOPE)
      return()
    endif()
    list(REMOVE_DUPLICATES wanted)
  elseif(wanted STREQUAL "all")
    set(wanted ${scree_cuda_release_architectures})
  endif()
  set(chosen "")
  set(unknown "")
  foreach(architecture IN LISTS wanted)
    if(architecture IN_LIST known)
      list(APPEND chosen ${architecture})
    else()
      list(APPEND unknown ${architecture})
    endif()
  endforeach()
  if(unknown AND NOT SCREE_CUDA_ARCHITECTURES MATCHES "native|all")
    list(JOIN known " " known)
    message(FATAL_ERROR "SCREE_CUDA_ARCHITECTURES is native, all, or some of the numbers that ${SCREE_NVCC} compiles "
      "for (${known}); it is ${SCREE_CUDA_ARCHITECTURES}")
  endif()
  set(${result} "${chosen}" PARENT_SCOPE)
endfunction()

# scree_cuda_targets(virtual codes) sets what nvcc's -gencode takes: the one virtual architecture that PTX is made for,
# such as compute_75, and what is made of that PTX, such as compute_75,sm_90. Both are empty where there is no GPU to
# compile for.
function(scree_cuda_targets virtual codes)
  list(GET scree_cuda_release_architectures 0 oldest)
  execute_process(COMMAND ${SCREE_NVCC} --list-gpu-code OUTPUT_VARIABLE listed)
  string(REGEX MATCHALL "[0-9]+" listed "${listed}")
  list(SORT listed COMPARE NATURAL)
  set(known "")
  foreach(architecture IN LISTS listed)
    if(architecture GREATER_EQUAL oldest)
      list(APPEND known ${architecture})
    endif()
  endforeach()
  scree_cuda_chosen_architectures("${known}" chosen)
  if(chosen STREQUAL "nothing")
    message(STATUS "CUDA: this machine has no GPU, so no kernels are built for any; see SCREE_CUDA_ARCHITECTURES")
    set(${virtual} "" PARENT_SCOPE)
    set(${codes} "" PARENT_SCOPE)
    return()
  endif()
  list(GET known 0 base) # The oldest, unless nvcc has left that behind.
  # A GPU that this nvcc does not know is served by PTX alone.
  list(TRANSFORM chosen PREPEND "sm_")
  list(JOIN chosen "," named)
  message(STATUS "CUDA kernels: machine code for ${named}; PTX for all other GPUs from sm_${base} on")
  list(PREPEND chosen compute_${base})
  list(JOIN chosen "," chosen)
  set(${virtual} compute_${base} PARENT_SCOPE)
  set(${codes} ${chosen} PARENT_SCOPE)
endfunction()
