import CSSSyntax

/// The custom properties of one element and their references.
///
/// Tarjan's strongly connected components: a component of more than one property, or one that
/// refers to itself, is a cycle, and all its members are invalid (Custom Properties 1 §2.3). Only
/// references that are followed count: an unused fallback refers to nothing (CSS Values 5 §8.2).
struct VariableGraph {
  private let declared: [String: CSSText]
  private let inherited: VariableScope
  private var results: [String: VariableScope.Value] = [:]
  private var marks: [String: Mark] = [:]
  private var stack: [String] = []
  private var longestTotal = 0

  /// The bytes made for values, without those that are another's value or as written.
  private(set) var total = 0

  private struct Mark {
    var index: Int
    var low: Int
    var isOnStack = true
    /// True if it is in a cycle.
    var isCyclic = false
  }

  /// A property whose references are being followed.
  private struct Frame {
    var name: String
    var references: [VariableReference.Mention]
    var next = 0
  }

  init(declared: [String: CSSText], inherited: VariableScope) {
    self.declared = declared
    self.inherited = inherited
  }

  mutating func computeAll(longestTotal: Int) -> [String: VariableScope.Value] {
    self.longestTotal = longestTotal
    for name in declared.keys.sorted() where marks[name] == nil { visit(name) }
    return results
  }

  /// Depth first with an explicit stack, because the input decides on the depth.
  private mutating func visit(_ root: String) {
    var frames = [open(root)]
    while let frame = frames.last {
      // Nothing more is followed from a member of a cycle: it is invalid whatever comes.
      guard frame.next < frame.references.count, marks[frame.name]?.isCyclic == false else {
        frames.removeLast()
        close(frame)
        if let parent = frames.last?.name, let mark = marks[frame.name], mark.isOnStack {
          lower(parent, to: mark.low)
        }
        continue
      }
      let reference = frame.references[frame.next]
      guard declared[reference.name] != nil else {
        frames[frames.count - 1].next = reference.next(isValid: isValid(inherited[reference.name]))
        continue
      }
      if let result = results[reference.name] {
        frames[frames.count - 1].next = reference.next(isValid: isValid(result))
      } else if let mark = marks[reference.name] {
        if mark.isOnStack { lower(frame.name, to: mark.index) }
        frames[frames.count - 1].next += 1
      } else {
        frames.append(open(reference.name))
      }
    }
  }

  private func isValid(_ value: VariableScope.Value?) -> Bool {
    if case .text? = value { true } else { false }
  }

  private mutating func open(_ name: String) -> Frame {
    marks[name] = Mark(index: marks.count, low: marks.count)
    stack.append(name)
    let text = declared[name]
    return Frame(name: name, references: text.map(VariableReference.mentions(in:)) ?? [])
  }

  /// Records a reference to a property that was visited before it, or to itself.
  private mutating func lower(_ name: String, to low: Int) {
    guard let mark = marks[name], low <= mark.index else { return }
    marks[name]?.isCyclic = true
    if low < mark.low { marks[name]?.low = low }
  }

  /// Computes the members of a component when `frame` is its root.
  private mutating func close(_ frame: Frame) {
    guard let mark = marks[frame.name], mark.low == mark.index,
      let start = stack.lastIndex(of: frame.name)
    else { return }
    let members = Array(stack[start...])
    stack.removeSubrange(start...)
    for member in members { marks[member]?.isOnStack = false }
    if mark.isCyclic {
      for (position, member) in members.enumerated() {
        results[member] = .invalid(.cycle(members, from: position))
      }
    } else {
      results[frame.name] = compute(frame.name)
    }
  }

  private mutating func compute(_ name: String) -> VariableScope.Value {
    guard let text = declared[name] else { return .invalid(.undefined([name])) }
    if let keyword = CSSWideKeyword(text) { return value(of: keyword, name) }
    guard total <= longestTotal else { return .invalid(.tooLong) }
    let results = results
    let inherited = inherited
    var expander = VariableExpander(lookUp: { results[$0] ?? inherited[$0] })
    do throws(VariableError) {
      let value = try expander.substitute(text, depth: 0)
      if let keyword = CSSWideKeyword(value) { return self.value(of: keyword, name) }
      total += expander.bytesMade
      return total <= longestTotal ? .text(value) : .invalid(.tooLong)
    } catch {
      total += expander.bytesMade
      return .invalid(error)
    }
  }

  private func value(of keyword: CSSWideKeyword, _ name: String) -> VariableScope.Value {
    switch keyword {
    case .inherit, .unset: inherited[name] ?? .invalid(.undefined([]))
    case .initial, .revert, .revertLayer: .invalid(.undefined([]))
    }
  }
}

extension VariableReference.Mention {
  /// The index of the mention to follow next: one in the fallback, unless the custom property has a
  /// value.
  fileprivate func next(isValid: Bool) -> Int { isValid ? fallbackEnd : number + 1 }
}
