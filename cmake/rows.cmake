# The rows of an X list in a header, each as far as its first line goes: "NAME,value,...".
function(scree_read_rows variable file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(STRINGS ${file} rows REGEX "^    X\\(")
  # A row ends with a backslash, which would join it to the next in a list.
  string(REPLACE "\\" "" rows "${rows}")
  list(TRANSFORM rows REPLACE "^    X\\(([^)]*[^ ,)]).*$" "\\1")
  list(TRANSFORM rows REPLACE ", " ",")
  set(${variable} "${rows}" PARENT_SCOPE)
endfunction()
