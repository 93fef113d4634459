import Bytes
import CSSSyntax
package import Diagnostics
package import StyleValues

/// The plain values of a sheet by their keys: MRGArchitect's typed getters over a chain of files.
///
/// The chain is that of a stylesheet: imports, the file, its variants, its traits and size classes;
/// later files win. `values` has the getters. When the terminal changes, everything is loaded
/// again.
///
/// ```swift
/// let source = SourceText(
///   name: "theme.json",
///   text: #"{"title": "Inbox", "margin": "{1, 2}", "[- *]": {"title": "In"}}"#)
/// var sheet = KeyedSheet(source, loader: StylesheetLoader(environment: Environment(columns: 120)))
/// print(try sheet.values.value(String.self, forKey: "title"))  // Inbox
/// print(try sheet.values.value(Point.self, forKey: "margin").y)  // 2.0
///
/// // A narrow terminal: the size class of compact width counts now.
/// sheet.environment.columns = 40
/// print(try sheet.values.value(String.self, forKey: "title"))  // In
/// ```
package struct KeyedSheet {
  /// The terminal, which decides on variants and size classes.
  package var environment: Environment {
    didSet {
      guard environment != oldValue else { return }
      loader.environment = environment
      load()
    }
  }

  package private(set) var values: KeyedValues

  /// The files that were read, the weakest first.
  package private(set) var sources: [LoadedSource] = []

  package private(set) var missingFiles: [String] = []

  /// The palette file that it is made for.
  package private(set) var paletteFile: String?

  package private(set) var diagnostics: [Diagnostic] = []

  private var loader: StylesheetLoader
  private let main: SourceText
  private let form: StylesheetForm?
  private let standardDialect: Dialect?

  /// Reads the values of a file with its imports and variants.
  ///
  /// The name of the source is the path that imports are relative to. Without a form the name's
  /// extension decides, then the first byte. `standardDialect` applies to values if neither loader
  /// nor file names a dialect.
  package init(
    _ source: SourceText, form: StylesheetForm? = nil, loader: StylesheetLoader,
    standardDialect: Dialect? = nil
  ) {
    self.standardDialect = standardDialect
    main = source
    self.form = form
    self.loader = loader
    environment = loader.environment
    values = KeyedValues(layers: [], context: ConversionContext())
    load()
  }

  private mutating func load() {
    let form = form ?? StylesheetForm(of: main)
    let syntax = SheetSyntax(main, form: form)
    var collector = ImportCollector(loader: loader)
    collector.collect(sheet: syntax, reason: .main)
    var layers: [RawValue] = []
    sources = []
    diagnostics = collector.findings.all
    missingFiles = collector.missing
    paletteFile = nil
    if case .file(let name)? = collector.palette?.origin { paletteFile = name }
    // The collector goes from the strongest to the weakest.
    for segment in collector.segments.reversed() where holds(segment) {
      var sizeClasses: [(size: SizeClass, value: RawValue)] = []
      for (syntax, reason) in segment.files {
        sources.append(LoadedSource(source: syntax.source, reason: reason))
        diagnostics += syntax.diagnostics
        guard case .dictionary(let document) = syntax.content else {
          if reason == .main { diagnostics.append(Self.noKeys(syntax.source)) }
          continue
        }
        diagnostics += document.diagnostics
        guard let root = document.root, case .object = root.value else {
          diagnostics.append(Self.noKeys(syntax.source))
          continue
        }
        add(RawValue(root, of: document), to: &layers, &sizeClasses)
      }
      for entry in SizeClass.ordered(sizeClasses, by: \.size)
      where entry.size.query.matches(environment) { layers.append(entry.value) }
    }
    let directory = FileName.directory(of: main.name)
    values = KeyedValues(
      layers: layers,
      context: ConversionContext(
        dialect: loader.dialect ?? syntax.dialect ?? standardDialect ?? form.standardDialect,
        colorScheme: environment.colorScheme,
        baseDirectory: loader.files?.canonicalPath(of: directory) ?? directory,
        palette: environment.adopting(collector.palette).terminalColors))
    values.expand = Self.expansion(of: variables(in: layers), values.context.dialect)
  }

  private static func noKeys(_ source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, .notExpressible, "the stylesheet is not JSON and has no keys",
      location: SourceLocation(file: source.name, line: 1, column: 1))
  }

  /// The custom properties of `:root` in all files, and each `$name` beside the rules.
  private func variables(in layers: [RawValue]) -> VariableScope {
    var declared: [String: CSSText] = [:]
    func add(_ name: String, _ value: RawValue) {
      if let text = value.text { declared[name] = DollarVariable.expanded(text) }
    }
    for case .object(let members) in layers.map(\.content) {
      for member in members {
        if member.name.hasPrefix("$") { add("--" + member.name.dropFirst(), member.value) }
        guard member.name == ":root", case .object(let variables) = member.value.content else {
          continue
        }
        for variable in variables where variable.name.isCustomPropertyName {
          add(variable.name, variable.value)
        }
      }
    }
    return VariableScope.empty.declaring(
      VariableExpander.compute(declared, inherited: .empty).values)
  }

  private static func expansion(
    of scope: VariableScope, _ dialect: Dialect
  ) -> @Sendable (CSSText) throws(UnexpectedValue) -> CSSText {
    { (text: CSSText) throws(UnexpectedValue) in
      let text = dialect.hasDollarVariables ? DollarVariable.expanded(text) : text
      do throws(VariableError) {
        return try VariableExpander.expand(text, in: scope)
      } catch {
        throw UnexpectedValue(
          expected: "a value", found: "an error: \(error.description)", range: text.location)
      }
    }
  }

  private func holds(_ segment: SheetSegment) -> Bool {
    segment.media.allSatisfy { MediaQuery($0).matches(environment) }
  }

  /// Adds the members of a file, with those of a matching `@media` in its position.
  private func add(
    _ root: RawValue, to layers: inout [RawValue],
    _ sizeClasses: inout [(size: SizeClass, value: RawValue)]
  ) {
    guard case .object(let members) = root.content else { return }
    var properties: [RawMember] = []
    for member in members {
      if let size = SizeClass(member.name) {
        sizeClasses.append((size, member.value))
      } else if AtKey.keyword(of: member.name) == "@media" {
        let query = MediaQuery(CSSText(String(member.name.dropFirst("@media".count))))
        guard query.matches(environment) else { continue }
        layers.append(RawValue(.object(properties), at: root.range))
        properties = []
        layers.append(member.value)
      } else if !member.name.hasPrefix("@") {
        properties.append(member)
      }
    }
    layers.append(RawValue(.object(properties), at: root.range))
  }
}
