// Which of the page's symbols a place has, drawn on the map and in the list.
import { part } from "./elements.js";

/** What categories of a kind have in their words; the first kind that fits counts. */
const kinds = [
  ["place", /business_park|building|^company|animal_shelter|^street$/],
  ["organic", /health_food|organic/],
  ["optician", /optician/],
  ["hair", /hairdress|barber/],
  ["shop", /stationery|car_parts|internet_cafe|^clothes|fishmonger|sweets|tobacco|tyres|electronics|furniture|chandler|garden_centre/],
  ["toilets", /toilet|shower/],
  ["charging", /charging/],
  ["fuel", /fuel|petrol|^lpg|adblue|^diesel/],
  ["bicycle", /bicycle|^cycle/],
  ["parking", /parking|car_park|rest_area/],
  ["post", /post_|parcel/],
  ["health", /pharmac|hospital|clinic|doctor|dentist|^vet|nursing|physio|health|defibrillator|first_aid|chemist|ambulance|emergency/],
  ["transit", /bus_|tram_|tram$|train|railway|public_transport|subway|metro|ferry|taxi|platform|^halt|airport|aerodrome|cable_car|^station|lift$/],
  ["bakery", /bakery|pastry|confection/],
  ["cafe", /cafe|coffee|tea_|ice_cream/],
  ["drink", /^bar$|pub$|nightclub|beer|brewery|winery|wine|distillery/],
  ["food", /restaurant|food|^vega|^vege|pizz|kebab|burger|sushi|takeaway|canteen/],
  ["sleep", /accommodation|hotel|hostel|motel|guest_house|camp|caravan|hut$|chalet|holiday|shelter|bed_and|apartment/],
  ["learning", /book_exchange|school|universit|college|kindergarten|childcare|library|education/],
  ["money", /^atm|bank|exchange|bureau_de_change/],
  ["church", /church|chapel|cathedral|monastery/],
  ["sport", /sport|pitch|fitness|gym|swimming|stadium|tennis|golf|bowling|climbing|ice_rink|sauna|track/],
  ["shop", /shop|supermarket|store|market|kiosk|mall|groc|convenience|butcher|jewel|beauty|florist|off_licence|tailor|photographer|travel_agency|delicatessen|laundry|shoes|clothes/],
  ["water", /water|fountain|spring|^well|^lake|^river|^stream|beach|pool/],
  ["park", /park|garden|wood|forest|nature|playground|tree|meadow|picnic|firepit|barbecue/],
  ["peak", /peak|pass$|viewpoint|hill|saddle|ridge|volcano|cave|cliff|glacier/],
  ["sight", /museum|monument|memorial|castle|attraction|art|sculpture|statue|gallery|theatre|cinema|tower|ruin|zoo|historic|worship|mosque|synagogue|temple|lighthouse|windmill|aquarium|archaeo|wayside/],
  ["help", /information|guidepost|office|town_hall|police|fire_station|telephone/],
];
const known = new Map();

/** The kind of a place's category, `fast_food` or `fast food`: `food`. */
export function kind(category = "") {
  if (!known.has(category)) known.set(category, kinds.find(([, words]) => words.test(category.replaceAll(/[ -]/g, "_")))?.[0] ?? "place");
  return known.get(category);
}

/** What nobody looks for who has not said what; without a name, it is not shown at all. */
const minor = /^company|^office$|business_park|hydrant|clock|bench|waste|platform|entrance|building|crossing|traffic|^lift$|elevator|recycl|vending|survey|camera|mast|_area$|block|artwork|stop_position/;

/** How many times nearer a place seems to whoever has not said what to look for; 0 if it is not shown. */
export function importance({ category = "", name, inside }) {
  if (minor.test(category)) return name ? (inside ? 1 : 0.1) : 0;
  return name || !["place", "sight", "shop", "sport", "park", "learning", "parking", "bicycle"].includes(kind(category)) ? 1 : 0.3;
}

const symbols = new Map([...part("symbols").content.children].map((symbol) => [symbol.dataset.kind, symbol]));

/** The symbol for the list: a disc with the shape. */
export const icon = (name) => symbols.get(name).cloneNode(true);
export const shape = (name) => symbols.get(name).lastElementChild.getAttribute("d");
export const color = (name) => symbols.get(name).firstElementChild.getAttribute("fill");
