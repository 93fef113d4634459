public import Diagnostics
import StyleValues
public import Styling
import TerminalOutput

/// A stylesheet in the list.
public struct Theme: Sendable {
  /// Whether a theme is meant for a dark or a light terminal.
  public enum Scheme: Hashable, Sendable {
    /// Light text, or a dark background.
    case dark
    /// Dark text, or a light background.
    case light
  }

  /// Where it stands; the answer of the browser.
  public let path: String

  /// The file's name without its extension.
  public let name: String

  /// The last contents that were good; nil as long as there were none.
  public private(set) var sheet: Stylesheet?

  /// What is wrong with the contents there are now, if they cannot be used.
  public private(set) var problem: Diagnostic?

  /// Whether the contents that are shown are older than those with the problem.
  public private(set) var problemIsNewer = false

  /// Warnings about the contents.
  public private(set) var warnings: [Diagnostic] = []

  /// What it is meant for; nil if it sets no colours.
  public private(set) var scheme: Scheme?

  /// Counts the contents that were shown.
  public private(set) var revision = 0

  /// Counts the times that its contents were read, whether they were good or not.
  public private(set) var readings = 0

  /// The files that it was put together from.
  public private(set) var files: [String]

  /// The bytes of the main file; nil before they were read.
  public private(set) var source: SourceText?

  /// A theme that has not been read yet.
  public init(path: String) {
    self.path = path
    let file = path.split(separator: "/", omittingEmptySubsequences: true).last.map { String($0) }
    let whole = file ?? path
    let dot = whole.lastIndex(of: ".")
    name = dot.map { $0 == whole.startIndex ? whole : String(whole[..<$0]) } ?? whole
    files = [path]
  }

  /// Whether anything is wrong with it.
  public var hasProblem: Bool { problem != nil || !warnings.isEmpty }

  /// Takes new contents; those that cannot be used leave the last good ones where they are.
  mutating func load(_ bytes: [UInt8], with loader: StylesheetLoader) {
    readings += 1
    let source = SourceText(name: path, bytes: bytes)
    let loaded = loader.load(source)
    files = [path] + loaded.sources.map(\.source.name).filter { $0 != path }
    self.source = source
    problem = loaded.diagnostics.first(where: \.isBreaking)
    problemIsNewer = problem != nil && sheet != nil
    guard !problemIsNewer else { return }
    warnings = loaded.diagnostics.filter { $0.severity != .note }
    sheet = loaded
    scheme = Self.scheme(of: loaded, environment: loader.environment)
    revision += 1
  }

  /// Notes that the contents could not be read.
  mutating func fail(_ reason: String) {
    readings += 1
    problem = Diagnostic(
      .error, .unreadableTheme, reason, location: SourceLocation(file: path, line: 1, column: 1))
    problemIsNewer = sheet != nil
  }

  private static func scheme(of sheet: Stylesheet, environment: Environment) -> Scheme? {
    let resolver = StyleResolver(stylesheet: sheet, environment: environment)
    func lightness(_ color: SRGBColor) -> Double { CIELab(color.rgb8).lightness }
    if case .color(let background) = resolver.hostBackdrop {
      return lightness(background) < 50 ? .dark : .light
    }
    if case .absolute(let color) = resolver.hostStyle.text.color {
      return lightness(color.srgb) < 50 ? .light : .dark
    }
    return nil
  }
}
