#ifndef CLIBRARY_H
#define CLIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Shared libraries that are opened when they are first needed, so that other runs neither wait for them nor require
// them.

/// A shared library, and those of its functions that are called.
struct clibrary {
  /// The name by which the dynamic linker finds it, like "libcurl.so.4".
  const char *name;
  /// The names of `count` functions.
  const char *const *functions;
  size_t count;
  /// Gets the addresses of the functions, in the order of their names.
  void **addresses;
  /// Whether the addresses are known; false at first.
  bool is_open;
};

/// Opens a library for good and looks up its functions, unless that has been done. May be called from any thread.
///
/// Returns whether the functions can be called. If not, the next call tries again: somebody may have installed the
/// library meanwhile.
bool clibrary_open(struct clibrary *library);

/// Defines `table`, which has a pointer to each function, and `table_library`, to open before they are called; the
/// binary says in a note what it may load and what for (ELF dlopen metadata, of the UAPI group).
///
/// - feature: what the library is for, in a word.
/// - priority: "recommended" or "suggested".
/// - functions: a macro that calls its argument with the result, name and parameters of each function.
#define CLIBRARY(table, name, feature, priority, functions) \
  CLIBRARY_NOTE(table, "[{\"feature\":\"" feature "\",\"priority\":\"" priority "\",\"soname\":[\"" name "\"]}]") \
  static struct { functions(CLIBRARY_POINTER) } table; \
  static const char *const table##_names[] = {functions(CLIBRARY_NAME)}; \
  static struct clibrary table##_library = { \
      name, table##_names, sizeof table##_names / sizeof *table##_names, (void **)&table, false};
#define CLIBRARY_NOTE(table, json) \
  __attribute__((used, section(".note.dlopen"), aligned(4))) static const struct { \
    uint32_t name_size, size, type; \
    char name[4], content[(sizeof json + 3) / 4 * 4]; \
  } table##_note = {4, sizeof json, 0x407c0c0a, "FDO", json};
#define CLIBRARY_POINTER(result, name, parameters) result(*name) parameters;
#define CLIBRARY_NAME(result, name, parameters) #name,

#endif
