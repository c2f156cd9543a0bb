// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// One of poi's own libraries, or its tests.
func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + [.target(name: name), "TestSupport"],
    swiftSettings: settings)
}

/// What is there: the model, and one module for each kind of source.
let places: [Target.Dependency] = ["Places", "PlaceFiles", "PlaceStore", "PlaceServers", "PlaceDatabase"]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let nio: [Target.Dependency] = ["NIOCore", "NIOHTTP1", "NIOPosix"].map {
  .product(name: $0, package: "swift-nio")
}
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let package = Package(
  name: "poi",
  products: [
    .executable(name: "poi", targets: ["poi"]),
    // For Tests/Benchmarks and Tests/Fuzzing, which are separate packages.
    .library(name: "OpeningHours", targets: ["OpeningHours"]),
    .library(name: "Positioning", targets: ["CivilTime", "Geography", "Input", "Positioning"]),
    .library(
      name: "Places",
      targets: ["Geography", "Input", "Places", "PlaceFiles", "PlaceStore", "PlaceServers", "PlaceDatabase"]),
    .library(name: "SQLite", targets: ["CSQLite", "SQLite"]),
    .library(name: "Nearby", targets: ["Nearby"]),
    .library(name: "Presentation", targets: ["Presentation"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
  ],
  targets: [
    // The archive: the shared library brings D-Bus and systemd with it, ten libraries for three functions.
    .target(
      name: "CGPS", exclude: ["README.md"],
      linkerSettings: [.linkedLibrary(":libgps.a"), .linkedLibrary("m")]),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    // Opens the libraries of the next four at their first calls.
    .target(name: "CLibrary", exclude: ["README.md"], linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CCurl", dependencies: ["CLibrary"], exclude: ["README.md"]),
    .target(name: "CQRCode", dependencies: ["CLibrary"], exclude: ["README.md"]),
    .target(name: "CPQ", dependencies: ["CLibrary"], exclude: ["README.md"]),
    .target(name: "CSDBus", dependencies: ["CLibrary"], exclude: ["README.md"]),
    .target(name: "CSQLite", exclude: ["README.md"], linkerSettings: [.linkedLibrary("sqlite3")]),
    // Archives, as most runs read no extract; with assertions, bad data would end the process.
    .target(
      name: "COSM", exclude: ["README.md"], cxxSettings: [.define("NDEBUG")],
      linkerSettings: [":liblz4.a", ":libbz2.a", ":libz.a", "expat"].map { .linkedLibrary($0) }),
    .target(
      name: "CGeographic", exclude: ["README.md"], linkerSettings: [.linkedLibrary(":libGeographicLib.a")]),
    .target(name: "CJSON", exclude: ["README.md"], cxxSettings: [.define("NDEBUG")]),
    // Two tables as bytes, for which C has #embed.
    .target(name: "COpeningHoursTables", exclude: ["README.md", "holidays.txt", "zones.bin"]),
    // What poi says in each language, as bytes.
    .target(
      name: "Words",
      exclude: [
        "README.md", "en.txt", "de.txt", "fr.txt", "es.txt", "it.txt", "pt.txt", "nl.txt", "pl.txt",
        "cs.txt", "sv.txt", "fi.txt", "tags.txt", "place-rules.txt",
        "category-tags.txt",
      ]),
    // The files of a page as bytes.
    .target(
      name: "CServedPage",
      exclude: [
        "README.md", "icon-192.png", "icon-512.png", "icon.svg", "manifest.webmanifest", "page.css",
        "page.html",
        "page.js", "asking.js", "map.js", "ground.js", "symbols.js", "suggestions.js", "sheet.js",
        "details.js", "elements.js", "voice.js", "wording.js", "worker.js",
      ]),
    library("SQLite", ["CSQLite", "CivilTime"]),
    library("CivilTime", []),
    library("Geography", ["CGeographic"]),
    library("Input", ["CExpat", "CivilTime", "CJSON", "Geography", system]),
    library("Programs", ["CivilTime", "Geography", "Input", subprocess, system]),
    library("OpeningHours", ["CivilTime", "COpeningHoursTables"]),
    library("Positioning", ["CGPS", "CivilTime", "CSDBus", "Geography", "Input"]),
    library("Places", ["CivilTime", "CUTF8Proc", "Geography", "Input", "OpeningHours", "Words"]),
    library("PlaceFiles", ["CivilTime", "COSM", "Geography", "Input", "Places", system]),
    library(
      "PlaceStore",
      [
        "CivilTime", "Geography", "Input", "Places", "PlaceFiles", "SQLite",
        .product(name: "HeapModule", package: "swift-collections"),
      ]),
    library("PlaceServers", ["CCurl", "CivilTime", "Geography", "Input", "Places", httpTypes]),
    library("PlaceDatabase", ["CPQ", "Geography", "Input", "Places"]),
    library("Nearby", ["CivilTime", "Geography", "Input", "OpeningHours", "Positioning"] + places),
    library(
      "Presentation", ["CivilTime", "Geography", "Input", "OpeningHours", "Positioning", "Nearby"] + places),
    .target(
      name: "Serving", dependencies: ["CZlib", "Geography", "Input"] + nio, swiftSettings: settings,
      linkerSettings: [.linkedLibrary(":libz.a")]),
    .executableTarget(
      name: "poi",
      dependencies: places + nio + [
        "CivilTime", "Geography", "Input", "Programs", "OpeningHours", "Positioning", "Nearby",
        "Presentation",
        "CMalloc", "CQRCode", "CServedPage", "Serving", argumentParser, system,
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["Demo", "Desktop", "Profiles", "Systemd"],
      swiftSettings: settings),

    .target(
      name: "TestSupport",
      dependencies: places + [
        "Geography", "Input", "Positioning", "Nearby", "Presentation",
        httpTypes, subprocess, .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
      ],
      path: "Tests/TestSupport",
      swiftSettings: settings),
    tests(of: "CLibrary"),
    tests(of: "SQLite"),
    tests(of: "Serving", nio),
    tests(of: "Geography"),
    tests(of: "CivilTime", ["Positioning"]),
    tests(of: "Input"),
    tests(of: "Programs"),
    tests(of: "OpeningHours", ["CivilTime"]),
    tests(of: "Positioning", ["CivilTime", "Geography", "Input"]),
    tests(of: "Places", ["Geography", "Input", "OpeningHours", "PlaceFiles", "Words"]),
    tests(of: "PlaceFiles", ["Geography", "Input", "Places"]),
    tests(of: "PlaceStore", ["Geography", "Input", "OpeningHours", "PlaceFiles", "Places", "SQLite"]),
    tests(of: "PlaceServers", ["Geography", "Input", "PlaceFiles", "Places", httpTypes]),
    tests(of: "PlaceDatabase", ["Geography", "Input", "Places"]),
    tests(of: "Nearby", ["Geography", "Input", "OpeningHours", "Positioning"] + places),
    tests(of: "Presentation", ["Geography", "Input", "OpeningHours", "Positioning", "Nearby"] + places),
    tests(
      of: "poi",
      places + [
        "Geography", "Input", "Programs", "OpeningHours", "Positioning", "Nearby", "Presentation", "Serving",
        argumentParser,
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: places + ["poi", "TestSupport", "Geography", "Input", "Positioning"],
      swiftSettings: settings),
  ],
  cxxLanguageStandard: .cxx17
)
