import Bytes
import Diagnostics
import StyleValues
import StyledText
package import Styling
import Synchronization

/// A stylesheet: what text with classes looks like.
///
/// ```swift
/// let theme: Theme = [".bold": ["font-weight": "bold"]]  // or try Theme(contentsOf: "theme.json")
/// let name = "<Bob>"
/// print(theme.render("Hi <span class=bold>\(name)</span>", for: .plain))  // Hi <Bob>
/// ```
///
/// A sheet with mistakes is a theme, too: of what is valid, with the mistakes in `findings`. A
/// theme can be shared between threads; who renders often makes a `renderer(for:as:)` for each.
public struct Theme: Sendable {
  /// The rules.
  package let stylesheet: Stylesheet

  /// True if it was read from files and not from text of the program.
  private let isFromFiles: Bool

  /// Reads the sheet again, for a program that adds more properties.
  private let reading: @Sendable (StyleExtensions) -> Stylesheet

  private var extensions: StyleExtensions

  /// Object that all copies of a theme share, so that caches know them again.
  package let identity = Identity()

  /// Policy for markup.
  public var policy = MarkupPolicy()

  /// Object of which only matters that it is the same one.
  package final class Identity: Sendable {
    /// The renderer of a program that keeps none: making one takes longer than a short text.
    fileprivate let last = Mutex<LastRenderer?>(nil)
  }

  fileprivate struct LastRenderer {
    let renderer: ThemeRenderer
    let object: StyledObject
    let policy: MarkupPolicy
  }

  /// Syntax of a sheet.
  public enum Syntax: Hashable, Sendable {
    /// A dictionary: selector → declarations.
    case json
    /// CSS.
    case css
  }

  /// Reads a sheet, with all that it imports, from files.
  ///
  /// The file's extension decides the syntax, else the first character of the text.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - terminal: The terminal that it is for; it decides which variants of the files are read,
  ///     such as `theme~dark.json`.
  ///   - directories: The directories that imports may come from besides the directory of the
  ///     sheet.
  ///   - properties: The properties that the program adds.
  ///   - palettes: The reader for palette files; `CSSViewPalettes` has one.
  ///   - strict: True if the first finding that is no note is an error.
  ///   - imports: Returns the text of a sheet that an import names without a path or an ending, where
  ///     no file beside the importing one has the name.
  /// - Throws: `ThemeError` when the file cannot be read, or for a finding if it is strict.
  public init(
    contentsOf path: String, for terminal: Terminal = .standardOutput,
    importsFrom directories: [String] = [], properties: ThemeProperties = ThemeProperties(),
    palettes: PaletteReader? = nil, strict: Bool = false,
    imports: (@Sendable (_ name: String) -> String?)? = nil
  ) throws(ThemeError) {
    self.init(
      try SheetFile.source(path), for: terminal, importsFrom: directories, properties: properties,
      palettes: palettes, imports: imports)
    if strict, let finding = findings.first(where: { $0.severity != .note }) {
      throw ThemeError(path: finding.file ?? path, reason: finding.message, finding: finding)
    }
  }

  /// Takes a sheet that was read from a file, and reads what it imports.
  private init(
    _ source: SourceText, for terminal: Terminal, importsFrom directories: [String] = [],
    properties: ThemeProperties, palettes: PaletteReader? = nil,
    imports: (@Sendable (String) -> String?)? = nil
  ) {
    self.init(isFromFiles: true, properties.extensions) { extensions in
      var loader = StylesheetLoader(
        environment: terminal.environment, files: SystemFiles(), allowedDirectories: directories,
        extensions: extensions)
      loader.named = imports.map(Self.named)
      loader.palettes = palettes?.read
      return loader.load(source)
    }
  }

  /// The sheets that a program has for imports.
  private static func named(_ imports: @escaping @Sendable (String) -> String?) -> NamedSheets {
    NamedSheets { name, _ in
      imports(name).map { [.embedded(SourceText(name: "<\(name)>", text: $0))] } ?? []
    }
  }

  private init(
    isFromFiles: Bool, _ extensions: StyleExtensions,
    _ reading: @escaping @Sendable (StyleExtensions) -> Stylesheet
  ) {
    self.isFromFiles = isFromFiles
    self.extensions = extensions
    self.reading = reading
    stylesheet = reading(extensions)
  }

  /// The theme with more properties of the program; nil where it knows all of them.
  package func knowing(_ add: (inout ThemeProperties) -> Void) -> Theme? {
    var properties = ThemeProperties()
    properties.extensions = extensions
    add(&properties)
    guard properties.extensions.names != extensions.names else { return nil }
    var known = Theme(isFromFiles: isFromFiles, properties.extensions, reading)
    known.policy = policy
    return known
  }

  /// Reads the sheet that is named after a type, as MRGArchitect does: for `LoginView`
  /// `LoginView.json`, else `login_view.json` or one in CSS.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - directory: The directory of the sheet; nil is that of the program, then the working
  ///     directory.
  ///   - terminal: The terminal that it is for.
  ///   - properties: The properties that the program adds.
  /// - Throws: `ThemeError` when there is no such file, or it cannot be read.
  public init(
    for type: Any.Type, in directory: String? = nil, terminal: Terminal = .standardOutput,
    properties: ThemeProperties = ThemeProperties()
  ) throws(ThemeError) {
    self.init(
      try SheetFile.source(of: type, in: directory), for: terminal,
      properties: properties)
  }

  /// Takes a sheet that is there as text; it imports no files.
  ///
  /// An empty text, or one of white space and comments alone, is a sheet without rules.
  ///
  /// - Parameters:
  ///   - text: The sheet.
  ///   - syntax: The syntax; nil lets its first character decide.
  ///   - name: The name of the sheet in findings.
  ///   - properties: The properties that the program adds.
  ///   - imports: Returns the text of a sheet that an import names; findings call it by its name, such
  ///     as `<house>`. Without it, an import is a finding.
  public init(
    _ text: String, syntax: Syntax? = nil, name: String = "<theme>",
    properties: ThemeProperties = ThemeProperties(),
    imports: (@Sendable (_ name: String) -> String?)? = nil
  ) {
    let source = SourceText(name: name, text: text)
    let form: StylesheetForm? =
      switch syntax {
      case .json: .json
      case .css: .css
      // Nothing is no document of JSON, but a sheet of CSS without rules.
      case nil: StylesheetForm.declared(by: source) == nil ? .css : nil
      }
    self.init(isFromFiles: false, properties.extensions) {
      var loader = StylesheetLoader(extensions: $0)
      loader.named = imports.map(Self.named)
      return loader.load(source, form: form)
    }
  }

  /// Takes a sheet that is there as a dictionary: selector → declarations.
  ///
  /// Its selectors are taken in alphabetical order, as a dictionary has none, and then its at-rules,
  /// so that media queries can change them. Findings call it `<theme>`, and each key has a line.
  /// Values may be what `JSONSerialization` makes; what is nested more than 512 deep is left out,
  /// with a finding.
  public init(
    dictionary: [String: Any], properties: ThemeProperties = ThemeProperties()
  ) {
    let sorted = dictionary.sorted { $0.key < $1.key }
    let rules =
      sorted.filter { !$0.key.hasPrefix("@") } + sorted.filter { $0.key.hasPrefix("@") }
    let values = rules.map { ($0.key, ThemeValue(any: $0.value)) }
    self.init(Self.text(values), syntax: .json, properties: properties)
  }

  /// Puts a sheet together from typed rules.
  ///
  /// Findings call it `<theme>`, and each rule has a line.
  public init(_ rules: [ThemeRule], properties: ThemeProperties = ThemeProperties()) {
    self.init(
      rules.map(\.text).joined(separator: "\n"), syntax: .css, properties: properties)
  }

  private static func text(_ rules: [(String, ThemeValue)]) -> String {
    let lines = rules.map { JSONOutput.object([JSONOutput.Member($0, $1.json)]).text.dropFirst() }
    return "{" + lines.map { $0.dropLast() }.joined(separator: ",\n") + "}"
  }

  /// Findings about the sheet.
  public var findings: [Finding] {
    (stylesheet.diagnostics + stylesheet.hexNotationNotes).map(Finding.init)
  }

  /// True if anything of it can be used; a sheet that is empty without a mistake can.
  public var isUsable: Bool { stylesheet.isUsable }

  /// The files that it was put together from, the palette file that it names, and those
  /// that it would have if they were there: what it cannot import, each once.
  ///
  /// A program that watches them knows when to read it again; to watch them is up to the program. A
  /// theme that was given as text or built in code has none.
  public var files: [String] {
    guard isFromFiles else { return [] }
    var names = stylesheet.files.filter { !$0.isEmbedded }.map(\.source.name)
    if case .file(let name)? = stylesheet.palette?.origin { names.append(name) }
    return (names + stylesheet.missingFiles).uniqued
  }

  /// The classes that its selectors name.
  public var classNames: [String] { stylesheet.classNames }

  /// Returns the renderer for text under this theme, for one terminal and one object.
  public func renderer(
    for terminal: Terminal = .standardOutput, as object: StyledObject = StyledObject()
  ) -> ThemeRenderer {
    ThemeRenderer(self, terminal: terminal, object: object)
  }

  /// Markup as text for a terminal; its lines stay as they are.
  ///
  /// - Parameters:
  ///   - markup: The markup; interpolated values are text.
  ///   - terminal: The terminal; the text is plain where standard output is none.
  ///   - object: The object that the text belongs to.
  /// - Returns: The text with escape sequences; it ends in the terminal's default state.
  public func render(
    _ markup: Markup, for terminal: Terminal = .standardOutput,
    as object: StyledObject = StyledObject()
  ) -> String {
    String(decoding: rendered(markup, for: terminal, as: object), as: UTF8.self)
  }

  /// The same as UTF-8.
  func rendered(
    _ markup: Markup, for terminal: Terminal, as object: StyledObject = StyledObject()
  ) -> [UInt8] {
    let known = identity.last.withLockIfAvailable { last in
      if last?.renderer.terminal != terminal || last?.object != object || last?.policy != policy {
        last = LastRenderer(
          renderer: renderer(for: terminal, as: object), object: object, policy: policy)
      }
      var bytes: [UInt8] = []
      last?.renderer.append(markup, to: &bytes)
      return bytes
    }
    if let known { return known }
    // Another thread renders with it.
    var bytes: [UInt8] = []
    renderer(for: terminal, as: object).append(markup, to: &bytes)
    return bytes
  }
}

extension [String] {
  /// Each once, in their order.
  package var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Theme: ExpressibleByDictionaryLiteral {
  /// A sheet that is written in Swift: selector → declarations.
  ///
  /// Findings call it `<theme>`; each selector has a line.
  public init(dictionaryLiteral rules: (String, ThemeValue)...) {
    self.init(Self.text(rules), syntax: .json)
  }
}

extension Theme: CustomStringConvertible {
  /// A line about the theme, and its findings.
  ///
  /// ```swift
  /// print(Theme(".ok { colr: red }", name: "a.css"), terminator: "")
  /// // theme with 1 class
  /// // a.css:1:7: error: unknown property 'colr' [unknown-property]
  /// //   1 | .ok { colr: red }
  /// //     |       ^~~~ did you mean 'color'?
  /// ```
  public var description: String {
    let count = classNames.count
    return "theme with \(count) class\(count == 1 ? "" : "es")\n" + Finding.report(findings)
  }
}

/// Why a theme could not be read.
public struct ThemeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String

  /// A phrase such as `permission denied`.
  public let reason: String

  /// The finding that a strict theme has; nil if the file could not be read.
  public let finding: Finding?

  /// True if the system cannot read the file; false if the file is only too large.
  package let isUnreadable: Bool

  package init(
    path: String, reason: String, isUnreadable: Bool = true, finding: Finding? = nil
  ) {
    self.path = path
    self.reason = reason
    self.isUnreadable = isUnreadable
    self.finding = finding
  }

  /// One line for a person, safe for a terminal.
  public var description: String {
    let place = [finding?.line, finding?.column].compactMap { $0.map { ":\($0)" } }.joined()
    return SafeText.label("\(path)\(place): \(reason)").string
  }
}

/// Policy for markup.
public struct MarkupPolicy: Hashable, Sendable {
  /// The schemes that link targets may have, in lower case; `http`, `https`, `mailto`, `ftp` and
  /// `file` unless set.
  public var linkSchemes = LinkTarget.defaultSchemes

  /// True if link targets may have no scheme at all: `guide.html`, `/etc/passwd`, `//example.com`.
  ///
  /// Terminals differ in what they take such a target for.
  public var allowsRelativeLinks = true

  /// True if bidirectional controls pass that are balanced within a line; otherwise they become
  /// visible.
  public var allowsBidirectional = false

  /// True if the target of a link stands behind its text where links cannot be written.
  public var showsLinkTargets = false

  /// True if the patterns of the theme (`@highlight`, `@line`) are found in markup, too.
  ///
  /// In plain and coloured text they always are.
  ///
  /// ```swift
  /// var theme = Theme(#"@highlight size "\d+ GB"; .size { font-weight: bold }"#)
  /// theme.policy.findsPatterns = true
  /// let text = theme.renderer(for: .plain).styled("<b>full</b>: 20 GB")
  /// for run in text.runs { print(run.text, run.element, run.classes) }
  /// // full b []
  /// // :  text []
  /// // 20 GB mark ["size"]
  /// ```
  public var findsPatterns = false

  /// Makes a policy that suits text from anywhere.
  public init() {}
}

/// A rule of a theme that is built in code: what it is for, and its declarations, each of which the
/// compiler checks.
///
/// ```swift
/// let theme = Theme([
///   ThemeRule(":root", [.variable("--loud", "#ff6b6b")]),
///   ThemeRule(".error", [.set("color", "var(--loud)"), .fontWeight(700)]),
///   ThemeRule(".link", [.color(.palette(12)), .underline(.dotted)]),
///   ThemeRule(".card", [.border(.double, color: .palette(8)), .padding(StyleInsets(left: 15))]),
///   .media("(width < 60)", [ThemeRule(".card", [.border(.none)])]),
/// ])
/// print(theme.classNames, theme.findings)  // ["error", "link", "card"] []
/// print(theme.render("<span class=error>No</span>", for: Terminal()).debugDescription)
/// // "\u{1B}[38;2;255;107;107;1mNo\u{1B}[0m"
/// ```
///
/// As in CSS, a later rule wins over an earlier one, and a more exact selector over both.
public struct ThemeRule: Hashable, Sendable {
  let text: String

  /// A rule for what a selector of CSS names.
  ///
  /// As with values, what would end the selector is left out.
  public init(_ selector: String, _ declarations: [StyleDeclaration]) {
    text = "\(CSSFragment.closed(selector)) { \(declarations.map(\.text).joined(separator: "; ")) }"
  }

  private init(text: String) {
    self.text = text
  }

  /// Rules that count where a media query holds, such as `(width < 60)`.
  ///
  /// As with values, what would end the query is left out.
  public static func media(_ query: String, _ rules: [ThemeRule]) -> ThemeRule {
    let rules = rules.map(\.text).joined(separator: " ")
    return ThemeRule(text: "@media \(CSSFragment.closed(query)) { \(rules) }")
  }
}

/// A property and its value, for themes that are built in code.
///
/// ```swift
/// let declarations: [StyleDeclaration] = [
///   .color(.rgb(red: 255, green: 136, blue: 0)), .fontWeight(700), .opacity(0.5),
///   .set("text-shadow", "1px 1px black"),
/// ]
/// print(declarations[0], declarations[2])  // color: rgb(255, 136, 0) opacity: 0.5
/// ```
public struct StyleDeclaration: Hashable, Sendable, CustomStringConvertible {
  let text: String

  /// The declaration as CSS writes it.
  public var description: String { text }

  private init(_ name: String, _ value: String) {
    text = "\(name): \(value)"
  }

  /// Any property, with its value as CSS writes it.
  ///
  /// What would end the declaration is left out of both, braces and semicolons outside of strings;
  /// strings and parentheses that are open at the end are closed, and comments are left out. So a
  /// mistake stays in its declaration. It is for an author's text, and not for data.
  public static func set(_ property: String, _ value: String) -> StyleDeclaration {
    StyleDeclaration(CSSFragment.closed(property), CSSFragment.closed(value))
  }

  /// A variable, such as `--accent`.
  public static func variable(_ name: String, _ value: String) -> StyleDeclaration {
    set(name.isCustomPropertyName ? name : "--" + name, value)
  }

  /// The colour of the text.
  public static func color(_ color: StyleColor) -> StyleDeclaration {
    StyleDeclaration("color", color.value?.cssText ?? "initial")
  }

  /// The colour behind the text.
  public static func backgroundColor(_ color: StyleColor) -> StyleDeclaration {
    StyleDeclaration("background-color", color.value?.cssText ?? "transparent")
  }

  /// Weight of the letters, 1 to 1000.
  public static func fontWeight(_ weight: Double) -> StyleDeclaration {
    StyleDeclaration("font-weight", NumberText.css(weight))
  }

  /// The size of the letters in px.
  public static func fontSize(_ pixels: Double) -> StyleDeclaration {
    StyleDeclaration("font-size", NumberText.css(pixels) + "px")
  }

  /// Italic or upright.
  public static func italic(_ isOn: Bool = true) -> StyleDeclaration {
    StyleDeclaration("font-style", isOn ? "italic" : "normal")
  }

  /// A line under the text; nil is none.
  public static func underline(_ line: RunStyle.Underline?) -> StyleDeclaration {
    StyleDeclaration("text-decoration", line.map { "underline \($0.rawValue)" } ?? "none")
  }

  /// Opacity, 0 to 1.
  public static func opacity(_ opacity: Double) -> StyleDeclaration {
    StyleDeclaration("opacity", NumberText.css(opacity))
  }

  /// Alignment of lines in a block.
  public enum TextAlign: String, CaseIterable, Hashable, Sendable {
    /// At the left edge.
    case left
    /// At the right edge.
    case right
    /// In the middle.
    case center
    /// At both edges.
    case justify
  }

  /// Alignment of lines in the block.
  public static func textAlign(_ alignment: TextAlign) -> StyleDeclaration {
    StyleDeclaration("text-align", alignment.rawValue)
  }

  /// A line around a block.
  public enum Line: String, CaseIterable, Hashable, Sendable {
    case none
    /// One line.
    case solid
    /// Two lines.
    case double
    case dashed
    /// Dots.
    case dotted
  }

  /// The border of the block; its colour is that of the text unless it has one of its own.
  public static func border(
    _ line: Line, width pixels: Double = 1, color: StyleColor = .standard
  ) -> StyleDeclaration {
    StyleDeclaration(
      "border",
      line == .none
        ? "none"
        : "\(NumberText.css(pixels))px \(line.rawValue) \(color.value?.cssText ?? "currentcolor")")
  }

  /// The room inside of the border, in px: a cell is 7.5 px wide and 15 px high.
  public static func padding(_ insets: StyleInsets) -> StyleDeclaration {
    StyleDeclaration("padding", insets.text)
  }

  /// The room around the border, in px.
  public static func margin(_ insets: StyleInsets) -> StyleDeclaration {
    StyleDeclaration("margin", insets.text)
  }
}

extension StyleInsets {
  /// The four lengths in CSS's order.
  fileprivate var text: String {
    [top, right, bottom, left].map { NumberText.css($0) + "px" }.joined(separator: " ")
  }
}
