import Bytes
import Diagnostics
import StyledText
import Styling
import TestSupport
import Testing

@testable import DataRecords

@Suite("The first lines of data")
struct DelimiterTests {
  /// The texts of the cells of some CSV, with a space between them, and the findings.
  private func cells(
    _ data: String, delimiter: UInt8? = nil, skippedLines: Int = 0, piece: Int = .max
  ) -> (text: String, findings: [String]) {
    var reader = RecordReader(
      .csv, nil, delimiter: delimiter, skippedLines: skippedLines, name: "data")
    var html = RecordMarkup()
    var rest = Array(data.utf8)[...]
    var pending: [UInt8] = []
    repeat {
      pending += rest.prefix(piece)
      rest = rest.dropFirst(piece)
      let used = reader.convert(pending.span, isLast: rest.isEmpty, into: &html)
      pending.removeFirst(used)
    } while !rest.isEmpty
    let text = String(decoding: html.bytes, as: UTF8.self).matches(of: />([^<\n]+)</).map { $0.1 }
    return (text.joined(separator: " "), reader.takeFindings().map(\.code.rawValue))
  }

  static let delimiters: [(data: String, cells: String, isNoted: Bool)] = [
    ("a,b\n1,2\n", "a b 1 2", false),
    ("a;b\n1;2\n", "a b 1 2", true),
    ("a\tb\n1\t2\n", "a b 1 2", true),
    ("a|b\n1|2\n", "a b 1 2", true),
    // A comma wins a tie, but not as a decimal sign.
    ("a,b;c\n1,2;3\n", "a b;c 1 2;3", false),
    ("a;b\n1,5;2,5\n", "a b 1,5 2,5", true),
    ("1,5;2,5\n1,6;7,8\n", "1,5 2,5 1,6 7,8", true),
    // Quotes hold what they hold.
    ("a;b\n\"x;y\";2\n", "a b x;y 2", true),
    // No character splits all lines into as many fields.
    ("a;b\n1\n2;3;4\n", "a;b 1 2;3;4", false),
    ("sep=;\na;b\n1;2\n", "a b 1 2", false),
    ("sep=|\r\na|b\r\n1|2\r\n", "a b 1 2", false),
    ("sep=x", "sep=x", false),
    ("one\ntwo\n", "one two", false),
    ("", "", false),
  ]

  @Test("say which character stands between the fields of CSV", arguments: delimiters)
  func delimiter(data: String, cells expected: String, isNoted: Bool) {
    for piece in [Int.max, 1, 3] {
      let (text, findings) = cells(data, piece: piece)
      #expect(text == (data == "sep=x" ? "" : expected), "in pieces of \(piece)")
      #expect(findings == (isNoted ? ["found-delimiter"] : []))
    }
  }

  @Test("are not asked for a delimiter that the user names")
  func named() {
    #expect(cells("a;b,c\n1;2,3\n", delimiter: 0x3B) == ("a b,c 1 2,3", []))
    #expect(cells("a:b\n1:2\n", delimiter: 0x3A) == ("a b 1 2", []))
  }

  @Test("may be left out")
  func skipped() {
    for piece in [Int.max, 1, 5] {
      let shown = cells("# one\n# two\na,b\n1,2\n", skippedLines: 2, piece: piece)
      #expect(shown == ("a b 1 2", []), "in pieces of \(piece)")
    }
    #expect(cells("a,b\n", skippedLines: 9) == ("", []))
    #expect(cells("x\nsep=;\na;b\n", skippedLines: 1) == ("a b", []))
  }

  static let columns: [(values: [String], isNumeric: Bool)] = [
    (["1", "2.5", "-3"], true),
    (["1", "", "-", "2"], true),
    (["1", "2", "3", "4", "n/a"], true),
    (["1", "2", "3", "n/a"], false),
    (["", "-", ""], false),
    (["12K", "1.5Gi", "19%", "$1,234.50", "1 234,5 €"], true),
    (["2024-03-21", "2024-03-22"], false),
  ]

  @Test("say which columns are numbers, as a whole", arguments: columns)
  func numbers(values: [String], isNumeric: Bool) {
    func cells(_ data: String, _ format: InputFormat) -> [Bool] {
      var reader = RecordReader(format, nil, name: "data")
      var html = RecordMarkup()
      let bytes = Array(data.utf8)
      _ = reader.convert(bytes.span, isLast: true, into: &html)
      return String(decoding: html.bytes, as: UTF8.self)
        .matches(of: /<t[hd] class="n( number)?/).map { $0.1 != nil }
    }
    let csv = cells("x,n\n" + values.map { "x,\"\($0)\"\n" }.joined(), .csv)
    #expect(csv == Array(repeating: isNumeric, count: values.count + 1))
    let lines = cells(values.map { "{\"n\":\"\($0)\"}\n" }.joined(), .jsonl)
    #expect(lines == Array(repeating: isNumeric, count: values.count + 1))
  }

  static let printed = [
    (
      "        total   used\nMem:     23Gi  912Mi\nSwap:      0B\n",
      "| total used|Mem: 23Gi 912Mi|Swap: 0B "
    ),
    ("   alpha  beta\n0      1   x y\n10    22     z\n", "| alpha beta|0 1 x y|10 22 z"),
    ("   ä  bb\nß  1   2\n", "| ä bb|ß 1 2"),
    // Values that begin where the names do.
    ("  NAME   AGE\n  a      1\n  bcdef  22\n", "|NAME AGE|a 1|bcdef 22"),
  ]

  @Test("are those of columns whose names end where their values end", arguments: printed)
  func ends(text: String, rows: String) {
    var reader = RecordReader(.columns, nil, name: "data")
    var html = RecordMarkup()
    let bytes = Array(text.utf8)
    _ = reader.convert(bytes.span, isLast: true, into: &html)
    let lines = String(decoding: html.bytes, as: UTF8.self).split(separator: "</tr>")
      .map { $0.matches(of: /<t[hd] [^>]*>([^<]*)</).map { String($0.1) }.joined(separator: " ") }
    #expect("|" + lines.dropLast().joined(separator: "|") == rows)
  }

  static let numerals = [
    "0", "-1", "+2", "\u{2212}3", "1.5", "1,5", "1e3", "1.5E-3", "12K", "1.5Gi", "12 MB", "4.0K",
    "19%", "19 %", "$5", "-$5", "$-5", "5 €", "£1,234,567.89", "1.234,50", "1 234 567",
    "1'234.5", "1\u{A0}234", "1\u{202F}234,5 €", "007",
    ".5", "-.25", ".00", "$.5",
  ]

  static let others = [
    "", "-", "x", "1.2.3", "10.0.0.1", "12:30", "2024-01-02", "1-2", "1,2,3", "1e", "e3", "$", "%",
    "1 2", "1x", "0x1F", "1,", "١", "--1", "1.5.", "1,23,456", "12Kx", "v1",
    ".", "-.", ",5", ".x", ".5.5",
  ]

  private func isNumeral(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.span.isNumeral
  }

  @Test("know numbers as people write them")
  func numeral() {
    for text in Self.numerals {
      #expect(isNumeral(text), "\(text)")
    }
    for text in Self.others {
      #expect(!isNumeral(text), "\(text)")
    }
  }
}
