# SPDX-License-Identifier: MIT
# Header-only libraries of the system, found by one of their headers; a missing one is named with its Debian package.
# They are linked into a folder of our own: a cross compiler must not see the rest of the system's /usr/include.

set(clearway_header_only_dir ${CMAKE_CURRENT_BINARY_DIR}/header_only)

# clearway_use_headers(target header:package...)
function(clearway_use_headers target)
    foreach(item ${ARGN})
        string(REPLACE ":" ";" item ${item})
        list(GET item 0 header)
        list(GET item 1 package)
        string(REGEX MATCH "^[^/]+" library ${header})
        find_path(CLEARWAY_${library}_INCLUDE_DIR ${header} NO_CMAKE_FIND_ROOT_PATH PATHS /usr/include /usr/local/include
                  DOC "Folder that holds ${library}/")
        mark_as_advanced(CLEARWAY_${library}_INCLUDE_DIR)
        if(NOT CLEARWAY_${library}_INCLUDE_DIR)
            message(FATAL_ERROR "Clearway needs <${header}>: on Debian and Ubuntu, apt-get install ${package}; "
                                "elsewhere set CLEARWAY_${library}_INCLUDE_DIR.")
        endif()
        file(MAKE_DIRECTORY ${clearway_header_only_dir})
        if(NOT EXISTS ${clearway_header_only_dir}/${library})
            file(CREATE_LINK ${CLEARWAY_${library}_INCLUDE_DIR}/${library} ${clearway_header_only_dir}/${library} SYMBOLIC)
        endif()
    endforeach()
    target_include_directories(${target} SYSTEM PRIVATE ${clearway_header_only_dir})
endfunction()
