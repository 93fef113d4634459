import CSSView

// Reports the progress of a job that prints `DONE TOTAL WHAT` lines:
//
//   for i in 1 2 3; do echo "$i 3 file$i"; sleep 1; done | progress
//
// On a terminal one line changes; into a file go lines of plain text.

let theme = Theme([
  ThemeRule(".bar", [.color(.palette(2))]),
  ThemeRule(".rest", [.color(.palette(8))]),
  ThemeRule(".done", [.color(.palette(10)), .fontWeight(700)]),
  ThemeRule(".what", [.italic()]),
])

let renderer = theme.renderer()
let room = min(40, max(10, renderer.terminal.columns - 40))

@MainActor func report(_ done: Int, of total: Int, _ what: Substring) {
  let filled = total > 0 ? room * min(done, total) / total : 0
  let bar = String(repeating: "█", count: filled)
  let rest = String(repeating: "░", count: room - filled)
  let count: Markup = "\("\(done)/\(total)", class: done >= total ? "done" : "")"
  renderer.printProgress(
    "\(bar, class: "bar")\(rest, class: "rest") \(count) \(what, class: "what")",
    isLast: done >= total)
}

while let line = readLine() {
  let words = line.split(separator: " ", maxSplits: 2)
  guard words.count == 3, let done = Int(words[0]), let total = Int(words[1]) else { continue }
  report(done, of: total, words[2])
}
