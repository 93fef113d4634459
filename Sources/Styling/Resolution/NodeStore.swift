import Bytes
import StyleValues

/// The nodes of a resolver, each distinct one once.
struct NodeStore {
  private var nodes: [StyleNode] = []

  /// Numbers of interned nodes by a digest of the node, or by the next free key after it.
  private var numbers: [UInt64: Int] = [:]

  var count: Int { nodes.count }

  subscript(id: StyleNodeID) -> StyleNode { nodes[Int(id.index)] }

  /// The number of an equal node, which is added if there is none.
  mutating func intern(
    style: TextStyle, compositing: CompositingState, scope: VariableScope,
    extensions: ExtensionValues,
    ancestorContext: AncestorContext, format: ElementFormat = .unformatted
  ) -> StyleNodeID {
    var key = Self.digest(style, compositing, scope, extensions, ancestorContext, format)
    while let number = numbers[key] {
      let node = nodes[number]
      if node.scope === scope, node.extensions === extensions, node.compositing == compositing,
        node.ancestorContext == ancestorContext, node.format == format, node.style == style
      {
        return StyleNodeID(index: number)
      }
      key &+= 1
    }
    numbers[key] = nodes.count
    return add(
      StyleNode(
        style: style, compositing: compositing, scope: scope, extensions: extensions,
        ancestorContext: ancestorContext, format: format))
  }

  private static func digest(
    _ style: TextStyle, _ compositing: CompositingState, _ scope: VariableScope,
    _ extensions: ExtensionValues, _ ancestorContext: AncestorContext, _ format: ElementFormat
  ) -> UInt64 {
    var digest = Digest()
    style.feed(&digest)
    compositing.feed(&digest)
    digest.combine(UInt64(UInt(bitPattern: ObjectIdentifier(scope))))
    digest.combine(UInt64(UInt(bitPattern: ObjectIdentifier(extensions))))
    digest.combine(ancestorContext.parent.digest)
    digest.combine(ancestorContext.ancestors.digest)
    if format != .unformatted { digest.combine(UInt64(truncatingIfNeeded: format.hashValue)) }
    return digest.value
  }

  /// Adds a node without a search for an equal one.
  mutating func add(_ node: StyleNode) -> StyleNodeID {
    nodes.append(node)
    return StyleNodeID(index: nodes.count - 1)
  }
}

extension CompositingState {
  /// Adds what `==` compares.
  fileprivate func feed(_ digest: inout Digest) {
    digest.combine(opacity)
    switch backdrop {
    case .none: digest.combine(UInt64(0))
    case .palette(let index): digest.combine(UInt64(index) + 1)
    case .color(let color):
      digest.combine(color.red)
      digest.combine(color.green)
      digest.combine(color.blue)
      digest.combine(color.alpha)
    }
  }
}

/// The number of a node.
package struct StyleNodeID: Hashable, Sendable {
  /// From 0.
  package let index: Int32

  init(index: Int) { self.index = Int32(index) }
}

/// The resolved style of a run, with everything that inner styles depend on.
package final class StyleNode {
  package let style: TextStyle

  package let compositing: CompositingState

  /// The custom properties that inner spans see.
  let scope: VariableScope

  package let extensions: ExtensionValues

  /// The context that selectors for inner spans test.
  let ancestorContext: AncestorContext

  let format: ElementFormat

  /// True if it or an outer element has `display: none`.
  package var isHidden: Bool { format.isHidden }

  /// Its box inside the line; nil for plain text.
  package var box: InlineBox? { format.box }

  package func generated(_ pseudoElement: PseudoElement) -> GeneratedText? {
    switch pseudoElement {
    case .before: format.before
    case .after: format.after
    case .marker: format.isBlock ? format.block?.marker : nil
    }
  }

  /// In a document, the innermost block around it, or itself.
  package var block: BlockFormat? { format.block }

  package var isBlock: Bool { format.isBlock }

  /// The style of an inner element without declarations, in CSS.
  private(set) lazy var inheritedStyle = ownStyle.inherited

  /// Its style, with the values of the block around it.
  var ownStyle: ComputedStyle {
    format.block.map { ComputedStyle(text: style, block: $0.style) } ?? ComputedStyle(text: style)
  }

  /// The style of an inner element without declarations.
  func startStyle(isCSS: Bool) -> ComputedStyle {
    if isCSS { return inheritedStyle }
    // The dialects that hand on everything mean the text.
    return format.block == nil
      ? ComputedStyle(text: style) : ComputedStyle(text: style, block: inheritedStyle.block)
  }

  init(
    style: TextStyle, compositing: CompositingState, scope: VariableScope,
    extensions: ExtensionValues,
    ancestorContext: AncestorContext, format: ElementFormat = .unformatted
  ) {
    self.style = style
    self.compositing = compositing
    self.scope = scope
    self.extensions = extensions
    self.ancestorContext = ancestorContext
    self.format = format
  }
}

/// Combines numbers into a hash, with far less work than a `Hasher`.
///
/// It starts with a random number, so that nobody can choose values that all collide.
struct Digest {
  private static let seed = UInt64.random(in: .min ... .max)

  private(set) var value = seed

  @inline(__always)
  mutating func combine(_ word: UInt64) {
    value = (value ^ word).folded(with: 0x9E37_79B9_7F4A_7C15)
  }

  /// Adds a number; both zeros are equal.
  @inline(__always)
  mutating func combine(_ number: Double) { combine((number + 0).bitPattern) }
}
