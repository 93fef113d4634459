import ArgumentParser
import DataRecords
import Diagnostics
import FileChanges
import OperatingSystem
import StyledText
import Styling
import SystemPackage

struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")],
    help: .value("file", "Write the result to this file."), completion: .file())
  var file: String?

  /// True if the result is written to a file; `-` is standard output.
  var isFile: Bool { file != nil && file != "-" }

  func write(_ text: SafeText, in console: Console) throws(CommandFailure) {
    try write(rendered: Array(text.utf8), in: console)
  }

  /// Writes the whole result of a renderer; a file is written only on success.
  func write(
    rendered bytes: [UInt8], as status: ExitStatus = .success, in console: Console
  ) throws(CommandFailure) {
    _ = try withSink(in: console) { (sink) throws(CommandFailure) in
      try sink.write(rendered: bytes)
      return status
    }
  }

  /// Opens and closes the destination; a file is replaced only on success.
  func withSink(
    in console: Console, _ body: (ResultSink) throws(CommandFailure) -> ExitStatus
  ) throws(CommandFailure) -> ExitStatus {
    guard let path = file, isFile else { return try body(console.result) }
    if path.isEmpty || path.hasSuffix("/") && !SheetFolder.isFolder(path) {
      throw CommandFailure(.cannotCreate, "'\(path)' is no name of a file; add one to '-o'")
    }
    let file: FileReplacement
    do throws(Errno) {
      file = try FileReplacement(FilePath(argument: path), allowsDevices: true)
    } catch {
      let folder = FilePath(argument: path).removingLastComponent().argument
      throw CommandFailure(
        .cannotCreate,
        error == .noSuchFileOrDirectory && !folder.isEmpty
          && FilePath(argument: folder).canonical == nil
          ? "\(path): no directory '\(folder)'; create it with 'mkdir -p'"
          : "\(path): \(error.reason)")
    }
    let sink = ResultSink(sink: file, name: path)
    let status = try body(sink)
    if status == .success { try sink.perform { () throws(Errno) in try file.commit() } }
    return status
  }
}

extension OutputOptions {
  static var defaults: Self { with { $0.file = nil } }
}

/// Options for the form of the text, and for control sequences in it.
struct TextFormOptions: ParsableArguments {
  @Option(
    name: .customLong("from"),
    help: .value(
      "format", "Input format; by default that of the stylesheet, or markup.",
      """
      'text' is plain text, 'ansi' is text with terminal colours; csv, tsv, columns, json \
      and jsonl are tables. \
      The stylesheets log, table and markdown list formats, of which a file's extension or first \
      bytes choose one; under others, .md, .html and tables are known by extension.
      """))
  var format: InputFormat?

  var from: InputFormat { format ?? .markup }

  /// The options for a text whose format no option names.
  ///
  /// Among the formats that the stylesheet lists, the extension of the text's name decides, else
  /// its first bytes; with other stylesheets only the extension. A usage error of the checks
  /// becomes a failure.
  func settled(
    on text: SourceText, under sheet: Stylesheet, _ checks: (TextFormOptions) throws -> Void
  ) throws(CommandFailure) -> TextFormOptions {
    let options = settled(on: text, under: sheet)
    if format == nil { try Self.checking { try checks(options) } }
    return options
  }

  /// The options without checks.
  func settled(on text: SourceText, under sheet: Stylesheet) -> TextFormOptions {
    guard format == nil else { return self }
    let name = text.name == InputFile.standardInput ? nil : text.name
    var options = self
    options.format =
      sheet.input.isEmpty
      ? name.flatMap(InputFormat.init(fileName:))
      : InputFormat.detected(fileName: name, among: sheet.input) {
        InputSample(Array(text.bytes[text.start...].prefix(InputSample.most)))
      }
    return options
  }

  /// Checks options against the format of a text, which may have been detected; a usage error
  /// becomes a failure.
  static func checking(_ body: () throws -> Void) throws(CommandFailure) {
    do {
      try body()
    } catch {
      throw CommandFailure(.usage, (error as? ValidationError)?.message)
    }
  }

  @Option(
    help: .rare(
      "With --from ansi: show or drop control sequences.",
      "Colours and links are styled in any case; auto shows only broken sequences.",
      value: "treatment"))
  var controls = ControlTreatment.auto

  @Option(
    name: .customLong("sgr"),
    help: .rare(
      "Escape sequences for colours in markup and records.",
      "In records, they are left out by default; apply makes them style.", value: "treatment"))
  var sequences: SequenceTreatment?

  var sgr: SequenceTreatment { sequences ?? .show }

  @Flag(help: .rare("Find the patterns of the stylesheet in markup."))
  var highlight = false

  @Flag(help: .rare("Read Markdown without GitHub's additions."))
  var commonmark = false

  /// Checks options that depend on the format of the input.
  func validateFormat() throws {
    if from == .markup || from == .text, controls != .auto {
      throw ValidationError("'--controls' needs '--from ansi'")
    }
    if from != .markup, sgr != .show, !from.isData {
      throw ValidationError("'--sgr' cannot be used with '--from \(from.rawValue)'")
    }
    if commonmark, from != .markdown {
      throw ValidationError("'--commonmark' needs '--from markdown'")
    }
  }

  /// Checks these options, and that only markup has values of placeholders.
  func validateFormat(_ markup: MarkupArguments) throws {
    try validateFormat()
    try refuse("--set", if: !markup.values.isEmpty)
  }

  var arguments: [String] {
    (from == .markup ? [] : ["--from", from.rawValue])
      + (controls == .auto ? [] : ["--controls", controls.rawValue])
      + (sequences.map { ["--sgr", $0.rawValue] } ?? []) + (highlight ? ["--highlight"] : [])
      + (commonmark ? ["--commonmark"] : [])
  }

  /// Applies the options to those of markup.
  func apply(to options: inout MarkupOptions) {
    options.form = from
    options.sequences = from.isData ? .show : sgr
    options.data.sequences = sequences ?? .strip
    options.findsPatterns = highlight
    options.controls = controls
    options.isCommonMark = commonmark
  }

  /// Rejects an option that is only for markup.
  func refuse(_ option: String, if isGiven: Bool) throws {
    guard from != .markup, isGiven else { return }
    throw ValidationError("'\(option)' cannot be used with '--from \(from.rawValue)'")
  }
}

extension TextFormOptions {
  static var defaults: Self {
    with {
      ($0.format, $0.controls, $0.sequences) = (nil, .auto, nil)
      ($0.highlight, $0.commonmark) = (false, false)
    }
  }
}

extension ControlTreatment: ExpressibleByArgument {}

extension InputFormat: ExpressibleByArgument {}
extension SequenceTreatment: ExpressibleByArgument {}

/// Options for markup, and the values of its placeholders.
struct MarkupArguments: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: .value("NAME=TEXT", "Replace {NAME} with TEXT, as literal text; repeatable."))
  var values: [NamedValue] = []

  @Flag(help: .rare("Allow bidirectional controls balanced within the line."))
  var allowBidi = false

  @Option(help: .rare("Allow links with this scheme; repeatable.", value: "scheme"))
  var allowScheme: [String] = []

  @Flag(
    inversion: .prefixedNo,
    help: .rare(
      "Print link targets after the text if links are off.",
      """
      In Markdown and HTML, it is on where the output is plain, or the terminal is known to have \
      no links.
      """))
  var linkText: Bool?

  func validate() throws {
    for value in values.flatMap(\.parted) where !Placeholders.isName(value.name) {
      throw ValidationError(
        "invalid name '\(SafeText.label(value.name))' in '--set NAME=TEXT'; "
          + "a name has no spaces, no quotes and none of < > & = { }")
    }
    for scheme in allowScheme.flatMap(ArgumentRuns.parted)
    where scheme.wholeMatch(of: #/[A-Za-z][A-Za-z0-9+.-]*:?/#) == nil {
      throw ValidationError(
        "invalid scheme '\(scheme)' in '--allow-scheme'; use a name such as gopher")
    }
  }

  /// Reports values without a placeholder in the text.
  func reportUnused(in text: SourceText, in console: Console) {
    let unused = UnusedValues(values.flatMap(\.parted))
    unused.search(text.bytes)
    unused.report(in: console)
  }

  /// The arguments for these options, without that for patterns.
  var arguments: [String] {
    values.flatMap(\.parted).flatMap { ["--set", $0.argument] }
      + (allowBidi ? ["--allow-bidi"] : [])
      + allowScheme.flatMap(ArgumentRuns.parted).flatMap { ["--allow-scheme", $0] }
  }

  /// The options for the library; the result can contain links if it `writesLinks`, and their
  /// targets are always shown if it `isFlat`.
  func options(writesLinks: Bool, isFlat: Bool = false) -> MarkupOptions {
    var options = MarkupOptions(
      allowsBidirectional: allowBidi,
      allowedSchemes: LinkTarget.defaultSchemes.union(
        // A scheme may be given as in a link, or without its colon.
        allowScheme.flatMap(ArgumentRuns.parted).map {
          ($0.hasSuffix(":") ? String($0.dropLast()) : $0).lowercased()
        }))
    options.showsLinkTargets = isFlat || linkText == true && !writesLinks
    for value in values.flatMap(\.parted) { options.placeholders[value.name] = value.bytes }
    return options
  }
}

/// `NAME=TEXT`, or several that were joined.
struct NamedValue: ExpressibleByArgument, Sendable {
  var name: String
  var bytes: [UInt8]

  let argument: String

  private(set) var others: [NamedValue] = []

  var parted: [NamedValue] { [self] + others }

  init?(argument: String) {
    let arguments = ArgumentRuns.parted(argument)
    self.init(one: arguments[0])
    others = arguments.dropFirst().compactMap { NamedValue(one: $0) }
  }

  private init?(one argument: String) {
    guard let sign = argument.firstIndex(of: "=") else { return nil }
    self.argument = argument
    name = ArgumentText.shown(String(argument[..<sign]))
    bytes = ArgumentText.bytes(String(argument[argument.index(after: sign)...]))
  }
}

extension MarkupArguments {
  static var defaults: Self {
    with {
      ($0.values, $0.allowScheme) = ([], [])
      ($0.allowBidi, $0.linkText) = (false, nil)
    }
  }
}
