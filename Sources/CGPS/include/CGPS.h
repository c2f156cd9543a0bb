#ifndef CGPS_H
#define CGPS_H

// libgps behind an interface that is the same for every release since 3.20: it hides the structs of <gps.h>, because
// gps_data_t changes its size and fields in every release.

/// A connection to gpsd. Use it from one thread at a time.
typedef struct cgps cgps;

/// Why `cgps_open` failed.
typedef enum {
  CGPS_OK = 0,
  CGPS_NO_MEMORY,
  /// The port is neither a number nor a known service.
  CGPS_UNKNOWN_SERVICE,
  CGPS_UNKNOWN_HOST,
  /// Nothing answered: the connection was refused, or the host cannot be reached.
  CGPS_NO_CONNECTION,
} cgps_status;

/// Connects to gpsd; blocks as long as the system's resolver and TCP do. `*connection` is set only on CGPS_OK; close
/// it with `cgps_close`.
cgps_status cgps_open(const char *host, const char *port, cgps **connection);

/// Asks for the JSON stream of `device`, or of every device if it is NULL. Returns 0, or -1. Writes to the socket:
/// the process must ignore SIGPIPE.
int cgps_stream(cgps *connection, const char *device);

/// The non-blocking socket to poll and read.
int cgps_descriptor(const cgps *connection);

/// Closes the connection and frees it.
void cgps_close(cgps *connection);

#endif
