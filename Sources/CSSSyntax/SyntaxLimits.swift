/// Limits of stylesheets and JSON, which bound the memory for any input.
enum SyntaxLimits {
  /// Greatest nesting depth of blocks and brackets, arrays and objects.
  static let deepestNesting = 512
}
