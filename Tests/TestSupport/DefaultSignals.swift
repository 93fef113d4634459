/// Programs that a signal ends, whoever has started the tests.
public enum DefaultSignals {
  /// What stands before a command in the background.
  ///
  /// A shell lets that ignore SIGINT and SIGQUIT, and `nohup` everything SIGHUP.
  public static let command = """
    python3 -c 'import os, signal, sys
    for number in signal.SIGINT, signal.SIGQUIT, signal.SIGHUP:
      signal.signal(number, signal.SIG_DFL)
    os.execvp(sys.argv[1], sys.argv[1:])'
    """
}
