import { age, direction, length, opening, point, reach, seen, story, usualUnits } from "./radar.js";

const part = (id) => document.getElementById(id);
const units = usualUnits(navigator.language);
const most = { places: 30, events: 8 };

/** A fix is old after this many seconds without a new one. */
const patience = 5;

const now = {
  whose: "receiver",
  query: new URLSearchParams(),
  fix: undefined,
  received: 0,
  isLost: false,
  isConnected: false,
  receiver: undefined,
  places: [],
  asked: undefined,
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

function nearbyQuery(query, fix) {
  const all = new URLSearchParams(query);
  all.set("lat", fix.latitude);
  all.set("long", fix.longitude);
  all.set("limit", most.places);
  return all;
}

let asking = false;

/** Looks up the places again if the last answer is out of date. */
async function lookUp(isUrgent = false) {
  const { fix, asked } = now;
  if (!fix || asking) return;
  const key = now.query.toString();
  const isNew = !asked || asked.key !== key;
  const moved = asked ? seen([fix], asked.fix)[0].distance : Infinity;
  const tolerated = Math.max(15, 0.05 * (now.places.at(-1)?.distance ?? 0));
  const isOld = !asked || performance.now() - asked.time > 60000;
  if (!isUrgent && !isNew && !isOld && moved < tolerated) return;
  if (!isUrgent && asked && performance.now() - asked.time < 1000) return;
  asking = true;
  now.asked = { fix, key, time: performance.now() };
  try {
    const report = await ask("nearby", nearbyQuery(now.query, fix));
    now.isConnected = true;
    if (key === now.query.toString()) show(report);
    part("problem").textContent = "";
  } catch (error) {
    if (key === now.query.toString()) part("problem").textContent = error.message;
    if (error.name === "TypeError" || error.name === "TimeoutError") now.isConnected = false;
  } finally {
    asking = false;
    tellStatus();
    if (key !== now.query.toString()) lookUp(true);
  }
}

function show(report) {
  now.places = report.places;
  const { name, attribution } = report.source;
  part("source").textContent = attribution ? `${name}: ${attribution}` : name;
  draw();
}

let events;

/** Follows the receiver while the user wants it. */
function follow() {
  events?.close();
  if (now.whose !== "receiver") return;
  const query = new URLSearchParams(now.query);
  query.set("events", "initial,enter,leave,pass,location,authorization,signal");
  events = new EventSource(`watch?${query}`);
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

function followPhone() {
  if (watching !== undefined) navigator.geolocation.clearWatch(watching);
  watching = undefined;
  if (now.whose !== "phone") return;
  watching = navigator.geolocation.watchPosition(
    ({ coords }) => {
      part("problem").textContent = "";
      const isMoving = coords.speed > 0.5 && Number.isFinite(coords.heading);
      takeFix({
        latitude: coords.latitude, longitude: coords.longitude, accuracy: coords.accuracy,
        course: isMoving ? coords.heading : undefined,
      });
      tellStatus();
    },
    (error) => { part("problem").textContent = `This phone did not give its position: ${error.message}`; },
    { enableHighAccuracy: true, maximumAge: 2000 });
}

// MARK: Status

/** Shows what is live and what is not: old data must not look live. */
function tellStatus() {
  const seconds = (performance.now() - now.received) / 1000;
  const isOld = now.whose === "receiver" && now.fix && now.fix.time && (now.isLost || seconds > patience);
  let text = "Live";
  if (!now.isConnected) text = "No connection to the server; trying again";
  else if (!now.fix) text = now.receiver?.reason ? `No fix: ${now.receiver.reason}` : "Waiting for a fix…";
  else if (isOld) text = `No fix for ${age(seconds)}: this is where you were`;
  else if (now.fix.accuracy) text = `Live, accurate to ${length(now.fix.accuracy, units)}`;
  const isStale = !now.isConnected || !now.fix || Boolean(isOld);
  document.body.classList.toggle("stale", isStale);
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
  tellStatus();
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
  return place.name ?? place.category?.replaceAll("_", " ") ?? place.id;
}

function draw() {
  if (!now.fix) return;
  const places = seen(now.places, now.fix);
  drawRadar(places);
  drawList(places);
}

function drawRadar(places) {
  const heading = now.fix.course;
  const farthest = reach(Math.max(places.at(-1)?.distance ?? 0, 50), units);
  const marks = [];
  for (const [index, radius] of [25, 50, 75, 100].entries()) {
    marks.push(element("circle", { class: "ring", r: radius }));
    if (index % 2 === 1) {
      const corner = radius * Math.SQRT1_2;
      marks.push(
        element("text", { class: "label", x: corner + 1, y: corner + 5 }, length(farthest * radius / 100, units)));
    }
  }
  marks.push(element("path", { class: "cross", d: "M-100 0H100M0-100V100" }));
  if (now.fix.accuracy) {
    marks.push(element("circle", { class: "accuracy", r: Math.min(100, 100 * now.fix.accuracy / farthest) }));
  }
  const north = point({ bearing: 0, distance: 1 }, heading, 1);
  marks.push(element("text", { class: "north", x: 1.04 * north.x, y: 1.04 * north.y + 3 }, "N"));
  marks.push(element("path", { class: "me", d: "M0-6 4.5 5 0 2.5-4.5 5z" }));
  const numbered = [];
  for (const [index, place] of places.entries()) {
    const { x, y } = point(place, heading, farthest);
    const isClosed = opening(place.opening, new Date())?.state === "closed";
    marks.push(element("circle", { class: isClosed ? "closed" : "dot", cx: x, cy: y, r: 3 }));
    // Skip a number that would cover another one.
    if (index < 20 && numbered.every((other) => Math.hypot(other.x - x, other.y - y) > 9)) {
      numbered.push({ x, y });
      marks.push(element("text", { class: "number", x, y: y - 4.5 }, index + 1));
    }
  }
  const radar = part("radar");
  radar.replaceChildren(...marks);
  const nearest = places.slice(0, 3).map((place) =>
    `${title(place)}, ${length(place.distance, units)} ${direction(place.bearing, heading)}`);
  radar.setAttribute("aria-label", nearest.length ? `Radar: ${nearest.join("; ")}` : "Radar: no places");
  part("up").textContent = heading === undefined
    ? "North is up: the direction of travel is unknown." : "The direction of travel is up.";
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
    set(".number", String(index + 1));
    set(".far", length(place.distance, units));
    const open = opening(place.opening, new Date());
    const hours = row.querySelector(".hours");
    hours.className = `hours${open ? ` is-${open.state}` : ""}`;
    set(".hours", open?.text ?? "");
    const words = [place.category?.replaceAll("_", " "), direction(place.bearing, now.fix.course), place.caveat];
    set(".what", words.filter(Boolean).join(", ") + (open ? ", " : ""));
    return row;
  });
  if (rows.length !== list.children.length || rows.some((row, index) => list.children[index] !== row)) {
    const focused = document.activeElement;
    list.replaceChildren(...rows);
    if (focused && list.contains(focused)) focused.focus({ preventScroll: true });
  }
  part("empty").hidden = rows.length > 0 || !now.asked;
}

function newRow(place) {
  const row = tag("li");
  row.dataset.id = place.id;
  const name = tag("span", "name");
  const link = tag("a", "", title(place));
  link.href = `geo:${place.latitude},${place.longitude}`;
  link.title = "Show in a map app on this device";
  name.append(link);
  const more = tag("span", "more");
  more.append(tag("span", "what"), tag("span", "hours"));
  row.append(tag("span", "number"), name, tag("span", "far"), more);
  return row;
}

function addEvent(event) {
  const text = story(event, units);
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

/** Treats the words as a category if the server knows one, else as a name. */
async function search() {
  const words = part("words").value.trim();
  const query = new URLSearchParams();
  if (part("open").checked) query.set("open-now", "true");
  part("problem").textContent = "";
  if (words) {
    query.set("category", words);
    try {
      await ask("nearby", nearbyQuery(query, now.fix ?? { latitude: 0, longitude: 0 }));
    } catch (error) {
      if (error.field !== "category") {
        part("problem").textContent = error.message;
        return;
      }
      query.delete("category");
      query.set("name", words);
    }
  }
  now.query = query;
  follow();
  lookUp(true);
}

part("search").addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
part("open").addEventListener("change", search);
part("whose").addEventListener("change", (event) => {
  now.whose = event.target.value;
  now.fix = undefined;
  now.asked = undefined;
  now.places = [];
  part("list").replaceChildren();
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
follow();
checkConnection();
setInterval(tellStatus, 1000);
setInterval(checkConnection, 10000);
setInterval(() => lookUp(), 5000);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  checkConnection();
  if (events?.readyState === EventSource.CLOSED) follow();
});
