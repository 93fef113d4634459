import CellLayout
import StyledText
import Styling

/// The styles that a stream has met, each as a small number.
///
/// Only what the loop over tags asks for at every one of them is kept without further ado; what a
/// style looks like is shared by all styles that look the same.
struct StreamStyles: ~Copyable {
  /// What the loop over tags asks of a style.
  struct Head {
    /// Equal for styles whose children look alike: half of the key of a tag.
    var state: Int32
    /// The number of what it looks like.
    var look: Int32
    /// The element that it belongs to.
    var element: MarkupElement
    /// Whether text in it can be copied as it is.
    var isVerbatim: Bool
  }

  private let environment: Environment
  private let writesLinks: Bool
  private let hostBackdrop: Backdrop
  private var quantizer: ColorQuantizer
  private var linkIDs: [String: Int] = [:]
  private var linkCount = 0

  /// What leads from one look to another.
  var looks: StreamLooks

  private var contents: [SpanContent] = []
  private var heads: UnsafeMutablePointer<Head>
  private var capacity = 256

  /// More links than this are not told apart for ever.
  private static let mostLinks = 1 << 12

  init(
    backdrop: Backdrop, environment: Environment, quantizer: ColorQuantizer,
    encoder: SGREncoder, writesLinks: Bool
  ) {
    self.environment = environment
    self.quantizer = quantizer
    self.writesLinks = writesLinks
    hostBackdrop = backdrop
    looks = StreamLooks(encoder: encoder, isPlain: environment.colorDepth == .none)
    heads = .allocate(capacity: capacity)
  }

  deinit {
    heads.deallocate()
  }

  /// How many styles there are.
  var count: Int { contents.count }

  /// What the loop asks of a style.
  ///
  /// The number must be that of a style.
  @inline(__always)
  func head(_ style: Int) -> Head { heads[style] }

  /// What the markup says about a style.
  func content(_ style: Int) -> SpanContent { contents[style] }

  /// The number of a new style.
  mutating func add(_ content: SpanContent) -> Int {
    let paint = RunPaint(content.style, content.paint, in: environment)
    let rendition: GraphicRendition
    switch environment.colorDepth {
    case .none: rendition = .standard
    case .mono, .ansi8, .ansi16, .ansi256, .truecolor:
      rendition = quantizer.quantize(paint.rendition(in: environment, over: hostBackdrop))
    }
    var look = StreamLooks.Look(rendition: rendition)
    if writesLinks, let target = content.link, let link = Hyperlink(target: target) {
      look.link = link
      look.linkID = linkID(target)
    }
    return append(
      content,
      Head(
        state: content.state, look: looks.number(of: look),
        element: content.tag?.element ?? .span,
        isVerbatim: !content.changesText))
  }

  private mutating func append(_ content: SpanContent, _ head: Head) -> Int {
    if contents.count == capacity {
      let moved = UnsafeMutablePointer<Head>.allocate(capacity: capacity * 2)
      moved.update(from: heads, count: capacity)
      heads.deallocate()
      heads = moved
      capacity *= 2
    }
    (heads + contents.count).initialize(to: head)
    contents.append(content)
    return contents.count - 1
  }

  private mutating func linkID(_ target: String) -> Int {
    if let known = linkIDs[target] { return known }
    if linkIDs.count >= Self.mostLinks { linkIDs = [:] }
    linkCount += 1
    linkIDs[target] = linkCount
    return linkCount
  }

  // MARK: Forgetting

  /// Forgets all styles but some.
  ///
  /// - Parameters:
  ///   - kept: The styles to keep, which get new numbers.
  ///   - look: A look to keep, which gets a new number.
  mutating func removeAll(but kept: inout [Int], look: inout Int32) {
    var numbers: [Int: Int] = [:]
    let old = (heads: kept.map { heads[$0] }, contents: kept.map { contents[$0] })
    let oldLooks = looks.forget()
    look = looks.number(of: oldLooks[Int(look)])
    contents = []
    for index in kept.indices {
      if let known = numbers[kept[index]] {
        kept[index] = known
        continue
      }
      var head = old.heads[index]
      head.look = looks.number(of: oldLooks[Int(head.look)])
      let number = append(old.contents[index], head)
      numbers[kept[index]] = number
      kept[index] = number
    }
  }
}
