// Keeps what goes wrong in a page, where no driver tells: WebDriver over HTTP has no console.
// It stands before any script of the page; a frame tells the page around it.
(() => {
  "use strict";
  const top = self === parent, all = (window.complaints = []);
  const say = (text) => (top ? all.push(text) : parent.postMessage({ complaint: text }, "*"));
  addEventListener("message", (e) => e.data?.complaint && all.push("in a frame: " + e.data.complaint));
  addEventListener("error", (e) => say(e.message || "not loaded: " + (e.target.src || e.target.href)), true);
  addEventListener("unhandledrejection", (e) => say("unhandled: " + e.reason + " " + (e.reason?.stack ?? "")));
  document.addEventListener("securitypolicyviolation", (e) => say("refused by the policy: " + e.violatedDirective + " " + e.blockedURI));
  const real = console.error;
  console.error = (...all) => { say("console: " + all.join(" ")); real.apply(console, all); };
})();
