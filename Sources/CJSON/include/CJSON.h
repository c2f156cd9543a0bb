#ifndef CJSON_H
#define CJSON_H

// A JSON text as a flat list of its values, so that one call parses it without building a tree.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  CJSON_NULL,
  CJSON_FALSE,
  CJSON_TRUE,
  CJSON_INTEGER,
  CJSON_NUMBER,
  /// An integer that is no int64_t, as it is written.
  CJSON_DIGITS,
  CJSON_STRING,
  CJSON_ARRAY,
  CJSON_OBJECT,
} cjson_kind;

/// A value; the elements of an array, or the keys and values of an object in turn, follow it.
typedef struct {
  cjson_kind kind;
  /// The index of the next value that is not within this one.
  uint32_t end;
  union {
    int64_t integer;
    double number;
    /// The text of a string, without escapes, or of digits; not necessarily null-terminated.
    const char *bytes;
  };
  size_t count;
} cjson_token;

typedef enum {
  CJSON_OK,
  /// It is not one JSON value (RFC 8259), or nests deeper than 512.
  CJSON_MALFORMED,
  CJSON_NO_MEMORY,
} cjson_status;

/// Keeps its memory from one text to the next. Use it from one thread at a time.
typedef struct cjson_parser cjson_parser;

/// NULL if there is no memory.
cjson_parser *cjson_make(void);
void cjson_free(cjson_parser *parser);

/// Parses unchecked UTF-8. `*tokens` lasts until the next call, and is set only on CJSON_OK.
cjson_status cjson_parse(cjson_parser *parser, const char *bytes, size_t count, const cjson_token **tokens);

#ifdef __cplusplus
}
#endif

#endif
