import TestSupport
import Testing

/// The binary on a machine without the libraries that only some commands need.
@Suite(.timeLimit(.minutes(5))) struct MissingLibraryTests {
  private var app = PoiApp()
  private let folder: TemporaryDirectory
  private let environment: [String: String]

  init() throws {
    folder = try TemporaryDirectory()
    // The dynamic linker looks here first, and takes an empty file for the end of its search.
    for library in ["libcurl.so.4", "libpq.so.5", "libsystemd.so.0"] { _ = try folder.write("", as: library) }
    environment = ["LD_LIBRARY_PATH": folder.path(of: "")]
    app.environment.merge(environment) { $1 }
  }

  @Test(
    "says which library is missing, and how to install it",
    arguments: [
      (
        ["nearby", "--at", "60.17,24.94", "--source", "http://127.0.0.1:1/locations"],
        "http://127.0.0.1:1/locations: this needs libcurl, which is not installed: sudo apt-get install libcurl4"
      ),
      (
        ["nearby", "--at", "60.17,24.94", "--source", "postgresql://127.0.0.1:1/places"],
        "postgresql://127.0.0.1:1/places: PostgreSQL needs libpq, which is not installed: "
          + "sudo apt-get install libpq5"
      ),
      (
        ["where", "--geoclue"],
        "GeoClue is unreachable: libsystemd is not installed; sudo apt-get install libsystemd0"
      ),
    ])
  func advice(arguments: [String], advice: String) async throws {
    let outcome = try await app.run(arguments)
    #expect(outcome.status == 69, "\(outcome)")
    #expect(outcome.messages == "poi: \(advice)\n")
  }

  @Test("a server answers with a problem what needs the library, and goes on")
  func serving() async throws {
    try await RunningPoi.serving(
      ["--source", "http://127.0.0.1:1/locations"], environment: environment
    ) { running in
      for _ in 1...2 {
        let answer = await running.get("/nearby?at=60.17,24.94")
        #expect(answer.status == 503, "\(answer)")
        #expect(
          answer.body.contains("the server lacks a library that it needs to look up places"), "\(answer)")
      }
    }
  }
}
