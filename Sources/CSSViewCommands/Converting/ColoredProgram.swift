import ArgumentParser
import Bytes
import CellLayout
import Rendering
import StyleValues
import Styling
import TerminalOutput
import TerminalPalettes

/// A program whose colours a stylesheet can set.
enum ColoredProgram: String, CaseIterable {
  /// `ls` and other readers of `LS_COLORS`; dircolors(1).
  case lsColors = "ls-colors"
  /// fzf(1), `--color`.
  case fzf

  /// The program's names for its colours, with the classes for each.
  ///
  /// The best class comes first; none is the object itself. The man page has the same table.
  var table: [(keys: [String], classes: [String])] {
    DataFile.programColors.lines.compactMap { line in
      let parts = line.split(separator: ";").map { $0.split(separator: " ").map(String.init) }
      guard parts[0][0] == rawValue else { return nil }
      return (Array(parts[0].dropFirst()), parts.count > 1 ? parts[1] : [])
    }
  }
}

/// Writes the styles of classes in the syntax of another program.
struct ProgramColors {
  let program: ColoredProgram
  private let styles: StyleResolver
  private let environment: Environment
  /// Properties of each class that the program cannot express.
  private var lost: [(name: String, properties: [String])] = []

  init(_ program: ColoredProgram, _ stylesheet: Stylesheet, in environment: Environment) {
    self.program = program
    self.environment = environment
    styles = StyleResolver(stylesheet: stylesheet, environment: environment)
  }

  /// A line for a shell to evaluate, below comments about missing parts; `sheet` is the name in
  /// them.
  mutating func text(_ sheet: String) -> String {
    var entries: [(key: String, value: String)] = []
    for (keys, classes) in program.table {
      let found = classes.first(where: has)
      guard classes.isEmpty || found != nil else { continue }
      let value = value(of: found)
      if !value.isEmpty { entries += keys.map { ($0, value) } }
    }
    let comments =
      ["# \(sheet)"]
      + lost.map { "# not in this format: \($0.name) " + $0.properties.joined(separator: ", ") }
    return comments.joined(separator: "\n") + "\n" + assignment(entries)
  }

  private func assignment(_ entries: [(key: String, value: String)]) -> String {
    switch program {
    case .lsColors:
      // With an empty list, ls would have no colours.
      guard !entries.isEmpty else { return "# no class in the stylesheet is for ls\n" }
      let list = entries.map { "\($0.key)=\($0.value)" }.joined(separator: ":")
      return "LS_COLORS='\(list)'\nexport LS_COLORS\n"
    case .fzf:
      var entries = entries
      if case let background = name(of: hostRendition.background), background != "-1" {
        entries += [("bg", background), ("gutter", background)]
      }
      if let selected = ["selected", "code"].first(where: has),
        case let background = name(of: rendition(selected).background), background != "-1"
      {
        entries.append(("bg+", background))
      }
      let list = entries.map { "\($0.key):\($0.value)" }.joined(separator: ",")
      return "FZF_DEFAULT_OPTS=\"$FZF_DEFAULT_OPTS --color=\(list)\"\nexport FZF_DEFAULT_OPTS\n"
    }
  }

  private func has(_ name: String) -> Bool { styles.stylesheet.classNames.contains(name) }

  // MARK: How a class looks

  private func rendition(_ node: StyleNode) -> GraphicRendition {
    ResolvedTextStyle(node.style, node.compositing, in: environment).rendition(in: environment)
  }

  private func rendition(_ name: String) -> GraphicRendition {
    rendition(styles[styles.child(of: styles.hostNode, Self.element(name))])
  }

  private var hostRendition: GraphicRendition {
    var host = rendition(styles[styles.hostNode])
    host.background = styles.hostBackdrop.cellColor(in: environment)
    return host
  }

  private static func element(_ name: String) -> ElementDescription {
    ElementDescription(tag: "span", classes: [name])
  }

  /// The style of a class, or of the object itself, in the program's syntax; empty if it adds
  /// nothing.
  private mutating func value(of name: String?) -> String {
    let own = name.map(rendition) ?? hostRendition
    if let name { note(name, own) }
    return program == .lsColors ? Self.parameters(own) : words(own)
  }

  /// Records the declared properties that the program cannot express.
  private mutating func note(_ name: String, _ rendition: GraphicRendition) {
    guard !lost.contains(where: { $0.name == "." + name }) else { return }
    var said: Set<String> = ["color", "opacity", "font-weight", "font-style"]
    if program == .lsColors || rendition.attributes.isSubset(of: Self.attributesOfFzf) {
      said.insert("text-decoration-line")
    }
    if program == .lsColors || ["selected", "code"].contains(name) {
      said.insert("background-color")
    }
    // Shorthands declare these without an effect.
    if rendition.underline.rawValue <= UnderlineStyle.single.rawValue {
      said.insert("text-decoration-style")
    }
    if rendition.underlineColor == .standard || rendition.underlineColor == rendition.foreground {
      said.insert("text-decoration-color")
    }
    let node = styles[styles.child(of: styles.hostNode, Self.element(name))]
    if node.style.backgroundImage == nil {
      said.formUnion(["background-image", "background-clip"])
    }
    let explanation = styles.explain(
      Self.element(name), in: styles.hostNode, inheriting: styles.explainHost())
    let missing = explanation.properties.filter { property in
      explanation.winner(of: property).map { !$0.isInherited } ?? false
        && !said.contains(property.name)
    }
    if !missing.isEmpty { lost.append(("." + name, missing.map(\.name))) }
  }

  /// SGR parameters separated only by semicolons, because a colon ends an entry of `LS_COLORS`.
  private static func parameters(_ rendition: GraphicRendition) -> String {
    var simple = rendition
    simple.underlineColor = .standard
    if simple.underline != .none { simple.underline = .single }
    return SGREncoder(capabilities: .overline).parameters(of: simple)
  }

  private static let wordsOfFzf: [(attributes: CellAttributes, word: String)] = [
    (.bold, "bold"), (.faint, "dim"), (.italic, "italic"), (.reverse, "reverse"),
    (.strikethrough, "strikethrough"),
  ]
  private static let attributesOfFzf = CellAttributes(wordsOfFzf.map(\.attributes))

  /// Such as `#93c5d6:bold:underline`.
  private func words(_ rendition: GraphicRendition) -> String {
    let words = Self.wordsOfFzf.filter { rendition.attributes.contains($0.attributes) }.map(\.word)
    let underline = rendition.underline == .none ? [] : ["underline"]
    return ([name(of: rendition.foreground)] + words + underline).joined(separator: ":")
  }

  private func name(of color: TerminalColor) -> String {
    switch color {
    case .standard: "-1"
    case .palette(let index): "\(index)"
    case .rgb(let rgb): rgb.hex
    }
  }
}

/// A format of `convert`.
enum ConversionTarget: Hashable {
  /// The stylesheet in one of its two forms.
  case sheet(StylesheetForm)
  /// Its palette, as the theme of a terminal.
  case palette(PaletteFormat)
  /// The styles of classes, for another program.
  case program(ColoredProgram)
  /// The styles of classes, as variables of a shell.
  case shell
  case markup, html

  static let named: [(name: String, target: ConversionTarget)] =
    [("json", .sheet(.json)), ("css", .sheet(.css)), ("markup", .markup), ("html", .html)]
    + PaletteFormat.allCases.map { ("palette-" + $0.rawValue, .palette($0)) }
    + ColoredProgram.allCases.map { ($0.rawValue, .program($0)) } + [("sh", .shell)]
}

extension ConversionTarget: ExpressibleByArgument {
  /// Reads a name such as `css` or `palette-kitty`.
  init?(argument: String) {
    guard let found = Self.named.first(where: { $0.name == argument }) else { return nil }
    self = found.target
  }

  static var allValueStrings: [String] { named.map(\.name) }
}
