// <informer-scope scenario="dirty-and-processing" step="3">picture, caption, link</informer-scope>
//
// Shows what stands in it, and runs the page in a frame once its button is pressed. See embed.d.ts.
export const PROTOCOL = "informerscope/1";

// Attributes, and names in options, that go into the frame's address.
export const PARAMETERS = ["step", "t", "from", "to", "loop", "autoplay", "speed", "skipidle", "pause", "view", "engine", "queue", "compare", "controls", "theme", "lang", "narrate", "predict", "code", "side", "motion", "readonly", "present", "src", "z", "set", "key", "zone"];

// The page lies beside this file on a site, and above it where make run serves it.
const PAGE = new URL(/\/web[^/]*\/embed\.js/.test(import.meta.url) ? "../" : "./", import.meta.url).href;
const MOST = 6; // a browser gives a page some sixteen WebGL contexts
const running = new Set();

const plain = (name) => name.replace("data-", ""); // React keeps key for itself
const chinese = (el) => (el.getAttribute("lang") || el.closest("[lang]")?.lang || navigator.language || "").toLowerCase().startsWith("zh");
export function address(options, host = PAGE) {
  const parts = ["embed"];
  const scenario = options.scenario ?? options.s;
  if (scenario) parts.push("s=" + encodeURIComponent(scenario));
  for (const name of PARAMETERS) {
    const value = options[name];
    if (value != null && value !== false) parts.push(name + "=" + encodeURIComponent(value === true || value === "" ? "1" : value));
  }
  return host + "#" + parts.join("&");
}
export class Client extends EventTarget {
  #frame; #calls = new Map(); #last = 0; #hello; #heard;
  constructor(frame) {
    super();
    this.#frame = frame;
    this.#heard = (e) => e.source === frame.contentWindow && e.data?.protocol === PROTOCOL && this.#take(e.data);
    addEventListener("message", this.#heard);
    this.ready = new Promise((done) => this.addEventListener("ready", (e) => done(e.detail), { once: true }));
    const ping = () => this.#post({ type: "ping", id: 0 });
    this.#hello = setInterval(ping, 300);
  }
  #post(m) { this.#frame.contentWindow?.postMessage({ protocol: PROTOCOL, ...m }, "*"); }
  #take(m) {
    if (m.id === 0) { // of several greetings the first answer
      if (!this.#hello) return;
      this.#hello = clearInterval(this.#hello);
    }
    const call = this.#calls.get(m.id);
    if (call) {
      this.#calls.delete(m.id);
      m.type === "error" ? call[1](new Error(m.message)) : call[0](m);
      if (m.type === "done") return;
    }
    this.dispatchEvent(new CustomEvent(m.type, { detail: m }));
  }
  async #call(type, fields) {
    await this.ready;
    const id = ++this.#last;
    return new Promise((done, failed) => {
      this.#calls.set(id, [done, failed]);
      this.#post({ type, id, ...fields });
    });
  }
  play() { return this.#call("play"); }
  pause() { return this.#call("pause"); }
  seek(step) { return this.#call("seek", { step }); }
  step(n = 1) { return this.#call("step", { n }); }
  set(set) { return this.#call("set", { set: Object.fromEntries(Object.entries(set).map(([k, v]) => [k, String(v)])) }); }
  load(what) { return this.#call("load", typeof what === "string" ? { scenario: what } : what); }
  do(op) { return this.#call("do", { op }); }
  getState() { return this.#call("getState"); }
  close() {
    clearInterval(this.#hello);
    removeEventListener("message", this.#heard);
  }
}
export function create(el, options = {}) {
  const frame = document.createElement("iframe");
  frame.src = address(options, options.host);
  frame.title = options.title || "Informerscope" + (options.scenario ? ": " + options.scenario : "");
  frame.setAttribute("sandbox", "allow-scripts allow-popups allow-downloads" + (options.sandboxed != null ? "" : " allow-same-origin"));
  frame.allow = "fullscreen; clipboard-write";
  frame.credentialless = self.crossOriginIsolated;
  Object.assign(frame.style, { border: "0", width: "100%", aspectRatio: "16 / 9", minHeight: "min(360px, 100vh)", colorScheme: "normal" });
  el.append(frame);
  const client = new Client(frame);
  client.frame = frame;
  return client;
}

class InformerScope extends HTMLElement {
  static observedAttributes = ["scenario", ...PARAMETERS].flatMap((name) => [name, "data-" + name]);
  #button; #seen; #at;
  connectedCallback() {
    this.style.display ||= "block";
    this.style.position ||= "relative";
    const how = this.getAttribute("loading") || "click";
    if (!this.#button) {
      const b = (this.#button = document.createElement("button"));
      b.type = "button";
      b.textContent = chinese(this) ? "▶ 一步一步地看" : "▶ Step through it";
      Object.assign(b.style, { position: "absolute", right: "12px", top: "12px", font: "600 16px/1.2 system-ui, sans-serif", padding: "10px 16px", border: "0", borderRadius: "6px", background: "#17202d", color: "#fff", cursor: "pointer", boxShadow: "0 1px 6px #0006" });
      b.addEventListener("click", () => { this.start(); this.client.frame.focus(); });
      this.append(b);
      addEventListener("beforeprint", () => this.#show(false));
      addEventListener("afterprint", () => this.#show(!!this.client));
    }
    if (how === "eager") this.start();
    else if (how === "visible") {
      this.#seen = new IntersectionObserver((all) => all.some((e) => e.isIntersecting) && this.start());
      this.#seen.observe(this);
    }
  }
  disconnectedCallback() { this.stop(); }
  attributeChangedCallback(name, before, now) {
    if (before === now) return;
    name = plain(name);
    if (name === "scenario" || name === "step" || name === "t") this.#at = undefined; // elsewhere
    if (this.client) (name === "scenario" ? this.client.load(now) : this.client.set({ [name]: now ?? "" })).catch((e) => console.warn("informer-scope: " + e.message));
  }
  start() {
    if (this.client) return this.client;
    this.#seen?.disconnect();
    const options = { ...Object.fromEntries([...this.attributes].map((a) => [plain(a.name), a.value])), ...this.#at };
    if (!this.hasAttribute("lang") && chinese(this)) options.lang = "zh";
    const client = (this.client = create(this, options));
    for (const type of ["ready", "step", "marker", "predict", "error"]) {
      client.addEventListener(type, (e) => {
        if (type === "step") this.#at = { step: e.detail.index };
        this.dispatchEvent(new CustomEvent(type, { detail: e.detail, bubbles: true }));
      });
    }
    this.#show(true);
    running.add(this);
    for (const el of running) if (running.size > MOST && el !== this && !el.#inSight()) el.stop();
    return client;
  }
  stop() {
    running.delete(this);
    this.client?.close();
    this.client?.frame.remove();
    this.client = undefined;
    this.#show(false);
  }
  #inSight() {
    const box = this.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight;
  }
  #show(frame) {
    for (const el of this.children) {
      if ((el === this.client?.frame) === frame) el.style.removeProperty("display");
      else el.style.setProperty("display", "none", "important");
    }
  }
}
customElements.get("informer-scope") || customElements.define("informer-scope", InformerScope);
