// The map: the ground, the position and the places in a canvas that is dragged, pinched, wheeled and moved by keys.
// The list stays the truth: to a screen reader, the canvas is one picture with a description.
import { Ground, side } from "./ground.js";
import { title } from "./sheet.js";
import { color, kind, shape } from "./symbols.js";
import { length, roundLength } from "./wording.js";

const zooms = { least: 8, most: 19, first: 15, start: 13 };
const earth = 40075016.686;
const radians = Math.PI / 180;
/** Pixels: a symbol's radius, how near counts as a tap on it, and a finger's tremble. */
const sizes = { symbol: 15, chosen: 19, tap: 26, tremble: 9 };
/** Milliseconds a frame may spend on new pictures, and until the map counts as at rest. */
const times = { pictures: 7, rest: 160 };
/**
 * Names: of how many places, with how many others in one group, how many in all, how many are tried, how many letters of a place's, pixels from one step
 * along a street to the next, and pixels between it and the symbol of another place.
 */
const names = { places: 8, others: 3, most: 60, tried: 300, letters: 26, step: 5, apart: 8 };

/** A position on Web Mercator: x to the east and y to the south, each from 0 to 1. */
export function project({ latitude, longitude }) {
  const sine = Math.sin(Math.min(85.05, Math.max(-85.05, latitude)) * radians);
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

function unproject({ x, y }) {
  return { latitude: Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / radians, longitude: (x - 0.5) * 360 };
}

const item = (place) => ({ place, kind: kind(place.category), ...project(place), nearest: project(place.nearest ?? place) });

/** A line in equal steps, each with the direction there. */
function walk(line) {
  const steps = [];
  let rest = 0;
  for (let i = 0; i + 1 < line.length && steps.length < 1500; i += 1) {
    const [from, to] = [line[i], line[i + 1]];
    const long = Math.hypot(to.x - from.x, to.y - from.y);
    for (; rest < long && steps.length < 1500; rest += names.step) {
      const part = rest / long;
      steps.push({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    }
    rest -= long;
  }
  steps.forEach((step, i) => {
    const [before, after] = [steps[Math.max(0, i - 1)], steps[Math.min(steps.length - 1, i + 1)]];
    step.angle = Math.atan2(after.y - before.y, after.x - before.x);
  });
  return steps;
}

/** Points along the middle of a level text around a point. */
function textRow({ x, y }, width) {
  const count = Math.ceil(width / 8);
  return Array.from({ length: count + 1 }, (_, i) => ({ x: x + (i / count - 0.5) * width, y }));
}

/** What is taken of the screen, in squares of a few pixels. */
class Room {
  #cells = new Set();

  static #cell = 6;

  /** Takes what is within `reach` pixels of some points, and room for half the height of a text around it. */
  add(points, reach) {
    const cells = Math.ceil((reach + 7) / Room.#cell);
    for (const { x, y } of points) {
      const [column, row] = [Math.round(x / Room.#cell), Math.round(y / Room.#cell)];
      for (let i = -cells; i <= cells; i += 1) {
        for (let j = -cells; j <= cells; j += 1) if (i * i + j * j <= cells * cells) this.#cells.add((column + i) * 65536 + row + j);
      }
    }
  }

  /** Takes a box of the screen. */
  addBox({ left, top, width, height }) {
    const row = textRow({ x: left + width / 2, y: 0 }, width);
    for (let y = top; y <= top + height; y += 8) this.add(row.map(({ x }) => ({ x, y })), 2);
  }

  /** Whether any of some points is taken. */
  has(points) {
    return points.some(({ x, y }) => this.#cells.has(Math.round(x / Room.#cell) * 65536 + Math.round(y / Room.#cell)));
  }
}

export class PlaceMap {
  #canvas;
  #context;
  #ground = new Ground(() => this.#ask());
  /** What the sheet and the search leave free, in pixels from each edge. */
  #insets = { top: 0, right: 0, bottom: 0, left: 0 };
  #size = { width: 1, height: 1, ratio: 1 };
  #view = { x: 0.5, y: 0.5, zoom: zooms.first };
  #follows = true;
  #hasPosition = false;
  /** Before the first position, or a place that stands in for it, the map is nowhere. */
  #isSomewhere = false;
  #me;
  #places = [];
  #groups = [];
  #groupZoom;
  #chosen;
  #end;
  #units = ["m", "km"];
  #landmarks = [];
  #names = [];
  /** Boxes of the screen that have no ground yet. */
  #blank = [];
  #sprites = new Map();
  #pointers = new Map();
  #gesture;
  #glide;
  /** Before `wake`, it draws nothing. */
  #isAwake = false;
  #isAsked = false;
  #isPartial = false;
  #restTimer;
  #tell;

  /**
   * `tell.choose(place)` is called for a tapped place, `tell.follow(isFollowing)` when the map leaves the position or
   * returns, `tell.rest()` when it has come to rest elsewhere, and `tell.partial(isPartial)` when there is more ground in
   * view than is drawn, or no longer; `tell.covered()` returns boxes of the screen where no name can be read.
   */
  constructor(canvas, tell) {
    this.#canvas = canvas;
    this.#tell = tell;
  }

  /** Begins to draw, which it leaves until the list is there. */
  wake() {
    if (this.#isAwake) return;
    this.#isAwake = true;
    const canvas = this.#canvas;
    this.#context = canvas.getContext("2d", { alpha: false });
    const dress = () => {
      const ratio = Math.min(3, devicePixelRatio || 1);
      const { width, height } = canvas.getBoundingClientRect();
      this.#size = { width: Math.max(1, width), height: Math.max(1, height), ratio };
      [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
      // Three pixels a point cost more memory than they show.
      this.#ground.dress(Math.min(2, ratio));
      this.#sprites.clear();
      this.#names = [];
      this.#ask();
    };
    new ResizeObserver(dress).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", dress);
    dress();
    this.#listen();
    this.fit();
    this.#settle();
  }

  // MARK: What it shows

  set insets(insets) {
    this.#insets = { ...this.#insets, ...insets };
    if (this.#follows) this.#centre();
    this.#ask();
    this.#settle();
  }

  set units(units) { this.#units = units; this.#ask(); }

  /** The position, with `accuracy` in metres and `course` in degrees if they are known. */
  set position(fix) {
    this.#me = fix && { ...project(fix), fix };
    if (!fix) { this.#hasPosition = false; this.#ask(); return; }
    if (this.#follows) this.#centre(this.#hasPosition);
    this.#hasPosition = this.#isSomewhere = true;
    this.#ask();
  }

  /** Shows the surroundings of a place as long as no position is known. */
  start(place) {
    if (this.#isSomewhere) return;
    Object.assign(this.#view, project(place), { zoom: zooms.start });
    this.#isSomewhere = true;
    this.#ask();
    this.#settle();
  }

  get follows() { return this.#follows; }

  /** Shows places, nearest first; `end` is how far the data reaches from the position, in metres. */
  show(places, end) {
    this.#places = places.map(item);
    this.#end = end;
    this.#groupZoom = undefined;
    this.#ask();
  }

  /** Shows the names of towns and the like, the most important first, where there is room. */
  set landmarks(places) {
    this.#landmarks = places.map((place) => ({ name: place.shown.name, ...project(place) }));
    this.#settle();
  }

  /** Shows a place larger than the others, which need not have it, with a line to it. */
  set chosen(place) { this.#chosen = place && item(place); this.#groupZoom = undefined; this.#ask(); }

  /** Zooms so that the nearest place fits around the position, with the next ones if they are not much farther. */
  fit() {
    if (!this.#me || !this.#follows || !this.#isAwake) return;
    const { width, height } = this.#free();
    const room = Math.max(60, Math.min(width, height) / 2 - 2 * sizes.symbol);
    const ways = this.#places.slice(0, names.places)
      .map(({ nearest }) => Math.hypot(nearest.x - this.#me.x, nearest.y - this.#me.y));
    // The nearest, what is about as near, and the next two unless they are far.
    const farthest = Math.max(0, ...ways.filter((way, index) => way <= (index < 3 ? 10 : 3) * ways[0]));
    const zoom = farthest ? Math.log2(room / farthest / side) : zooms.first;
    this.#view.zoom = Math.min(18.3, Math.max(11, zoom));
    this.#centre();
    this.#settle();
  }

  /** Brings a place into view if it is not. */
  reveal(place) {
    this.wake();
    if (!this.#me) this.#setFollows(false);
    const at = this.#screen(project(place));
    const { left, top, width, height } = this.#free();
    const margin = sizes.chosen;
    if (at.x > left + margin && at.x < left + width - margin && at.y > top + margin && at.y < top + height - margin) return;
    if (this.#me) {
      const spread = Math.max(1e-9, Math.hypot(project(place).x - this.#me.x, project(place).y - this.#me.y));
      this.#view.zoom = Math.min(this.#view.zoom, Math.max(zooms.least, Math.log2((Math.min(width, height) / 2 - 40) / spread / side)));
    }
    if (!this.#follows) Object.assign(this.#view, project(place));
    else this.#centre();
    this.#settle();
  }

  /** Moves to a position, and follows the own one no longer. */
  visit(place) {
    this.#setFollows(false);
    Object.assign(this.#view, project(place));
    this.#ask();
    this.#settle();
  }

  /** What is in view: its middle, the distance in metres from there to the farthest corner, and the zoom. */
  get area() {
    const { width, height } = this.#free();
    return { ...unproject(this.#view), radius: Math.hypot(width, height) / 2 / this.#pixelsInMetre, zoom: this.#view.zoom };
  }

  /** Goes back to the position, and stays there. */
  recentre() {
    this.#setFollows(true);
    this.#centre(true);
    this.#settle();
  }

  zoomBy(steps) { this.#zoomAround(this.#middle(), 2 ** steps); }

  /** Asks again for the ground that could not be had while the server was away. */
  retry() { this.#ground.retry(); }

  // MARK: Where things are

  #free() {
    const { top, right, bottom, left } = this.#insets;
    return {
      left, top, width: Math.max(60, this.#size.width - left - right), height: Math.max(60, this.#size.height - top - bottom),
    };
  }

  #middle() {
    const { left, top, width, height } = this.#free();
    return { x: left + width / 2, y: top + height / 2 };
  }

  get #scale() { return side * 2 ** this.#view.zoom; }

  #screen({ x, y }) {
    const middle = this.#middle();
    // The shorter way around the world.
    const east = ((((x - this.#view.x + 0.5) % 1) + 1) % 1) - 0.5;
    return { x: middle.x + east * this.#scale, y: middle.y + (y - this.#view.y) * this.#scale };
  }

  /** Pixels in a metre at the middle of the map. */
  get #pixelsInMetre() {
    return this.#scale / (earth * Math.cos(unproject(this.#view).latitude * radians));
  }

  #centre(isSmooth = false) {
    if (!this.#me) return;
    const { x, y } = this.#me;
    const isFar = Math.hypot(x - this.#view.x, y - this.#view.y) * this.#scale > 2 * this.#size.width;
    if (!isSmooth || isFar || matchMedia("(prefers-reduced-motion: reduce)").matches) Object.assign(this.#view, { x, y });
    else this.#glide = { from: { ...this.#view }, to: { x, y }, start: performance.now() };
    this.#ask();
    this.#settle();
  }

  #setFollows(follows) {
    if (!follows) {
      this.#glide = undefined;
      this.#isSomewhere = true;
    }
    if (this.#follows === follows) return;
    this.#follows = follows;
    this.#tell.follow(follows);
  }

  #moveBy(x, y) {
    this.#setFollows(false);
    this.#view.x = (((this.#view.x - x / this.#scale) % 1) + 1) % 1;
    this.#view.y = Math.min(1, Math.max(0, this.#view.y - y / this.#scale));
    this.#ask();
    this.#settle();
  }

  /** Zooms, with the point of the screen staying where it is; around the position if the map follows it. */
  #zoomAround(point, factor) {
    const zoom = Math.min(zooms.most, Math.max(zooms.least, this.#view.zoom + Math.log2(factor)));
    const grown = 2 ** (zoom - this.#view.zoom);
    if (!this.#follows) {
      const middle = this.#middle();
      const [x, y] = [point.x - middle.x, point.y - middle.y];
      this.#view.x = (this.#view.x + (x - x / grown) / this.#scale + 1) % 1;
      this.#view.y += (y - y / grown) / this.#scale;
    }
    this.#view.zoom = zoom;
    this.#ask();
    this.#settle();
  }

  // MARK: Fingers, wheel and keys

  #listen() {
    const canvas = this.#canvas;
    const at = (event) => {
      const box = canvas.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      canvas.setPointerCapture?.(event.pointerId);
      this.#pointers.set(event.pointerId, at(event));
      this.#glide = undefined;
      this.#gesture = this.#pointers.size === 1
        ? { start: at(event), time: performance.now(), isTap: true, speed: { x: 0, y: 0 } } : { ...this.#gesture, isTap: false };
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = this.#pointers.get(event.pointerId);
      if (!before || !this.#gesture) return;
      const now = at(event);
      if (this.#pointers.size === 1) {
        const { start } = this.#gesture;
        if (this.#gesture.isTap && Math.hypot(now.x - start.x, now.y - start.y) < sizes.tremble) return;
        this.#gesture.isTap = false;
        const time = performance.now();
        const lasted = Math.max(1, time - (this.#gesture.last ?? this.#gesture.time));
        this.#gesture.last = time;
        this.#gesture.speed = { x: (now.x - before.x) / lasted, y: (now.y - before.y) / lasted };
        this.#moveBy(now.x - before.x, now.y - before.y);
      } else if (this.#pointers.size === 2) {
        const [other] = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
        const distance = (point) => Math.max(20, Math.hypot(point.x - other.x, point.y - other.y));
        const centre = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
        if (!this.#follows) this.#moveBy((now.x - before.x) / 2, (now.y - before.y) / 2);
        this.#zoomAround(centre, distance(now) / distance(before));
      }
      this.#pointers.set(event.pointerId, now);
    });
    const end = (event) => {
      if (!this.#pointers.delete(event.pointerId) || this.#pointers.size) return;
      const { isTap, time, last, speed } = this.#gesture ?? {};
      this.#gesture = undefined;
      if (event.type === "pointercancel") return;
      const now = performance.now();
      if (isTap && now - time < 600) this.#tap(at(event));
      else if (!isTap && now - last < 60 && Math.hypot(speed.x, speed.y) > 0.3) this.#glide = { speed, last: now };
      this.#ask();
    };
    canvas.addEventListener("pointerup", end);
    canvas.addEventListener("pointercancel", end);
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const pixels = event.deltaY * (event.deltaMode === 1 ? 20 : event.deltaMode === 2 ? 400 : 1);
      this.#zoomAround(at(event), 2 ** (-Math.max(-300, Math.min(300, pixels)) / (event.ctrlKey ? 100 : 300)));
    }, { passive: false });
    canvas.addEventListener("dblclick", (event) => this.#zoomAround(at(event), 2));
    canvas.addEventListener("keydown", (event) => {
      const step = 80;
      const act = {
        ArrowLeft: () => this.#moveBy(step, 0), ArrowRight: () => this.#moveBy(-step, 0),
        ArrowUp: () => this.#moveBy(0, step), ArrowDown: () => this.#moveBy(0, -step),
        "+": () => this.zoomBy(1), "=": () => this.zoomBy(1), "-": () => this.zoomBy(-1), 0: () => this.recentre(),
      }[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    });
  }

  /** Chooses the nearest place of a tapped group, or parts the group if its places lie apart. */
  #tap(point) {
    const found = this.#groups.map((group) => ({ group, at: this.#screen(group) }))
      .map(({ group, at }) => ({ group, away: Math.hypot(at.x - point.x, at.y - point.y) }))
      .filter(({ away }) => away <= sizes.tap).sort((a, b) => a.away - b.away)[0]?.group;
    if (!found) return;
    const spread = Math.max(...found.members.map(({ x, y }) => Math.hypot(x - found.x, y - found.y)));
    const zoom = Math.log2((3 * sizes.symbol) / spread / side);
    if (found.members.length > 1 && this.#view.zoom < Math.min(zoom, zooms.most) - 0.3 && zoom < zooms.most) {
      this.#setFollows(false);
      Object.assign(this.#view, { x: found.x, y: found.y, zoom: Math.min(zooms.most, zoom) });
      this.#ask();
      this.#settle();
    } else {
      this.#tell.choose(found.members[0].place);
    }
  }

  // MARK: Drawing

  #ask() {
    if (this.#isAsked || !this.#isAwake) return;
    this.#isAsked = true;
    requestAnimationFrame(() => {
      this.#isAsked = false;
      this.#draw();
    });
  }

  /** When the map has come to rest, chooses the names anew, and says where it is to whoever asks. */
  #settle() {
    if (!this.#isAwake) return;
    clearTimeout(this.#restTimer);
    delete this.#canvas.dataset.names;
    this.#restTimer = setTimeout(() => {
      if (this.#pointers.size || this.#glide) {
        this.#settle();
        return;
      }
      if (!this.#isSomewhere) return;
      this.#chooseNames();
      this.#ask();
      this.#tell.rest();
    }, times.rest);
  }

  #glideOn() {
    const now = performance.now();
    const { to, from, start, speed, last } = this.#glide;
    if (to) {
      const part = Math.min(1, (now - start) / 350);
      const eased = 1 - (1 - part) ** 3;
      Object.assign(this.#view, { x: from.x + (to.x - from.x) * eased, y: from.y + (to.y - from.y) * eased });
      if (part === 1) this.#glide = undefined;
    } else {
      const lasted = Math.min(50, now - last);
      const rest = 0.995 ** lasted;
      const glide = { speed: { x: speed.x * rest, y: speed.y * rest }, last: now };
      this.#moveBy(speed.x * lasted, speed.y * lasted);
      this.#glide = Math.hypot(glide.speed.x, glide.speed.y) > 0.03 ? glide : undefined;
    }
    this.#ask();
    this.#settle();
  }

  #draw() {
    if (this.#glide) this.#glideOn();
    const { width, height, ratio } = this.#size;
    const context = this.#context;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = this.#ground.paint.paper;
    context.fillRect(0, 0, width, height);
    const isBare = !this.#isSomewhere || this.#drawGround(context);
    if (this.#me) {
      if (isBare) this.#drawRings(context);
      // Where the data ends.
      if (this.#end > 0) this.#circle(context, this.#end, this.#ground.paint.end, [6, 6]);
      const { accuracy } = this.#me.fix;
      if (accuracy) this.#circle(context, accuracy, "rgba(0, 121, 150, 0.5)", [], "rgba(0, 121, 150, 0.14)");
    }
    this.#group();
    this.#drawChosenLine(context);
    for (const { isOfGround, offset, angle, text, ...name } of this.#names) {
      if (isOfGround && (isBare || this.#isBlank(name))) continue;
      const at = this.#screen(name);
      this.#stamp(context, text, at.x + (offset?.x ?? 0), at.y + (offset?.y ?? 0), angle);
    }
    for (let i = this.#groups.length - 1; i >= 0; i -= 1) this.#drawGroup(context, this.#groups[i]);
    if (this.#me) this.#drawMe(context);
    if (this.#isSomewhere) this.#drawScale(context);
    const middle = this.#middle();
    const { latitude, longitude } = unproject(this.#view);
    Object.assign(this.#canvas.dataset, {
      latitude: latitude.toFixed(6), longitude: longitude.toFixed(6), zoom: this.#view.zoom.toFixed(3),
      x: middle.x.toFixed(1), y: middle.y.toFixed(1), ground: isBare ? "none" : "some",
    });
  }

  /** Draws the pictures of the ground; whether there is nothing to be seen of it. */
  #drawGround(context) {
    const { width, height, ratio } = this.#size;
    const zoom = Math.min(zooms.most, Math.max(zooms.least, Math.round(this.#view.zoom)));
    const count = 2 ** zoom;
    const { x: left, y: top } = this.#screen({ x: this.#view.x, y: 0 });
    const pixels = this.#scale / count;
    const origin = left - this.#view.x * this.#scale;
    const sharp = (value) => Math.round(value * ratio) / ratio;
    const missing = [];
    this.#blank = [];
    let isBare = true;
    for (let x = Math.floor(-origin / pixels); x * pixels + origin < width; x += 1) {
      for (let y = Math.max(0, Math.floor(-top / pixels)); y < count && y * pixels + top < height; y += 1) {
        const column = ((x % count) + count) % count;
        const [x0, y0] = [sharp(origin + x * pixels), sharp(top + y * pixels)];
        const [x1, y1] = [sharp(origin + (x + 1) * pixels), sharp(top + (y + 1) * pixels)];
        const picture = this.#ground.picture(zoom, column, y);
        if (picture) context.drawImage(picture, x0, y0, x1 - x0, y1 - y0);
        else {
          missing.push([column, y, Math.hypot((x0 + x1 - width) / 2, (y0 + y1 - height) / 2)]);
          if (!this.#drawCoarser(context, zoom, column, y, x0, y0, x1 - x0, y1 - y0)) this.#blank.push([x0, y0, x1, y1]);
        }
        if (isBare && !this.#ground.isBare(zoom, column, y)) isBare = false;
      }
    }
    missing.sort((a, b) => a[2] - b[2]);
    const start = performance.now();
    let hasDrawn = false;
    for (const [x, y] of missing) {
      if (this.#ground.prepare(zoom, x, y)) hasDrawn = true;
      if (performance.now() - start > times.pictures) break;
    }
    if (hasDrawn) {
      this.#ask();
      this.#settle();
    }
    return isBare;
  }

  /** Whether there is no ground yet where a name stands. */
  #isBlank(name) {
    const { x, y } = this.#screen(name);
    return this.#blank.some(([left, top, right, bottom]) => x >= left && x < right && y >= top && y < bottom);
  }

  /** Stands in for a picture that is not there yet: a part of a coarser one, or finer ones; whether there is one. */
  #drawCoarser(context, zoom, x, y, left, top, width, height) {
    for (let up = 1; up <= 3; up += 1) {
      const picture = this.#ground.picture(zoom - up, x >> up, y >> up);
      if (!picture) continue;
      const part = picture.width / 2 ** up;
      const mask = 2 ** up - 1;
      context.drawImage(picture, (x & mask) * part, (y & mask) * part, part, part, left, top, width, height);
      return true;
    }
    let isDrawn = false;
    for (const [i, j] of [[0, 0], [1, 0], [0, 1], [1, 1]]) {
      const picture = this.#ground.picture(zoom + 1, 2 * x + i, 2 * y + j);
      if (picture) context.drawImage(picture, left + (i * width) / 2, top + (j * height) / 2, width / 2, height / 2);
      isDrawn ||= Boolean(picture);
    }
    return isDrawn;
  }

  /** A circle around the position, of no more pixels than a screen has. */
  #circle(context, metres, color, dash = [], fill = "transparent") {
    const at = this.#screen(this.#me);
    context.beginPath();
    context.arc(at.x, at.y, Math.min(1e5, metres * this.#pixelsInMetre), 0, 2 * Math.PI);
    Object.assign(context, { fillStyle: fill, strokeStyle: color, lineWidth: 1.2 });
    context.fill();
    context.setLineDash(dash);
    context.stroke();
    context.setLineDash([]);
  }

  /** Where rings around the position say how far they are, in metres. */
  #ringLabels() {
    const { width, height } = this.#free();
    const step = roundLength(Math.min(width, height) / 5 / this.#pixelsInMetre, this.#units);
    const at = this.#screen(this.#me);
    return [1, 2, 3, 4].map((ring) => {
      const away = ring * step * this.#pixelsInMetre * Math.SQRT1_2;
      return { x: at.x + away, y: at.y + away, metres: ring * step };
    });
  }

  /** Rings around the position, where there is no ground to tell distances by. */
  #drawRings(context) {
    for (const { x, y, metres } of this.#ringLabels()) {
      this.#circle(context, metres, this.#ground.paint.rail);
      this.#stamp(context, this.#sprite(length(metres, this.#units, true), this.#ground.paint.label, 11), x, y);
    }
  }

  #drawMe(context) {
    const { fix } = this.#me;
    const at = this.#screen(this.#me);
    this.#stamp(context, this.#sprites.get(`me ${fix.course === undefined}`) ?? this.#makeMe(fix.course === undefined),
      at.x, at.y, (fix.course ?? 0) * radians);
  }

  /** The position: an arrow if the direction of travel is known. */
  #makeMe(isStill) {
    return this.#make(`me ${isStill}`, 44, 44, (context) => {
      context.translate(22, 22);
      context.shadowColor = "rgba(0, 0, 0, 0.4)";
      for (const [radius, ink, blur] of [[isStill ? 10 : 15, "#fff", 4], [isStill ? 7 : 12.5, "#007996", 0]]) {
        context.beginPath();
        context.arc(0, 0, radius, 0, 2 * Math.PI);
        Object.assign(context, { fillStyle: ink, shadowBlur: blur });
        context.fill();
      }
      context.fillStyle = "#fff";
      if (!isStill) context.fill(new Path2D("M0-9 6.5 7 0 3.5-6.5 7z"));
    });
  }

  #drawScale(context) {
    const { left, top, height } = this.#free();
    const metres = roundLength(110 / this.#pixelsInMetre, this.#units);
    const pixels = metres * this.#pixelsInMetre;
    const [x, y] = [left + 12, top + height - 12];
    Object.assign(context, { lineCap: "butt", fillStyle: this.#ground.paint.halo, strokeStyle: this.#ground.paint.label, lineWidth: 1.6 });
    context.globalAlpha = 0.85;
    context.fillRect(x - 6, y - 19, pixels + 12, 25);
    context.globalAlpha = 1;
    context.stroke(new Path2D(`M${x} ${y - 5}v5h${pixels}v-5`));
    const text = this.#sprite(length(metres, this.#units, true), this.#ground.paint.label, 11);
    this.#stamp(context, text, x + pixels / 2, y - 10);
  }

  // MARK: Symbols

  /** Puts places that would cover each other into one group, with the nearest on top. */
  #group() {
    if (this.#groupZoom !== undefined && Math.abs(this.#groupZoom - this.#view.zoom) < 0.2) return;
    this.#groupZoom = this.#view.zoom;
    const near = (2.1 * sizes.symbol) / this.#scale;
    const groups = [];
    const others = this.#places.filter(({ place }) => !this.#isChosen(place));
    for (const item of this.#chosen ? [this.#chosen, ...others] : others) {
      const group = groups.find(({ x, y }) => Math.hypot(x - item.x, y - item.y) < near);
      if (group) group.members.push(item);
      else groups.push({ x: item.x, y: item.y, members: [item] });
    }
    this.#groups = groups;
    this.#settle();
  }

  #isChosen(place) { return place.id === this.#chosen?.place.id; }

  #drawGroup(context, group) {
    const at = this.#screen(group);
    const { width, height } = this.#size;
    if (at.x < -30 || at.y < -30 || at.x > width + 30 || at.y > height + 30) return;
    const [{ place, kind: name }] = group.members;
    const isClosed = place.opening?.state === "closed";
    const isChosen = this.#isChosen(place);
    if (!isChosen && group.members.some((member) => member.kind !== name)) {
      this.#stamp(context, this.#sprite(String(group.members.length), "#ffffff", 17, "#4a5a66"), at.x, at.y);
      return;
    }
    const key = `${name} ${isClosed} ${isChosen}`;
    this.#stamp(context, this.#sprites.get(key) ?? this.#makeSymbol(key, name, isClosed, isChosen), at.x, at.y);
    if (group.members.length > 1) {
      const badge = this.#sprite(String(group.members.length), "#ffffff", 11, "#14212b");
      this.#stamp(context, badge, at.x + 0.8 * sizes.symbol, at.y - 0.8 * sizes.symbol);
    }
  }

  #makeSymbol(key, name, isClosed, isChosen) {
    const radius = isChosen ? sizes.chosen : sizes.symbol;
    return this.#make(key, 2 * radius + 8, 2 * radius + 8, (context) => {
      const middle = radius + 4;
      context.translate(middle, middle);
      const [paper, ink] = isClosed ? ["#ffffff", color(name)] : [color(name), "#ffffff"];
      Object.assign(context, { shadowColor: "rgba(0, 0, 0, 0.45)", shadowBlur: 3, fillStyle: paper });
      context.arc(0, 0, radius - 1, 0, 2 * Math.PI);
      context.fill();
      Object.assign(context, { shadowBlur: 0, lineWidth: isChosen ? 3 : 1.8, strokeStyle: ink, fillStyle: ink });
      context.stroke();
      const part = (radius * 1.25) / 24;
      context.scale(part, part);
      context.translate(-12, -12);
      context.fill(new Path2D(shape(name)), "evenodd");
    });
  }

  #drawChosenLine(context) {
    if (!this.#chosen || !this.#me) return;
    const [from, to] = [this.#screen(this.#me), this.#screen(this.#chosen.nearest)];
    Object.assign(context, { strokeStyle: "#007996", lineWidth: 2.5, lineCap: "round" });
    context.setLineDash([2, 6]);
    context.stroke(new Path2D(`M${from.x} ${from.y}L${to.x} ${to.y}`));
    context.setLineDash([]);
  }

  // MARK: Names

  /** Chooses a bounded number of names that have room, for the frames to come. */
  #chooseNames() {
    const taken = new Room();
    if (this.#me) taken.add([this.#screen(this.#me)], 12);
    for (const box of this.#tell.covered()) taken.addBox(box);
    if (this.#me && this.#canvas.dataset.ground === "none") taken.add(this.#ringLabels(), 16);
    const { left, top, width, height } = this.#free();
    // The scale.
    taken.add([20, 60, 100].map((x) => ({ x: left + x, y: top + height - 15 })), 16);
    const symbols = this.#groups.map((group) => ({ ...this.#screen(group), kind: group.members[0].kind }));
    const chosen = this.#groups.flatMap((group, index) => this.#besideSymbol(group, symbols.toSpliced(index, 1), taken) ?? []);
    taken.add(symbols, sizes.symbol);
    for (const { name, x, y } of this.#landmarks) {
      const at = this.#screen({ x, y });
      const text = this.#sprite(name, this.#ground.paint.label, 13);
      // Where a symbol or the position is in its middle, above or below that.
      for (const down of [0, -24, 24, -36, 36]) {
        const row = textRow({ x: at.x, y: at.y + down }, text.width);
        if (!this.#isFree(row) || taken.has(row)) continue;
        taken.add(row, 8);
        chosen.push({ x, y, offset: { x: 0, y: down }, angle: 0, text });
        break;
      }
    }
    for (const entry of this.#namesInView().sort((a, b) => a.rank - b.rank || b.reach - a.reach).slice(0, names.tried)) {
      if (chosen.length >= names.most) break;
      const { paint } = this.#ground;
      const isWater = ["water", "river", "stream"].includes(entry.kind);
      const isGreen = ["park", "wood"].includes(entry.kind);
      const ink = paint[isWater ? "water-label" : isGreen ? "green-label" : "label"];
      const found = this.#alongLines(entry, ink, taken) ?? this.#inArea(entry, ink, taken);
      if (found) chosen.push({ ...found, isOfGround: true });
    }
    this.#names = chosen;
    this.#canvas.dataset.names = chosen.length;
    // For tests: where the level names and the symbols are, in pixels.
    const boxes = chosen.filter(({ angle }) => !angle).map(({ x, y, offset, text }) => {
      const at = this.#screen({ x, y });
      return [at.x + (offset?.x ?? 0), at.y + (offset?.y ?? 0), text.width - 6].map(Math.round);
    });
    this.#canvas.dataset.boxes = JSON.stringify({ boxes, symbols: symbols.map(({ x, y }) => [Math.round(x), Math.round(y)]) });
  }

  /** Whether the search and the sheet leave all points free. */
  #isFree(points) {
    const { left, top, width, height } = this.#free();
    return points.every(({ x, y }) => x > left && y > top + 6 && x < left + width && y < top + height - 6);
  }

  /** The name of a group's first place, if it is one of the nearest: below, right, left or above its symbol. */
  #besideSymbol(group, otherSymbols, taken) {
    const [{ place }, ...others] = group.members;
    const isNamed = place.shown?.name && this.#places.findIndex((item) => item.place === place) < names.places;
    if (!this.#isChosen(place) && (!isNamed || others.length > names.others)) return undefined;
    const letters = [...title(place)];
    const short = (letters.length > names.letters ? `${letters.slice(0, names.letters - 1).join("").trimEnd()}…` : letters.join(""))
      + (others.length ? ` +${others.length}` : "");
    const text = this.#sprite(short, this.#ground.paint.label, 12);
    const away = sizes.symbol + 9;
    const beside = away + text.width / 2;
    const at = this.#screen(group);
    if (!this.#isFree([at])) return undefined;
    const ways = [[0, away], [beside, 0], [-beside, 0], [0, -away]];
    // Rather where it could not be the name of another symbol; of one of the same kind, in no case.
    for (const [x, y, isClear] of [...ways.map((way) => [...way, true]), ...ways]) {
      const row = textRow({ x: at.x + x, y: at.y + y }, text.width);
      const covers = (symbol) => Math.hypot(
        Math.max(0, Math.abs(at.x + x - symbol.x) - text.width / 2), Math.max(0, Math.abs(at.y + y - symbol.y) - 7),
      ) < sizes.symbol + (isClear || symbol.kind === group.members[0].kind ? names.apart : 0);
      if (!this.#isFree(row) || taken.has(row) || otherSymbols.some(covers)) continue;
      taken.add(row, 7);
      return { x: group.x, y: group.y, offset: { x, y }, angle: 0, text };
    }
    return undefined;
  }

  /** The names of all squares in view, with their lines and areas in pixels. */
  #namesInView() {
    const zoom = Math.min(zooms.most, Math.max(zooms.least, Math.round(this.#view.zoom)));
    const { width, height } = this.#size;
    const first = this.#middle();
    const [left, top] = [this.#view.x - first.x / this.#scale, this.#view.y - first.y / this.#scale];
    const count = 2 ** zoom;
    const seen = new Set();
    const found = new Map();
    let isPartial = false;
    for (let x = Math.floor(left * count); x / count < left + width / this.#scale; x += 1) {
      for (let y = Math.max(0, Math.floor(top * count)); y < count && y / count < top + height / this.#scale; y += 1) {
        const { depth, ...at } = Ground.source(zoom, ((x % count) + count) % count, y);
        const key = `${at.x}/${at.y}`;
        const square = seen.has(key) ? undefined : this.#ground.square(at);
        seen.add(key);
        if (!square) continue;
        isPartial ||= square.isPartial;
        const origin = this.#screen(square.origin);
        const unit = square.unit * this.#scale;
        for (const { key: name, lines, spots, ...entry } of square.names) {
          const all = found.get(name) ?? { ...entry, lines: [], spots: [], reach: 0 };
          found.set(name, all);
          for (const line of lines) {
            const onScreen = line.map(([x, y]) => ({ x: origin.x + x * unit, y: origin.y + y * unit }));
            if (!onScreen.some((point) => point.x > 0 && point.x < width && point.y > 0 && point.y < height)) continue;
            all.lines.push(onScreen);
            all.reach += Math.hypot(onScreen.at(-1).x - onScreen[0].x, onScreen.at(-1).y - onScreen[0].y);
          }
          for (const { x, y, reach } of spots) {
            all.spots.push({ x: origin.x + x * unit, y: origin.y + y * unit, reach: reach * unit });
            all.reach = Math.max(all.reach, reach * unit);
          }
        }
      }
    }
    if (isPartial !== this.#isPartial) this.#tell.partial(this.#isPartial = isPartial);
    return [...found.values()].filter(({ lines, spots }) => lines.length || spots.length);
  }

  /** A name in the middle of its area, out of which it may stand by a little. */
  #inArea({ name, rank, spots }, ink, taken) {
    const { left, top, width, height } = this.#free();
    const text = this.#sprite(name, ink, rank < 2 ? 12 : 11);
    for (const { x, y, reach } of spots.sort((a, b) => b.reach - a.reach).slice(0, 3)) {
      if (x < left || y < top || x > left + width || y > top + height || text.width > reach * 1.15) continue;
      const row = textRow({ x, y }, text.width);
      if (!taken.has(row)) return taken.add(row, 7), { ...this.#place({ x, y }), angle: 0, text };
    }
    return undefined;
  }

  /** A name that follows its street: where that is straightest, and in the middle of what can be seen of it. */
  #alongLines({ name, rank, lines }, ink, taken) {
    const text = this.#sprite(name, ink, rank < 2 ? 12 : 11);
    const count = Math.ceil((text.width + 4) / names.step);
    const free = this.#free();
    // Letters of some scripts are joined, and must not be set one by one.
    const bend = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{N}\p{P}\p{Zs}]*$/u.test(name) ? 1.5 : 0.25;
    const found = [];
    for (const line of lines) {
      const steps = walk(line);
      for (let i = 0; i < steps.length; i += 1) {
        const { x, y } = steps[i];
        const isOut = x < free.left + 4 || y < free.top + 8 || x > free.left + free.width - 4 || y > free.top + free.height - 8;
        const last = steps[i - 1];
        const turn = last ? Math.abs(Math.atan2(Math.sin(steps[i].angle - last.angle), Math.cos(steps[i].angle - last.angle))) : 0;
        Object.assign(steps[i], { out: (last?.out ?? 0) + isOut, turned: (last?.turned ?? 0) + turn, sharp: (last?.sharp ?? 0) + (turn > 0.45) });
      }
      for (let i = 0; i + count < steps.length; i += 3) {
        const [from, to] = [steps[i], steps[i + count]];
        const turned = to.turned - from.turned;
        if (to.out > from.out || from.out > (steps[i - 1]?.out ?? 0) || to.sharp > from.sharp || turned > bend) continue;
        found.push({ steps: steps.slice(i, i + count + 1), turned, cost: turned + Math.abs(i + count / 2 - steps.length / 2) / 200 });
      }
    }
    found.sort((a, b) => a.cost - b.cost);
    for (const { steps, turned } of found.slice(0, 80)) {
      if (taken.has(steps)) continue;
      taken.add(steps, 7);
      // Never upside down.
      if (steps.at(-1).x < steps[0].x) steps.reverse();
      const middle = steps[Math.floor(steps.length / 2)];
      const [first, last] = [steps[0], steps.at(-1)];
      if (turned < 0.12) {
        const at = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
        return { ...this.#place(at), angle: Math.atan2(last.y - first.y, last.x - first.x), text };
      }
      return { ...this.#place(middle), angle: 0, text: this.#bent(name, ink, rank < 2 ? 12 : 11, steps, middle) };
    }
    return undefined;
  }

  /** A text letter by letter along some steps, as a picture around one of them. */
  #bent(name, ink, size, steps, middle) {
    const reach = (axis) => 2 * (Math.max(...steps.map((step) => Math.abs(step[axis] - middle[axis]))) + size + 4);
    return this.#picture(reach("x"), reach("y"), (context) => {
      context.translate(reach("x") / 2 - middle.x, reach("y") / 2 - middle.y);
      Object.assign(context, {
        font: `600 ${size}px system-ui, sans-serif`, textAlign: "center", textBaseline: "middle",
        strokeStyle: this.#ground.paint.halo, fillStyle: ink, lineWidth: 3.5, lineJoin: "round",
      });
      const letters = [...name.normalize("NFC")];
      const ends = letters.map((_, i) => context.measureText(letters.slice(0, i + 1).join("")).width);
      const start = ((steps.length - 1) * names.step - ends.at(-1)) / 2;
      for (const write of ["strokeText", "fillText"]) {
        letters.forEach((letter, i) => {
          const way = (start + ((ends[i - 1] ?? 0) + ends[i]) / 2) / names.step;
          const [a, b] = [steps[Math.floor(way)], steps[Math.min(steps.length - 1, Math.floor(way) + 1)]];
          const part = way - Math.floor(way);
          context.save();
          context.translate(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part);
          context.rotate(Math.atan2(b.y - a.y, b.x - a.x));
          context[write](letter, 0, 0.5);
          context.restore();
        });
      }
    });
  }

  /** The position of a point of the screen. */
  #place({ x, y }) {
    const middle = this.#middle();
    return { x: this.#view.x + (x - middle.x) / this.#scale, y: this.#view.y + (y - middle.y) / this.#scale };
  }

  // MARK: Small pictures

  /** A picture that is drawn once: each frame only stamps it. */
  #make(key, width, height, draw) {
    const made = this.#picture(width, height, draw);
    if (this.#sprites.size > 400) this.#sprites.clear();
    this.#sprites.set(key, made);
    return made;
  }

  #picture(width, height, draw) {
    const canvas = document.createElement("canvas");
    const { ratio } = this.#size;
    [canvas.width, canvas.height] = [Math.ceil(width * ratio), Math.ceil(height * ratio)];
    const context = canvas.getContext("2d");
    context.scale(ratio, ratio);
    draw(context);
    return { canvas, width, height };
  }

  /** A text with a halo, or on a disc. */
  #sprite(text, ink, size, disc) {
    const key = `${text} ${ink} ${size}`;
    const made = this.#sprites.get(key);
    if (made) return made;
    const font = `600 ${size}px system-ui, sans-serif`;
    this.#context.font = font;
    const measured = Math.ceil(this.#context.measureText(text).width);
    const height = disc ? Math.round(1.65 * size) : size + 8;
    const width = disc ? Math.max(height, measured + 9) : measured + 6;
    return this.#make(key, width, height, (context) => {
      Object.assign(context, { font, textAlign: "center", textBaseline: "middle", lineJoin: "round" });
      if (disc) {
        Object.assign(context, { fillStyle: disc, strokeStyle: ink, lineWidth: 1.5 });
        context.roundRect(0.75, 0.75, width - 1.5, height - 1.5, height / 2);
        context.fill();
        context.stroke();
      } else {
        Object.assign(context, { strokeStyle: this.#ground.paint.halo, lineWidth: 3.5 });
        context.strokeText(text, width / 2, height / 2);
      }
      context.fillStyle = ink;
      context.fillText(text, width / 2, height / 2 + 0.5);
    });
  }

  #stamp(context, { canvas, width, height }, x, y, angle = 0) {
    if (!angle) {
      context.drawImage(canvas, x - width / 2, y - height / 2, width, height);
      return;
    }
    context.save();
    context.translate(x, y);
    context.rotate(angle);
    context.drawImage(canvas, -width / 2, -height / 2, width, height);
    context.restore();
  }
}
