import Bytes
import Diagnostics
import StyledText
import TestSupport

@testable import Rendering

extension StreamRenderer {
  /// Renders a text in pieces whose sizes a function gives, and behind which nothing can be read.
  mutating func render(_ text: [UInt8], piece: () -> Int) -> (bytes: [UInt8], lines: Int) {
    var output = StreamBuffer(capacity: 64)
    var result: [UInt8] = []
    var waiting: [UInt8] = []
    var rest = text[...]
    var lines = 0
    let memory = GuardedMemory(capacity: text.count)
    repeat {
      let count = piece()
      waiting += rest.prefix(count)
      rest = rest.dropFirst(count)
      repeat {
        let used = render(memory.hold(waiting).span, isLast: rest.isEmpty, to: &output)
        waiting.removeFirst(used)
        lines += builder.endedLines.count
        // What has come out is final.
        result += output.bytes
        output.removeAll()
      } while hasMore
    } while !rest.isEmpty
    return (result, lines)
  }
}
