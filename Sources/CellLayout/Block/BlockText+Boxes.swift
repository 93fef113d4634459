package import Styling

/// A box of one line in a block's text.
package struct BlockBox: Hashable, Sendable {
  /// Byte offsets into the text; it may be empty.
  package var range: Range<Int>

  /// How many boxes it is in.
  let depth: Int

  /// Its measures; nil lays it out as text.
  let box: InlineBox?

  /// Whether it is only text behind its padding: it is too long.
  let isText: Bool

  /// The look of the blanks in it.
  let filling: BlockRun

  /// The look of the blanks beside it.
  let outside: BlockRun
}

extension BlockText {
  /// The text with its boxes laid out, in lines of so many columns: with the blanks that fill them and
  /// without what they cut.
  ///
  /// - Parameters:
  ///   - columns: What percentages are a share of.
  ///   - whiteSpace: Whether spaces in boxes collapse.
  ///   - rules: How cells are counted.
  ///   - isFlat: Whether boxes are just text, with one space before what follows.
  ///   - mostBlanks: With more of them the text ends.
  /// - Returns: The text; runs of blanks are among its runs.
  package func layingOutBoxes(
    columns: Int, whiteSpace: WhiteSpace, rules: WidthRules, isFlat: Bool = false,
    mostBlanks: Int = .max
  ) -> BlockText {
    guard !boxes.isEmpty else { return self }
    var layout = BoxLayout(self, columns: columns, whiteSpace: whiteSpace, rules: rules, isFlat)
    return layout.laidOut(mostBlanks: mostBlanks)
  }

  /// What a piece of the text belongs to.
  fileprivate enum Owner {
    case run(Int)
    case filling(Int)
    case outside(Int)

    /// What has a number.
    init(number: Int) {
      self =
        switch number % 3 {
        case 0: .run(number / 3)
        case 1: .filling(number / 3)
        default: .outside(number / 3)
        }
    }

    var number: Int {
      switch self {
      case .run(let index): index * 3
      case .filling(let index): index * 3 + 1
      case .outside(let index): index * 3 + 2
      }
    }
  }

  /// Goes through the text and its boxes once.
  private struct BoxLayout {
    /// Once boxes have added so many blanks to a block, those that follow are only text: wide ones
    /// would make hundreds of megabytes of one.
    private static let mostBlanks = 1 << 24

    private let source: BlockText
    private let columns: Int
    private let whiteSpace: WhiteSpace
    private let rules: WidthRules
    private let isFlat: Bool
    private var output = OwnedText()
    private var atoms: [Range<Int>] = []
    private var open: [Frame] = []
    /// Up to where the source was taken, and the number of the run there.
    private var position = 0
    private var run = 0
    /// Whether a box has ended that a space has to come behind.
    private var owesSpace: Owner?
    private var standsOut = false

    private struct Frame {
      let number: Int
      /// Where the box and its text begin in the output.
      let outerStart: Int
      let start: Int
      let cells: InlineBoxCells
    }

    init(
      _ source: BlockText, columns: Int, whiteSpace: WhiteSpace, rules: WidthRules, _ isFlat: Bool
    ) {
      self.source = source
      self.columns = columns
      self.whiteSpace = whiteSpace
      self.rules = rules
      self.isFlat = isFlat
    }

    mutating func laidOut(mostBlanks: Int) -> BlockText {
      for (number, box) in source.boxes.enumerated() {
        while let last = open.last, open.count > box.depth { close(last) }
        if output.bytes.count - position > mostBlanks {
          var text = result()
          text.hasTooManyBlanks = true
          return text
        }
        take(to: box.range.lowerBound)
        let blanks = output.bytes.count - position
        if let measures = box.box, blanks < Self.mostBlanks { begin(number, measures) }
      }
      while let last = open.last { close(last) }
      take(to: source.bytes.count)
      return result()
    }

    private mutating func begin(_ number: Int, _ box: InlineBox) {
      let cells = InlineBoxCells(
        box, columns: columns, whiteSpace: whiteSpace,
        isHidden: source.boxes[number].filling.style.visibility == .hidden, rules: rules)
      let outerStart = output.bytes.count
      if !isFlat {
        output.append(blanks: cells.margin.left, Owner.outside(number).number)
        output.append(blanks: cells.padding.left, Owner.filling(number).number)
      }
      open.append(
        Frame(number: number, outerStart: outerStart, start: output.bytes.count, cells: cells))
    }

    private mutating func close(_ frame: Frame) {
      take(to: source.boxes[frame.number].range.upperBound)
      open.removeLast()
      guard !isFlat else {
        if owesSpace == nil, !output.bytes.isEmpty, output.bytes.last != 0x0A {
          owesSpace = .outside(frame.number)
        }
        return
      }
      if source.boxes[frame.number].isText { return }
      let content = output.removeLast(from: frame.start)
      let followsText = !output.bytes.isEmpty && output.bytes.last != 0x0A
      let laidOut = frame.cells.layOut(
        content, followsText: followsText, filling: Owner.filling(frame.number).number)
      if laidOut.standsOut { standsOut = true }
      output.append(laidOut, in: 0..<laidOut.bytes.count)
      output.append(blanks: frame.cells.padding.right, Owner.filling(frame.number).number)
      output.append(blanks: frame.cells.margin.right, Owner.outside(frame.number).number)
      if open.isEmpty, output.bytes.count > frame.outerStart {
        atoms.append(frame.outerStart..<output.bytes.count)
      }
    }

    /// Takes text of the source, run by run.
    private mutating func take(to end: Int) {
      guard position < end else { return }
      if let owner = owesSpace {
        if source.bytes[position] != 0x0A { output.append(blanks: 1, owner.number) }
        owesSpace = nil
      }
      let bytes = source.bytes
      while position < end {
        while source.runs[run].range.upperBound <= position { run += 1 }
        let stop = min(end, source.runs[run].range.upperBound)
        output.append(position..<stop, of: bytes.span, Owner.run(run).number)
        position = stop
      }
    }

    /// The text with runs for its blanks; blanks that look like the text beside them belong to it.
    private func result() -> BlockText {
      var text = BlockText(bytes: output.bytes, runs: [])
      text.hasLastLine = source.hasLastLine
      text.atoms = atoms
      text.standsOut = standsOut
      var origins: [Int32] = []
      var start = 0
      for part in output.parts {
        var (run, origin) = look(of: Owner(number: part.owner))
        run.range = start..<part.end
        start = part.end
        if let last = text.runs.last, last.style == run.style, last.paint == run.paint,
          last.link == run.link, origin < 0 || origins[origins.count - 1] < 0
        {
          text.runs[text.runs.count - 1].range = last.range.lowerBound..<part.end
          origins[origins.count - 1] = max(origins[origins.count - 1], origin)
        } else {
          text.runs.append(run)
          origins.append(origin)
        }
      }
      text.origins = origins
      return text
    }

    private func look(of owner: Owner) -> (BlockRun, origin: Int32) {
      switch owner {
      case .run(let number): (source.runs[number], Int32(number))
      case .filling(let number): (source.boxes[number].filling, -1)
      case .outside(let number): (source.boxes[number].outside, -1)
      }
    }
  }
}
