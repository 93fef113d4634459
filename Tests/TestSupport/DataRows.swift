/// The rows of a file in `Tests/Data`; the lines at its start that begin with `# ` say what they
/// are and whose.
public func dataRows(_ name: String) -> [Substring] {
  let rows = SourceDocumentation.text(of: "\(packageFolder)/Tests/Data/\(name).txt")
    .split(separator: "\n").drop { $0.hasPrefix("# ") }
  precondition(!rows.isEmpty, "no rows in \(name)")
  return Array(rows)
}
