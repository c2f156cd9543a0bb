#ifndef CGEOGRAPHIC_H
#define CGEOGRAPHIC_H

// GeographicLib on the WGS-84 ellipsoid, behind a flat interface that no C++ exception crosses.
//
// Angles are in degrees, lengths in metres. Coordinates must be on the globe.

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  double latitude, longitude;
} cgeographic_coordinate;

/// A position in the grid of UTM, or of UPS towards the poles.
typedef struct {
  /// 1 to 60; 0 for UPS.
  int zone;
  bool is_north;
  double easting, northing;
} cgeographic_grid;

/// In the usual zone, with the exceptions for Norway and Svalbard.
cgeographic_grid cgeographic_project(cgeographic_coordinate coordinate);

/// Returns whether the position is in the grid.
bool cgeographic_unproject(cgeographic_grid position, cgeographic_coordinate *coordinate);

/// Writes the square of a metre that a coordinate lies in, like "32UPU9160334780". Returns its length: 15, or 13 towards
/// the poles.
size_t cgeographic_write_mgrs(cgeographic_coordinate coordinate, unsigned char *text, size_t capacity);

/// The south-western corner of a square; `*digits` is how many each of its numbers has. Returns whether there is
/// such a square in the grid.
bool cgeographic_read_mgrs(const char *text, cgeographic_grid *corner, int *digits);

/// The length of the geodesic between two coordinates, and in `*bearing` its direction at the start: clockwise from
/// north, in [-180, 180].
double cgeographic_inverse(cgeographic_coordinate start, cgeographic_coordinate end, double *bearing);

/// Where the geodesic that starts in a direction has this length.
cgeographic_coordinate cgeographic_direct(cgeographic_coordinate start, double bearing, double metres);

#ifdef __cplusplus
}
#endif

#endif
