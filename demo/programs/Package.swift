// swift-tools-version: 6.2
import PackageDescription

// Programs that use cssview as any other package does: they see the product CSSView and nothing
// else of it.
let names = ["logcolors", "listing", "progress", "failure", "table", "preview"]

let package = Package(
  name: "programs",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "cssview", path: "../..")],
  targets: names.map { name in
    .executableTarget(
      name: name, dependencies: [.product(name: "CSSView", package: "cssview")],
      swiftSettings: [
        .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
      ])
  }
)
