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

# The same of a header that may not be there, such as that of a kind's methods.
function(scree_read_rows_if_any variable file)
  set(rows "")
  if(EXISTS ${file})
    scree_read_rows(rows ${file})
  endif()
  set(${variable} "${rows}" PARENT_SCOPE)
endfunction()
