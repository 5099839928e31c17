// Keeps the recorder's files, so that it opens without a network. FILES and VERSION are put in when the folder is made.
const FILES = [];
const VERSION = "";

const NAME = `ttrn-recorder-${VERSION}`;

addEventListener("install", (event) => {
  // Past the browser's own memory: a half-new set of files would not work together.
  const wanted = FILES.map((name) => new Request(name, { cache: "reload" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(wanted)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const drop = (names) =>
    Promise.all(names.filter((name) => name.startsWith("ttrn-recorder-") && name !== NAME).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const kept = caches.open(NAME).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((response) => response ?? fetch(event.request)));
});
