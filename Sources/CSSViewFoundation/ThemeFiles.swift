public import CSSView
public import CSSViewObjects
public import Foundation

extension Theme {
  /// Reads a stylesheet from a file, with everything that it imports.
  ///
  /// - Parameters:
  ///   - url: The URL of the file.
  ///   - terminal: The terminal.
  ///   - strict: True if the first finding that is no note is an error.
  /// - Throws: `ThemeError` if it is no file or cannot be read, or for a finding if it is strict.
  public init(
    contentsOf url: URL, for terminal: Terminal = .standardOutput, strict: Bool = false
  ) throws(ThemeError) {
    guard url.isFileURL else {
      throw ThemeError(path: url.absoluteString, reason: "not a file on this machine")
    }
    try self.init(contentsOf: url.path(percentEncoded: false), for: terminal, strict: strict)
  }

  /// Reads a stylesheet that is a resource of a bundle.
  ///
  /// - Parameters:
  ///   - name: The name of the file, with or without its ending `.css` or `.json`.
  ///   - bundle: The bundle.
  ///   - terminal: The terminal.
  ///   - strict: True if the first finding that is no note is an error.
  /// - Throws: `ThemeError` if there is none or it cannot be read, or for a finding if it is
  ///   strict.
  public init(
    named name: String, in bundle: Bundle, for terminal: Terminal = .standardOutput,
    strict: Bool = false
  ) throws(ThemeError) {
    let found = ["css", "json", nil].lazy.compactMap {
      bundle.url(forResource: name, withExtension: $0)
    }.first
    guard let found else {
      throw ThemeError(path: name, reason: "no such stylesheet in \(bundle.bundlePath)")
    }
    try self.init(contentsOf: found, for: terminal, strict: strict)
  }
}

extension ThemeError: LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension KeyError: LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension ConversionFailure: LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }
}
