import CSSView
import Diagnostics
import OperatingSystem
import SystemPackage

/// Why words of the command line are not files to show, and what to do.
enum FileRefusal {
  /// The failure for a path that is no file, pipe or terminal; nil for one that can be opened.
  static func failure(of path: String, in console: Console) -> CommandFailure? {
    let type: FileType
    do {
      type = try Stat(FilePath(argument: path)).type
    } catch {
      // A missing permission is reported when it is opened.
      guard error == .noSuchFileOrDirectory || error == .notDirectory else { return nil }
      return CommandFailure(.noInput, message(path, in: console))
    }
    let shown = ShellText.quoted(ArgumentText.shown(path))
    let advice: String
    switch type {
    case .directory:
      let names = (try? SystemFiles().names(in: path)) ?? []
      let hasSheets = !SheetFolder.sheets(among: names).isEmpty
      let file = ShellText.quoted(
        ArgumentText.shown(path.hasSuffix("/") ? path : path + "/") + "FILE")
      advice =
        "is a directory; "
        + (hasSheets
          ? "to browse its stylesheets: cssview browse \(shown)"
          : "to show a file in it: cssview \(file)")
    case .socket: advice = "is a socket; to show what comes from it: nc -U \(shown) | cssview"
    case .blockSpecial,
      .characterSpecial where !isQuiet(path):
      advice = "is a device; to show its first bytes: head -c 4096 \(shown) | cssview"
    default: return nil
    }
    return CommandFailure(.noInput, "\(shown) \(advice)")
  }

  /// True for devices without more input than a person types.
  private static func isQuiet(_ path: String) -> Bool {
    let name = FilePath(argument: path).canonical?.argument ?? path
    return name == "/dev/null" || name.hasPrefix("/dev/tty") || name.hasPrefix("/dev/pts/")
      || name == "/dev/console"
  }

  static func exists(_ path: String) -> Bool { FilePath(argument: path).canonical != nil }

  /// A message about a name, with the command, theme or file that may be meant.
  static func message(_ path: String, in console: Console) -> String {
    let shown = ShellText.quoted(ArgumentText.shown(path.limited(toBytes: 200)))
    // A word may be anything that has a name; a path is a file.
    let isWord = SheetArgument.isName(path) && !path.contains(".")
    if isWord, SheetArgument.entry(path, ThemeCatalog(variable: console.variable)) != nil {
      return "\(shown) is a theme, not a file; to show a file in it: cssview -s \(shown) FILE; "
        + "to list its classes: cssview themes \(shown)"
    }
    let command = isWord ? nearestName(to: path, in: CSSViewCommand.names) : nil
    let near = [command.map { "the command '\($0)'" }, nearestFile(to: path).map { "'\($0)'" }]
      .compactMap { $0 }
    return (isWord ? "no command or file '" : "no file '")
      + ArgumentText.shown(path.limited(toBytes: 200)) + "'"
      + (near.isEmpty
        ? isWord ? "; to list the commands: cssview --help" : ""
        : "; did you mean \(near.joined(separator: " or "))?")
  }

  /// The most names of a folder that are compared.
  private static let mostNames = 10_000

  /// The path of the file in the same folder with the nearest name.
  private static func nearestFile(to path: String) -> String? {
    let start = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let names = (try? SystemFiles().names(in: start.isEmpty ? "." : start)) ?? []
    return nearestName(
      to: String(path.dropFirst(start.count)),
      in: names.prefix(mostNames).filter { $0.first != "." }
    ).map { start + $0 }
  }
}
