/// What markup can hold before it is cut, so that memory stays bounded whatever comes in.
@usableFromInline
package enum MarkupLimits {
  /// More elements than this cannot be open at once; those inside have no effect.
  @inlinable package static var deepestNesting: Int { 10_000 }

  /// A tag, comment or numeric character reference with more bytes than this is text (1 MiB).
  package static let longestTag = 1 << 20
}
