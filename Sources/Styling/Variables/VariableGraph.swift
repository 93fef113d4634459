import CSSSyntax

/// The custom properties of one element and how they refer to each other.
///
/// Tarjan's strongly connected components: a component of more than one property, or one that
/// refers to itself, is a cycle, and all its members are invalid (Custom Properties 1 §2.3).
struct VariableGraph {
  private let declared: [String: CSSText]
  private let inherited: VariableScope
  private var results: [String: VariableScope.Value] = [:]
  private var marks: [String: Mark] = [:]
  private var stack: [String] = []
  private var total = 0
  private var longestTotal = 0

  private struct Mark {
    var index: Int
    var low: Int
    var isOnStack = true
  }

  /// A property whose references are being looked at.
  private struct Frame {
    var name: String
    var references: [String]
    var next = 0
  }

  init(declared: [String: CSSText], inherited: VariableScope) {
    self.declared = declared
    self.inherited = inherited
  }

  /// Computes every declared property.
  mutating func computeAll(longestTotal: Int) -> [String: VariableScope.Value] {
    self.longestTotal = longestTotal
    for name in declared.keys.sorted() where marks[name] == nil { visit(name) }
    return results
  }

  /// Depth first with a stack of its own: the input decides how deep it goes.
  private mutating func visit(_ root: String) {
    var frames = [open(root)]
    while let frame = frames.last {
      guard frame.next < frame.references.count else {
        frames.removeLast()
        close(frame)
        if let parent = frames.last?.name, let low = marks[frame.name]?.low {
          lower(parent, to: low)
        }
        continue
      }
      frames[frames.count - 1].next += 1
      let reference = frame.references[frame.next]
      guard declared[reference] != nil else { continue }
      if let mark = marks[reference] {
        if mark.isOnStack { lower(frame.name, to: mark.index) }
      } else {
        frames.append(open(reference))
      }
    }
  }

  private mutating func open(_ name: String) -> Frame {
    marks[name] = Mark(index: marks.count, low: marks.count)
    stack.append(name)
    let text = declared[name]
    return Frame(name: name, references: text.map(VariableReference.names(in:)) ?? [])
  }

  private mutating func lower(_ name: String, to low: Int) {
    guard let mark = marks[name], low < mark.low else { return }
    marks[name]?.low = low
  }

  /// When `frame` is the root of a component, computes the component's members.
  private mutating func close(_ frame: Frame) {
    guard let mark = marks[frame.name], mark.low == mark.index,
      let start = stack.lastIndex(of: frame.name)
    else { return }
    let members = Array(stack[start...])
    stack.removeSubrange(start...)
    for member in members { marks[member]?.isOnStack = false }
    if members.count > 1 || frame.references.contains(frame.name) {
      for (position, member) in members.enumerated() {
        let ring = Array(members[position...] + members[..<position])
        results[member] = .invalid(.cycle(ring))
      }
    } else {
      results[frame.name] = compute(frame.name)
    }
  }

  private mutating func compute(_ name: String) -> VariableScope.Value {
    guard let text = declared[name] else { return .invalid(.undefined([name])) }
    switch CSSWideKeyword(text) {
    case .inherit, .unset:
      return inherited[name] ?? .invalid(.undefined([]))
    case .initial, .revert:
      return .invalid(.undefined([]))
    case nil:
      break
    }
    let results = results
    let inherited = inherited
    var expander = VariableExpander(lookUp: { results[$0] ?? inherited[$0] })
    do throws(VariableError) {
      let value = try expander.substitute(text, depth: 0)
      total += value.range.count
      return total <= longestTotal ? .text(value) : .invalid(.tooLong)
    } catch {
      return .invalid(error)
    }
  }
}
