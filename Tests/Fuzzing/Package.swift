// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Fuzzing",
  dependencies: [
    .package(name: "poi", path: "../.."),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
  ],
  targets: [
    .executableTarget(
      // libFuzzer has the main function, and calls its entry points: build with --sanitize fuzzer.
      name: "fuzz",
      dependencies: [
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "OpeningHours", package: "poi"),
        .product(name: "Positioning", package: "poi"),
        .product(name: "SQLite", package: "poi"),
        .product(name: "Places", package: "poi"),
        .product(name: "Nearby", package: "poi"),
        .product(name: "Presentation", package: "poi"),
      ],
      swiftSettings: [
        .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ]
)
