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
    #else
      fatalError("cssview was built without the trait Program")
    #endif
  }
}
