# SPDX-License-Identifier: MIT
# `cmake --install`: libraries, headers, program, and the files through which find_package(clearway) and pkg-config find them.
include(CMakePackageConfigHelpers)

set(clearway_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/clearway)
set(not_built)
if(NOT CLEARWAY_NATIVE)
    set(not_built PATTERN native EXCLUDE)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" ${not_built})

# One export set per library, so that the core can be found where Cairo or SQLite are not.
install(TARGETS clearway EXPORT clearwayTargets)
install(EXPORT clearwayTargets NAMESPACE clearway:: DESTINATION ${clearway_cmake_dir})
if(CLEARWAY_NATIVE)
    install(TARGETS clearway_native EXPORT clearwayNativeTargets)
    install(EXPORT clearwayNativeTargets NAMESPACE clearway:: DESTINATION ${clearway_cmake_dir})
endif()
if(TARGET clearway_cli)
    install(TARGETS clearway_cli)
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/clearwayConfig.cmake.in clearwayConfig.cmake
                              INSTALL_DESTINATION ${clearway_cmake_dir})
write_basic_package_version_file(clearwayConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/clearwayConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/clearwayConfigVersion.cmake
        DESTINATION ${clearway_cmake_dir})

# Paths relative to the file itself, so that the installed tree may be moved.
file(RELATIVE_PATH clearway_pc_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${PROJECT_SOURCE_DIR}/cmake/clearway.pc.in clearway.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/clearway.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
