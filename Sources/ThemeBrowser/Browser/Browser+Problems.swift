import Diagnostics

extension Browser {
  /// A finding as lines: what, where, and the line with a caret below.
  static func lines(about problem: Diagnostic) -> [InspectorLine] {
    let place = problem.location.map { "\($0.file):\($0.line):\($0.column): " } ?? ""
    var lines = [InspectorLine(.problem, "× " + place + problem.message)]
    if let excerpt = problem.excerpt {
      lines.append(InspectorLine(.note, "  " + excerpt.text))
      let blank = String(repeating: " ", count: max(0, excerpt.caret))
      lines.append(InspectorLine(.problem, "  " + blank + "^"))
    }
    if let suggestion = problem.suggestion {
      lines.append(InspectorLine(.note, "  did you mean “\(suggestion)”?"))
    }
    return lines
  }
}
