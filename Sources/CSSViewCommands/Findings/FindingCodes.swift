import Diagnostics

extension DiagnosticCode {
  /// Every code that findings have, with what it means; the man page has the same list.
  static let described: [(code: String, meaning: String)] = [
    ("unknown-property", "A property that neither CSS nor cssview knows."),
    ("no-effect", "A property of CSS that a terminal cannot show."),
    ("invalid-value", "A value that its property or type does not accept."),
    ("invalid-at-computed-value-time", "A value that is invalid once its variables are replaced."),
    ("invalid-selector", "A selector that cannot be used; its rule is ignored."),
    ("unmatchable-selector", "A valid selector that matches nothing in a terminal."),
    (
      "uncounted-siblings",
      "An element whose siblings came too late to count for :last-child in render."
    ),
    (
      "missing-unit",
      "A length without a unit, outside of dialect css; a number of a dictionary only if it is less than a cell."
    ),
    ("missing-box", "A box property, such as width, on an element that is not a box."),
    ("box-cut-by-line", "A box inside a line, which is still open where the line ends."),
    ("box-too-long", "A box of more than 64 KiB of text inside a line; it becomes inline text."),
    (
      "dropped-sequence",
      "A control sequence that puts no text on the screen, left out of coloured input."
    ),
    ("box-nested-too-deep", "A box inside 32 other boxes; it becomes inline text."),
    (
      "left-out-element",
      "An element of HTML that is not shown, or an image without an alternative text."
    ),
    ("late-definition", "A link of Markdown whose definition came after its use in a stream."),
    ("plain-code", "Code that --code-highlighter did not colour."),
    ("invalid-record", "A record of data that cannot be read; it is shown as text."),
    (
      "field-count",
      "A record with more or fewer fields than the header, or a row of a table in Markdown with more cells than columns."
    ),
    ("unclosed-quote", "A quote in CSV that is not closed; it is shown as text."),
    ("text-behind-quote", "Text behind a quote that closes a field of CSV; the quotes are shown."),
    ("found-array", "An array in a JSON object whose elements are the records."),
    ("found-delimiter", "A character other than a comma that separates the fields of CSV."),
    ("repeated-key", "A key that a JSON object has twice; all its values are shown."),
    (
      "left-out-color", "Escape sequences for colours and links in values, which are left out."
    ),
    ("unknown-column", "A column of --columns that the data does not have."),
    ("ignored-selector", "A selector in :is() or :where() that cannot be used and is ignored."),
    ("unknown-at-rule", "An unknown at-rule, or an unknown key that begins with @ in JSON."),
    ("invalid-media-query", "A part of a media query that is not understood."),
    ("invalid-pattern", "A pattern of @highlight, @line or @language that cannot be used."),
    ("unused-pattern", "A pattern that matches nothing in the text of check --text."),
    (
      "hidden-pattern",
      "A pattern whose matches another pattern hides, or two that hide one another."
    ),
    ("duplicate-key", "A key that occurs twice in one object; the last one counts."),
    ("not-a-rule", "An entry of a dictionary that is not a rule."),
    ("unknown-dialect", "A dialect that does not exist."),
    ("invalid-input", "An @input that names an unknown format or none, or stands after rules."),
    ("device-variant", "A file named for a device, such as name~iphone.json."),
    (
      "import-failed",
      "A file that cannot be imported, or a folder that cannot be searched for variants."
    ),
    (
      "shadowed-rule",
      "A rule of several declarations that are all replaced by later rules for its selector."
    ),
    (
      "shadowed-declaration",
      "A declaration that a later one for its selector replaces, unless it is a fallback for older programs."
    ),
    ("unused-variable", "A custom property that no value uses."),
    (
      "undefined-variable",
      "A reference to an undeclared custom property, without a fallback."
    ),
    ("variable-cycle", "Custom properties that refer to each other in a cycle."),
    ("dialect-dependent", "A value that dialect css reads differently."),
    ("unused-rule", "A rule for an element or a class that the markup does not have."),
    ("important-ignored", "An !important that has no effect in the dialect."),
    ("not-expressible", "Something that the other format cannot express."),
    (
      "same-variable",
      "A class that has no variable of its own in a shell, because its name differs from another only in characters that variables lack."
    ),
    ("missing-key", "A key of value --key that none of the files has."),
    ("low-contrast", "Text with too little contrast to its background."),
    ("indistinct", "Two classes that differ only in colour and can look alike."),
    (
      "unreachable-contrast",
      "A background on which no text colour reaches the contrast of --readable."
    ),
    ("too-many-layers", "More shadows or colour stops than are drawn; the last ones are ignored."),
    ("too-narrow", "A character that is wider than its line or box; it sticks out."),
    ("hidden-shadow", "A shadow that falls outside the cells, or on text."),
    ("missing-glyph", "A character that the font of PNG pictures lacks."),
    ("more-findings", "The number of further findings with a code, beyond those listed."),
    ("missing-image", "An image that is not beside its stylesheet."),
    ("invalid-palette", "A palette file that cannot be read, or an invalid colour in it."),
    ("incomplete-palette", "A palette file without some of the sixteen colours."),
    (
      "unknown-placeholder",
      "A placeholder of --template that no field has, or one in markup that resembles a name of --set."
    ),
    ("stray-brace", "A } without a matching {."),
    ("stray-bracket", "A ) or ] without a matching bracket."),
    ("unclosed-block", "A block, function or bracket that is not closed at the end of the input."),
    ("unclosed-string", "A string that is open at the end of the input or, in JSON, of a line."),
    ("unclosed-url", "A url( that is not closed at the end of the input."),
    ("unclosed-comment", "A comment that is not closed."),
    ("bad-string", "A string in CSS that is not closed at the end of its line."),
    ("bad-url", "An unquoted URL with a quote, parenthesis, space or control in it."),
    ("missing-colon", "A property name without a colon after it."),
    (
      "missing-semicolon",
      "A declaration or at-rule without a semicolon before the next one."
    ),
    ("missing-value", "A declaration without a value."),
    ("missing-block", "A selector without a block after it."),
    ("invalid-declaration", "Something in a block that is neither a declaration nor a rule."),
    ("invalid-priority", "A ! that is not part of !important at the end of a value."),
    ("line-comment", "A // before a rule or declaration, which disables it."),
    ("block-as-value", "A property whose value is a block."),
    ("json-comment", "A comment in a dictionary; it is accepted, although JSON has none."),
    (
      "json-trailing-comma",
      "A comma after the last value; it is accepted, although JSON forbids it."
    ),
    ("json-missing-comma", "Two values without a comma between them."),
    ("json-missing-colon", "A key without a colon after it."),
    ("json-missing-value", "A missing value, or an empty input."),
    ("json-missing-brace", "A { that is missing before the first key."),
    ("json-missing-key", "A value in an object without a key."),
    ("json-unquoted-key", "A key without quotes; it is read all the same."),
    ("json-unquoted-value", "A value without quotes; it is read as a string."),
    ("json-single-quotes", "A string in single quotes; it is read all the same."),
    (
      "json-invalid-number",
      "A number that CSS allows and JSON does not, such as .5; it is read all the same."
    ),
    ("json-invalid-escape", "A backslash before a character that it cannot escape."),
    ("json-lone-surrogate", "Half of a surrogate pair; it is read as U+FFFD."),
    ("json-control-character", "A control character in a string; it is kept."),
    ("json-unexpected-character", "A character that cannot start a value; it is skipped."),
    ("json-trailing-content", "Content after the end of the document."),
    ("invalid-utf8", "Bytes of a stylesheet that are not UTF-8; they are read as U+FFFD."),
    ("input-too-large", "Input beyond the size limit."),
    ("nesting-too-deep", "Blocks, objects or elements nested beyond the limit."),
    ("unknown-class", "A class in markup or in an option that no rule defines."),
    (
      "read-as-markup",
      "Input that may be meant as plain text: it has tags without attributes, or the stylesheet has patterns for plain text."
    ),
    ("unescaped-less-than", "A < that does not start a tag; it is text."),
    ("unescaped-ampersand", "An & that does not start a character reference; it is text."),
    (
      "unknown-element",
      "A tag that is not an element of markup; it is text. It is a note unless the tag has a class or a style, or its end tag follows on the line."
    ),
    ("malformed-tag", "A tag with something invalid after its name; it is text."),
    ("unclosed-tag", "A tag without its >; it is text."),
    ("tag-too-long", "A tag of more than 1 MiB; it is text."),
    ("comment-too-long", "A comment of more than 1 MiB; it is text."),
    ("unknown-reference", "A character reference that HTML does not define; it is text."),
    ("reference-without-semicolon", "A character reference without its semicolon."),
    ("invalid-reference", "A character reference to a code that is not a character."),
    (
      "unclosed-element",
      "An element without an end tag; it lasts to the end of the text. A tag without attributes, other than span, is text without its end tag. In a stream of lines, the end tag has to be on the same line; otherwise both are text."
    ),
    ("stray-end-tag", "An end tag without a start tag; it is dropped."),
    ("crossed-element", "An element that is still open when its parent ends."),
    ("duplicate-attribute", "A second attribute of the same name in a tag; the first one counts."),
    (
      "unknown-attribute",
      "An attribute without effect, or one in a selector that no text of --markup has."
    ),
    ("missing-space", "Two attributes without a space between them."),
    ("link-scheme", "A link with a scheme that is not allowed; the link is dropped."),
    ("link-too-long", "A link that is too long for terminals; the link is dropped."),
    (
      "untrusted-control",
      "A character that could control the terminal or mislead a reader; it is shown or dropped. Bytes of a text that are not UTF-8 have this code, too."
    ),
    ("unknown-key", "A binding in the browser's stylesheet for an unknown key."),
    ("unknown-action", "A binding in the browser's stylesheet for an unknown action."),
    ("invalid-setting", "An invalid setting in the browser's stylesheet."),
    ("unreadable-theme", "A theme that the browser cannot read."),
  ]

  /// The codes by their names.
  static let all = described.map(\.code)
}
