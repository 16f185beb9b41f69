// The site's service worker: what was read once is there without a network. It keeps the program and
// the pages in front of it at the first visit, and any other file of the site once it was asked for.
// Files whose names change with their content are taken from what is kept; all others are asked for
// anew, and taken from there only when no answer comes. So nobody stays with an old version.
"use strict";
const FILES = [/* the files of the first visit */];
const KEPT = /^(v1\/web-[0-9a-f]+|assets)\//;
const SCOPE = self.registration.scope;
const OURS = "informerscope " + new URL(SCOPE).pathname + " "; // other sites may stand on the same host
const NAME = OURS + "/* the sum of these files */";
const PATIENCE = 4000; // ms

self.addEventListener("install", (e) => e.waitUntil(keep()));
self.addEventListener("activate", (e) => e.waitUntil(tidy()));
self.addEventListener("fetch", (e) => {
  const r = e.request;
  if (r.method !== "GET" || r.headers.has("range") || r.destination === "iframe" || !r.url.startsWith(SCOPE)) return;
  const path = new URL(r.url).pathname.slice(new URL(SCOPE).pathname.length);
  if (/(^|\/)api(\/|$)/.test(path)) return; // a cluster's
  e.respondWith(KEPT.test(path) ? known(r) : fresh(r));
});

async function keep() {
  const cache = await caches.open(NAME);
  // What changes under its name is asked for anew; the rest the browser may have already.
  await Promise.all(FILES.map((f) => cache.add(new Request(new URL(f, SCOPE), { cache: KEPT.test(f) ? "default" : "no-cache" }))));
}

// tidy drops what older versions kept. It runs once no page of theirs is open any more.
async function tidy() {
  for (const name of await caches.keys()) {
    if (name.startsWith(OURS) && name !== NAME) await caches.delete(name);
  }
  await self.clients.claim();
}

const find = async (request) => (await caches.open(NAME)).match(request, { ignoreSearch: true, ignoreVary: true });

async function ask(request) {
  const answer = await fetch(request);
  if (answer.status === 200 && answer.type === "basic" && !answer.redirected) {
    const copy = answer.clone();
    caches.open(NAME).then((cache) => cache.put(request, copy)).catch(() => {}); // a full disk keeps nobody from reading
  }
  return answer;
}

async function known(request) { return (await find(request)) || ask(request); }

async function fresh(request) {
  const asked = ask(request), late = new Promise((done) => setTimeout(done, PATIENCE));
  const answer = await Promise.race([asked, late]).catch(() => null);
  return answer || (await find(request)) || asked.catch(() => (request.mode === "navigate" ? gone() : Response.error()));
}

// gone is said of a page that was never visited.
const GONE = "" /* that page */;
const gone = () => new Response(GONE.replaceAll("SCOPE", SCOPE), { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
