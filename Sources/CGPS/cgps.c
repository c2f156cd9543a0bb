#include "CGPS.h"

#include <errno.h>
#include <gps.h>
#include <stdlib.h>

struct cgps {
  struct gps_data_t data;
};

// Releases before 3.25 put the code into errno, as a negative number; later ones return it.
static cgps_status status_of(int code) {
  switch (code) {
  case NL_NOSERVICE:
    return CGPS_UNKNOWN_SERVICE;
  case NL_NOHOST:
    return CGPS_UNKNOWN_HOST;
  default:
    return CGPS_NO_CONNECTION;
  }
}

cgps_status cgps_open(const char *host, const char *port, cgps **connection) {
  // gps_open and gps_close read fields that they do not set, so the struct starts as zeros.
  struct cgps *opened = calloc(1, sizeof *opened);
  if (opened == NULL) {
    return CGPS_NO_MEMORY;
  }
  errno = 0;
  int result = gps_open(host, port, &opened->data);
  if (result != 0) {
    cgps_status status = status_of(errno < 0 ? errno : result < -1 ? result : NL_NOCONNECT);
    free(opened);
    return status;
  }
  *connection = opened;
  return CGPS_OK;
}

int cgps_stream(cgps *connection, const char *device) {
  unsigned int flags = WATCH_ENABLE | WATCH_JSON;
  if (device == NULL) {
    return gps_stream(&connection->data, flags, NULL);
  }
  // The argument is `void *` in every release, though it is only read.
  return gps_stream(&connection->data, flags | WATCH_DEVICE, (void *)device);
}

int cgps_descriptor(const cgps *connection) { return (int)connection->data.gps_fd; }

void cgps_close(cgps *connection) {
  gps_close(&connection->data);
  free(connection);
}
