@_spi(House) import Bytes

/// A guess at the layout of a list from its first lines.
struct LayoutGuess {
  /// The layout; nil if the lines are not clear.
  let layout: LineLayout?
  /// The evidence for the layout.
  let evidence: LayoutEvidence?
  /// The possible layouts, likeliest first.
  let candidates: [LayoutProblem.Candidate]
  /// The layouts that lines read as plain passwords resemble; empty if they look plain.
  ///
  /// It only causes a warning, so a word before a separator suffices as a user's name.
  let looks: [LayoutProblem.Candidate]

  /// The share of lines that must fit a layout for it to be clear.
  private static let clear = 0.95
  /// The share of lines at which a list of plain passwords becomes doubtful.
  private static let doubtful = 0.2

  /// Weighs the layouts that can be recognised.
  ///
  /// Clear layouts are a table with a header that names passwords; lines that begin with a hash, or
  /// have a hash after a word; lines that begin with an e-mail address; lines that begin with a
  /// count, or end in a bar and a count; and lines that fit none of these. A number after a colon
  /// may be a count or a password, and a word before a separator may be a user or part of the
  /// password, so the user must decide these.
  init(_ sample: LayoutSample, _ text: RawSpan, _ request: LayoutRequest) {
    if let table = Self.table(sample, text, request) {
      (layout, evidence, candidates) = (table.layout, table.evidence, [table])
      looks = [table]
      return
    }
    func candidate(_ layout: LineLayout, _ holds: (Range<Int>) -> Bool) -> LayoutProblem.Candidate {
      .init(layout: layout, evidence: sample.fit(holds))
    }
    func counted(_ place: LineLayout.CountPlace) -> LayoutProblem.Candidate {
      let layout = request.layout(.counted(place))
      return candidate(layout) { layout.parts(of: text, $0) != nil }
    }
    let separators = request.separator.map { [$0] } ?? Self.separators
    let hash = candidate(request.layout(.hash(.told))) { line in
      guard let end = text.first(request.separator ?? UInt8(ascii: ":"), in: line) else {
        return false
      }
      return text.looksLikeHash(line.lowerBound..<end)
    }
    let userHash = candidate(request.layout(.userHash)) { line in
      text.isUserAndHash(line, request.separator ?? colon)
    }
    if userHash.evidence.share >= Self.clear {
      (layout, evidence, candidates) = (userHash.layout, userHash.evidence, [userHash])
      looks = [userHash]
      return
    }
    let strong =
      [hash, userHash, counted(.prefix), counted(.bar)]
      + separators.map { separator in
        candidate(request.layout(.user, separator: separator)) { line in
          text.first(separator, in: line).map { text.isAddress(line.lowerBound..<$0) } ?? false
        }
      }
    let weak =
      [counted(.colon)]
      + separators.map { separator in
        candidate(request.layout(.user, separator: separator)) { line in
          text.first(separator, in: line).map { $0 > line.lowerBound } ?? false
        }
      }
    let ranked = (strong + weak).filter { $0.evidence.share >= Self.doubtful }
    let clear = strong.filter { $0.evidence.share >= Self.clear }
    let countBehind = weak[0].evidence.share >= Self.clear
    let isClear = clear.count == 1 && !(countBehind && clear[0].layout.separator == colon)
    let likely = clear + weak.filter { $0.evidence.share >= Self.clear }
    looks = isClear ? clear : Self.likeliest(likely)
    if isClear, let only = clear.first {
      (layout, evidence, candidates) = (only.layout, only.evidence, [only])
    } else if ranked.isEmpty {
      layout = request.layout(.plain)
      let most = (strong + weak).map(\.evidence.fitting).max() ?? 0
      evidence = .init(fitting: sample.lines.count - most, lines: sample.lines.count)
      candidates = []
    } else {
      (layout, evidence) = (nil, nil)
      candidates = Self.likeliest(ranked)
    }
  }

  /// Each layout once, best fit first.
  private static func likeliest(
    _ candidates: [LayoutProblem.Candidate]
  ) -> [LayoutProblem.Candidate] {
    var seen: Set<LineLayout> = []
    // A stable order: candidates that fit equally well keep their order.
    return candidates.enumerated()
      .sorted {
        ($1.element.evidence.fitting, $0.offset) < ($0.element.evidence.fitting, $1.offset)
      }
      .map(\.element).filter { seen.insert($0.layout).inserted }
  }

  private static let separators: [UInt8] = [colon, UInt8(ascii: ";"), 9, UInt8(ascii: "|"), comma]

  /// A table whose header names passwords and whose rows have equally many cells.
  private static func table(
    _ sample: LayoutSample, _ text: RawSpan, _ request: LayoutRequest
  ) -> LayoutProblem.Candidate? {
    guard sample.lines.count > 1, let header = sample.lines.first else { return nil }
    for separator in request.separator.map({ [$0] }) ?? [comma, UInt8(ascii: ";"), 9] {
      let first = request.layout(.table(column: 0), separator: separator)
      let cells = first.cells(of: text, header)
      guard cells.count > 1,
        let column = cells.firstIndex(where: {
          LayoutSample.passwordWords.contains($0.lowercased())
        })
      else { continue }
      let fitting = sample.lines.dropFirst().count {
        first.cellCount(of: text, $0) == cells.count
      }
      let evidence = LayoutEvidence(fitting: fitting, lines: sample.lines.count - 1)
      guard evidence.share >= clear else { continue }
      return .init(
        layout: request.layout(.table(column: column), separator: separator), evidence: evidence)
    }
    return nil
  }
}

private let colon = UInt8(ascii: ":")
private let comma = UInt8(ascii: ",")

extension RawSpan {
  /// Whether a line has a word, a hash, and something else, in this order.
  fileprivate func isUserAndHash(_ line: Range<Int>, _ separator: UInt8) -> Bool {
    guard let user = first(separator, in: line), user > line.lowerBound,
      let hash = first(separator, in: user + 1..<line.upperBound)
    else { return false }
    return looksLikeHash(user + 1..<hash)
  }

  /// Whether bytes look like an e-mail address: an `@` inside, a point after it, no blank.
  fileprivate func isAddress(_ range: Range<Int>) -> Bool {
    guard let at = first(UInt8(ascii: "@"), in: range), at > range.lowerBound,
      let point = first(UInt8(ascii: "."), in: at..<range.upperBound)
    else { return false }
    return point > at + 1 && point < range.upperBound - 1 && !range.contains { isBlank(at: $0) }
  }
}
