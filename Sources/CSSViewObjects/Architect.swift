public import CSSView
import Diagnostics
import StyleValues
import Styling

/// The plain values of a sheet by their keys, each as the requested type: MRGArchitect.
///
/// The sheet of a type is found by the type's name, and is combined as themes are: imports, the
/// file, its variants, its traits and the matching size classes; later values win. Eight hex digits
/// of a colour begin with alpha, as in the document, unless the sheet says `@dialect`.
///
/// ```swift
/// let sheet = ##"{"title": "Inbox", "accent": "#80FAFAFA", "[- *]": {"title": "In"}}"##
/// var architect = Architect(sheet, for: Terminal(columns: 120))
/// print(try architect.string(forKey: "title"))  // Inbox
/// print(try architect.color(forKey: "accent"))
/// // rgb(red: 250, green: 250, blue: 250, alpha: 128)
///
/// architect.terminal.columns = 40  // the traits change, and the values follow
/// print(try architect.string(forKey: "title"))  // In
/// do {
///   _ = try architect.string(forKey: "titel")
/// } catch {
///   print(error)  // no key 'titel'; did you mean 'title'?
/// }
/// ```
public struct Architect {
  private var sheet: KeyedSheet

  /// True if the sheet was read from a file, not from text of the program.
  private let isFromFiles: Bool

  /// The terminal, which decides the matching variants and size classes.
  public var terminal: Terminal { didSet { sheet.environment = terminal.environment } }

  /// Reads the sheet that is named after the type of an object: for `LoginView` `LoginView.json`,
  /// else `login_view.json`.
  ///
  /// - Parameters:
  ///   - object: The object, or the type itself.
  ///   - directory: The directory of the sheet; nil for that of the program, then the working
  ///     directory.
  ///   - terminal: The terminal.
  /// - Throws: `ThemeError` if there is no such file, or it cannot be read.
  public init(
    for object: Any, in directory: String? = nil, terminal: Terminal = .standardOutput
  ) throws(ThemeError) {
    let type = object as? Any.Type ?? type(of: object)
    self.init(try SheetFile.source(of: type, in: directory), for: terminal)
  }

  /// The size classes of the screen.
  public struct Traits: Hashable, Sendable {
    /// The size class of a side.
    public enum Side: String, CaseIterable, Hashable, Sendable {
      /// Less than 80 columns or 24 rows.
      case compact
      /// At least 80 columns or 24 rows.
      case regular
    }

    /// Size class of the width.
    public var horizontal: Side
    /// Size class of the height.
    public var vertical: Side

    /// Creates traits from the classes of both sides.
    public init(horizontal: Side = .regular, vertical: Side = .regular) {
      self.horizontal = horizontal
      self.vertical = vertical
    }
  }

  /// The size classes of the terminal: `traitCollection` of MRGArchitect.
  ///
  /// Setting another class of a side changes the terminal to the nearest size of that class: 79 or
  /// 80 columns, 23 or 24 rows.
  public var traits: Traits {
    get {
      Traits(
        horizontal: terminal.columns < Self.regularColumns ? .compact : .regular,
        vertical: terminal.rows < Self.regularRows ? .compact : .regular)
    }
    set {
      let old = traits
      if newValue.horizontal != old.horizontal {
        terminal.columns = Self.regularColumns - (newValue.horizontal == .compact ? 1 : 0)
      }
      if newValue.vertical != old.vertical {
        terminal.rows = Self.regularRows - (newValue.vertical == .compact ? 1 : 0)
      }
    }
  }

  private static let regularColumns = Int(SizeClass.regularColumns)
  private static let regularRows = Int(SizeClass.regularRows)

  /// Reads a sheet from a file, with everything that it imports.
  ///
  /// - Throws: `ThemeError` if the file cannot be read.
  public init(
    contentsOf path: String, for terminal: Terminal = .standardOutput
  ) throws(ThemeError) {
    self.init(try SheetFile.source(path), for: terminal)
  }

  /// Creates an architect for a sheet that was read from a file, and reads its imports.
  private init(_ source: SourceText, for terminal: Terminal) {
    self.terminal = terminal
    isFromFiles = true
    sheet = KeyedSheet(
      source, loader: StylesheetLoader(environment: terminal.environment, files: SystemFiles()),
      standardDialect: .architect)
  }

  /// Reads a sheet from text of the program; it cannot import anything.
  ///
  /// It has to be a dictionary: one in CSS, or an empty text, has a finding and no keys.
  public init(_ text: String, for terminal: Terminal = .standardOutput) {
    self.terminal = terminal
    isFromFiles = false
    sheet = KeyedSheet(
      SourceText(name: "<theme>", text: text),
      loader: StylesheetLoader(environment: terminal.environment), standardDialect: .architect)
  }

  /// Findings about the sheet.
  public var findings: [Finding] { sheet.diagnostics.map(Finding.init) }

  /// The files that were read, the weakest first, the palette file that the sheet names, and
  /// missing imports; empty for a sheet given as text.
  public var files: [String] {
    guard isFromFiles else { return [] }
    let names = sheet.sources.map(\.source.name) + [sheet.paletteFile].compactMap(\.self)
    return (names + sheet.missingFiles).uniqued
  }

  /// The keys in alphabetical order.
  public var keys: [String] { sheet.values.keys }

  /// The value of a key, or of a path with dots that leads into dictionaries.
  ///
  /// - Throws: `KeyError` if the key is missing, with similar keys.
  public func value(forKey key: String) throws(KeyError) -> ThemeValue {
    do throws(KeyedValueError) {
      return ThemeValue(try sheet.values.expandedRaw(forKey: key), in: sheet.values.context)
    } catch {
      throw KeyError(error)
    }
  }

  /// The value of a key as any type that values convert to.
  ///
  /// - Throws: `KeyError` if the key is missing or its value is of another type.
  public func value<Value: Convertible>(
    _ type: Value.Type = Value.self, forKey key: String
  ) throws(KeyError) -> Value {
    let value = try value(forKey: key)
    do throws(ConversionFailure) {
      return try Value.convert(value)
    } catch {
      throw KeyError(KeyedValueError(error.error, key: key, range: value.raw.range))
    }
  }

  /// A truth value.
  public func bool(forKey key: String) throws(KeyError) -> Bool { try value(forKey: key) }

  /// A text.
  public func string(forKey key: String) throws(KeyError) -> String { try value(forKey: key) }

  /// A whole number.
  public func integer(forKey key: String) throws(KeyError) -> Int { try value(forKey: key) }

  /// A whole number of 0 or more.
  public func unsignedInteger(forKey key: String) throws(KeyError) -> UInt {
    try value(forKey: key)
  }

  /// A whole number of 32 bits: `int` of C.
  public func int(forKey key: String) throws(KeyError) -> Int32 { try value(forKey: key) }

  /// A whole number of 32 bits, of 0 or more: `unsigned int` of C.
  public func unsignedInt(forKey key: String) throws(KeyError) -> UInt32 { try value(forKey: key) }

  /// A number, with or without a fraction.
  public func float(forKey key: String) throws(KeyError) -> Double { try value(forKey: key) }

  /// A colour in any notation of CSS or of the stylesheet's dialect.
  public func color(forKey key: String) throws(KeyError) -> StyleColor { try value(forKey: key) }

  /// Distances from the four edges inwards, in pixels: `{top, left, bottom, right}`.
  public func edgeInsets(forKey key: String) throws(KeyError) -> StyleInsets {
    try value(forKey: key)
  }

  /// A point, in pixels: `{x, y}`.
  public func point(forKey key: String) throws(KeyError) -> StylePoint { try value(forKey: key) }

  /// A size, in pixels: `{width, height}`.
  public func size(forKey key: String) throws(KeyError) -> StyleSize { try value(forKey: key) }

  /// A rectangle, in pixels: `{{x, y}, {width, height}}`.
  public func rect(forKey key: String) throws(KeyError) -> StyleRect { try value(forKey: key) }

  /// A font by name, size or both, such as `AvenirNext-Bold, 18`.
  public func font(forKey key: String) throws(KeyError) -> StyleFont { try value(forKey: key) }

  /// A gradient of CSS, or one of the documents.
  public func gradient(forKey key: String) throws(KeyError) -> StyleGradient {
    try value(forKey: key)
  }
}

/// An architect is for one thread; each thread makes its own.
@available(*, unavailable)
extension Architect: Sendable {}
