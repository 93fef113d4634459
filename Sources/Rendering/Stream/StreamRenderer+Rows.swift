import Bytes
import DataRecords
import StyledText
import Styling

/// Rows of a table of data that need no layout, because rows like them were laid out before.
///
/// Everything that is done here the layout could do just as well, only slower; a test compares the
/// two.
extension StreamRenderer {
  /// True if the next row of the input may come as fields.
  var takesRows: Bool {
    mutating get {
      guard fastPath.takesRows, document != nil, !options.isHTML, !builder.searchesLines,
        builder.siblings == nil, builder.line.bytes.isEmpty
      else { return false }
      return document?.takesRows(&builder.styles) == true
    }
  }

  /// Writes a row with such cells as one that was laid out before.
  ///
  /// - Parameters:
  ///   - cells: The cells.
  ///   - bytes: The bytes of their texts.
  ///   - output: Destination of the row.
  /// - Returns: False if the row has to be laid out.
  mutating func write(
    _ cells: [PlainCell], of bytes: Span<UInt8>, to output: inout StreamBuffer
  ) -> Bool {
    if rows.generation != builder.styles.generation {
      rows = Rows(generation: builder.styles.generation)
    }
    var place: Int32 = 0
    if builder.styles.resolver.needsSiblingPositions {
      place = builder.styles.resolver.placeNumber(of: SiblingPosition(index: builder.children + 1))
    }
    guard let recipe = rows.recipes.recipe(for: cells, at: place) else {
      document?.notesRow = true
      return false
    }
    guard recipe.fits(cells) else { return false }
    if rows.last !== recipe {
      rows.last = recipe
      document?.table?.last = recipe.row
    }
    builder.children += 1
    recipe.write(cells, of: bytes, &rows.blanks, &writer, to: &output)
    return true
  }

  /// Takes in how the row looks that was laid out.
  mutating func keepRow() {
    rows.last = nil
    guard document?.notesRow == true else { return }
    document?.notesRow = false
    guard let noted = document?.notedRow.take(), rows.generation == builder.styles.generation,
      let recipe = RowRecipe(noted, builder.styles, writer.attributes)
    else { return }
    rows.recipes.keep(recipe)
  }

  /// Begins and ends rows that are written into an output.
  mutating func beginRows(_ output: borrowing StreamBuffer) { writer.beginChunk(output) }
  mutating func endRows(_ output: borrowing StreamBuffer) { writer.endChunk(output) }

  /// The rows that are known.
  struct Rows {
    var generation: Int
    var recipes = RowRecipes()
    var blanks = RowRecipe.OwedBlanks()
    /// The recipe of the row that was written last.
    var last: RowRecipe?
  }
}
