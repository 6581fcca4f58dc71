# Generates a C++ source from text files:
#   cmake -DOUTPUT=x.cpp -DHEADER=x.h -DNAMESPACE=a::b -DFILES=kOne=/path,... -P embed.cmake
# Each file becomes a string constant of that name, declared in the header. A literal may have at most 65536 characters.
string(REPLACE "," ";" FILES "${FILES}")
set(text "// Made by scripts/cmake/embed.cmake.\n#include \"${HEADER}\"\n\nnamespace ${NAMESPACE} {\n\n")
foreach(entry IN LISTS FILES)
  string(REGEX MATCH "^([^=]+)=(.*)$" matched "${entry}")
  set(name "${CMAKE_MATCH_1}")
  file(READ "${CMAKE_MATCH_2}" content)
  string(LENGTH "${content}" length)
  if(length GREATER 60000)
    message(FATAL_ERROR "${CMAKE_MATCH_2} is too long for one literal")
  endif()
  string(APPEND text "const std::string_view ${name} = R\"PX_PAGE(${content})PX_PAGE\";\n")
endforeach()
file(WRITE "${OUTPUT}" "${text}\n}  // namespace ${NAMESPACE}\n")
