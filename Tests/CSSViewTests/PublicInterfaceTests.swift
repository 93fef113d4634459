import TestSupport
import Testing

@Suite("What is public")
struct PublicInterfaceTests {
  /// A line of a source that declares something public.
  private struct Declaration {
    var line: Substring
    var place: String
    /// The extension that it stands in, as written.
    var container: Substring?

    /// The name of the type that it declares.
    var type: Substring? {
      let words = line.split { " :<({".contains($0) }
      let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
      guard let kind = words.firstIndex(where: { kinds.contains($0) }), kind + 1 < words.count,
        !words.contains("func"), !words.contains("var")
      else { return nil }
      return words[kind + 1]
    }
  }

  /// What a target declares: with the modifier, as a case of a public enumeration, as a
  /// requirement of a public protocol.
  private static func declarations(of target: String) -> [Declaration] {
    SourceDocumentation.swiftFiles(in: "\(packageFolder)/Sources/\(target)").flatMap { path in
      var container: Substring?
      // How far the enumerations and protocols around are indented.
      var open: [(indent: Int, kind: Substring)] = []
      var found: [Declaration] = []
      for (number, line) in SourceDocumentation.text(of: path)
        .split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      {
        let indent = line.prefix { $0 == " " }.count
        let code = line.dropFirst(indent)
        if code.hasPrefix("//") { continue }
        if indent == 0, code.hasPrefix("extension ") { container = code }
        if indent == 0, code.hasPrefix("}") { container = nil }
        if code.hasPrefix("}"), open.last?.indent == indent { open.removeLast() }
        let words = code.split(separator: " ")
        let declaration = Declaration(
          line: code, place: "\(path):\(number + 1)", container: container)
        if words.first == "public" || words.dropFirst().first == "public" && code.hasPrefix("@") {
          guard !code.contains("import ") else { continue }
          found.append(declaration)
          for kind in ["enum", "protocol"] as [Substring]
          where words.contains(kind) && code.hasSuffix("{") {
            open.append((indent, kind))
          }
        } else if let outer = open.last, indent == outer.indent + 2 {
          let requirements: Set<Substring> = [
            "func", "var", "init", "static", "mutating", "associatedtype",
          ]
          let first = words.first.map { $0.prefix { $0.isLetter } } ?? ""
          if outer.kind == "enum" ? first == "case" : requirements.contains(first) {
            found.append(declaration)
          }
        }
      }
      return found
    }
  }

  private static let all =
    declarations(of: "CSSView") + declarations(of: "CSSViewConversions")

  @Test("there are at most 620 declarations and 79 types")
  func count() {
    let declarations = Self.declarations(of: "CSSView")
    let types = declarations.compactMap(\.type)
    #expect((300...620).contains(declarations.count), "\(declarations.count) declarations")
    #expect((40...79).contains(types.count), "\(types.count) types")
  }

  @Test("nothing else of the package is public, and nothing is exported again")
  func elsewhere() {
    let folder = packageFolder + "/Sources/"
    let products = [
      "CSSView", "CSSViewConversions", "CSSViewDocuments", "CSSViewFoundation", "CSSViewLogging",
      "CSSViewObjects", "CSSViewPalettes", "CSSViewPictures",
    ]
    let open = products.map { folder + $0 + "/" }
    var problems: [String] = []
    for path in SourceDocumentation.swiftFiles(in: packageFolder + "/Sources") {
      for line in SourceDocumentation.text(of: path).split(separator: "\n") {
        let code = line.drop { $0 == " " }
        if code.hasPrefix("//") { continue }
        if code.contains("@_exported") { problems.append("\(path): \(code)") }
        let isPublic = code.hasPrefix("public ") && !code.hasPrefix("public import")
        if isPublic, !open.contains(where: { path.hasPrefix($0) }) {
          problems.append("\(path): \(code)")
        }
      }
    }
    #expect(problems == [])
    let package = SourceDocumentation.text(of: packageFolder + "/Package.swift")
    let libraries = package.split(separator: "\n").filter { $0.contains(".library(") }
    #expect(libraries.count == products.count)
  }

  @Test("the only free functions are the operator, in a product of its own")
  func freeFunctions() {
    let free = Self.all.filter { $0.line.hasPrefix("public func") && $0.container == nil }
      .filter { declaration in
        // What is indented stands in a type.
        SourceDocumentation.text(of: String(declaration.place.split(separator: ":")[0]))
          .split(separator: "\n").contains(declaration.line)
      }
    #expect(free.count == 10)
    #expect(free.allSatisfy { $0.line.contains("func <--") && $0.place.contains("Conversions/") })
  }

  @Test("no type of another module gets a member, but for the conversions of the documents")
  func extensions() {
    let own = Set(Self.all.compactMap(\.type))
    let foreign = Self.all.filter { declaration in
      guard let container = declaration.container else { return false }
      let name = container.dropFirst("extension ".count).prefix { $0.isLetter || $0.isNumber }
      return !own.contains(name)
    }
    #expect(foreign.count == 28)
    for declaration in foreign {
      let isConversion =
        declaration.container?.contains(": Convertible") == true
        && declaration.line.hasPrefix("public static func convert(_ value: ThemeValue)")
      let isOfDocuments = declaration.place.contains("CSSViewConversions/StringValues.swift")
      #expect(isConversion || isOfDocuments, "\(declaration.place): \(declaration.line)")
    }
  }

  @Test("no name collides with one of SwiftUI, UIKit or the standard library")
  func collisions() {
    // Those of SwiftUI's types whose names a library of styled text might want.
    let taken: Set<Substring> = [
      "Alignment", "Angle", "Animation", "Axis", "Badge", "Binding", "Button", "ButtonStyle",
      "Canvas", "Capsule", "Circle", "Color", "ColorScheme", "Commands", "Content", "ControlSize",
      "Divider", "Edge", "EdgeInsets", "Ellipse", "Environment", "Font", "Form", "Gradient", "Grid",
      "Group", "Image", "Label", "Layout", "Link", "List", "Material", "Menu", "Namespace", "Path",
      "Picker", "Point", "Preview", "ProgressView", "Rect", "Rectangle", "Scene", "Section",
      "Shape",
      "Size", "Slider", "Spacer", "Stack", "State", "Style", "Tab", "Table", "Text",
      "TextField", "TextRenderer", "Toggle", "Transaction", "Transition", "View",
      "ViewModifier", "Window", "Character", "Error", "Result", "String", "Substring", "Unicode",
    ]
    // What is nested has the name of its type before it.
    let top = Self.all.filter { $0.line.hasPrefix("public") && $0.container == nil }
      .compactMap(\.type)
    #expect(top.filter(taken.contains) == [])
  }
}
