/// Tells which bidirectional controls of a text open or close nothing within their line.
enum BidirectionalBalance {
  /// UAX #9, BD2: nothing is nested deeper than this.
  private static let deepestNesting = 125

  /// The offsets of the controls that stand alone, in order.
  ///
  /// LRE, RLE, LRO and RLO are closed by PDF; LRI, RLI and FSI by PDI, which also ends what is
  /// open inside the isolate and leaves that unbalanced.
  static func unbalancedControls(in text: [UInt8], from start: Int) -> [Int] {
    var alone: [Int] = []
    var open: [(offset: Int, isIsolate: Bool)] = []
    var isolates = 0
    var offset = start
    while offset < text.count {
      let byte = text[offset]
      if byte == 0x0A {
        alone += open.map(\.offset)
        open.removeAll(keepingCapacity: true)
        isolates = 0
      }
      guard byte == 0xE2, offset + 2 < text.count else {
        offset += 1
        continue
      }
      switch (text[offset + 1], text[offset + 2]) {
      case (0x80, 0xAA), (0x80, 0xAB), (0x80, 0xAD), (0x80, 0xAE):
        if open.count < deepestNesting {
          open.append((offset, false))
        } else {
          alone.append(offset)
        }
      case (0x81, 0xA6), (0x81, 0xA7), (0x81, 0xA8):
        if open.count < deepestNesting {
          open.append((offset, true))
          isolates += 1
        } else {
          alone.append(offset)
        }
      case (0x80, 0xAC):
        if let last = open.last, !last.isIsolate { open.removeLast() } else { alone.append(offset) }
      case (0x81, 0xA9):
        guard isolates > 0 else {
          alone.append(offset)
          break
        }
        while let last = open.popLast(), !last.isIsolate { alone.append(last.offset) }
        isolates -= 1
      default: break
      }
      offset += 3
    }
    alone += open.map(\.offset)
    return alone.sorted()
  }
}
