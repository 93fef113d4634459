// swift-tools-version: 6.2
import PackageDescription

// A package of its own: the library's package and its tests do not build it.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "cssview", path: "../..")],
  targets: [
    .target(name: "CColors"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["CColors", .product(name: "CSSView", package: "cssview")],
      swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")]),
  ]
)
