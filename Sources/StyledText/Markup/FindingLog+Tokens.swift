import Bytes

extension FindingLog {
  /// Records what is wrong with a token, with the name that the finding is about: `unknown` of
  /// `<unknown>`, `&nosuch;` of a reference.
  ///
  /// - Parameters:
  ///   - token: The token; nothing is recorded when nothing is wrong with it.
  ///   - bytes: The markup it is in.
  package mutating func recordProblem(of token: MarkupToken, in bytes: Span<UInt8>) {
    guard let problem = token.problem else { return }
    if token.kind == .reference {
      record(problem, at: token.range, about: String(token.range, of: bytes))
      return
    }
    var end = token.range.upperBound
    if end < bytes.count, bytes[end] == 0x2F { end += 1 }
    let start = end
    while end < bytes.count, end - start < 40, bytes[end].continuesAttributeName { end += 1 }
    let name = start..<end
    guard problem == .unknownReference else {
      record(problem, at: token.range.lowerBound..<end, about: String(name, of: bytes))
      return
    }
    if end < bytes.count, bytes[end] == 0x3B { end += 1 }
    record(
      problem, at: token.range.lowerBound..<end,
      about: "&" + String(name.lowerBound..<end, of: bytes))
  }
}
