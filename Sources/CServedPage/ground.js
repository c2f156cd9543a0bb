// The ground under the map: squares of streets, woods and water from the server, each drawn once into a picture of its
// own, so that moving the map only moves pictures.

/** Pixels of CSS along a picture's side. */
export const side = 256;
/** The zooms of the server's squares. */
const zooms = { least: 8, most: 16 };
/** Units along a square's side. */
const extent = 4096;
/** Milliseconds before a square that could not be had is asked for again. */
const patience = 30000;
/** How many pictures and squares are kept. */
const most = { pictures: 96, squares: 48 };

/** The colours that the page's style has for the ground, as `--ground-NAME`. */
const colors = (
  "paper builtup wood park water river stream coast rail path service service-edge minor minor-edge "
  + "main main-edge motorway motorway-edge building edge label water-label green-label halo end"
).split(" ");

/** Pixels of a line's width at zoom 16; it doubles slower than the map grows. */
const widths = {
  river: 4, stream: 1.6, coast: 1.5, rail: 1.8, path: 1.3, service: 2.8, minor: 5, main: 7, motorway: 9,
};
const streets = ["service", "minor", "main", "motorway"];

const width = (kind, zoom) => Math.max(0.7, widths[kind] * (kind === "path" ? 1.15 : 1.4) ** (zoom - 16));

/** The points of a line: the first pair as it is, then differences. */
function* points(numbers) {
  for (let i = 0, x = 0, y = 0; i + 1 < numbers.length; i += 2) yield [(x += numbers[i]), (y += numbers[i + 1])];
}

function trace(path, line, isRing) {
  let isFirst = true;
  for (const [x, y] of points(line)) {
    if (isFirst) path.moveTo(x, y); else path.lineTo(x, y);
    isFirst = false;
  }
  if (isRing) path.closePath();
}

/** Joins lines that begin where others end, so that a name can run along the whole street. */
function join(lines) {
  const key = ([x, y]) => `${x} ${y}`;
  const rest = new Set(lines);
  const ends = new Map();
  for (const line of lines) {
    for (const end of [key(line[0]), key(line.at(-1))]) ends.set(end, [...(ends.get(end) ?? []), line].slice(-8));
  }
  const next = (end) => {
    const others = ends.get(end) ?? [];
    while (others.length) {
      const line = others.pop();
      if (rest.delete(line)) return line;
    }
    return undefined;
  };
  const joined = [];
  for (const line of lines) {
    if (!rest.delete(line)) continue;
    const chain = [...line];
    for (let turn = 0; turn < 2; turn += 1) {
      for (let more = next(key(chain.at(-1))); more; more = next(key(chain.at(-1)))) {
        const isForth = key(more[0]) === key(chain.at(-1));
        for (const point of (isForth ? more : [...more].reverse()).slice(1)) chain.push(point);
      }
      chain.reverse();
    }
    joined.push(chain);
  }
  return joined;
}

/** The middle of an area's outline, and how wide it is. */
function middle(ring) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of points(ring)) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return { x: (left + right) / 2, y: (top + bottom) / 2, reach: right - left };
}

/** Which names come first. */
const ranks = ["motorway", "main", "water", "river", "park", "minor", "wood", "stream", "path", "service"];

/** One square of the server, ready to draw. */
class Square {
  constructor({ features = [], partial = false }, { zoom, x, y }) {
    this.parts = [];
    this.isPartial = partial;
    const names = new Map();
    for (const { kind, name, lines, areas } of features) {
      let path = new Path2D();
      for (const [index, rings] of (areas ?? []).entries()) {
        // Buildings do not overlap, and are drawn as one.
        if (index && kind !== "building") path = new Path2D();
        for (const ring of rings) trace(path, ring, true);
        if (!index || kind !== "building") this.parts.push({ kind, path, isArea: true });
        if (name && rings[0]) this.note(names, kind, name, true).spots.push(middle(rings[0]));
      }
      if (!lines) continue;
      if (name) this.note(names, kind, name, false).lines.push(...lines);
      let part = this.parts.at(-1);
      if (part?.kind !== kind || part.isArea) this.parts.push(part = { kind, path: new Path2D(), isArea: false });
      for (const line of lines) trace(part.path, line, false);
    }
    const size = 2 ** zoom;
    /** The square's corner and the length of its unit, as parts of the world's width. */
    this.origin = { x: x / size, y: y / size };
    this.unit = 1 / extent / size;
    /** Names with the lines that they may run along and the areas that they may stand in. */
    this.names = [...names.values()].filter(({ rank }) => rank >= 0).map((entry) => ({
      ...entry, lines: join(entry.lines.map((line) => [...points(line)]).filter((line) => line.length > 1)),
      spots: entry.spots.filter((spot) => [spot.x, spot.y].every((value) => value >= 0 && value <= extent)),
    }));
  }

  /** What is known of a name; areas and lines of one name are two things. */
  note(names, kind, name, isArea) {
    const key = `${isArea} ${name}`;
    const rank = ranks.indexOf(kind);
    const known = names.get(key) ?? { key, name, kind, rank, lines: [], spots: [] };
    if (rank >= 0 && rank < known.rank) Object.assign(known, { kind, rank });
    names.set(key, known);
    return known;
  }

  /** Draws it; the context's units are the square's, of which `scale` make a pixel of CSS. */
  draw(context, zoom, scale, paint) {
    const line = (path, color, pixels, dash = []) => {
      context.strokeStyle = color;
      context.lineWidth = pixels * scale;
      context.setLineDash(dash.map((length) => length * scale));
      context.stroke(path);
    };
    context.lineCap = context.lineJoin = "round";
    const ways = this.parts.filter(({ kind, isArea }) => !isArea && streets.includes(kind));
    const paths = [];
    for (const { kind, path, isArea } of this.parts) {
      if (isArea) {
        if (!paint[kind] || streets.includes(kind)) continue;
        context.fillStyle = paint[kind];
        context.fill(path, "evenodd");
        if (kind === "building") line(path, paint.edge, 0.8);
      } else if (kind === "path") {
        paths.push(path);
      } else if (paint[kind] && kind in widths && !streets.includes(kind)) {
        line(path, paint[kind], width(kind, zoom));
        if (kind === "rail" && zoom >= 14) line(path, paint.paper, width(kind, zoom) * 0.55, [4, 4]);
      }
    }
    if (zoom >= 14) {
      context.lineCap = "butt";
      for (const path of paths) line(path, paint.path, width("path", zoom), [3, 2]);
      context.lineCap = "round";
    }
    // All edges first, so that streets join where they meet.
    if (zoom >= 13) for (const { kind, path } of ways) line(path, paint[`${kind}-edge`], width(kind, zoom) + 1.4);
    for (const { kind, path } of ways) line(path, paint[zoom >= 13 || kind !== "minor" ? kind : "minor-edge"], width(kind, zoom));
  }
}

/** The squares and pictures that are at hand. */
export class Ground {
  #squares = new Map();
  #pictures = new Map();
  #paint;
  #ratio = 1;
  #onChange;

  /** `onChange` is called when there is something new to draw. */
  constructor(onChange) { this.#onChange = onChange; }

  get paint() { return this.#paint; }

  /** Draws all anew, in the colours of the style and as sharp as the screen is. */
  dress(ratio) {
    const style = getComputedStyle(document.documentElement);
    this.#paint = Object.fromEntries(colors.map((name) => [name, style.getPropertyValue(`--ground-${name}`).trim()]));
    this.#ratio = ratio;
    this.#pictures.clear();
  }

  /** Asks again for what could not be had. */
  retry() {
    for (const [key, entry] of this.#squares) if (entry.failedAt) this.#squares.delete(key);
    this.#onChange();
  }

  /** The square of the server that a picture shows a part of. */
  static source(zoom, x, y) {
    const from = Math.min(zooms.most, Math.max(zooms.least, zoom - 1));
    const depth = Math.max(0, zoom - from);
    return { zoom: from, x: x >> depth, y: y >> depth, depth };
  }

  /** A square: undefined while it is on its way. */
  square({ zoom, x, y }) {
    const key = `${zoom}/${x}/${y}`;
    let entry = this.#squares.get(key);
    if (!entry || performance.now() - entry.failedAt > patience) {
      entry = {};
      this.#squares.set(key, entry);
      this.#load(key, entry, { zoom, x, y });
    } else {
      this.#squares.delete(key);
      this.#squares.set(key, entry);
    }
    forgetOldest(this.#squares, most.squares);
    return entry.square;
  }

  async #load(key, entry, at) {
    try {
      // What is asked meanwhile comes first.
      const answer = await fetch(`ground/${key}`, { signal: AbortSignal.timeout(30000), priority: "low" });
      const isNone = answer.status === 404;
      if (!answer.ok && !isNone) throw new Error(`the server answers ${answer.status}`);
      entry.square = new Square(isNone ? {} : await answer.json(), at);
    } catch {
      entry.failedAt = performance.now();
    }
    this.#onChange();
  }

  /** A picture that is there already. */
  picture(zoom, x, y) {
    return this.#pictures.get(`${zoom}/${x}/${y}`)?.canvas;
  }

  /** Draws a picture if its square is there; whether it took any time. */
  prepare(zoom, x, y) {
    const key = `${zoom}/${x}/${y}`;
    const { depth, ...at } = Ground.source(zoom, x, y);
    const square = this.square(at);
    if (!square || this.#pictures.has(key)) return false;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.round(side * this.#ratio);
    const context = canvas.getContext("2d", { alpha: false });
    context.fillStyle = this.paint.paper;
    context.fillRect(0, 0, canvas.width, canvas.height);
    const parts = 2 ** depth;
    const pixels = (canvas.width * parts) / extent;
    context.setTransform(pixels, 0, 0, pixels, -(x % parts) * canvas.width, -(y % parts) * canvas.width);
    square.draw(context, zoom, extent / parts / side, this.paint);
    this.#pictures.set(key, { canvas });
    forgetOldest(this.#pictures, most.pictures);
    return true;
  }

  /** Whether a square has nothing to draw, or could not be had. */
  isBare(zoom, x, y) {
    const { depth, ...at } = Ground.source(zoom, x, y);
    const square = this.square(at);
    return square ? !square.parts.length : this.#squares.get(`${at.zoom}/${at.x}/${at.y}`)?.failedAt;
  }
}

function forgetOldest(map, count) {
  while (map.size > count) map.delete(map.keys().next().value);
}
