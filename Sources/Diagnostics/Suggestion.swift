/// Finds the name that was probably meant.
///
/// A name is near when its Damerau–Levenshtein distance (insert, delete, replace, swap
/// neighbours) is at most 2 or a third of the length of what was written, whichever is more.
/// - Parameters:
///   - name: What was written.
///   - candidates: The names that exist. The first of equally near ones is taken.
/// - Returns: The nearest name, or nil when none is near or `name` itself is among them.
public func nearestName(to name: String, in candidates: some Sequence<String>) -> String? {
  let written = Array(name.lowercased().unicodeScalars)
  guard !written.isEmpty, written.count <= 100 else { return nil }
  let limit = max(2, written.count / 3)
  var best: (name: String, distance: Int)?
  for candidate in candidates {
    if candidate == name { return nil }
    let other = Array(candidate.lowercased().unicodeScalars)
    guard abs(other.count - written.count) <= limit else { continue }
    let distance = editDistance(written, other)
    // A distance as long as the word would suggest anything for `a`.
    guard distance <= limit, distance < max(written.count, other.count) else { continue }
    if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
  }
  return best?.name
}

/// The Damerau–Levenshtein distance in its optimal string alignment form.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    current.reserveCapacity(right.count + 1)
    for column in right.indices {
      let same = left[row] == right[column]
      var distance = min(last[column] + (same ? 0 : 1), last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        distance = min(distance, beforeLast[column - 1] + 1)
      }
      current.append(distance)
    }
    beforeLast = last
    last = current
  }
  return last[right.count]
}
