// The richer half of the editor of scenarios: CodeMirror over the page's text area. The area stays
// what the page reads and writes. What is typed here is written into it, with the cursor, and told
// by the same events; what the page puts there comes by the events "put", "caret", "marked" and "language".
import { Compartment, EditorState, StateEffect, StateField, Transaction } from "@codemirror/state";
import { Decoration, EditorView, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { tags } from "@lezer/highlight";

const scope = window.informerscope;

// The language, as far as colours need it: which kind of line it is, and its words.
function lines(verbs) {
  const rest = (stream, kind) => { stream.skipToEnd(); return kind; };
  function begin(stream, state) {
    if (state.header) {
      if (stream.match(/^[A-Za-z-]+:/)) { state.in = "value"; return "propertyName"; }
    } else if (state.holds) {
      state.in = "holds";
    } else if (stream.match(/^-{4}$/)) {
      state.holds = true;
      return "meta";
    } else if (stream.match(/^(==|\?!|\?|\||!)( |$)/)) {
      state.in = "prose";
      return "meta";
    } else if (stream.match(/^@\S*/)) {
      state.in = "prose";
      return "labelName";
    }
    if (stream.match(/^#( .*)?$/)) return "comment";
    state.in ||= "command";
    return null;
  }
  return StreamLanguage.define({
    name: "iq",
    startState: () => ({ header: true, holds: false, in: "" }),
    copyState: (state) => ({ ...state }),
    blankLine(state) { state.header = state.holds = false; state.in = ""; },
    token(stream, state) {
      if (stream.sol()) {
        state.in = "";
        const kind = begin(stream, state);
        if (kind) return kind;
        if (stream.eol()) return null;
      }
      if (stream.eatSpace()) return stream.match(/^# .*$/) && state.in === "value" ? "comment" : null;
      switch (state.in) {
        case "value":
          stream.match(/^\S+/);
          return "string";
        case "prose":
          if (stream.match(/^\*\*[^*]*\*\*/)) return "strong";
          if (stream.match(/^(=>|\|)(?= |$)/)) return "meta";
          if (!stream.match(/^[^*\s]+/)) stream.next();
          return null;
        case "holds":
          if (stream.match(/^[a-z]+(,[a-z]+)*:(?= )/)) return "labelName";
          if (stream.match(/^[A-Za-z]+(?=~?=)/)) return "propertyName";
          if (stream.match(/^~?=/)) return "operator";
          stream.match(/^\S+/);
          return "string";
      }
      if (stream.match(/^\+\S+/) || stream.match(/^x\d+$/)) return "number";
      if (stream.match(/^(=>|[{}])/)) return "meta";
      const word = stream.match(/^[^\s(]+/);
      if (!word) { stream.next(); return null; }
      return verbs.has(word[0]) ? "keyword" : null;
    },
  });
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--proc)" },
  { tag: tags.keyword, fontWeight: "700" },
  { tag: tags.strong, fontWeight: "700" },
  { tag: tags.labelName, color: "var(--proc)" },
  { tag: [tags.meta, tags.comment, tags.number], color: "var(--text3)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--bg)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "inherit", lineHeight: "inherit" },
  ".cm-content": { caretColor: "var(--text)", padding: "8px 0" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--text3)", border: "none" },
  ".cm-shown": { backgroundColor: "var(--panel)", boxShadow: "inset 3px 0 var(--text)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--err) 1px", textUnderlineOffset: "3px" },
  ".cm-tooltip": { backgroundColor: "var(--bg)", color: "var(--text)", border: "1px solid var(--line)", borderRadius: "4px", maxWidth: "min(420px, 90vw)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--err)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "inherit", maxHeight: "14em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--text)", color: "var(--bg)" },
  ".cm-completionInfo, .cm-diagnostic": { padding: "6px 8px", fontFamily: "var(--sans)", fontSize: "14px", lineHeight: "20px" },
});

// The line of the step that is shown.
const shows = StateEffect.define();
const shown = StateField.define({
  create: () => Decoration.none,
  update(marks, change) {
    marks = marks.map(change.changes);
    for (const e of change.effects) {
      if (!e.is(shows)) continue;
      const n = e.value;
      marks = n > 0 && n <= change.state.doc.lines
        ? Decoration.set([Decoration.line({ class: "cm-shown" }).range(change.state.doc.line(n).from)]) : Decoration.none;
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// attach puts the editor into host, over the area.
function attach(area, host) {
  const inWords = new Compartment();
  // said is what the page says in its language: it is asked again when that has changed.
  function said() {
    const words = JSON.parse(scope.words());
    return [
      EditorState.phrases.of(words.phrases), lines(new Set(words.verbs)),
      EditorView.contentAttributes.of({ tabindex: "0", "aria-label": words.label, "aria-multiline": "true", spellcheck: "false", autocapitalize: "off" }),
    ];
  }
  let told = "", lit = ""; // what the page said last, and the line that it showed
  let telling = false; // we are saying something ourselves
  function tell(name) {
    telling = true;
    area.dispatchEvent(new Event(name));
    telling = false;
  }
  function copy(state) {
    area.value = state.doc.toString();
    const head = state.selection.main.head;
    area.setSelectionRange(head, head);
  }
  const view = new EditorView({
    parent: host,
    state: EditorState.create({
      doc: area.value,
      extensions: [
        lineNumbers(), history(), highlightSpecialChars(), EditorView.lineWrapping,
        inWords.of(said()), syntaxHighlighting(colours), look, shown, lintGutter(),
        autocompletion({ override: [offer], icons: false }),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
        EditorView.updateListener.of((u) => {
          if (u.transactions.some((t) => t.annotation(Transaction.remote))) return;
          if (u.docChanged) { copy(u.state); tell("input"); }
          else if (u.selectionSet) { copy(u.state); tell("keyup"); }
        }),
      ],
    }),
  });

  // take takes over what the area has, where it differs; what surrounds the difference stays.
  function take(selection) {
    const was = view.state.doc.toString(), is = area.value;
    let from = 0, a = was.length, b = is.length;
    if (was === is) return;
    while (from < a && from < b && was[from] === is[from]) from++;
    while (a > from && b > from && was[a - 1] === is[b - 1]) { a--; b--; }
    view.dispatch({ changes: { from, to: a, insert: is.slice(from, b) }, selection, annotations: Transaction.remote.of(true) });
  }
  function mark() {
    const [line, ...wrong] = told.split("\n"), doc = view.state.doc;
    const marks = wrong.map((w) => {
      const at = w.indexOf(" "), n = Number(w.slice(0, at)), l = doc.line(Math.min(Math.max(n, 1), doc.lines));
      const blank = l.text.length - l.text.trimStart().length;
      return { from: l.from + blank, to: Math.max(l.to, l.from + blank), severity: "error", message: w.slice(at + 1) };
    });
    const effects = [shows.of(Number(line))];
    if (!view.hasFocus && line > 0 && line <= doc.lines && line !== lit) {
      effects.push(EditorView.scrollIntoView(doc.line(Number(line)).from, { y: "center" }));
    }
    lit = line;
    view.dispatch(setDiagnostics(view.state, marks), { effects, annotations: Transaction.remote.of(true) });
  }
  area.addEventListener("language", () => view.dispatch({ effects: inWords.reconfigure(said()), annotations: Transaction.remote.of(true) }));
  area.addEventListener("put", () => take());
  area.addEventListener("input", () => telling || take({ anchor: area.selectionStart }));
  area.addEventListener("caret", () => {
    const at = area.selectionStart;
    view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }), annotations: Transaction.remote.of(true) });
    view.focus();
  });
  area.addEventListener("marked", (e) => { told = e.detail; mark(); });
  if (area.dataset.marked) { told = area.dataset.marked; mark(); }
  area.hidden = true;
  host.hidden = false;
  return view;
}

// offer asks the page what can stand where the cursor is.
function offer(context) {
  const line = context.state.doc.lineAt(context.pos);
  const { typed, options } = JSON.parse(scope.complete(line.number, line.text.slice(0, context.pos - line.from)));
  if (!options || (!typed && !context.explicit)) return null;
  return { from: context.pos - typed.length, options, validFor: /^[^\s=,]*$/ };
}

scope.richer = attach;
