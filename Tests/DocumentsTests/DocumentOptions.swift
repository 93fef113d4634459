import Documents
import Rendering
import StyledText
import TerminalOutput

extension StreamRenderer.Options {
  /// Options for a stream of documents.
  init(of documents: MarkupOptions, target: OutputTarget, isHTML: Bool = false) {
    self.init(markup: documents, target: target, isHTML: isHTML)
    self.documents = AllDocumentFormats()
  }
}
