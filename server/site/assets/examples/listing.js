// Each line with data-on is lit while a step is called so: "Add(a)", "W1 takes a", "W1 Done(a)".
const lines = document.querySelectorAll("[data-on]");

document.querySelector("informer-scope").addEventListener("step", ({ detail: step }) => {
  for (const line of lines) line.classList.toggle("lit", new RegExp(line.dataset.on).test(step.op ?? ""));
  document.querySelector("#said").textContent = step.narration.replaceAll("**", "");
});
