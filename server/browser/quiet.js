// A cluster inside the page, in place of the server: nothing happens in it but what a test does.
// It stands before any script of the page; quiet.pods is how many there are.
(() => {
  "use strict";
  const real = window.fetch, open = new Set();
  let rv = 1000;
  const pod = (i) => ({
    apiVersion: "v1", kind: "Pod",
    metadata: { name: "pod-" + String(i).padStart(4, "0"), namespace: "ns-" + (i % 5), uid: "uid-" + i, resourceVersion: String(++rv),
      labels: { app: "web", tier: "front" }, creationTimestamp: "2026-01-01T00:00:00Z" },
    spec: { nodeName: "node-" + (i % 20), containers: [{ name: "web", image: "registry.example/web:1.0", ports: [{ containerPort: 80 }] }] },
    status: { phase: "Running", podIP: "10.0.0." + (i % 250), conditions: [{ type: "Ready", status: "True" }] },
  });
  const q = (window.quiet = {
    pods: 0,
    // tell sends an event of pod i: ADDED, MODIFIED or DELETED.
    tell: (type, i) => send({ type, object: pod(i) }),
    // bookmark sends the version as it stands.
    bookmark: (end) => send({ type: "BOOKMARK", object: { kind: "Pod", apiVersion: "v1", metadata: { resourceVersion: String(rv),
      annotations: end ? { "k8s.io/initial-events-end": "true" } : {} } } }),
    // end closes the watch, as a server does after some minutes.
    end: () => open.forEach((w) => w.close()),
    opened: 0, // watches so far
  });
  const send = (e) => open.forEach((w) => w.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(e) })));
  const json = (v) => Promise.resolve(new Response(JSON.stringify(v), { headers: { "Content-Type": "application/json" } }));
  window.fetch = (path, ...rest) => {
    const at = String(path);
    if (at.includes("informerscope/v1/info")) {
      return json({ source: "demo", kubernetesVersion: "v1.37.0", resources: [{ version: "v1", resource: "pods", namespaced: true }], upstream: { state: "up" } });
    }
    if (at.includes("api/v1/namespaces")) return json({ metadata: { resourceVersion: "1" }, items: [] });
    return real.call(window, path, ...rest);
  };
  window.WebSocket = class extends EventTarget {
    constructor(url) {
      super();
      q.opened++;
      queueMicrotask(() => {
        open.add(this);
        this.dispatchEvent(new Event("open"));
        if (!new URL(url).searchParams.get("sendInitialEvents")) return;
        for (let i = 0; i < q.pods; i++) q.tell("ADDED", i);
        q.bookmark(true);
      });
    }
    close() {
      if (open.delete(this)) queueMicrotask(() => this.dispatchEvent(new CloseEvent("close", { wasClean: true, code: 1000 })));
    }
  };
})();
