import CSSView
import CSSViewConversions
import Synchronization
import Testing

@Suite("The conversion operator")
struct ConversionOperatorTests {
  /// The messages that a piece of code has logged.
  private func log(_ body: () -> Void) -> [String] {
    let messages = Mutex<[String]>([])
    Conversions.withLog({ finding in messages.withLock { $0.append(finding.message) } }) {
      body()
    }
    return messages.withLock { $0 }
  }

  @Test("a failure or nil leaves a plain left side and empties an optional one")
  func failures() {
    let nothing: Any? = nil
    for source in [nothing, "x", ThemeValue.null, [1]] as [Any?] {
      var number = 5
      var optional: Int? = 5
      _ = log {
        number <-- source
        optional <-- source
      }
      #expect(number == 5 && optional == nil)
    }
    var number = 5
    var optional: Int?
    number <-- "7"
    optional <-- 8.0
    #expect(number == 7 && optional == 8)
  }

  @Test("chains from right to left, also between types")
  func chains() {
    var first: Double = 0
    var second: Double?
    first <-- second <-- "2.5"
    #expect(first == 2.5 && second == 2.5)
    var text = ""
    var flag = false
    flag <-- text <-- "y"
    #expect(flag && text == "y")
    var color: StyleColor?
    color <-- "#ff0000"
    #expect(color == .rgb(red: 255, green: 0, blue: 0))
    let other: StyleColor? = .palette(3)
    color <-- other
    #expect(color == .palette(3))
  }

  @Test("integers of every width are exact, and one that does not fit is a failure")
  func integers() {
    var (byte, signed, short, word, long) = (UInt8(1), Int8(1), Int16(1), UInt32(1), UInt64(1))
    byte <-- 255
    signed <-- "-128"
    short <-- "0x7f"
    word <-- 4_294_967_295.0
    long <-- "18446744073709551615"
    #expect(byte == 255 && signed == -128 && short == 127)
    #expect(word == .max && long == .max)
    let messages = log {
      byte <-- 256
      signed <-- "200"
      short <-- "1.5"
      word <-- -1
    }
    #expect(byte == 255 && signed == -128 && short == 127 && word == .max)
    #expect(
      messages == [
        "expected a whole number from 0 to 255, found 256",
        "expected a whole number from -128 to 127, found '200'",
        "expected a whole number, found '1.5'",
        "expected a whole number from 0 to 4294967295, found -1",
      ])
    var exact: Int64 = 0
    exact <-- Int64.max
    #expect(exact == .max)
    exact <-- #"{"id": 9007199254740993}"#.member("id")
    #expect(exact == 9_007_199_254_740_993)
  }

  @Test("arrays, sets and dictionaries convert one by one and drop what fails")
  func collections() {
    var numbers = [0]
    var messages = log { numbers <-- ["1", "x", 3, [1]] as [Any] }
    #expect(numbers == [1, 3])
    #expect(
      messages == [
        "expected a whole number, found 'x'", "expected a whole number, found an array",
      ])
    var nested: [[Bool]] = []
    messages = log { nested <-- [["y", "n"], ["maybe", 1]] as [Any] }
    #expect(nested == [[true, false], [true]] && messages.count == 1)
    var set: Set<String> = []
    set <-- ["a", "b", "a"]
    #expect(set == ["a", "b"])
    var sizes: [String: Double] = [:]
    messages = log { sizes <-- ["a": "1", "b": "x", "c": 2] as [String: Any] }
    #expect(sizes == ["a": 1, "c": 2] && messages.count == 1)
    var optional: [Int]? = [1]
    _ = log { optional <-- "no array" }
    #expect(optional == nil)
  }

  @Test("a text of JSON is what it says, where an array, a set or a dictionary is wanted")
  func json() {
    var numbers: [Int] = []
    numbers <-- "[1, \"2\", 3]"
    #expect(numbers == [1, 2, 3])
    var set: Set<UInt8> = []
    set <-- " [7, 7] "
    #expect(set == [7])
    var members: [String: Int] = [:]
    members <-- #"{"a": 1}"#
    #expect(members == ["a": 1])
    // A string is not taken apart.
    var text = ""
    text <-- "[1]"
    #expect(text == "[1]")
  }

  @Test("characters")
  func characters() {
    var character: Character = "a"
    character <-- "é"
    #expect(character == "é")
    character <-- "👩‍🚀"
    #expect(character == "👩‍🚀")
    character <-- 7
    #expect(character == "7")
    let messages = log { character <-- "ab" }
    #expect(character == "7" && messages.map { $0.prefix(20) } == ["expected a character"])
    character <-- "0x42"
    #expect(character == "B")
  }

  enum Level: String, CaseIterable { case low, high }
  enum Code: Int { case ok = 200, missing = 404 }
  enum Mode: String, Convertible, CaseIterable { case dark, light }

  @Test("enumerations by their raw values")
  func enumerations() {
    var level = Level.low
    var code: Code? = .ok
    level <-- "high"
    code <-- "404"
    #expect(level == .high && code == .missing)
    code <-- Code.ok
    #expect(code == .ok)
    var modes: [Mode] = []
    var suggestions: [String] = []
    let found = Mutex<[String]>([])
    Conversions.withLog({ finding in
      found.withLock { $0.append(finding.message + "|" + (finding.suggestion ?? "")) }
    }) {
      level <-- "hihg"
      code <-- 500
      modes <-- ["dark", "lihgt"]
    }
    suggestions = found.withLock { $0 }
    #expect(level == .high && code == nil && modes == [.dark])
    #expect(
      suggestions == [
        "expected a Level, found 'hihg'|high", "expected a Code, found 500|",
        "expected dark or light, found 'lihgt'|light",
      ])
    var mode: Mode?
    mode <-- "light"
    #expect(mode == .light)
  }

  @Test("dictionaries of anything")
  func anything() {
    var members: [String: Any] = ["old": 1]
    members <-- #"{"name": "Bob", "age": 42, "on": true, "none": null, "list": [1, {"a": 1.5}]}"#
    #expect(members["name"] as? String == "Bob" && members["age"] as? Int == 42)
    #expect(members["on"] as? Bool == true && members["none"] == nil && members.count == 4)
    let list = members["list"] as? [Any]
    #expect(list.map { "\(type(of: $0[0]))" } == "Int")
    #expect(list?[0] as? Int == 1 && (list?[1] as? [String: Any])?["a"] as? Double == 1.5)
    let messages = log { members <-- "no object" }
    #expect(members.count == 4 && messages == ["expected an object, found 'no object'"])
    var optional: [String: Any]?
    optional <-- ["a": 1]
    #expect(optional?["a"] as? Int == 1)
    optional <-- nil
    #expect(optional == nil)
  }

  struct Vector: Convertible, Equatable {
    var x = 0.0
    var y = 0.0

    static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Vector {
      let point = try value.converted(to: StylePoint.self)
      return Vector(x: point.x, y: point.y)
    }
  }

  final class User: Deserializable {
    var id: String?
    var name = "Guest"
    var place: Vector?

    init(dictionary: [String: Any]) {
      id <-- dictionary["id"]
      name <-- dictionary["name"]
      place <-- dictionary["place"]
    }
  }

  @Test("a program's own types take part: by value, from tuples, and from dictionaries")
  func ownTypes() {
    var vector: Vector?
    vector <-- (1.0, 2.7)
    #expect(vector == Vector(x: 1, y: 2.7))
    vector <-- "{3, 4}"
    #expect(vector == Vector(x: 3, y: 4))
    var user: User?
    user <-- ["id": 7, "place": [1, 2]] as [String: Any]
    #expect(user?.id == "7" && user?.name == "Guest" && user?.place == Vector(x: 1, y: 2))
    var users: [User] = []
    let messages = log { users <-- #"[{"name": "Ann"}, 3, {"name": "Bob"}]"# }
    #expect(users.map(\.name) == ["Ann", "Bob"])
    #expect(messages == ["expected an object, found 3"])
  }

  @Test("the document's colours: an array replaces a default, and a missing key does not")
  func documentColors() {
    var colors = [StyleColor.rgb(red: 0, green: 0, blue: 0), .rgb(red: 255, green: 255, blue: 255)]
    let response: [String: Any] = ["colors": ["#aaa", "#b06200aa"]]
    colors <-- response["colors"]
    #expect(
      colors == [
        .rgb(red: 170, green: 170, blue: 170), .rgb(red: 176, green: 98, blue: 0, alpha: 170),
      ])
    colors <-- response["missing"]
    #expect(colors.count == 2)
  }

  final class Account: Deserializable {
    private(set) var id: String?
    private(set) var email: String?
    private(set) var name = "Guest"
    private(set) var avatarURL: StyleURL? = StyleURL("https://mysite.com/assets/default-avatar.png")

    init(dictionary: [String: Any]) {
      id <-- dictionary["id"]
      email <-- dictionary["email"]
      name <-- dictionary["name"]
      avatarURL <-- dictionary["avatar_url"]
    }
  }

  @Test("the document's class is built from a dictionary or from JSON text")
  func documentUser() {
    let response: [String: Any] = [
      "user": ["id": "7", "avatar_url": "https://x.y/z"] as [String: Any]
    ]
    var user: Account?
    user <-- response["user"]
    #expect(user?.id == "7" && user?.email == nil && user?.name == "Guest")
    #expect(user?.avatarURL == StyleURL("https://x.y/z"))
    user <-- #"{"name": "Bob", "email": null}"#
    #expect(user?.name == "Bob" && user?.avatarURL == nil)
    let messages = log { user <-- "no JSON" }
    #expect(user == nil && messages == ["expected an object, found 'no JSON'"])
  }

  @Test("words become truth values, also in arrays and dictionaries")
  func documentBooleans() {
    var (flag, flags, named) = (false, [Bool](), [String: Bool]())
    _ = log {
      flag <-- "y"
      flags <-- ["y", "n", "yes", "maybe"]
      named <-- ["a": "y", "b": "n"]
    }
    #expect(flag && flags == [true, false, true] && named == ["a": true, "b": false])
  }

  @Test("hex digits need no sign before them")
  func colors() {
    var colors = [StyleColor.standard]
    colors <-- ["#aaa", "b06200"] as [Any]
    #expect(
      colors == [
        .rgb(red: 170, green: 170, blue: 170), .rgb(red: 176, green: 98, blue: 0),
      ])
  }

  @Test("what fails goes to the log of the task, and nil does not")
  func logs() {
    var number = 1
    let messages = log {
      number <-- "x"
      number <-- nil
      number <-- ThemeValue.null
    }
    #expect(messages == ["expected a whole number, found 'x'"])
    Conversions.withLog(nil) { number <-- "unheard" }
    #expect(number == 1)
  }

  @Test("the log stays with a task that waits")
  func waiting() async {
    let messages = Mutex<[String]>([])
    await Conversions.withLog({ finding in messages.withLock { $0.append(finding.message) } }) {
      var number = 1
      number <-- "x"
      await Task.yield()
      number <-- "y"
    }
    let expected = ["expected a whole number, found 'x'", "expected a whole number, found 'y'"]
    #expect(messages.withLock { $0 } == expected)
  }
}

extension String {
  /// A member of the object that the text is in JSON.
  fileprivate func member(_ name: String) -> ThemeValue? { (try? ThemeValue(json: self))?[name] }
}
