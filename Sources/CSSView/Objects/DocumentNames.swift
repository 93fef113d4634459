// The names of the documents: the compiler says what they are called here.

/// The manager of ViewCSS.
@available(*, unavailable, renamed: "StyleManager")
public typealias ViewCSSManager = StyleManager

/// The style of ViewCSS.
@available(*, unavailable, renamed: "StyleConfig")
public typealias ViewCSSConfig = StyleConfig

/// The protocol of ViewCSS.
@available(*, unavailable, renamed: "StyleCustomizable")
public typealias ViewCSSCustomizableProtocol = StyleCustomizable

/// The getters of MRGArchitect.
@available(*, unavailable, renamed: "Architect")
public typealias MRGArchitect = Architect

extension StyleFont {
  /// The font that ViewCSS draws with.
  @available(*, unavailable, message: "use 'scaledFont' of the style")
  public func getFont() -> StyleFont { self }
}

extension Architect {
  /// The traits of MRGArchitect.
  @available(*, unavailable, renamed: "traits")
  public var traitCollection: Traits { traits }
}

extension KeySettable {
  /// The setter of StringCoding.
  @available(*, unavailable, renamed: "set(_:forKey:)")
  public func setValueWithString(_ text: String, forKey key: String) {}

  /// The setter of StringCoding.
  @available(*, unavailable, renamed: "set(_:forKeyPath:)")
  public func setValueWithString(_ text: String, forKeyPath path: String) {}
}
