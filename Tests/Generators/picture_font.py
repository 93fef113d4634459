#!/usr/bin/env python3
"""Writes the letters of PNG pictures, Sources/Rendering/Pictures/PictureFontTable.swift.

    apt-get download xfonts-base && dpkg-deb -x xfonts-base*.deb DIRECTORY
    python3 Tests/Generators/picture_font.py DIRECTORY

They are the X Window System's misc-fixed fonts 7x14, 8x13 and 6x13, the first that has a character,
which are in the public domain ("Public domain font. Share and enjoy."), and a few that those lack,
drawn here. A cell is 8 × 16 pixels; the base line is below its row 12.

A glyph is the place of its first row, the number of its rows, each a character of the source, value
+ 48, and then the rows' pixels, eight a row and six to a character. A character that is missing in a
range has no rows.
"""
import glob
import hashlib
import os
import sys

import bitmap_fonts

TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Sources/Rendering/Pictures")
# Font, and where its top left corner is in the cell.
FONTS = [("7x14", 0, 1), ("8x13", 0, 2), ("6x13", 1, 2)]
# Left out: what is drawn by its geometry, what is wide, and the private use area.
LEFT_OUT = [(0x2500, 0x259F), (0x1100, 0x11FF), (0x2E80, 0xD7FF), (0xE000, 0xF8FF), (0xFE00, 0xFE1F),
            (0xFF01, 0xFF60), (0xFFE0, 0xFFFF)]
# A hole of so many characters is part of a range.
HOLE = 8
DRAWN = {
    0x26A0: (3, """
        ...##...
        ...##...
        ..#..#..
        ..####..
        .#.##.#.
        .#.##.#.
        #..##..#
        #......#
        #..##..#
        ########
        """),
    0x276E: (4, """
        ....##..
        ...##...
        ..##....
        .##.....
        ..##....
        ...##...
        ....##..
        """),
    0x276F: (4, """
        .##.....
        ..##....
        ...##...
        ....##..
        ...##...
        ..##....
        .##.....
        """),
    0x2B22: (4, """
        ..####..
        .######.
        .######.
        ########
        ########
        .######.
        .######.
        ..####..
        """),
    0x2B21: (4, """
        ..####..
        .#....#.
        .#....#.
        #......#
        #......#
        .#....#.
        .#....#.
        ..####..
        """),
    0x2B05: (4, """
        ...#....
        ..##....
        .#######
        ########
        .#######
        ..##....
        ...#....
        """),
    0x2B06: (3, """
        ...##...
        ..####..
        .######.
        ########
        ..####..
        ..####..
        ..####..
        ..####..
        """),
    0x2B07: (3, """
        ..####..
        ..####..
        ..####..
        ..####..
        ########
        .######.
        ..####..
        ...##...
        """),
    0x2699: (4, """
        ...##...
        .#.##.#.
        ..####..
        ####.###
        ###.####
        ..####..
        .#.##.#.
        ...##...
        """),
    0x270E: (3, """
        ......#.
        .....###
        ....##.#
        ...#..#.
        ..#..#..
        .#..#...
        .#.#....
        .##.....
        """),
}


def cell(rows, left, top):
    """Sixteen rows as numbers, bit 7 the leftmost pixel."""
    result = [0] * 16
    for y, row in enumerate(rows):
        for x, pixel in enumerate(row):
            if pixel and y + top < 16 and x + left < 8:
                result[y + top] |= 0x80 >> (x + left)
    return result


def pack(rows):
    inked = [y for y, row in enumerate(rows) if row]
    first, last = (inked[0], inked[-1] + 1) if inked else (0, 1)
    bits = "".join("{:08b}".format(row) for row in rows[first:last])
    bits += "0" * (-len(bits) % 6)
    return chr(48 + first) + chr(48 + last - first) + "".join(
        chr(48 + int(bits[i:i + 6], 2)) for i in range(0, len(bits), 6))


def main(directory):
    package = sorted(glob.glob(os.path.join(directory, "**/usr/share/fonts/X11/misc"), recursive=True))[0]
    glyphs, digest = {}, hashlib.sha256()
    for name, left, top in reversed(FONTS):
        path = os.path.join(package, name + ".pcf.gz")
        digest.update(bitmap_fonts.gzip.open(path).read())
        for code, rows in bitmap_fonts.read(path).items():
            if code >= 0x20 and not 0x7F <= code < 0xA0 and not any(a <= code <= b for a, b in LEFT_OUT):
                glyphs[code] = cell(rows, left, top)
    for code, (top, drawing) in DRAWN.items():
        if code not in glyphs:
            glyphs[code] = cell([[p == "#" for p in row] for row in drawing.split()], 0, top)
    ranges = []
    for code in sorted(glyphs):
        if ranges and code - ranges[-1][1] <= HOLE:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    text = "".join(pack(glyphs[code]) if code in glyphs else "00"
                   for first, last in ranges for code in range(first, last + 1))
    print(len(glyphs), "glyphs,", len(ranges), "ranges,", len(text), "characters")
    with open(os.path.join(TARGET, "PictureFontTable.swift"), "w") as file:
        file.write("// Glyphs of the X Window System's misc-fixed fonts, which are in the public domain.\n//\n"
                   "// Generated by Tests/Generators/picture_font.py from Debian xfonts-base 1:1.0.5+nmu1. Do not edit.\n"
                   "// sha256 of the fonts: %s\n\n" % digest.hexdigest()
                   + "/// The generated letters of pictures.\nenum PictureFontTable {\n"
                   + "  /// The code points that have a glyph, but for those without rows, in their order.\n"
                   + "  static let ranges: [ClosedRange<UInt32>] = [\n"
                   + "".join("    0x%X...0x%X,\n" % tuple(r) for r in ranges) + "  ]\n\n"
                   + bitmap_fonts.literal("glyphs", "%d glyphs, one after the other." % len(glyphs), text) + "}\n")


if __name__ == "__main__":
    main(sys.argv[1])
