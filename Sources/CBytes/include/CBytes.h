// Scans of bytes that use what the processor has for them.
//
// Part of cssview, under its licence. Swift's own vectors have no way from a comparison of bytes
// to a number with a bit for each, which every processor has, and none to choose between wider and
// narrower vectors when the program runs.

#ifndef CBYTES_H
#define CBYTES_H

#include <stddef.h>
#include <stdint.h>

/// The most bytes that `cbytes_find_markup` looks at in one call.
enum { cbytes_longest_block = 8192 };

/// Number of offsets beyond the bytes that `cbytes_find_markup` may write.
enum { cbytes_spare_offsets = 16 };

/// Finds the bytes of markup that do not simply stand for themselves: controls but tab, `&`, `<`,
/// `>`, DEL, `brace`, and of a run of bytes that are not ASCII the first one.
///
/// Nothing is read but the bytes.
///
/// - Parameters:
///   - bytes: The markup.
///   - count: How many bytes there are, at most `cbytes_longest_block`.
///   - brace: Whether `{` is such a byte.
///   - offsets: Receives their offsets, in order; there must be room for all bytes and
///     `cbytes_spare_offsets` more.
/// - Returns: How many there are.
size_t cbytes_find_markup(
    const uint8_t *bytes, size_t count, int brace, uint16_t *offsets);

#endif
