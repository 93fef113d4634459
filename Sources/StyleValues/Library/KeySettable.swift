/// A type whose properties can be set by name, with values as they are written.
///
/// It lists them once:
///
/// Structs and classes can take part. Where a class has subclasses, it lists its keys in a
/// `class var`, which they may override to add keys of their own with `.custom`.
///
/// ```swift
/// struct Label: KeySettable {
///   var textColor: ColorValue?
///   var lines = 1
///   static let settableKeys: [SettableKey<Label>] = [
///     .value("textColor", \.textColor), .value("numberOfLines", \.lines),
///   ]
/// }
///
/// var label = Label()
/// try label.set("red", forKey: "textColor")
/// try label.set(3, forKey: "number-of-lines")
/// print(label.textColor?.cssText ?? "", label.lines)  // rgb(255, 0, 0) 3
/// ```
package protocol KeySettable: SendableMetatype {
  /// The type that the keys belong to: this one, or the class that it inherits from.
  associatedtype KeyRoot = Self

  /// Keys of the type that can be set.
  static var settableKeys: [SettableKey<KeyRoot>] { get }
}

extension KeySettable {
  /// Sets a property, a property for a state, or an action.
  ///
  /// `titleColor` and `title-color` are the same property, `selectedTitleColor` and
  /// `titleColor:selected` are its value for a state, and `touchUpInside`, in any case and with
  /// `UIControlEvent` before it or not, is an action.
  /// - Parameters:
  ///   - value: The value as it was written.
  ///   - key: The key.
  ///   - context: The dialect and what units and keywords refer to.
  /// - Throws: An error if there is no such key, or if the value is of another type.
  package mutating func set(
    _ value: some RawConvertible, forKey key: String,
    in context: ConversionContext = ConversionContext(dialect: .stringcoding)
  ) throws(KeyError) {
    try KeyAssignment.set(&self, [Substring(key)], value.raw, in: context)
  }

  /// Sets a property of a part: `label.textColor`.
  ///
  /// - Parameters:
  ///   - value: The value as it was written.
  ///   - path: Keys with dots between them; the last one may be anything that is a key.
  ///   - context: The dialect and what units and keywords refer to.
  /// - Throws: An error if there is no such key or part, or if the value is of another type.
  package mutating func set(
    _ value: some RawConvertible, forKeyPath path: String,
    in context: ConversionContext = ConversionContext(dialect: .stringcoding)
  ) throws(KeyError) {
    try KeyAssignment.set(&self, KeyAssignment.split(path), value.raw, in: context)
  }
}

extension KeySettable where Self: AnyObject {
  /// Sets a property, a property for a state, or an action.
  ///
  /// - Parameters:
  ///   - value: The value as it was written.
  ///   - key: The key.
  ///   - context: The dialect and what units and keywords refer to.
  /// - Throws: An error if there is no such key, or if the value is of another type.
  package func set(
    _ value: some RawConvertible, forKey key: String,
    in context: ConversionContext = ConversionContext(dialect: .stringcoding)
  ) throws(KeyError) {
    var object = self
    try KeyAssignment.set(&object, [Substring(key)], value.raw, in: context)
  }

  /// Sets a property of a part: `label.textColor`.
  ///
  /// - Parameters:
  ///   - value: The value as it was written.
  ///   - path: Keys with dots between them.
  ///   - context: The dialect and what units and keywords refer to.
  /// - Throws: An error if there is no such key or part, or if the value is of another type.
  package func set(
    _ value: some RawConvertible, forKeyPath path: String,
    in context: ConversionContext = ConversionContext(dialect: .stringcoding)
  ) throws(KeyError) {
    var object = self
    try KeyAssignment.set(&object, KeyAssignment.split(path), value.raw, in: context)
  }
}
