#ifndef CPQ_H
#define CPQ_H

#include <stdbool.h>
#include <stddef.h>

// libpq, loaded when it is first called.

/// The most options that `cpq_connect` takes, and the most columns of a row that a receiver gets; further columns are
/// left out.
enum { CPQ_MOST_OPTIONS = 16, CPQ_MOST_COLUMNS = 32 };

/// A connection to a PostgreSQL server; for one thread at a time.
struct cpq_connection;

/// How a call ended.
enum cpq_end {
  CPQ_COMPLETE,
  /// The receiver wanted no more rows; the connection is to be closed.
  CPQ_ENOUGH,
  /// The receiver did not want to go on; the connection is to be closed.
  CPQ_STOPPED,
  /// The server answered with an error; the connection can be used again.
  CPQ_REFUSED,
  /// There is no connection, or no longer.
  CPQ_LOST,
  /// The library is not installed.
  CPQ_NO_LIBRARY,
  /// The text is not an address.
  CPQ_MALFORMED,
  CPQ_NO_MEMORY,
};

/// What went wrong.
struct cpq_problem {
  /// Five characters, or none.
  char sqlstate[6];
  /// In the server's or libpq's own words; long texts are cut.
  char message[1024];
};

/// A name and a value, like "host" and "db1,db2".
struct cpq_option {
  const char *name;
  const char *value;
};

/// A value in PostgreSQL's binary form.
struct cpq_value {
  /// NULL for a null.
  const char *bytes;
  /// In bytes; 0 for a null.
  size_t size;
};

/// Receives the rows. Each function returns whether to continue.
struct cpq_receiver {
  void *context;
  /// Takes a row of at most `CPQ_MOST_COLUMNS` values, which last as long as the call.
  bool (*take_row)(void *context, const struct cpq_value *values, size_t count);
  /// Called at least five times a second.
  bool (*go_on)(void *context);
};

/// Hands over the parts of an address, as libpq reads it, without the environment and files.
enum cpq_end cpq_read_address(const char *address, void *context,
                              void (*take)(void *context, struct cpq_option option));

/// Connects to the first host of an address that answers and is of the wanted kind. Blocks while libpq tries.
///
/// - usual: options that apply unless the address has them. More than `CPQ_MOST_OPTIONS` are `CPQ_MALFORMED`.
enum cpq_end cpq_connect(const char *address, const struct cpq_option *usual, size_t usual_count,
                         struct cpq_connection **connection, struct cpq_problem *problem);

/// A value that the server reports, like "server_encoding"; NULL if it does not.
const char *cpq_parameter(const struct cpq_connection *connection, const char *name);

/// Runs a statement, with `parameters` as texts for $1, $2 … in `sql`.
///
/// If the receiver ends it, the server is asked to cancel the statement, and this does not wait for that: the request
/// may come late, and hit whatever the connection does then.
enum cpq_end cpq_ask(struct cpq_connection *connection, const char *sql, const char *const *parameters,
                     size_t count, const struct cpq_receiver *receiver, struct cpq_problem *problem);

/// Closes a connection.
void cpq_close(struct cpq_connection *connection);

#endif
