#ifndef WORDS_H
#define WORDS_H

#include <stddef.h>

/// Part of a file of this folder.
typedef struct {
  const unsigned char *bytes;
  size_t size;
} WordText;

/// The file of a name such as `de` or `tags`; nothing if there is none.
WordText words_file(const char *name);

/// The lines of a section of a file; nothing if there is none.
WordText words_section(const char *section, const char *file);

#endif
