#include "COpeningHoursTables.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// Embedded here, as a literal of that size takes Swift minutes to compile.
static const unsigned char zones[] = {
#embed "zones.bin"
};
const OpeningHoursTable opening_hours_zones = {zones, sizeof zones};

static const unsigned char holidays[] = {
#embed "holidays.txt"
};
const OpeningHoursTable opening_hours_holidays = {holidays, sizeof holidays};
