# The user interface, and what shows it together with the pictures of the core.
foreach(stage vert frag)
  set(made ${CMAKE_CURRENT_BINARY_DIR}/screen_${stage})
  set(compile ${SCREE_GLSLANG} -V --quiet --target-env vulkan1.1 ${CMAKE_CURRENT_SOURCE_DIR}/screen.${stage})
  set(check "")
  if(SCREE_CHECK_SHADERS)
    set(check COMMAND ${compile} -o ${made}.spv COMMAND ${SCREE_SPIRV_VAL} --target-env vulkan1.1 ${made}.spv)
  endif()
  add_custom_command(OUTPUT ${made}.h
    COMMAND ${compile} --vn screen_${stage} -o ${made}.h
    ${check}
    DEPENDS screen.${stage}
    COMMENT "Compiling apps/viewer/screen.${stage}"
    VERBATIM)
endforeach()
add_library(viewer_window STATIC
  ${CMAKE_CURRENT_BINARY_DIR}/screen_frag.h
  ${CMAKE_CURRENT_BINARY_DIR}/screen_vert.h
  panel.c
  panel_benchmark.c
  panel_expression.c
  panel_parameters.c
  panel_particles.c
  panel_pictures.c
  panel_saving.c
  panel_status.c
  thumbnail.c
  screen.c
  screen_offscreen.c
  screen_plain.c
  screen_vulkan.c
  session.c
  ui.cpp
  ui_figures.cpp
  ui_theme.c
  vulkan_base.c
  vulkan_memory.c
  vulkan_painter.c
  window.c
  window_input.c
)
set_target_properties(viewer_window PROPERTIES CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
target_compile_options(viewer_window PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions> $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
target_include_directories(viewer_window PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
target_include_directories(viewer_window SYSTEM PRIVATE ${SCREE_IMGUI_HEADERS})
target_compile_options(viewer_window PUBLIC -idirafter ${SCREE_VULKAN_HEADERS})
target_link_libraries(viewer_window PRIVATE ${SCREE_IMGUI_LIBRARY}
  PUBLIC viewer_core PkgConfig::SCREE_GLFW ${CMAKE_DL_LIBS})
if(SCREE_STB_LIBRARY)
  target_link_libraries(viewer_window PRIVATE ${SCREE_STB_LIBRARY})
endif()
