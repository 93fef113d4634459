import StyleValues

extension FontStyle: PropertyKeyword {
  static let table = makeTable()
}

extension FontVariant: PropertyKeyword {
  static let table = makeTable()
}

extension TextTransform: PropertyKeyword {
  static let table = makeTable()
}

extension TextDecorationStyle: PropertyKeyword {
  static let table = makeTable()
}

extension WhiteSpace: PropertyKeyword {
  static let table = makeTable()
}

extension OverflowWrap: PropertyKeyword {
  static let table = makeTable()
}

extension BorderStyle: PropertyKeyword {
  static let table = makeTable()
}

extension BackgroundClip: PropertyKeyword {
  static let table = makeTable()
}
