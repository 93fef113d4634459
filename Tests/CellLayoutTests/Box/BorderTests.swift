import StyleValues
import Styling
import TerminalOutput
import Testing

@testable import CellLayout

@Suite("Borders")
struct BorderTests {
  @Test(
    "are drawn with the line of their width and style",
    arguments: [
      (BorderSide(1), ["┌──┐", "│ab│", "└──┘"]), (BorderSide(2), ["┏━━┓", "┃ab┃", "┗━━┛"]),
      (BorderSide(3), ["╔══╗", "║ab║", "╚══╝"]), (BorderSide(9), ["╔══╗", "║ab║", "╚══╝"]),
      (BorderSide(1, .double), ["╔══╗", "║ab║", "╚══╝"]),
      (BorderSide(1, .dashed), ["┌╌╌┐", "╎ab╎", "└╌╌┘"]),
      (BorderSide(1, .dotted), ["┌┄┄┐", "┆ab┆", "└┄┄┘"]),
      (BorderSide(2, .dashed), ["┏╍╍┓", "╏ab╏", "┗╍╍┛"]),
      (BorderSide(4, .dotted), ["┏┅┅┓", "┇ab┇", "┗┅┅┛"]),
      (BorderSide(0), ["ab  "]), (BorderSide(2, .none), ["ab  "]),
    ])
  func lines(side: BorderSide, expected: [String]) {
    let layout = layOut("ab", columns: 4) { $0.block.border = BoxSides(all: side) }
    #expect(picture(layout.buffer) == expected)
  }

  @Test(
    "join where sides of different weight meet",
    arguments: [
      (1, 1, "┌┐└┘"), (2, 1, "┍┑┕┙"), (1, 2, "┎┒┖┚"), (2, 2, "┏┓┗┛"), (3, 1, "╒╕╘╛"),
      (1, 3, "╓╖╙╜"), (3, 3, "╔╗╚╝"), (3, 2, "╒╕╘╛"), (2, 3, "╓╖╙╜"),
    ] as [(Double, Double, String)])
  func joins(horizontal: Double, vertical: Double, expected: String) {
    let layout = layOut("a", columns: 3) {
      $0.block.border = BoxSides(
        top: BorderSide(horizontal), right: BorderSide(vertical), bottom: BorderSide(horizontal),
        left: BorderSide(vertical))
    }
    let corners = [(0, 0), (2, 0), (0, 2), (2, 2)].map { layout.buffer[$0.0, $0.1].text }
    #expect(corners.joined() == expected)
  }

  @Test("leave out the sides that are not there")
  func sides() {
    let layout = layOut("ab", columns: 4) {
      $0.block.border.left = BorderSide(1)
      $0.block.border.bottom = BorderSide(2)
    }
    #expect(picture(layout.buffer) == ["│ab ", "┕━━━"])
  }

  @Test("are round where light lines meet and a radius is set")
  func radius() {
    func corners(_ width: Double) -> [String] {
      picture(
        layOut("a", columns: 3) {
          $0.block.border = BoxSides(all: BorderSide(width))
          $0.block.borderRadius = 4
        }.buffer)
    }
    #expect(corners(1) == ["╭─╮", "│a│", "╰─╯"])
    #expect(corners(2) == ["┏━┓", "┃a┃", "┗━┛"])
  }

  @Test("leave the outer quarter of a filled block's corners to the terminal")
  func filledCorners() {
    let layout = layOut("ab", columns: 6) {
      $0.block.borderRadius = 4
      $0.block.padding = BoxSides(all: BoxLength(pixels: 15))
      $0.text.backgroundColor = ColorValue(RGB8(0x203040))
    }
    #expect(picture(layout.buffer) == ["▟    ▙", "  ab  ", "▜    ▛"])
    #expect(layout.buffer[0, 0].rendition.foreground == .rgb(RGB8(0x203040)))
    #expect(layout.buffer[0, 0].rendition.background == .standard)
    #expect(layout.buffer[1, 0].rendition.background == .rgb(RGB8(0x203040)))
    let tight = layOut("abcd", columns: 4) {
      $0.block.borderRadius = 4
      $0.text.backgroundColor = ColorValue(RGB8(0x203040))
    }
    #expect(picture(tight.buffer) == ["abcd"])
  }

  @Test("take their own colour, or that of the text, on the background of the block")
  func colors() {
    let layout = layOut("ab", columns: 4) {
      $0.text.color = ColorValue(RGB8(0xffffff))
      $0.text.backgroundColor = ColorValue(RGB8(0x000000))
      $0.block.border = BoxSides(all: BorderSide(1))
      $0.block.border.left.color = .ansi(9)
      $0.block.border.bottom.color = ColorValue(RGB8(0xffffff), alpha: 0.5)
    }
    #expect(layout.buffer[1, 0].rendition.foreground == .rgb(RGB8(0xffffff)))
    #expect(layout.buffer[0, 1].rendition.foreground == .palette(9))
    #expect(layout.buffer[1, 2].rendition.foreground == .rgb(RGB8(0x808080)))
    #expect(layout.buffer[1, 2].rendition.background == .rgb(RGB8(0x000000)))
  }
}
