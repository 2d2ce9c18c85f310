/// As what the lines of one list are read, and how that was told.
package struct LayoutReading: Hashable, Sendable {
  /// The layout.
  package let layout: LineLayout
  /// Whether the first line names what stands below, so that it is no password.
  package let hasHeader: Bool
  /// The lines that told, where it was not stated.
  package let evidence: Evidence?
  /// What is worth telling the user; nothing that keeps the list from being read.
  package let problems: [LayoutProblem]

  /// First lines that a layout fits.
  package struct Evidence: Hashable, Sendable {
    /// Lines that it fits.
    package let fitting: Int
    /// Of how many that are not empty.
    package let lines: Int

    /// `997 of the first 1000 lines`.
    package var text: String {
      if fitting == 1, lines == 1 { return "the first line" }
      return fitting == lines
        ? "all of the first \(lines) lines" : "\(fitting) of the first \(lines) lines"
    }

    /// The same with a verb in its form for one line or several.
    func text(_ one: String, _ several: String) -> String {
      "\(text) \(fitting == 1 ? one : several)"
    }
  }

  /// Looks at the first lines of a list and settles what a request leaves open.
  ///
  /// - Parameters:
  ///   - text: The list's first chunk.
  ///   - request: What was asked for.
  ///   - list: The list's name, for messages.
  /// - Throws: ``LayoutProblem`` where the list cannot be read as requested: the first lines do not
  ///   tell, or a column is missing.
  package init(
    of text: RawSpan, _ request: LayoutRequest, list: String
  ) throws(LayoutProblem) {
    let sample = LayoutSample(text)
    var problems: [LayoutProblem] = []
    var evidence: Evidence?
    let accounts = sample.accounts(text)
    if accounts.share >= 0.5, !request.isTable {
      throw .accountHashes(list: list, accounts)
    }
    let layout: LineLayout
    switch request.choice {
    case .stated(let form): layout = request.layout(form)
    case .counted:
      let forms = LineLayout.CountPlace.allCases.map { request.layout(.counted($0)) }
      let fits = forms.map { (layout: $0, fit: sample.fit(of: $0, text)) }
      let best = fits.max { $0.fit.fitting < $1.fit.fitting }
      guard let best, best.fit.share >= 0.5,
        fits.count(where: { $0.fit.fitting == best.fit.fitting }) == 1
      else { throw .unclear(list: list, Self.likely(fits)) }
      (layout, evidence) = best
    case .table(let column):
      layout = try Self.table(column, request, of: text, sample, list)
    case .auto:
      let guess = LayoutGuess(sample, text, request)
      guard let told = guess.layout else { throw .unclear(list: list, guess.candidates) }
      (layout, evidence) = (told, guess.evidence)
    }
    self.layout = layout
    hasHeader = sample.hasHeader(text, layout, isNamed: request.isNamedColumn)
    self.evidence = evidence
    if hasHeader { problems.append(.header(list: list, layout)) }
    if request.choice == .stated(.plain) {
      let looks = LayoutGuess(sample, text, request).looks
      if !looks.isEmpty { problems.append(.looksLike(list: list, looks)) }
    }
    let hashes = sample.hashes(text, layout, hasHeader: hasHeader)
    // Sixteen hashes in 1,000 lines are nobody's passwords.
    if hashes.share > 1 / 64 { problems.append(.hashes(list: list, hashes)) }
    self.problems = problems
  }

  /// As what the lines of a further text of the list are read, a file of an archive, and whether its
  /// first line is a header.
  ///
  /// The list's layout holds for all its texts; but a header may say that the column asked for is
  /// another one here.
  ///
  /// - Parameters:
  ///   - text: The first chunk of it.
  ///   - request: What was asked for.
  /// - Returns: The layout, and whether the first line is a header.
  package func forNext(
    _ text: RawSpan, _ request: LayoutRequest
  ) -> (layout: LineLayout, hasHeader: Bool) {
    if layout.isTable, let own = try? LayoutReading(of: text, request, list: ""),
      own.layout.isTable, own.hasHeader
    {
      return (own.layout, true)
    }
    return (layout, LayoutSample(text).hasHeader(text, layout, isNamed: false))
  }

  private static func table(
    _ column: LayoutRequest.Column, _ request: LayoutRequest, of text: RawSpan,
    _ sample: LayoutSample, _ list: String
  ) throws(LayoutProblem) -> LineLayout {
    switch column {
    case .number(let number): return request.layout(.table(column: number - 1))
    case .name(let name):
      let layout = request.layout(.table(column: 0))
      let cells = sample.lines.first.map { layout.cells(of: text, $0) } ?? []
      let found = cells.firstIndex { $0.lowercased() == name.lowercased() }
      guard let found else { throw .missingColumn(list: list, name, of: cells.count) }
      return request.layout(.table(column: found))
    }
  }

  private static func likely(
    _ fits: [(layout: LineLayout, fit: Evidence)]
  ) -> [LayoutProblem.Candidate] {
    fits.filter { $0.fit.fitting > 0 }.map { .init(layout: $0.layout, evidence: $0.fit) }
  }
}

extension LineLayout {
  fileprivate var isTable: Bool { if case .table = form { true } else { false } }
}

extension LayoutReading.Evidence {
  /// From 0 to 1; 0 where there are no lines.
  var share: Double { lines == 0 ? 0 : Double(fitting) / Double(lines) }
}

extension LayoutRequest {
  /// Whether a column of a table was asked for.
  fileprivate var isTable: Bool { if case .table = choice { true } else { false } }

  /// Whether the first line must be a header.
  fileprivate var isNamedColumn: Bool { if case .table(.name) = choice { true } else { false } }
}
