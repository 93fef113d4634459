import Bytes

/// Finds where a tag ends, without ever reading a byte more often than a few times.
///
/// A `<` that opens no tag becomes text, and the next `<` may stand inside what the first one
/// took for an attribute value. Starting afresh each time would make hostile input quadratic
/// (`<a b=<a b=<a b=…`). The scanner is a state machine, and a machine that has been in the same
/// state at the same byte before goes the same way again: it remembers the few *tracks* that
/// lead past the current position, and a new start that joins a track takes its outcome.
struct TagScanner: Sendable {
  /// Result of a search for the end of a tag.
  enum Outcome: Equatable {
    /// The offset behind `>`, and whether `/` stands before it.
    case closed(end: Int, selfClosing: Bool)
    /// Something that no tag can hold stands there, or attributes that make it text.
    case malformed
    /// The end is farther away than a tag may be long.
    case tooLong
    /// The input ends inside the tag.
    case unclosed
    /// The input so far ends inside the tag.
    case incomplete
  }

  /// State before the current byte.
  private enum State: UInt8 {
    case afterTagName, between, name, afterName, afterEquals
    case doubleQuoted, singleQuoted, unquoted, afterQuoted, slash
  }

  private struct Cursor {
    var offset: Int
    var state: State

    /// Start of an attribute's name, while it is read.
    var nameStart = 0
    var nameEnd = 0
    /// Start of the name of the last known attribute.
    var lastKnown = -1
    /// Start of the name of the last attribute that is unknown and has no value.
    var lastBare = -1

    init(offset: Int, state: State) {
      self.offset = offset
      self.state = state
    }

    /// True if the attributes behind an offset make a tag of `if a <b then c > d`: no known one is
    /// among them, and one without a value is.
    func isText(from start: Int) -> Bool { lastBare > start && lastKnown <= start }

    mutating func willDrop(first count: Int) {
      offset -= count
      nameStart -= count
      nameEnd -= count
      lastKnown -= count
      lastBare -= count
    }

    /// Takes note of the attribute that was read.
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

  /// End of a tag, or of a track whose own `<` is text.
  private enum End {
    /// No tag can hold the byte that comes.
    case malformed
    /// Behind a `>`.
    case closed(end: Int, selfClosing: Bool)
  }

  /// The way the machine takes from one `<`, as far as it is known.
  private struct Track {
    /// The `<` it began at.
    var start: Int
    /// Follows the position of later starts, to tell whether they join.
    var tail: Cursor
    /// Cursor at the end of the part that has been read.
    var head: Cursor
    /// End of the track; nil while it is not known.
    var end: End?
  }

  private var tracks: [Track] = []

  /// Number of bytes looked at; linearity is tested with it.
  private(set) var steps = 0

  /// A tag with more bytes than this is text.
  private let longestTag: Int

  /// A start that ends within this many bytes is not worth remembering.
  private let shortRun: Int

  /// A scanner that remembers nothing yet; tests give smaller limits.
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

  /// Finds the end of the tag whose `<` is at `start` and whose name ends before `nameEnd`.
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
        return cursor.isText(from: start)
          ? .malformed : .closed(end: end, selfClosing: selfClosing)
      case .malformed: return .malformed
      case nil: break
      }
    }
    if let index = track(joinedAt: start, nameEnd: nameEnd, in: bytes) {
      return run(
        tracks.remove(at: index), from: start, limit: limit, in: bytes, isLast: isLast)
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

  /// Lets every track catch up with `start`, and finds the one that a tag at `start` joins.
  private mutating func track(
    joinedAt start: Int, nameEnd: Int, in bytes: Span<UInt8>
  ) -> Int? {
    var joined: Int?
    var index = 0
    while index < tracks.count {
      if tracks[index].start == start { return index }
      // A track that goes on has read the byte behind the name.
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

  /// Reads on until the tag closes, cannot go on, or `limit` or the end of the bytes is reached;
  /// nil while it is open.
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
      case .doubleQuoted:
        if byte == 0x22 { state = .afterQuoted }
      case .singleQuoted:
        if byte == 0x27 { state = .afterQuoted }
      case .unquoted:
        if byte == 0x3E { return .closed(end: offset + 1, selfClosing: false) }
        if byte.isASCIIWhitespace { state = .between }
      case .name where byte.continuesAttributeName:
        break
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
