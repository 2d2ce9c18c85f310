@_spi(Internal) import Bytes
import Diagnostics

/// The layout in which the lines of one list are read, and how it was determined.
package struct LayoutReading: Hashable, Sendable {
  package let layout: LineLayout
  /// The header, without its line end; empty if there is none.
  let header: [UInt8]
  /// The end of the lines before the passwords: a header, which names the columns, and what a
  /// program writes before it; 0 if there are none.
  package let headerEnd: Int
  /// Whether the first line names the columns, so is not a password.
  package let hasHeader: Bool
  /// The lines from which the layout was detected; nil if the user stated it.
  package let evidence: LayoutEvidence?
  /// Whether one of the first lines begins with a byte order mark, as of a file that was joined.
  let hasMarks: Bool
  /// Warnings for the user; the list is read in spite of them.
  package let problems: [LayoutProblem]

  /// Examines the first lines of a list and decides what the request leaves open.
  ///
  /// - Parameters:
  ///   - text: The list's first chunk.
  ///   - request: The requested layout.
  ///   - list: The list's name, for messages.
  ///   - takesAnyText: Whether lines are read that hold something else than passwords.
  /// - Throws: ``LayoutProblem`` if the list cannot be read as requested: the first lines do not
  ///   determine the layout, a column is missing, or the lines hold no passwords.
  package init(
    of text: RawSpan, _ request: LayoutRequest, list: String, takesAnyText: Bool = false
  ) throws(LayoutProblem) {
    let sample = LayoutSample(text)
    if !request.isTable, !takesAnyText, let refusal = sample.refusal(text, request, list: list) {
      throw refusal
    }
    // A piece of a list that is read by itself must be read as in the whole.
    hasMarks = !takesAnyText && sample.lines.contains { text.hasMark($0) }
    var problems: [LayoutProblem] = []
    let found = try Self.layout(
      sample, text, request, list: list, takesAnyText: takesAnyText, &problems)
    evidence = found.evidence
    let lines = found.layout.isTable ? sample.rows(of: text, found.layout) : sample
    hasHeader = lines.hasHeader(text, found.layout, isNamed: request.isNamedColumn)
    header = hasHeader ? lines.header(text) : []
    let layout = lines.counted(text, found.layout, hasHeader: hasHeader)
    self.layout = layout
    var end = lines.preamble.end
    if hasHeader, let header = lines.lines.first { end = text.endOfLine(at: header.upperBound) }
    headerEnd = layout.form == .plain ? 0 : end
    let line = 1 + text.count(of: 0x0A, in: 0..<(lines.lines.first?.lowerBound ?? 0))
    if hasHeader { problems.insert(.header(list: list, layout, line: line), at: 0) }
    if headerEnd > 0, lines.preamble.lines > 0 {
      problems.insert(.above(list: list, lines: lines.preamble.lines), at: 0)
    }
    let hashes = lines.hashes(text, layout, hasHeader: hasHeader)
    let signs = lines.signs(text, layout, hasHeader: hasHeader)
    if !takesAnyText, hashes.lines > 0, hashes.share + signs.share >= 0.5 {
      throw hashes.fitting >= signs.fitting
        ? .onlyHashes(list: list, hashes) : .onlySigns(list: list, layout, signs)
    }
    // People do not choose sixteen hashes in 1,000 lines as passwords.
    if hashes.share > 1 / 64 { problems.append(.hashes(list: list, hashes)) }
    problems += lines.notes(text, layout, request, list: list, hasHeader: hasHeader)
    if !problems.contains(where: { $0.severity == .warning }) {
      problems += sample.doubts(text, layout, request, list: list, hasHeader: hasHeader)
    }
    self.problems = problems
  }

  /// The layout of another text of the list (a file of an archive), and the end of its header.
  ///
  /// The list's layout applies to all its texts, but a header may put the requested column
  /// elsewhere.
  ///
  /// - Parameters:
  ///   - text: The first chunk of the text.
  ///   - request: The requested layout.
  /// - Returns: The layout, the end of the lines that are headers, and the header.
  func forNext(
    _ text: RawSpan, _ request: LayoutRequest
  ) -> (layout: LineLayout, headerEnd: Int, header: [UInt8]) {
    if layout.isTable, let own = try? LayoutReading(of: text, request, list: ""),
      own.layout.isTable, own.hasHeader
    {
      return (own.layout, own.headerEnd, own.header)
    }
    let sample = LayoutSample(text)
    let lines = layout.isTable ? sample.rows(of: text, layout) : sample
    let hasHeader = lines.hasHeader(text, layout, isNamed: false)
    let layout = lines.counted(text, layout, hasHeader: hasHeader)
    guard hasHeader, let header = lines.lines.first else {
      return (layout, lines.preamble.end, [])
    }
    return (layout, text.endOfLine(at: header.upperBound), lines.header(text))
  }

  private static func layout(
    _ sample: LayoutSample, _ text: RawSpan, _ request: LayoutRequest, list: String,
    takesAnyText: Bool, _ problems: inout [LayoutProblem]
  ) throws(LayoutProblem) -> (layout: LineLayout, evidence: LayoutEvidence?) {
    switch request.choice {
    case .stated(let form):
      let stated = request.layout(form)
      let guess = LayoutGuess(sample, text, request, list: list)
      if form == .plain {
        try plain(guess, list: list, takesAnyText: takesAnyText, &problems)
      } else if case .layout(let other) = guess.answer, form == .user, other.layout.form == .john,
        !takesAnyText
      {
        throw .shownByJohn(list: list, other)
      } else if case .refused(let problem) = guess.answer,
        form == .user && !problem.isOfTrial || problem.isOfSalts
      {
        problems.append(problem.softened)
      }
      if let first = stated.endingAtFirst(request),
        PotfileEnd(sample, text, stated) == .first
      {
        return (first, nil)
      }
      return (stated, nil)
    case .counted:
      let forms = LineLayout.CountPlace.allCases.map { request.layout(.counted($0)) }
      let fits = forms.map { (layout: $0, fit: sample.fit(of: $0, text)) }
      let best = fits.max { $0.fit.fitting < $1.fit.fitting }
      guard let best, best.fit.share >= 0.5,
        fits.count(where: { $0.fit.fitting == best.fit.fitting }) == 1
      else { throw .unclear(list: list, likely(fits)) }
      return (best.layout, best.fit)
    case .table(let column, let user):
      let table = TableChoice(column: column, user: user, sample, text, request, list: list)
      return (try table.layout(), nil)
    case .dump:
      throw .accountHashes(
        list: list, LayoutEvidence(fitting: sample.lines.count, lines: sample.lines.count))
    case .accounts: throw .accountColumns(list: list)
    case .auto:
      switch LayoutGuess(sample, text, request, list: list).answer {
      case .layout(let candidate): return (candidate.layout, candidate.evidence)
      case .unclear(let candidates): throw .unclear(list: list, candidates)
      case .refused(let problem): throw problem
      }
    }
  }

  /// Warns of lines that do not look like plain passwords.
  private static func plain(
    _ guess: LayoutGuess, list: String, takesAnyText: Bool, _ problems: inout [LayoutProblem]
  ) throws(LayoutProblem) {
    switch guess.answer {
    case .layout, .unclear:
      if !guess.looks.isEmpty { problems.append(.looksLike(list: list, guess.looks)) }
    case .refused(let problem):
      if case .onlyHashes = problem {
        if !takesAnyText { throw problem }
      } else {
        problems.append(problem.softened)
      }
    }
  }

  private static func likely(
    _ fits: [(layout: LineLayout, fit: LayoutEvidence)]
  ) -> [LayoutProblem.Candidate] {
    fits.filter { $0.fit.fitting > 0 }.map { .init(layout: $0.layout, evidence: $0.fit) }
  }
}

extension LayoutRequest {
  /// Whether a column of a table is requested.
  fileprivate var isTable: Bool { if case .table = choice { true } else { false } }

  /// Whether the first line must be a header.
  fileprivate var isNamedColumn: Bool {
    switch choice {
    case .table(.name, _), .table(_, user: .name): true
    default: false
    }
  }
}

extension RawSpan {
  /// The number of places of a byte.
  fileprivate func count(of byte: UInt8, in range: Range<Int>) -> Int {
    range.count { self.byte(at: $0) == byte }
  }

  /// The offset behind the LF that follows.
  fileprivate func endOfLine(at offset: Int) -> Int {
    first(0x0A, in: offset..<byteCount).map { $0 + 1 } ?? byteCount
  }
}
