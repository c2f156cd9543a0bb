#include "COpeningHoursTables.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// .ci/opening-hours-tables makes both tables; never edit them by hand. Embedded in C, because Swift takes minutes to compile a literal of that size.
static const unsigned char zones[] = {
#embed "zones.bin"
};
const OpeningHoursTable opening_hours_zones = {zones, sizeof zones};

static const unsigned char holidays[] = {
#embed "holidays.txt"
};
const OpeningHoursTable opening_hours_holidays = {holidays, sizeof holidays};
