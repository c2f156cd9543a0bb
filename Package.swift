// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// One of poi's own libraries, or its tests.
func library(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(of name: String, _ dependencies: Target.Dependency...) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + [.target(name: name), "TestSupport"],
    swiftSettings: settings)
}

// An object made by .ci/release, with the part of ICU's data that poi needs; the linker then leaves out the rest.
let unicodeData = Context.environment["POI_UNICODE_DATA"].map { LinkerSetting.unsafeFlags([$0]) }

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let flyingFox = Target.Dependency.product(name: "FlyingFox", package: "FlyingFox")
let flyingSocks = Target.Dependency.product(name: "FlyingSocks", package: "FlyingFox")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

let package = Package(
  name: "poi",
  products: [
    .executable(name: "poi", targets: ["poi"]),
    // For Tests/Benchmarks and Tests/Fuzzing, which are separate packages.
    .library(name: "OpeningHours", targets: ["OpeningHours"]),
    .library(name: "Positioning", targets: ["Geography", "Input", "Positioning"]),
    .library(name: "Places", targets: ["Geography", "Input", "Places"]),
    .library(name: "Nearby", targets: ["Nearby"]),
    .library(name: "Presentation", targets: ["Presentation"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
  ],
  targets: [
    // The archive: the shared library brings D-Bus and systemd with it, ten libraries for four functions.
    .target(
      name: "CGPS", exclude: ["README.md"],
      linkerSettings: [.linkedLibrary(":libgps.a"), .linkedLibrary("m")]),
    .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
    .target(name: "CCurl", exclude: ["Linking", "README.md"], linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CPQ", exclude: ["README.md"], linkerSettings: [.linkedLibrary("dl")]),
    // Loaded at its first call, like CCurl.
    .target(name: "CSDBus", exclude: ["README.md"], linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CSQLiteGuard", exclude: ["README.md"], linkerSettings: [.linkedLibrary("sqlite3")]),
    // Archives, as most runs read no extract; with assertions, bad data would end the process.
    .target(
      name: "COSM", exclude: ["README.md"], cxxSettings: [.define("NDEBUG")],
      linkerSettings: [":liblz4.a", ":libbz2.a", ":libz.a", "expat"].map { .linkedLibrary($0) }),
    .target(name: "CJSON", exclude: ["README.md"], cxxSettings: [.define("NDEBUG")]),
    // Two tables as bytes, for which C has #embed.
    .target(name: "COpeningHoursTables", exclude: ["README.md", "holidays.txt", "zones.bin"]),
    // The files of a page as bytes.
    .target(
      name: "CServedPage",
      exclude: [
        "README.md", "icon-192.png", "icon-512.png", "icon.svg", "manifest.webmanifest", "page.css",
        "page.html",
        "page.js", "radar.js", "worker.js",
      ]),
    library("Serving", flyingFox, flyingSocks),
    library("Geography", "CGPS"),
    library("Input", "CExpat", "Geography"),
    library("OpeningHours", "COpeningHoursTables"),
    library("Positioning", "CGPS", "CSDBus", "Geography", "Input"),
    library(
      "Places", "CCurl", "CJSON", "COSM", "CPQ", "CSQLiteGuard", "Geography", "Input", "OpeningHours",
      grdb, .product(name: "GRDBSQLite", package: "GRDB.swift"),
      .product(name: "HeapModule", package: "swift-collections")),
    library("Nearby", "Geography", "Input", "OpeningHours", "Positioning", "Places"),
    library("Presentation", "Geography", "Input", "OpeningHours", "Positioning", "Places", "Nearby"),
    .executableTarget(
      name: "poi",
      dependencies: [
        "Geography", "Input", "OpeningHours", "Positioning", "Places", "Nearby", "Presentation",
        "CServedPage", "Serving", argumentParser,
        flyingFox, flyingSocks,
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      exclude: ["Desktop", "Linking", "Systemd"],
      swiftSettings: settings,
      linkerSettings: [
        // Here the linker finds scripts that replace libraries which Swift's own require.
        .unsafeFlags([
          "-L", "\(Context.packageDirectory)/Sources/CCurl/Linking",
          "-L", "\(Context.packageDirectory)/Sources/poi/Linking",
        ]),
        // A shared FoundationNetworking takes CCurl's functions before libcurl's, too.
        .unsafeFlags(["-Xlinker", "--export-dynamic"]),
      ] + [unicodeData].compactMap(\.self)),

    .target(
      name: "TestSupport",
      dependencies: [
        "Geography", "Input", "Positioning", "Places", "Nearby", "Presentation",
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      path: "Tests/TestSupport",
      swiftSettings: settings),
    tests(of: "Serving", flyingFox, flyingSocks),
    tests(of: "Geography"),
    tests(of: "Input"),
    tests(of: "OpeningHours"),
    tests(of: "Positioning", "Geography", "Input"),
    tests(of: "Places", "Geography", "Input", "OpeningHours", grdb),
    tests(of: "Nearby", "Geography", "Input", "OpeningHours", "Positioning", "Places"),
    tests(of: "Presentation", "Geography", "Input", "OpeningHours", "Positioning", "Places", "Nearby"),
    tests(
      of: "poi", "Geography", "Input", "OpeningHours", "Positioning", "Places", "Nearby", "Presentation",
      "Serving",
      argumentParser, flyingFox,
      .product(name: "Logging", package: "swift-log")),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["poi", "TestSupport", "Geography", "Input", "Places", "Positioning"],
      swiftSettings: settings),
  ],
  cxxLanguageStandard: .cxx17
)
