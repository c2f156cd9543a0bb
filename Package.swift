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
  dependencies: [
    
  ],
  targets: [
    .target(name: "CGPS", linkerSettings: [.linkedLibrary("gps"), .linkedLibrary("m")]),
    .target(name: "Geography", dependencies: ["CGPS"], swiftSettings: settings),
    .target(name: "Positioning", dependencies: ["CGPS", "Geography"], swiftSettings: settings),

    .testTarget(name: "GeographyTests", dependencies: ["Geography"], swiftSettings: settings),
    .testTarget(name: "PositioningTests", dependencies: ["Positioning"], swiftSettings: settings),
  ]
)
