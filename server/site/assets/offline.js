// Registers the site's service worker, so that what was read once is there without a network. A page in
// a frame is left alone: it is another's.
(() => {
  "use strict";
  if (window !== window.top || !window.isSecureContext || /[#&]embed(&|$)/.test(location.hash)) return;
  const worker = new URL("../sw.js", document.currentScript.src).href;
  addEventListener("load", async () => {
    await window.informerscope?.up; // what is fetched to be kept waits for the program of a page that has one
    try {
      const policy = window.trustedTypes?.createPolicy("informerscope-offline", { createScriptURL: () => worker });
      await navigator.serviceWorker.register(policy ? policy.createScriptURL("") : worker);
    } catch (err) {
      console.info("informerscope: not kept for offline use: " + err);
    }
  });
})();
