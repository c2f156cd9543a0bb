#ifndef CSERVEDPAGE_H
#define CSERVEDPAGE_H

#include <stddef.h>

/// A file of the page that `poi serve` shows.
typedef struct {
  const unsigned char *const bytes;
  const size_t size;
} ServedFile;

/// Every file, by its name.
#define SERVED_FILES(each) \
  each(page_html) each(page_css) each(page_js) each(asking_js) each(map_js) each(ground_js) each(symbols_js) each(suggestions_js) \
  each(sheet_js) each(details_js) each(elements_js) each(voice_js) each(wording_js) each(worker_js) each(manifest) \
  each(icon_svg) each(icon_192) each(icon_512)

#define DECLARED(name) extern const ServedFile served_##name;
SERVED_FILES(DECLARED)
#undef DECLARED

#endif
