// What libgps.a needs from other libraries, but poi never uses.

#include <gps.h>
#include <string.h>

// For one special host name, gps_open listens on D-Bus, which needs libdbus, libsystemd and eight more.
int gps_dbus_open(struct gps_data_t *data) {
  (void)data;
  return -1;
}

int gps_dbus_mainloop(struct gps_data_t *data, int timeout, void (*hook)(struct gps_data_t *)) {
  (void)data, (void)timeout, (void)hook;
  return -1;
}

// Older C libraries lack these two. libgps.a has both in one member, and libdispatch.a, in static builds, has one of
// them: a conflict. Weak definitions give way to any others.
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
