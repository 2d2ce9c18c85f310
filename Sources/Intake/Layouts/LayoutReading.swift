/// The layout in which the lines of one list are read, and how it was determined.
package struct LayoutReading: Hashable, Sendable {
  /// The layout.
  package let layout: LineLayout
  /// Whether the first line names the columns, so is not a password.
  package let hasHeader: Bool
  /// The lines from which the layout was detected; nil if the user stated it.
  package let evidence: LayoutEvidence?
  /// Warnings for the user; the list is read in spite of them.
  package let problems: [LayoutProblem]

  /// Examines the first lines of a list and decides what the request leaves open.
  ///
  /// - Parameters:
  ///   - text: The list's first chunk.
  ///   - request: The requested layout.
  ///   - list: The list's name, for messages.
  /// - Throws: ``LayoutProblem`` if the list cannot be read as requested: the first lines do not
  ///   determine the layout, or a column is missing.
  package init(
    of text: RawSpan, _ request: LayoutRequest, list: String
  ) throws(LayoutProblem) {
    let sample = LayoutSample(text)
    var problems: [LayoutProblem] = []
    var evidence: LayoutEvidence?
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
    // People do not choose sixteen hashes in 1,000 lines as passwords.
    if hashes.share > 1 / 64 { problems.append(.hashes(list: list, hashes)) }
    self.problems = problems
  }

  /// The layout of another text of the list (a file of an archive), and whether its first line is a
  /// header.
  ///
  /// The list's layout applies to all its texts, but a header may put the requested column
  /// elsewhere.
  ///
  /// - Parameters:
  ///   - text: The first chunk of the text.
  ///   - request: The requested layout.
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
    _ fits: [(layout: LineLayout, fit: LayoutEvidence)]
  ) -> [LayoutProblem.Candidate] {
    fits.filter { $0.fit.fitting > 0 }.map { .init(layout: $0.layout, evidence: $0.fit) }
  }
}

extension LineLayout {
  fileprivate var isTable: Bool { if case .table = form { true } else { false } }
}

extension LayoutRequest {
  /// Whether a column of a table is requested.
  fileprivate var isTable: Bool { if case .table = choice { true } else { false } }

  /// Whether the first line must be a header.
  fileprivate var isNamedColumn: Bool { if case .table(.name) = choice { true } else { false } }
}
