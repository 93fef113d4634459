import CSSSyntax
package import Diagnostics
package import StyleValues
package import Styling
import TerminalOutput

/// A stylesheet in the list.
package struct Theme: Sendable {
  /// Path of the theme; the answer of the browser.
  package let path: String

  /// The file's name without its extension.
  package let name: String

  /// The last contents that were good; nil as long as there were none.
  package private(set) var sheet: Stylesheet?

  /// The problem with the present contents, if they cannot be used.
  package var problem: Diagnostic? { problems.first }

  /// All that is wrong with them so that they cannot be used.
  private(set) var problems: [Diagnostic] = []

  /// True if the contents that are shown are older than those with the problem.
  package private(set) var problemIsNewer = false

  package private(set) var warnings: [Diagnostic] = []

  /// The terminals that it is meant for; nil if it sets no colours.
  package var scheme: ColorScheme? { side.scheme }

  /// True if no sample can tell more about that.
  var hasSettledScheme: Bool { side.isSettled }

  private var side = ThemeSide()

  /// Number of parts of the sample that are hard to read, when that was counted last.
  package private(set) var poorParts = 0

  private var measured: (view: SampleView, revision: Int)?

  /// The class that the object gets which is shown; nil if the object is shown as it is.
  package private(set) var mainClass: String?

  /// Counts the contents that were shown.
  package private(set) var revision = 0

  /// Counts the times that its contents were read, whether they were good or not.
  package private(set) var readings = 0

  /// True if it is a stylesheet, as far as that is known: any JSON may be in a directory of themes.
  package private(set) var isSheet = true

  private(set) var look: RowLook?

  /// Its group in the list of all themes; nil in another list.
  private(set) var group: ThemeGroup?

  var isUngrouped: Bool { sheet != nil && group == nil }

  /// True if it has not been read, or is to be read again.
  var isStale = true

  /// The files that decide about it.
  package private(set) var dependencies: SheetDependencies

  /// The bytes of the main file; nil before they were read.
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

  /// The file to begin with: of a pair for dark and for light the one in force.
  var firstFile: String {
    source?.isStandIn == true ? sheet?.files.first?.source.name ?? path : path
  }

  /// True if anything is wrong with it.
  package var hasProblem: Bool { problem != nil || !warnings.isEmpty || poorParts > 0 }

  /// True if nobody knows yet how well the sample can be read under it, as that is seen.
  func isUnmeasured(_ view: SampleView) -> Bool {
    sheet != nil && (measured?.view != view || measured?.revision != revision)
  }

  /// Notes what a preview shows.
  mutating func measure(_ preview: Preview, _ view: SampleView) {
    measured = (view, revision)
    poorParts = preview.poorRuns.count
    side.refine(preview.paintedSide)
  }

  /// Takes new contents; those that cannot be used leave the last good ones where they are.
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
    // A file that was once a theme is taken for one that is being changed.
    if sheet == nil || !isSheet { isSheet = loaded.isTheme(source, isBroken: problem != nil) }
    guard !problemIsNewer else { return }
    // The problems are told apart.
    warnings = loaded.problems.filter { $0.severity != .note && !$0.isBreaking }
    sheet = loaded
    updateSide(in: environment, host)
    revision += 1
  }

  /// Works out what it is meant for and looks like on a terminal.
  mutating func updateSide(in environment: Environment, _ host: HostObject) {
    guard let sheet else { return }
    let shown = ShownObject(host, in: sheet, environment)
    (mainClass, side) = (shown.mainClass, shown.side)
    (look, group, measured) = (nil, nil, nil)
  }

  /// Works out how it writes its row in the list.
  mutating func updateLook(_ environment: Environment, _ host: HostObject) {
    guard look == nil, let sheet else { return }
    look = RowLook(of: sheet, environment, host.adding(mainClass))
  }

  /// Finds its group in the list of all themes.
  mutating func updateGroup(isBundled: Bool, _ environment: Environment, _ host: HostObject) {
    guard let sheet else { return }
    group = isBundled ? ThemeGroup(of: sheet, host, in: environment) : .yours
  }

  /// Notes that the contents could not be read.
  mutating func fail(_ reason: String) {
    readings += 1
    isStale = false
    problems = [Diagnostic(.error, .unreadableTheme, reason)]
    problemIsNewer = sheet != nil
  }
}

extension Stylesheet {
  /// True if a key is the name of a property but for a mistake; short words are near to any name.
  private static func isMisspelt(_ key: String) -> Bool {
    key.utf8.count > 4 && nearestName(to: key, in: PropertyName.effective) != nil
  }

  /// True if a file that holds this is a theme: it has a selector with a property, or with what was
  /// meant for one.
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

/// The files that decide what a sheet is: those it was put together from, and those that would be a
/// part of it if they were there.
package struct SheetDependencies: Hashable, Sendable {
  /// Files that were read or looked for.
  package var files: Set<String>

  /// Directories that were searched for variants.
  package var directories: Set<String> = []

  /// True if changes of files, or new files, may change the sheet; a variant is named after it:
  /// `night.json` has `night~dark.json` and `night-80w.json`.
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

/// The files of a sheet as they are, but for those that are being edited, with a note of everything
/// that was asked for.
final class AskedFiles: StylesheetFiles {
  private let files: (any StylesheetFiles)?
  private let drafts: [String: [UInt8]]

  /// Files that were asked for so far.
  private(set) var dependencies: SheetDependencies

  /// Nothing but the sheet itself was asked for yet.
  init(
    _ files: (any StylesheetFiles)?, for path: String,
    drafts: [String: [UInt8]] = [:]
  ) {
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
  /// True if it says that a sheet is not whole: half written, cut off, or in no form at all; such
  /// a save is not shown in place of the last good one, as one with an unknown property or a bad
  /// value is, with its warnings.
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

extension String {
  var fileName: String { String(split(separator: "/").last ?? "") }
}
