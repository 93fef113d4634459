import CSSView
import CSSViewConversions
import CSSViewFoundation
import Foundation
import Synchronization
import Testing

/// The examples of the JSONHelper document in Swift, named after what they show.
@Suite("JSONHelper document")
struct JSONHelperExamples {
  @Test("An array of colors keeps its default where the key is missing")
  func colors() {
    let response: [String: Any] = ["colors": ["#aaa", "#b06200aa"]]
    var colors: [StyleColor] = [.black, .white]
    colors <-- response["colours"]
    #expect(colors.count == 2 && colors[0] == .rgb(red: 0, green: 0, blue: 0))
    colors <-- response["colors"]
    #expect(colors == [StyleColor(css: "#aaa"), StyleColor(css: "#b06200aa")])
  }

  @Test("A truth value is a number, as NSNumber has it, and no number to keys and themes")
  func truthValues() {
    var (count, small) = (7, UInt8(7))
    count <-- true
    small <-- false
    #expect(count == 1 && small == 0)
    var counts: [Int] = []
    counts <-- [true, false, 5]
    #expect(counts == [1, 0, 5])
    #expect(throws: ConversionFailure.self) { try (true as ThemeValue).converted(to: Int.self) }
  }

  @Test("A failed conversion makes an optional nil, leaves any other value, and is logged")
  func failures() {
    let log = Mutex<[String]>([])
    Conversions.withLog({ finding in log.withLock { $0.append(finding.message) } }) {
      var optional: Int? = 1
      var plain = 1
      optional <-- "x"
      plain <-- "x"
      #expect(optional == nil && plain == 1)
      optional <-- nil
      plain <-- nil
    }
    #expect(
      log.withLock { $0 }
        == ["expected a whole number, found 'x'", "expected a whole number, found 'x'"])
  }

  struct Vector2D: ConvertibleFromValue {
    var x: Double = 0
    var y: Double = 0

    init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }

    static func convertFromValue<T>(value: T?) throws -> Vector2D? {
      guard let value = value else { return nil }
      if let doubleTupleValue = value as? (Double, Double) {
        return self.init(x: doubleTupleValue.0, y: doubleTupleValue.1)
      }
      throw ConversionError.unsupportedType
    }
  }

  @Test("A type of the program is converted from a tuple by its own method")
  func vector() {
    var myVector: Vector2D?
    myVector <-- (1.0, 2.7)
    #expect(myVector?.x == 1 && myVector?.y == 2.7)
    Conversions.withLog(nil) { _ = myVector <-- "x" }
    #expect(myVector == nil)
  }

  @Test("Arrays and dictionaries of such a type are converted from tuples, one by one")
  func vectors() {
    let log = Mutex<[String]>([])
    Conversions.withLog({ finding in log.withLock { $0.append(finding.message) } }) {
      var vectors: [Vector2D] = []
      vectors <-- [(1.0, 2.7), (3.0, 4.0)]
      #expect(vectors.map(\.y) == [2.7, 4])
      vectors <-- ((5.0, 6.0), (7.0, 8.0))
      #expect(vectors.map(\.x) == [5, 7])
      vectors <-- [(1.0, 2.0), "x", nil] as [Any?]
      #expect(vectors.map(\.x) == [1])
      var named: [String: Vector2D] = [:]
      named <-- ["a": (1.0, 2.7)]
      #expect(named["a"]?.y == 2.7)
      var nested: [String: [Vector2D]]?
      nested <-- ["a": [(1.0, 2.7)]]
      #expect(nested?["a"]?.first?.y == 2.7)
    }
    #expect(log.withLock { $0 } == ["expected a Vector2D, found 'x'"])
  }

  enum Level: String { case low, high }
  enum Code: Int, CaseIterable { case ok = 200, missing = 404 }

  @Test("An enumeration is found by its raw values without adopting anything")
  func enumerations() throws {
    var level = Level.low
    level <-- "high"
    var code: Code?
    code <-- "404"
    var levels: [Level] = []
    levels <-- ["low", "high"]
    var codes: [String: Code] = [:]
    codes <-- #"{"a": 200, "b": "404"}"#
    var none: [Level]? = []
    none <-- nil
    #expect(level == .high && code == .missing && levels == [.low, .high] && none == nil)
    #expect(codes == ["a": .ok, "b": .missing])
    #expect(try "high".converted(to: Level.self) == .high)
    #expect(try ThemeValue(404).converted(to: Code.self) == .missing)
    let failure = #expect(throws: ConversionFailure.self) { try "405".converted(to: Code.self) }
    #expect(failure?.description == "expected a Code, found '405'; did you mean '404'?")
    let log = Mutex<[String]>([])
    Conversions.withLog({ finding in log.withLock { $0.append(finding.message) } }) {
      levels <-- ["high", "hihg"]
    }
    #expect(levels == [.high] && log.withLock { $0 } == ["expected a Level, found 'hihg'"])
  }

  final class User: Deserializable {
    static let idKey = "id"
    static let emailKey = "email"
    static let nameKey = "name"
    static let avatarURLKey = "avatar_url"

    private(set) var id: String?
    private(set) var email: String?
    private(set) var name = "Guest"
    private(set) var avatarURL = URL(string: "https://mysite.com/assets/default-avatar.png")

    required init(dictionary: [String: Any]) {
      id <-- dictionary[User.idKey]
      email <-- dictionary[User.emailKey]
      name <-- dictionary[User.nameKey]
      avatarURL <-- dictionary[User.avatarURLKey]
    }
  }

  @Test("A class is built from a dictionary or a JSON string")
  func user() {
    let response: [String: Any] = [
      "user": ["id": 7, "name": "Bob", "avatar_url": "https://a.b/c.png"]
    ]
    var user: User?
    user <-- response["user"]
    #expect(user?.id == "7" && user?.email == nil && user?.name == "Bob")
    #expect(user?.avatarURL == URL(string: "https://a.b/c.png"))
    user <-- #"{"email": "bob@a.b"}"#
    #expect(user?.name == "Guest" && user?.email == "bob@a.b")
  }

  @Test("A dictionary of objects is read from JSON")
  func objects() throws {
    var dictionary: [String: AnyObject]?
    dictionary <-- #"{"name": "Bob", "age": 42, "tags": ["a", null], "in": {"b": true}}"#
    let name = try #require(dictionary?["name"] as? NSString)
    let age = try #require(dictionary?["age"] as? NSNumber)
    #expect("\(name)" == "Bob" && age.intValue == 42)
    #expect((dictionary?["tags"] as? NSArray)?.count == 2)
    #expect(dictionary?["in"] is NSDictionary)
    Conversions.withLog(nil) { _ = dictionary <-- 3 }
    #expect(dictionary == nil)
  }

  @Test("y and n are truth values, also in arrays and dictionaries")
  func booleans() {
    var flag = false
    flag <-- "y"
    var flags: [Bool] = []
    flags <-- ["y", "n"]
    var named: [String: Bool] = [:]
    named <-- ["a": "yes"]
    #expect(flag && flags == [true, false] && named == ["a": true])
  }
}
