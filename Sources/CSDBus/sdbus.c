#include "CSDBus.h"
#include <CLibrary.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

// MARK: - libsystemd's interface

// As in <systemd/sd-bus.h>; stable since libsystemd 241, so the build does not need its headers.
typedef struct csdbus sd_bus; // What callers hold.
typedef struct sd_bus_message sd_bus_message;
typedef struct {
  const char *name;
  const char *message;
  int need_free;
} sd_bus_error;

#define FUNCTIONS(X) \
  X(int, sd_bus_open_system, (sd_bus **)) \
  X(sd_bus *, sd_bus_close_unref, (sd_bus *)) \
  X(int, sd_bus_get_fd, (sd_bus *)) \
  X(int, sd_bus_get_events, (sd_bus *)) \
  X(int, sd_bus_process, (sd_bus *, sd_bus_message **)) \
  X(int, sd_bus_send, (sd_bus *, sd_bus_message *, uint64_t *)) \
  X(int, sd_bus_message_new_method_call, \
    (sd_bus *, sd_bus_message **, const char *, const char *, const char *, const char *)) \
  X(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *)) \
  X(int, sd_bus_message_append_basic, (sd_bus_message *, char, const void *)) \
  X(int, sd_bus_message_open_container, (sd_bus_message *, char, const char *)) \
  X(int, sd_bus_message_close_container, (sd_bus_message *)) \
  X(int, sd_bus_message_get_type, (sd_bus_message *, uint8_t *)) \
  X(int, sd_bus_message_get_reply_cookie, (sd_bus_message *, uint64_t *)) \
  X(const char *, sd_bus_message_get_sender, (sd_bus_message *)) \
  X(const char *, sd_bus_message_get_path, (sd_bus_message *)) \
  X(const char *, sd_bus_message_get_interface, (sd_bus_message *)) \
  X(const char *, sd_bus_message_get_member, (sd_bus_message *)) \
  X(const sd_bus_error *, sd_bus_message_get_error, (sd_bus_message *)) \
  X(int, sd_bus_message_peek_type, (sd_bus_message *, char *, const char **)) \
  X(int, sd_bus_message_enter_container, (sd_bus_message *, char, const char *)) \
  X(int, sd_bus_message_exit_container, (sd_bus_message *)) \
  X(int, sd_bus_message_read_basic, (sd_bus_message *, char, void *))

CLIBRARY(lib, "libsystemd.so.0", "geoclue", "recommended", FUNCTIONS)

// MARK: - A connection

struct csdbus_message {
  sd_bus_message *message;
  /// How many containers enclose the next piece.
  unsigned depth;
};

int csdbus_open(struct csdbus **bus) {
  return clibrary_open(&lib_library) ? lib.sd_bus_open_system(bus) : -ELIBACC;
}

void csdbus_close(struct csdbus *bus) { lib.sd_bus_close_unref(bus); }

int csdbus_descriptor(struct csdbus *bus) { return lib.sd_bus_get_fd(bus); }

int csdbus_events(struct csdbus *bus) { return lib.sd_bus_get_events(bus); }

// MARK: - Sending

static int append(sd_bus_message *message, const struct csdbus_argument *argument) {
  if (argument->kind == CSDBUS_TEXT) {
    return lib.sd_bus_message_append_basic(message, 's', argument->text);
  }
  bool is_text = argument->kind == CSDBUS_VARIANT_TEXT;
  int status = lib.sd_bus_message_open_container(message, 'v', is_text ? "s" : "u");
  if (status >= 0) {
    status = is_text ? lib.sd_bus_message_append_basic(message, 's', argument->text)
                     : lib.sd_bus_message_append_basic(message, 'u', &argument->number);
  }
  return status < 0 ? status : lib.sd_bus_message_close_container(message);
}

int csdbus_send(struct csdbus *bus, const struct csdbus_call *call, const struct csdbus_argument *arguments,
                size_t count, uint64_t *serial) {
  sd_bus_message *message = NULL;
  int status = lib.sd_bus_message_new_method_call(bus, &message, call->destination, call->path,
                                                  call->interface, call->member);
  for (size_t index = 0; status >= 0 && index < count; index++) {
    status = append(message, &arguments[index]);
  }
  if (status >= 0) {
    status = lib.sd_bus_send(bus, message, serial);
  }
  lib.sd_bus_message_unref(message);
  return status < 0 ? status : 0;
}

// MARK: - Receiving

int csdbus_process(struct csdbus *bus, struct csdbus_message **message) {
  *message = NULL;
  sd_bus_message *arrived = NULL;
  int status = lib.sd_bus_process(bus, &arrived);
  if (status <= 0) {
    return status;
  }
  if (arrived != NULL) {
    struct csdbus_message *kept = calloc(1, sizeof *kept);
    if (kept == NULL) {
      lib.sd_bus_message_unref(arrived);
      return -ENOMEM;
    }
    kept->message = arrived;
    *message = kept;
  }
  return 1;
}

void csdbus_release(struct csdbus_message *message) {
  lib.sd_bus_message_unref(message->message);
  free(message);
}

enum csdbus_kind csdbus_kind(struct csdbus_message *message) {
  uint8_t type = 0;
  lib.sd_bus_message_get_type(message->message, &type);
  return (enum csdbus_kind)type;
}

uint64_t csdbus_reply_serial(struct csdbus_message *message) {
  uint64_t serial = 0;
  return lib.sd_bus_message_get_reply_cookie(message->message, &serial) < 0 ? 0 : serial;
}

const char *csdbus_sender(struct csdbus_message *message) {
  return lib.sd_bus_message_get_sender(message->message);
}

const char *csdbus_path(struct csdbus_message *message) {
  return lib.sd_bus_message_get_path(message->message);
}

const char *csdbus_interface(struct csdbus_message *message) {
  return lib.sd_bus_message_get_interface(message->message);
}

const char *csdbus_member(struct csdbus_message *message) {
  return lib.sd_bus_message_get_member(message->message);
}

const char *csdbus_error_name(struct csdbus_message *message) {
  const sd_bus_error *error = lib.sd_bus_message_get_error(message->message);
  return error == NULL ? NULL : error->name;
}

const char *csdbus_error_text(struct csdbus_message *message) {
  const sd_bus_error *error = lib.sd_bus_message_get_error(message->message);
  return error == NULL ? NULL : error->message;
}

#define READ_WHOLE(sign, type) \
  case sign: { \
    type number = 0; \
    status = lib.sd_bus_message_read_basic(from, sign, &number); \
    value->whole = (int64_t)number; \
    return status < 0 ? status : 1; \
  }

int csdbus_read(struct csdbus_message *message, struct csdbus_value *value) {
  sd_bus_message *from = message->message;
  const char *contents = NULL;
  int status = lib.sd_bus_message_peek_type(from, &value->type, &contents);
  if (status < 0) {
    return status;
  }
  if (status == 0) {
    if (message->depth == 0) {
      return 0;
    }
    message->depth--;
    value->type = CSDBUS_END;
    status = lib.sd_bus_message_exit_container(from);
    return status < 0 ? status : 1;
  }
  switch (value->type) {
  case 's':
  case 'o':
  case 'g':
    status = lib.sd_bus_message_read_basic(from, value->type, &value->text);
    return status < 0 ? status : 1;
  case 'd':
    status = lib.sd_bus_message_read_basic(from, 'd', &value->real);
    return status < 0 ? status : 1;
    READ_WHOLE('y', uint8_t)
    READ_WHOLE('b', int)
    READ_WHOLE('n', int16_t)
    READ_WHOLE('q', uint16_t)
    READ_WHOLE('i', int32_t)
    READ_WHOLE('u', uint32_t)
    READ_WHOLE('x', int64_t)
    READ_WHOLE('t', uint64_t)
    READ_WHOLE('h', int)
  default:
    status = lib.sd_bus_message_enter_container(from, value->type, contents);
    message->depth++;
    return status < 0 ? status : 1;
  }
}
