import CSSSyntax
import Diagnostics
import StyleValues
import TerminalPalettes

/// Follows imports and gathers the files of a sheet, the strongest first.
///
/// A file that is reached again adds nothing: its stronger place has been taken before.
struct ImportCollector {
  private let loader: StylesheetLoader

  /// The directories that imports may come from, each opened once.
  private var folders: [any ImportFolder] = []

  /// Why one of them could not be opened.
  private var closedFolder: StylesheetFileError?
  private(set) var segments: [SheetSegment] = []
  private(set) var findings = DiagnosticLog()

  /// Paths of files that were looked for and do not exist.
  private(set) var missing: [String] = []

  /// Number of imports that were followed, and how many bytes were read of files that had been
  /// read.
  private var followed = 0
  private var repeated = 0

  /// The colours of the palette file that the strongest file names.
  private(set) var palette: TerminalPalette?

  /// The formats that the strongest file names which names any.
  private(set) var input: [InputFormat]?

  /// The files that lead to the one being read, with the range of each import.
  private var chain: [(path: String, range: SourceRange?)] = []
  private var seen: Set<String> = []
  private var media: [CSSText] = []

  /// Lists each directory once.
  private let files: ListedFiles?
  private var layers: [[String]] = []

  init(loader: StylesheetLoader, main: String) {
    self.loader = loader
    files = loader.files.map(ListedFiles.of)
    let path = files?.canonicalPath(of: main) ?? main
    chain = [(path, nil)]
    seen = [path]
    guard let files else { return }
    for directory in [FileName.directory(of: main)] + loader.allowedDirectories {
      do throws(StylesheetFileError) {
        if let folder = try files.importFolder(directory) { folders.append(folder) }
      } catch {
        closedFolder = StylesheetFileError("cannot open '\(directory)': \(error.reason)")
      }
    }
  }

  /// Adds a file, its variants and all that they import.
  ///
  /// Depth is limited by `deepestImport`.
  mutating func collect(_ syntax: SheetSyntax, reason: LoadedSource.Reason) {
    var files = [(syntax: syntax, reason: reason)]
    files += variants(of: syntax)
    segments.append(SheetSegment(files: files, media: media, layers: layers))
    for (file, _) in files.reversed() {
      if input == nil, file.input != nil, holds { input = file.input }
      if palette == nil, let request = file.palette, holds { readPalette(request, from: file) }
      let isCSS = file.form == .css
      var named = file.layersAmongImports
      for (index, request) in (isCSS ? file.imports.reversed() : file.imports).enumerated() {
        follow(request, from: file)
        // Layers named before this import are weaker, and are read before it.
        while let last = named.last, last.imports == file.imports.count - 1 - index {
          named.removeLast()
          segments.append(
            SheetSegment(files: [], media: media, layers: layers, namedLayers: last.names))
        }
      }
    }
  }

  private mutating func variants(
    of syntax: SheetSyntax
  ) -> [(syntax: SheetSyntax, reason: LoadedSource.Reason)] {
    guard let files else { return [] }
    let directory = FileName.directory(of: syntax.source.name)
    let name = FileName.name(of: syntax.source.name)
    let names: Set<String>
    do throws(StylesheetFileError) {
      names = Set(try files.names(besides: name, in: directory))
    } catch {
      // It is not known if there are any: the sheet may lack some. A directory that may be searched
      // and not listed is nothing wrong, though.
      findings.add(
        Diagnostic(
          .warning, .importFailed,
          "cannot search '\(directory)' for variants: \(error.reason)",
          location: SourceLocation(file: syntax.source.name, line: 1, column: 1)))
      return []
    }
    for file in SheetVariants.deviceFiles(of: name, among: names) {
      findings.add(
        Diagnostic(
          .note, .deviceVariant,
          "'\(file)' is for a device and is not read; variants for terminals end in ~dark, "
            + "~light, ~truecolor, -100w or -traits",
          location: SourceLocation(file: FileName.join(directory, file), line: 1, column: 1)))
    }
    var variants = SheetVariants.variants(of: name, for: loader.environment, among: names)
    if let traits = SheetVariants.traits(of: name, among: names) { variants.append(traits) }
    var found: [(syntax: SheetSyntax, reason: LoadedSource.Reason)] = []
    for variant in variants {
      let path = FileName.join(directory, variant.name)
      do throws(StylesheetFileError) {
        guard !folders.isEmpty, let canonical = files.canonicalPath(of: path) else {
          throw closedFolder ?? StylesheetFileError("its location is unknown")
        }
        guard let folder = folder(of: canonical),
          let bytes = try files.contents(of: path, in: folder)
        else { continue }
        guard bytes.count <= StylesheetLoader.largestFile else { throw .tooLarge }
        found.append(
          (
            SheetSyntax(SourceText(name: path, bytes: bytes), form: syntax.form),
            .variant(of: syntax.source.name, suffix: variant.suffix)
          ))
      } catch {
        findings.add(
          Diagnostic(
            .error, .importFailed, "cannot read the variant '\(path)': \(error.reason)",
            location: SourceLocation(file: path, line: 1, column: 1)))
      }
    }
    return found
  }

  /// True if the terminal is one that the file being read is imported for.
  private var holds: Bool {
    media.allSatisfy { MediaQuery($0).matches(loader.environment) }
  }

  /// The directory that a file has to be in, if there is one for its path.
  private func folder(of canonical: String) -> (any ImportFolder)? {
    folders.first { FileName.isInside(canonical, $0.location) }
  }

  // MARK: Imports

  private mutating func follow(_ request: SheetSyntax.Import, from importer: SheetSyntax) {
    guard let files else { return fail(request, Self.homeless) }
    guard chain.count <= StylesheetLoader.deepestImport else {
      return fail(request, "more than \(StylesheetLoader.deepestImport) nested imports")
    }
    followed += 1
    guard followed <= StylesheetLoader.mostImports else {
      return fail(
        request, "more than \(StylesheetLoader.mostImports) imports", code: .inputTooLarge)
    }
    let directory = FileName.directory(of: importer.source.name)
    let wanted = FileName.join(directory, request.name)
    guard let (path, canonical) = existing(wanted, like: importer.form, in: files) else {
      return failMissing(
        request, at: named(wanted, like: importer.form), bundled: bundledTheme(request.name))
    }
    guard let folder = folder(of: canonical) else { return failOutside(request, canonical) }
    if let start = chain.firstIndex(where: { $0.path == canonical }) {
      let ring = (chain[start...].map(\.path) + [canonical]).map(FileName.name(of:))
      return ring.count == 2
        ? fail(request, "the file imports itself", "remove the import")
        : fail(
          request, "cycle \(ring.joined(separator: " → "))", "remove one of these imports")
    }
    // With conditions of its own the same file is another segment.
    let isUnconditional =
      request.media == nil && request.layer == nil && media.isEmpty && layers.isEmpty
    let isNew = seen.insert(canonical).inserted
    guard !isUnconditional || isNew else { return }
    do throws(StylesheetFileError) {
      guard let bytes = try files.contents(of: path, in: folder) else {
        return fail(request, "no such file or directory")
      }
      guard bytes.count <= StylesheetLoader.largestFile else { throw .tooLarge }
      if !isNew { repeated += bytes.count }
      guard repeated <= StylesheetLoader.mostRepeated else {
        return fail(
          request,
          "files imported more than once add up to more than "
            + "\(StylesheetLoader.mostRepeated >> 20) MiB", code: .inputTooLarge)
      }
      enter(request, path: path, canonical: canonical, bytes: bytes, importer: importer)
    } catch {
      fail(request, error.reason)
    }
  }

  /// Reads a palette file, which may stand where an import may.
  private mutating func readPalette(_ request: SheetSyntax.Import, from sheet: SheetSyntax) {
    guard let files else { return fail(request, Self.homeless) }
    let path = FileName.join(FileName.directory(of: sheet.source.name), request.name)
    guard let canonical = files.canonicalPath(of: path) else {
      return failMissing(request, at: path)
    }
    guard let folder = folder(of: canonical) else { return failOutside(request, canonical) }
    do throws(StylesheetFileError) {
      guard let bytes = try files.contents(of: path, in: folder) else {
        return fail(request, "no such file or directory")
      }
      guard bytes.count <= StylesheetLoader.largestFile else { throw .tooLarge }
      let file = PaletteFile(SourceText(name: path, bytes: bytes))
      palette = file.palette
      findings.add(contentsOf: file.diagnostics)
    } catch {
      fail(request, error.reason)
    }
  }

  private static let homeless = "a stylesheet without a file cannot import"
  private static let elsewhere = "cssview fetches nothing from the network"

  private mutating func failOutside(_ request: SheetSyntax.Import, _ path: String) {
    if let closedFolder { return fail(request, closedFolder.reason) }
    let directory = FileName.directory(of: path)
    fail(
      request, StylesheetFileError.outside.reason, "add '--allow-imports-from \(directory)'")
  }

  private mutating func enter(
    _ request: SheetSyntax.Import, path: String, canonical: String, bytes: [UInt8],
    importer: SheetSyntax
  ) {
    let outerMedia = media
    let outerLayers = layers
    if let query = request.media { media.append(query) }
    if let layer = request.layer { layers.append(layer) }
    chain.append((canonical, request.range))
    let source = SourceText(name: path, bytes: bytes)
    let form = StylesheetForm(ofFile: path) ?? importer.form
    collect(SheetSyntax(source, form: form), reason: .imported(request.range.location))
    chain.removeLast()
    media = outerMedia
    layers = outerLayers
  }

  /// The file of a name, or of the name with an extension; that of the importer first.
  private func existing(
    _ path: String, like form: StylesheetForm, in files: ListedFiles
  ) -> (path: String, canonical: String)? {
    let extensions = form == .json ? ["", ".json", ".css"] : ["", ".css", ".json"]
    for suffix in extensions {
      let candidate = path + suffix
      let isSheet = StylesheetForm(ofFile: candidate) != nil
      if isSheet, let canonical = files.canonicalPath(of: candidate) {
        return (candidate, canonical)
      }
    }
    return nil
  }

  /// The name that a missing file would have.
  private func named(_ path: String, like form: StylesheetForm) -> String {
    StylesheetForm(ofFile: path) == nil ? path + (form == .json ? ".json" : ".css") : path
  }

  /// The file name of a bundled theme that a request names.
  private func bundledTheme(_ name: String) -> String? {
    loader.bundledThemes().first { $0 == name || FileName.split($0).stem == name }
  }

  private mutating func failMissing(
    _ request: SheetSyntax.Import, at path: String, bundled: String? = nil
  ) {
    guard !request.isElsewhere else { return fail(request, Self.elsewhere, severity: .warning) }
    missing.append(path)
    guard let bundled else { return fail(request, "no such file or directory") }
    let copy = FileName.join(FileName.directory(of: path), bundled)
    fail(
      request, "it is a bundled theme, not a file",
      "copy it first: cssview convert \(FileName.split(bundled).stem) -o \(copy)")
  }

  private mutating func fail(
    _ request: SheetSyntax.Import, _ reason: String, _ advice: String? = nil,
    severity: Diagnostic.Severity = .error,
    code: DiagnosticCode = .importFailed
  ) {
    findings.add(code) {
      let way = chain.dropFirst().reversed().compactMap { $0.range?.location.description }
      let suffix = way.isEmpty ? "" : " (imported from \(way.joined(separator: ", from ")))"
      return Diagnostic(
        severity, code,
        "cannot import '\(request.name)': \(reason)\(suffix)" + (advice.map { "; \($0)" } ?? ""),
        at: request.range)
    }
  }
}

extension SheetSyntax.Import {
  /// True if it names a page of the network: `https://…`, or `//…` as a page may write it.
  fileprivate var isElsewhere: Bool { name.contains("://") || name.hasPrefix("//") }
}
