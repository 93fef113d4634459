import CSSView

// Colours a log: `12:30:07 error disk full`. Whatever a line says, it is shown and does no more.
//
//   printf '12:30:07 error <b>disk</b> full\n' | swift run --package-path demo/programs logcolors

let theme: Theme = [
  ":root": ["--loud": "#ff6b6b"],
  ".time": ["color": "#808080"],
  ".error": ["color": "var(--loud)", "font-weight": "bold"],
  ".warning": ["color": "#ffd166"],
]

let renderer = theme.renderer()
while let line = readLine() {
  let words = line.split(separator: " ", maxSplits: 2)
  guard words.count == 3 else {
    print(renderer.render("\(line)"))
    continue
  }
  let level = words[1].lowercased()
  print(renderer.render("\(words[0], class: "time") \("\(level) \(words[2])", class: level)"))
}
