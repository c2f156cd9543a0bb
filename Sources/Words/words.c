#include "Words.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char en[] = {
#embed "en.txt"
};
static const unsigned char de[] = {
#embed "de.txt"
};
static const unsigned char fr[] = {
#embed "fr.txt"
};
static const unsigned char es[] = {
#embed "es.txt"
};
static const unsigned char it[] = {
#embed "it.txt"
};
static const unsigned char pt[] = {
#embed "pt.txt"
};
static const unsigned char nl[] = {
#embed "nl.txt"
};
static const unsigned char pl[] = {
#embed "pl.txt"
};
static const unsigned char cs[] = {
#embed "cs.txt"
};
static const unsigned char sv[] = {
#embed "sv.txt"
};
static const unsigned char fi[] = {
#embed "fi.txt"
};
static const unsigned char tags[] = {
#embed "tags.txt"
};
static const unsigned char rules[] = {
#embed "place-rules.txt"
};
static const unsigned char categories[] = {
#embed "category-tags.txt"
};

#define FILE(name) {#name, {name, sizeof name}}
static const struct {
  const char *name;
  WordText text;
} files[] = {
  FILE(en), FILE(de), FILE(fr), FILE(es), FILE(it), FILE(pt),
  FILE(nl), FILE(pl), FILE(cs), FILE(sv), FILE(fi), FILE(tags),
  FILE(rules), FILE(categories),
};

WordText words_file(const char *name) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) == 0) return files[i].text;
  }
  return (WordText){NULL, 0};
}

WordText words_section(const char *section, const char *file) {
  const WordText text = words_file(file);
  const size_t length = strlen(section);
  const unsigned char *end = text.bytes + text.size, *sign = text.bytes, *start = NULL;
  // Searching for one byte is many times quicker than for the whole heading.
  while (sign && (sign = memchr(sign, '[', end - sign))) {
    const unsigned char *name = ++sign;
    if (name - text.bytes < 2 || name[-2] != '\n') continue;
    if (start) return (WordText){start, name - 2 - start};
    if ((size_t)(end - name) > length + 1 && !memcmp(name, section, length) && !memcmp(name + length, "]\n", 2)) {
      start = name + length + 2;
    }
  }
  return start ? (WordText){start, end - start} : (WordText){NULL, 0};
}
