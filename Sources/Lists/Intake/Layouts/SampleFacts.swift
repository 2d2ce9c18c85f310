@_spi(Internal) import Bytes
import Diagnostics

// What the first lines hold besides passwords.
extension LayoutSample {
  /// The share of lines from which on a list is refused for what they hold.
  private static let most = 0.8

  /// The reason not to read a list in any layout of lines; nil if there is none.
  func refusal(_ text: RawSpan, _ request: LayoutRequest, list: String) -> LayoutProblem? {
    let accounts = fit { text.isAccountLine($0) }
    if accounts.share >= 0.5 { return .accountHashes(list: list, accounts) }
    if let pwned = pwned(text, list: list) { return pwned }
    if !lines.contains(where: { text.begins($0, with: "INSERT INTO ") }),
      let (mark, evidence) = LineMark.found(in: self, text, request)
    {
      return .marked(list: list, mark, evidence, isRefused: true)
    }
    if let records = records(text, list: list) { return records }
    if hasPasswordColumn(text) { return nil }
    let addresses = fit { text.isURLLine($0) }
    if addresses.share < Self.most || addresses.fitting < 2 { return nil }
    let cuts = (LayoutGuess.separators + [UInt8(ascii: " ")]).flatMap { separator in
      [true, false].map { addressCut(text, request, separator, isFirst: $0) }
    }
    let best = cuts.max { $0.lines < $1.lines }
    return .addresses(
      list: list, addresses,
      best.flatMap {
        LayoutEvidence(fitting: $0.lines, lines: lines.count).share >= Self.most ? $0.mark : nil
      })
  }

  /// What cuts addresses off, and the lines of which it leaves a user and a password.
  private func addressCut(
    _ text: RawSpan, _ request: LayoutRequest, _ separator: UInt8, isFirst: Bool
  ) -> (mark: LineMark, lines: Int) {
    let layout = request.layout(.user, separator: separator)
    let rests = lines.compactMap { line in
      isFirst ? text.behindAddress(line, separator) : text.beforeAddress(line)
    }
    let one = separator == 9 ? "\\t" : String(Unicode.Scalar(separator))
    let script =
      isFirst
      ? "s#^([a-z]+://)?[^\(one == ":" ? "" : one):/]*(:[0-9]+)?[^\(one)]*[\(one)]##"
      : "s#[:;|,[:blank:]]+[a-z]+://.*$##"
    return (
      LineMark(name: "", script: script, layout: layout),
      rests.count { layout.parts(of: text, $0).map { !$0.password.isEmpty } ?? false }
    )
  }

  /// Whether the first line is a header that names passwords, as browsers and password managers
  /// write it; its columns tell addresses and passwords apart.
  func hasPasswordColumn(_ text: RawSpan) -> Bool {
    guard let header = lines.first else { return false }
    return [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].contains { separator in
      let cells = LineLayout(.table(column: 0), separator: separator).cells(of: text, header)
      return cells.count > 1 && cells.contains(where: ColumnWords.isPassword)
    }
  }

  /// A file of Pwned Passwords: hashes with counts, in order of the hashes or of the counts.
  private func pwned(_ text: RawSpan, list: String) -> LayoutProblem? {
    let evidence = fit { text.pwnedHash($0) != nil }
    guard evidence.share >= 0.95, evidence.fitting > 1 else { return nil }
    let hashes = lines.compactMap { text.pwnedHash($0) }
    func isLess(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
      a.lexicographicallyPrecedes(b) { text.byte(at: $0) < text.byte(at: $1) }
    }
    let pairs = zip(lines, lines.dropFirst()).map { line, next in
      (line: text.pwnedHash(line), next: text.pwnedHash(next), lineEnd: line, nextEnd: next)
    }
    let isByHash = pairs.allSatisfy { pair in
      guard let line = pair.line, let next = pair.next else { return true }
      return isLess(line, next)
    }
    let isByCount = pairs.allSatisfy { pair in
      guard let line = pair.line, let next = pair.next else { return true }
      let count = text.count(in: line.upperBound + 1..<pair.lineEnd.upperBound) ?? 0
      return count >= text.count(in: next.upperBound + 1..<pair.nextEnd.upperBound) ?? 0
    }
    guard isByHash || isByCount, let first = hashes.first else { return nil }
    return .pwned(list: list, evidence, digits: first.count)
  }

  /// Records of several lines: an LDIF, the log of a program that steals passwords, the output of
  /// mimikatz, YAML, or statements of SQL.
  private func records(_ text: RawSpan, list: String) -> LayoutProblem? {
    let statements = fit { line in
      ["INSERT INTO ", "insert into ", "COPY "].contains { word in
        zip(line, word.utf8).allSatisfy { text.byte(at: $0) == $1 } && line.count > word.utf8.count
      }
    }
    // One statement may be followed by many lines of values.
    if statements.fitting > 0, lines.count > 1 || statements.share == 1,
      lines.contains(where: { line in
        zip(line, "INSERT INTO ".utf8).allSatisfy { text.byte(at: $0) == $1 }
      })
    {
      return .records(list: list, .sql, statements)
    }
    var counts: [String: Int] = [:]
    for line in lines { if let field = text.field(line) { counts[field.name, default: 0] += 1 } }
    let repeated = counts.filter { $0.value > 1 }
    let fitting = repeated.values.reduce(0, +)
    guard fitting >= 4, fitting * 5 >= lines.count * 3, repeated.count * 2 <= fitting else {
      return nil
    }
    let names = repeated.keys.sorted()
    let isKnown = names.contains { name in
      ColumnWords.isPassword(name) || ColumnWords.isUser(name)
        || ["dn", "url", "host", "unicodePwd", "soft", "application"].contains {
          $0.lowercased() == name.lowercased()
        }
    }
    guard isKnown else { return nil }
    let isLDIF = names.contains { $0.lowercased() == "dn" }
    let field = names.first { ColumnWords.isPassword($0) }.map { name in
      // Behind blanks and a star, as mimikatz writes it, sed has to look for these too.
      let isAtStart = lines.contains { line in
        text.field(line)?.name == name && text.begins(line, with: name)
      }
      if isLDIF { return name }
      if lines.contains(where: { text.field($0).map { $0.name == name && $0.isEquation } ?? false })
      {
        return "[[:blank:]]*\(name) *= *"
      }
      return isAtStart ? "\(name): *" : "[[:blank:]*-]*\(name) *: *"
    }
    return .records(
      list: list, isLDIF ? .ldif(field) : .fields(field),
      .init(fitting: fitting, lines: lines.count))
  }

  /// The number of passwords that look like hashes.
  func hashes(_ text: RawSpan, _ layout: LineLayout, hasHeader: Bool) -> LayoutEvidence {
    let passwords = passwords(text, layout, hasHeader: hasHeader)
    let crypt = passwords.count { text.mayBeCrypt($0) }
    let isCrypt = crypt >= 8 && crypt * 100 >= passwords.count * 95
    // The line of a potfile begins with a hash, and is none; `LayoutGuess` names the layout.
    let isPlain = layout.form == .plain
    let found =
      isCrypt ? crypt : passwords.count { isPlain ? text.isHash($0) : text.looksLikeHash($0) }
    return .init(fitting: found, lines: lines.count)
  }

  /// The number of passwords that are only separators, or the mark of an account that is locked or
  /// has its password elsewhere.
  func signs(_ text: RawSpan, _ layout: LineLayout, hasHeader: Bool) -> LayoutEvidence {
    let separator = layout.separator
    let found = passwords(text, layout, hasHeader: hasHeader).count { password in
      if layout.form == .john, password.count == 1,
        "x*!".utf8.contains(text.byte(at: password.lowerBound))
      {
        return true
      }
      return !password.isEmpty && password.allSatisfy { text.byte(at: $0) == separator }
    }
    return .init(fitting: found, lines: lines.count)
  }

  /// The length of passwords that look like salts, nearly all of one length, and different; nil of others.
  ///
  /// Four digits are rather a PIN.
  func saltLength(_ text: RawSpan, _ passwords: [Range<Int>]) -> Int? {
    guard passwords.count >= 8, let length = passwords.first?.count, (2...64).contains(length),
      passwords.count(where: { $0.count == length }) * 100 >= passwords.count * 95
    else { return nil }
    let values = Set(passwords.map { password in password.map { text.byte(at: $0) } })
    guard values.count * 10 >= passwords.count * 9 else { return nil }
    let isAllDigits = passwords.allSatisfy { $0.allSatisfy { text.isDigit(at: $0) } }
    if isAllDigits { return length > 4 ? length : nil }
    if length < 6 { return length }
    // Words have letters in common at one place or another; salts have not.
    let isEven = (0..<length).allSatisfy { place in
      var counts: [UInt8: Int] = [:]
      for password in passwords where place < password.count {
        counts[text.byte(at: password.lowerBound + place), default: 0] += 1
      }
      return (counts.values.max() ?? 0) * 2 <= passwords.count
    }
    return isEven ? length : nil
  }
}

extension LayoutSample {
  /// What a user should know about the passwords that a layout gives.
  func notes(
    _ text: RawSpan, _ layout: LineLayout, _ request: LayoutRequest, list: String,
    hasHeader: Bool
  ) -> [LayoutProblem] {
    var notes: [LayoutProblem] = []
    if layout.form == .hash(.first) || layout.form == .userHashFirst,
      request.choice != .stated(layout.form)
    {
      let count = passwords(text, layout, hasHeader: hasHeader).count { password in
        text.first(layout.separator, in: password) != nil
      }
      if count > 0 {
        notes.append(
          .furtherSeparators(
            list: list, layout, count: UInt64(count), of: UInt64(lines.count)))
      }
    }
    if layout.form == .user {
      let other = mixedLines(text, layout)
      if other.count > 1 { notes.append(.mixed(list: list, other, isRefused: false)) }
    }
    guard layout.decodesHex, layout.form != .plain else { return notes }
    var (ofJohn, twice) = (0, 0)
    for line in lines.dropFirst(hasHeader ? 1 : 0) {
      guard let password = layout.parts(of: text, line)?.password, text.isHex(password),
        !text.isHashed(password, in: line)
      else { continue }
      if request.decodesHex == nil, text.isOfJohn(hash: hashOf(line, text, layout)) { ofJohn += 1 }
      let spelt = zip(password.dropFirst(5), "244845585b".utf8).allSatisfy {
        text.byte(at: $0) | 0x20 == $1 | 0x20
      }
      if spelt, password.count > 16 { twice += 1 }
    }
    let evidence = { (count: Int) in LayoutEvidence(fitting: count, lines: lines.count) }
    if ofJohn > 0 { notes.append(.hexOfJohn(list: list, layout, evidence(ofJohn))) }
    if twice * 2 > lines.count { notes.append(.hexTwice(list: list, evidence(twice))) }
    return notes
  }

  /// What makes it doubtful that a layout gives passwords alone.
  func doubts(
    _ text: RawSpan, _ layout: LineLayout, _ request: LayoutRequest, list: String,
    hasHeader: Bool
  ) -> [LayoutProblem] {
    var doubts: [LayoutProblem] = []
    // Other layouts are refused for it.
    if layout.isTable, request.choice != .auto,
      let (mark, evidence) = LineMark.found(in: self, text, request)
    {
      return [.marked(list: list, mark, evidence, isRefused: false)]
    }
    doubts += LayoutTrial.all(of: layout, self, text, request).map {
      .doubtful(list: list, $0, isRefused: false)
    }
    if hasHeader, layout.isTable, case .table(let password, _) = layout.form {
      let rows = rows(of: text, layout).lines
      let header = rows.first.map { layout.cells(of: text, $0) } ?? []
      if let column = header.firstIndex(where: { ColumnWords.isCount($0) }), column != password {
        let isSimple = !rows.contains { row in text.first(UInt8(ascii: "\""), in: row) != nil }
        let separator = layout.separator == 9 ? "\\t" : String(Unicode.Scalar(layout.separator))
        let filter =
          "awk -F\("[\(separator)]".shellWord) 'NR > 1 { print $\(column + 1) \" \" $\(password + 1) }'"
        doubts.append(
          .counts(
            list: list, layout, column: column + 1,
            filter: isSimple && preamble.end == 0 ? filter : nil))
      }
    }
    return doubts
  }

  /// The hash of a potfile's line; empty in other layouts.
  private func hashOf(_ line: Range<Int>, _ text: RawSpan, _ layout: LineLayout) -> Range<Int> {
    var start = line.lowerBound
    switch layout.form {
    case .hash, .saltedHash: break
    case .userHash, .userHashFirst:
      guard let user = text.first(layout.separator, in: line) else { return 0..<0 }
      start = user + 1
    default: return 0..<0
    }
    let end = text.first(layout.separator, in: start..<line.upperBound) ?? start
    return start..<end
  }

  /// Layouts of lines whose user, an e-mail address, ends at another separator than the layout's,
  /// with the layout itself first; only that one if there are few such lines.
  private func mixedLines(
    _ text: RawSpan, _ layout: LineLayout
  ) -> [LayoutProblem.Candidate] {
    let others = LayoutGuess.separators.filter { $0 != layout.separator }.map { separator in
      LayoutProblem.Candidate(
        layout: LineLayout(.user, separator: separator, decodesHex: layout.decodesHex),
        evidence: fit { line in
          guard let end = text.first(separator, in: line) else { return false }
          return text.isAddress(line.lowerBound..<end)
        })
    }.filter { $0.evidence.share >= 1 / 64 && $0.evidence.share < LayoutGuess.clear }
    let own = LayoutProblem.Candidate(
      layout: layout,
      evidence: fit { text.first(layout.separator, in: $0) != nil })
    return [own] + others
  }
}

extension RawSpan {
  /// What follows the address at the start of a line, `https://host:8080/path` or `host/path`, and a separator;
  /// nil if a line does not begin so.
  fileprivate func behindAddress(_ line: Range<Int>, _ separator: UInt8) -> Range<Int>? {
    let slashes = place(of: "://", in: line)
    let hasScheme =
      slashes.map { (line.lowerBound..<$0).allSatisfy { isWordByte(at: $0) } } ?? false
    let host = hasScheme ? (slashes ?? 0) + 3 : line.lowerBound
    var end = (host..<line.upperBound).first { at in
      byte(at: at) == separator || ":/".utf8.contains(byte(at: at))
    }
    if !hasScheme, end.map({ byte(at: $0) != UInt8(ascii: "/") }) != false { return nil }
    // A port.
    if let colon = end, byte(at: colon) == UInt8(ascii: ":") {
      end = (colon + 1..<line.upperBound).first { !isDigit(at: $0) }
      if end == colon + 1 { end = colon }
    }
    return end.flatMap { first(separator, in: $0..<line.upperBound) }.map {
      $0 + 1..<line.upperBound
    }
  }

  /// What precedes the address at the end of a line, and separators; nil if the address is elsewhere.
  fileprivate func beforeAddress(_ line: Range<Int>) -> Range<Int>? {
    guard let slashes = place(of: "://", in: line) else { return nil }
    // A colon may stand before a port.
    let isLast = (slashes + 3..<line.upperBound).allSatisfy { at in
      !";|,\t ".utf8.contains(byte(at: at))
        && (byte(at: at) != UInt8(ascii: ":") || at + 1 < line.upperBound && isDigit(at: at + 1))
    }
    let scheme = (line.lowerBound..<slashes).last { !isWordByte(at: $0) }
    let end = scheme.flatMap {
      (line.lowerBound...$0).last { !":;|,\t ".utf8.contains(byte(at: $0)) }
    }
    return isLast ? end.map { line.lowerBound..<$0 + 1 } : nil
  }
}
