#!/usr/bin/env python3
"""Writes the fonts of large text, Sources/CTables/Data/font-*.hex, from the X Window System's misc-fixed fonts.

    apt-get download xfonts-base && dpkg-deb -x xfonts-base*.deb DIRECTORY
    python3 Tests/Generators/bitmap_fonts.py DIRECTORY

Those fonts say of themselves "Public domain font. Share and enjoy." (6x10 and 6x12: "Public domain
terminal emulator font."), which this script checks. Of the smallest one some letters are drawn anew
here: in three pixels N is H. They take six pixels, the others four of six. The files have the format
of GNU Unifont: a line for each character, its code point, a colon, and two digits for each row of
eight pixels, of which bit 7 is the leftmost.
"""
import glob
import gzip
import hashlib
import os
import struct
import sys

TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Sources/CTables/Data")
FONTS = ["4x6", "5x8", "6x9", "6x10", "6x12", "7x14"]
# Where the glyphs of a font come from, in this order.
RANGES = [(0x20, 0x7E), (0xA0, 0x17F), (0x386, 0x3CE), (0x400, 0x45F), (0x2010, 0x2026),
          (0x2030, 0x203A), (0x20AC, 0x20AC), (0x2122, 0x2122), (0x2190, 0x2193),
          (0x2212, 0x2212), (0x221E, 0x221E), (0x2248, 0x2248), (0x2260, 0x2265)]

SMALLEST = "4x6"
# Six rows of the smallest font, the last one below the base line.
WIDE = """
N #...# ##..# #.#.# #..## #...# .....
M #...# ##.## #.#.# #...# #...# .....
W #...# #...# #.#.# ##.## #...# .....
V #...# #...# .#.#. .#.#. ..#.. .....
m ..... ####. #.#.# #.#.# #.#.# .....
w ..... #...# #.#.# #.#.# .#.#. .....
& .##.. #..#. .##.. #..#. .##.# .....
% ##..# ##.#. ..#.. .#.## #..## .....
@ .###. #.#.# #.### #.... .###. .....
# .#.#. ##### .#.#. ##### .#.#. .....
Ñ .###. #...# ##..# #.#.# #..## .....
И #...# #..## #.#.# ##..# #...# .....
Й .#.#. #...# #..## #.#.# ##..# .....
М #...# ##.## #.#.# #...# #...# .....
Ш #.#.# #.#.# #.#.# #.#.# ##### .....
Щ #.#.# #.#.# #.#.# #.#.# ##### ....#
Ж #.#.# .###. ..#.. .###. #.#.# .....
Ы #...# #...# ##..# #.#.# ##..# .....
Ю #.##. ##..# ##..# ##..# #.##. .....
и ..... #...# #..## #.#.# ##..# .....
м ..... #...# ##.## #.#.# #...# .....
ш ..... #.#.# #.#.# #.#.# ##### .....
щ ..... #.#.# #.#.# #.#.# ##### ....#
ж ..... #.#.# .###. .###. #.#.# .....
ы ..... #...# ##..# #.#.# ##..# .....
ю ..... #.##. ##..# ##..# #.##. .....
Μ #...# ##.## #.#.# #...# #...# .....
Ν #...# ##..# #.#.# #..## #...# .....
0 ###. #.#. #.#. #.#. ###. ....
8 .#.. #.#. .#.. #.#. .#.. ....
C .##. #... #... #... .##. ....
G .##. #... #.#. #.#. .##. ....
K #.#. ##.. #... ##.. #.#. ....
Q .#.. #.#. #.#. ###. .##. ..#.
U #.#. #.#. #.#. #.#. .##. ....
a .... ##.. .##. #.#. ###. ....
h #... #... ##.. #.#. #.#. ....
k #... #.#. ##.. ##.. #.#. ....
l ##.. .#.. .#.. .#.. .##. ....
v .... #.#. #.#. .#.. .#.. ....
"""


def redrawn(glyphs):
    """The smallest font, six pixels wide."""
    result = {code: [row + [0, 0] for row in rows] for code, rows in glyphs.items() if len(rows[0]) == 4}
    for line in WIDE.split("\n")[1:-1]:
        letter, *rows = line.split(" ")
        result[ord(letter)] = [[int(p == "#") for p in row.ljust(6, ".")] for row in rows]
    return result


def read(path):
    """Code point -> rows of pixels, in the font's cell."""
    data = gzip.open(path).read()
    assert b"Public domain" in data and data[:4] == b"\1fcp"
    tables = {}
    for i in range(struct.unpack("<I", data[4:8])[0]):
        kind, form, size, offset = struct.unpack("<4I", data[8 + 16 * i:24 + 16 * i])
        tables[kind] = offset

    def at(kind):
        offset = tables[kind]
        form = struct.unpack("<I", data[offset:offset + 4])[0]
        return form, ">" if form & 4 else "<", offset + 4

    form, order, place = at(1 << 1)  # accelerators
    ascent, descent = struct.unpack(order + "2i", data[place + 8:place + 16])
    form, order, place = at(1 << 2)  # metrics
    metrics = []
    if form & 0x100:
        count = struct.unpack(order + "H", data[place:place + 2])[0]
        for i in range(count):
            metrics.append([b - 128 for b in data[place + 2 + 5 * i:place + 7 + 5 * i]])
    else:
        count = struct.unpack(order + "I", data[place:place + 4])[0]
        for i in range(count):
            start = place + 4 + 12 * i
            metrics.append(list(struct.unpack(order + "5h", data[start:start + 10])))
    form, order, place = at(1 << 3)  # bitmaps
    count = struct.unpack(order + "I", data[place:place + 4])[0]
    offsets = struct.unpack(order + "%dI" % count, data[place + 4:place + 4 + 4 * count])
    bits = place + 4 + 4 * count + 16
    pad, unit, most_first = 1 << (form & 3), 1 << (form >> 4 & 3), form & 8
    form, order, place = at(1 << 5)  # encodings
    low, high, first, last, default = struct.unpack(order + "5H", data[place:place + 10])
    glyphs = {}
    index = 0
    for upper in range(first, last + 1):
        for lower in range(low, high + 1):
            number = struct.unpack(order + "H", data[place + 10 + 2 * index:place + 12 + 2 * index])[0]
            index += 1
            if number == 0xFFFF:
                continue
            left, right, width, up, down = metrics[number]
            stride = ((right - left + 7) // 8 + pad - 1) // pad * pad
            rows = [[0] * width for _ in range(ascent + descent)]
            for y in range(up + down):
                for x in range(right - left):
                    byte = x // 8
                    if bool(form_order(order)) != bool(most_first) and unit > 1:
                        byte = byte // unit * unit + unit - 1 - byte % unit
                    value = data[bits + offsets[number] + y * stride + byte]
                    if value >> (7 - x % 8 if most_first else x % 8) & 1:
                        row, column = ascent - up + y, left + x
                        if 0 <= row < len(rows) and 0 <= column < width:
                            rows[row][column] = 1
            glyphs[upper << 8 | lower] = rows
    return glyphs


def form_order(order):
    return order == ">"


def write(name, generator, digest, glyphs):
    """Writes a font: for each code point of `glyphs` its rows as numbers of eight bits."""
    with open(os.path.join(TARGET, "font-%s.hex" % name), "w") as file:
        file.write("# Glyphs of the X Window System's misc-fixed fonts, which are in the public domain.\n"
                   "# Generated by Tests/Generators/%s from Debian xfonts-base 1:1.0.5+nmu1; do not edit.\n"
                   "# SHA-256 of the fonts: %s\n" % (generator, digest))
        for code in sorted(glyphs):
            file.write("%04X:%s\n" % (code, "".join("%02X" % row for row in glyphs[code])))


def main(directory):
    package = sorted(glob.glob(os.path.join(directory, "**/usr/share/fonts/X11/misc"), recursive=True))[0]
    for name in FONTS:
        data = os.path.join(package, name + ".pcf.gz")
        digest = hashlib.sha256(gzip.open(data).read()).hexdigest()
        width, height = map(int, name.split("x"))
        glyphs = read(data)
        if name == SMALLEST:
            glyphs, width, name = redrawn(glyphs), 6, "6x6"
        chosen = {}
        for first, last in RANGES:
            for code in range(first, last + 1):
                rows = glyphs.get(code)
                if rows is not None and len(rows[0]) == width and len(rows) >= height:
                    chosen[code] = [sum(0x80 >> x for x in range(width) if row[x]) for row in rows[:height]]
        print(name, len(chosen), "glyphs")
        write(name, "bitmap_fonts.py", digest, chosen)


if __name__ == "__main__":
    main(sys.argv[1])
