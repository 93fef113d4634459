import Diagnostics
import StyledText
import Styling

/// Finds the classes in a text that no rule names, each with the first tag that has it.
struct UnknownClasses {
  private let styles: StyleResolver

  /// Maximum number of findings for a text, which may have millions of different classes.
  private static let most = 100

  init(in styles: StyleResolver) {
    self.styles = styles
  }

  /// The findings about a text, in its order.
  func findings(in text: AttributedText, of source: SourceText) -> [Diagnostic] {
    var seen: Set<[String]> = []
    var findings: [Diagnostic] = []
    for span in text.spans {
      guard let tag = span.content.tag, span.content.generated == nil else { continue }
      for name in tag.classes where findings.count < Self.most {
        guard seen.insert([tag.element.name, name]).inserted,
          var finding = styles.unknownClass(name, tag: tag.element.name)
        else { continue }
        let place = SourceRange(source, span.source)
        finding.location = place.location
        finding.excerpt = SourceExcerpt(place)
        findings.append(finding)
      }
    }
    return findings
  }
}
