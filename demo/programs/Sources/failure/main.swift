import CSSView
import Foundation

// Shows an error in a box on standard error, and ends with status 1:
//
//   failure "Cannot save" "The disk is full." "Make room, or choose another disk."

let theme: Theme = [
  "failure": [
    "border": "1px solid ansi(1)", "border-radius": "4px", "padding": "0 2ch", "max-width": "60ch",
  ],
  ".title": ["color": "ansi(9)", "font-weight": "bold"],
  ".hint": ["color": "ansi(11)"],
  "@media (color: 0)": [".hint": ["text-decoration": "underline"]],
]

let words = CommandLine.arguments.dropFirst()
guard words.count >= 2 else {
  print("usage: failure TITLE REASON [HINT]")
  exit(2)
}
let title = words[1]
let reason = words[2]
let renderer = theme.renderer(
  for: .standardError, as: StyledObject(element: "failure", classes: []))
var text = renderer.styled("\(title, class: "title")\n\(reason)")
if words.count > 2 { text.append(renderer.styled("\n\nHint: \(words[3], class: "hint")")) }
let block = renderer.block(text, columns: min(60, renderer.naturalColumns(of: text)))
renderer.print(block, to: .standardError)
exit(1)
