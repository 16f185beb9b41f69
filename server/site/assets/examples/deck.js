// The keys belong to reveal.js; the lesson goes where slide and fragment say.
import Reveal from "./reveal.js";

const deck = new Reveal({ hash: true, width: 1280, height: 720, center: false, margin: 0.06 });
await deck.initialize();
document.querySelector("aside.controls")?.setAttribute("role", "none"); // reveal.js makes its buttons a landmark within another

async function go() {
  await customElements.whenDefined("informer-scope");
  const slide = deck.getCurrentSlide(), scope = slide.querySelector("informer-scope");
  for (const other of document.querySelectorAll("informer-scope")) if (other !== scope) other.stop();
  if (!scope) return;
  const shown = [...slide.querySelectorAll(".fragment.visible")].at(-1) ?? slide;
  scope.start().seek(Number(shown.dataset.step)).catch((e) => console.warn(e.message)); // it waits until the lesson is up
}
for (const event of ["slidechanged", "fragmentshown", "fragmenthidden", "ready"]) deck.on(event, go);
go();
