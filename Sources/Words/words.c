#define _GNU_SOURCE
#include "Words.h"

#include <stdio.h>
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
static const unsigned char categories[] = {
#embed "categories.txt"
};

#define FILE(name) {#name, {name, sizeof name}}
static const struct {
  const char *name;
  WordText text;
} files[] = {
  FILE(en), FILE(de), FILE(fr), FILE(es), FILE(it), FILE(pt),
  FILE(nl), FILE(pl), FILE(cs), FILE(sv), FILE(fi), FILE(tags),
  FILE(categories),
};

WordText words_file(const char *name) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) == 0) return files[i].text;
  }
  return (WordText){NULL, 0};
}

WordText words_section(const char *section, const char *file) {
  WordText text = words_file(file);
  char header[32];
  const int length = snprintf(header, sizeof header, "\n[%s]\n", section);
  const unsigned char *start = text.bytes ? memmem(text.bytes, text.size, header, length) : NULL;
  if (!start) return (WordText){NULL, 0};
  start += length;
  const size_t rest = text.bytes + text.size - start;
  const unsigned char *end = memmem(start, rest, "\n[", 2);
  return (WordText){start, end ? (size_t)(end - start) : rest};
}
