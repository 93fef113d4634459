import Diagnostics
import TestSupport
import Testing

private let properties = [
  "color", "background-color", "border", "font-size", "font-weight", "text-align", "opacity",
  "left",
]

@Test(
  "The nearest name is found",
  arguments: [
    ("colour", "color"), ("colro", "color"), ("COLOR", "color"), ("Colour", "color"),
    ("backgroundcolor", "background-color"), ("background-colour", "background-color"),
    ("fontsize", "font-size"), ("font-wieght", "font-weight"), ("txet-algin", "text-align"),
    ("opactiy", "opacity"), ("boder", "border"), ("lfet", "left"),
  ])
func nearNames(written: String, expected: String) {
  #expect(nearestName(to: written, in: properties) == expected)
}

@Test(
  "Nothing is suggested for what is far from everything, or right already",
  arguments: [
    "", "x", "ab", "lost", "zzzzzz", "color", "left", "margin-block-start-colour",
    String(repeating: "a", count: 101),
  ])
func farNames(written: String) {
  #expect(nearestName(to: written, in: properties) == nil)
}

@Test("The first of equally near names is suggested")
func equallyNear() {
  #expect(nearestName(to: "bold", in: ["bolt", "gold", "bole"]) == "bolt")
  #expect(nearestName(to: "bolds", in: ["gold", "bold"]) == "bold")
}

@Test(
  "Swapping two neighbours is one step, as is a letter more, less or other",
  arguments: [
    ("abcdefghi", "bacdefghi"), ("abcdefghi", "abcdefghij"), ("abcdefghi", "abcdefgh"),
    ("abcdefghi", "abcxefghi"),
  ])
func oneStep(left: String, right: String) {
  // Against a rival two steps away.
  let rival = "abcdefg" + "xy"
  #expect(nearestName(to: left, in: [rival, right]) == right)
}

@Test("Accents and letters of other scripts count as one letter each")
func otherScripts() {
  #expect(nearestName(to: "größe", in: ["grösse", "grosse"]) == "grösse")
  #expect(nearestName(to: "ცვეთი", in: ["ფერი", "ცვეთა"]) == "ცვეთა")
}

/// The distance as its definition says, without any short cut.
private func plainDistance(_ left: [Character], _ right: [Character]) -> Int {
  var rows = [Array(0...right.count)]
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      var distance = min(
        rows[row][column] + (left[row] == right[column] ? 0 : 1), rows[row][column + 1] + 1,
        current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        distance = min(distance, rows[row - 1][column - 1] + 1)
      }
      current.append(distance)
    }
    rows.append(current)
  }
  return rows[left.count][right.count]
}

@Test("An index finds the name that a look at all of them finds", arguments: 0..<20)
func indexAgainstAll(seed: Int) {
  var random = SeededGenerator(seed: UInt64(seed))
  func word() -> String {
    String(
      (0..<Int.random(in: 1...12, using: &random)).map { _ in
        "abcdE-".randomElement(using: &random) ?? "a"
      })
  }
  let names = (0..<40).map { _ in word() }
  let index = NameIndex(names)
  for _ in 0..<40 {
    let written = word()
    let limit = written.count < 5 ? 1 : max(2, written.count / 3)
    var best: (name: String, distance: Int)?
    for name in names {
      let distance = plainDistance(Array(written.lowercased()), Array(name.lowercased()))
      guard written.count > 1, distance <= limit, distance < max(written.count, name.count) else {
        continue
      }
      if best.map({ distance < $0.distance }) ?? true { best = (name, distance) }
    }
    #expect(index.nearest(to: written) == (names.contains(written) ? nil : best?.name))
  }
}

@Test("A name is found among twenty thousand that are much alike")
func manyNames() {
  let index = NameIndex((0..<20_000).map { "name-\($0)" })
  for number in 0..<20 {
    #expect(index.nearest(to: "nmae-\(number * 7)") == "name-\(number * 7)")
    #expect(index.nearest(to: "something-else-\(number)") == nil)
  }
}

@Test("Names come and go in an index")
func changingIndex() {
  var index = NameIndex(["color"])
  index.append("colour")
  index.append("column")
  #expect(index.nearest(to: "colouR") == "colour")
  index.remove("colour")
  #expect(index.nearest(to: "colouR") == "color")
  #expect(index.nearest(to: "colum") == "column")
}
