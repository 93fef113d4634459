import StyleValues
import TerminalOutput
import TestSupport
import Testing

@testable import StyledText

@Suite("Graphic renditions from SGR sequences")
struct TerminalClassesTests {
  private static func state(_ change: (inout GraphicRendition) -> Void) -> GraphicRendition {
    var state = GraphicRendition()
    change(&state)
    return state
  }

  /// Everything on, so that a reset of one thing is seen.
  private static let everything = "1;2;3;4;5;7;8;9;31;42;53;58:5:3"

  static let cases: [(String, GraphicRendition)] = [
    ("", state { _ in }),
    ("0", state { _ in }),
    ("1", state { $0.attributes = .bold }),
    ("2", state { $0.attributes = .faint }),
    ("1;2", state { $0.attributes = [.bold, .faint] }),
    ("3", state { $0.attributes = .italic }),
    ("5", state { $0.attributes = .blink }),
    ("6", state { $0.attributes = .blink }),
    ("7;8;9;53", state { $0.attributes = [.reverse, .conceal, .strikethrough, .overline] }),
    ("4", state { $0.underline = .single }),
    ("4:1", state { $0.underline = .single }),
    ("4:", state { _ in }),
    ("21", state { $0.underline = .double }),
    ("4:2", state { $0.underline = .double }),
    ("4:3", state { $0.underline = .curly }),
    ("4:4", state { $0.underline = .dotted }),
    ("4:5", state { $0.underline = .dashed }),
    ("4:3;4:0", state { _ in }),
    ("4:6", state { _ in }),
    ("30", state { $0.foreground = .palette(0) }),
    ("37", state { $0.foreground = .palette(7) }),
    ("40", state { $0.background = .palette(0) }),
    ("100", state { $0.background = .palette(8) }),
    ("38:5", state { _ in }),
    ("48:2:1:2", state { _ in }),
    ("48;2;256;0;0", state { _ in }),
    ("48;2;0;256;0", state { _ in }),
    ("48;2;0;0;256", state { _ in }),
    (
      "90;107",
      state {
        $0.foreground = .palette(8)
        $0.background = .palette(15)
      }
    ),
    ("38;5;208", state { $0.foreground = .palette(208) }),
    ("38:5:208", state { $0.foreground = .palette(208) }),
    ("48;2;1;2;3", state { $0.background = .rgb(RGB8(0x01_0203)) }),
    (
      "48;2;1;2;3;1",
      state {
        $0.background = .rgb(RGB8(0x01_0203))
        $0.attributes = .bold
      }
    ),
    ("38:2:1:2:3", state { $0.foreground = .rgb(RGB8(0x01_0203)) }),
    ("38:2::1:2:3", state { $0.foreground = .rgb(RGB8(0x01_0203)) }),
    ("38:2:0:1:2:3:0:0", state { $0.foreground = .rgb(RGB8(0x01_0203)) }),
    ("38:2::1::3", state { $0.foreground = .rgb(RGB8(0x01_0003)) }),
    ("38;2;;;3", state { $0.foreground = .rgb(RGB8(0x00_0003)) }),
    ("58:5:9", state { $0.underlineColor = .palette(9) }),
    ("58;5;9", state { $0.underlineColor = .palette(9) }),
    ("58:2::255:0:0", state { $0.underlineColor = .rgb(RGB8(0xFF_0000)) }),
    ("31;38;5;256", state { $0.foreground = .palette(1) }),
    ("31;38;2;0;0;256", state { $0.foreground = .palette(1) }),
    ("31;38;5", state { $0.foreground = .palette(1) }),
    ("31;38", state { $0.foreground = .palette(1) }),
    ("31;38:2:1", state { $0.foreground = .palette(1) }),
    ("38;9;1", state { $0.attributes = .bold }),
    ("99999999999999999999;1", state { $0.attributes = .bold }),
    ("1;", state { _ in }),
    (";1", state { $0.attributes = .bold }),
    ("1:2", state { _ in }),
    ("10;11;20;26;50;51;52;54;60;73;74;75;108", state { _ in }),
    (everything + ";0", state { _ in }),
    (everything + ";22;23;24;25;27;28;29;39;49;55;59", state { _ in }),
    (everything + ";", state { _ in }),
  ]

  @Test("is read in every spelling", arguments: cases)
  func spellings(parameters: String, expected: GraphicRendition) {
    var state = GraphicRendition()
    state.apply(Array(parameters.utf8).span)
    #expect(state == expected)
  }

  @Test("has classes that stand for it and nothing else")
  func classes() {
    var random = SeededGenerator(seed: 7)
    func color() -> TerminalColor {
      switch random.next() % 4 {
      case 0: .standard
      case 1: .palette(UInt8.random(in: 0...15, using: &random))
      case 2: .palette(UInt8.random(in: 0...255, using: &random))
      default:
        .rgb(RGB8(UInt32.random(in: 0...0xFF_FFFF, using: &random)))
      }
    }
    for _ in 0..<2000 {
      var state = GraphicRendition()
      state.foreground = color()
      state.background = color()
      state.underlineColor = color()
      state.attributes = CellAttributes(
        rawValue: UInt8.random(in: 0...255, using: &random))
      state.underline = UnderlineStyle.allCases.randomElement(using: &random) ?? .none
      #expect(GraphicRendition(classes: state.classes, attributes: state.dataAttributes) == state)
    }
    let others = ["red", "fg-256", "fg-+1", "fg-01", "fg-pink", "bold2", ""]
    #expect(GraphicRendition(classes: others, attributes: []) == GraphicRendition())
  }
}
