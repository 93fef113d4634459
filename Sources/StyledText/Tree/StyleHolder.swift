/// A value that stores style numbers, which change when the full table of styles is renewed.
package protocol StyleHolder: ~Copyable { mutating func visit(_ body: (inout StyleID) -> Void) }

extension StyleHolder where Self: ~Copyable {
  package var styles: [StyleID] {
    mutating get {
      var result: [StyleID] = []
      visit { result.append($0) }
      return result
    }
    set {
      var index = 0
      visit { style in
        style = newValue[index]
        index += 1
      }
    }
  }
}

extension StyledLines: StyleHolder {
  package mutating func visit(_ body: (inout StyleID) -> Void) {
    for index in runs.indices { body(&runs[index].style) }
  }
}
