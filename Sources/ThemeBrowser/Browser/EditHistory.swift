/// What was changed and can be taken back, and what is being written.
struct EditHistory {
  /// Something that was changed.
  enum Step {
    /// A file was written.
    case file(FileChange)
    /// The sample text was edited; what it was before.
    case sample(Sample)
  }

  /// Another value in a file.
  struct FileChange {
    /// The file.
    var path: String
    /// Its bytes before and after.
    var before: [UInt8], after: [UInt8]
    /// What was changed, in a few words.
    var name: String
  }

  /// What is being written, for when the answer comes.
  enum Writing {
    /// A value that was changed, with the text to go back to if it cannot be written.
    case change(FileChange, StatusLine.Prompt)
    /// A change that is taken back.
    case undo(FileChange)
    /// The output, to a file of this name.
    case export(TextField)
  }

  /// What is being written.
  var writing: Writing?

  /// The changes, the last one last.
  private(set) var steps: [Step] = []

  /// Notes a change; of very many the first is forgotten.
  mutating func add(_ step: Step) {
    steps.append(step)
    if steps.count > 100 { steps.removeFirst() }
  }

  /// Forgets the last change, which was taken back.
  mutating func removeLast() {
    steps.removeLast()
  }
}
