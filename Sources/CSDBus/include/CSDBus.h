#ifndef CSDBUS_H
#define CSDBUS_H

#include <stddef.h>
#include <stdint.h>

// The system bus through libsystemd's sd-bus, which is loaded when it is first called. No function blocks,
// except for the connect(2) to the bus's socket; errors are negative errnos.

/// A connection; used by one thread at a time.
struct csdbus;

/// A received message; what is read from it lives as long as it does.
struct csdbus_message;

/// Who is called.
struct csdbus_call {
  const char *destination;
  const char *path;
  const char *interface;
  const char *member;
};

enum csdbus_argument_kind {
  CSDBUS_TEXT,
  /// Wrapped in a variant, as Properties.Set requires.
  CSDBUS_VARIANT_TEXT,
  CSDBUS_VARIANT_UINT32,
};

struct csdbus_argument {
  enum csdbus_argument_kind kind;
  const char *text;
  uint32_t number;
};

/// By D-Bus's own numbers.
enum csdbus_kind {
  CSDBUS_CALL = 1,
  CSDBUS_REPLY = 2,
  CSDBUS_ERROR = 3,
  CSDBUS_SIGNAL = 4,
};

/// A piece of a message's content, in the order of its signature; a container is the pieces up to its end.
struct csdbus_value {
  /// D-Bus's sign for the type: 's', 'd', 'a', 'r', 'e', 'v'…, or CSDBUS_END.
  char type;
  /// Of 's', 'o' and 'g'.
  const char *text;
  /// Of 'd'.
  double real;
  /// Of all other numbers, and of 'b'.
  int64_t whole;
};

#define CSDBUS_END ')'

/// -ELIBACC if libsystemd is missing.
int csdbus_open(struct csdbus **bus);
void csdbus_close(struct csdbus *bus);

/// The socket to wait for, and the events of poll(2) to wait for on it.
int csdbus_descriptor(struct csdbus *bus);
int csdbus_events(struct csdbus *bus);

/// Sends a call; `serial` is that of the reply to come.
int csdbus_send(struct csdbus *bus, const struct csdbus_call *call, const struct csdbus_argument *arguments,
                size_t count, uint64_t *serial);

/// 1 and a message or NULL; 0 if there is nothing to do until more input arrives.
int csdbus_process(struct csdbus *bus, struct csdbus_message **message);
void csdbus_release(struct csdbus_message *message);

enum csdbus_kind csdbus_kind(struct csdbus_message *message);
/// For a reply or an error, the call that it answers; otherwise 0.
uint64_t csdbus_reply_serial(struct csdbus_message *message);
/// NULL if it has none.
const char *csdbus_sender(struct csdbus_message *message);
const char *csdbus_path(struct csdbus_message *message);
const char *csdbus_interface(struct csdbus_message *message);
const char *csdbus_member(struct csdbus_message *message);
const char *csdbus_error_name(struct csdbus_message *message);
const char *csdbus_error_text(struct csdbus_message *message);
/// 1 and the next piece; 0 at the end.
int csdbus_read(struct csdbus_message *message, struct csdbus_value *value);

#endif
