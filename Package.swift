// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "poi",
  products: [.executable(name: "poi", targets: ["poi"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    .target(name: "CGPS", linkerSettings: [.linkedLibrary("gps"), .linkedLibrary("m")]),
    .target(name: "Geography", dependencies: ["CGPS"], swiftSettings: settings),
    .target(name: "Positioning", dependencies: ["CGPS", "Geography"], swiftSettings: settings),
    .target(name: "Places", dependencies: ["Geography", "Positioning"], swiftSettings: settings),
    .target(name: "Nearby", dependencies: ["Geography", "Positioning", "Places"], swiftSettings: settings),
    .target(
      name: "Presentation", dependencies: ["Geography", "Positioning", "Places", "Nearby"],
      swiftSettings: settings),
    .executableTarget(
      name: "poi", dependencies: ["Geography", "Positioning", "Places", "Nearby", "Presentation", argumentParser],
      swiftSettings: settings),

    .testTarget(name: "GeographyTests", dependencies: ["Geography"], swiftSettings: settings),
    .testTarget(name: "PositioningTests", dependencies: ["Positioning"], swiftSettings: settings),
  ]
)
