#ifndef COSM_H
#define COSM_H

// Extracts of OpenStreetMap behind a flat face: PBF, and XML as it is or packed by gzip or bzip2.
//
// No exception of C++ crosses it, nothing here words a message or ends the process, and what a file may make it do
// is bounded: in memory by a budget, in time by the size of what is unpacked.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { COSM_NODE, COSM_WAY, COSM_RELATION } cosm_kind;

/// Text of the file: no null byte ends it, and it need not be UTF-8.
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

/// A run of an element's points: a way, or a node that a relation has.
typedef struct {
  size_t first;
  size_t count;
  /// Whether a way comes back to its start.
  bool is_closed;
} cosm_part;

typedef struct {
  cosm_kind kind;
  int64_t id;
  const cosm_tag *tags;
  size_t tag_count;
  /// What the file has of its points; none while it is only asked whether the element is wanted.
  const cosm_point *points;
  size_t point_count;
  const cosm_part *parts;
  size_t part_count;
} cosm_element;

/// Why an element that may have been wanted is passed over.
typedef enum {
  /// Its text or its list of members is too long.
  COSM_TOO_LONG,
  /// The file has no point of it.
  COSM_NOWHERE,
  /// Its position is not on the globe.
  COSM_OFF_THE_GLOBE,
} cosm_reason;

/// What elements may be wanted: those that have one of the keys.
typedef struct {
  const char *key;
  /// The values that count, beside lists of values; none where every value does.
  const char *const *values;
  size_t value_count;
} cosm_key;

typedef struct {
  void *context;
  /// Whether a way or relation is wanted, by its tags alone.
  bool (*wants)(void *context, const cosm_element *element);
  /// Hands over a node that has one of the keys, or a way or relation that is wanted.
  void (*take)(void *context, const cosm_element *element);
  void (*pass_over)(void *context, cosm_kind kind, int64_t id, cosm_reason reason);
  /// How far it is, from 0 to 1; `false` ends the reading.
  bool (*on_progress)(void *context, double progress);
} cosm_handlers;

typedef enum {
  COSM_OK,
  /// `on_progress` said so.
  COSM_STOPPED,
  /// A call of the system failed with the errno `code`, for the folder that `detail` names if any.
  COSM_SYSTEM,
  /// It is read more than once, which cannot be done with a pipe.
  COSM_NOT_A_FILE,
  /// It is no extract of OpenStreetMap.
  COSM_FOREIGN,
  /// It breaks off at `position`.
  COSM_CUT_OFF,
  /// It is not what the format allows, from `position` on.
  COSM_MALFORMED,
  /// Reading it needs what is not there, named by `detail`.
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
  /// As the file has it, ended by a null byte.
  char detail[256];
} cosm_problem;

/// What a file says of itself.
typedef struct {
  bool has_box;
  cosm_point south_west;
  cosm_point north_east;
  /// Up to when its data is, in seconds since 1970: by its header, else by its newest element; 0 where unknown.
  int64_t time;
  bool has_sequence;
  int64_t sequence;
  /// Where its updates are, ended by a null byte; empty where unknown.
  char base_url[512];
} cosm_header;

typedef struct {
  /// How many bytes of memory to work with; what is more goes into files.
  size_t memory;
  /// A folder for files without names.
  const char *folder;
  const cosm_key *keys;
  size_t key_count;
} cosm_options;

/// Whether a file that is packed holds OpenStreetMap XML.
bool cosm_is_packed_extract(const char *path);

/// Reads a file: nodes, then ways, then relations, each in the order of the file.
///
/// What breaks off or is malformed in the middle is read as far as it goes, and `COSM_CUT_OFF` or `COSM_MALFORMED`
/// says so at the end. `*header` is set in every case.
cosm_problem cosm_read(
  const char *path, const cosm_options *options, const cosm_handlers *handlers, cosm_header *header);

#ifdef __cplusplus
}
#endif

#endif
