import CSSView

// Shows lines of tab-separated fields as a table; the first line is its head:
//
//   printf 'name\tstate\nöl\tok\n漢字\tfailed\n' | table

let theme: Theme = [
  "table": ["border": "1px solid ansi(8)", "padding": "0 1ch", "white-space": "pre"],
  ".head": ["font-weight": "bold", "text-decoration": "underline"],
  ".ok": ["color": "ansi(2)"],
  ".failed": ["color": "ansi(1)", "font-weight": "bold"],
]

let renderer = theme.renderer(as: StyledObject(element: "table"))
let cell = theme.renderer(for: .plain)

var rows: [[Substring]] = []
while let line = readLine() {
  rows.append(line.split(separator: "\t", omittingEmptySubsequences: false))
}

/// How many cells a field takes: neither bytes nor characters.
@MainActor func width(_ field: Substring) -> Int {
  cell.naturalColumns(of: StyledString(String(field)))
}

let count = rows.map(\.count).max() ?? 0
let widths = (0..<count).map { column in
  rows.filter { column < $0.count }.map { width($0[column]) }.max() ?? 0
}

var lines: [StyledString] = []
for (number, row) in rows.enumerated() {
  var line = StyledString()
  for (column, field) in row.enumerated() {
    let level = number == 0 ? "head" : String(field)
    let known = theme.classNames.contains(level) ? level : ""
    line.append(renderer.styled("\(field, class: known)"))
    let room = column == count - 1 ? 0 : widths[column] - width(field) + 2
    line.append(StyledString(String(repeating: " ", count: room)))
  }
  lines.append(line)
}
let text = StyledString(joining: lines, separator: "\n")
print(renderer.block(text, columns: renderer.naturalColumns(of: text)))
