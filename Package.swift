// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target builds under the same strict settings; a warning fails the build.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// The program's targets also say where memory safety rests on us.
let strictMemory = strict + [.strictMemorySafety()]

/// The settings of tests, which are not optimised in a build for release either.
///
/// Their compilation would take longer than they run. Each is compiled in one run: no target waits
/// for its module alone, and macros would be expanded twice.
let testing =
  strict + [
    .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
  ]

/// A library target and the targets it may see.
///
/// Data flows one way: none imports a later one.
func libraryTarget(
  _ name: String, sees dependencies: [Target.Dependency] = [],
  settings: [SwiftSetting] = strictMemory
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests of one target.
func tests(of name: String, sees more: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: [.byName(name: name), "TestSupport"] + more,
    swiftSettings: testing)
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser",
  condition: .when(traits: ["Program"]))
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let logging = Target.Dependency.product(
  name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"]))
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")

let package = Package(
  name: "cssview",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "CSSView", targets: ["CSSView"]),
    .library(name: "CSSViewConversions", targets: ["CSSViewConversions"]),
    .library(name: "CSSViewDocuments", targets: ["CSSViewDocuments"]),
    .library(name: "CSSViewFoundation", targets: ["CSSViewFoundation"]),
    .library(name: "CSSViewLogging", targets: ["CSSViewLogging"]),
    .library(name: "CSSViewObjects", targets: ["CSSViewObjects"]),
    .library(name: "CSSViewPalettes", targets: ["CSSViewPalettes"]),
    .library(name: "CSSViewPictures", targets: ["CSSViewPictures"]),
    .executable(name: "cssview", targets: ["cssview-tool"]),
  ],
  traits: [
    .trait(name: "Program", description: "the program cssview, which parses arguments"),
    .trait(name: "Logging", description: "CSSViewLogging, which styles the logs of swift-log"),
    .default(enabledTraits: ["Program"]),
  ],
  dependencies: [
    // Only fetched with the trait Program.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // Only used, and so only fetched, with the trait.
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
  ],
  targets: [
    .target(name: "CBytes"),
    // `tables.c` and `pictures.c` embed these files.
    .target(name: "CTables", exclude: ["Data"]),
    libraryTarget("Bytes", sees: ["CBytes", "CTables"]),
    libraryTarget("Diagnostics", sees: ["Bytes"]),
    libraryTarget("PatternMatching", sees: ["Bytes"]),
    libraryTarget("Markdown", sees: ["Bytes"]),
    libraryTarget("CSSSyntax", sees: ["Bytes", "Diagnostics"]),
    libraryTarget("StyleValues", sees: ["Bytes", "Diagnostics", "CSSSyntax"]),
    libraryTarget("TerminalPalettes", sees: ["Bytes", "Diagnostics", "CSSSyntax", "StyleValues"]),
    libraryTarget(
      "Styling",
      sees: ["Bytes", "Diagnostics", "PatternMatching", "CSSSyntax", "StyleValues"],
      // Nothing unsafe is there but stored properties whose exclusive use is not checked.
      settings: strict),
    libraryTarget("TerminalOutput", sees: ["Bytes", "StyleValues", "Styling"]),
    libraryTarget(
      "StyledText",
      sees: [
        "Bytes", "Diagnostics", "PatternMatching", "CSSSyntax", "StyleValues", "Styling",
        "TerminalOutput",
      ]),
    libraryTarget(
      "CellLayout",
      sees: ["CTables", "Bytes", "StyleValues", "Styling", "TerminalOutput", "StyledText"]),
    libraryTarget("DataRecords", sees: ["Bytes", "Diagnostics", "StyledText", "Styling"]),
    libraryTarget(
      "Rendering",
      sees: [
        "Bytes", "Diagnostics", "StyleValues", "Styling", "StyledText", "CellLayout",
        "TerminalOutput",
      ]),
    libraryTarget(
      "Documents",
      sees: [
        "Bytes", "Diagnostics", "Markdown", "StyleValues", "Styling", "StyledText", "CellLayout",
        "TerminalOutput", "DataRecords", "Rendering",
      ]),
    libraryTarget(
      "Pictures",
      sees: [
        "CTables", "Bytes", "Diagnostics", "StyleValues", "Styling", "StyledText", "CellLayout",
        "TerminalOutput", "Rendering",
      ]),
    .target(name: "CPlatform"),
    libraryTarget("OperatingSystem", sees: ["Bytes", "CPlatform", systemPackage]),
    libraryTarget("FileChanges", sees: ["CPlatform", "OperatingSystem", systemPackage]),
    libraryTarget(
      "CSSView",
      sees: [
        "Bytes", "Diagnostics", "CSSSyntax", "StyleValues", "Styling", "StyledText", "CellLayout",
        "TerminalOutput", "Rendering", "OperatingSystem", systemPackage,
      ]),
    libraryTarget(
      "CSSViewObjects",
      sees: ["Diagnostics", "StyleValues", "Styling", "StyledText", "CSSView", systemPackage]),
    libraryTarget("CSSViewConversions", sees: ["StyleValues", "CSSView", systemPackage]),
    libraryTarget(
      "CSSViewFoundation", sees: ["CSSView", "CSSViewObjects", "CSSViewConversions"]),
    libraryTarget("CSSViewDocuments", sees: ["Styling", "DataRecords", "Documents", "CSSView"]),
    libraryTarget(
      "CSSViewPictures", sees: ["TerminalOutput", "Rendering", "Pictures", "CSSView"]),
    libraryTarget("CSSViewPalettes", sees: ["TerminalPalettes", "CSSView"]),
    libraryTarget(
      "CSSViewLogging", sees: ["Bytes", "StyledText", "OperatingSystem", "CSSView", logging]),
    libraryTarget(
      "ThemeBrowser",
      sees: [
        "Bytes", "Diagnostics", "CSSSyntax", "StyleValues", "Styling", "StyledText", "CellLayout",
        "TerminalOutput", "Rendering", "Documents", "Pictures", "CSSView", "CSSViewObjects",
      ]),
    .target(
      name: "CNCurses",
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("tinfo", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]),
    .target(
      name: "CursesScreen",
      dependencies: [
        "CPlatform", "CNCurses", "OperatingSystem", "FileChanges", "StyleValues", "Styling",
        "CellLayout", "TerminalOutput", "ThemeBrowser", systemPackage,
      ],
      swiftSettings: strictMemory),
    .target(name: "CResources"),
    .target(
      name: "CSSViewCommands",
      dependencies: [
        "CResources", "Bytes", "Diagnostics", "PatternMatching", "CSSSyntax", "StyleValues",
        "TerminalPalettes",
        "Styling", "StyledText", "DataRecords", "CellLayout", "TerminalOutput", "Rendering",
        "Documents", "Pictures", "CSSView", "ThemeBrowser", "OperatingSystem", "FileChanges",
        "CursesScreen",
        argumentParser, systemPackage,
      ],
      // `CResources` embeds these files.
      exclude: ["Browsing/Themes", "Schemas"],
      swiftSettings: strictMemory),
    .executableTarget(
      name: "cssview-tool",
      dependencies: [.byName(name: "CSSViewCommands", condition: .when(traits: ["Program"]))],
      swiftSettings: strict),

    .target(name: "CColors", path: "Tests/Benchmarks/CColors"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CColors", "Bytes", "Diagnostics", "CSSSyntax", "StyleValues", "Styling", "CellLayout",
        "TerminalOutput", "Rendering", "CSSView", "CSSViewLogging", logging,
      ],
      path: "Tests/Benchmarks/Benchmarks", swiftSettings: strict),

    .target(
      name: "FuzzProperties",
      dependencies: [
        "Bytes", "Diagnostics", "Markdown", "CSSSyntax", "StyleValues", "TerminalPalettes",
        "Styling", "StyledText", "CellLayout", "TerminalOutput", "DataRecords", "Rendering",
        "Documents", "ThemeBrowser", "TestSupport",
      ],
      path: "Tests/Fuzzing/Properties", swiftSettings: strict),
    tests(of: "FuzzProperties"),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    tests(of: "Bytes"),
    tests(of: "Diagnostics"),
    tests(of: "PatternMatching"),
    tests(of: "Markdown"),
    tests(of: "CSSSyntax", sees: ["Diagnostics"]),
    tests(of: "StyleValues", sees: ["Diagnostics", "CSSSyntax"]),
    tests(of: "TerminalPalettes", sees: ["Diagnostics", "StyleValues"]),
    tests(of: "Styling", sees: ["Diagnostics", "CSSSyntax", "StyleValues", "TerminalPalettes"]),
    tests(of: "StyledText", sees: ["Bytes", "Diagnostics", "CSSSyntax", "StyleValues", "Styling"]),
    tests(
      of: "CellLayout", sees: ["Bytes", "Diagnostics", "StyleValues", "Styling", "StyledText"]),
    tests(of: "TerminalOutput", sees: ["StyleValues", "Styling", "StyledText", "CellLayout"]),
    tests(of: "DataRecords", sees: ["Bytes", "Diagnostics"]),
    tests(
      of: "Rendering",
      sees: [
        "Bytes", "Diagnostics", "CSSSyntax", "StyleValues", "Styling", "StyledText", "CellLayout",
        "TerminalOutput", "Documents", "Pictures",
      ]),
    tests(
      of: "Documents",
      sees: [
        "Bytes", "Diagnostics", "DataRecords", "StyleValues", "Styling", "StyledText",
        "CellLayout", "TerminalOutput", "Rendering",
      ]),
    tests(
      of: "CSSView",
      sees: ["Diagnostics", "Styling", "StyledText", "CellLayout", "CSSViewObjects"]),
    tests(
      of: "CSSViewObjects",
      sees: ["Diagnostics", "Styling", "StyledText", "CSSView", "CSSViewConversions"]),
    tests(of: "CSSViewDocuments", sees: ["CSSView"]),
    tests(of: "CSSViewPictures", sees: ["CSSView"]),
    tests(of: "CSSViewPalettes", sees: ["CSSView"]),
    tests(of: "CSSViewConversions", sees: ["CSSView"]),
    tests(of: "CSSViewFoundation", sees: ["CSSView", "CSSViewObjects", "CSSViewConversions"]),
    .testTarget(
      name: "DocumentExamplesTests",
      dependencies: [
        "CSSView", "CSSViewObjects", "CSSViewConversions", "CSSViewFoundation", "TestSupport",
      ],
      swiftSettings: testing),
    tests(of: "CSSViewLogging", sees: ["CSSView", logging]),
    tests(
      of: "ThemeBrowser",
      sees: [
        "Diagnostics", "StyleValues", "TerminalPalettes", "Styling", "CellLayout",
        "TerminalOutput", "CSSView", "CSSViewObjects", "FuzzProperties",
      ]),
    tests(of: "OperatingSystem", sees: [systemPackage]),
    tests(of: "FileChanges", sees: ["OperatingSystem", systemPackage]),
    .executableTarget(
      name: "screen-probe",
      dependencies: [
        "StyleValues", "Styling", "StyledText", "CellLayout", "TerminalOutput", "ThemeBrowser",
        "OperatingSystem", "FileChanges", "CursesScreen", systemPackage,
      ],
      path: "Tests/ScreenProbe", swiftSettings: strict),
    tests(
      of: "CursesScreen",
      sees: [
        "CNCurses", "StyleValues", "StyledText", "CellLayout", "ThemeBrowser", "screen-probe",
        systemPackage,
      ]),
    tests(
      of: "CSSViewCommands",
      sees: [
        "Diagnostics", "StyleValues", "Styling", "CellLayout", "TerminalOutput", "Rendering",
        "CSSView", "CSSViewObjects", "CSSViewConversions", "ThemeBrowser", "OperatingSystem",
        "FileChanges", "FuzzProperties",
        argumentParser, systemPackage,
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["TestSupport", "cssview-tool", subprocess, systemPackage],
      swiftSettings: testing),
  ]
)

// `make test T=Styling` builds the tests of one target and nothing that they do not need.
if let name = Context.environment["CSSVIEW_TESTS"] {
  var needed: Set<String> = []
  func need(_ name: String) {
    guard needed.insert(name).inserted,
      let target = package.targets.first(where: { $0.name == name })
    else { return }
    for case .byNameItem(let other, _) in target.dependencies { need(other) }
  }
  need(name + "Tests")
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll { product in
    guard let product = product as? Product.Executable else { return true }
    return !product.targets.allSatisfy(needed.contains)
  }
}
