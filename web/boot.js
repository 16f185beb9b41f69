// What the page does before its program is there: a first picture, a progress bar, the
// names go-app expects, and words when something fails. Every script is a file, so that the
// Content-Security-Policy needs no exception.
(() => {
  "use strict";
  const t0 = performance.now();
  // This file's own folder, "web/" or, on a site, "web-" with the sum of all that is in it.
  const WEB = (document.currentScript.getAttribute("src") || "web/boot.js").replace(/[^/]*$/, "");
  const PROGRAM = WEB + "dist/app.wasm", STILLS = WEB + "dist/stills/";

  // The one page that holds everything, for a stick, carries its files as text: packed, in base64.
  const single = "single" in document.currentScript.dataset;
  if (single) {
    const far = window.fetch;
    const parsed = new Promise((done) => document.addEventListener("DOMContentLoaded", done, { once: true }));
    window.fetch = async (url, how) => {
      await parsed;
      const file = document.querySelector('script[data-file="' + CSS.escape(String(url)) + '"]');
      if (!file) return far.call(window, url, how);
      const bytes = Uint8Array.from(atob(file.textContent), (c) => c.charCodeAt(0));
      return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
    };
  }

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

  // A token leaves the address bar, the history and whatever copies the link; so does what a class is
  // joined by. It is this tab's, and is there when the page is loaded again.
  const hash = new URLSearchParams(location.hash.slice(1));
  function pocket(given) {
    const secret = ["token", "class", "lead"].filter((name) => given.has(name));
    if (!secret.length) return false;
    if (given.has("class")) sessionStorage.removeItem("informerscope.lead"); // of another class
    for (const name of secret) sessionStorage.setItem("informerscope." + name, given.get(name));
    const rest = location.hash.slice(1).split("&").filter((p) => !/^(token|class|lead)(=|$)/.test(p)).join("&");
    try {
      history.replaceState(history.state, "", rest ? "#" + rest : location.pathname + location.search);
    } catch { /* a page without an origin keeps it */ }
    return true;
  }
  pocket(hash);
  addEventListener("hashchange", () => { if (pocket(new URLSearchParams(location.hash.slice(1)))) location.reload(); }, true);

  const root = document.documentElement;
  const theme = hash.get("theme");
  if (theme && theme !== "auto") root.dataset.theme = theme;
  else if (matchMedia("(prefers-contrast: more)").matches) root.dataset.theme = "hc";
  const lang = hash.get("lang");
  if (lang && lang !== "auto") root.lang = lang;
  if (hash.has("embed")) root.dataset.embed = "";
  const zh = lang ? lang.startsWith("zh") : /^zh/i.test(navigator.language);

  const times = (window.informerscope = { t0, web: WEB, still: 0, fetched: 0, running: 0 });
  const safe = (s) => (/^[A-Za-z0-9_-]+$/.test(s) ? s : "");

  // Resolved once the first picture is on the screen, or there is none to wait for.
  let shown = Promise.resolve(), look;
  const looked = new Promise((done) => { look = done; });

  // pictured resolves then too, or after ms milliseconds.
  const pictured = (ms) => Promise.race([looked.then(() => shown), new Promise((done) => setTimeout(done, ms))]);

  // The first picture of what the address names: the still of its step with what is said there, the
  // picture of the home page or of an empty playground, the lessons of the course.
  const number = /^(S\d+|\d+\.\d+)$/i;
  const read = (file) => fetch(STILLS + file).then((r) => (r.ok ? r.json() : null)).catch(() => null);
  const own = (o) => (o ? o[zh ? "zh" : "en"] : null) || [];

  function paint(box, file) {
    return new Promise((done) => {
      const img = new Image();
      img.alt = "";
      img.onload = () => { times.still = performance.now(); requestAnimationFrame(() => setTimeout(done, 0, true)); };
      img.onerror = () => { img.remove(); done(false); };
      img.src = STILLS + file;
      box.append(img);
    });
  }

  function tell(box, text) {
    if (!text || !box.isConnected) return;
    const p = document.createElement("p");
    p.id = "boot-said";
    p.textContent = text;
    box.before(p);
  }

  async function lesson(box) {
    let s = hash.get("s") || "three-adds-one-job", step = Number(safe(hash.get("step") || "0"));
    s = number.test(s) ? (await read("first.json"))?.lessons[s.toUpperCase()] : safe(s);
    if (!s) return;
    const said = read(s + "/said.json").then(own);
    if (!Number.isInteger(step) || !(await paint(box, s + "/" + step + ".svg"))) {
      step = (await said).length - 1; // a link to the last step there is
      if (step >= 0) await paint(box, s + "/" + step + ".svg");
    }
    tell(box, (await said)[step]);
  }

  async function course(box) {
    const list = document.createElement("ol");
    for (const [n, title] of own((await read("first.json"))?.course)) {
      const li = document.createElement("li"), b = document.createElement("b");
      b.textContent = n;
      li.append(b, " " + title);
      list.append(li);
    }
    if (list.firstChild) box.replaceChildren(list);
  }

  function still(box) {
    const brought = hash.has("src") || hash.has("iq"); // has no picture yet
    const page = hash.get("p") || (hash.has("s") || hash.has("embed") || brought ? "lesson" : "home");
    box.dataset.page = page;
    switch (page) {
      case "lesson": shown = brought ? shown : lesson(box); break;
      case "course": shown = course(box); break;
      case "home": case "play": shown = paint(box, page + ".svg"); break;
    }
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

  // Texts of links: packed with deflate, in base64 for addresses, as URL-safe as the rest of a hash.
  const piped = (bytes, through) => new Response(new Blob([bytes]).stream().pipeThrough(through));
  const MOST = 1 << 20; // of a scenario's text, once unpacked
  // Of one that is cut off or was changed, the error has with it what could be read.
  times.unpack = async (text) => {
    const changed = text.search(/[^\w+/=-]/), parts = [];
    let whole = changed < 0 ? text : text.slice(0, changed);
    if (whole.length % 4 === 1) whole = whole.slice(0, -1);
    const bytes = Uint8Array.from(atob(whole.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    const slices = new ReadableStream({ // so that what comes before the fault is handed out before it
      at: 0,
      pull(c) {
        if (this.at >= bytes.length) return c.close();
        c.enqueue(bytes.slice(this.at, (this.at += 256)));
      },
    });
    const reader = slices.pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    let n = 0;
    try {
      for (let r; n <= MOST && !(r = await reader.read()).done; parts.push(r.value)) n += r.value.length;
      if (changed >= 0) throw new Error(text[changed]);
    } catch (e) {
      const err = new Error(e.message);
      err.read = await new Blob(parts).text();
      throw err;
    }
    if (n > MOST) throw new Error("> " + MOST);
    return new Blob(parts).text();
  };
  times.pack = async (text) => {
    const bytes = new Uint8Array(await piped(text, new CompressionStream("deflate-raw")).arrayBuffer());
    let s = "";
    for (const b of bytes) s += String.fromCharCode(b);
    return btoa(s).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  };

  // A script that not every reader needs. It is not there where it was not built, or the page is one file.
  const script = async (name) => {
    if (single) throw new Error(name);
    return import(new URL(WEB + "dist/" + name, document.baseURI));
  };

  // The editor's richer half comes when the editor opens; without it the text area stays.
  let richer = null;
  const rich = new WeakSet();
  times.rich = (area, host) => {
    if (rich.has(area)) return;
    rich.add(area);
    richer ??= script("editor.js").catch(() => {});
    richer.then(() => { if (times.richer && area.isConnected) times.richer(area, host); });
  };

  // So does what makes films, when one is asked for.
  times.film = async (job) => {
    const { film } = await script("film.js").catch(() => { throw new Error("missing"); });
    return film(job);
  };

  // What is said before the program speaks; the program's own words stand in web/locales.
  const words = zh ? {
    loading: (n) => "正在加载程序：" + n + "%",
    stalled: (n) => "正在加载程序：" + n + "%。有一阵没有数据到来：请检查网络，或重新加载。",
    again: "重新加载",
    noWasm: ["这个浏览器不能运行 WebAssembly。", "请用较新的 Firefox、Chrome、Edge 或 Safari，或为本站允许 WebAssembly。"],
    noGo: ["页面没有构建好：缺少 web/dist/wasm_exec.js。", "请运行 make wasm，再重新加载本页。"],
    ended: ["程序已经结束。", "请重新加载本页。浏览器的控制台说明了结束的原因。"],
    missing: (e) => ["页面没有构建好：“" + e + "”。", "请运行 make wasm，再重新加载本页。"],
    refused: (e) => ["浏览器拒绝运行这个程序：“" + e + "”。", "如果服务器发送了 Content-Security-Policy，它的 script-src 需要 'wasm-unsafe-eval'。"],
    lost: (e) => ["程序没有加载完：“" + e + "”。", "请检查网络连接，再重新加载本页。"],
  } : {
    loading: (n) => "Loading the program: " + n + " %",
    stalled: (n) => "Loading the program: " + n + " %. Nothing has come for a while: check the connection, or load again.",
    again: "Load again",
    noWasm: ["This browser cannot run WebAssembly.", "Use a current Firefox, Chrome, Edge or Safari, or allow WebAssembly for this site."],
    noGo: ["The page is not built: web/dist/wasm_exec.js is missing.", "Run make wasm and load the page again."],
    ended: ["The program has ended.", "Load the page again. The browser's console says why it ended."],
    missing: (e) => ["The page is not built: " + e + ".", "Run make wasm and load the page again."],
    refused: (e) => ["The browser refused to run the program: " + e + ".", "If your server sends a Content-Security-Policy, its script-src needs 'wasm-unsafe-eval'."],
    lost: (e) => ["The program could not be loaded: " + e + ".", "Check the connection and load the page again."],
  };

  function reload() {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words.again;
    button.addEventListener("click", () => location.reload());
    return button;
  }

  // A slow download is told in words, and one that stands still with what can be done.
  const SLOW = 1500, STALLED = 10000;
  let part = 0, came = t0, noting = 0, over = false;
  function note() {
    const boot = document.getElementById("boot");
    if (!boot || times.fetched || over) return stopNoting();
    let p = document.getElementById("boot-note");
    if (!p) {
      p = document.createElement("p");
      p.id = "boot-note";
      p.setAttribute("role", "status");
      boot.append(p);
    }
    const stalled = performance.now() - came > STALLED;
    const text = (stalled ? words.stalled : words.loading)(Math.round(part * 100));
    if (p.firstChild?.textContent !== text) {
      p.replaceChildren(text + " ");
      if (stalled) p.append(reload());
    }
  }
  function stopNoting() {
    clearTimeout(noting); // an interval's name, too
    document.getElementById("boot-note")?.remove();
  }
  noting = setTimeout(() => { noting = setInterval(note, 1000); note(); }, SLOW);

  function progress(now) {
    part = now;
    came = performance.now();
    const bar = document.getElementById("boot-bar");
    if (!bar) return;
    bar.setAttribute("aria-valuenow", String(Math.round(part * 100)));
    bar.firstElementChild.style.transform = "scaleX(" + part + ")";
  }

  function fail([what, todo]) {
    over = true;
    stopNoting();
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
    box.append(reload());
  }

  // mounted is called by the program once its first page is in the document; up is for who waits for that.
  times.up = new Promise((up) => {
    times.mounted = () => {
      times.running = performance.now();
      document.getElementById("boot")?.remove();
      up();
    };
  });
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
      return fail(words.noWasm);
    }
    if (typeof Go !== "function") {
      return fail(words.noGo);
    }
    try {
      progress(0.02);
      const go = new Go();
      const wasm = await load(go.importObject);
      times.fetched = performance.now();
      stopNoting();
      progress(1);
      // The program's start keeps the page busy for a while; the picture goes first.
      await pictured(300);
      await go.run(wasm.instance);
      fail(words.ended);
    } catch (err) {
      console.warn("informerscope: " + err);
      if (err.status === 404) {
        fail(words.missing(err.message));
      } else if (err instanceof WebAssembly.CompileError || /wasm-unsafe-eval|Content Security/i.test(String(err))) {
        fail(words.refused(err.message));
      } else {
        fail(words.lost(err.message || err));
      }
    }
  }
  document.addEventListener("DOMContentLoaded", start);
})();
