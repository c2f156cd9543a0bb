#ifndef CSERVEDPAGE_H
#define CSERVEDPAGE_H

#include <stddef.h>

/// A file of the page that `poi serve` shows.
typedef struct {
  const unsigned char *const bytes;
  const size_t size;
} ServedFile;

extern const ServedFile served_page_html;
extern const ServedFile served_page_css;
extern const ServedFile served_page_js;
extern const ServedFile served_radar_js;
extern const ServedFile served_worker_js;
extern const ServedFile served_manifest;
extern const ServedFile served_icon_svg;
extern const ServedFile served_icon_192;
extern const ServedFile served_icon_512;

#endif
