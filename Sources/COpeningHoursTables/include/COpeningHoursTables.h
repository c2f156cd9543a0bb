#ifndef COPENINGHOURSTABLES_H
#define COPENINGHOURSTABLES_H

#include <stddef.h>

typedef struct {
  const unsigned char *const bytes;
  const size_t size;
} OpeningHoursTable;

/// zones.bin: which time zones reach into which cell of the world.
extern const OpeningHoursTable opening_hours_zones;

/// holidays.txt: public holidays by country.
extern const OpeningHoursTable opening_hours_holidays;

#endif
