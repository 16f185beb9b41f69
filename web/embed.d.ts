// Types of embed.js: the element <informer-scope>, and the protocol informerscope/1 that it speaks with
// the page in its frame. What is here stays understood under v1/.

export const PROTOCOL: "informerscope/1";

/** Names of attributes and options that go into the frame's address as they are. */
export const PARAMETERS: readonly string[];

/** Options of a frame; the same names, also with data- in front, are attributes of the element and parameters of a link. */
export interface Options {
  /** The lesson: its id, number or place, "dirty-and-processing", "S02", "1.2". */
  scenario?: string;
  step?: number | string;
  /** Stands at a moment of the story's own time instead, "2m30s". */
  t?: string;
  from?: number | string;
  to?: number | string;
  loop?: boolean | "0" | "1";
  autoplay?: boolean | "0" | "1";
  speed?: "0.25" | "0.5" | "1" | "2" | "4" | "8";
  skipidle?: boolean | "0" | "1";
  pause?: "markers";
  view?: "all" | "workqueue" | "fifo" | "store" | "heap" | "tree";
  engine?: string;
  queue?: "client-go" | "priority";
  compare?: string;
  controls?: "full" | "mini" | "none";
  theme?: "auto" | "light" | "dark" | "hc";
  lang?: string;
  narrate?: "above" | "overlay" | "off";
  predict?: "0" | "1";
  code?: "0" | "1" | "own";
  side?: "metrics";
  motion?: "auto" | "none";
  readonly?: boolean | "0" | "1";
  present?: boolean | "0" | "1";
  /** Where a scenario or a trace is fetched from; another site's asks the reader first. */
  src?: string;
  /** Commands of a playground, "Add a; W1 Get". */
  z?: string;
  [parameter: string]: unknown;
  /** The page's address, with a slash at its end; this file's neighbour if it is left out. */
  host?: string;
  /** What the frame is called for a screen reader. */
  title?: string;
  /**
   * Takes the frame's origin away: it keeps no progress, and its server has to send
   * Access-Control-Allow-Origin with every file.
   */
  sandboxed?: boolean | "";
}

/** What is shown: sent once its picture stands on the screen, and when another lesson, engine, queue or language is. */
export interface Ready {
  type: "ready";
  clientGo: string;
  page: "lesson" | "play" | "trace" | "home" | "course" | "gallery" | "language" | "teach" | "quiz" | "result" | "live";
  scenario?: string;
  title?: string;
  engine?: string;
  engines?: string[];
  queue?: "client-go" | "priority";
  queues?: string[];
  lang: string;
  /** The number of the last step. */
  of?: number;
  /** What each step of a lesson is called; the first is the state before them. */
  steps?: string[];
  /** The steps at which the lesson pauses. */
  markers?: number[];
  /** A link to the moment, outside of a frame. */
  link: string;
}

export interface Step {
  type: "step";
  index: number;
  of: number;
  /** The story's own time, in ms. */
  t: number;
  /** What the step is called, "Add(a)". */
  op?: string;
  /** Parts of the state in the notation of scenarios: q, d, p, heap, and F, S, rv, synced of an informer. */
  state: Record<string, string>;
  /** The sentence that stands over the picture, in the frame's language. */
  narration: string;
}

export interface Marker { type: "marker"; index: number; marker: string }

/** A question was answered. */
export interface Predict {
  type: "predict";
  gate: string;
  /** The step before which it was asked. */
  index: number;
  /** The option as the lesson's file has them; 0 is the right one. */
  answer: number;
  correct: boolean;
}

/**
 * How high the frame would like to be at its width, px: as high as its picture needs. Sent when it is ready, and when that
 * changes. Pages around that know other protocols are told, unasked, in theirs: AMP's {sentinel: "amp", type: "embed-size",
 * width, height}, and pym.js's where the frame's address has its childId before the hash.
 */
export interface Resize { type: "resize"; height: number }

export interface Failure { type: "error"; message: string }

/** Speaks with the page in a frame. Calls wait until it is up, and fail with the page's own words. */
export class Client extends EventTarget {
  constructor(frame: HTMLIFrameElement);
  readonly ready: Promise<Ready>;
  frame: HTMLIFrameElement;
  play(): Promise<unknown>;
  pause(): Promise<unknown>;
  seek(step: number): Promise<unknown>;
  step(n?: number): Promise<unknown>;
  /** Changes parameters of the link, such as {theme: "dark"}. */
  set(parameters: Record<string, string | number | boolean>): Promise<unknown>;
  /** Shows a lesson of the course, or the text of another scenario or of a trace. */
  load(what: string | { scenario: string; step?: number } | { text: string; name?: string }): Promise<unknown>;
  /** Gives a command where the playhead stands, "Add c"; of a lesson that begins a what-if. */
  do(op: string): Promise<unknown>;
  getState(): Promise<Step>;
  close(): void;
  addEventListener(type: "ready", take: (e: CustomEvent<Ready>) => void, options?: AddEventListenerOptions | boolean): void;
  addEventListener(type: "step", take: (e: CustomEvent<Step>) => void, options?: AddEventListenerOptions | boolean): void;
  addEventListener(type: "marker", take: (e: CustomEvent<Marker>) => void, options?: AddEventListenerOptions | boolean): void;
  addEventListener(type: "predict", take: (e: CustomEvent<Predict>) => void, options?: AddEventListenerOptions | boolean): void;
  addEventListener(type: "resize", take: (e: CustomEvent<Resize>) => void, options?: AddEventListenerOptions | boolean): void;
  addEventListener(type: "error", take: (e: CustomEvent<Failure>) => void, options?: AddEventListenerOptions | boolean): void;
}

/** The address of a frame. */
export function address(options: Options, host?: string): string;

/** Puts a running frame into an element. */
export function create(el: Element, options?: Options): Client;

/** <informer-scope scenario step loading="click | visible | eager" …>; the events of Client arrive at it, but for resize. */
export interface InformerScopeElement extends HTMLElement {
  client?: Client;
  start(): Client;
  stop(): void;
}

declare global {
  interface HTMLElementTagNameMap { "informer-scope": InformerScopeElement }
}
