# SPDX-License-Identifier: MIT
# What all targets of ours have in common.

set(clearway_gcc_like $<CXX_COMPILER_ID:GNU,Clang,AppleClang>)

# Warnings, and nothing that a user of the library would inherit.
function(clearway_own_code target)
    target_compile_options(${target} PRIVATE
        $<${clearway_gcc_like}:-Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion>
        # GCC 12 sees overlapping copies in every concatenation of std::string at -O3 (its bug 105651).
        $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
        $<$<AND:${clearway_gcc_like},$<BOOL:${CLEARWAY_WARNINGS_AS_ERRORS}>>:-Werror>
        # GCC derives these warnings from optimised code. With the -march of some machines it reports them, wrongly, of std::variant and
        # std::vector: they stay warnings. The sanitizers find what they look for.
        "$<$<CXX_COMPILER_ID:GNU>:-Wno-error=maybe-uninitialized;-Wno-error=stringop-overflow;-Wno-error=stringop-overread;-Wno-error=array-bounds;-Wno-error=free-nonheap-object;-Wno-error=use-after-free;-Wno-error=dangling-pointer;-Wno-error=nonnull>"
        $<$<AND:${clearway_gcc_like},$<BOOL:${CLEARWAY_FOR_THIS_MACHINE}>>:-march=native>)
endfunction()

# A library of ours. -ffp-contract=off is PUBLIC: an inline function of our headers, compiled by a user with fused
# multiply-add, could be the copy that the linker keeps for the library too (docs/decisions/0006-same-bits-everywhere.md).
function(clearway_library target)
    clearway_own_code(${target})
    target_compile_features(${target} PUBLIC cxx_std_20)
    target_compile_options(${target} PUBLIC $<${clearway_gcc_like}:-ffp-contract=off>)
    # GCC 12 packs the two coordinates of a point into one register where taking them apart again costs more than it saves.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-tree-slp-vectorize>)
    target_include_directories(${target}
        PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
        PRIVATE ${PROJECT_SOURCE_DIR}/src)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF)
endfunction()

# Compiles many files of a library at once where CLEARWAY_UNITY asks for it.
function(clearway_unity target mode)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${CLEARWAY_UNITY} UNITY_BUILD_MODE ${mode})
    if(CLEARWAY_UNITY)
        # What a file keeps to itself is seen by others here.
        target_compile_options(${target} PRIVATE $<${clearway_gcc_like}:-Wno-shadow> $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    endif()
endfunction()

# A program of ours: uses public headers only.
function(clearway_program target)
    clearway_own_code(${target})
    target_link_libraries(${target} PRIVATE clearway)
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
endfunction()
