// Keeps the page's files, its words and the ground's squares, so that the page and its map open without the server, and
// say so. It never keeps places or positions: the page keeps its last list itself, with its age.
const names = { page: "page", ground: "ground" };
/** Squares that are kept; the oldest go first. */
const mostSquares = 1500;
// To programs that do not ask for HTML, the server shows another page.
const headers = { Accept: "text/html,*/*" };
// A proxy may serve the page in a folder.
const root = new URL(self.registration.scope).pathname;
const files = [
  "", "page.css", "page.js", "asking.js", "map.js", "ground.js", "symbols.js", "suggestions.js", "sheet.js", "details.js",
  "elements.js", "voice.js", "wording.js", "icon.svg", "manifest.webmanifest",
].map((file) => root + file);

self.addEventListener("install", (event) => {
  const requests = files.map((file) => new Request(file, { headers }));
  event.waitUntil(caches.open(names.page).then((cache) => cache.addAll(requests)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** Fetches, and keeps what comes. */
async function renew(request, name, key) {
  const answer = await fetch(request);
  if (answer.status === 200) {
    const cache = await caches.open(name);
    await cache.put(key, answer.clone());
  }
  return answer;
}

/** A square as it is kept, asking meanwhile whether it has changed; the browser sends its ETag. */
async function square(event, key) {
  const kept = await caches.match(key, { cacheName: names.ground });
  const fresh = renew(new Request(event.request, { cache: "no-cache" }), names.ground, key);
  if (!kept) return fresh;
  event.waitUntil(fresh.then(forgetOldest, () => {}));
  return kept;
}

async function forgetOldest() {
  const cache = await caches.open(names.ground);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - mostSquares)).map((key) => cache.delete(key)));
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  // With parameters, the address of the page answers programs, too.
  if (event.request.method !== "GET" || url.origin !== self.location.origin || url.search) return;
  if (files.includes(url.pathname) || url.pathname.startsWith(`${root}words/`)) {
    const kept = () => caches.match(url.pathname, { ignoreVary: true });
    event.respondWith(renew(event.request, names.page, url.pathname).catch(kept));
  } else if (url.pathname.startsWith(`${root}ground/`)) {
    event.respondWith(square(event, url.pathname));
  }
});
