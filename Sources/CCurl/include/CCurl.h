#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>

// libcurl, loaded when it is first called: what a run does not use, it does not wait for.
//
// `forwarding.c` defines libcurl's functions under their own names, and each passes its call on. The linker finds them
// before it looks for libcurl, which FoundationNetworking would else bring in at the start of every run.

/// An HTTP request.
struct ccurl_request {
  /// With the scheme http or https, and without a user's name.
  const char *address;
  /// So many lines of the head, each like "Accept: application/json".
  const char *const *fields;
  size_t field_count;
  /// What is posted; NULL for GET.
  const char *body;
  size_t body_size;
};

/// Who takes the answer. Each function returns whether more is wanted.
struct ccurl_receiver {
  void *context;
  /// Takes a line of a head, its end included. Heads of interim answers and trailers come here as well.
  bool (*take_line)(void *context, const char *bytes, size_t size);
  /// Takes a piece of the body, decompressed.
  bool (*take_body)(void *context, const char *bytes, size_t size);
  /// Is asked at least once a second.
  bool (*go_on)(void *context);
};

/// How a transfer ended.
enum ccurl_end {
  CCURL_COMPLETE,
  /// The receiver wanted no more.
  CCURL_STOPPED,
  CCURL_UNKNOWN_HOST,
  CCURL_NO_CONNECTION,
  /// The connection was closed before any answer came.
  CCURL_NO_ANSWER,
  CCURL_BROKEN_OFF,
  CCURL_TLS_FAILED,
  /// The server's certificate is not to be trusted.
  CCURL_UNTRUSTED,
  /// The answer is no HTTP, or something else went wrong.
  CCURL_FAILED,
};

/// Sends a request and takes the answer, on this thread. No redirect is followed, and no cookie kept.
enum ccurl_end ccurl_transfer(const struct ccurl_request *request, const struct ccurl_receiver *receiver);

#endif
