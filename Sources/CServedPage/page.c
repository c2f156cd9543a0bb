#include "CServedPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page_html[] = {
#embed "page.html"
};
static const unsigned char page_css[] = {
#embed "page.css"
};
static const unsigned char page_js[] = {
#embed "page.js"
};
static const unsigned char asking_js[] = {
#embed "asking.js"
};
static const unsigned char map_js[] = {
#embed "map.js"
};
static const unsigned char ground_js[] = {
#embed "ground.js"
};
static const unsigned char symbols_js[] = {
#embed "symbols.js"
};
static const unsigned char suggestions_js[] = {
#embed "suggestions.js"
};
static const unsigned char sheet_js[] = {
#embed "sheet.js"
};
static const unsigned char details_js[] = {
#embed "details.js"
};
static const unsigned char elements_js[] = {
#embed "elements.js"
};
static const unsigned char voice_js[] = {
#embed "voice.js"
};
static const unsigned char wording_js[] = {
#embed "wording.js"
};
static const unsigned char worker_js[] = {
#embed "worker.js"
};
static const unsigned char manifest[] = {
#embed "manifest.webmanifest"
};
static const unsigned char icon_svg[] = {
#embed "icon.svg"
};
static const unsigned char icon_192[] = {
#embed "icon-192.png"
};
static const unsigned char icon_512[] = {
#embed "icon-512.png"
};

#define FILE(name) const ServedFile served_##name = {name, sizeof name};
SERVED_FILES(FILE)
