import CSSView
import Foundation

// What an editor shows beside its text: `preview CSSVIEW SHEET < lines`. Each line of input is the
// whole markup after one change; a running `cssview explain --batch` says how it looks and what is
// wrong.

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  print("usage: preview CSSVIEW SHEET")
  exit(2)
}
let (input, output) = (Pipe(), Pipe())
let process = Process()
process.executableURL = URL(fileURLWithPath: arguments[1])
process.arguments = ["explain", "--batch"]
process.standardInput = input
process.standardOutput = output
try process.run()

/// Asks one question and waits for its answer, which is one line.
@MainActor func ask(_ question: ThemeValue) throws -> ThemeValue {
  input.fileHandleForWriting.write(Data("\(question)\n".utf8))
  var line = Data()
  while line.last != 0x0A {
    let piece = output.fileHandleForReading.availableData
    if piece.isEmpty { break }
    line += piece
  }
  return try ThemeValue(json: String(decoding: line, as: UTF8.self))
}

let theme: Theme = [".place": ["color": "ansi(8)"], ".warning": ["color": "ansi(3)"]]
let renderer = theme.renderer()
var number = 0
while let line = readLine() {
  number += 1
  let answer = try ask([
    "id": .init(any: number), "file": .init(arguments[2]), "markup": .init(line),
  ])
  var shown: Markup = "\("\(number)", class: "place") "
  for run in answer["runs"]?.elements ?? [] {
    let color = run["style"]?["color"]?.text.map { "color: \($0);" } ?? ""
    let weight = run["style"]?["font-weight"]?.number.map { "font-weight: \($0)" } ?? ""
    shown = shown + "\(run["text"]?.text ?? "", class: "", style: color + weight)"
  }
  print(renderer.render(shown))
  for problem in answer["diagnostics"]?.elements ?? [] {
    print(renderer.render("  \(problem["message"]?.text ?? "", class: "warning")"))
  }
}
try input.fileHandleForWriting.close()
process.waitUntilExit()
