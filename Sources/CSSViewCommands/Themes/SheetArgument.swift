import Bytes
import CSSView
import Diagnostics
import OperatingSystem
import Styling
import SystemPackage

/// An argument for a stylesheet: a path, `-`, the name of a theme, or `none`.
enum SheetArgument {
  static let emptySheet = "none"

  /// The argument for the built-in styles of elements.
  static let builtInSheet = "default"

  /// Reads the stylesheet; if it `isFound`, its file has to be a regular one, because it is read
  /// repeatedly.
  ///
  /// A failure suggests similar names, or says that a stylesheet was expected.
  static func source(
    _ argument: String, isFound: Bool = false, in console: Console
  ) throws(CommandFailure) -> SourceText {
    let entry = entry(argument, ThemeCatalog(variable: console.variable))
    return try source(argument, entry, isFound: isFound, in: console)
  }

  /// Reads the stylesheet of a known theme, or of a path.
  static func source(
    _ argument: String, _ entry: ThemeCatalog.Entry?, isFound: Bool = false, in console: Console
  ) throws(CommandFailure) -> SourceText {
    if let path = entry.map({ $0.isPair ? $0.path : nil }) ?? (isPair(argument) ? argument : nil) {
      return SourceText(standingInFor: path)
    }
    if entry == nil, argument == emptySheet { return SourceText(name: "<none>", text: "{}") }
    if entry == nil, argument == builtInSheet {
      return SourceText(name: "<default>", text: BuiltInElements.stylesheet)
    }
    if argument.isEmpty {
      throw CommandFailure(.noInput, "the name of the stylesheet is empty; no theme was chosen")
    }
    do throws(CommandFailure) {
      // A theme's file was found in a folder.
      let source = try InputFile.source(
        entry?.path ?? argument, isFound: isFound || entry != nil, in: console)
      if let problem = problem(of: source.bytes, named: argument) {
        throw CommandFailure(.unusableInput, "'\(source.name)' \(problem)")
      }
      return source
    } catch {
      guard entry == nil, error.status == .noInput, argument != "-", !FileRefusal.exists(argument)
      else { throw error }
      throw missing(argument, in: console) ?? error
    }
  }

  /// Why the bytes of a file are certainly no stylesheet.
  private static func problem(of bytes: [UInt8], named name: String) -> String? {
    if bytes.prefix(4096).count(where: { $0 == 0 }) > 3 { return "is not a text file" }
    let isText = InputFormat(fileName: name).map { $0 != .json } ?? false
    if isText, !bytes.isEmpty, !bytes.contains(UInt8(ascii: "{")) {
      return "is not a stylesheet; the stylesheet comes first"
    }
    let start = bytes.drop(while: \.isASCIIWhitespace).prefix(2)
    return start.first == UInt8(ascii: "<") && start.last?.isASCIILetter == true
      ? "looks like markup; the stylesheet comes first" : nil
  }

  /// The failure for a file in place of a stylesheet, with the command that shows the file; nil for
  /// a possible stylesheet.
  ///
  /// For markup the command is `markup`, because markup cannot be distinguished from other text.
  static func refusal(
    ofFile argument: String, _ format: InputFormat?, sheet: String? = nil, others: [String] = [],
    in console: Console, markup: [String]
  ) -> CommandFailure? {
    guard argument != "-", !SheetFolder.hasExtension(argument),
      FileReading.regularSize(of: FilePath(argument: argument)) != nil,
      entry(argument, ThemeCatalog(variable: console.variable)) == nil,
      let bytes = try? FileReading.text(of: FilePath(argument: argument), limit: 1 << 20)
    else { return nil }
    let implied = InputFormat(fileName: argument)
    let start = bytes.drop(while: \.isASCIIWhitespace).prefix(2)
    let isMarkup = start.first == UInt8(ascii: "<") && start.last?.isASCIILetter == true
    let isShown =
      implied != nil || isMarkup || !start.isEmpty && !bytes.contains(UInt8(ascii: "{"))
      || textExtensions.contains { argument.lowercased().hasSuffix($0) }
    guard isShown, bytes.prefix(4096).count(where: { $0 == 0 }) <= 3 else { return nil }
    let file = CSSViewCommand.names.contains(argument) ? "./" + argument : argument
    let command =
      format == .markup || format == nil && implied == nil && isMarkup
      ? markup
      : ["cssview"] + (format.map { ["--from", $0.rawValue] } ?? [])
        + (sheet.map { ["-s", $0] } ?? []) + [file] + others
    return CommandFailure(
      .usage, "'\(argument)' is not a stylesheet; to show it: " + ShellText.line(command))
  }

  /// Extensions of text files, whatever their contents.
  private static let textExtensions = [".log", ".txt", ".out", ".err", ".ansi"]

  /// The theme of an argument; nil for paths, such as `./log` for a file of that name.
  static func entry(_ argument: String, _ catalog: ThemeCatalog) -> ThemeCatalog.Entry? {
    isName(argument) ? catalog.entry(argument) : nil
  }

  /// True if there are files for dark and for light, but none for both.
  static func isPair(_ path: String) -> Bool {
    guard SheetFolder.hasExtension(path), !FileRefusal.exists(path) else { return false }
    let stem = SheetFolder.stem(of: path)
    return ["~dark", "~light"].allSatisfy {
      FileRefusal.exists(stem + $0 + path.dropFirst(stem.count))
    }
  }

  static func isName(_ argument: String) -> Bool {
    argument != "-" && !argument.contains("/") && !SheetFolder.hasExtension(argument)
  }

  // MARK: Nothing of the name

  /// True for an argument that is plainly a text, so that the stylesheet is missing.
  static func isText(_ argument: String) -> Bool {
    let isText = argument.unicodeScalars.contains { $0 == "<" || $0.properties.isWhitespace }
    // A path may hold blanks, too, and an end tag a slash.
    let isPath =
      SheetFolder.hasExtension(argument) || argument.contains("/") && !argument.contains("<")
    return isText && !isPath && !FileRefusal.exists(argument)
  }

  private static func missing(_ argument: String, in console: Console) -> CommandFailure? {
    if argument.contains("{"), !argument.contains("<") {
      let rules = ShellText.quoted(argument.limited(toBytes: 200).replacing("\n", with: " "))
      return CommandFailure(
        .noInput, "no stylesheet or theme \(rules); to add rules: --css \(rules)")
    }
    if isText(argument) {
      let text = argument.limited(toBytes: 200).replacing("\n", with: " ")
      return CommandFailure(
        .noInput,
        "expected a stylesheet before the text: cssview preview fjord \(ShellText.quoted(text))")
    }
    return isName(argument) ? unknownName(argument, in: console) : nil
  }

  static func unknownName(_ argument: String, in console: Console) -> CommandFailure {
    let near = ThemeCatalog(variable: console.variable).names(like: argument)
    let hint =
      near.isEmpty
      ? "to list the themes: cssview themes"
      : "did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
    return CommandFailure(
      .noInput, "no stylesheet or theme '\(argument.limited(toBytes: 200))'; \(hint)")
  }
}

/// Completes arguments for a stylesheet: files, folders, and names of themes.
enum SheetCompletion {
  /// The files and themes that begin with `prefix`; `words` is the whole command line.
  static func names(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    let names = ThemeCatalog(variable: CurrentProcess.variable).entries.map(\.name)
    return (files(prefix) + names).filter {
      $0.hasPrefix(prefix) && ShellText.isPlain($0, besides: "-_./+,@%: ")
    }
  }

  /// Stylesheets and folders.
  private static func files(_ prefix: String) -> [String] {
    let start = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let folder = start.isEmpty ? "." : start
    let files = SystemFiles()
    return ((try? files.names(in: folder)) ?? []).sorted().filter { name in
      guard name.hasPrefix(".") == prefix.dropFirst(start.count).hasPrefix(".") else {
        return false
      }
      return SheetFolder.hasExtension(name) || SheetFolder.isFolder(start + name)
    }.map { start + $0 }
  }
}

enum UserThemes {
  /// Their directory, which may be missing, in that for configuration (XDG Base Directory
  /// Specification 0.8, §3); nil without a home.
  static func directory(_ variable: (String) -> String?) -> String? {
    configuration(variable).map { $0 + "/cssview/themes" }
  }

  /// The directory of palette files for the browser; nil without a home.
  static func palettes(_ variable: (String) -> String?) -> String? {
    configuration(variable).map { $0 + "/cssview/palettes" }
  }

  private static func configuration(_ variable: (String) -> String?) -> String? {
    func path(_ name: String) -> String? {
      // A relative path is ignored, as the specification requires.
      variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return path("XDG_CONFIG_HOME") ?? path("HOME").map { $0 + "/.config" }
  }
}
