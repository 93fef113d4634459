extension String {
  /// The last part of a path.
  var fileName: String { String(split(separator: "/").last ?? "") }
}
