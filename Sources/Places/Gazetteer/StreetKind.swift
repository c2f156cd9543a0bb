/// The values of `highway` that are streets or paths; their order is part of the store's format.
public enum StreetKind: String, CaseIterable, Codable, Sendable {
  case motorway, motorwayLink = "motorway_link", trunk, trunkLink = "trunk_link", primary
  case primaryLink = "primary_link", secondary, secondaryLink = "secondary_link", tertiary
  case tertiaryLink = "tertiary_link", unclassified, residential, livingStreet = "living_street", service
  case pedestrian, track, road, busway, cycleway, footway, path, bridleway, steps, raceway
}
