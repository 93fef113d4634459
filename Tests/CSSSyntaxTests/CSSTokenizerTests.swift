import CSSSyntax
import Testing

@Test("A declaration is cut into its tokens")
func declarationTokens() {
  var tokenizer = CSSTokenizer(CSSText("color: #1a2b3c"))
  let kinds = [tokenizer.next().kind, tokenizer.next().kind, tokenizer.next().kind]
  #expect(kinds == [.ident, .colon, .whitespace])
  let hash = tokenizer.next()
  #expect(tokenizer.name(of: hash) == "1a2b3c")
  #expect(!hash.isIDHash)
  #expect(tokenizer.next().kind == .endOfFile)
}
