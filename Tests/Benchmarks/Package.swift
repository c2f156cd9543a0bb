// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  targets: [.executableTarget(name: "benchmark", swiftSettings: [.treatAllWarnings(as: .error)])]
)
