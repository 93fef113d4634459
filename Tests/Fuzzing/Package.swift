// swift-tools-version: 6.2
import PackageDescription

// The program's own sources, built for libFuzzer; `Sources` and `TestSupport` are links.

/// Without the address sanitizer, the fuzzer tries several times as many inputs.
let sanitizers = Context.environment["SANITIZERS"] ?? "fuzzer,address"

let fuzzed: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .unsafeFlags(["-sanitize=\(sanitizers)", "-parse-as-library", "-O"]),
]

/// Targets that only the browser needs.
///
/// The time of a key goes into the text and the cells below them, and the compiler's into these.
let unoptimised: Set = ["Pictures", "OperatingSystem", "CSSView", "CSSViewObjects", "ThemeBrowser"]

/// A library target of the program, as its own manifest has it.
func room(_ name: String, sees dependencies: [Target.Dependency]) -> Target {
  let settings = unoptimised.contains(name) ? [SwiftSetting.unsafeFlags(["-Onone"])] : []
  return .target(
    name: name, dependencies: dependencies, path: "Sources/\(name)",
    swiftSettings: fuzzed + settings)
}

let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1")
  ],
  targets: [
    .target(
      name: "CBytes", path: "Sources/CBytes",
      cSettings: [
        .unsafeFlags(["-fsanitize=" + sanitizers.replacing("fuzzer", with: "fuzzer-no-link")])
      ]),
    .target(name: "CTables", path: "Sources/CTables", exclude: ["Data"]),
    room("Bytes", sees: ["CBytes", "CTables"]),
    room("Diagnostics", sees: ["Bytes"]),
    room("PatternMatching", sees: ["Bytes"]),
    room("Markdown", sees: ["Bytes"]),
    room("CSSSyntax", sees: ["Bytes", "Diagnostics"]),
    room("StyleValues", sees: ["Bytes", "Diagnostics", "CSSSyntax"]),
    room("TerminalPalettes", sees: ["Bytes", "Diagnostics", "CSSSyntax", "StyleValues"]),
    room(
      "Styling",
      sees: ["Bytes", "Diagnostics", "PatternMatching", "CSSSyntax", "StyleValues"]),
    room("TerminalOutput", sees: ["Bytes", "StyleValues", "Styling"]),
    room(
      "StyledText",
      sees: [
        "Bytes", "Diagnostics", "PatternMatching", "CSSSyntax", "StyleValues", "Styling",
        "TerminalOutput",
      ]),
    room(
      "CellLayout",
      sees: ["CTables", "Bytes", "StyleValues", "Styling", "TerminalOutput", "StyledText"]),
    room("DataRecords", sees: ["Bytes", "Diagnostics", "StyledText", "Styling"]),
    room(
      "Rendering",
      sees: [
        "Bytes", "Diagnostics", "StyleValues", "Styling", "StyledText", "CellLayout",
        "TerminalOutput",
      ]),
    room(
      "Documents",
      sees: [
        "Bytes", "Diagnostics", "Markdown", "StyleValues", "Styling", "StyledText", "CellLayout",
        "TerminalOutput", "DataRecords", "Rendering",
      ]),
    room(
      "Pictures",
      sees: [
        "CTables", "Bytes", "Diagnostics", "StyleValues", "Styling", "StyledText", "CellLayout",
        "TerminalOutput", "Rendering",
      ]),
    .target(name: "CPlatform", path: "Sources/CPlatform"),
    room("OperatingSystem", sees: ["Bytes", "CPlatform", systemPackage]),
    room(
      "CSSView",
      sees: [
        "Bytes", "Diagnostics", "CSSSyntax", "StyleValues", "Styling", "StyledText", "CellLayout",
        "TerminalOutput", "Rendering", "OperatingSystem", systemPackage,
      ]),
    room(
      "CSSViewObjects",
      sees: ["Diagnostics", "StyleValues", "Styling", "StyledText", "CSSView", systemPackage]),
    room(
      "ThemeBrowser",
      sees: [
        "Bytes", "Diagnostics", "CSSSyntax", "StyleValues", "Styling", "StyledText", "CellLayout",
        "TerminalOutput", "Rendering", "Documents", "Pictures", "CSSView", "CSSViewObjects",
      ]),
    .target(name: "TestSupport", path: "TestSupport", swiftSettings: fuzzed),
    .target(
      name: "FuzzProperties",
      dependencies: [
        "Bytes", "Diagnostics", "Markdown", "CSSSyntax", "StyleValues", "TerminalPalettes",
        "Styling", "StyledText", "CellLayout", "TerminalOutput", "DataRecords", "Rendering",
        "Documents", "ThemeBrowser", "TestSupport",
      ],
      path: "Properties", swiftSettings: fuzzed),
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzProperties"], path: "Fuzzer", swiftSettings: fuzzed,
      linkerSettings: [
        .unsafeFlags(["-sanitize=\(sanitizers)"]),
        // gold cannot link it.
        .unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux])),
      ]),
  ]
)
