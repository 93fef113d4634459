import CSSViewCommands
import TestSupport
import Testing

/// Text that is wrapped, aligned, raised, enlarged and recased keeps every letter that nothing
/// hides.
@Suite("Letters")
struct KeptLetterTests {
  private static let sheet = """
    .up { text-transform: uppercase } .cap { text-transform: capitalize }
    .low { text-transform: lowercase } .big { font-size: 30px } .small { font-size: 9px }
    .box { display: inline-block; width: 7ch } .right { display: inline-block; min-width: 9ch;
      text-align: right } .pad { display: inline-block; padding: 0 1ch; background: navy }
    .none { display: none } .unseen { visibility: hidden } .red { color: red }
    .frame { border: solid; padding: 1ch; margin: 1ch } .end { text-align: right }
    .lines { white-space: pre-line } .just { text-align: justify } .back { background: teal }
    .kept { white-space: break-spaces }
    """

  private static let hosts = ["frame", "end", "lines", "just", "back", "kept"]

  /// A text and the letters that somebody must see of it.
  private struct Sample {
    var markup = ""
    var letters = ""
    var lines = 1
  }

  /// A text of random words, elements and line feeds.
  private static func sample(_ generator: inout SeededGenerator) -> Sample {
    var sample = Sample()
    for number in 0..<Int.random(in: 1...8, using: &generator) {
      append(to: &sample, depth: 0, number, isSeen: true, &generator)
      let gap = [" ", "\n", "\n\n", "  ", "\t", "\r\n"].randomElement(using: &generator) ?? " "
      sample.markup += gap
      sample.lines += gap.utf8.count { $0 == 0x0A }
    }
    if Bool.random(using: &generator) {
      let count = Int.random(in: 0...3, using: &generator)
      sample.markup += "end" + String(repeating: "\n", count: count)
      sample.letters += "end"
      sample.lines += count
    }
    return sample
  }

  private static func append(
    to sample: inout Sample, depth: Int, _ number: Int, isSeen: Bool,
    _ generator: inout SeededGenerator
  ) {
    let words = [
      "ab", "cde\(number)", "λογος", "σας", "漢字", "жук", "e\u{301}f", "1234567", "x,y",
      "longerword",
    ]
    let word = words.randomElement(using: &generator) ?? ""
    guard depth < 3, Int.random(in: 0..<4, using: &generator) > 0 else {
      sample.markup += word
      if isSeen { sample.letters += word }
      return
    }
    let tags = [
      "b id=x", "i id=x", "a href=x", "sup id=x", "sub id=x", "span class=up", "span class=cap",
      "span class=low",
      "span class=big", "span class=small", "span class=box", "span class=right",
      "span class=pad", "span class=none", "span class=unseen", "span class=red",
    ]
    let tag = tags.randomElement(using: &generator) ?? "b"
    let hides = tag.hasSuffix("none") || tag.hasSuffix("unseen")
    sample.markup += "<\(tag)>"
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      append(
        to: &sample, depth: depth + 1, number, isSeen: isSeen && !hides,
        &generator)
      if Int.random(in: 0..<3, using: &generator) == 0 {
        sample.markup += "\n"
        sample.lines += 1
      } else {
        sample.markup += " "
      }
    }
    sample.markup += "</\(tag.prefix { $0 != " " })>"
  }

  // MARK: What is seen

  /// The plain letters of raised, lowered and small ones.
  private static let plain: [Unicode.Scalar: Unicode.Scalar] = {
    var table: [Unicode.Scalar: Unicode.Scalar] = ["ς": "σ"]
    let forms: [(String, String)] = [
      ("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789"), ("₀₁₂₃₄₅₆₇₈₉", "0123456789"),
      ("ꟲꟳꟴ", "cfq"), ("ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", "abcdefghijklmnoprstuvwxyz"),
      ("ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "aehijklmnoprstuvx"), ("ᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ", "abdeghijklmnoprtuvw"),
      ("ᵝᵞᵟᶿᵠᵡ", "βγδθφχ"), ("ᵦᵧᵨᵩᵪ", "βγρφχ"),
      ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"),
    ]
    for (raised, letters) in forms {
      for (raised, letter) in zip(raised.unicodeScalars, letters.unicodeScalars) {
        table[raised] = letter
      }
    }
    return table
  }()

  /// The letters and digits of a text, whatever their case and size.
  private static func letters(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
      let properties = scalar.properties
      guard properties.isAlphabetic || properties.numericType != nil else { return [] }
      return (plain[scalar].map { String($0) } ?? properties.lowercaseMapping).unicodeScalars.map {
        plain[$0] ?? $0
      }
    }
  }

  /// The text of a page or picture.
  private static func withoutTags(_ page: String) -> String {
    var text = ""
    var isTag = false
    for character in page.unicodeScalars {
      if character == "<" { isTag = true }
      if !isTag { text.unicodeScalars.append(character) }
      if character == ">" { isTag = false }
    }
    return text
  }

  // MARK: The property

  /// Options of a form, and whether it keeps the order of the text: in a block, pieces of several
  /// sizes stand in several rows.
  private static let forms: [(arguments: [String], isOrdered: Bool, isPage: Bool)] = [
    (["render", "S", "-"], true, false),
    (["render", "S", "-", "--color", "truecolor"], true, false),
    (["render", "S", "-", "--to", "plain"], true, false),
    (["render", "S", "-", "--to", "html", "--fragment"], true, true),
    (["render", "S", "-", "--text-sizing", "osc66", "--color", "16"], true, false),
    (["render", "S", "-", "--width", "W"], true, false),
    (["render", "S", "-", "--width", "W", "--color", "256"], true, false),
    (["render", "S", "-", "--width", "W", "--to", "html", "--fragment"], true, true),
    (["preview", "S", "-", "--width", "W", "--color", "16"], false, false),
    (["preview", "S", "-", "--width", "W", "--to", "plain"], false, false),
    (
      ["preview", "S", "-", "--width", "W", "--text-sizing", "osc66", "--color", "16"], false, false
    ),
    (["preview", "S", "-", "--width", "W", "--to", "html", "--fragment"], false, true),
    (["preview", "S", "-", "--width", "W", "--to", "svg"], false, true),
    (["render", "S", "-", "--to", "svg"], false, true),
  ]

  @Test(
    "that nothing hides are in every form, at every width",
    arguments: 1...120 as ClosedRange<UInt64>)
  func letters(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let scratch = try ScratchDirectory()
    let path = try scratch.file("s.css", Self.sheet)
    let sample = Self.sample(&generator)
    let expected = Self.letters(sample.letters)
    let widths = [1, 2, 3, 4, 5, 7, 12, 30]
    for form in Self.forms.shuffled(using: &generator).prefix(4) {
      let width = widths.randomElement(using: &generator) ?? 5
      let host = Self.hosts.randomElement(using: &generator) ?? ""
      var arguments = form.arguments.map { $0 == "S" ? path : $0 == "W" ? String(width) : $0 }
      if Bool.random(using: &generator) { arguments += ["--class", host] }
      let run = CommandRun(arguments, input: Array(sample.markup.utf8))
      let shown = ShownOutput(run.bytes, [.styles, .sizes])
      #expect(shown.intruder == nil, "\(arguments) \(sample.markup.debugDescription)")
      var found = Self.letters(form.isPage ? Self.withoutTags(shown.text) : shown.text)
      var expected = expected
      if !form.isOrdered {
        found.sort()
        expected.sort()
      }
      let isWhole = found == expected
      #expect(
        isWhole,
        """
        seed \(seed), \(arguments): \(sample.markup.debugDescription) became \
        \(shown.text.debugDescription)
        """)
    }
  }

  @Test("come with all their line feeds", arguments: 1...30 as ClosedRange<UInt64>)
  func lineFeeds(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let scratch = try ScratchDirectory()
    let path = try scratch.file("s.css", ".red { color: red } .pad { background: navy }")
    var markup = ""
    var lines = 0
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      let piece =
        ["a", "<b>b", "</b>", "<b class=red>x</b>", ""].randomElement(using: &generator) ?? ""
      let isLine = Bool.random(using: &generator)
      markup += piece + (isLine ? "\n" : " ")
      if isLine { lines += 1 }
    }
    func count(_ arguments: String...) -> Int {
      let run = CommandRun(arguments, input: Array(markup.utf8))
      return run.bytes.count { $0 == 0x0A }
    }
    for options in [[], ["--color", "16"], ["--to", "plain"], ["--from", "ansi"]] {
      let run = CommandRun(["render", path, "-"] + options, input: Array(markup.utf8))
      #expect(run.bytes.count { $0 == 0x0A } == lines, "\(options) \(markup.debugDescription)")
    }
    // A block ends each line, the last one, too.
    guard !markup.isEmpty else { return }
    let all = lines + (markup.hasSuffix("\n") ? 0 : 1)
    #expect(
      count("preview", path, "-", "--width", "60") == all, "preview \(markup.debugDescription)")
  }
}
