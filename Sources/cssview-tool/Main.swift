#if Program
  import CSSViewCommands
#endif

@main
struct Main {
  static func main() {
    // Without the trait there is no argument parser. Builds of other packages may ask for the
    // program although they use a library alone.
    #if Program
      runProgram()
    #endif
  }
}
