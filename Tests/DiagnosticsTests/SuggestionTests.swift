import Diagnostics
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
    "", "x", "ab", "zzzzzz", "color", "left", "margin-block-start-colour",
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
