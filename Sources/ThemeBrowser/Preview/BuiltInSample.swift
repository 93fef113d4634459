import StyledText
import Styling

/// The text that shows a theme when there is no other: what the theme is for, else a build report, a
/// table and a document with the classes that it knows, and a list of the rest.
struct BuiltInSample {
  /// Form of the text.
  let form: TextForm

  private let source: Source

  /// Classes that the theme has rules for.
  private let classes: [String]

  private enum Source {
    /// A text without classes: the theme finds its parts.
    case plain(String)
    /// Pieces of text with classes.
    case pieces([Piece])
  }

  init(for sheet: Stylesheet, but mainClass: String? = nil) {
    classes = sheet.classNames.filter { $0 != mainClass }
    let formats = sheet.input
    let form = formats.first.flatMap { TextForm(rawValue: $0.rawValue) } ?? .html
    switch form {
    case .csv, .tsv, .columns, .json, .jsonl: (self.form, source) = (.csv, .plain(Self.rows))
    case .markdown: (self.form, source) = (.markdown, .plain(Self.document))
    case .text, .ansi:
      let isDiff = classes.contains("hunk")
      (self.form, source) = (.text, .plain(isDiff ? Self.difference : Self.log))
    case .markup, .html:
      let known = Set(classes)
      let highlighter = Self.highlighters.first { known.contains($0["keyword"] ?? "") }
      guard let highlighter else {
        (self.form, source) = (.html, .pieces(Self.report))
        return
      }
      (self.form, source) = (
        .markup, .pieces(Self.code.map { $0.renamed { highlighter[$0] ?? "" } })
      )
    }
  }

  /// The text, with so many of the classes that it has no place for, and whether that is all of them.
  func markup(limit: Int) -> (text: String, isWhole: Bool) {
    guard case .pieces(let pieces) = source else {
      if case .plain(let text) = source { return (text, true) }
      return ("", true)
    }
    let known = Set(classes)
    var used: Set<String> = []
    var text = ""
    for piece in pieces {
      guard let name = piece.className,
        name.split(separator: " ").allSatisfy({ known.contains(String($0)) }), !name.isEmpty
      else {
        text += piece.markup
        continue
      }
      used.formUnion(name.split(separator: " ").map { String($0) })
      text += Self.span(name, piece.markup)
    }
    let rest = classes.filter { !used.contains($0) && !Self.blocks.contains($0) }
    if !rest.isEmpty {
      let spans = rest.prefix(limit).map { Self.span($0, escape($0)) }.joined(separator: "  ")
      text += form == .html ? "\n<p style=\"white-space: pre-wrap\">\(spans)</p>" : "\n\n" + spans
    }
    return (text, rest.count <= limit)
  }

  private static func span(_ name: String, _ markup: String) -> String {
    "<span class=\"\(escape(name))\">\(markup)</span>"
  }

  // MARK: The texts

  private struct Piece {
    var className: String?
    var markup: String

    func renamed(_ rename: (String) -> String) -> Piece {
      Piece(className: className.map(rename), markup: markup)
    }
  }

  /// Classes of the block around a text; on a span they show nothing.
  private static let blocks: Set<String> = ["card"]

  /// The pieces of a text in which `{class|markup}` is markup with a class, where the theme has it.
  private static func pieces(_ text: String) -> [Piece] {
    text.split(separator: "{").flatMap { segment in
      let halves = segment.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, let bar = halves[0].firstIndex(of: "|") else {
        return [Piece(markup: String(segment))]
      }
      let name = String(halves[0][..<bar])
      let markup = String(halves[0][halves[0].index(after: bar)...])
      return [Piece(className: name, markup: markup), Piece(markup: String(halves[1]))]
    }
  }

  private static let report = pieces(
    """
    <div class=card style="white-space: pre-wrap">{title|build} <b>webshop 2.4.0</b> \
    {muted|main, 41c9d0e}

    {ok|✓} resolve   {muted|214 packages, }{number|3}{muted| updated}  {time| 0.8 s}
    {ok|✓} compile   {muted|1,182 files}              {time|12.4 s}
    {warn|!} lint      {warn|2 warnings}               {time| 1.9 s}
      {path|src/cart/total.ts}{muted|:88} may be <i>undefined</i>
      {path|src/cart/total.ts}{muted|:91} {code|Number(}{typo|disount}{code|)}
    {fail|✗} test      {fail|1 of 846 failed}          {time|31.0 s}
      {alarm| FAIL } adds tax after the discount
             expected {ok|107.10}, got {fail|119.00}
    {info|i} publish   {info|waits for review}
      {muted|see} {link|<a href="https://ci.example.com/webshop">ci.example.com/webshop</a>}</div>
    <table><tr><th>date</th><th>who</th><th>state</th><th align=right>total</th></tr>
    <tr><td>{time|2026-11-02}</td><td>{bold|Ada}</td><td>{ok|paid}</td>\
    <td align=right>{number|107.10}</td></tr>
    <tr><td>{time|2026-11-03}</td><td>{bold|Lin}</td><td>{warn|open}</td>\
    <td align=right>{number|19.90}</td></tr>
    <tr><td>{time|2026-11-05}</td><td>{bold|Tove}</td><td>{fail|late}</td>\
    <td align=right>{number|1,204.00}</td></tr></table>
    <h2>Release notes</h2>
    <p>Totals are <b>rounded once</b>, <i>after</i> the discount; \
    <s>{gone|per line}</s> is gone. Run <code>{key|shop} {arg|--check}</code> first.</p>
    <ul><li>faster search, {badge| NEW } filters</li>
    <li>fewer <a href="https://shop.example.com/mail">mails</a></li></ul>
    <blockquote>{quote|Colours are the deeds of light.} {muted|Goethe}</blockquote>
    """)

  private static let code = pieces(
    """
    {comment|// The total of a basket, with tax.}
    {keyword|import} {type|Foundation}

    {keyword|struct} {type|Basket} &#123;
      {keyword|var} prices: [{type|Double}] = []
      {keyword|let} tax = {number|0.19}

      {keyword|func} {function|total}(after discount: {type|Double} = {number|0}) -&gt; {type|Double} &#123;
        {keyword|let} sum = prices.{builtin|reduce}({number|0}, +) - discount
        {keyword|guard} sum &gt; {number|0} {keyword|else} &#123; {keyword|return} {constant|0} &#125;
        {builtin|print}({string|"sum: \\(sum) €"})
        {keyword|return} sum * ({number|1} + tax)
      &#125;
    &#125;
    """)

  /// Names of the classes that highlighters give the words of code.
  private static let highlighters: [[String: String]] = [
    [
      "keyword": "hljs-keyword", "comment": "hljs-comment", "string": "hljs-string",
      "number": "hljs-number", "function": "hljs-title", "type": "hljs-type",
      "builtin": "hljs-built_in", "constant": "hljs-literal",
    ],
    [
      "keyword": "kd", "comment": "c1", "string": "s", "number": "mf", "function": "nf",
      "type": "nc", "builtin": "nb", "constant": "kc",
    ],
    [
      "keyword": "token keyword", "comment": "token comment", "string": "token string",
      "number": "token number", "function": "token function", "type": "token class-name",
      "builtin": "token builtin", "constant": "token constant",
    ],
  ]

  private static let log = """
    2026-11-02T09:14:03Z INFO  web-1 GET /cart 200 12 ms 10.0.4.17
    2026-11-02T09:14:03Z DEBUG web-1 cache hit key="cart:5120" age=31s
    2026-11-02T09:14:04Z WARN  db-2 slow query: 1.9 s, 1204 rows
    2026-11-02T09:14:05Z INFO  web-2 POST /orders 201 48 ms 10.0.4.22
    2026-11-02T09:14:07Z ERROR pay-1 connection refused: https://pay.example.com/v2
    Traceback (most recent call last):
      File "/srv/pay/client.py", line 88, in charge
    TimeoutError: no answer after 3 attempts
    2026-11-02T09:14:08Z INFO  pay-1 retrying in 5 s (attempt 2 of 3)
    2026-11-02T09:14:13Z INFO  pay-1 charge ok id=7f3c9a1e-4b2d-4c11-9a55-0e6f1d2c3b4a
    Nov  2 09:14:15 web-1 sshd[811]: Failed password for root from 203.0.113.9
    {"time":"2026-11-02T09:14:16Z","level":"warn","disk":"/var 91%","free":"4.2 GiB"}
    2026-11-02T09:14:20Z FATAL web-2 out of memory, restarting
    """

  private static let rows = """
    date,host,method,status,size,level,note
    2026-11-02,web-1,GET,200,5120,info,cart
    2026-11-02,web-2,POST,201,318,info,order 5120
    2026-11-02,web-1,GET,404,0,warn,
    2026-11-03,db-2,,,1204,debug,slow query
    2026-11-03,pay-1,POST,502,0,error,connection refused
    2026-11-03,pay-1,POST,200,96,info,true
    2026-11-05,web-2,DELETE,204,-12.5,notice,null
    """

  private static let difference = """
    commit 41c9d0e2b7a8f6c5d4e3f2a1b0c9d8e7f6a5b4c3
    diff --git a/src/cart/total.ts b/src/cart/total.ts
    index 41c9d0e..7f3c9a1 100644
    --- a/src/cart/total.ts
    +++ b/src/cart/total.ts
    @@ -86,7 +86,7 @@ export class Basket {
         const sum = this.prices.reduce((a, b) => a + b, 0)
    -    const discount = Number(disount)
    +    const discount = Number(this.discount)
         return (sum - discount) * (1 + tax)
       }
     }
    """

  private static let document = """
    # Release notes

    Totals are **rounded once**, *after* the discount; ~~per line~~ is gone.
    See [the guide](https://shop.example.com/guide) and `shop --check`.

    ## Fixed

    1. Tax after the discount
    2. Fewer mails
       - [x] orders
       - [ ] returns

    > Colours are the deeds of light.

    | date       | state |  total |
    |------------|:-----:|-------:|
    | 2026-11-02 | paid  | 107.10 |
    | 2026-11-03 | open  |  19.90 |

    ```swift
    let total = price * 1.19 // with tax
    ```
    """
}
