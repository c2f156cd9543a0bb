#include "CServedPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page_html[] = {
#embed "page.html"
};
const ServedFile served_page_html = {page_html, sizeof page_html};

static const unsigned char page_css[] = {
#embed "page.css"
};
const ServedFile served_page_css = {page_css, sizeof page_css};

static const unsigned char page_js[] = {
#embed "page.js"
};
const ServedFile served_page_js = {page_js, sizeof page_js};

static const unsigned char radar_js[] = {
#embed "radar.js"
};
const ServedFile served_radar_js = {radar_js, sizeof radar_js};

static const unsigned char worker_js[] = {
#embed "worker.js"
};
const ServedFile served_worker_js = {worker_js, sizeof worker_js};

static const unsigned char manifest[] = {
#embed "manifest.webmanifest"
};
const ServedFile served_manifest = {manifest, sizeof manifest};

static const unsigned char icon_svg[] = {
#embed "icon.svg"
};
const ServedFile served_icon_svg = {icon_svg, sizeof icon_svg};

static const unsigned char icon_192[] = {
#embed "icon-192.png"
};
const ServedFile served_icon_192 = {icon_192, sizeof icon_192};

static const unsigned char icon_512[] = {
#embed "icon-512.png"
};
const ServedFile served_icon_512 = {icon_512, sizeof icon_512};
