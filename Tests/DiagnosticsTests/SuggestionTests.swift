import Diagnostics
import Testing

@Test("A name with swapped letters is found")
func swappedLetters() {
  #expect(nearestName(to: "colro", in: ["color", "background"]) == "color")
}
