/// Something that was changed and can be taken back.
enum UndoStep: Hashable, Sendable {
  /// A file was written.
  case file(FileChange)

  /// The sample text was edited; what it was before.
  case sample(Sample)

  /// Another value in a file.
  struct FileChange: Hashable, Sendable {
    /// The file.
    var path: String

    /// Its bytes before and after.
    var before: [UInt8], after: [UInt8]

    /// What was changed, in a few words.
    var name: String
  }
}

/// What is being written, for when the answer comes.
enum PendingWrite {
  /// A value that was changed, with the field to go back to if it cannot be written.
  case change(UndoStep.FileChange, TextField, ValueEdit)

  /// A change that is taken back.
  case undo(UndoStep.FileChange)

  /// The output, to a file of this name.
  case export(TextField)
}
