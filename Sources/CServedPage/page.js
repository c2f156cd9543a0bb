import { age, direction, moved, point, story } from "./radar.js";

const part = (id) => document.getElementById(id);
const most = { places: 30, events: 8 };

/** Seconds without a fix after which the last one is old; the server says it sooner of a receiver that has a rhythm. */
const patience = { receiver: 15, phone: 10 };
/** Seconds after which a list is asked for again though nobody moved, and after which it is old. */
const listAge = { due: 30, old: 60 };

const now = {
  whose: "receiver",
  /** What to look for: a category, or a name if the server knows no such category. */
  words: "",
  isName: false,
  /** Whether the server has answered to the words. */
  isUnderstood: false,
  fix: undefined,
  received: 0,
  isLost: false,
  isConnected: false,
  receiver: undefined,
  /** What gives the receiver's position: `gpsd`, `log`, `fixed`. */
  provider: undefined,
  /** The last answer, when it came, and what was asked. */
  report: undefined,
  answered: 0,
  asked: undefined,
};

/** What the browser keeps for the next time; it may refuse to. */
const memory = {
  get(key) { try { return JSON.parse(localStorage.getItem(key) ?? "null"); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* Nothing is kept. */ } },
};

// MARK: Asking

/** Returns a JSON answer; throws the server's message as an error. */
async function ask(path, query) {
  const answer = await fetch(`${path}?${query}`, { signal: AbortSignal.timeout(30000), cache: "no-store" });
  const value = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    const error = new Error(value.error ?? `the server answers ${answer.status}`);
    error.field = value.field;
    throw error;
  }
  return value;
}

/** What to look for, as parameters. */
function wanted() {
  const query = new URLSearchParams();
  if (now.words) query.set(now.isName ? "name" : "category", now.words);
  if (part("open").checked) query.set("open-now", "true");
  return query;
}

/** What the user wants to see; an answer to anything else comes too late. */
function question() {
  return [now.whose, part("units").value, wanted()].join(" ");
}

/** The position to ask about: the receiver's present one, which the server knows, needs no words. */
function whereabouts() {
  if (now.whose === "receiver" && !now.isLost) return undefined;
  const { latitude, longitude, accuracy } = now.fix;
  const place = `geo:${latitude.toFixed(7)},${longitude.toFixed(7)}`;
  return accuracy ? `${place};u=${Math.round(accuracy)}` : place;
}

let asking = false;

/** Whether the last answer is no longer what the server would say now. */
function isDue(key) {
  const { asked, fix, report } = now;
  if (!asked || asked.key !== key) return true;
  const seconds = (performance.now() - asked.time) / 1000;
  const step = Math.max(3, (report?.places[0]?.distance ?? 10000) / 100);
  return seconds >= 1 && (seconds >= listAge.due || moved(asked.fix, fix) >= step);
}

/** Asks for the places again if it is time; before the first fix there is nothing to ask about. */
async function lookUp(isUrgent = false) {
  const { fix } = now;
  if (!fix || asking) return;
  const key = question();
  if (!isUrgent && !isDue(key)) return;
  const isCurrent = () => key === question();
  const query = wanted();
  if (part("units").value) query.set("units", part("units").value);
  const at = whereabouts();
  if (at) query.set("at", at);
  query.set("limit", most.places);
  query.set("shown", "true");
  asking = true;
  now.asked = { fix, key, time: performance.now() };
  try {
    const report = await ask("nearby", query);
    now.isConnected = true;
    if (isCurrent()) {
      if (!at) now.provider = report.position.provider;
      now.isUnderstood = true;
      part("problem").textContent = "";
      show(report, Date.now());
      follow();
    }
  } catch (error) {
    if (error.name === "TypeError" || error.name === "TimeoutError") now.isConnected = false;
    if (isCurrent()) {
      if (error.field === "category" && !now.isName) now.isName = true;
      else part("problem").textContent = error.message;
    }
  } finally {
    asking = false;
    tellStatus();
    if (!isCurrent()) lookUp(true);
  }
}

function show(report, time) {
  now.report = report;
  now.answered = time;
  part("notes").replaceChildren(...report.shown.notes.map((note) => tag("p", "", note)));
  draw();
}

let events;
let followed;

/** Follows the receiver while the user wants it; places cause events only if the user looks for something. */
function follow() {
  const seeks = now.words && now.isUnderstood;
  const query = seeks ? wanted() : new URLSearchParams();
  query.set("events", `${seeks ? "initial,enter,leave,pass," : ""}location,authorization,signal`);
  part("no-events").textContent = now.words ? "None yet." : "Search for something to hear when you reach it.";
  const address = now.whose === "receiver" ? `watch?${query}` : undefined;
  if (address === followed && events?.readyState !== EventSource.CLOSED) return;
  events?.close();
  followed = address;
  if (!address) return;
  events = new EventSource(address);
  events.onopen = () => { now.isConnected = true; tellStatus(); };
  events.onerror = () => {
    now.isConnected = false;
    tellStatus();
    // The browser gives up, for example if the server has too many streams: ask again later.
    if (events.readyState === EventSource.CLOSED) setTimeout(follow, 15000);
  };
  events.onmessage = (message) => take(JSON.parse(message.data));
}

function take(event) {
  now.isConnected = true;
  switch (event.event) {
    case "location": takeFix(event.position); break;
    case "authorization": now.receiver = event; break;
    case "signal": now.isLost = event.status === "lost"; addEvent(event); break;
    default: addEvent(event);
  }
  tellStatus();
}

function takeFix(position) {
  now.fix = position;
  now.received = performance.now();
  now.isLost = false;
  draw();
  lookUp();
}

// MARK: This phone

let watching;
let isAskingPhone = false;
const precisely = { enableHighAccuracy: true, maximumAge: 2000, timeout: 10000 };

function takePhone({ coords }) {
  isAskingPhone = false;
  if (now.whose !== "phone") return;
  part("problem").textContent = "";
  const isMoving = coords.speed > 0.5 && Number.isFinite(coords.heading);
  takeFix({
    latitude: coords.latitude, longitude: coords.longitude, accuracy: coords.accuracy,
    course: isMoving ? coords.heading : undefined,
  });
  tellStatus();
}

function refuse(error) {
  isAskingPhone = false;
  if (now.whose === "phone" && !now.fix) {
    part("problem").textContent = `This phone did not give its position: ${error.message}`;
  }
}

function followPhone() {
  if (watching !== undefined) navigator.geolocation.clearWatch(watching);
  watching = undefined;
  if (now.whose === "phone") watching = navigator.geolocation.watchPosition(takePhone, refuse, precisely);
}

/** A phone at rest says nothing for long: it is asked. */
function askPhone() {
  if (now.whose !== "phone" || isAskingPhone || performance.now() - now.received < 5000) return;
  isAskingPhone = true;
  navigator.geolocation.getCurrentPosition(takePhone, refuse, { ...precisely, maximumAge: 0 });
}

// MARK: Status

/** Shows what is live and what is not: old data must not look live. */
function tellStatus() {
  const silence = (performance.now() - now.received) / 1000;
  const isFixed = now.whose === "receiver" && now.provider === "fixed";
  const isOld = now.fix && !isFixed && (now.isLost || silence > patience[now.whose]);
  const listSeconds = (Date.now() - now.answered) / 1000;
  const isListOld = now.report && (!now.isConnected || listSeconds > listAge.old);
  let text = "Live";
  if (!now.isConnected) text = "No connection to the server; trying again";
  else if (!now.fix) text = now.receiver?.reason ? `No fix: ${now.receiver.reason}` : "Waiting for a fix…";
  else if (isOld) text = `No fix for ${age(silence)}: this is where you were`;
  else if (!now.report) text = "Looking around…";
  else if (isFixed) text = "Around a fixed position";
  else if (now.whose === "receiver" && now.provider === "log") text = "From a recorded log";
  document.body.classList.toggle("stale", Boolean(!now.isConnected || !now.fix || isOld || isListOld));
  part("age").hidden = !isListOld;
  part("age").textContent = isListOld ? `This list is ${age(listSeconds)} old.` : "";
  const status = part("status");
  if (status.textContent === text) return;
  // A screen reader should not read out every second.
  status.setAttribute("aria-live", isOld && status.dataset.old ? "off" : "polite");
  if (isOld) status.dataset.old = "yes"; else delete status.dataset.old;
  status.textContent = text;
}

async function checkConnection() {
  try {
    const answer = await fetch("health", { signal: AbortSignal.timeout(5000), cache: "no-store" });
    now.isConnected = answer.ok;
  } catch {
    now.isConnected = false;
  }
  if (!now.isConnected) restore();
  tellStatus();
}

/** Keeps the list for when the page opens while the server is out of reach. */
function keep() {
  if (now.report) memory.set("list", { report: now.report, answered: now.answered });
}

function restore() {
  const kept = now.report ? null : memory.get("list");
  if (kept) show(kept.report, kept.answered);
}

// MARK: Drawing

function element(name, attributes = {}, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function tag(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function title(place) {
  return place.shown.name ?? place.shown.category ?? place.id;
}

function draw() {
  if (!now.report) return;
  drawRadar(now.report);
  drawList(now.report.places);
}

function drawRadar({ position, places, shown, source }) {
  const heading = now.fix?.course;
  const farthest = shown.rings.at(-1).radius;
  const marks = [];
  for (const [index, { radius, label }] of shown.rings.entries()) {
    const r = 100 * radius / farthest;
    marks.push(element("circle", { class: "ring", r }));
    if (shown.rings.length < 3 || index % 2 === 1) {
      const corner = r * Math.SQRT1_2;
      marks.push(element("text", { class: "label", x: corner + 1, y: corner + 5 }, label));
    }
  }
  // Where the data ends.
  if (source.known_within < farthest) {
    marks.push(element("circle", { class: "end", r: 100 * source.known_within / farthest }));
  }
  marks.push(element("path", { class: "cross", d: "M-100 0H100M0-100V100" }));
  if (position.accuracy) {
    marks.push(element("circle", { class: "accuracy", r: Math.min(100, 100 * position.accuracy / farthest) }));
  }
  const north = point({ bearing: 0, distance: 1 }, heading, 1);
  marks.push(element("text", { class: "north", x: 1.04 * north.x, y: 1.04 * north.y + 3 }, "N"));
  marks.push(element("path", { class: "me", d: "M0-6 4.5 5 0 2.5-4.5 5z" }));
  const numbered = [];
  for (const [index, place] of places.entries()) {
    const { x, y } = point(place, heading, farthest);
    marks.push(element("circle", { class: place.opening?.state === "closed" ? "closed" : "dot", cx: x, cy: y, r: 3 }));
    // Skip a number that would cover another one.
    if (index < 20 && numbered.every((other) => Math.hypot(other.x - x, other.y - y) > 9)) {
      numbered.push({ x, y });
      marks.push(element("text", { class: "number", x, y: y - 4.5 }, index + 1));
    }
  }
  const radar = part("radar");
  radar.replaceChildren(...marks);
  const nearest = places.slice(0, 3).map((place) =>
    `${title(place)}, ${place.shown.distance} ${direction(place.bearing, heading)}`);
  radar.setAttribute("aria-label", nearest.length ? `Radar: ${nearest.join("; ")}` : "Radar: no places");
  const up = heading === undefined
    ? "North is up: the direction of travel is unknown." : "The direction of travel is up.";
  part("up").textContent = shown.accuracy ? `${up} The position: ${shown.accuracy}.` : up;
}

/** Replaces only rows that changed, to keep focus and reading position. */
function drawList(places) {
  const list = part("list");
  const kept = new Map([...list.children].map((row) => [row.dataset.id, row]));
  const rows = places.map((place, index) => {
    const row = kept.get(place.id) ?? newRow(place);
    const set = (selector, text) => {
      const found = row.querySelector(selector);
      if (found.textContent !== text) found.textContent = text;
    };
    const { name, category, distance, opening } = place.shown;
    set(".number", String(index + 1));
    set(".name a", title(place));
    set(".far", distance);
    row.querySelector(".hours").className = `hours is-${place.opening?.state ?? "unknown"}`;
    set(".hours", opening ?? "");
    const words = [name && category, direction(place.bearing, now.fix?.course), opening && ""];
    set(".what", words.filter((word) => word !== undefined).join(", "));
    return row;
  });
  if (rows.length !== list.children.length || rows.some((row, index) => list.children[index] !== row)) {
    const focused = document.activeElement;
    list.replaceChildren(...rows);
    if (focused && list.contains(focused)) focused.focus({ preventScroll: true });
  }
  part("empty").hidden = rows.length > 0;
}

function newRow(place) {
  const row = tag("li");
  row.dataset.id = place.id;
  const name = tag("span", "name");
  const link = tag("a");
  link.href = `geo:${place.latitude},${place.longitude}`;
  link.title = "Show in a map app on this device";
  name.append(link);
  const more = tag("span", "more");
  more.append(tag("span", "what"), tag("span", "hours"));
  row.append(tag("span", "number"), name, tag("span", "far"), more);
  return row;
}

function addEvent(event) {
  const text = story(event);
  if (!text) return;
  const row = tag("li");
  if (event.time) {
    const time = tag("time", "", new Date(event.time).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }));
    time.dateTime = event.time;
    row.append(time, " ");
  }
  row.append(text);
  const list = part("events");
  list.prepend(row);
  while (list.children.length > most.events) list.lastChild.remove();
  part("no-events").hidden = true;
}

// MARK: The search

/** Takes the words as a category at first; the answer tells whether they are a name. */
function search() {
  now.words = part("words").value.trim();
  now.isName = false;
  now.isUnderstood = false;
  part("problem").textContent = "";
  follow();
  lookUp(true);
}

part("search").addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
part("open").addEventListener("change", search);
part("units").addEventListener("change", () => {
  memory.set("units", part("units").value);
  lookUp(true);
});
part("whose").addEventListener("change", (event) => {
  now.whose = event.target.value;
  now.fix = undefined;
  now.isLost = false;
  now.asked = undefined;
  now.report = undefined;
  for (const id of ["list", "notes"]) part(id).replaceChildren();
  part("problem").textContent = "";
  follow();
  followPhone();
  tellStatus();
});

if (!window.isSecureContext) {
  part("insecure").hidden = false;
  document.querySelector('input[value="phone"]').disabled = true;
} else if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("worker.js").catch(() => {});
}
part("units").value = memory.get("units") ?? "";
follow();
checkConnection();
setInterval(tellStatus, 1000);
setInterval(checkConnection, 10000);
setInterval(() => { askPhone(); lookUp(); }, 5000);
addEventListener("pagehide", keep);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    keep();
    return;
  }
  checkConnection();
  follow();
  lookUp(true);
});
