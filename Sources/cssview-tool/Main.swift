import CSSViewCommands

@main
struct Main {
  static func main() {
    runProgram()
  }
}
