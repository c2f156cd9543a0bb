#ifndef CJSON_H
#define CJSON_H

// A JSON text as a flat list of its values, so that one call parses it and no tree is made.

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
  CJSON_STRING,
  CJSON_ARRAY,
  CJSON_OBJECT,
} cjson_kind;

/// A value; those of an array, and keys and values of an object by turns, stand behind it.
typedef struct {
  cjson_kind kind;
  /// Where the next value stands that is not within this one.
  uint32_t end;
  union {
    int64_t integer;
    double number;
    /// Of a string, without escapes; a null byte need not end it.
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

/// NULL where there is no memory.
cjson_parser *cjson_make(void);
void cjson_free(cjson_parser *parser);

/// Parses UTF-8, which is not checked. `*tokens` lasts until the next call, and is set on CJSON_OK alone.
cjson_status cjson_parse(cjson_parser *parser, const char *bytes, size_t count, const cjson_token **tokens);

#ifdef __cplusplus
}
#endif

#endif
