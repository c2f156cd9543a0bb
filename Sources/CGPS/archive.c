// What libgps.a would take from other libraries, though poi never comes to use it.

#include <gps.h>
#include <string.h>

// gps_open listens on D-Bus for a host of a certain name; that takes libdbus, libsystemd and eight more.
int gps_dbus_open(struct gps_data_t *data) {
  (void)data;
  return -1;
}

int gps_dbus_mainloop(struct gps_data_t *data, int timeout, void (*hook)(struct gps_data_t *)) {
  (void)data, (void)timeout, (void)hook;
  return -1;
}

// Older C libraries lack these two. libgps.a brings both in one member, and libdispatch.a, which static
// builds have, brings the one: a conflict. Weak, they stand back behind whatever else there is.
__attribute__((weak)) size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
  size_t length = strlen(from);
  if (size > 0) {
    size_t kept = length < size ? length : size - 1;
    memcpy(to, from, kept);
    to[kept] = '\0';
  }
  return length;
}

__attribute__((weak)) size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
  size_t length = strnlen(to, size);
  return length + strlcpy(to + length, from, size - length);
}
