// What stands around the pictures of a WebM, as RFC 9559 has it: elements of an id, a length and a content, which
// may be elements. Here an element is a list of pieces and of lists, until the end.

// matroska is a film of one track. Each block has a time, data, and whether it begins anew, as the first one does;
// those that do are found by an index at the beginning.
export function matroska(codec, { width, height }, blocks, ms) {
  const info = element(0x1549a966, [
    element(0x2ad7b1, number(1_000_000)), // times are in ms
    element(0x4489, float(ms)),
    element(0x4d80, text("informerscope")), element(0x5741, text("informerscope")),
  ]);
  const tracks = element(0x1654ae6b, element(0xae, [
    element(0xd7, number(1)), element(0x73c5, number(1)), element(0x83, number(1)), element(0x9c, number(0)),
    element(0x86, text(codec)),
    element(0xe0, [element(0xb0, number(width)), element(0xba, number(height))]),
  ]));
  const clusters = [];
  for (const b of blocks) {
    if (b.key) clusters.push({ ms: b.ms, blocks: [] });
    const c = clusters.at(-1), at = b.ms - c.ms;
    c.blocks.push(element(0xa3, [Uint8Array.of(0x81, at >> 8, at, b.key ? 0x80 : 0), b.data]));
  }
  const bodies = clusters.map((c) => element(0x1f43b675, [element(0xe7, number(c.ms)), c.blocks]));
  // The index is as long whatever it says, so that it can be asked for its length before it is known.
  const index = (begin) => {
    return element(0x1c53bb6b, clusters.map((c, i) => {
      const at = begin;
      begin += length(bodies[i]);
      return element(0xbb, [element(0xb3, four(c.ms)), element(0xb7, [element(0xf7, number(1)), element(0xf1, four(at))])]);
    }));
  };
  const head = element(0x1a45dfa3, [
    element(0x4286, number(1)), element(0x42f7, number(1)), element(0x42f2, number(4)), element(0x42f3, number(8)),
    element(0x4282, text("webm")), element(0x4287, number(4)), element(0x4285, number(2)),
  ]);
  const begin = length(info) + length(tracks) + length(index(0));
  return [head, element(0x18538067, [info, tracks, index(begin), bodies])].flat(Infinity);
}

const element = (id, content) => [number(id), size(length(content)), content];

const length = (content) => (Array.isArray(content) ? content.reduce((n, c) => n + length(c), 0) : content.byteLength);

// A length takes one byte or eight; the first bit that is set says so.
const size = (n) => (n < 127 ? Uint8Array.of(0x80 | n) : Uint8Array.of(1, 0, 0, n / 2 ** 32, n >>> 24, n >>> 16, n >>> 8, n));

const four = (n) => Uint8Array.of(n >>> 24, n >>> 16, n >>> 8, n);

// number takes as few bytes as it can.
function number(n) {
  const bytes = four(n), zeros = bytes.findIndex((b) => b > 0);
  return bytes.subarray(zeros < 0 ? 3 : zeros);
}

function float(n) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, n);
  return new Uint8Array(view.buffer);
}

const text = (s) => new TextEncoder().encode(s);
