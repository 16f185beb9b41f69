// What the page does before its program is there: a first picture, a progress bar, the
// names go-app expects, and words when something fails. Every script is a file, so that the
// Content-Security-Policy needs no exception.
(() => {
  "use strict";
  const t0 = performance.now();
  const PROGRAM = "web/dist/app.wasm", STILLS = "web/dist/stills/";
  // Roughly what the program weighs unpacked, for the bar alone, when no header tells.
  const GUESS = 15e6;

  // A frame sandboxed without allow-same-origin throws at the very name localStorage, which
  // go-app reads at start; there a stand-in lives as long as the page.
  for (const name of ["localStorage", "sessionStorage"]) {
    try {
      const s = window[name];
      s.setItem("informerscope.probe", "1");
      s.removeItem("informerscope.probe");
    } catch {
      const kept = new Map();
      const value = {
        getItem: (k) => (kept.has(String(k)) ? kept.get(String(k)) : null),
        setItem: (k, v) => void kept.set(String(k), String(v)),
        removeItem: (k) => void kept.delete(String(k)),
        clear: () => kept.clear(),
        key: (i) => [...kept.keys()][i] ?? null,
        get length() { return kept.size; },
      };
      Object.defineProperty(window, name, { value, configurable: true });
    }
  }

  // A "%" that begins no escape would end the program: go-app cannot read such an address.
  // It stays a percent sign. This listener is the first, so it runs before go-app's.
  function readable() {
    try {
      decodeURIComponent(location.hash);
    } catch {
      const fixed = location.hash.replace(/%(?![0-9A-Fa-f]{2})/g, "%25");
      let hash = fixed;
      try { decodeURIComponent(fixed); } catch { hash = location.hash.replace(/%/g, "%25"); }
      try { history.replaceState(history.state, "", hash); } catch { location.hash = ""; }
    }
  }
  readable();
  addEventListener("popstate", readable, true);
  addEventListener("hashchange", readable, true);

  // The names go-app's own loader would define; we serve neither it nor its service worker.
  window.goappGetenv = () => "";
  window.goappUpdatedBeforeWasmLoaded = false;
  window.goappAppInstallChangedBeforeWasmLoaded = false;
  window.goappOnUpdate = () => {};
  window.goappOnAppInstallChange = () => {};
  window.goappKeepBodyClean = () => () => {};

  // A token leaves the address bar, the history and whatever copies the link.
  const hash = new URLSearchParams(location.hash.slice(1));
  if (hash.has("token")) {
    sessionStorage.setItem("informerscope.token", hash.get("token"));
    const rest = location.hash.slice(1).split("&").filter((p) => !/^token(=|$)/.test(p)).join("&");
    try {
      history.replaceState(history.state, "", rest ? "#" + rest : location.pathname + location.search);
    } catch { /* a page without an origin keeps it */ }
  }

  const root = document.documentElement;
  const theme = hash.get("theme");
  if (theme && theme !== "auto") root.dataset.theme = theme;
  else if (matchMedia("(prefers-contrast: more)").matches) root.dataset.theme = "hc";
  const lang = hash.get("lang");
  if (lang && lang !== "auto") root.lang = lang;
  if (hash.has("embed")) root.dataset.embed = "";

  const times = (window.informerscope = { t0, still: 0, fetched: 0, running: 0 });
  const safe = (s) => (/^[A-Za-z0-9_-]+$/.test(s) ? s : "");

  // Resolved once the first picture is on the screen, or there is none to wait for.
  let shown = Promise.resolve(), look;
  const looked = new Promise((done) => { look = done; });

  // pictured resolves then too, or after ms milliseconds.
  const pictured = (ms) => Promise.race([looked.then(() => shown), new Promise((done) => setTimeout(done, ms))]);

  // The first picture: the still of the step that the address names.
  function still(box) {
    const page = hash.get("p") || (hash.has("s") ? "lesson" : "home");
    if (page !== "lesson" && !hash.has("embed")) return;
    const s = safe(hash.get("s") || "three-adds-one-job"), step = safe(hash.get("step") || "0");
    if (!s || !step) return;
    const img = new Image();
    img.alt = "";
    shown = new Promise((done) => {
      img.onload = () => { times.still = performance.now(); requestAnimationFrame(() => setTimeout(done)); };
      img.onerror = () => { img.remove(); done(); }; // no still of this step: the quiet placeholder stays
    });
    img.src = STILLS + s + "/" + step + ".svg";
    box.append(img);
  }
  const watch = new MutationObserver(() => {
    const box = document.getElementById("boot-still");
    if (!box) return;
    watch.disconnect();
    still(box);
    look();
  });
  watch.observe(root, { childList: true, subtree: true });

  // The program comes right behind the still, or at once when there is none: compiling it
  // keeps both cores of a small machine busy.
  const program = typeof WebAssembly === "object" ? pictured(150).then(() => fetch(PROGRAM)) : null;
  program?.catch(() => {}); // start() tells

  function progress(part) {
    const bar = document.getElementById("boot-bar");
    if (!bar) return;
    bar.setAttribute("aria-valuenow", String(Math.round(part * 100)));
    bar.firstElementChild.style.transform = "scaleX(" + part + ")";
  }

  function fail(what, todo) {
    let box = document.getElementById("boot-error");
    document.getElementById("boot-bar")?.remove();
    if (!box) { // the page had started, and #boot is gone
      box = document.createElement("div");
      box.id = "boot-error";
      box.setAttribute("role", "alert");
      document.body.append(box);
    }
    box.hidden = false;
    box.replaceChildren();
    for (const text of [what, todo]) {
      const p = document.createElement("p");
      p.textContent = text;
      box.append(p);
    }
  }

  // Called by the program once its first page is in the document.
  times.mounted = () => {
    times.running = performance.now();
    document.getElementById("boot")?.remove();
  };
  times.fail = fail;

  // counted returns the response's body with its bytes counted into the bar, and the type
  // that streaming asks for, whatever the server said. total is the unpacked size, which
  // only our own header tells when the body is compressed.
  function counted(resp) {
    const total = Number(resp.headers.get("X-Unpacked-Length")) ||
      (resp.headers.get("Content-Encoding") ? 0 : Number(resp.headers.get("Content-Length"))) || GUESS;
    let seen = 0;
    const count = new TransformStream({
      transform(chunk, out) {
        seen += chunk.byteLength;
        progress(Math.min(seen / total, 1) * 0.9);
        out.enqueue(chunk);
      },
    });
    return new Response(resp.body.pipeThrough(count), { headers: { "Content-Type": "application/wasm" } });
  }

  async function load(imports) {
    const resp = await program;
    if (!resp.ok) throw Object.assign(new Error("HTTP " + resp.status + " for " + PROGRAM), { status: resp.status });
    if (WebAssembly.instantiateStreaming && resp.body && window.TransformStream) {
      return WebAssembly.instantiateStreaming(counted(resp), imports);
    }
    return WebAssembly.instantiate(await resp.arrayBuffer(), imports);
  }

  async function start() {
    if (!program) {
      return fail("This browser cannot run WebAssembly.", "Use a current Firefox, Chrome, Edge or Safari, or allow WebAssembly for this site.");
    }
    if (typeof Go !== "function") {
      return fail("The page is not built: web/dist/wasm_exec.js is missing.", "Run make wasm and load the page again.");
    }
    try {
      progress(0.02);
      const go = new Go();
      const wasm = await load(go.importObject);
      times.fetched = performance.now();
      progress(1);
      // The program's start keeps the page busy for a while; the picture goes first.
      await pictured(300);
      await go.run(wasm.instance);
      fail("The program has ended.", "Load the page again. The browser's console says why it ended.");
    } catch (err) {
      console.warn("informerscope: " + err);
      if (err.status === 404) {
        fail("The page is not built: " + err.message + ".", "Run make wasm and load the page again.");
      } else if (err instanceof WebAssembly.CompileError || /wasm-unsafe-eval|Content Security/i.test(String(err))) {
        fail("The browser refused to run the program: " + err.message + ".", "If your server sends a Content-Security-Policy, its script-src needs 'wasm-unsafe-eval'.");
      } else {
        fail("The program could not be loaded: " + (err.message || err) + ".", "Check the connection and load the page again.");
      }
    }
  }
  document.addEventListener("DOMContentLoaded", start);
})();
