// Caches the page's files, so that the page opens, and says so, while the server is out of reach. It never
// caches places or positions: old data must not look live.
const cacheName = "page";
// To programs that do not ask for HTML, the server shows another page.
const headers = { Accept: "text/html,*/*" };
// A proxy may serve the page in a folder.
const files = ["", "page.css", "page.js", "radar.js", "icon.svg", "manifest.webmanifest"]
  .map((file) => new URL(file, self.registration.scope).pathname);

self.addEventListener("install", (event) => {
  const requests = files.map((file) => new Request(file, { headers }));
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(requests)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin || !files.includes(url.pathname)) return;
  event.respondWith(
    fetch(event.request).then((answer) => {
      if (answer.ok) {
        const copy = answer.clone();
        event.waitUntil(caches.open(cacheName).then((cache) => cache.put(url.pathname, copy)));
      }
      return answer;
    }).catch(() => caches.match(url.pathname))
  );
});
