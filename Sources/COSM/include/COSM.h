#ifndef COSM_H
#define COSM_H

// OpenStreetMap extracts behind a flat interface: PBF, and XML, plain or compressed with gzip or bzip2.
//
// No C++ exception crosses it, it neither words messages nor ends the process, and a file can cost only so much:
// memory up to a budget, and time in proportion to the unpacked size.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { COSM_NODE, COSM_WAY, COSM_RELATION } cosm_kind;

/// Text of the file: not null-terminated, and not necessarily UTF-8.
typedef struct {
  const char *bytes;
  size_t count;
} cosm_text;

typedef struct {
  cosm_text key;
  cosm_text value;
} cosm_tag;

/// A position in units of 1e-7 degrees, on the globe.
typedef struct {
  int32_t longitude;
  int32_t latitude;
} cosm_point;

/// Consecutive points of an element: a way, a piece of a way that is cut, or a node of a relation.
typedef struct {
  size_t first;
  size_t count;
  /// Whether a way comes back to its start and is whole.
  bool is_closed;
} cosm_part;

typedef struct {
  cosm_kind kind;
  int64_t id;
  const cosm_tag *tags;
  size_t tag_count;
  /// Those of its points that the file has; none while the caller only decides whether it wants the element.
  const cosm_point *points;
  size_t point_count;
  const cosm_part *parts;
  size_t part_count;
  /// Whether the file lacks any of its ways, or of their nodes, as at the edge of an extract.
  bool is_cut;
} cosm_element;

/// Why a possibly wanted element is skipped.
typedef enum {
  /// Its text or its list of members is too long.
  COSM_TOO_LONG,
  /// The file has none of its points.
  COSM_NOWHERE,
  /// Its position is not on the globe.
  COSM_OFF_THE_GLOBE,
} cosm_reason;

/// What elements may be wanted: those that have one of the keys.
typedef struct {
  const char *key;
  /// The values that count, besides lists of values; none if every value counts.
  const char *const *values;
  size_t value_count;
} cosm_key;

/// The level of the largest squares for `mark`.
enum { COSM_TOP_LEVEL = 2 };

typedef struct {
  void *context;
  /// Whether a way or relation is wanted, by its tags alone.
  bool (*wants)(void *context, const cosm_element *element);
  /// Hands over a node that has one of the keys, or a way or relation that is wanted.
  void (*take)(void *context, const cosm_element *element);
  /// Hands over an element without points, and without tags if these are too long.
  void (*pass_over)(void *context, const cosm_element *element, cosm_reason reason);
  /// Reports a square of the earth that has a whole way within it, whatever its tags; null to report none.
  ///
  /// At level 0 the earth is 65,536 columns from 180° W by 32,768 rows from the south pole; each level up to
  /// `COSM_TOP_LEVEL` joins four squares of the one below, and a way counts only for the smallest square. A square
  /// may be reported twice, and some are left out if the file is out of order or larger than the memory.
  void (*mark)(void *context, unsigned level, uint32_t column, uint32_t row);
  /// The progress, from 0 to 1; `false` ends the reading.
  bool (*on_progress)(void *context, double progress);
} cosm_handlers;

typedef enum {
  COSM_OK,
  /// `on_progress` ended it.
  COSM_STOPPED,
  /// A system call failed with the errno `code`, for the folder in `detail`, if any.
  COSM_SYSTEM,
  /// It must be read more than once, which a pipe does not allow.
  COSM_NOT_A_FILE,
  /// It is not an OpenStreetMap extract.
  COSM_FOREIGN,
  /// It breaks off at `position`.
  COSM_CUT_OFF,
  /// It violates the format from `position` on.
  COSM_MALFORMED,
  /// Reading it needs an unsupported feature, named by `detail`.
  COSM_UNSUPPORTED,
  COSM_NO_MEMORY,
} cosm_status;

/// What went wrong.
typedef struct {
  cosm_status status;
  int code;
  /// A byte of a PBF, from 0, or a line of XML, from 1.
  uint64_t position;
  bool position_is_line;
  /// As written in the file, null-terminated.
  char detail[256];
} cosm_problem;

/// What a file says about itself.
typedef struct {
  bool has_box;
  cosm_point south_west;
  cosm_point north_east;
  /// The date of its data in seconds since 1970, from its header or else its newest element; 0 if unknown.
  int64_t time;
  bool has_sequence;
  int64_t sequence;
  /// The address of its updates, null-terminated; empty if unknown.
  char base_url[512];
} cosm_header;

typedef struct {
  /// Bytes of memory to work with; anything beyond goes into files.
  size_t memory;
  /// A folder for nameless files.
  const char *folder;
  const cosm_key *keys;
  size_t key_count;
} cosm_options;

/// Whether a compressed file contains OpenStreetMap XML.
bool cosm_is_packed_extract(const char *path);

/// Reads a file: nodes, then ways, then relations, each in the order of the file.
///
/// Reads a truncated or malformed file as far as possible, and returns `COSM_CUT_OFF` or `COSM_MALFORMED`. Always
/// sets `*header`.
cosm_problem cosm_read(
  const char *path, const cosm_options *options, const cosm_handlers *handlers, cosm_header *header);

#ifdef __cplusplus
}
#endif

#endif
