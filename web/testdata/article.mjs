// An article that is none: what embed.js asks of a browser, and frames that answer late and in any order. A random
// reader and author use some elements in it; after each thing that they do, what holds is looked at.
// Called with a number to begin with, and where embed.js is; prints nothing where all holds.
let seed = Number(process.argv[2]);
const below = (n) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};
const one = (list) => list[below(list.length)];

// The clock, and what it does when.
let now = 0;
let due = [];
const later = (ms, f, every) => { const d = { at: now + ms, f, every }; due.push(d); return d; };
const advance = (ms) => {
  for (const end = now + ms; ; ) {
    const d = due.reduce((a, b) => (b.at <= end && (!a || b.at < a.at) ? b : a), undefined);
    if (!d) return void (now = end);
    now = Math.max(now, d.at);
    if (d.every) d.at += d.every;
    else due = due.filter((o) => o !== d);
    d.f();
  }
};

// The browser.
const wins = new Map(); // listeners of the window, by their event
const frames = new Set(); // that stand in the document
class El extends EventTarget {
  children = []; parent; attrs = new Map(); box = { top: 0, bottom: 100 };
  style = { removeProperty(n) { delete this[n]; }, setProperty(n, v) { this[n] = v; } };
  get attributes() { return [...this.attrs].map(([name, value]) => ({ name, value })); }
  getAttribute(n) { return this.attrs.get(n) ?? null; }
  hasAttribute(n) { return this.attrs.has(n); }
  setAttribute(n, v) { this.#change(n, String(v)); }
  removeAttribute(n) { this.#change(n, null); }
  #change(n, v) {
    const before = this.getAttribute(n);
    v === null ? this.attrs.delete(n) : this.attrs.set(n, v);
    if (this.constructor.observedAttributes?.includes(n)) this.attributeChangedCallback(n, before, v);
  }
  append(el) { el.parent = this; this.children.push(el); if (el.contentWindow) el.contentWindow.begin(); }
  remove() {
    this.parent.children = this.parent.children.filter((c) => c !== this);
    if (this.contentWindow) frames.delete(this);
  }
  closest() { return null; }
  focus() {}
  getBoundingClientRect() { return this.box; }
}
const hear = (source, data) => {
  for (const f of [...(wins.get("message") ?? [])]) f({ source, data });
};
class PageWindow { // the page in a frame
  constructor(frame) { this.frame = frame; }
  begin() {
    frames.add(this.frame);
    const p = new URLSearchParams(this.frame.src.split("#")[1]);
    this.scenario = p.get("s");
    this.step = Number(p.get("step") ?? 0);
    this.theme = p.get("theme") ?? "";
    later(below(1500), () => { this.up = true; });
  }
  in = 0; out = 0; // when the last message to it arrives, and the last of it: none overtakes another
  say(m) {
    this.out = Math.max(this.out, now + below(200));
    later(this.out - now, () => {
      if (below(4) === 0) hear(this, one([{ protocol: "other/1", type: "step", index: 88, from: this }, { type: "ready", from: this }, null, "x"])); // others post from there, too
      hear(this, { protocol: "informerscope/1", from: this, ...m });
    });
  }
  tell() { this.say({ type: "step", index: this.step }); }
  postMessage(m) {
    if (m.protocol !== "informerscope/1") throw new Error("a message without a protocol");
    this.in = Math.max(this.in, now + below(400));
    later(this.in - now, () => {
      if (!this.up) return; // nobody listens yet
      if (m.type === "ping") { this.say({ type: "ready", id: m.id, scenario: this.scenario }); return this.tell(); }
      if (m.type === "load") { this.scenario = m.scenario; this.step = 0; this.say({ type: "ready", scenario: this.scenario }); }
      if (m.type === "set" && "step" in m.set) this.step = Number(m.set.step);
      if (m.type === "set" && "theme" in m.set) this.theme = m.set.theme;
      if (m.type === "seek" && m.step > 50) return this.say({ type: "error", id: m.id, message: "there is no step " + m.step });
      if (m.type === "seek") this.step = m.step;
      if (m.type === "getState") return this.say({ type: "step", id: m.id, index: this.step });
      this.tell();
      this.say({ type: "done", id: m.id, of: m });
    });
  }
}
const tags = new Map();
Object.assign(globalThis, {
  HTMLElement: El,
  self: { crossOriginIsolated: false },
  innerHeight: 600,
  document: { createElement(tag) { const el = new El(); if (tag === "iframe") el.contentWindow = new PageWindow(el); return el; } },
  customElements: { get: (n) => tags.get(n), define: (n, c) => tags.set(n, c) },
  addEventListener(type, f) { wins.set(type, [...(wins.get(type) ?? []), f]); },
  removeEventListener(type, f) { wins.set(type, (wins.get(type) ?? []).filter((g) => g !== f)); },
  setInterval: (f, ms) => later(ms, f, ms),
  clearInterval(d) { due = due.filter((o) => o !== d); },
  IntersectionObserver: class { constructor(f) { this.f = f; } observe(el) { el.seen = () => this.f([{ isIntersecting: true }]); } disconnect() {} },
});
Object.defineProperty(globalThis, "navigator", { value: { language: "en" }, configurable: true });
const { PARAMETERS } = await import(process.argv[3]);
const Element = tags.get("informer-scope");

// What is known of each element, beside it.
const told = [];
const wrong = (what) => { console.log(`${told.slice(-12).join("; ")}: ${what}`); process.exit(1); };
const all = [];
const place = (el) => {
  el.connectedCallback();
  if (el.getAttribute("loading") === "visible" && !el.seen) wrong(`${el.name} does not wait to be seen`);
  if (el.getAttribute("loading") === "eager" && !el.client) wrong(`${el.name} does not run at once`);
};
for (let i = 0; i < 9; i++) {
  const el = new Element();
  el.caption = new El();
  el.append(el.caption);
  el.name = "e" + i;
  el.greeted = new Set(); // its clients that were
  el.left = undefined; // the step at which its reader was told to be last
  el.setAttribute("scenario", one(["s1", "s2"]));
  if (below(3) === 0) el.setAttribute("step", below(9));
  el.setAttribute("loading", one(["click", "click", "visible", "eager"]));
  for (const type of ["ready", "step", "error", "marker", "predict"]) {
    el.addEventListener(type, (e) => {
      if (e.detail.from !== el.client?.frame.contentWindow) wrong(`${el.name} is told ${type} by another window than its frame's`);
      if (e.detail.protocol !== "informerscope/1") wrong(`${el.name} is told ${type} in another protocol`);
      if (e.detail.id === 0 && el.greeted.has(el.client)) wrong(`${el.name} is greeted twice`);
      if (e.detail.id === 0) el.greeted.add(el.client);
      if (type === "step") el.left = e.detail.index;
    });
  }
  all.push(el);
}
let calls = 0;
const open = new Map(); // calls that are not answered, with their clients
const call = (el, type, ...args) => {
  const page = el.client.frame.contentWindow, n = ++calls;
  open.set(n, el.client);
  el.client[type](...args).then(
    (m) => {
      open.delete(n);
      if (m.from !== page) wrong(`${el.name}.${type} is answered by another window`);
      if (m.of && (m.of.type !== type || m.of.step !== (type === "seek" ? args[0] : undefined))) wrong(`${el.name}.${type}(${args}) has the answer to ${JSON.stringify(m.of)}`);
      if (type === "getState" && m.type !== "step") wrong(`${el.name}.getState gives ${m.type}`);
      if (type === "seek" && args[0] > 50) wrong(`${el.name}.seek(${args}) went well`);
    },
    (e) => { open.delete(n); if (type !== "seek" || e.message !== "there is no step " + args[0]) wrong(`${el.name}.${type}(${args}) fails: ${e.message}`); },
  );
};
const inSight = (el) => el.box.bottom > 0 && el.box.top < 600;
const begun = (el) => { // it has just begun
  el.client.addEventListener("done", () => wrong(`${el.name} is told that a call is done`));
  const p = new URLSearchParams(el.client.frame.src.split("#")[1]);
  for (const name of PARAMETERS) {
    const want = name === "step" ? (el.left ?? el.getAttribute(name)) : el.getAttribute(name);
    if ((p.get(name) ?? null) !== (want === null ? null : String(want))) wrong(`${el.name} begins with ${name} ${p.get(name)}, want ${want}`);
  }
  if (p.get("s") !== el.getAttribute("scenario")) wrong(`${el.name} begins with ${p.get("s")}`);
};
const acts = {
  press(el) { el.children.find((c) => c.type === "button").dispatchEvent(new Event("click")); },
  start(el) { el.start(); },
  stop(el) { el.stop(); },
  move(el) {
    el.disconnectedCallback();
    if (el.client || el.children.some((c) => c.contentWindow)) wrong(`${el.name} runs in no document`);
    place(el);
  },
  see(el) { el.seen?.(); },
  scroll() { for (const el of all) { const top = below(4) ? below(600) : one([-200, 2000]); el.box = { top, bottom: top + 100 }; } },
  scenario(el) {
    const to = one(["s1", "s2", "s3"]), news = to !== el.getAttribute("scenario");
    el.setAttribute("scenario", to);
    if (news) el.left = undefined; // where its reader was is no place of this one
  },
  step(el) {
    const to = below(9), news = String(to) !== el.getAttribute("step");
    el.setAttribute("step", to);
    if (news) el.left = undefined;
  },
  theme(el) { below(3) ? el.setAttribute("theme", one(["dark", "light"])) : el.removeAttribute("theme"); },
  seek(el) { el.client && call(el, "seek", below(60)); },
  play(el) { el.client && call(el, "play"); },
  state(el) { el.client && call(el, "getState"); },
  print() {
    for (const f of wins.get("beforeprint") ?? []) f();
    for (const el of all) if (el.caption.style.display || el.client && !el.client.frame.style.display) wrong(`${el.name} is printed without its picture`);
    for (const f of wins.get("afterprint") ?? []) f();
  },
  stranger() { // anybody may post anything
    const source = one([{}, null, globalThis, one(all).client?.frame.contentWindow]);
    for (let id = 0; id < 6; id++) hear(source instanceof PageWindow ? {} : source, one([{ protocol: "informerscope/1", type: one(["step", "ready", "done", "error", "marker"]), id, index: 77, message: "boo" }, null, "x", 7, { protocol: "other/1", type: "step" }]));
  },
  wait() { advance(below(700)); },
};
for (const el of all) place(el);
const names = Object.keys(acts);
for (let n = 0; n < 1500; n++) {
  const el = one(all), what = one([...names, "wait", "wait", "wait", "seek", "start"]);
  const clients = new Map(all.map((e) => [e, e.client]));
  told.push(`${el.name} ${what}`);
  try { acts[what](el); } catch (e) { wrong(e.stack); }
  for (let k = 0; k < 12; k++) await null; // what is promised
  const run = all.filter((e) => e.client);
  for (const e of run) if (clients.get(e) !== e.client) begun(e);
  for (const e of all) {
    if (!!e.caption.style.display !== !!e.client) wrong(`${e.name}: its picture and its frame are both there, or neither`);
    if (e.client && e.client.frame.style.display) wrong(`${e.name}: its frame is hidden`);
    if (e.children.filter((c) => c.contentWindow).length !== (e.client ? 1 : 0)) wrong(`${e.name} has more frames than one`);
  }
  if (frames.size !== run.length) wrong(`${frames.size} frames stand there, ${run.length} elements run`);
  const fresh = run.filter((e) => clients.get(e) !== e.client);
  const own = (e) => e === el && (what === "stop" || what === "move"); // it was told so
  for (const e of all) {
    if (!clients.get(e) || e.client || own(e)) continue;
    if (!fresh.length || run.length < 6 || inSight(e)) wrong(`${e.name} ends at ${e.box.top}, ${run.length} run still`);
  }
  if (fresh.length && run.length > 6 && run.some((e) => !fresh.includes(e) && !inSight(e))) wrong(`${run.length} frames run, and one of them is out of sight`);
  if ((wins.get("message") ?? []).length !== run.length) wrong(`${wins.get("message").length} listen to messages, ${run.length} elements run`);
  if (due.filter((d) => d.every).length > run.length) wrong("somebody greets a frame that has gone");
}
for (let n = 0; n < 20; n++) { // all that is under way comes to its end
  advance(1000);
  for (let k = 0; k < 12; k++) await null;
}
if (due.some((d) => d.every)) wrong("somebody greets a frame that is up");
for (const el of all) {
  if (!el.client) continue;
  const page = el.client.frame.contentWindow;
  if (page.scenario !== el.getAttribute("scenario") || page.theme !== (el.getAttribute("theme") ?? "")) wrong(`${el.name} shows ${page.scenario} ${page.theme}, its author wants ${el.getAttribute("scenario")} ${el.getAttribute("theme")}`);
  if ([...open.values()].includes(el.client)) wrong(`${el.name}: a call has no answer`);
}
if (calls < 50) wrong(`only ${calls} calls were made`);
