import NIOHTTP1
import Places
import Presentation
import Serving

/// Answers clients of OGC API – Features (OGC 17-069r4), such as QGIS and GDAL.
struct ServedFeatures: Sendable {
  let places: ServedPlaces
  let proxies: TrustedProxies

  private static let items = "/collections/places/items"
  private static let paths: Set = [
    "/", "/conformance", "/api", "/collections", "/collections/places", "/collections/places/schema", items,
  ]

  /// The answer at one of its paths; `nil` at any other, and at `/` for browsers.
  func response(to request: Request) async throws -> Response? {
    let id = request.path(after: Self.items + "/")
    guard id != nil || Self.paths.contains(request.path), request.path != "/" || Self.isForPrograms(request)
    else { return nil }
    guard let listing = places.raw.listing else {
      return .problem(
        "this source can only be asked for places around a position; OGC API - Features needs poi's own data or a file",
        status: .notImplemented)
    }
    let query = places.query(try QueryParameters(decoding: request.query))
    let service = FeatureService(root: proxies.root(of: request), version: poiVersion)
    if request.path == Self.items {
      return try await page(of: query, as: request.query, from: listing, service)
    }
    try query.allow(only: ["f"])
    try query.checkFormat()
    if let id { return try await item(id, from: listing, service) }
    switch request.path {
    case "/": return .json(service.landingPage)
    case "/conformance": return .json(service.conformance)
    case "/api": return .json(service.description, type: FeatureService.openAPI)
    case "/collections/places/schema": return .json(service.schema, type: FeatureService.schemaJSON)
    default: break
    }
    let overview = try await places.raw.answer(listing) { listing throws(PlacesError) in
      try await listing.overview()
    }
    return .json(
      request.path == "/collections" ? service.collections(overview) : service.collection(overview))
  }

  private func page(
    of query: ServedQuery, as text: String, from listing: any PlaceListing, _ service: FeatureService
  ) async throws -> Response {
    try query.allow(only: ["bbox", "limit", "datetime", "category", "after", "f"])
    try query.checkFormat()
    try query.checkTime()
    let wanted = PlaceListQuery(
      filter: try query.filter(), box: try query.box(), after: try query.after(),
      limit: min(
        try query.limit(usual: FeatureService.usualItems, most: .max), FeatureService.mostItems))
    let page = try await places.raw.answer(listing) { listing throws(PlacesError) in
      try await listing.page(of: wanted)
    }
    let others = text.split(separator: "&").filter {
      (try? QueryParameters(decoding: String($0)).values(of: "after")) == []
    }
    let next = page.next.map { (others + ["after=\($0)"]).joined(separator: "&") }
    return .json(
      service.items(
        page.places, attribution: page.attribution, query: text, next: next, at: places.now()),
      type: FeatureService.geoJSON)
  }

  private func item(
    _ id: String, from listing: any PlaceListing, _ service: FeatureService
  ) async throws -> Response {
    let place = try await places.raw.answer(listing) { listing throws(PlacesError) in
      try await listing.place(withID: id)
    }
    guard let place else { return .problem("no such place", field: "featureId", status: .notFound) }
    return .json(service.item(place), type: FeatureService.geoJSON)
  }

  /// Whether a request for `/` wants the landing page rather than the page for people, which browsers ask for by its
  /// type.
  private static func isForPrograms(_ request: Request) -> Bool {
    if let format = try? QueryParameters(decoding: request.query).value(of: "f") { return format != "html" }
    func weight(of names: String...) -> Double? {
      names.lazy.compactMap { request.weight(of: $0, in: "Accept") }.first
    }
    let (html, json) = (weight(of: "text/html", "text/*"), weight(of: "application/json", "application/*"))
    let other = weight(of: "*/*") ?? 0
    guard html ?? other > 0 else { return true }
    // To whom anything is welcome is no browser.
    return (html ?? other, html == nil ? 0 : 1) <= (json ?? other, 0)
  }
}
