package import CellLayout

/// The rendition and link a terminal is set to, and the way to the next one.
package struct Pen {
  private var transitions: TransitionCache
  private var links: [Hyperlink?]
  private var rendition = GraphicRendition.standard
  private var link: UInt16 = 0

  /// A pen in the default state, without a link.
  ///
  /// - Parameters:
  ///   - encoder: Writes the renditions.
  ///   - links: The targets that cells count from 1; those that are missing are not written.
  package init(encoder: SGREncoder, links: [String]) {
    transitions = TransitionCache(encoder: encoder)
    self.links = links.map { Hyperlink(target: $0) }
  }

  /// Appends what sets a rendition and a link; nothing where they are set already.
  package mutating func set(
    _ next: GraphicRendition, link nextLink: UInt16, into bytes: inout [UInt8]
  ) {
    if nextLink != link { change(to: nextLink, into: &bytes) }
    if next != rendition {
      transitions.append(from: rendition, to: next, into: &bytes)
      rendition = next
    }
  }

  /// Appends what brings back the default state.
  package mutating func reset(into bytes: inout [UInt8]) {
    set(.standard, link: 0, into: &bytes)
  }

  private mutating func change(to next: UInt16, into bytes: inout [UInt8]) {
    let (old, new) = (hyperlink(link), hyperlink(next))
    link = next
    if let new {
      new.appendStart(id: Int(next), into: &bytes)
    } else if old != nil {
      Hyperlink.appendEnd(into: &bytes)
    }
  }

  private func hyperlink(_ link: UInt16) -> Hyperlink? {
    link > 0 && link <= links.count ? links[Int(link) - 1] : nil
  }
}
