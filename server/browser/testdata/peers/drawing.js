import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { Excalidraw, convertToExcalidrawElements } from "@excalidraw/excalidraw";
import "@excalidraw/excalidraw/index.css";

const elements = convertToExcalidrawElements([
  { type: "rectangle", x: 0, y: 0, width: 620, height: 260, label: { text: "dirty", verticalAlign: "top" } },
  { type: "rectangle", x: 380, y: 80, width: 420, height: 320, label: { text: "processing", verticalAlign: "bottom" } },
  { type: "rectangle", x: 30, y: 90, width: 300, height: 70, label: { text: "queue" } },
  { type: "rectangle", x: 440, y: 110, width: 80, height: 60, label: { text: "a" } },
  { type: "ellipse", x: 440, y: 300, width: 60, height: 60, label: { text: "W1" } },
  { type: "arrow", x: 330, y: 125, width: 100, height: 10 },
]);
createRoot(document.getElementById("root")).render(createElement(Excalidraw, {
  initialData: { elements, scrollToContent: true },
  excalidrawAPI: (api) => { window.drawing = api; },
}));
