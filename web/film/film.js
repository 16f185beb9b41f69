// A moving picture of drawings: a GIF, or a WebM where the browser encodes video. What it is made of comes one
// after the other, an SVG and how long it stays, so that there is never more than one to keep. Nobody needs this but
// who takes a film along: the page brings it then (boot.js).
import { GIFEncoder } from "gifenc";
import { matroska } from "./matroska.js";

// film makes what the job asks for, and gives it as a Blob; null is a job that was stopped. job.next() gives the next
// drawing, null after the last. An error whose message is "webm" says that this browser encodes none.
export async function film(job) {
  const canvas = document.createElement("canvas");
  const writer = job.kind === "gif" ? gif() : await webm(job);
  canvas.width = writer.width ?? Math.round(job.width);
  canvas.height = writer.height ?? Math.round(job.height);
  const ctx = canvas.getContext("2d", { willReadFrequently: true, alpha: false });
  try {
    for (let drawing; !job.stopped && (drawing = job.next()); ) {
      await draw(ctx, drawing.svg);
      await writer.add(ctx, drawing.ms);
    }
    return job.stopped ? null : await writer.end();
  } finally {
    writer.close?.();
  }
}

async function draw(ctx, svg) {
  const img = new Image(), url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    img.src = url;
    await img.decode(); // its fonts are there then
    ctx.drawImage(img, 0, 0, ctx.canvas.width, ctx.canvas.height);
  } finally {
    URL.revokeObjectURL(url);
  }
}

// gif writes of each picture what differs from the one before; the rest stays as it was painted.
function gif() {
  const out = GIFEncoder();
  let last = null;
  return {
    add(ctx, ms) {
      const { width, height } = ctx.canvas;
      const pixels = new Uint32Array(ctx.getImageData(0, 0, width, height).data.buffer);
      const { palette, index } = reduced(pixels, last);
      out.writeFrame(index, width, height, { palette, delay: ms - (ms % 10), transparent: last !== null, transparentIndex: 0, dispose: 1 });
      last = pixels;
    },
    end() {
      out.finish();
      return new Blob([out.bytesView()], { type: "image/gif" });
    },
  };
}

// reduced gives the pixels that differ from the last ones at most 255 colours; place 0 is what stays. The colours are
// chosen as render's are (wasm/raster/gif.go): the group that spans most is cut in the middle until there are
// enough groups, and the commonest colour of a group stands for it, so that areas keep theirs.
function reduced(pixels, last) {
  const seen = new Map();
  for (let i = 0; i < pixels.length; i++) {
    if (!last || pixels[i] !== last[i]) seen.set(pixels[i], (seen.get(pixels[i]) ?? 0) + 1);
  }
  const box = (shades) => {
    let channel = 0, extent = 0, low = 0;
    for (const c of [0, 1, 2]) {
      let least = 255, most = 0;
      for (const s of shades) {
        least = Math.min(least, s[c]);
        most = Math.max(most, s[c]);
      }
      if (most - least > extent) [channel, extent, low] = [c, most - least, least];
    }
    return { shades, channel, extent, middle: low + (extent >> 1) };
  };
  const boxes = [box(Array.from(seen, ([p, n]) => [p & 255, (p >> 8) & 255, (p >> 16) & 255, p, n]))];
  while (boxes.length < 255) {
    const widest = boxes.reduce((a, b) => (b.extent > a.extent ? b : a));
    if (widest.extent === 0) break;
    const { shades, channel, middle } = widest;
    boxes[boxes.indexOf(widest)] = box(shades.filter((s) => s[channel] <= middle));
    boxes.push(box(shades.filter((s) => s[channel] > middle)));
  }
  const palette = [[0, 0, 0]], place = new Map();
  for (const { shades } of boxes) {
    if (shades.length > 0) palette.push(shades.reduce((a, b) => (b[4] > a[4] ? b : a)).slice(0, 3));
    for (const s of shades) place.set(s[3], palette.length - 1);
  }
  const index = new Uint8Array(pixels.length);
  for (let i = 0; i < pixels.length; i++) {
    if (!last || pixels[i] !== last[i]) index[i] = place.get(pixels[i]);
  }
  return { palette, index };
}

// A WebM has twice the pixels, for it is shown large. Its picture comes again every half second, which costs next to
// nothing, and whole every ten: who seeks in it finds one nearby.
const SCALE = 2, AGAIN = 500_000, WHOLE = 10_000_000; // µs
// How many bits a second may have; a picture that stands takes far fewer.
const BITS = 2_000_000;
const CODECS = { V_VP9: "vp09.00.51.08", V_VP8: "vp8" };

// WebKitGTK (2.50) ends the whole page at the question whether it encodes video, where GStreamer has nothing to do it with.
const encodes = () => globalThis.VideoEncoder && !(/Linux.*AppleWebKit/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent));

async function webm(job) {
  const size = { width: even(job.width * SCALE), height: even(job.height * SCALE) };
  let codec, config;
  for (codec in encodes() ? CODECS : {}) {
    config = { codec: CODECS[codec], ...size, bitrate: BITS, framerate: 2, latencyMode: "quality" };
    const { supported } = await VideoEncoder.isConfigSupported(config).catch(() => ({}));
    if (supported) break;
    config = null;
  }
  if (!config) throw new Error("webm");
  const blocks = [];
  let failed = null, at = 0, whole = -WHOLE;
  const encoder = new VideoEncoder({
    output(chunk) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      blocks.push({ ms: Math.round(chunk.timestamp / 1000), key: chunk.type === "key", data });
    },
    error(err) { failed = err; },
  });
  encoder.configure(config);
  return {
    ...size,
    async add(ctx, ms) {
      const end = at + ms * 1000;
      while (at < end) {
        const keyFrame = at - whole >= WHOLE;
        if (keyFrame) whole = at;
        const frame = new VideoFrame(ctx.canvas, { timestamp: at, duration: Math.min(AGAIN, end - at) });
        if (!failed) encoder.encode(frame, { keyFrame });
        frame.close();
        at = Math.min(at + AGAIN, end);
      }
      while (!failed && encoder.encodeQueueSize > 2) await new Promise((done) => encoder.addEventListener("dequeue", done, { once: true }));
      if (failed) throw failed;
    },
    async end() {
      await encoder.flush();
      return new Blob(matroska(codec, size, blocks, at / 1000), { type: "video/webm" });
    },
    close() {
      if (encoder.state !== "closed") encoder.close();
    },
  };
}

const even = (n) => 2 * Math.ceil(n / 2);
