// Asks the server, follows the position, and hands what comes to the map, the sheet and the details.
import { Details, lie } from "./details.js";
import { part, tag, write } from "./elements.js";
import { PlaceMap } from "./map.js";
import { Sheet, far, title } from "./sheet.js";
import { icon, kind } from "./symbols.js";
import { age, direction, language, length, opening, say, speak, story, timeOfDay, units, whereabouts } from "./wording.js";

const most = { places: 30, events: 8 };

/** Seconds without a fix after which the last one is old; the server says it sooner of a receiver that has a rhythm. */
const patience = { receiver: 15, phone: 10 };
/** Seconds after which a list is asked for again though nobody moved, and after which it is old. */
const listAge = { due: 30, old: 60 };
/** Metres after which it is asked again where one is. */
const whereStep = 20;

/** What people look for most: the button's word, the category, and the category whose symbol it has. */
const frequent = [
  ["water", "water", "drinking_water"], ["toilets", "toilets", "toilets"], ["food", "food", "restaurant"], ["shops", "shop", "shop"],
  ["sleep", "accommodation", "hotel"], ["bus", "bus stop", "bus_stop"], ["charging", "charging", "charging_station"],
];

const now = {
  whose: "receiver",
  /** What to look for: words as people type them, a saved query, or a button's parameters. */
  words: "",
  button: undefined,
  isOpenWanted: false,
  /** Whether the server has answered to the words. */
  isUnderstood: false,
  fix: undefined,
  received: 0,
  isLost: false,
  /** Undefined until the server has answered, or failed to. */
  isConnected: undefined,
  receiver: undefined,
  /** What gives the receiver's position: `gpsd`, `log`, `fixed`. */
  provider: undefined,
  /** The last answer, when it came, and what was asked. */
  report: undefined,
  answered: 0,
  asked: undefined,
  /** Where one is in words, and for which position. */
  where: undefined,
};

/** What the browser keeps for the next time; it may refuse to. */
const memory = {
  get(key) { try { return JSON.parse(localStorage.getItem(key) ?? "null"); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* Nothing is kept. */ } },
};

const chosenUnits = () => units(part("units").value);

const map = new PlaceMap(part("map"), {
  choose: (place) => choose(place),
  follow: (isFollowing) => { part("recentre").hidden = isFollowing; },
  partial: (isPartial) => {
    now.isPartial = isPartial;
    attribute();
  },
});
const sheet = new Sheet({ choose: (place) => choose(place), resize: () => leaveRoom() });
const details = new Details({ close: () => unchoose(), isFavourite, favour }, (path, query) => ask(path, query));

// MARK: Asking

/** Returns a JSON answer; throws the server's message as an error. */
async function ask(path, query = new URLSearchParams()) {
  const answer = await fetch(`${path}?${query}`, { signal: AbortSignal.timeout(30000), cache: "no-store" });
  const value = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(value.error ?? `the server answers ${answer.status}`);
  return value;
}

/** What to look for, as parameters. */
function wanted() {
  const query = new URLSearchParams();
  const category = now.button?.category ?? (now.words.startsWith("@") ? now.words : undefined);
  if (category) query.set("category", category);
  else if (now.words) query.set("words", now.words);
  if (now.isOpenWanted) query.set("open-now", "true");
  return query;
}

const isSeeking = () => wanted().toString() !== "";

/** What the user wants to see; an answer to anything else comes too late. */
function question() {
  return [now.whose, language(), now.button?.word, wanted()].join(" ");
}

/** The position to ask about: the receiver's present one, which the server knows, needs no words. */
function position() {
  if (now.whose === "receiver" && !now.isLost) return undefined;
  const { latitude, longitude, accuracy } = now.fix;
  const place = `geo:${latitude.toFixed(7)},${longitude.toFixed(7)}`;
  return accuracy ? `${place};u=${Math.round(accuracy)}` : place;
}

/** Some metres between two positions near each other: only good to decide when to ask the server again. */
function moved(from, to) {
  const north = to.latitude - from.latitude;
  const turn = ((to.longitude - from.longitude + 540) % 360) - 180;
  return 111000 * Math.hypot(north, turn * Math.cos((to.latitude * Math.PI) / 180));
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
  const isNew = now.asked?.key !== key;
  if (now.button === favouritesButton) {
    now.asked = { fix, key, time: performance.now() };
    show(favouritesAround(fix), Date.now(), isNew);
    follow();
    tellStatus();
    askWhere();
    return;
  }
  const query = wanted();
  const at = position();
  if (at) query.set("at", at);
  query.set("limit", most.places);
  query.set("shown", "true");
  query.set("language", language());
  asking = true;
  now.asked = { fix, key, time: performance.now() };
  try {
    const report = await ask("nearby", query);
    now.isConnected = true;
    if (isCurrent()) {
      if (!at) now.provider = report.position.provider;
      now.isUnderstood = true;
      write(part("problem"), "");
      show(report, Date.now(), isNew);
      follow();
    }
  } catch (error) {
    if (error.name === "TypeError" || error.name === "TimeoutError") now.isConnected = false;
    else if (isCurrent()) {
      write(part("problem"), error.message);
      // The places of another question are no answer to this one.
      if (isNew) clear();
    }
  } finally {
    asking = false;
    tellStatus();
    if (!isCurrent()) lookUp(true);
  }
  askWhere();
}

// MARK: Favourites, which only this browser keeps

const favouritesButton = { word: "favourites" };
const favourites = () => memory.get("favourites") ?? [];

function isFavourite(place) {
  return favourites().some(({ id }) => id === place.id);
}

/** Keeps a place, or keeps it no longer. */
function favour(place) {
  const { id, name, category, latitude, longitude, nearest, tags, shown } = place;
  const others = favourites().filter((other) => other.id !== id);
  memory.set("favourites", isFavourite(place) ? others : [...others, { id, name, category, latitude, longitude, nearest, tags, shown }]);
  drawChips();
  if (now.button === favouritesButton) lookUp(true);
}

/** The favourites as the server would answer them. */
function favouritesAround(fix) {
  const places = favourites().map((place) => ({ ...place, ...lie(fix, place.nearest ?? place) }));
  places.sort((a, b) => a.distance - b.distance);
  return { places, position: fix, source: { name: say("favourites") } };
}

let isAskingWhere = false;

/** Asks where one is in words, if that may have changed. */
async function askWhere() {
  const { fix, where } = now;
  if (!fix || isAskingWhere || (where && where.language === language() && moved(where.fix, fix) < whereStep)) return;
  isAskingWhere = true;
  const query = new URLSearchParams({ language: language() });
  const at = position();
  if (at) query.set("at", at);
  try {
    now.where = { fix, language: language(), answer: await ask("where", query) };
    tellWhere();
  } catch { /* The words of before stay, or none. */ } finally { isAskingWhere = false; }
}

function tellWhere() {
  write(part("where"), (now.where && whereabouts(now.where.answer, chosenUnits())) ?? say("places"));
}

/** Shows an answer; `isNew` if it answers another question than the one before. */
function show(report, time, isNew) {
  now.report = report;
  now.answered = time;
  const { places, source, match } = report;
  for (const place of places) place.isBeyond = source.known_within < place.distance;
  const end = source.known_within > 0 ? source.known_within : undefined;
  map.show(places, end);
  if (isNew) map.fit();
  attribute();
  tellNotes(source, places, match);
  draw(isNew);
}

/** Says whose data the map shows, and if there is more of it than it draws. */
function attribute() {
  const { attribution } = now.report?.source ?? {};
  write(part("attribution"), [attribution, now.isPartial && say("partial")].filter(Boolean).join(" · "));
}

/** Shows no places. */
function clear() {
  now.report = undefined;
  map.show([]);
  sheet.showNow(listed());
  part("empty").hidden = true;
  part("notes").replaceChildren();
}

/** What is to be known about the answer: from where, how old, where the data ends. */
function tellNotes(source, places, match) {
  const own = chosenUnits();
  const ends = source.known_within === undefined ? undefined
    : source.known_within < 1 ? say("noData") : say("ends", length(source.known_within, own));
  const accuracy = now.report.position.accuracy;
  part("notes").replaceChildren(...[
    match === "near" && places.length && say("similar"),
    [source.name, source.age !== undefined && say("age", age(source.age)), source.attribution].filter(Boolean).join(" · "),
    ends, places.some(({ isBeyond }) => isBeyond) && say("beyond"),
    now.isOpenWanted && places.some(({ opening: state }) => (state?.state ?? "unknown") === "unknown") && say("maybeClosed"),
    accuracy && say("accuracy", length(accuracy, own)),
  ].filter(Boolean).map((note) => tag("p", "", note)));
}

let events;
let followed;

/** Follows the receiver while the user wants it; places cause events only if the user looks for something. */
function follow() {
  const seeks = isSeeking() && now.isUnderstood;
  const query = seeks ? wanted() : new URLSearchParams();
  query.set("events", `${seeks ? "initial,enter,leave,pass," : ""}location,authorization,signal`);
  write(part("no-events"), say(seeks ? "noEvents" : "seekFirst"));
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

function takeFix(fix) {
  now.fix = fix;
  now.received = performance.now();
  now.isLost = false;
  map.position = fix;
  details.follow(here());
  lookUp();
}

const here = () => ({ fix: now.fix, units: chosenUnits() });

// MARK: This phone

let watching;
let isAskingPhone = false;
const precisely = { enableHighAccuracy: true, maximumAge: 2000, timeout: 10000 };

function takePhone({ coords }) {
  isAskingPhone = false;
  if (now.whose !== "phone") return;
  write(part("problem"), "");
  const isMoving = coords.speed > 0.5 && Number.isFinite(coords.heading);
  takeFix({
    latitude: coords.latitude, longitude: coords.longitude, accuracy: coords.accuracy,
    course: isMoving ? coords.heading : undefined,
  });
  tellStatus();
}

function refuse(error) {
  isAskingPhone = false;
  if (now.whose === "phone" && !now.fix) write(part("problem"), say("refused", error.message));
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
  let text = say("live");
  if (now.isConnected === undefined) text = say("connecting");
  else if (!now.isConnected) text = say("away");
  else if (!now.fix) text = now.receiver?.reason ? say("noFix", now.receiver.reason) : say("waiting");
  else if (isOld) text = say("old", age(silence));
  else if (!now.report) text = say("looking");
  else if (isFixed) text = say("fixed");
  else if (now.whose === "receiver" && now.provider === "log") text = say("log");
  document.body.classList.toggle("stale", Boolean(!now.isConnected || !now.fix || isOld || isListOld));
  part("age").hidden = !isListOld;
  write(part("age"), isListOld ? say("oldList", age(listSeconds)) : "");
  const status = part("status");
  if (status.textContent === text) return;
  // A screen reader should not read out every second.
  status.setAttribute("aria-live", isOld && status.dataset.old ? "off" : "polite");
  if (isOld) status.dataset.old = "yes"; else delete status.dataset.old;
  status.textContent = text;
}

async function checkConnection() {
  const wasConnected = now.isConnected;
  try {
    const answer = await fetch("health", { signal: AbortSignal.timeout(5000), cache: "no-store" });
    now.isConnected = answer.ok;
  } catch {
    now.isConnected = false;
  }
  if (!now.isConnected) restore();
  else if (!wasConnected) map.retry();
  tellStatus();
}

/** Keeps the list for when the page opens while the server is out of reach. */
function keep() {
  if (now.report) memory.set("list", { report: now.report, answered: now.answered });
}

function restore() {
  const kept = now.report ? null : memory.get("list");
  if (!kept) return;
  map.position = kept.report.position;
  show(kept.report, kept.answered, true);
}

// MARK: Drawing

/** What the list shows. */
function listed(isNew = false) {
  const { report, fix, isOpenWanted } = now;
  return { places: report?.places ?? [], heading: fix?.course, units: chosenUnits(), isOpenWanted, isNew };
}

function draw(isNew = false) {
  if (!now.report) return;
  const { places } = now.report;
  const heading = now.fix?.course;
  const view = listed(isNew);
  if (isNew) sheet.showNow(view); else sheet.show(view);
  const nearest = places.slice(0, 3).map((place) => `${title(place)}, ${far(place, view.units)} ${direction(place.bearing, heading)}`);
  part("map").setAttribute("aria-label", say("map", nearest.join("; ") || say("nothing")));
  const chosen = places.find(({ id }) => id === details.place?.id);
  if (chosen) details.renew(chosen);
  details.follow(here());
}

function choose(place) {
  map.chosen = place.id;
  details.open(place, here());
  if (sheet.stop !== "middle") sheet.stop = "middle";
  map.reveal(place);
}

/** Shows the list instead of a place. */
function showList() {
  map.chosen = undefined;
  details.close();
  sheet.showNow(listed());
}

/** Goes back to the list, to the row of the place. */
function unchoose() {
  const id = details.place?.id;
  showList();
  const row = [...part("list").children].find(({ dataset }) => dataset.id === id);
  (row?.firstElementChild ?? part("list")).focus();
}

function addEvent(event) {
  const text = story(event);
  if (!text) return;
  const row = tag("li");
  if (event.time) {
    const time = tag("time", "", timeOfDay(event.time));
    time.dateTime = event.time;
    row.append(time, " ");
  }
  row.append(text);
  const list = part("events");
  list.prepend(row);
  while (list.children.length > most.events) list.lastChild.remove();
  part("no-events").hidden = true;
}

/** Tells the map what the search and the sheet cover. */
function leaveRoom() {
  const isBeside = matchMedia("(min-width: 700px)").matches;
  const box = part("sheet").getBoundingClientRect();
  const top = document.querySelector("header").getBoundingClientRect().bottom;
  document.documentElement.style.setProperty("--top", `${top}px`);
  document.documentElement.style.setProperty("--covered", `${isBeside ? 0 : box.height}px`);
  // The sheet pulled up covers what cannot be seen anyway.
  const bottom = Math.min(box.height, innerHeight * 0.6);
  map.insets = isBeside ? { top: 0, bottom: 0, left: box.width } : { top, bottom, left: 0 };
}

// MARK: The search

/** Sends what was typed, or a button's parameters, once. */
function search() {
  now.isUnderstood = false;
  write(part("problem"), "");
  part("clear").hidden = !now.words;
  markChips();
  if (details.place) showList();
  map.recentre();
  follow();
  lookUp(true);
}

function searchFor(words, button) {
  now.words = words;
  now.button = button;
  if (!words) part("words").value = "";
  search();
}

function markChips() {
  for (const button of part("chips").children) {
    const { word } = button.dataset;
    button.setAttribute("aria-pressed", String(word === "openNow" ? now.isOpenWanted : now.button?.word === word));
  }
}

function addChip(word, text, picture, press) {
  const chip = tag("button", picture ? "" : "plain", picture, text);
  chip.type = "button";
  chip.dataset.word = word;
  chip.addEventListener("click", press);
  part("chips").append(chip);
}

function addSearchChip(button, text, picture) {
  addChip(button.word, text, picture, () => searchFor("", now.button?.word === button.word ? undefined : button));
}

let savedQueries = [];

function drawChips() {
  part("chips").replaceChildren();
  if (favourites().length || now.button === favouritesButton) addSearchChip(favouritesButton, `★ ${say("favourites")}`);
  for (const name of savedQueries) addSearchChip({ word: `@${name}`, category: `@${name}` }, name);
  for (const [word, category, symbol] of frequent) addSearchChip({ word, category }, say(word), icon(kind(symbol)));
  addChip("openNow", say("openNow"), undefined, () => { now.isOpenWanted = !now.isOpenWanted; search(); });
  markChips();
  leaveRoom();
}

/** The queries that are saved in the server's configuration. */
async function askQueries() {
  savedQueries = (await ask("queries").catch(() => ({}))).queries ?? [];
  if (savedQueries.length) drawChips();
}

// MARK: Settings

/** Puts all words into the chosen language, or else the phone's. */
async function translate() {
  const codes = [...part("language").options].map(({ value }) => value);
  document.documentElement.lang = await speak(part("language").value || navigator.language, codes);
  for (const element of document.querySelectorAll("[data-say]")) write(element, say(element.dataset.say));
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", say(element.dataset.label));
  part("words").placeholder = say("find");
  sheet.stop = sheet.stop;
  drawChips();
  tellWhere();
  tellStatus();
  write(part("no-events"), say(isSeeking() ? "noEvents" : "seekFirst"));
}

/** Shows the same places in other units or words. */
function changeWording() {
  map.units = chosenUnits();
  if (now.report) show(now.report, now.answered, false);
  sheet.showNow();
  tellWhere();
}

part("search").addEventListener("submit", (event) => {
  event.preventDefault();
  part("words").blur();
  searchFor(part("words").value.trim());
});
part("clear").addEventListener("click", () => { searchFor(""); part("words").focus(); });
part("recentre").addEventListener("click", () => map.recentre());
part("zoom-in").addEventListener("click", () => map.zoomBy(1));
part("zoom-out").addEventListener("click", () => map.zoomBy(-1));
part("settings-open").addEventListener("click", () => part("settings").showModal());
part("units").addEventListener("change", () => {
  memory.set("units", part("units").value);
  changeWording();
});
part("language").addEventListener("change", async () => {
  memory.set("language", part("language").value);
  await translate();
  changeWording();
  lookUp(true);
});
part("whose").addEventListener("change", (event) => {
  now.whose = event.target.value;
  for (const key of ["fix", "asked", "report", "where"]) now[key] = undefined;
  now.isLost = false;
  showList();
  map.position = undefined;
  clear();
  write(part("problem"), "");
  tellWhere();
  follow();
  followPhone();
  tellStatus();
});
addEventListener("resize", leaveRoom);
new ResizeObserver(leaveRoom).observe(document.querySelector("header"));

if (!window.isSecureContext) {
  part("insecure").hidden = false;
  document.querySelector('input[value="phone"]').disabled = true;
} else if ("serviceWorker" in navigator) {
  // The worker keeps only what it has fetched, and the words came before it.
  navigator.serviceWorker.addEventListener("controllerchange", translate);
  navigator.serviceWorker.register("worker.js").catch(() => {});
}
part("units").value = memory.get("units") ?? "";
part("language").value = memory.get("language") ?? "";
await translate();
map.units = chosenUnits();
follow();
checkConnection();
askQueries();
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
