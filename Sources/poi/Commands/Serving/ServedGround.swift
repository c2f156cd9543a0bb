import NIOHTTP1
import Presentation
import Serving

/// Answers for the ground under the page's map, tile by tile.
struct ServedGround: Sendable {
  let places: PlaceLookup

  private static let path = "/ground/"

  /// The tile at a path, or 304 if the client already has it; `nil` at other paths.
  func response(to request: Request) async throws -> Response? {
    guard let tile = request.path(after: Self.path).flatMap(MapTile.init(path:)) else { return nil }
    let bytes = tile.json(of: try places.ground(in: tile.box, tile.detail))
    // Kept by whoever wants to, and asked about again.
    return Response.tagged(
      bytes, type: "application/json", ["Cache-Control": "private, no-cache"], for: request)
  }
}
