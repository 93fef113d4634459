import CSSSyntax
package import Diagnostics
package import StyleValues
package import Styling
import TerminalOutput

/// A stylesheet in the list.
package struct BrowsedTheme: Sendable {
  /// Its path, which is the browser's result.
  package let path: String

  /// The file's name without its extension.
  package let name: String

  /// The last valid contents; nil if there were none.
  package private(set) var sheet: Stylesheet?

  /// The first problem that makes the current contents invalid.
  package var problem: Diagnostic? { problems.first }

  /// All problems that make the current contents invalid.
  private(set) var problems: [Diagnostic] = []

  /// True if the shown contents are older than those with the problem.
  package private(set) var problemIsNewer = false

  package private(set) var warnings: [Diagnostic] = []

  /// The terminals that it is meant for; nil if it sets no colours.
  package var scheme: ColorScheme? { side.scheme }

  /// True if no sample can change that.
  var hasSettledScheme: Bool { side.isSettled }

  private var side = ThemeSide()

  /// The number of parts of the sample that are hard to read, when last measured.
  package private(set) var poorParts = 0

  private var measured: (view: SampleView, revision: Int)?

  /// A class that the shown object gets; nil if it is shown as it is.
  package private(set) var mainClass: String?

  /// Counts the shown contents.
  package private(set) var revision = 0

  /// Counts the readings of its contents, valid or not.
  package private(set) var readings = 0

  /// False if it is known not to be a stylesheet: a directory of themes may have any JSON.
  package private(set) var isSheet = true

  private(set) var look: RowLook?

  /// Its group in the list of all themes; nil in another list.
  private(set) var group: ThemeGroup?

  var isUngrouped: Bool { sheet != nil && group == nil }

  /// True if it has to be read.
  var isStale = true

  /// The files that it depends on.
  package private(set) var dependencies: SheetDependencies

  /// The main file; nil before it was read.
  package private(set) var source: SourceText?

  /// A theme that has not been read yet.
  package init(path: String) {
    self.path = path
    let file = path.split(separator: "/", omittingEmptySubsequences: true).last.map { String($0) }
    let whole = file ?? path
    let dot = whole.lastIndex(of: ".")
    name = dot.map { $0 == whole.startIndex ? whole : String(whole[..<$0]) } ?? whole
    dependencies = SheetDependencies(files: [path])
  }

  /// The file to show first; for a pair of dark and light the current one.
  var firstFile: String {
    source?.isStandIn == true ? sheet?.files.first?.source.name ?? path : path
  }

  /// True if there is any problem.
  package var hasProblem: Bool { problem != nil || !warnings.isEmpty || poorParts > 0 }

  /// True if the readability of the sample in this view was not measured.
  func isUnmeasured(_ view: SampleView) -> Bool {
    sheet != nil && (measured?.view != view || measured?.revision != revision)
  }

  /// Records the measurements of a preview.
  mutating func measure(_ preview: Preview, _ view: SampleView) {
    measured = (view, revision)
    poorParts = preview.poorRuns.count
    side.refine(preview.paintedSide)
  }

  /// Loads new contents; invalid ones do not replace the last valid ones.
  mutating func load(
    _ source: SourceText, with loader: StylesheetLoader, for host: HostObject,
    in environment: Environment
  ) {
    readings += 1
    isStale = false
    let asked = loader.files.map { AskedFiles($0, for: path) }
    var loader = loader
    loader.files = asked
    let loaded = loader.load(source)
    dependencies = asked?.dependencies ?? SheetDependencies(files: [path])
    self.source = source
    problems = loaded.diagnostics.filter(\.isBreaking)
    problemIsNewer = problem != nil && sheet != nil
    // A file that was once a theme counts as one that is being edited.
    if sheet == nil || !isSheet { isSheet = loaded.isTheme(source, isBroken: problem != nil) }
    guard !problemIsNewer else { return }
    // Breaking problems are reported separately.
    warnings = loaded.problems.filter { $0.severity != .note && !$0.isBreaking }
    sheet = loaded
    updateSide(in: environment, host)
    revision += 1
  }

  /// Updates its scheme and look on a terminal.
  mutating func updateSide(in environment: Environment, _ host: HostObject) {
    guard let sheet else { return }
    let shown = ShownObject(host, in: sheet, environment)
    (mainClass, side) = (shown.mainClass, shown.side)
    (look, group, measured) = (nil, nil, nil)
  }

  /// Updates the style of its row in the list.
  mutating func updateLook(_ environment: Environment, _ host: HostObject) {
    guard look == nil, let sheet else { return }
    look = RowLook(of: sheet, environment, host.adding(mainClass))
  }

  /// Updates its group in the list of all themes.
  mutating func updateGroup(isBundled: Bool, _ environment: Environment, _ host: HostObject) {
    guard let sheet else { return }
    group = isBundled ? ThemeGroup(of: sheet, host, in: environment) : .yours
  }

  /// Records that the contents could not be read.
  mutating func fail(_ reason: String) {
    readings += 1
    isStale = false
    problems = [Diagnostic(.error, .unreadableTheme, reason)]
    problemIsNewer = sheet != nil
  }
}

extension Stylesheet {
  /// True for a misspelt name of a property; short words are similar to any name.
  private static func isMisspelt(_ key: String) -> Bool {
    key.utf8.count > 4 && nearestName(to: key, in: PropertyName.effective) != nil
  }

  /// True if a file is a theme: it has a selector with a property, or with a misspelt one.
  fileprivate func isTheme(_ source: SourceText, isBroken: Bool) -> Bool {
    guard StylesheetForm(of: source) == .json, !declaresKnownProperty else { return true }
    let document = JSONDocument(source)
    guard case .object(let members)? = document.root?.value else {
      return document.root == nil && isBroken
    }
    return members.isEmpty
      ? isBroken
      : members.contains { member in
        // A rule without a declaration yet, an import.
        guard case .object(let inside) = member.value.value else {
          return document.string(member.key).hasPrefix("@")
        }
        return inside.isEmpty || inside.contains { Self.isMisspelt(document.string($0.key)) }
      }
  }
}

/// The files that a stylesheet depends on: those that it was loaded from, and missing ones that
/// would be a part of it.
package struct SheetDependencies: Hashable, Sendable {
  /// Files that were read or looked for.
  package var files: Set<String>

  /// Directories that were searched for variants.
  package var directories: Set<String> = []

  /// True if changed or new files may affect the stylesheet; variants have its name: `night.json`
  /// has `night~dark.json` and `night-80w.json`.
  func isAffected(by changed: Set<String>) -> Bool {
    if !files.isDisjoint(with: changed) { return true }
    return changed.contains { path in
      if directories.contains(path) { return true }
      return files.contains { file in
        let stem = file[..<(file.lastIndex(of: ".") ?? file.endIndex)]
        let rest = path.dropFirst(stem.count)
        return path.hasPrefix(stem) && (rest.first == "~" || rest.first == "-")
      }
    }
  }
}

/// The files of a stylesheet with drafts of edited ones; it records every request.
final class AskedFiles: StylesheetFiles {
  private let files: (any StylesheetFiles)?
  private let drafts: [String: [UInt8]]

  /// The files requested so far.
  private(set) var dependencies: SheetDependencies

  /// Starts with the stylesheet itself as the only request.
  init(_ files: (any StylesheetFiles)?, for path: String, drafts: [String: [UInt8]] = [:]) {
    self.files = files
    self.drafts = drafts
    dependencies = SheetDependencies(files: [path])
  }

  func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
    if let draft = drafts[path] { return draft }
    dependencies.files.insert(path)
    return try files?.contents(of: path)
  }

  func importFolder(_ directory: String) throws(StylesheetFileError) -> (any ImportFolder)? {
    try files?.importFolder(directory)
  }

  func contents(
    of path: String, in folder: any ImportFolder
  ) throws(StylesheetFileError) -> [UInt8]? {
    if let draft = drafts[path] { return draft }
    dependencies.files.insert(path)
    return try files?.contents(of: path, in: folder)
  }

  func names(in directory: String) throws(StylesheetFileError) -> [String] {
    dependencies.directories.insert(directory)
    return try files?.names(in: directory) ?? []
  }

  func names(
    in directory: String, beginningWith start: String
  ) throws(StylesheetFileError) -> [String]? {
    dependencies.directories.insert(directory)
    return try files?.names(in: directory, beginningWith: start)
  }

  func canonicalPath(of path: String) -> String? {
    // The loader asks about directories, too; those have no extension of a sheet.
    if StylesheetForm(ofFile: path) != nil { dependencies.files.insert(path) }
    return files.map { $0.canonicalPath(of: path) } ?? path
  }
}

extension Diagnostic {
  /// True if it makes a stylesheet incomplete: half written, cut off, or malformed.
  ///
  /// Such a save does not replace the last valid one; one with an unknown property or a bad value
  /// does, with warnings.
  package var isBreaking: Bool {
    Self.cutOff.contains(code) || severity == .error && Self.malformed.contains(code)
  }

  private static let cutOff: Set<DiagnosticCode> = [
    .unclosedBlock, .unclosedString, .unclosedURL, .unclosedComment, .inputTooLarge,
    .nestingTooDeep,
  ]

  private static let malformed: Set<DiagnosticCode> = [
    .strayBrace, .missingColon, .missingValue, .missingBrace, .invalidDeclaration, .blockAsValue,
    .jsonMissingComma, .jsonMissingColon, .jsonMissingValue, .jsonMissingKey, .jsonUnquotedKey,
    .jsonUnquotedValue, .jsonSingleQuotes, .jsonInvalidNumber, .jsonUnexpectedCharacter,
    .jsonTrailingContent,
  ]
}

extension String { var fileName: String { String(split(separator: "/").last ?? "") } }
