import StyledText
import Styling
import TerminalOutput
import TestSupport
import Testing

@testable import CellLayout

@Suite("Cell widths in a terminal")
struct WidthInTerminalTests {
  /// Why tmux up to 3.5 counts a text otherwise; nil where it must agree.
  private static func dispute(_ text: String) -> String? {
    let scalars = Array(text.unicodeScalars)
    var indicators = 0
    for (place, scalar) in scalars.enumerated() {
      let next = place + 1 < scalars.count ? scalars[place + 1].value : 0
      let isIndicator = 0x1F1E6...0x1F1FF ~= scalar.value
      if !isIndicator, indicators % 2 == 1 { return "half a flag is narrow there" }
      indicators = isIndicator ? indicators + 1 : 0
      switch scalar.value {
      case 0xFE0F: return "it makes nothing wide"
      case 0x200D where next < 0x1F000: return "it joins what follows, the marks of this test too"
      case 0x1F3FB...0x1F3FF: return "skin tones are characters there"
      case 0x3164: return "the filler has two cells there, as the East Asian width says"
      case 0x1FABF, 0x1FAE8: return "emoji of Unicode 15 are not in its tables"
      default:
        let properties = scalar.properties
        if properties.generalCategory == .spacingMark
          || properties.canonicalCombiningClass.rawValue == 9
        {
          return "conjuncts are counted letter by letter there"
        }
      }
    }
    return indicators % 2 == 1 ? "half a flag is narrow there" : nil
  }

  /// The texts of the corpus, and mixtures of words that everybody agrees about.
  private static let texts: [String] = {
    let words = [
      "word", "漢字", "かな", "カナ", "한국어", "Жук", "Ελλάδα", "שלום", "مرحبا", "e\u{301}", "ไทย", "👍",
      "🚀", "👩‍🚀", "🇮🇹", "ｱｲ", "ＡＢ", "—", "“q”", "™", "½", "①", "■", "─", "가", "\u{1100}\u{1161}",
      "א\u{5B0}",
      " ", "\u{A0}", "​", "\u{2060}", "…", "。", "、", "〜", "ﬃ", "ə", "ԱԲ", "გა", "አማ",
    ]
    var generator = SeededGenerator(seed: 479)
    return WidthCase.all.map(\.text)
      + (0..<200).map { _ in
        (0..<Int.random(in: 1...9, using: &generator)).map { _ in
          words[Int.random(in: 0..<words.count, using: &generator)]
        }.joined()
      }
  }()

  @Test("are those of tmux, but for what it is known to count otherwise")
  func terminal() throws {
    let texts = Self.texts
    // After what is drawn comes a diamond; a stroke falls on it where the width is right.
    let drawn = texts.map { text in
      let (row, width) = Self.row(of: text)
      return "\(row)◆\u{1B}[\(width + 1)G|\n"
    }
    let file = try ScratchFile(drawn.joined())
    let session = try TmuxSession("cat \(file.path)", columns: 200, rows: 1_000)
    try session.waitForEnd()
    let lines = try session.screen().lines
    try #require(lines.count > texts.count)
    var agreed = 0
    for (text, line) in zip(texts, lines) where Self.dispute(text) == nil {
      let name = text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
      // A sign that joins what follows may have made one character of it and the stroke.
      let shown = line.unicodeScalars
      #expect(!shown.contains("◆") && shown.contains("|"), "\(name): \(line)")
      agreed += 1
    }
    #expect(agreed >= 400)
  }

  @Test("are what a block takes of the screen and a line is measured to be")
  func model() {
    var modelled = 0
    for text in Self.texts {
      let (row, width) = Self.row(of: text)
      // Some clusters have other widths on their own than after what stands before them; the
      // model looks at them one by one.
      if text.reduce(0, { $0 + cellWidth(of: String($1), rules: .clusters) }) == width {
        var screen = ScreenModel(
          columns: width + 1, widthOf: { cellWidth(of: $0, rules: .clusters) })
        screen.feed(Array(row.utf8))
        #expect(screen.complaints.isEmpty && screen.column == width, "\(text)")
        modelled += 1
      }
      let bytes = Array(text.utf8)
      let lines = fitLines(bytes, in: 0..<bytes.count, LineFitting(width: nil, rules: .clusters))
      #expect(lines.map(\.width) == [width])
      #expect(lines.map(\.range) == [0..<bytes.count])
      for place in LineBreaks(bytes) where !place.isMandatory {
        let fitting = LineFitting(width: max(1, width), wraps: true, rules: .clusters)
        #expect(LineFitter(bytes, in: 0..<place.offset, fitting).map(\.end).last == place.offset)
      }
    }
    #expect(modelled >= 600)
  }

  /// What is drawn of a text, and its width.
  private static func row(of text: String) -> (String, Int) {
    let width = cellWidth(of: text, rules: .clusters)
    let buffer = StyledParts([(SafeText.text(text).string, .initial)]).block(
      for: OutputTarget(Environment(columns: max(1, width)))
    ).buffer
    guard width > 0, buffer.rows == 1 else { return (text, width) }
    return (buffer.row(0).map(\.text).joined(), width)
  }
}
