/// How an editor is told which line to go to.
package struct EditorCommand: Hashable, Sendable {
  /// The editor and its own arguments.
  package var words: [String]

  /// Takes a command line such as `code --wait`; words are separated by blanks.
  package init(_ commandLine: String) {
    words = commandLine.split(separator: " ").map { String($0) }
    if words.isEmpty { words = ["vi"] }
  }

  /// The arguments that open a file at a line, counted from 1.
  package func arguments(path: String, line: Int) -> [String] {
    let program = words[0].split(separator: "/").last.map { String($0) } ?? words[0]
    // A path that begins with a dash is no option.
    let safe = path.hasPrefix("-") ? "./" + path : path
    switch program {
    case "code", "codium", "code-insiders", "cursor": return words + ["-g", "\(safe):\(line)"]
    case "hx", "helix", "subl", "zed", "micro": return words + ["\(safe):\(line)"]
    default: return words + ["+\(line)", safe]
    }
  }
}
