@_spi(Internal) import Bytes

/// A guess at the layout of a list from its first lines.
///
/// The layout `auto` follows the answer, and the warning about a plain list repeats it.
struct LayoutGuess {
  /// What the first lines show.
  enum Answer {
    /// A layout, and the lines that have it.
    case layout(LayoutProblem.Candidate)
    /// The list cannot be read, or not without knowing more.
    case refused(LayoutProblem)
    /// Several layouts are possible, likeliest first.
    case unclear([LayoutProblem.Candidate])
  }

  let answer: Answer
  /// The layouts that lines read as plain passwords resemble; empty if they look plain.
  ///
  /// It only causes a warning, so a word before a separator suffices as a user's name.
  let looks: [LayoutProblem.Candidate]

  /// The share of lines that must fit a layout for it to be clear.
  static let clear = 0.95
  /// The share of lines at which a list of plain passwords becomes doubtful.
  private static let doubtful = 0.2

  /// Weighs the layouts that can be recognised.
  ///
  /// Clear layouts are a table with a header that names passwords; the output of `john --show`;
  /// lines that begin with a hash, or have a hash after a word; lines that begin with an e-mail
  /// address; lines that begin with a count, or end in a bar and a count; and lines that fit none
  /// of these. A number after a colon may be a count or a password, and a word before a separator
  /// may be a user or part of the password, so the user must decide these. If nearly all lines have
  /// the same number of separators, two or more, any of their cells may be the password.
  init(_ sample: LayoutSample, _ text: RawSpan, _ request: LayoutRequest, list: String) {
    let tables = Self.tables(sample, text, request)
    if let table = tables.first {
      // Of two columns for passwords, either may be meant.
      if tables.count > 1 {
        self.init(answer: .unclear(tables), looks: tables)
      } else {
        self.init(table, sample, text, request, list: list)
      }
      return
    }
    func candidate(_ layout: LineLayout, _ holds: (Range<Int>) -> Bool) -> LayoutProblem.Candidate {
      .init(layout: layout, evidence: sample.fit(holds))
    }
    let separator = request.separator ?? colon
    let john = candidate(request.layout(.john)) { line in
      guard let user = text.first(separator, in: line), user > line.lowerBound else { return false }
      return text.startOfAccount(behindUser: user + 1..<line.upperBound, separator) != nil
    }
    if john.evidence.share >= Self.clear {
      // A file of accounts that nobody has cracked has hashes in place of the passwords.
      let hashes = sample.hashes(text, john.layout, hasHeader: false)
      if hashes.share >= 0.5 {
        self.init(refused: .onlyHashes(list: list, hashes))
      } else {
        self.init(john, sample, text, request, list: list)
      }
      return
    }
    let bare = sample.fit { text.isUserAndBareHash($0, separator) }
    if bare.share >= 0.5 {
      self.init(refused: .onlyHashes(list: list, bare))
      return
    }
    for layout in [request.layout(.userHash), request.layout(.hash(.told))] {
      let hash = candidate(layout) { line in
        layout.form == .userHash
          ? text.isUserAndHash(line, separator) : text.isHashAndMore(line, separator)
      }
      if hash.evidence.share >= Self.clear {
        if let answer = Self.potfile(hash, sample, text, request, list: list) {
          switch answer {
          case .layout(let candidate): self.init(candidate, sample, text, request, list: list)
          case .unclear(let candidates): self.init(answer: answer, looks: candidates)
          case .refused: self.init(answer: answer, looks: [])
          }
          return
        }
        if layout.form == .userHash {
          self.init(hash, sample, text, request, list: list)
          return
        }
      }
    }
    self.init(lines: sample, text, request, list: list)
  }

  /// A clear layout, if what it gives looks like passwords.
  private init(
    _ candidate: LayoutProblem.Candidate, _ sample: LayoutSample, _ text: RawSpan,
    _ request: LayoutRequest, list: String
  ) {
    self.init(tried: Self.tried(candidate, sample, text, request, list: list))
  }

  private init(tried answer: Answer) {
    self.answer = answer
    looks = if case .layout(let tried) = answer { [tried] } else { [] }
  }

  /// A layout after its trial: the layout, the same with decoding or in quotes, or the reason against it.
  private static func tried(
    _ candidate: LayoutProblem.Candidate, _ sample: LayoutSample, _ text: RawSpan,
    _ request: LayoutRequest, list: String
  ) -> Answer {
    let trial = LayoutTrial.all(of: candidate.layout, sample, text, request)
      .first { !$0.flaw.isOfSome }
    guard let trial else { return .layout(candidate) }
    if let mend = trial.mend, mend.filters.isEmpty, [.spelled, .quotes].contains(trial.flaw) {
      return .layout(.init(layout: mend.layout, evidence: candidate.evidence))
    }
    return .refused(.doubtful(list: list, trial, isRefused: true))
  }

  private init(refused problem: LayoutProblem) { self.init(answer: .refused(problem), looks: []) }

  private init(answer: Answer, looks: [LayoutProblem.Candidate]) {
    self.answer = answer
    self.looks = looks
  }

  /// Weighs counts, users and hashes.
  private init(
    lines sample: LayoutSample, _ text: RawSpan, _ request: LayoutRequest, list: String
  ) {
    func candidate(_ layout: LineLayout, _ holds: (Range<Int>) -> Bool) -> LayoutProblem.Candidate {
      .init(layout: layout, evidence: sample.fit(holds))
    }
    func counted(_ place: LineLayout.CountPlace) -> LayoutProblem.Candidate {
      let layout = request.layout(.counted(place))
      return candidate(layout) { layout.parts(of: text, $0) != nil }
    }
    func users(
      _ separators: [UInt8], _ isUser: (Range<Int>) -> Bool
    ) -> [LayoutProblem.Candidate] {
      separators.map { separator in
        candidate(request.layout(.user, separator: separator)) { line in
          text.first(separator, in: line).map { end in
            isUser(text.trimmed(line.lowerBound..<end))
              && (end + 1..<line.upperBound).contains { text.byte(at: $0) != separator }
          } ?? false
        }
      }
    }
    // The semicolon that ends `&amp;` separates nothing.
    let entities = sample.fit { Escape.entity.found(in: $0, of: text).isEscaped }
    let separators =
      request.separator.map { [$0] }
      ?? Self.separators.filter { $0 != semicolon || entities.share < 0.5 }
    let backslash = request.separator == nil ? [UInt8(ascii: "\\")] : []
    let cells = (separators + backslash).compactMap { separator in
      sample.commonCount(of: separator, text).map { (separator: separator, count: $0) }
    }
    let single = separators.filter { separator in !cells.contains { $0.separator == separator } }
    let hash = candidate(request.layout(.hash(.told))) { line in
      text.isHashAndMore(line, request.separator ?? colon)
    }
    let addresses = users(single + (request.separator == nil ? [0x20] : [])) { text.isAddress($0) }
    let equations = request.separator == nil ? users([equals]) { !$0.isEmpty } : []
    // Behind a blank, only numbers that descend are counts.
    let space = request.layout(.user, separator: 0x20)
    let counts = sample.lines.map { line in
      space.parts(of: text, line).flatMap { parts in
        parts.password.allSatisfy { text.isDigit(at: $0) } ? text.count(in: parts.password) : nil
      }
    }
    let isCounted =
      request.separator == nil && counts.count > 4 && counts.first != counts.last
      && zip(counts.dropFirst(), counts.dropFirst(2)).allSatisfy { ($0 ?? 0) >= ($1 ?? .max) }
    let words =
      users(single) { !$0.isEmpty } + equations.filter { $0.evidence.share >= Self.clear }
      + (isCounted ? users([0x20]) { !$0.isEmpty } : [])
    // A number before several tabs is the first cell of a table.
    let isTabbed = cells.contains { $0.separator == 9 }
    let strong = [hash] + (isTabbed ? [] : [counted(.prefix)]) + [counted(.bar)] + addresses
    let weak = [counted(.colon)] + words
    let fitting = (strong + weak).filter { $0.evidence.share >= Self.doubtful }
    // A layout that is named was tried on the lines.
    var answers: [LayoutProblem.Candidate: Answer] = [:]
    for candidate in fitting where answers[candidate] == nil {
      answers[candidate] = Self.tried(candidate, sample, text, request, list: list)
    }
    let doubts = answers.filter { if case .refused = $0.value { true } else { false } }
    let ranked = fitting.filter { doubts[$0] == nil }
    let clear = strong.filter { $0.evidence.share >= Self.clear && doubts[$0] == nil }
    let countBehind = weak[0].evidence.share >= Self.clear
    let isClear = clear.count == 1 && !(countBehind && clear[0].layout.separator == colon)
    let likely = clear + weak.filter { $0.evidence.share >= Self.clear && doubts[$0] == nil }
    let best = isClear ? clear : Self.likeliest(likely)
    for user in best where user.layout.form == .user {
      let hashes = sample.hashes(text, user.layout, hasHeader: false)
      if hashes.share >= 0.5 {
        self.init(refused: .onlyHashes(list: list, hashes))
        return
      }
    }
    let doubted = fitting.first { $0.evidence.share >= Self.clear && doubts[$0] != nil }
    let isStrong = doubted.map { strong.contains($0) } ?? false
    lazy var plain = Self.tried(
      .init(
        layout: request.layout(.plain),
        evidence: LayoutEvidence(
          fitting: sample.lines.count - ((strong + weak).map(\.evidence.fitting).max() ?? 0),
          lines: sample.lines.count)), sample, text, request, list: list)
    if isClear, let answer = clear.first.flatMap({ answers[$0] }) {
      self.init(tried: answer)
    } else if clear.isEmpty, case .layout(let quoted) = plain, quoted.layout.isTable {
      self.init(answer: .layout(quoted), looks: [])
    } else if best.isEmpty || clear.isEmpty && isStrong, let doubted, let doubt = doubts[doubted],
      cells.isEmpty || doubt.isMended
    {
      self.init(answer: doubt, looks: [])
    } else if best.isEmpty, let first = cells.first {
      var (most, likely) = (first, [LineLayout]())
      for one in cells where likely.isEmpty {
        likely = sample.likelyCells(text, request, separator: one.separator, one.count + 1)
        if !likely.isEmpty { most = one }
      }
      let evidence = sample.fit { line in
        line.count { text.byte(at: $0) == most.separator } == most.count
      }
      if likely.isEmpty, plain.isMended {
        self.init(answer: plain, looks: [])
        return
      }
      self.init(
        refused: .cells(
          list: list, separator: most.separator, most.count + 1, likely: likely, evidence,
          isRefused: true))
    } else if best.isEmpty, let mixed = Self.mixed(addresses, sample, text, list: list) {
      self.init(refused: mixed)
    } else if ranked.isEmpty {
      if case .layout = plain, request.separator == nil,
        let lone = Self.loneSeparators.first(where: { sample.isLone($0, text) })
      {
        let user = users([lone]) { !$0.isEmpty }
        self.init(answer: .unclear(user), looks: user)
      } else {
        self.init(answer: plain, looks: [])
      }
    } else {
      self.init(answer: .unclear(Self.likeliest(ranked)), looks: best)
    }
  }

  /// What a list of hashes that are followed by something is, unless it is simply a potfile.
  private static func potfile(
    _ hash: LayoutProblem.Candidate, _ sample: LayoutSample, _ text: RawSpan,
    _ request: LayoutRequest, list: String
  ) -> Answer? {
    let passwords = sample.passwords(text, hash.layout, hasHeader: false)
    if passwords.allSatisfy(\.isEmpty) {
      return .refused(.onlyHashes(list: list, hash.evidence))
    }
    if let length = sample.saltLength(text, passwords) {
      return .refused(
        .salts(list: list, hash.layout, length: length, hash.evidence, isRefused: true))
    }
    let ends: [LineLayout.Form] =
      hash.layout.form == .userHash
      ? [.userHashFirst, .userHash] : [.hash(.first), .hash(.last)]
    let candidates = ends.map { form in
      LayoutProblem.Candidate(layout: request.layout(form), evidence: hash.evidence)
    }
    switch PotfileEnd(sample, text, hash.layout) {
    case .told: return nil
    case .first: return .layout(candidates[0])
    case .unclear: return .unclear(candidates)
    }
  }

  /// Users before different separators, if together they are nearly all lines.
  private static func mixed(
    _ users: [LayoutProblem.Candidate], _ sample: LayoutSample, _ text: RawSpan, list: String
  ) -> LayoutProblem? {
    let parts = users.filter { $0.evidence.share >= 0.02 }
    let whole = sample.fit { line in
      users.contains { user in
        text.first(user.layout.separator, in: line).map { text.isAddress(line.lowerBound..<$0) }
          ?? false
      }
    }
    guard parts.count > 1, whole.share >= clear else { return nil }
    return .mixed(list: list, likeliest(parts), isRefused: true)
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

  /// Separators that users rarely have, and passwords too, if each line has one.
  private static let loneSeparators: [UInt8] = Array(" ./\\~^#".utf8)

  static let separators: [UInt8] = [colon, UInt8(ascii: ";"), 9, UInt8(ascii: "|"), comma]

  /// The columns of a table whose header names passwords; most of its rows have as many cells.
  private static func tables(
    _ sample: LayoutSample, _ text: RawSpan, _ request: LayoutRequest
  ) -> [LayoutProblem.Candidate] {
    guard sample.lines.count > 1 else { return [] }
    let stated = request.separator ?? sample.preamble.separator
    for separator in stated.map({ [$0] }) ?? [comma, UInt8(ascii: ";"), 9, UInt8(ascii: "|")] {
      let first = request.layout(.table(column: 0), separator: separator)
      let rows = sample.rows(of: text, first)
      guard let header = rows.lines.first else { continue }
      let cells = first.cells(of: text, header)
      let columns = cells.indices.filter { ColumnWords.isPassword(cells[$0]) }
      guard cells.count > 1, !columns.isEmpty else { continue }
      let fitting = rows.lines.dropFirst().count { row in
        first.cellCount(of: text, row) == cells.count || text.hasBackslashedQuote(row, separator)
      }
      let evidence = LayoutEvidence(fitting: fitting, lines: rows.lines.count - 1)
      // The header is the evidence; rows of another width are told when they are read.
      guard evidence.share > 0.5 else { continue }
      let user = cells.firstIndex { ColumnWords.isUser($0) }
      return columns.map { column in
        .init(
          layout: request.layout(.table(column: column, user: user), separator: separator),
          evidence: evidence)
      }
    }
    return []
  }
}

extension LayoutGuess.Answer {
  /// Whether it is a doubt about a layout whose cause can be mended.
  fileprivate var isMended: Bool {
    if case .refused(.doubtful(_, let trial, _)) = self { trial.mend != nil } else { false }
  }
}

private let colon = UInt8(ascii: ":")
private let equals = UInt8(ascii: "=")
private let comma = UInt8(ascii: ",")
private let semicolon = UInt8(ascii: ";")
