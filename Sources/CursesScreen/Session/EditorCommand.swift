import OperatingSystem

/// Command line of an editor, which can open a file at a line.
package struct EditorCommand: Hashable, Sendable {
  /// The editor and its own arguments.
  package var words: [String]

  /// Reads a command line such as `code --wait`.
  package init(_ commandLine: String) {
    words = ArgumentText.words(commandLine)
    if words.first?.isEmpty != false { words = ["vi"] }
  }

  /// The arguments that open a file at a line, counted from 1.
  package func arguments(path: String, line: Int) -> [String] {
    let program = words[0].split(separator: "/").last.map { String($0) } ?? words[0]
    // No name is read as an option (-), a command (+ in vi, ! in ed) or a remote file (scp:).
    let safe = path.hasPrefix("/") ? path : "./" + path
    switch program {
    case "code", "codium", "code-insiders", "cursor": return words + ["-g", "\(safe):\(line)"]
    case "hx", "helix", "subl", "zed", "micro": return words + ["\(safe):\(line)"]
    case "kate", "kwrite", "mousepad", "mate", "xed", "idea":
      return words + ["--line", "\(line)", safe]
    // These would read it as a file.
    case "ed", "open", "xdg-open", "gio", "cat", "tee": return words + [safe]
    default: return words + ["+\(line)", safe]
    }
  }
}
