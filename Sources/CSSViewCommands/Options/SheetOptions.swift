import ArgumentParser
import CSSView
import Diagnostics
import OperatingSystem
package import StyleValues
package import Styling
import SystemPackage
import TerminalPalettes

/// Options for finding and reading a stylesheet.
struct SheetOptions: ParsableArguments {
  @Option(help: .rare("Override the dialect declared in stylesheets.", value: "dialect"))
  var dialect: Dialect?

  @Option(
    name: .customLong("sheet-format"),
    help: .rare(
      "Format of a stylesheet on standard input.", "By default its first byte decides.",
      value: "format"))
  var form: StylesheetForm?

  @Option(
    help: .rare("Allow imports from this directory; repeatable.", value: "directory"),
    completion: .directory)
  var allowImportsFrom: [String] = []

  @Option(
    help: .rare("Add a stylesheet or theme behind the main one; repeatable.", value: "stylesheet"),
    completion: .custom(SheetCompletion.names))
  var add: [String] = []

  @Option(
    help: .rare(
      "Add rules, such as '.warn { color: red }'; repeatable.", "They come behind all stylesheets.",
      value: "rules"))
  var css: [String] = []

  @Flag(help: .rare("Cut cells of tables with an ellipsis; do not break them."))
  var cut = false

  /// The arguments for these options, without the format of standard input.
  var arguments: [String] {
    var line = dialect.map { ["--dialect", $0.rawValue] } ?? []
    let all = [("--allow-imports-from", allowImportsFrom), ("--add", add), ("--css", css)]
    for (name, list) in all { for x in list.flatMap(ArgumentRuns.parted) { line += [name, x] } }
    return cut ? line + ["--cut"] : line
  }

  func validate() throws {
    for path in allowImportsFrom.flatMap(ArgumentRuns.parted)
    where FilePath(argument: path).canonical == nil {
      throw ValidationError("'--allow-imports-from': no such directory '\(path)'")
    }
    if add.flatMap(ArgumentRuns.parted).contains("-") {
      throw ValidationError("'--add' needs a file or a theme; standard input cannot be added")
    }
  }

  private static let cutRules = "th, td { white-space: nowrap; text-overflow: ellipsis }"

  /// The name in findings of rules on the command line.
  static let rulesName = "<css>"

  /// Reads a stylesheet, and those added to it; if it `isFound`, files have to be regular ones,
  /// because they are read repeatedly.
  func read(
    _ argument: String, isFound: Bool = false, in console: Console
  ) throws(CommandFailure) -> SheetSources {
    SheetSources(
      main: try SheetArgument.source(argument, isFound: isFound, in: console),
      added: try added(isFound: isFound, in: console),
      catalog: ThemeCatalog(variable: console.variable))
  }

  func added(isFound: Bool = false, in console: Console) throws(CommandFailure) -> [SheetSource] {
    let sheets = try add.flatMap(ArgumentRuns.parted).map { (argument) throws(CommandFailure) in
      SheetSource(try SheetArgument.source(argument, isFound: isFound, in: console))
    }
    let rules = ((cut ? [Self.cutRules] : []) + css.flatMap(ArgumentRuns.parted)).map { rules in
      SheetSource(SourceText(name: Self.rulesName, bytes: ArgumentText.bytes(rules)), form: .css)
    }
    return sheets + rules
  }

  /// Loads stylesheets and their imports as one, with its findings.
  func load(_ sources: SheetSources, for environment: Environment) -> Stylesheet {
    loader(of: sources, for: environment).load(sources.main, form: form(of: sources.main))
  }

  /// The format option, if a stylesheet comes from standard input.
  func form(of source: SourceText) -> StylesheetForm? {
    source.name == InputFile.standardInput ? form : nil
  }

  /// A loader that reads imports and variants from the file system.
  func loader(
    of sources: SheetSources, for environment: Environment,
    files: any StylesheetFiles = SystemFiles()
  ) -> StylesheetLoader {
    var loader = loader(for: environment, sources.catalog, files: files)
    loader.added = sources.added
    return loader
  }

  /// A loader for a stylesheet without additions.
  func loader(
    for environment: Environment, _ catalog: ThemeCatalog,
    files: any StylesheetFiles = SystemFiles()
  ) -> StylesheetLoader {
    var loader = StylesheetLoader(
      environment: environment, dialect: dialect, files: files,
      allowedDirectories: allowImportsFrom.flatMap(ArgumentRuns.parted))
    loader.named = catalog.named
    loader.palettes = PaletteFile.read
    return loader
  }
}

/// The stylesheets of a command line, for one terminal or several.
struct SheetSources {
  let main: SourceText

  /// Later ones win.
  var added: [SheetSource] = []

  /// The themes for names in imports.
  let catalog: ThemeCatalog
}

extension Dialect: ExpressibleByArgument {}
extension StylesheetForm: ExpressibleByArgument {}

extension SheetOptions {
  static var defaults: Self {
    with {
      ($0.dialect, $0.form, $0.allowImportsFrom) = (nil, nil, [])
      ($0.add, $0.css, $0.cut) = ([], [], false)
    }
  }
}

/// Completes the host options, with names from a stylesheet that is already on the command line.
///
/// bash expands completions like a command line. So names with a meaning to a shell are left out,
/// and others need no quotes. `words` is the whole command line.
enum NameCompletion {
  static func classes(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    list(prefix, of: sheet(in: words)?.classNames ?? [])
  }

  static func elements(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    fitting(prefix, among: sheet(in: words)?.elementNames ?? [])
  }

  /// The matching states among those in the stylesheet, or among all if it has none.
  static func states(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    let named = sheet(in: words)?.namedStates ?? []
    let all = StyleValues.ControlState.members
    let matching = all.filter { named.isSuperset(of: $0.value) }
    return list(prefix, of: (matching.isEmpty ? all : matching).map(\.name))
  }

  /// The matching properties, while the first name of a declaration is typed.
  static func declarations(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    fitting(prefix, among: PropertyName.effective)
  }

  // MARK: The sheet

  /// The first word after the command that is a readable stylesheet.
  private static func sheet(in words: [String]) -> Stylesheet? {
    let catalog = ThemeCatalog(variable: CurrentProcess.variable)
    let paths = words.dropFirst(2).lazy.compactMap { word in
      SheetFolder.hasExtension(word) ? word : SheetArgument.entry(word, catalog)?.path
    }
    guard let path = paths.first,
      let bytes = BundledThemes.contents(of: path) ?? (try? SystemFiles().contents(of: path))
    else { return nil }
    return SheetOptions.defaults.loader(for: Environment(), catalog)
      .load(SourceText(name: path, bytes: bytes))
  }

  // MARK: Names

  private static func fitting(
    _ prefix: some StringProtocol, among names: some Sequence<String>
  ) -> [String] {
    names.filter { ShellText.isPlain($0, besides: "-_") && $0.hasPrefix(prefix) }.sorted()
  }

  /// Completes the last one of several names in one word of the shell.
  private static func list(_ prefix: String, of names: [String]) -> [String] {
    let typed = prefix.split(separator: " ", omittingEmptySubsequences: false)
    let before = typed.dropLast()
    guard before.allSatisfy({ ShellText.isPlain($0, besides: "-_") }) else { return [] }
    return fitting(typed.last ?? "", among: names).map {
      (before + [$0[...]]).joined(separator: " ")
    }
  }
}

extension ArgumentHelp {
  static var stylesheet: ArgumentHelp {
    .value("stylesheet", "Stylesheet or theme name; '-' is standard input.")
  }

  static var filesOfMarkup: ArgumentHelp {
    .value("file", "Files with the text. Default: standard input.")
  }

  static var filesToShow: ArgumentHelp {
    .value("file", "Files to show. Default: standard input, also '-'.")
  }

  /// The help of an option with the name of its value.
  static func value(_ name: String, _ abstract: String, _ discussion: String = "") -> ArgumentHelp {
    ArgumentHelp(abstract, discussion: discussion, valueName: name)
  }

  /// The help of an option that only the full help lists.
  static func rare(
    _ abstract: String, _ discussion: String = "", value name: String? = nil
  ) -> ArgumentHelp {
    ArgumentHelp(abstract, discussion: discussion, valueName: name, visibility: .fullHelp)
  }
}
