import Bytes
import Diagnostics
import StyleValues
import StyledText
package import Styling
import Synchronization

/// A stylesheet, which styles text by its elements and classes.
///
/// ```swift
/// let theme: Theme = [".bold": ["font-weight": "bold"]]  // or try Theme(contentsOf: "theme.json")
/// let name = "<Bob>"
/// print(theme.render("Hi <span class=bold>\(name)</span>", for: .plain))  // Hi <Bob>
/// ```
///
/// A stylesheet with errors is a theme, too: its valid parts apply, and the errors are in
/// `findings`. A theme can be shared between threads; a thread that renders often should make its
/// own `renderer(for:as:)`.
public struct Theme: Sendable {
  package let stylesheet: Stylesheet

  /// True if it was read from files rather than from text of the program.
  private let isFromFiles: Bool

  /// Reads the stylesheet again, for a program that adds more properties.
  private let reading: @Sendable (StyleExtensions) -> Stylesheet

  private var extensions: StyleExtensions

  /// Shared by all copies of a theme, so that caches recognise them.
  package let identity = Identity()

  /// Settings for markup.
  public var policy = MarkupPolicy()

  /// An object that is only compared for identity.
  package final class Identity: Sendable {
    /// The last renderer, because making one takes longer than rendering a short text.
    fileprivate let last = Mutex<LastRenderer?>(nil)
  }

  fileprivate struct LastRenderer {
    let renderer: ThemeRenderer
    let object: StyledObject
    let policy: MarkupPolicy
  }

  /// The syntax of a stylesheet.
  public enum Syntax: Hashable, Sendable {
    /// A dictionary: selector → declarations.
    case json
    /// CSS.
    case css
  }

  /// Reads a stylesheet and its imports from files.
  ///
  /// The file's extension decides the syntax, else the first character of the text.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - terminal: The terminal, which decides on variants of the files, such as `theme~dark.json`.
  ///   - directories: Directories for imports, besides that of the stylesheet.
  ///   - properties: The properties that the program adds.
  ///   - palettes: The reader for palette files; `CSSViewPalettes` has one.
  ///   - strict: True if the first finding other than a note is an error.
  ///   - imports: Returns the text for a bare name in an import, if no file beside the importing
  ///     one has that name.
  /// - Throws: `ThemeError` if the file cannot be read, or for a finding if `strict`.
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

  /// Loads a stylesheet that was read from a file, with its imports.
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

  /// The program's own stylesheets for imports.
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

  /// The theme with more properties of the program; nil if it has all of them.
  package func knowing(_ add: (inout ThemeProperties) -> Void) -> Theme? {
    var properties = ThemeProperties()
    properties.extensions = extensions
    add(&properties)
    guard properties.extensions.names != extensions.names else { return nil }
    var known = Theme(isFromFiles: isFromFiles, properties.extensions, reading)
    known.policy = policy
    return known
  }

  /// Reads the stylesheet that is named after a type, as MRGArchitect does: for `LoginView`
  /// `LoginView.json`, else `login_view.json` or one in CSS.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - directory: The directory; nil is that of the program, then the working directory.
  ///   - terminal: The terminal that the theme is for.
  ///   - properties: The properties that the program adds.
  /// - Throws: `ThemeError` if there is no such file, or it cannot be read.
  public init(
    for type: Any.Type, in directory: String? = nil, terminal: Terminal = .standardOutput,
    properties: ThemeProperties = ThemeProperties()
  ) throws(ThemeError) {
    self.init(try SheetFile.source(of: type, in: directory), for: terminal, properties: properties)
  }

  /// Reads a stylesheet from text; it cannot import files.
  ///
  /// Text that is empty, or only white space and comments, is a stylesheet without rules.
  ///
  /// - Parameters:
  ///   - text: The stylesheet.
  ///   - syntax: The syntax; nil lets the first character decide.
  ///   - name: The name of the stylesheet in findings.
  ///   - properties: The properties that the program adds.
  ///   - imports: Returns the text for a name in an import; findings call it by that name, such as
  ///     `<house>`. Without it, an import is a finding.
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

  /// Makes a theme of a dictionary: selector → declarations.
  ///
  /// Its selectors are in alphabetical order, because a dictionary has none, followed by its
  /// at-rules, so that media queries can override them. In findings it is `<theme>`, with a line
  /// for each key. Values may be those of `JSONSerialization`; values nested more than 512 deep are
  /// left out, with a finding.
  public init(dictionary: [String: Any], properties: ThemeProperties = ThemeProperties()) {
    let sorted = dictionary.sorted { $0.key < $1.key }
    let rules = sorted.filter { !$0.key.hasPrefix("@") } + sorted.filter { $0.key.hasPrefix("@") }
    let values = rules.map { ($0.key, ThemeValue(any: $0.value)) }
    self.init(Self.text(values), syntax: .json, properties: properties)
  }

  /// Makes a theme of typed rules; in findings it is `<theme>`, with a line for each rule.
  public init(_ rules: [ThemeRule], properties: ThemeProperties = ThemeProperties()) {
    self.init(rules.map(\.text).joined(separator: "\n"), syntax: .css, properties: properties)
  }

  private static func text(_ rules: [(String, ThemeValue)]) -> String {
    let lines = rules.map { JSONOutput.object([JSONOutput.Member($0, $1.json)]).text.dropFirst() }
    return "{" + lines.map { $0.dropLast() }.joined(separator: ",\n") + "}"
  }

  /// The findings about the stylesheet.
  public var findings: [Finding] {
    (stylesheet.diagnostics + stylesheet.hexNotationNotes).map(Finding.init)
  }

  /// True if anything of it can be used, or if it is empty without an error.
  public var isUsable: Bool { stylesheet.isUsable }

  /// Its files, its palette file, and missing files that it names, each once.
  ///
  /// For programs that watch the files, to read them again after a change. Themes from text or code
  /// have none.
  public var files: [String] {
    guard isFromFiles else { return [] }
    var names = stylesheet.files.filter { !$0.isEmbedded }.map(\.source.name)
    if case .file(let name)? = stylesheet.palette?.origin { names.append(name) }
    return (names + stylesheet.missingFiles).uniqued
  }

  /// The classes in its selectors.
  public var classNames: [String] { stylesheet.classNames }

  /// Makes a renderer with this theme for one terminal and one object.
  public func renderer(
    for terminal: Terminal = .standardOutput, as object: StyledObject = StyledObject()
  ) -> ThemeRenderer { ThemeRenderer(self, terminal: terminal, object: object) }

  /// Renders markup for a terminal, keeping its lines.
  ///
  /// - Parameters:
  ///   - markup: The markup; interpolated values are text.
  ///   - terminal: The terminal; the default is that of standard output, or plain text if it is
  ///     none.
  ///   - object: The object that the text belongs to.
  /// - Returns: Text with escape sequences, which ends in the terminal's default state.
  public func render(
    _ markup: Markup, for terminal: Terminal = .standardOutput,
    as object: StyledObject = StyledObject()
  ) -> String { String(decoding: rendered(markup, for: terminal, as: object), as: UTF8.self) }

  /// The rendered markup as UTF-8.
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
  /// Each element once, in order.
  package var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Theme: ExpressibleByDictionaryLiteral {
  /// A stylesheet written in Swift: selector → declarations.
  ///
  /// In findings it is `<theme>`, with a line for each selector.
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
  /// The path of the file.
  public let path: String

  /// A phrase such as `permission denied`.
  public let reason: String

  /// The finding of a strict theme; nil if the file could not be read.
  public let finding: Finding?

  /// True if the system cannot read the file; false if it is too large.
  package let isUnreadable: Bool

  package init(path: String, reason: String, isUnreadable: Bool = true, finding: Finding? = nil) {
    self.path = path
    self.reason = reason
    self.isUnreadable = isUnreadable
    self.finding = finding
  }

  /// One line, safe for a terminal.
  public var description: String {
    let place = [finding?.line, finding?.column].compactMap { $0.map { ":\($0)" } }.joined()
    return SafeText.label("\(path)\(place): \(reason)").string
  }
}

/// Settings for markup.
public struct MarkupPolicy: Hashable, Sendable {
  /// The allowed schemes of link targets, in lower case; by default `http`, `https`, `mailto`,
  /// `ftp` and `file`.
  public var linkSchemes = LinkTarget.defaultSchemes

  /// True if link targets may lack a scheme: `guide.html`, `/etc/passwd`, `//example.com`.
  ///
  /// Terminals interpret such targets differently.
  public var allowsRelativeLinks = true

  /// True if bidirectional controls are kept that are balanced within a line; otherwise they become
  /// visible.
  public var allowsBidirectional = false

  /// True if the target of a link follows its text in output without links.
  public var showsLinkTargets = false

  /// True if the patterns of the theme (`@highlight`, `@line`) apply to markup, too.
  ///
  /// In plain and coloured text they always apply.
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

  /// The defaults are safe for text from anywhere.
  public init() {}
}

/// A rule of a theme in code: a selector with declarations that the compiler checks.
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
/// As in CSS, a later rule wins over an earlier one, and a more specific selector over both.
public struct ThemeRule: Hashable, Sendable {
  let text: String

  /// A rule for a selector of CSS, without parts that would end the selector.
  public init(_ selector: String, _ declarations: [StyleDeclaration]) {
    text = "\(CSSFragment.closed(selector)) { \(declarations.map(\.text).joined(separator: "; ")) }"
  }

  private init(text: String) { self.text = text }

  /// Rules for a media query, such as `(width < 60)`, without parts that would end the query.
  public static func media(_ query: String, _ rules: [ThemeRule]) -> ThemeRule {
    let rules = rules.map(\.text).joined(separator: " ")
    return ThemeRule(text: "@media \(CSSFragment.closed(query)) { \(rules) }")
  }
}

/// A property and its value, for themes in code.
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

  /// The declaration in CSS.
  public var description: String { text }

  private init(_ name: String, _ value: String) { text = "\(name): \(value)" }

  /// Any property, with its value in CSS.
  ///
  /// Braces and semicolons outside of strings are removed from both, and so are comments; open
  /// strings and parentheses are closed. So an error cannot affect other declarations. Only for an
  /// author's text, not for data.
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

  /// The background colour.
  public static func backgroundColor(_ color: StyleColor) -> StyleDeclaration {
    StyleDeclaration("background-color", color.value?.cssText ?? "transparent")
  }

  /// The weight of the letters, 1 to 1000.
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

  /// The alignment of lines in a block.
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

  /// The alignment of lines in the block.
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

  /// The border of the block; by default in the colour of the text.
  public static func border(
    _ line: Line, width pixels: Double = 1, color: StyleColor = .standard
  ) -> StyleDeclaration {
    StyleDeclaration(
      "border",
      line == .none
        ? "none"
        : "\(NumberText.css(pixels))px \(line.rawValue) \(color.value?.cssText ?? "currentcolor")")
  }

  /// The padding in px: a cell is 7.5 px wide and 15 px high.
  public static func padding(_ insets: StyleInsets) -> StyleDeclaration {
    StyleDeclaration("padding", insets.text)
  }

  /// The margin in px.
  public static func margin(_ insets: StyleInsets) -> StyleDeclaration {
    StyleDeclaration("margin", insets.text)
  }
}

extension StyleInsets {
  /// In the order of CSS.
  package var text: String {
    [top, right, bottom, left].map { NumberText.css($0) + "px" }.joined(separator: " ")
  }
}
