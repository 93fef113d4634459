import Bytes

/// Finds the end of a tag, reading each byte a few times at most.
///
/// A `<` that opens no tag is text, and the next `<` may be inside its supposed attributes. To
/// start again each time would be quadratic for hostile input (`<a b=<a b=<a b=…`). The scanner is
/// a state machine, which goes the same way again from the same state at the same byte: it
/// remembers the few *tracks* that lead beyond the current position, and a new start that joins a
/// track has its outcome.
struct TagScanner: Sendable {
  enum Outcome: Equatable {
    /// The offset after `>`, and true if `/` precedes it.
    case closed(end: Int, selfClosing: Bool)
    /// Something that no tag can contain, or attributes that make it text.
    case malformed
    /// The tag is longer than it may be.
    case tooLong
    /// The input ends inside the tag.
    case unclosed
    /// The input so far ends inside the tag.
    case incomplete
  }

  /// The state before a byte.
  private enum State: UInt8 {
    case afterTagName, between, name, afterName, afterEquals
    case doubleQuoted, singleQuoted, unquoted, afterQuoted, slash
  }

  private struct Cursor {
    var offset: Int
    var state: State

    /// The start of the attribute name being read.
    var nameStart = 0
    var nameEnd = 0
    /// The start of the name of the last known attribute.
    var lastKnown = -1
    /// The start of the name of the last unknown attribute without a value.
    var lastBare = -1

    init(offset: Int, state: State) {
      self.offset = offset
      self.state = state
    }

    /// True if the attributes after an offset are those in `if a <b then c > d`: one without a
    /// value, and no known one.
    func isText(from start: Int) -> Bool { lastBare > start && lastKnown <= start }

    mutating func willDrop(first count: Int) {
      offset -= count
      nameStart -= count
      nameEnd -= count
      lastKnown -= count
      lastBare -= count
    }

    /// Records the attribute that was read.
    mutating func endName(hasValue: Bool, in bytes: Span<UInt8>) {
      // An attribute in dropped bytes is no part of a tag any more.
      guard nameStart >= 0 else { return }
      if MarkupAttribute.isKnownName(nameStart..<nameEnd, in: bytes) {
        lastKnown = nameStart
      } else if !hasValue {
        lastBare = nameStart
      }
    }
  }

  /// The end of a tag, or of a track whose own `<` is text.
  private enum End {
    /// No tag can contain the next byte.
    case malformed
    /// After a `>`.
    case closed(end: Int, selfClosing: Bool)
  }

  /// The known part of the states from one `<` on.
  private struct Track {
    /// The offset of its `<`.
    var start: Int
    /// Follows the position of later starts, to find those that join.
    var tail: Cursor
    /// The end of the part that was read.
    var head: Cursor
    /// nil while it is unknown.
    var end: End?
  }

  private var tracks: [Track] = []

  /// The bytes read, for tests of linearity.
  private(set) var steps = 0

  /// In bytes; a longer tag is text.
  private let longestTag: Int

  /// In bytes; shorter starts are not worth remembering.
  private let shortRun: Int

  /// Tests use smaller limits.
  init(longestTag: Int = MarkupLimits.longestTag, shortRun: Int = 64) {
    self.longestTag = longestTag
    self.shortRun = shortRun
  }

  mutating func willDrop(first count: Int, of bytes: Span<UInt8>) {
    for index in tracks.indices {
      var tail = tracks[index].tail
      if tail.offset < count { _ = advance(&tail, to: count, in: bytes) }
      tail.willDrop(first: count)
      tracks[index].tail = tail
      tracks[index].start -= count
      tracks[index].head.willDrop(first: count)
      if case .closed(let end, let selfClosing)? = tracks[index].end {
        tracks[index].end = .closed(end: end - count, selfClosing: selfClosing)
      }
    }
    tracks.removeAll { $0.head.offset <= 0 }
  }

  /// Finds the end of the tag with its `<` at `start` and a name that ends before `nameEnd`.
  mutating func scan(
    from start: Int, nameEnd: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> Outcome {
    let limit = start + longestTag
    var cursor = Cursor(offset: nameEnd, state: .afterTagName)
    if tracks.isEmpty {
      return run(
        Track(start: start, tail: cursor, head: cursor), from: start, limit: limit, in: bytes,
        isLast: isLast)
    }

    // Nearly every tag ends soon, whatever happened before it.
    let origin = cursor
    if tracks.last?.start != start {
      switch advance(&cursor, to: min(limit, nameEnd + shortRun), in: bytes) {
      case .closed(let end, let selfClosing):
        return cursor.isText(from: start) ? .malformed : .closed(end: end, selfClosing: selfClosing)
      case .malformed: return .malformed
      case nil: break
      }
    }
    if let index = track(joinedAt: start, nameEnd: nameEnd, in: bytes) {
      return run(tracks.remove(at: index), from: start, limit: limit, in: bytes, isLast: isLast)
    }
    return run(
      Track(start: start, tail: origin, head: cursor), from: start, limit: limit, in: bytes,
      isLast: isLast)
  }

  /// Follows a track to its end or to the limit, and remembers it unless a tag ends there.
  private mutating func run(
    _ track: Track, from start: Int, limit: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> Outcome {
    var track = track
    var outcome = Outcome.malformed
    if track.end == nil {
      track.end = advance(&track.head, to: limit, in: bytes)
      if track.end == nil {
        outcome = track.head.offset >= limit ? .tooLong : isLast ? .unclosed : .incomplete
      }
    }
    // A tag that joins a track has the attributes that come then, and a limit behind the track's
    // own.
    if case .closed(let end, let selfClosing)? = track.end, !track.head.isText(from: start) {
      return .closed(end: end, selfClosing: selfClosing)
    }
    if outcome == .incomplete || track.head.offset - track.tail.offset > shortRun {
      tracks.append(track)
    }
    return outcome
  }

  /// Moves the tails of all tracks to `start`, and returns the one that a tag at `start` joins.
  private mutating func track(joinedAt start: Int, nameEnd: Int, in bytes: Span<UInt8>) -> Int? {
    var joined: Int?
    var index = 0
    while index < tracks.count {
      if tracks[index].start == start { return index }
      // A continuing track has read the byte behind the name.
      if tracks[index].head.offset <= nameEnd {
        tracks.remove(at: index)
        continue
      }
      if tracks[index].tail.offset < start {
        var tail = tracks[index].tail
        _ = advance(&tail, to: start, in: bytes)
        tracks[index].tail = tail
      }
      // Tracks in the same state have become one. The head of the later one is as far or farther.
      let state = tracks[index].tail.state
      if let other = tracks[..<index].firstIndex(where: { $0.tail.state == state }) {
        if tracks[other].end == nil { tracks[other] = tracks[index] }
        tracks.remove(at: index)
        continue
      }
      // In an unquoted value, `<name` and the white space behind it are the value's end.
      if state == .unquoted || state == .afterEquals, bytes[nameEnd].isASCIIWhitespace {
        joined = index
      }
      index += 1
    }
    return joined
  }

  /// Reads until the tag ends, is malformed, or reaches `limit` or the end of the bytes; nil while
  /// it is open.
  private mutating func advance(
    _ cursor: inout Cursor, to limit: Int, in bytes: Span<UInt8>
  ) -> End? {
    let end = min(limit, bytes.count)
    var offset = cursor.offset
    var state = cursor.state
    defer {
      steps += offset - cursor.offset + 1
      cursor.offset = offset
      cursor.state = state
    }
    while offset < end {
      let byte = bytes[offset]
      switch state {
      case .doubleQuoted: if byte == 0x22 { state = .afterQuoted }
      case .singleQuoted: if byte == 0x27 { state = .afterQuoted }
      case .unquoted:
        if byte == 0x3E { return .closed(end: offset + 1, selfClosing: false) }
        if byte.isASCIIWhitespace { state = .between }
      case .name where byte.continuesAttributeName: break
      case .afterEquals:
        if byte == 0x3E { return .closed(end: offset + 1, selfClosing: false) }
        if byte == 0x22 {
          state = .doubleQuoted
        } else if byte == 0x27 {
          state = .singleQuoted
        } else if !byte.isASCIIWhitespace {
          state = .unquoted
        }
      case .slash:
        guard byte == 0x3E else { return .malformed }
        return .closed(end: offset + 1, selfClosing: true)
      case .name, .afterName, .between, .afterTagName, .afterQuoted:
        if state == .name {
          // Until something else shows, it has no value.
          cursor.nameEnd = offset
          state = .afterName
        }
        if state == .afterName, !byte.isASCIIWhitespace {
          cursor.endName(hasValue: byte == 0x3D, in: bytes)
        }
        if byte == 0x3E { return .closed(end: offset + 1, selfClosing: false) }
        if byte == 0x2F {
          state = .slash
        } else if byte.isASCIIWhitespace {
          if state != .afterName { state = .between }
        } else if byte == 0x3D, state == .afterName {
          state = .afterEquals
        } else if byte.startsAttributeName, state != .afterTagName {
          state = .name
          cursor.nameStart = offset
        } else {
          return .malformed
        }
      }
      offset += 1
    }
    return nil
  }
}
