import TestSupport

/// Random dictionaries that use every part of the form.
struct RandomSheet {
  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  static let classes = ["a", "b", "link", "x-y"]
  static let elements = ["text", "my_cell", "b"]
  static let states = ["selected", "disabled", "highlighted"]

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &generator)]
  }

  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }

  /// A whole dictionary as text.
  mutating func json(dialect: String?) -> String {
    var members: [String] = []
    if let dialect { members.append(#""@dialect": "\#(dialect)""#) }
    if chance(60) {
      members.append(#"":root": {"--c": "\#(color())", "--d": "var(--c)", "--s": "2"}"#)
    }
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: members.append("\"@media \(media())\": \(group())")
      case 1: members.append("\"\(sizeClass())\": \(group())")
      default: members.append(rule(dialect: dialect))
      }
    }
    let separator = chance(30) ? ", /* note */\n// and more\n" : ",\n"
    return "{\n\(members.joined(separator: separator))\n}"
  }

  private mutating func group(depth: Int = 0) -> String {
    let members = (0..<2).map { index in
      guard depth < 2, chance(20) else { return rule(dialect: nil) }
      let inner = group(depth: depth + 1)
      return chance(50) ? "\"@media \(media())\": \(inner)" : "\"\(sizeClass())\": \(inner)"
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private mutating func sizeClass() -> String {
    "[\(pick(["+", "-", "*"])) \(pick(["+", "-", "*"]))]"
  }

  private mutating func media() -> String {
    pick([
      "(min-width: 60)", "(width < 60)", "(prefers-color-scheme: dark)", "not (hyperlinks)",
      "screen and (height >= 10)", "print", "(color-depth: truecolor), (width: 3)",
    ])
  }

  private mutating func rule(dialect: String?) -> String {
    var selectors = [selector()]
    if chance(25) { selectors.append(selector()) }
    if dialect == "css", chance(40) {
      selectors.append(pick([".a .b", "b > .link", ".a.b", ":is(.a, .b) .link", ".a:not(.b)"]))
    }
    var declarations: [String] = []
    for _ in 0..<Int.random(in: 0...4, using: &generator) { declarations.append(declaration()) }
    return "\"\(selectors.joined(separator: ", "))\": {\(declarations.joined(separator: ", "))}"
  }

  private mutating func selector() -> String {
    let name = pick(Self.classes)
    let element = pick(Self.elements)
    let state = chance(25) ? ":" + pick(Self.states) : ""
    return pick([".\(name)", element, "\(element).\(name)"]) + state
  }

  private mutating func color() -> String {
    pick([
      "red", "#123456", "rgb(1, 2, 3)", "lime", "rgba(9, 8, 7, 0.5)", "#11223344",
      "hsl(90 50% 50%)",
    ])
  }

  private mutating func declaration() -> String {
    let state = chance(20) ? ":" + pick(Self.states) : ""
    let important = chance(15) ? " !important" : ""
    switch Int.random(in: 0..<16, using: &generator) {
    case 0: return #""color\#(state)": "\#(color())\#(important)""#
    case 1: return #""backgroundColor\#(state)": "\#(color())""#
    case 2: return #""color\#(state)": "var(--c, lime)""#
    case 3: return #""opacity": \#(pick(["0.5", "1", "\"50%\""]))"#
    case 4:
      let name = pick(["Helvetica-Bold", "My Font", "bold"])
      return #""font": {"name": "\#(name)", "size": 18}"#
    case 5: return #""font-weight": \#(pick(["700", "\"bold\"", "\"lighter\""]))"#
    case 6: return #""padding": {"top": 1, "left": 2, "bottom": 3, "right": 4.5}"#
    case 7:
      let stops = #"{"location": 0, "color": "red"}, {"location": 1, "color": "blue"}"#
      return #""background-image": [\#(stops)]"#
    case 8: return #""text-shadow": "1px 2px red, 2px 2px""#
    case 9: return #""--c\#(pick(["", "x"]))": "\#(color())""#
    case 10: return #""selectedTextColor": "\#(color())""#
    case 11: return #""color": "nonsense""#
    case 12: return #""text-decoration": "underline wavy red""#
    case 13: return #""border": "1px solid""#
    case 14: return #""text-overflow": "\"a;b}\"""#
    default: return #""font-size": "\#(pick(["18px", "150%", "x-large", "18"]))""#
    }
  }
}
