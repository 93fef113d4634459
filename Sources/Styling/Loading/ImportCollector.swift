import CSSSyntax
import Diagnostics
import StyleValues

/// Follows imports and collects the files of a stylesheet, the strongest first.
///
/// A file that is reached again adds nothing, because its first, stronger position counts.
struct ImportCollector {
  private let loader: StylesheetLoader

  /// The directories that the current file may import from.
  private struct Place {
    /// Each is opened once.
    var folders: [any ImportFolder] = []

    /// Why the file's own directory could not be opened.
    var closed: StylesheetFileError?

    /// True if the file is in memory, with no files beside it.
    var isEmbedded = false
  }

  private var place = Place()

  /// The directories that all stylesheets may import from.
  private var allowed = Place()

  private(set) var segments: [SheetSegment] = []
  private(set) var findings = DiagnosticLog()

  /// Paths of imports that do not exist.
  private(set) var missing: [String] = []

  /// The imports that were followed, and the bytes of files that were read again.
  private var followed = 0
  private var repeated = 0

  /// The palette of the strongest file that names one.
  private(set) var palette: TerminalPalette?

  /// The formats of `@input`, from the strongest file that names some.
  private(set) var input: [InputFormat]?

  /// The chain of files that import the current one, with the range of each import.
  private var chain: [(path: String, range: SourceRange?)] = []
  private var seen: Set<String> = []
  private var media: [CSSText] = []

  /// Lists each directory only once.
  private let files: ListedFiles?
  private var layers: [[String]] = []

  /// The stylesheets of bare names, each looked up once.
  private var named: [String: [NamedSheet]] = [:]
  private var names: [String]?

  /// Imported files by path, because imports may repeat them.
  private var parsed: [String: SheetSyntax] = [:]

  init(loader: StylesheetLoader) {
    self.loader = loader
    files = loader.files.map(ListedFiles.of)
    for directory in loader.allowedDirectories { open(directory, for: &allowed) }
  }

  private func open(_ directory: String, for place: inout Place) {
    guard let files else { return }
    do throws(StylesheetFileError) {
      if let folder = try files.importFolder(directory) { place.folders.append(folder) }
    } catch {
      place.closed = StylesheetFileError("cannot open '\(directory)': \(error.reason)")
    }
  }

  /// The directories for a file that may import from its own.
  private func place(ofFile path: String) -> Place {
    var place = Place()
    open(FileName.directory(of: path), for: &place)
    place.folders += allowed.folders
    place.closed = place.closed ?? allowed.closed
    return place
  }

  /// Adds a stylesheet with its imports and variants; one that is added later is weaker.
  mutating func collect(sheet syntax: SheetSyntax, reason: LoadedSource.Reason) {
    let name = syntax.source.name
    let isEmbedded = loader.named?.isEmbedded(name) ?? false
    let path = isEmbedded ? name : files?.canonicalPath(of: name) ?? name
    chain = [(path, nil)]
    seen.insert(path)
    place = isEmbedded ? Place(isEmbedded: true) : place(ofFile: name)
    input = nil
    collect(syntax, reason: reason)
  }

  /// Adds a file, its variants and their imports; recursive, up to `deepestImport`.
  private mutating func collect(_ syntax: SheetSyntax, reason: LoadedSource.Reason) {
    var files = [(syntax: syntax, reason: reason)]
    files += variants(of: syntax)
    segments.append(
      SheetSegment(files: files, media: media, layers: layers, isEmbedded: place.isEmbedded))
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
    guard let files, !place.isEmbedded else { return [] }
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
          .warning, .importFailed, "cannot search '\(directory)' for variants: \(error.reason)",
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
        guard !place.folders.isEmpty, let canonical = files.canonicalPath(of: path) else {
          throw place.closed ?? StylesheetFileError("its location is unknown")
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

  /// True if the media queries of the current chain of imports match.
  private var holds: Bool { media.allSatisfy { MediaQuery($0).matches(loader.environment) } }

  /// The directory that may contain a path, if any.
  private func folder(of canonical: String) -> (any ImportFolder)? {
    place.folders.first { FileName.isInside(canonical, $0.location) }
  }

  // MARK: Imports

  /// The stylesheet that an import refers to.
  private enum Target {
    /// A file in a directory that the importing file may import from.
    case file(path: String, canonical: String, any ImportFolder)
    /// A file that a bare name stands for; it has a directory of its own.
    case theme(path: String, canonical: String, isPair: Bool)
    case embedded(SourceText)

    /// Its path without links, or its name; unique.
    var canonical: String {
      switch self {
      case .file(_, let canonical, _), .theme(_, let canonical, _): canonical
      case .embedded(let source): source.name
      }
    }

    /// Its name in findings.
    var path: String {
      switch self {
      case .file(let path, _, _), .theme(let path, _, _): path
      case .embedded(let source): source.name
      }
    }
  }

  private mutating func follow(_ request: SheetSyntax.Import, from importer: SheetSyntax) {
    guard files != nil || loader.named != nil else { return fail(request, Self.homeless) }
    guard chain.count <= StylesheetLoader.deepestImport else {
      return fail(request, "more than \(StylesheetLoader.deepestImport) nested imports")
    }
    followed += 1
    guard followed <= StylesheetLoader.mostImports else {
      return fail(
        request, "more than \(StylesheetLoader.mostImports) imports", code: .inputTooLarge)
    }
    guard let target = target(of: request, from: importer) else { return }
    // With conditions of its own the same file is another segment.
    let isUnconditional =
      request.media == nil && request.layer == nil && media.isEmpty && layers.isEmpty
    let isNew = seen.insert(target.canonical).inserted
    guard !isUnconditional || isNew else { return }
    do throws(StylesheetFileError) {
      var known = parsed[target.path]
      if known == nil { known = try syntax(of: target, like: importer.form) }
      guard let syntax = known else { return fail(request, "no such file or directory") }
      if !isNew { repeated += syntax.source.bytes.count }
      guard repeated <= StylesheetLoader.mostRepeated else {
        return fail(
          request,
          "files imported more than once add up to more than "
            + "\(StylesheetLoader.mostRepeated >> 20) MiB", code: .inputTooLarge)
      }
      parsed[target.path] = syntax
      enter(request, target, syntax)
    } catch {
      fail(request, error.reason)
    }
  }

  /// Resolves an import: a file beside the importing one, else the stylesheet of the name.
  ///
  /// Files of the current chain are skipped, so that a stylesheet can extend one with its own name.
  private mutating func target(
    of request: SheetSyntax.Import, from importer: SheetSyntax
  ) -> Target? {
    var passed: String?
    let wanted = FileName.join(FileName.directory(of: importer.source.name), request.name)
    if let files, !place.isEmbedded,
      let (path, canonical) = existing(wanted, like: importer.form, in: files)
    {
      guard isInChain(canonical) else {
        guard let folder = folder(of: canonical) else {
          failOutside(request, canonical)
          return nil
        }
        return .file(path: path, canonical: canonical, folder)
      }
      passed = canonical
    }
    for sheet in request.isBareName ? sheets(named: request.name) : [] {
      let target: Target
      switch sheet {
      case .file(let path, let isPair):
        target = .theme(
          path: path, canonical: files?.canonicalPath(of: path) ?? path, isPair: isPair)
      case .embedded(let source): target = .embedded(source)
      }
      guard isInChain(target.canonical) else { return target }
      passed = passed ?? target.canonical
    }
    switch passed {
    case let passed?: failCircle(request, to: passed)
    case nil where (files == nil || place.isEmbedded) && !request.isBareName:
      fail(request, Self.homeless)
    case nil: failMissing(request, at: named(wanted, like: importer.form))
    }
    return nil
  }

  private func isInChain(_ canonical: String) -> Bool { chain.contains { $0.path == canonical } }

  private mutating func sheets(named name: String) -> [NamedSheet] {
    if let known = named[name] { return known }
    let found = loader.named?.find(name, files) ?? []
    named[name] = found
    return found
  }

  /// Reads the target; nil if the file has been removed.
  private func syntax(
    of target: Target, like form: StylesheetForm
  ) throws(StylesheetFileError) -> SheetSyntax? {
    let source: SourceText
    switch target {
    case .file(let path, _, let folder):
      guard let bytes = try files?.contents(of: path, in: folder) else { return nil }
      source = SourceText(name: path, bytes: bytes)
    case .theme(let path, _, isPair: true): source = SourceText(standingInFor: path)
    case .theme(let path, _, isPair: false):
      guard let bytes = try files?.contents(of: path) else { return nil }
      source = SourceText(name: path, bytes: bytes)
    case .embedded(let embedded): source = embedded
    }
    guard source.bytes.count <= StylesheetLoader.largestFile else { throw .tooLarge }
    if case .embedded = target {
      return SheetSyntax(
        source, form: StylesheetForm(ofFile: source.name) ?? .declared(by: source) ?? .css,
        among: loader.named)
    }
    return SheetSyntax(source, form: StylesheetForm(ofFile: source.name) ?? form)
  }

  /// Reads a palette file, which may be where an import may be.
  private mutating func readPalette(_ request: SheetSyntax.Import, from sheet: SheetSyntax) {
    guard let files, !place.isEmbedded else { return fail(request, Self.homeless) }
    let path = FileName.join(FileName.directory(of: sheet.source.name), request.name)
    guard let canonical = files.canonicalPath(of: path) else {
      return failMissing(request, at: path, isSheet: false)
    }
    guard let folder = folder(of: canonical) else { return failOutside(request, canonical) }
    do throws(StylesheetFileError) {
      guard let bytes = try files.contents(of: path, in: folder) else {
        return fail(request, "no such file or directory")
      }
      guard bytes.count <= StylesheetLoader.largestFile else { throw .tooLarge }
      let source = SourceText(name: path, bytes: bytes)
      guard let file = loader.palettes?(source) else {
        return fail(request, "this program reads no palette files", severity: .warning)
      }
      palette = file.palette
      findings.add(contentsOf: file.findings)
    } catch {
      fail(request, error.reason)
    }
  }

  private mutating func enter(
    _ request: SheetSyntax.Import, _ target: Target, _ syntax: SheetSyntax
  ) {
    let (outerMedia, outerLayers, outerPlace) = (media, layers, place)
    if let query = request.media { media.append(query) }
    if let layer = request.layer { layers.append(layer) }
    switch target {
    case .file: break
    case .theme(let path, _, _): place = place(ofFile: path)
    case .embedded: place = Place(isEmbedded: true)
    }
    chain.append((target.canonical, request.range))
    collect(syntax, reason: .imported(request.range.location))
    chain.removeLast()
    (media, layers, place) = (outerMedia, outerLayers, outerPlace)
  }

  /// The file of a path, or of the path with an extension; the importer's extension is tried first.
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

  /// The path that a missing file should have.
  private func named(_ path: String, like form: StylesheetForm) -> String {
    StylesheetForm(ofFile: path) == nil ? path + (form == .json ? ".json" : ".css") : path
  }

  // MARK: Failures

  private static let homeless = "a stylesheet without a file cannot import"
  private static let elsewhere = "cssview fetches nothing from the network"

  private mutating func failOutside(_ request: SheetSyntax.Import, _ path: String) {
    if let closed = place.closed { return fail(request, closed.reason) }
    let directory = FileName.directory(of: path)
    fail(request, StylesheetFileError.outside.reason, "add '--allow-imports-from \(directory)'")
  }

  private mutating func failCircle(_ request: SheetSyntax.Import, to canonical: String) {
    let start = chain.firstIndex { $0.path == canonical } ?? chain.startIndex
    let ring = (chain[start...].map(\.path) + [canonical]).map(FileName.name(of:))
    ring.count == 2
      ? fail(request, "the file imports itself", "remove the import")
      : fail(request, "cycle \(ring.joined(separator: " → "))", "remove one of these imports")
  }

  private mutating func failMissing(
    _ request: SheetSyntax.Import, at path: String, isSheet: Bool = true
  ) {
    guard !request.isElsewhere else { return fail(request, Self.elsewhere, severity: .warning) }
    missing.append(path)
    guard isSheet, loader.named != nil, !request.name.contains("/") else {
      return fail(request, "no such file or directory")
    }
    guard request.isBareName else {
      let name = FileName.split(request.name).stem
      return fail(
        request, "no such file or directory",
        sheets(named: name).isEmpty ? nil : "the theme is '\(name)'")
    }
    let names = names ?? loader.named?.names() ?? []
    self.names = names
    fail(request, "no such file or theme", suggestion: nearestName(to: request.name, in: names))
  }

  private mutating func fail(
    _ request: SheetSyntax.Import, _ reason: String, _ advice: String? = nil,
    severity: Diagnostic.Severity = .error,
    code: DiagnosticCode = .importFailed, suggestion: String? = nil
  ) {
    findings.add(code) {
      let way = chain.dropFirst().reversed().compactMap { $0.range?.location.description }
      let suffix = way.isEmpty ? "" : " (imported from \(way.joined(separator: ", from ")))"
      return Diagnostic(
        severity, code,
        "cannot import '\(request.name)': \(reason)\(suffix)" + (advice.map { "; \($0)" } ?? ""),
        at: request.range, suggestion: suggestion)
    }
  }
}

extension SheetSyntax.Import {
  /// True for an address in the network: `https://…`, or `//…`.
  fileprivate var isElsewhere: Bool { name.contains("://") || name.hasPrefix("//") }

  /// True for a name rather than a path: without a slash and without a stylesheet's extension.
  fileprivate var isBareName: Bool {
    !name.isEmpty && !name.utf8.contains(UInt8(ascii: "/")) && StylesheetForm(ofFile: name) == nil
  }
}
