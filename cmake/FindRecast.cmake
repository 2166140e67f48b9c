# SPDX-License-Identifier: MIT
# Finds Recast & Detour, which Debian ships without CMake or pkg-config files. Targets: Recast::Recast, Recast::Detour, Recast::DetourCrowd.
clearway_forget_what_is_gone(Recast_INCLUDE_DIR:Recast.h Recast_LIBRARY Recast_Detour_LIBRARY Recast_DetourCrowd_LIBRARY)
find_path(Recast_INCLUDE_DIR Recast.h PATH_SUFFIXES recastnavigation)
find_library(Recast_LIBRARY Recast)
find_library(Recast_Detour_LIBRARY Detour)
find_library(Recast_DetourCrowd_LIBRARY DetourCrowd)
mark_as_advanced(Recast_INCLUDE_DIR Recast_LIBRARY Recast_Detour_LIBRARY Recast_DetourCrowd_LIBRARY)

# The version is known to the package manager only.
set(Recast_VERSION unknown)
find_program(Recast_DPKG_QUERY dpkg-query)
mark_as_advanced(Recast_DPKG_QUERY)
if(Recast_DPKG_QUERY)
    execute_process(COMMAND ${Recast_DPKG_QUERY} -W -f "\${Version}" librecast-dev OUTPUT_VARIABLE version RESULT_VARIABLE failed ERROR_QUIET)
    if(NOT failed)
        set(Recast_VERSION ${version})
    endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Recast REQUIRED_VARS Recast_LIBRARY Recast_Detour_LIBRARY
                                  Recast_DetourCrowd_LIBRARY Recast_INCLUDE_DIR)
if(Recast_FOUND AND NOT TARGET Recast::Recast)
    foreach(name Recast Detour DetourCrowd)
        add_library(Recast::${name} UNKNOWN IMPORTED)
        target_include_directories(Recast::${name} SYSTEM INTERFACE ${Recast_INCLUDE_DIR})
    endforeach()
    set_target_properties(Recast::Recast PROPERTIES IMPORTED_LOCATION ${Recast_LIBRARY})
    set_target_properties(Recast::Detour PROPERTIES IMPORTED_LOCATION ${Recast_Detour_LIBRARY})
    set_target_properties(Recast::DetourCrowd PROPERTIES IMPORTED_LOCATION ${Recast_DetourCrowd_LIBRARY})
endif()
