import Bytes
import CSSView
import Diagnostics
import Documents
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Findings about a stylesheet on every terminal that it has variants for, and about texts that use
/// it.
struct SheetCheck {
  private let sources: SheetSources
  private let options: SheetOptions
  private let files: ListedFiles
  private let terminal: Environment
  private let host: HostObject
  private let markup: MarkupOptions

  private(set) var findings: [Diagnostic] = []

  private(set) var fileNames: Set<String> = []

  init(
    sources: SheetSources, options: SheetOptions, files: ListedFiles = ListedFiles(SystemFiles()),
    terminal: Environment, host: HostObject, texts: [SourceText],
    markup: (Stylesheet) throws(CommandFailure) -> MarkupOptions
  ) throws(CommandFailure) {
    self.sources = sources
    self.options = options
    self.files = files
    self.terminal = terminal
    self.host = host
    var unused: [Diagnostic: Int] = [:]
    var readings: [String: Int] = [:]
    let loader = options.loader(of: sources, for: terminal, files: files)
    let first = loader.load(sources.main, form: options.form(of: sources.main))
    self.markup = try markup(first)
    for environment in loader.environments(ofVariantsOf: first) {
      let sheet = environment == terminal ? first : load(for: environment)
      let names = sheet.files.map(\.source.name)
      fileNames.formUnion(names)
      for name in names { readings[name, default: 0] += 1 }
      let found =
        sheet.check(files: files) + computedFindings(under: sheet, environment)
        + self.findings(in: texts, under: sheet, environment)
      for finding in found {
        if finding.code == .unusedVariable { unused[finding, default: 0] += 1 }
        findings.append(finding)
      }
    }
    // A variable may be there for a variant alone.
    findings.removeAll { finding in
      guard let count = unused[finding], let name = finding.location?.file else { return false }
      return count < readings[name, default: 0]
    }
  }

  private func load(for environment: Environment) -> Stylesheet {
    loader(for: environment).load(sources.main, form: options.form(of: sources.main))
  }

  private func loader(for environment: Environment) -> StylesheetLoader {
    options.loader(of: sources, for: environment, files: files)
  }

  /// Findings about values that are only known to be invalid after variables are replaced.
  private func computedFindings(
    under sheet: Stylesheet, _ environment: Environment
  ) -> [Diagnostic] {
    let renderer = TextRenderer(
      stylesheet: sheet, environment: environment.adopting(sheet.palette), host: host)
    return renderer.attributedText(sheet.textOfClasses).diagnostics
      .filter { $0.code == .invalidAtComputedTime }
  }

  private func findings(
    in texts: [SourceText], under sheet: Stylesheet, _ environment: Environment
  ) -> [Diagnostic] {
    guard !texts.isEmpty else { return [] }
    let renderer = TextRenderer(
      stylesheet: sheet, environment: environment.adopting(sheet.palette), host: host,
      options: markup, documents: AllDocumentFormats())
    var found = renderer.diagnostics
    var usage = MarkupUsage()
    usage.add(tag: host.element, classes: host.classes)
    for source in texts {
      let text = renderer.attributedText(source)
      found += text.diagnostics
      for case let element? in text.value.spans.map(\.content.description) {
        usage.add(tag: element.tag, classes: element.classes, attributes: element.attributes)
      }
    }
    let unused =
      usage.unknownAttributes(of: sheet) + usage.unusedRules(of: sheet, host: host.element)
    let embedded = sheet.embeddedImports
    return found + unused.filter { !embedded.contains($0.location?.file ?? "") }
  }

  /// Findings about plain texts, and about the patterns for them.
  func patterns(in texts: [SourceText]) -> [Diagnostic] {
    guard !texts.isEmpty else { return [] }
    let sheet = load(for: terminal)
    var options = markup
    options.form = .text
    let renderer = TextRenderer(
      stylesheet: sheet, environment: terminal.adopting(sheet.palette), host: host,
      options: options, documents: AllDocumentFormats())
    return texts.flatMap { renderer.attributedText($0).diagnostics }
      + HighlightRule.Kind.allCases.flatMap { kind in
        renderer.styles.highlights(kind).map { PatternCheck($0, kind, in: texts).findings } ?? []
      }
  }

  /// Text that is hard to read.
  func contrast(
    _ level: ContrastLevel, depths: [ColorDepth], schemes: [ColorScheme],
    measuresPalette: Bool = false
  ) -> ContrastCheck {
    var check = ContrastCheck(
      level: level, host: host, measuresPalette: measuresPalette, depths: depths)
    let terminals = terminals(schemes)
    for terminal in terminals {
      let other = terminals.first { $0.colorScheme != terminal.colorScheme }
      check.inspect(in: terminal, besides: other, loading: load)
    }
    return check
  }

  /// Pairs of classes that differ only by colours which look alike.
  func distinct(depths: [ColorDepth], schemes: [ColorScheme]) -> [Diagnostic] {
    var check = DistinctCheck(host: host, depths: depths)
    for terminal in terminals(schemes) { check.inspect(in: terminal, loading: load) }
    return check.findings
  }

  private func terminals(_ schemes: [ColorScheme]) -> [Environment] { schemes.map(terminal.turned) }

  /// Counts the palettes of terminals on which the text is readable.
  func readability(
    _ level: ContrastLevel, depths: [ColorDepth], schemes: [ColorScheme], on folder: PaletteFolder
  ) -> ReadabilityReport {
    var check = PaletteCheck(level: level, host: host, depths: depths)
    for entry in folder.entries where schemes.contains(terminal.on(entry.palette).colorScheme) {
      check.inspect(at: entry, on: terminal, loading: load)
    }
    return ReadabilityReport(sheet: sources.main.name, rows: check.rows)
  }

  /// Counts the palettes of terminals on which classes that differ only by colour are distinct.
  func likeness(
    depths: [ColorDepth], schemes: [ColorScheme], on folder: PaletteFolder
  ) -> LikenessReport {
    var check = PaletteDistinctCheck(host: host, depths: depths)
    for entry in folder.entries where schemes.contains(terminal.on(entry.palette).colorScheme) {
      check.inspect(at: entry, on: terminal, loading: load)
    }
    return LikenessReport(sheet: sources.main.name, rows: check.rows, classCount: check.classCount)
  }
}

/// The two values of `light-dark()` (CSS Color 5 §6).
struct SchemePair {
  var light: String
  var dark: String
}

extension SchemePair {
  /// nil for any other value.
  init?(_ value: String) {
    guard value.lowercased().hasPrefix("light-dark("), value.hasSuffix(")") else { return nil }
    var depth = 0
    var commas: [String.Index] = []
    let inside = value.dropFirst("light-dark(".count).dropLast()
    for index in inside.indices {
      switch inside[index] {
      case "(": depth += 1
      case ")": depth -= 1
      case "," where depth == 0: commas.append(index)
      default: break
      }
      if depth < 0 { return nil }
    }
    guard commas.count == 1, depth == 0 else { return nil }
    light = inside[..<commas[0]].trimmingWhitespace
    dark = inside[inside.index(after: commas[0])...].trimmingWhitespace
  }

  var text: String { "light-dark(\(light), \(dark))" }

  mutating func set(_ color: RGB8, for scheme: ColorScheme) {
    if scheme == .light { light = color.hex } else { dark = color.hex }
  }

  /// True for a value that cannot be part of another one (CSS Cascade 5 §7.3).
  static func isWhole(_ value: String) -> Bool {
    ["inherit", "initial", "unset", "revert", "revert-layer"].contains(value.lowercased())
  }
}

extension Stylesheet {
  /// Markup with an element of each class; any name stays inside its attribute.
  var textOfClasses: SourceText {
    let elements = classNames.map { "<span class=\"\(escape($0))\">x</span>" }
    return SourceText(name: "<classes>", text: elements.joined())
  }
}
