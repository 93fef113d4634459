/// The changes that can be undone, and the file that is being written.
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
    /// Name of the changed value, in a few words.
    var name: String
  }

  /// A file that is being written; it tells what to do with the answer.
  enum Writing {
    /// A value that was changed, with the text to go back to if it cannot be written.
    case change(FileChange, StatusLine.Prompt)
    /// A change that is taken back.
    case undo(FileChange)
    /// The output, to a file of this name.
    case export(TextField)
    /// A copy of a theme.
    case copy(ThemeCopy)
  }

  /// A copy of a theme among the user's own.
  struct ThemeCopy {
    /// Path of the folder for the copy.
    var folder: String
    /// Name of the file, without its number and ending, and its ending.
    var name: String, ending: String
    /// Number of the copy among files of that name, from 1.
    var number = 1
    /// Contents of the copy.
    var bytes: [UInt8]
    /// The files that it is put together from besides, by their paths from where it is.
    var parts: [(path: String, bytes: [UInt8])] = []
    /// Number of those written, or being written.
    var partCount = 0
    /// The value that was selected, and the action to perform on it in the copy.
    var value: EditableValue?, action: BrowserAction?

    /// The path; a theme of several files has a folder of its own.
    var path: String { parts.isEmpty ? start + ending : "\(start)/\(name)\(ending)" }

    private var start: String { "\(folder)/\(name)\(number == 1 ? "" : "-\(number)")" }

    /// Effect that writes the next file.
    var effect: BrowserEffect {
      guard partCount > 0 else { return .write(path: path, bytes: bytes, over: .nothing) }
      let part = parts[partCount - 1]
      return .write(path: "\(start)/\(part.path)", bytes: part.bytes, over: .nothing)
    }
  }

  /// A copy that is written and has not been read yet.
  var pendingCopy: ThemeCopy?

  /// The file that is being written.
  var writing: Writing?

  /// The changes, the last one last.
  private(set) var steps: [Step] = []

  /// Notes a change; of very many the first is forgotten.
  mutating func add(_ step: Step) {
    steps.append(step)
    if steps.count > 100 { steps.removeFirst() }
  }

  /// The sample's file holds something else: taking edits back leads there.
  mutating func sampleChanged(_ markup: String) {
    steps = steps.map { step in
      guard case .sample(var sample) = step, !sample.isEdited else { return step }
      sample.markup = markup
      return .sample(sample)
    }
  }

  /// Number of changes that can still be taken back, for a message.
  var leftText: String { steps.isEmpty ? "" : " · \(steps.count) more" }

  /// Forgets the last change, which was taken back.
  mutating func removeLast() {
    steps.removeLast()
  }
}
