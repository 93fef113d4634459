/// Limits of stylesheets and JSON; with them memory stays bounded for any input.
enum SyntaxLimits {
  /// Greatest nesting depth of blocks and brackets, arrays and objects.
  static let deepestNesting = 512
}
