import CServedPage
import Input
import NIOHTTP1
import Places
import Serving

/// The files of the page, embedded in the program.
enum ServedPage {
  /// The file at a path, or 304 if the client already has it; `nil` if there is none.
  static func response(to request: Request) -> Response? {
    files[request.path].map { file in
      .tagged(
        file.bytes, type: file.type,
        [
          "Cache-Control": "no-cache",
          // Nothing is loaded from elsewhere, and no other page can frame this one.
          "Content-Security-Policy": policy,
          "Permissions-Policy": "geolocation=(self)",
          "Cross-Origin-Opener-Policy": "same-origin",
        ], for: request)
    }
  }

  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    + "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  private typealias File = (bytes: [UInt8], type: String)

  private static func file(_ file: ServedFile, _ type: String) -> File {
    (Array(UnsafeRawBufferPointer(start: file.bytes, count: file.size)), type)
  }

  private static let files: [String: File] = [
    "/": file(served_page_html, "text/html; charset=utf-8"),
    "/page.css": file(served_page_css, "text/css; charset=utf-8"),
    "/manifest.webmanifest": file(served_manifest, "application/manifest+json"),
    "/icon.svg": file(served_icon_svg, "image/svg+xml"),
    "/icon-192.png": file(served_icon_192, "image/png"),
    "/icon-512.png": file(served_icon_512, "image/png"),
  ].merging(
    [
      ("page", served_page_js), ("asking", served_asking_js), ("map", served_map_js),
      ("ground", served_ground_js), ("symbols", served_symbols_js), ("suggestions", served_suggestions_js),
      ("sheet", served_sheet_js), ("details", served_details_js), ("elements", served_elements_js),
      ("voice", served_voice_js), ("wording", served_wording_js), ("worker", served_worker_js),
    ].map { ("/\($0).js", file($1, "text/javascript; charset=utf-8")) }
  ) { $1 }.merging(
    Category.Language.allCases.map { ("/words/\($0.rawValue).txt", ($0.file, "text/plain; charset=utf-8")) }
  ) { $1 }
}

extension Response {
  /// Bytes with a tag that changes with them, or 304 if the client already has them; weak, as some get them compressed.
  static func tagged(_ bytes: [UInt8], type: String, _ headers: HTTPHeaders, for request: Request) -> Response
  {
    let tag = "W/\"\(String(Checksum.hash(of: bytes), radix: 16))\""
    var headers = headers
    headers.add(name: "ETag", value: tag)
    if request.hasCurrent(tag) { return Response(status: .notModified, headers: headers) }
    headers.add(name: "Content-Type", value: type)
    return Response(status: .ok, headers: headers, body: .bytes(bytes))
  }
}
