import Bytes
import StyledText

/// A `sup` or `sub` that is open in a stream.
struct StreamScript {
  let kind: ScriptElement

  /// What its parentheses look like.
  var look: LookID

  /// Text of this line that has forms and waits for the rest, with its looks.
  var held: [(look: LookID, text: [UInt8])] = []
  var count = 0

  /// Whether the text of this line stands between parentheses.
  var isEnclosed = false
}

extension StreamRenderer {
  /// Takes note of an element that was opened.
  mutating func openScript(_ element: MarkupElement) {
    guard let kind = ScriptElement(element) else { return }
    scripts.append(StreamScript(kind: kind, look: styles.head(wanted).look))
  }

  /// Ends the text of the innermost `sup` or `sub`.
  mutating func closeScript(_ element: MarkupElement, _ output: inout StreamBuffer) {
    guard ScriptElement(element) != nil, !scripts.isEmpty else { return }
    if scripts.count <= ScriptElement.deepest { endScript(scripts.count - 1, &output) }
    scripts.removeLast()
  }

  /// Ends the line in all that is open.
  mutating func endScriptLine(_ output: inout StreamBuffer) {
    guard !scripts.isEmpty else { return }
    for index in (0..<min(scripts.count, ScriptElement.deepest)).reversed() {
      endScript(index, &output)
    }
  }

  /// Keeps a text of the innermost element until it is known how it is shown.
  ///
  /// - Returns: False if it is to be written as it is.
  mutating func holdScript(_ text: some Collection<UInt8>, _ output: inout StreamBuffer) -> Bool {
    guard !text.isEmpty else { return false }
    let innermost = min(scripts.count, ScriptElement.deepest) - 1
    for index in 0..<innermost { encloseScript(index, &output) }
    guard !scripts[innermost].isEnclosed else { return false }
    if let count = scripts[innermost].kind.count(of: text),
      scripts[innermost].count + count <= ScriptElement.longest
    {
      scripts[innermost].held.append((styles.head(wanted).look, Array(text)))
      scripts[innermost].count += count
      return true
    }
    encloseScript(innermost, &output)
    return false
  }

  private mutating func encloseScript(_ index: Int, _ output: inout StreamBuffer) {
    guard !scripts[index].isEnclosed else { return }
    scripts[index].isEnclosed = true
    write(scripts[index].kind.opening, scripts[index].look, &output)
    for piece in scripts[index].held { write(piece.text, piece.look, &output) }
    scripts[index].held = []
    scripts[index].count = 0
  }

  private mutating func endScript(_ index: Int, _ output: inout StreamBuffer) {
    if scripts[index].isEnclosed {
      write(ScriptElement.closing, scripts[index].look, &output)
      scripts[index].isEnclosed = false
    }
    for piece in scripts[index].held {
      write(scripts[index].kind.shown(piece.text), piece.look, &output)
    }
    scripts[index].held = []
    scripts[index].count = 0
  }
}
