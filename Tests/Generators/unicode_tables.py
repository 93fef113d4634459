#!/usr/bin/env python3
"""Writes the Unicode tables of Sources/Bytes/Unicode, all of Unicode 16.0.0.

    python3 -m pip install regex==2025.7.34 wcwidth==0.7.0 unicodedata2==16.0.0
    python3 Tests/Generators/unicode_tables.py

regex 2025.7.34 answers the segmentation and line-break properties and the categories,
unicodedata2 16.0.0 the decompositions; wcwidth 0.7.0 answers how many cells terminals give a code
point. A test compares what the tables answer, and this script, with the hashes in their headers.

A table is a three-stage trie of bytes. Each byte stands in the source as one printable character,
value + 36: the characters from $ to ~, which need no escape in a raw string literal. A block is
named by two such digits of base 91.
"""
import os

import regex
import unicodedata2
import wcwidth
from wcwidth import _constants, table_grapheme, table_vs16

assert regex.__version__ == "2.5.159", "install regex==2025.7.34, whose tables are Unicode 16.0.0"
assert wcwidth.__version__ == "0.7.0", "install wcwidth==0.7.0"
assert unicodedata2.unidata_version == "16.0.0", "install unicodedata2==16.0.0"

TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Sources/Bytes/Unicode")
LIMIT = 0x110000
BASE, RADIX = 36, 91
EVERY = "".join(map(chr, [*range(0xD800), *range(0xE000, LIMIT)]))


def having(*properties):
    found = set()
    for name in properties:
        found |= set(map(ord, regex.findall(r"\p{%s}" % name, EVERY)))
    return found


def members(table):
    return {c for first, last in table for c in range(first, last + 1)}


unassigned = having("Cn")

# East_Asian_Width of unassigned code points: the @missing lines of EastAsianWidth.txt.
wide_by_default = members([(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF),
                           (0x20000, 0x2FFFD), (0x30000, 0x3FFFD)])
east_asian = (having("ea=F", "ea=W", "ea=H") - unassigned) | (unassigned & wide_by_default)


# ---------------------------------------------------------------- clusters and widths

CLUSTER = ["other", "carriageReturn", "lineFeed", "control", "extend", "conjunctExtend",
           "conjunctLinker", "zeroWidthJoiner", "regionalIndicator", "prepend", "spacingMark",
           "hangulL", "hangulV", "hangulT", "hangulLV", "hangulLVT", "pictographic",
           "conjunctConsonant"]

cluster = ["other"] * LIMIT
for name, code in {"control": "CN", "carriageReturn": "CR", "lineFeed": "LF", "extend": "EX",
                   "zeroWidthJoiner": "ZWJ", "regionalIndicator": "RI", "prepend": "PP",
                   "spacingMark": "SM", "hangulL": "L", "hangulV": "V", "hangulT": "T",
                   "hangulLV": "LV", "hangulLVT": "LVT"}.items():
    for c in having("gcb=" + code):
        cluster[c] = name
for name, code, over in [("pictographic", "extended_pictographic", "other"),
                         ("conjunctConsonant", "InCB=Consonant", "other"),
                         ("conjunctLinker", "InCB=Linker", "extend"),
                         ("conjunctExtend", "InCB=Extend", "extend")]:
    for c in having(code):
        if c == 0x200D:
            continue
        assert cluster[c] == over, hex(c)
        cluster[c] = name

# What the whole-string rule of wcwidth 0.7.0 asks of a code point.
WIDTH = ["control", "zero", "zeroVirama", "zeroSpacing", "zeroSpacingVirama", "zeroJoiner",
         "zeroEmojiSelector", "narrow", "narrowConsonant", "narrowPictographic", "narrowWidening",
         "narrowWideningPictographic", "wide", "widePictographic", "wideModifier",
         "narrowRegionalIndicator", "wideRegionalIndicator"]
virama = set(_constants._ISC_VIRAMA_SET)
spacing = members(_constants._CATEGORY_MC_TABLE)
consonant = members(table_grapheme.ISC_CONSONANT)
pictographic = set(_constants._EMOJI_ZWJ_SET)
widening = members(table_vs16.VS16_NARROW_TO_WIDE["9.0.0"])


def width_class(c):
    if c in (0x200D, 0xFE0F):
        return "zeroJoiner" if c == 0x200D else "zeroEmojiSelector"
    if c == 0xAD:
        return "zero"  # SOFT HYPHEN shows only where a line ends in it.
    if c == 0 or 0xD800 <= c < 0xE000:
        return "control"
    cells = wcwidth.wcwidth(chr(c))
    if cells < 0:
        return "control"
    if 0x1F1E6 <= c <= 0x1F1FF:
        return ["", "narrowRegionalIndicator", "wideRegionalIndicator"][cells]
    if cells == 0:
        assert c not in widening | pictographic | consonant
        return "zero" + "Spacing" * (c in spacing) + "Virama" * (c in virama)
    assert c not in spacing | virama
    if cells == 2:
        assert c not in widening | consonant
        if 0x1F3FB <= c <= 0x1F3FF:
            return "wideModifier"
        return "widePictographic" if c in pictographic else "wide"
    if c in consonant:
        assert c not in widening | pictographic
        return "narrowConsonant"
    return ("narrow" + "Widening" * (c in widening) + "Pictographic" * (c in pictographic))


# Combining marks that untrusted text may stack: no variation selectors, which have rules of their
# own.
marks = having("M") - having("Variation_Selector")
triples = [(cluster[c], width_class(c), c in marks) for c in range(LIMIT)]


# ---------------------------------------------------------------- line breaks

# The classes that also occur with an East Asian width of F, H or W stand first: such a code point
# has the class's number plus the number of classes.
LINE = ["glue", "combiningMark", "closePunctuation", "exclamation", "openPunctuation", "nonstarter",
        "breakAfter", "alphabetic", "inseparable", "prefixNumeric", "postfixNumeric",
        "ideographic", "emojiBase", "emojiModifier", "jamoL", "hangulLV", "hangulLVT",
        "quotation", "breakBefore", "infixNumeric", "numeric", "breakBoth", "hebrewLetter",
        "mandatoryBreak", "carriageReturn", "lineFeed", "nextLine", "space", "zeroWidthSpace",
        "wordJoiner", "zeroWidthJoiner", "closeParenthesis", "breakSymbols", "initialQuotation",
        "finalQuotation", "contingentBreak", "hyphenMinus", "hyphen", "dottedCircle",
        "unassignedPictographic", "jamoV", "jamoT", "aksaraPrebase", "aksara", "aksaraStart",
        "viramaFinal", "virama", "regionalIndicator"]
CODES = dict(zip("GL CM CL EX OP NS BA AL IN PR PO ID EB EM JL H2 H3 QU BB IS NU B2 HL BK CR LF NL "
                 "SP ZW WJ ZWJ CP SY".split(), LINE))
CODES.update(CB="contingentBreak", HY="hyphenMinus", JV="jamoV", JT="jamoT", AP="aksaraPrebase",
             AK="aksara", AS="aksaraStart", VF="viramaFinal", VI="virama", RI="regionalIndicator",
             # LB1: AI, SG and XX are AL, CJ is NS; SA is AL or CM, settled below.
             AI="alphabetic", XX="alphabetic", CJ="nonstarter", SA="alphabetic")
line = ["alphabetic"] * LIMIT
for code, name in CODES.items():
    for c in having("lb=" + code):
        line[c] = name
for c in having("lb=SA") & having("Mn", "Mc"):
    line[c] = "combiningMark"
for c in having("Pi"):
    if line[c] == "quotation":
        line[c] = "initialQuotation"
for c in having("Pf"):
    if line[c] == "quotation":
        line[c] = "finalQuotation"
for c in having("extended_pictographic") & unassigned:
    line[c] = "unassignedPictographic"
assert line[0x2010] == "breakAfter" and line[0x25CC] == "alphabetic"
line[0x2010], line[0x25CC] = "hyphen", "dottedCircle"
EITHER = LINE.index("mandatoryBreak")
# An unassigned pictographic is an ideograph of no width class that any rule asks for.
needs_width = {c for c in east_asian if line[c] != "unassignedPictographic"}
assert all(LINE.index(line[c]) < EITHER for c in needs_width), {line[c] for c in needs_width}
line_values = [LINE.index(line[c]) + (len(LINE) if c in needs_width else 0) for c in range(LIMIT)]


# ---------------------------------------------------------------- full width

# CSS Text 3 §2.1.2 names the <wide> and <narrow> compatibility decompositions as the source of
# `text-transform: full-width`.
full_width = {}
for c in range(LIMIT):
    fields = unicodedata2.decomposition(chr(c)).split()
    if len(fields) == 2 and fields[0] == "<wide>":
        full_width[int(fields[1], 16)] = c
    elif len(fields) == 2 and fields[0] == "<narrow>":
        full_width[c] = int(fields[1], 16)
# Modulo 2^16, as all of them are in the basic plane.
offsets = [0] + sorted({(wide - c) % 0x10000 for c, wide in full_width.items()})
assert all(max(pair) < 0x10000 for pair in full_width.items())
offset_numbers = [offsets.index((full_width.get(c, c) - c) % 0x10000) for c in range(LIMIT)]


# ---------------------------------------------------------------- tries

def trie(values, leaf=16, middle=64):
    """Blocks of `leaf` values, blocks of `middle` leaf numbers, and the middle numbers."""
    def fold(items, size, kept=0):
        """Equal blocks stand once, but for those among the first `kept` items."""
        blocks, numbers, order = {}, [], []
        for start in range(0, len(items), size):
            block = tuple(items[start:start + size])
            if start < kept or block not in blocks:
                blocks[block] = len(order)
                order.append(block)
            numbers.append(blocks[block])
        return numbers, [v for block in order for v in block]
    numbers, leaves = fold(values, leaf, kept=0x80)  # ASCII is looked up in the leaves directly.
    tops, middles = fold(numbers, middle)
    assert max(numbers) < RADIX * RADIX and max(tops) < RADIX and max(values) < RADIX
    return tops, middles, leaves


def fnv(values):
    """FNV-1a, 64 bits."""
    hash = 0xCBF29CE484222325
    for value in values:
        hash = (hash ^ value) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return hash


def digits(values, indent):
    text = "".join(chr(v + BASE) for v in values)
    assert '"' not in text and "#" not in text
    width = 98 - len(indent)
    lines = [text[i:i + width] for i in range(0, len(text), width)]
    # A backslash at the end of a line would be read together with the line's own ending.
    return '#"""\n' + "\\#\n".join(indent + l for l in lines) + '\n%s"""#' % indent


def listing(name, comment, values):
    return ("\n  /// %s\n  @inlinable\n  package static var %s: StaticString {\n    %s\n  }\n"
            % (comment, name, digits(values, "    ")))


def write(name, subject, sources, values, lists):
    tops, middles, leaves = trie(values)
    middles = [d for n in middles for d in (n // RADIX, n % RADIX)]
    with open(os.path.join(TARGET, name + ".swift"), "w", encoding="utf-8") as out:
        out.write("".join([
            "// Unicode 16.0.0, %s.\n" % sources,
            "// Generated by Tests/Generators/unicode_tables.py; do not edit.\n",
            "// FNV-1a of the generator: %016x\n" % fnv(open(__file__, "rb").read()),
            "// FNV-1a of the value of every code point: %016x\n\n" % fnv(values),
            "/// %s\n@usableFromInline\npackage enum %s {\n" % (subject, name),
            "  /// The value of each code point.\n",
            "  @inlinable @inline(__always)\n",
            "  package static var trie: PackedTrie {\n    PackedTrie(\n",
            "      tops: %s,\n" % digits(tops, "        "),
            "      middles: %s,\n" % digits(middles, "        "),
            "      leaves: %s)\n  }\n" % digits(leaves, "        "),
            *lists, "}\n"]))


REGEX = "by way of PyPI regex 2025.7.34"
combos = sorted(set(triples), key=lambda t: (CLUSTER.index(t[0]), WIDTH.index(t[1]), t[2]))
number = {triple: n for n, triple in enumerate(combos)}
write("CharacterTable", "Grapheme-cluster behaviour, width in cells and mark status of a "
      "code point:\n/// numbers into three lists.",
      REGEX + "; cells of PyPI wcwidth 0.7.0 but for U+00AD", [number[t] for t in triples], [
          listing("clusters", "`ClusterClass` of each number.",
                  [CLUSTER.index(a) for a, _, _ in combos]),
          listing("widths", "`WidthClass` of each number.", [WIDTH.index(b) for _, b, _ in combos]),
          listing("marks", "1 for combining marks but variation selectors (general category M).",
                  [int(c) for _, _, c in combos])])
write("LineBreakTable", "Line-break class of a code point: `LineBreakClass`, plus %d when it is wide "
      "or halfwidth." % len(LINE), REGEX, line_values, [])


def script_forms(kind):
    """The characters of the BMP that one of these stands for, small, raised or lowered."""
    forms = {}
    for c in range(0x10000):
        tag, *bases = unicodedata2.decomposition(chr(c)).split() or [""]
        if tag == kind and len(bases) == 1:
            # Of two forms, not the ordinal indicators of Latin-1, which are often underlined.
            base = int(bases[0], 16)
            if base not in forms or forms[base] in (0xAA, 0xBA):
                forms[base] = c
    assert max(forms) < 0x10000
    return sorted(forms.items())


def script_listing(name, comment, pairs):
    def rows(numbers):
        return "".join("      " + ", ".join("0x%04X" % n for n in numbers[i:i + 11]) + ",\n"
                       for i in range(0, len(numbers), 11))
    return ("\n  /// %s\n  package static let %s = ScriptForms(\n    bases: [\n%s    ],\n    forms: [\n%s    ])\n"
            % (comment, name, rows([b for b, _ in pairs]), rows([f for _, f in pairs])))


def write_scripts():
    supers, subs = script_forms("<super>"), script_forms("<sub>")
    with open(os.path.join(TARGET, "ScriptFormTable.swift"), "w", encoding="utf-8") as out:
        out.write("".join([
            "// Unicode 16.0.0, by way of PyPI unicodedata2 16.0.0.\n",
            "// Generated by Tests/Generators/unicode_tables.py; do not edit.\n",
            "// FNV-1a of the generator: %016x\n" % fnv(open(__file__, "rb").read()),
            "// FNV-1a of the value of every code point: %016x\n\n"
            % fnv([dict(t).get(c, 0) for t in (supers, subs) for c in range(LIMIT)]),
            "/// The superscript and subscript forms of characters, where the BMP has one.\n",
            "package enum ScriptFormTable {",
            script_listing("superscripts", "Forms with a `<super>` decomposition.", supers)[1:]
            .join(["\n", ""]),
            script_listing("subscripts", "Forms with a `<sub>` decomposition.", subs),
            "}\n"]))


write_scripts()
rows = ["    " + ", ".join("0x%04X" % o for o in offsets[i:i + 11]) + ",\n"
        for i in range(0, len(offsets), 11)]
write("FullWidthTable", "The full-width form of a code point: a number into `offsets`.",
      "by way of PyPI unicodedata2 16.0.0", offset_numbers, [
          "\n  /// Numbers to add to a code point, modulo 2^16.\n"
          "  package static let offsets: [UInt16] = [\n%s  ]\n" % "".join(rows)])
