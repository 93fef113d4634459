import CSSView
import Foundation

// Lists a directory in colours: `listing [DIRECTORY]`. The sheet `theme.json` of that directory
// decides how, if there is one. No file name can do anything to the terminal.

let directory = CommandLine.arguments.dropFirst().first ?? "."

let standard: Theme = [
  ".folder": ["color": "ansi(bright-blue)", "font-weight": "bold"],
  ".program": ["color": "ansi(bright-green)"],
  ".link": ["color": "ansi(bright-cyan)", "font-style": "italic"],
  ".hidden": ["opacity": 0.6],
  ".size": ["color": "ansi(8)"],
]
let path = directory + "/theme.json"
let own = FileManager.default.fileExists(atPath: path) ? try Theme(contentsOf: path) : nil
let theme = own ?? standard
FileHandle.standardError.write(Data(Finding.report(theme.findings).utf8))
let renderer = theme.renderer(as: StyledObject(element: "listing"))

for name in try FileManager.default.contentsOfDirectory(atPath: directory).sorted() {
  let file = "\(directory)/\(name)"
  let attributes = try FileManager.default.attributesOfItem(atPath: file)
  var classes: [String] = []
  switch attributes[.type] as? FileAttributeType {
  case .typeDirectory: classes.append("folder")
  case .typeSymbolicLink: classes.append("link")
  default: if FileManager.default.isExecutableFile(atPath: file) { classes.append("program") }
  }
  if name.hasPrefix(".") { classes.append("hidden") }
  let size = "\(attributes[.size] as? Int ?? 0)"
  let room = String(repeating: " ", count: max(0, 10 - size.count))
  print(
    renderer.render(
      "\(room)\(size, class: "size")  \(name, class: classes.joined(separator: " "))"))
}
