import StyleValues

/// Compounds to the left of the subjects of a sheet's selectors, one entry for each.
///
/// `a > .b .c` has the entries `a` and `a > .b`. An element remembers which entries it meets, and
/// which ones its ancestors meet. Whether a selector matches then follows from the element and
/// its parent alone, however deep it stands, and elements that cannot be told apart are one.
struct ContextTable: Sendable {
  /// A compound and what has to stand to its left.
  struct Entry: Sendable {
    var compound: CompoundSelector
    /// Context to the left of the compound; nil for the first compound.
    var outer: Reference?
  }

  /// An entry and where it has to be met.
  struct Reference: Hashable, Sendable {
    var entry: Int32
    var combinator: Combinator
  }

  /// Equal entries without rare conditions are one: most sheets say `.dark` again and again.
  private struct Key: Hashable {
    var type: NameID?
    var firstClass: NameID?
    var states: ControlState
    var outer: Reference?
  }

  private(set) var entries: [Entry] = []
  private var known: [Key: Int32] = [:]

  /// Adds a compound, unless an equal one is there.
  mutating func add(_ compound: CompoundSelector, outer: Reference?) -> Int32 {
    let number = Int32(entries.count)
    guard compound.more == nil else {
      entries.append(Entry(compound: compound, outer: outer))
      return number
    }
    let key = Key(
      type: compound.type, firstClass: compound.firstClass, states: compound.states, outer: outer)
    if let known = known[key] { return known }
    known[key] = number
    entries.append(Entry(compound: compound, outer: outer))
    return number
  }
}

/// State that selectors share while they are read: names, contexts, and the numbers of lists.
struct SelectorPool: Sendable {
  /// The names that selectors mention.
  var names = NameTable()

  /// Contexts to the left of their subjects.
  var contexts = ContextTable()

  /// Number of selector lists numbered.
  var lists = 0
}
