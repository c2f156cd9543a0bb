#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>

// libcurl, loaded when it is first called.

/// An HTTP request.
struct ccurl_request {
  /// An http or https URL without a user name.
  const char *address;
  /// This many header lines, each like "Accept: application/json".
  const char *const *fields;
  size_t field_count;
  /// The body to post; NULL for GET.
  const char *body;
  size_t body_size;
};

/// The receiver of the answer. Each function returns whether to continue.
struct ccurl_receiver {
  void *context;
  /// Takes a header line, including its end; also those of interim answers and trailers.
  bool (*take_line)(void *context, const char *bytes, size_t size);
  /// Takes a piece of the body, decompressed.
  bool (*take_body)(void *context, const char *bytes, size_t size);
  /// Called at least once a second.
  bool (*go_on)(void *context);
};

/// How a transfer ended.
enum ccurl_end {
  CCURL_COMPLETE,
  /// The library is not installed.
  CCURL_NO_LIBRARY,
  /// The receiver wanted no more, or the library does not read how the body is compressed: in several parts.
  CCURL_STOPPED,
  /// The body is not compressed as its head says.
  CCURL_UNREADABLE,
  CCURL_UNKNOWN_HOST,
  CCURL_NO_CONNECTION,
  /// The connection was closed before any answer came.
  CCURL_NO_ANSWER,
  CCURL_BROKEN_OFF,
  CCURL_TLS_FAILED,
  /// The server's certificate cannot be trusted.
  CCURL_UNTRUSTED,
  /// The answer is not HTTP, or something else went wrong.
  CCURL_FAILED,
};

/// Sends a request and receives the answer on this thread, without following redirects or keeping cookies.
enum ccurl_end ccurl_transfer(const struct ccurl_request *request, const struct ccurl_receiver *receiver);

#endif
