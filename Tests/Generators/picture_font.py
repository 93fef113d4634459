#!/usr/bin/env python3
"""Writes the letters of PNG pictures, Sources/CTables/Data/font-8x16.hex.

    apt-get download xfonts-base && dpkg-deb -x xfonts-base*.deb DIRECTORY
    python3 Tests/Generators/picture_font.py DIRECTORY

They are the X Window System's misc-fixed fonts 7x14, 8x13 and 6x13, the first that has a character,
which are in the public domain ("Public domain font. Share and enjoy."), and a few that those lack,
drawn here. A cell is 8 × 16 pixels; the base line is below its row 12.
"""
import glob
import hashlib
import os
import sys

import bitmap_fonts

# Font, and where its top left corner is in the cell.
FONTS = [("7x14", 0, 1), ("8x13", 0, 2), ("6x13", 1, 2)]
# Left out: what is drawn by its geometry, what is wide, and the private use area.
LEFT_OUT = [(0x2500, 0x259F), (0x1100, 0x11FF), (0x2E80, 0xD7FF), (0xE000, 0xF8FF), (0xFE00, 0xFE1F),
            (0xFF01, 0xFF60), (0xFFE0, 0xFFFF)]
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
    bitmap_fonts.write("8x16", "picture_font.py", digest.hexdigest(), glyphs)
    print(len(glyphs), "glyphs")


if __name__ == "__main__":
    main(sys.argv[1])
