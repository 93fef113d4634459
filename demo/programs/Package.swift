// swift-tools-version: 6.2
import PackageDescription

// Programs that use cssview as any other package does: they see its library products and nothing else
// of it.
let names = ["logcolors", "listing", "progress", "failure", "table", "preview", "log"]

let package = Package(
  name: "programs",
  platforms: [.macOS(.v15)],
  dependencies: [
    // The trait is for the product CSSViewLogging.
    .package(name: "cssview", path: "../..", traits: ["Logging", "Program"]),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: names.map { name in
    let isLog = name == "log"
    let logging: [Target.Dependency] = [
      .product(name: "CSSViewLogging", package: "cssview"),
      .product(name: "Logging", package: "swift-log"),
    ]
    return .executableTarget(
      name: name,
      dependencies: [.product(name: "CSSView", package: "cssview")] + (isLog ? logging : []),
      swiftSettings: [
        .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
      ])
  }
)
