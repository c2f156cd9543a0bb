#include "CPQ.h"
#include <CLibrary.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

// MARK: - libpq's interface

typedef struct cpq_connection PGconn; // What callers hold.
typedef struct pg_result PGresult;
typedef struct pg_cancel PGcancel;
typedef void (*PQnoticeProcessor)(void *context, const char *message);

typedef struct {
  char *keyword;
  char *environment;
  char *compiled;
  char *value;
  char *label;
  char *display;
  int size;
} PQconninfoOption;

enum { CONNECTION_OK = 0, CONNECTION_BAD = 1 };
enum { PGRES_COMMAND_OK = 1, PGRES_TUPLES_OK = 2, PGRES_SINGLE_TUPLE = 9 };
enum { PGRES_COPY_OUT = 3, PGRES_COPY_IN = 4, PGRES_COPY_BOTH = 8 };
enum { FIELD_SQLSTATE = 'C', FIELD_PRIMARY = 'M', FIELD_HINT = 'H' };

// Each function that is called, with its type.
#define FUNCTIONS(each) \
  each(PQconninfoOption *, PQconninfoParse, (const char *address, char **message)) \
  each(void, PQconninfoFree, (PQconninfoOption *options)) \
  each(void, PQfreemem, (void *memory)) \
  each(PGconn *, PQconnectdbParams, (const char *const *names, const char *const *values, int expand)) \
  each(int, PQstatus, (const PGconn *connection)) \
  each(char *, PQerrorMessage, (const PGconn *connection)) \
  each(const char *, PQparameterStatus, (const PGconn *connection, const char *name)) \
  each(PQnoticeProcessor, PQsetNoticeProcessor, (PGconn *connection, PQnoticeProcessor take, void *context)) \
  each(int, PQsetnonblocking, (PGconn *connection, int on)) \
  each(int, PQsocket, (const PGconn *connection)) \
  each(int, PQsendQueryParams, (PGconn *connection, const char *sql, int count, const unsigned *types, \
                                const char *const *values, const int *sizes, const int *formats, int format)) \
  each(int, PQsetSingleRowMode, (PGconn *connection)) \
  each(int, PQflush, (PGconn *connection)) \
  each(int, PQconsumeInput, (PGconn *connection)) \
  each(int, PQisBusy, (PGconn *connection)) \
  each(PGresult *, PQgetResult, (PGconn *connection)) \
  each(int, PQresultStatus, (const PGresult *result)) \
  each(char *, PQresultErrorField, (const PGresult *result, int field)) \
  each(char *, PQresultErrorMessage, (const PGresult *result)) \
  each(int, PQnfields, (const PGresult *result)) \
  each(int, PQgetisnull, (const PGresult *result, int row, int column)) \
  each(int, PQgetlength, (const PGresult *result, int row, int column)) \
  each(char *, PQgetvalue, (const PGresult *result, int row, int column)) \
  each(void, PQclear, (PGresult *result)) \
  each(PGcancel *, PQgetCancel, (PGconn *connection)) \
  each(int, PQcancel, (PGcancel *cancel, char *message, int size)) \
  each(void, PQfreeCancel, (PGcancel *cancel)) \
  each(void, PQfinish, (PGconn *connection))

CLIBRARY(pq, "libpq.so.5", "postgresql", "suggested", FUNCTIONS)

// MARK: - Problems

static void copy(char *to, size_t size, const char *text) {
  size_t count = text == NULL ? 0 : strlen(text);
  // Does not cut a multi-byte character in two.
  if (count >= size) {
    for (count = size - 1; count > 0 && ((unsigned char)text[count] & 0xC0) == 0x80; count--) {
    }
  }
  if (count > 0) {
    memcpy(to, text, count);
  }
  to[count] = 0;
}

static enum cpq_end lost(const struct cpq_connection *connection, struct cpq_problem *problem) {
  copy(problem->message, sizeof problem->message, pq.PQerrorMessage(connection));
  return CPQ_LOST;
}

static enum cpq_end refused(const struct cpq_connection *connection, const PGresult *result,
                            struct cpq_problem *problem) {
  const char *message = pq.PQresultErrorField(result, FIELD_PRIMARY);
  copy(problem->message, sizeof problem->message,
       message == NULL ? pq.PQresultErrorMessage(result) : message);
  copy(problem->sqlstate, sizeof problem->sqlstate, pq.PQresultErrorField(result, FIELD_SQLSTATE));
  return pq.PQstatus(connection) == CONNECTION_BAD ? CPQ_LOST : CPQ_REFUSED;
}

// MARK: - Connecting

static void ignore(void *context, const char *message) {
  (void)context, (void)message;
}

enum cpq_end cpq_read_address(const char *address, void *context,
                              void (*take)(void *context, struct cpq_option option)) {
  if (!clibrary_open(&pq_library)) {
    return CPQ_NO_LIBRARY;
  }
  char *message = NULL;
  PQconninfoOption *options = pq.PQconninfoParse(address, &message);
  // It may repeat secrets.
  pq.PQfreemem(message);
  if (options == NULL) {
    return CPQ_MALFORMED;
  }
  for (PQconninfoOption *option = options; option->keyword != NULL; option++) {
    if (option->value != NULL) {
      take(context, (struct cpq_option){option->keyword, option->value});
    }
  }
  pq.PQconninfoFree(options);
  return CPQ_COMPLETE;
}

enum cpq_end cpq_connect(const char *address, const struct cpq_option *usual, size_t usual_count,
                         struct cpq_connection **connection, struct cpq_problem *problem) {
  memset(problem, 0, sizeof *problem);
  *connection = NULL;
  if (usual_count > CPQ_MOST_OPTIONS) {
    return CPQ_MALFORMED;
  }
  if (!clibrary_open(&pq_library)) {
    return CPQ_NO_LIBRARY;
  }
  // Later entries override earlier ones.
  const char *names[CPQ_MOST_OPTIONS + 3] = {0};
  const char *values[CPQ_MOST_OPTIONS + 3] = {0};
  size_t count = 0;
  for (; count < usual_count; count++) {
    names[count] = usual[count].name;
    values[count] = usual[count].value;
  }
  names[count] = "dbname";
  values[count++] = address;
  names[count] = "client_encoding";
  values[count++] = "UTF8";
  PGconn *made = pq.PQconnectdbParams(names, values, 1);
  if (made == NULL) {
    return CPQ_NO_MEMORY;
  }
  if (pq.PQstatus(made) != CONNECTION_OK || pq.PQsetnonblocking(made, 1) != 0) {
    enum cpq_end end = lost(made, problem);
    cpq_close(made);
    return end;
  }
  pq.PQsetNoticeProcessor(made, ignore, NULL);
  *connection = made;
  return CPQ_COMPLETE;
}

const char *cpq_parameter(const struct cpq_connection *connection, const char *name) {
  return pq.PQparameterStatus(connection, name);
}

void cpq_close(struct cpq_connection *connection) {
  if (connection != NULL) {
    pq.PQfinish(connection);
  }
}

// MARK: - Asking

enum { INTERVAL = 200 }; // milliseconds

// Waits until the socket can be read, or written; returns whether to go on.
static bool wait_for(const struct cpq_connection *connection, short events,
                     const struct cpq_receiver *receiver) {
  while (receiver->go_on(receiver->context)) {
    struct pollfd descriptor = {pq.PQsocket(connection), events, 0};
    int ready = poll(&descriptor, 1, INTERVAL);
    if (ready > 0 || (ready < 0 && errno != EINTR)) {
      return true;
    }
  }
  return false;
}

static enum cpq_end send_all(struct cpq_connection *connection, const struct cpq_receiver *receiver,
                             struct cpq_problem *problem) {
  int left;
  while ((left = pq.PQflush(connection)) > 0) {
    // The server may send something before it accepts more.
    if (!wait_for(connection, POLLIN | POLLOUT, receiver)) {
      return CPQ_STOPPED;
    }
    if (!pq.PQconsumeInput(connection)) {
      return lost(connection, problem);
    }
  }
  return left < 0 ? lost(connection, problem) : CPQ_COMPLETE;
}

// The next result, or NULL after the last.
static enum cpq_end next(struct cpq_connection *connection, const struct cpq_receiver *receiver,
                         PGresult **result, struct cpq_problem *problem) {
  while (pq.PQisBusy(connection)) {
    if (!wait_for(connection, POLLIN, receiver)) {
      return CPQ_STOPPED;
    }
    if (!pq.PQconsumeInput(connection)) {
      return lost(connection, problem);
    }
  }
  *result = pq.PQgetResult(connection);
  return CPQ_COMPLETE;
}

enum { MOST_REQUESTS = 16 };
static atomic_int request_count;

static void *send_request(void *request) {
  char message[256];
  pq.PQcancel(request, message, sizeof message);
  pq.PQfreeCancel(request);
  atomic_fetch_sub(&request_count, 1);
  return NULL;
}

// Asks the server to cancel its work. Does not wait for that, which takes for ever if the server is frozen.
static void cancel(struct cpq_connection *connection) {
  PGcancel *request = pq.PQgetCancel(connection);
  if (request == NULL) {
    return;
  }
  pthread_t thread;
  // Without a request, the server notices later that the connection is closed.
  if (atomic_fetch_add(&request_count, 1) < MOST_REQUESTS &&
      pthread_create(&thread, NULL, send_request, request) == 0) {
    pthread_detach(thread);
  } else {
    atomic_fetch_sub(&request_count, 1);
    pq.PQfreeCancel(request);
  }
}

static bool take(const PGresult *result, const struct cpq_receiver *receiver) {
  struct cpq_value values[CPQ_MOST_COLUMNS] = {0};
  int count = pq.PQnfields(result);
  if (count > CPQ_MOST_COLUMNS) {
    count = CPQ_MOST_COLUMNS;
  }
  for (int column = 0; column < count; column++) {
    bool is_null = pq.PQgetisnull(result, 0, column);
    values[column].bytes = is_null ? NULL : pq.PQgetvalue(result, 0, column);
    values[column].size = is_null ? 0 : (size_t)pq.PQgetlength(result, 0, column);
  }
  return receiver->take_row(receiver->context, values, (size_t)count);
}

enum cpq_end cpq_ask(struct cpq_connection *connection, const char *sql, const char *const *parameters,
                     size_t count, const struct cpq_receiver *receiver, struct cpq_problem *problem) {
  memset(problem, 0, sizeof *problem);
  if (!pq.PQsendQueryParams(connection, sql, (int)count, NULL, parameters, NULL, NULL, 1)) {
    return lost(connection, problem);
  }
  pq.PQsetSingleRowMode(connection);
  enum cpq_end end = CPQ_COMPLETE;
  enum cpq_end step = send_all(connection, receiver, problem);
  PGresult *result = NULL;
  while (step == CPQ_COMPLETE) {
    step = next(connection, receiver, &result, problem);
    if (step != CPQ_COMPLETE || result == NULL) {
      break;
    }
    switch (pq.PQresultStatus(result)) {
    case PGRES_SINGLE_TUPLE:
      if (!take(result, receiver)) {
        step = CPQ_ENOUGH;
      }
      break;
    case PGRES_TUPLES_OK:
    case PGRES_COMMAND_OK: break;
    case PGRES_COPY_OUT:
    case PGRES_COPY_IN:
    case PGRES_COPY_BOTH:
      // libpq would return this result for ever.
      copy(problem->message, sizeof problem->message, "the server sent something else than rows");
      end = CPQ_LOST;
      break;
    default: end = refused(connection, result, problem);
    }
    pq.PQclear(result);
    if (end == CPQ_LOST) {
      return end;
    }
  }
  if (step == CPQ_STOPPED || step == CPQ_ENOUGH) {
    cancel(connection);
  }
  return step == CPQ_COMPLETE ? end : step;
}
