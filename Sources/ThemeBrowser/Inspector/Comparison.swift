import CellLayout
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Differences between the selected theme and the pinned one, part by part.
struct Comparison {
  private(set) var lines: [InspectorLine] = []

  /// The most runs that are compared.
  private static let mostRuns = 100

  /// The values of the object around all parts, in the selected theme and in the pinned one.
  private let outer: (now: [PropertyID: Value], then: [PropertyID: Value])

  /// A number that no run has, for the object.
  private static let object = -1

  /// Compares the parts of two previews by name: the selected one, the object around all of them,
  /// and the others without values inherited from it.
  init(_ titles: (own: String, other: String), _ preview: Preview, _ other: Preview, run: Int) {
    outer = (Self.values(of: preview, Self.object), Self.values(of: other, Self.object))
    var names: Set<String> = []
    let order = [run] + preview.parts.filter { $0 != run }
    var known: [String: Int] = [:]
    for index in other.text.runs.indices {
      let runName = other.name(ofRun: index)
      if known[runName] == nil { known[runName] = index }
    }
    for index in order where names.count < Self.mostRuns {
      let runName = preview.name(ofRun: index)
      guard names.insert(runName).inserted else { continue }
      if let match = known[runName] { add(runName, preview, index, other, match) }
      guard names.count == 1 else { continue }
      let name = preview.name(ofRun: Self.object) + "  (every part)"
      add(name, preview, Self.object, other, Self.object)
    }
    let isEmpty = lines.isEmpty
    let isItself = titles.own == titles.other
    let none = isItself ? "select another theme to compare" : "no differences"
    lines.insert(
      InspectorLine(
        .note, isEmpty ? none : "\(titles.other) → \(titles.own)", detail: isEmpty ? "" : "ΔE00"),
      at: 0)
  }

  private mutating func add(
    _ runName: String, _ preview: Preview, _ run: Int, _ other: Preview, _ otherRun: Int
  ) {
    let (now, then) = (Self.values(of: preview, run), Self.values(of: other, otherRun))
    var found: [InspectorLine] = []
    for property in PropertyID.allCases where now[property]?.text != then[property]?.text {
      let after = now[property]
      let before = then[property]
      if run != Self.object, after?.value == outer.now[property]?.value,
        before?.value == outer.then[property]?.value
      {
        continue
      }
      let difference = Self.difference(before?.color, after?.color)
      found.append(
        InspectorLine(
          .declaration,
          "  \(property.name): \(before?.text ?? "not set") → \(after?.text ?? "not set")",
          detail: difference.map { "ΔE00 \($0.tenths)" } ?? "", value: after?.value,
          swatches: [before, after].flatMap { ColorWords.colors(in: $0?.text ?? "", .css) }))
    }
    guard !found.isEmpty else { return }
    // The colours as they are seen, backgrounds and translucency included.
    let colors = [other.rendition(ofRun: otherRun), preview.rendition(ofRun: run)].map {
      rendition in rendition.flatMap { preview.palette.color(of: $0.foreground) }
    }
    let seen = Self.difference(colors[0], colors[1]).map { "text ΔE00 \($0.tenths)" }
    lines.append(InspectorLine(.heading, runName, detail: seen ?? ""))
    lines += found
  }

  private struct Value {
    var text: String
    var color: RGB8?
    var value: EditableValue

    init(_ declaration: ExplainedDeclaration) {
      text = declaration.usedValue
      color = declaration.opaqueColor
      value = EditableValue(declaration)
    }
  }

  /// The values of a run, with the background behind it if it has none.
  private static func values(of preview: Preview, _ run: Int) -> [PropertyID: Value] {
    var values = preview.explanation(ofRun: run).winners.reduce(into: [:]) { values, winner in
      values[winner.property] = Value(winner.declaration)
    }
    if let behind = preview.backgroundBehind(run: run) {
      values[behind.property] = Value(behind.declaration)
    }
    return values
  }

  private static func difference(_ first: RGB8?, _ second: RGB8?) -> Double? {
    guard let first, let second else { return nil }
    return CIELab(first).difference(to: CIELab(second))
  }
}
