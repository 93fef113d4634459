package import Styling

extension AttributedText {
  /// Why the properties of a span have their values.
  ///
  /// - Parameters:
  ///   - number: Its number in `spans`.
  ///   - styles: Resolver that computed the styles.
  ///   - outer: The explanation of the span around it.
  /// - Returns: The explanation; nil for text outside of all tags, which is the host's.
  package func explanation(
    ofSpan number: Int, from styles: StyleResolver, inheriting outer: Explanation
  ) -> Explanation? {
    guard let parent = spans[number].parent, let node = spans[parent].content.node else {
      return nil
    }
    let content = spans[number].content
    if let part = content.generated {
      let around = spans[parent].parent.flatMap { spans[$0].content.node }
      return styles.explain(
        part, of: spans[parent].content.description, node, in: around ?? styles.hostNode,
        inheriting: outer)
    }
    return content.description.map { styles.explain($0, in: node, inheriting: outer) }
  }
}
