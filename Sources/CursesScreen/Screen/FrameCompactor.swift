import CellLayout
import TerminalOutput

/// Shortens what ncurses prints: it sets both colours whenever one changes, and starts over from the
/// default state to turn an attribute off.
///
/// Renditions are only noted, and written when something is drawn with them: the shortest way from
/// what the terminal is set to.
struct FrameCompactor {
  private let encoder: SGREncoder

  /// What the terminal is set to.
  private var shown = GraphicRendition.standard

  /// A compactor for a terminal in its default state.
  init(_ encoder: SGREncoder) {
    self.encoder = encoder
  }

  /// The terminal is in its default state again.
  mutating func reset() {
    shown = .standard
  }

  /// Appends a frame, shortened; the terminal ends up as if it had got all of it.
  mutating func append(_ frame: [UInt8], to bytes: inout [UInt8]) {
    var wanted = shown
    var place = 0
    while place < frame.count {
      if frame[place] != Self.escape {
        let end = frame[place...].firstIndex(of: Self.escape) ?? frame.count
        change(to: wanted, into: &bytes)
        bytes += frame[place..<end]
        place = end
        continue
      }
      let end = Self.end(ofSequenceAt: place, in: frame)
      switch Self.kind(frame[place..<end]) {
      case .rendition:
        var reader = SGRReader(frame[(place + 2)..<(end - 1)])
        reader.apply(to: &wanted)
      // The only character set that is ever used.
      case .characterSet: break
      case .movement: bytes += frame[place..<end]
      case .other:
        change(to: wanted, into: &bytes)
        bytes += frame[place..<end]
      }
      place = end
    }
    change(to: wanted, into: &bytes)
  }

  private mutating func change(to wanted: GraphicRendition, into bytes: inout [UInt8]) {
    guard wanted != shown else { return }
    encoder.append(from: shown, to: wanted, into: &bytes)
    shown = wanted
  }

  // MARK: Sequences

  private static let escape: UInt8 = 0x1B

  private enum Kind { case rendition, characterSet, movement, other }

  private static func kind(_ sequence: ArraySlice<UInt8>) -> Kind {
    guard sequence.count >= 3, let last = sequence.last else { return .other }
    let second = sequence[sequence.startIndex + 1]
    if second == UInt8(ascii: "(") { return last == UInt8(ascii: "B") ? .characterSet : .other }
    guard second == UInt8(ascii: "[") else { return .other }
    let parameters = sequence.dropFirst(2).dropLast()
    let isPlain = parameters.allSatisfy { (0x30...0x3B).contains($0) }
    guard isPlain else { return .other }
    switch last {
    case UInt8(ascii: "m"): return .rendition
    // CUU, CUD, CUF, CUB, CHA, CUP, VPA, HVP
    case UInt8(ascii: "A")...UInt8(ascii: "D"), UInt8(ascii: "G"), UInt8(ascii: "H"),
      UInt8(ascii: "d"), UInt8(ascii: "f"):
      return .movement
    default: return .other
    }
  }

  /// ECMA-48 §5.4: a control sequence ends with a byte from 0x40 on; others, but for intermediate
  /// bytes, with the byte after Escape.
  private static func end(ofSequenceAt start: Int, in frame: [UInt8]) -> Int {
    var place = start + 1
    guard place < frame.count else { return place }
    if frame[place] == UInt8(ascii: "[") {
      place += 1
      while place < frame.count, !(0x40...0x7E).contains(frame[place]) { place += 1 }
    } else {
      while place < frame.count, (0x20...0x2F).contains(frame[place]) { place += 1 }
    }
    return min(place + 1, frame.count)
  }
}
