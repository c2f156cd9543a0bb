#include "CGeographic.h"

#include <GeographicLib/Geodesic.hpp>
#include <GeographicLib/MGRS.hpp>
#include <GeographicLib/UTMUPS.hpp>
#include <algorithm>
#include <string>

using namespace GeographicLib;

// Returns whether GeographicLib does it; it throws at what is not in a grid.
template <typename Call>
static bool succeeds(Call call) {
  try {
    call();
    return true;
  } catch (...) {
    return false;
  }
}

cgeographic_grid cgeographic_project(cgeographic_coordinate coordinate) {
  cgeographic_grid position{};
  succeeds([&] {
    // Adding zero makes the equator's -0 one of the north.
    UTMUPS::Forward(coordinate.latitude + 0.0, coordinate.longitude, position.zone, position.is_north,
                    position.easting, position.northing);
  });
  return position;
}

bool cgeographic_unproject(cgeographic_grid position, cgeographic_coordinate *coordinate) {
  return succeeds([&] {
    UTMUPS::Reverse(position.zone, position.is_north, position.easting, position.northing, coordinate->latitude,
                    coordinate->longitude);
    // A pole has any longitude.
    if (position.zone == 0 && position.easting == 2e6 && position.northing == 2e6) coordinate->longitude = 0;
  });
}

size_t cgeographic_write_mgrs(cgeographic_coordinate coordinate, unsigned char *text, size_t capacity) {
  // The corner of a square, read and written again, is in the same square.
  constexpr double rounding = 1e-7;
  const cgeographic_grid position = cgeographic_project(coordinate);
  double northing = position.northing + rounding;
  // Just under the equator, rounding must not lead to the row beyond it.
  if (position.zone > 0 && !position.is_north) northing = std::min(northing, 9'999'999.999'999);
  size_t count = 0;
  succeeds([&] {
    std::string square;
    MGRS::Forward(position.zone, position.is_north, position.easting + rounding, northing,
                  coordinate.latitude + 0.0, 5, square);
    count = square.copy(reinterpret_cast<char *>(text), capacity);
  });
  return count;
}

bool cgeographic_read_mgrs(const char *text, cgeographic_grid *corner, int *digits) {
  return succeeds([&] {
    MGRS::Reverse(text, corner->zone, corner->is_north, corner->easting, corner->northing, *digits, false);
  });
}

double cgeographic_inverse(cgeographic_coordinate start, cgeographic_coordinate end, double *bearing) {
  double metres, arriving;
  Geodesic::WGS84().Inverse(start.latitude, start.longitude, end.latitude, end.longitude, metres, *bearing, arriving);
  return metres;
}

cgeographic_coordinate cgeographic_direct(cgeographic_coordinate start, double bearing, double metres) {
  cgeographic_coordinate end;
  Geodesic::WGS84().Direct(start.latitude, start.longitude, bearing, metres, end.latitude, end.longitude);
  return end;
}
