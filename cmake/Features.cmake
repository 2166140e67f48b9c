# SPDX-License-Identifier: MIT
# Optional parts, decided each time CMake configures. A compiler that is asked with __has_include keeps its first answer: objects are
# not built again when a package arrives later. A generated header is a dependency like any other.

# clearway_features(target NAME[=TEXT]...): lets the sources of a target include "<target>_features.h", which defines CLEARWAY_HAS_NAME() as
# 1 where the variable NAME is true and as 0 elsewhere, and with =TEXT also CLEARWAY_NAME_TEXT as the value of the variable TEXT. The macros
# have parentheses so that a source which forgets the header does not compile.
function(clearway_features target)
    set(text "// Written by CMake (cmake/Features.cmake).\n#pragma once\n")
    foreach(item ${ARGN})
        string(REPLACE "=" ";" item ${item})
        list(GET item 0 name)
        list(LENGTH item length)
        if(${name})
            string(APPEND text "#define CLEARWAY_HAS_${name}() 1\n")
        else()
            string(APPEND text "#define CLEARWAY_HAS_${name}() 0\n")
        endif()
        if(length GREATER 1)
            list(GET item 1 variable)
            string(APPEND text "#define CLEARWAY_${name}_TEXT \"${${variable}}\"\n")
        endif()
    endforeach()
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}_features)
    file(CONFIGURE OUTPUT ${folder}/${target}_features.h CONTENT "${text}" @ONLY) # touched only when it changes
    target_include_directories(${target} PRIVATE ${folder})
endfunction()

# clearway_use_parts(target NAME...): links the libraries clearway_<name> that there are, and tells the sources with
# clearway_features() which those are.
function(clearway_use_parts target)
    foreach(name ${ARGN})
        string(TOLOWER clearway_${name} library)
        set(${name} FALSE)
        if(TARGET ${library})
            set(${name} TRUE)
            target_link_libraries(${target} PRIVATE ${library})
        endif()
    endforeach()
    clearway_features(${target} ${ARGN})
endfunction()

# clearway_forget_what_is_gone(VARIABLE[:FILE]...): a find_… command keeps what it found, also when the package was removed since.
# FILE is what the folder in VARIABLE must hold. What was not found is looked for again in any case.
function(clearway_forget_what_is_gone)
    foreach(item ${ARGN})
        string(REPLACE ":" ";" item ${item})
        list(GET item 0 variable)
        list(LENGTH item length)
        set(path "${${variable}}")
        if(length GREATER 1)
            list(GET item 1 file)
            string(APPEND path "/${file}")
        endif()
        if(${variable} AND NOT EXISTS "${path}")
            unset(${variable} CACHE)
        endif()
    endforeach()
endfunction()
