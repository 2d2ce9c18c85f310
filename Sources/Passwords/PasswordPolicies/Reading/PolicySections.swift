import Diagnostics

/// Collects the policies of a file, section by section.
struct PolicySections {
  private(set) var policies: [Policy] = []
  /// The directory that names of lists are relative to, with a slash; may be empty.
  let directory: String

  private let file: String
  private let maxConsecutive: PasswordRules.MaxConsecutiveReading
  private var places: TextPlaces
  private var lineOfName: [String: Int] = [:]

  // The section being read.
  private var name: String
  private var offset: Int?
  private var alternatives: [Written] = []

  /// An alternative as written.
  struct Written {
    let alternative: PasswordRules
    /// The offset of each rule, by the id that it would have in a single alternative.
    var offsets: [RuleID: Int] = [:]
  }

  /// Begins with a section that has no `[name]`: it has this name, or is named after the file.
  init(
    of bytes: [UInt8], file: String, name: String? = nil,
    maxConsecutive: PasswordRules.MaxConsecutiveReading
  ) {
    directory = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    self.file = file
    self.maxConsecutive = maxConsecutive
    places = TextPlaces(bytes)
    self.name = name ?? Policy.name(ofFile: file)
  }

  /// Begins the section of a `[name]`; the previous section must have ended.
  mutating func begin(_ name: String, at offset: Int) {
    self.name = name
    self.offset = offset
  }

  /// Ends an alternative at a line `or`; nil if it had no rule.
  mutating func add(_ written: Written?, at offset: Int, _ remarks: inout Remarks) {
    if written == nil {
      remarks.add(.emptyAlternative, at: offset)
      // It is an error, so nobody misses the thousandth.
      if alternatives.count > Remarks.most { return }
    }
    alternatives.append(written ?? Written(alternative: []))
  }

  /// Ends a section with its last alternative; nil if that had no rule.
  ///
  /// Empty text before the first `[name]` is not a policy; a section without rules is one, with a
  /// warning.
  mutating func end(
    with written: Written?, at end: Int, isLast: Bool = false, _ remarks: inout Remarks
  ) {
    let start = offset ?? 0
    if written != nil || !alternatives.isEmpty {
      add(written, at: end, &remarks)
    } else if offset != nil || isLast {
      remarks.add(.noRules(name), at: start, .warning)
      alternatives.append(Written(alternative: []))
    } else {
      return
    }
    let position = places.position(of: start)
    if let line = lineOfName.updateValue(position.line, forKey: name) {
      remarks.add(.repeatedName(name, line: line), at: start)
    }
    if offset != nil, let control = name.unicodeScalars.first(where: isUnprintable) {
      remarks.add(.unprintable(RulesScanner.name(of: control), "name of a policy"), at: start)
    }
    let policy = Policy(
      name: name, alternatives: alternatives.map(\.alternative),
      location: Location(file: file, position), maxConsecutive: maxConsecutive,
      places: placesOfRules())
    remarks.addDoubts(about: policy, at: start) { rule in
      alternatives[rule.alternative ?? 0].offsets[rule.within(nil)]
    }
    policies.append(policy)
    alternatives = []
  }

  /// The places of the section's rules, and of its alternatives if there are several.
  private mutating func placesOfRules() -> [RuleID: Location.Position] {
    var offsets: [(id: RuleID, offset: Int)] = []
    for (index, written) in alternatives.enumerated() {
      let number = alternatives.count > 1 ? index : nil
      offsets += written.offsets.map { ($0.key.within(number), $0.value) }
      if let first = written.offsets.values.min() { offsets.append((.alternative(index), first)) }
    }
    var found: [RuleID: Location.Position] = [:]
    for (id, offset) in offsets.sorted(by: { $0.offset < $1.offset }) {
      found[id] = places.position(of: offset)
    }
    return found
  }
}

extension Policy {
  /// The name of a policy in a file: the file's without its last extension; `stdin` for `<stdin>`.
  package static func name(ofFile file: String) -> String {
    let file = file.lastIndex(of: "/").map { file[$0...].dropFirst() } ?? file[...]
    let bare = file.hasPrefix("<") && file.hasSuffix(">") ? file.dropFirst().dropLast() : file
    guard let dot = bare.lastIndex(of: "."), dot > bare.startIndex else { return String(bare) }
    return String(bare[..<dot])
  }
}

// Lenient reading of policy files. Apple's parser knows neither sections nor comments, so their
// lines are sorted out first, and the parser reads the text between them.
extension PolicySections {
  /// Reads a file in which each alternative is a rules string for Apple's parser.
  mutating func readLeniently(_ bytes: [UInt8], _ remarks: inout Remarks) {
    var text = bytes
    let lines = Self.lines(blankingCommentsIn: &text)
    let hasSections = if case .header = lines.first?.kind { true } else { false }
    var span: Range<Int>?
    func alternative(_ remarks: inout Remarks) -> Written? {
      guard let rules = span else { return nil }
      span = nil
      let reader = ReferenceReader(Array(text[rules]), base: rules.lowerBound)
      remarks.append(reader.remarks)
      return Written(alternative: (reader.rules ?? []).merged)
    }
    for line in lines {
      switch line.kind {
      case .header(let name) where hasSections:
        end(with: alternative(&remarks), at: line.range.lowerBound, &remarks)
        begin(name, at: line.range.lowerBound)
      case .or where hasSections:
        add(alternative(&remarks), at: line.range.lowerBound, &remarks)
      default: span = (span?.lowerBound ?? line.range.lowerBound)..<line.range.upperBound
      }
    }
    end(with: alternative(&remarks), at: bytes.count, isLast: true, &remarks)
  }

  private struct Line {
    let kind: Kind
    /// The line's bytes, without its end.
    let range: Range<Int>

    enum Kind {
      case header(String)
      case or
      case rules
    }
  }

  /// The lines that are neither blank nor comments; overwrites comments with spaces.
  private static func lines(blankingCommentsIn text: inout [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = text.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    while start < text.count {
      let feed = text.endOfLine(from: start)
      let hasReturn = feed > start && text[feed - 1] == UInt8(ascii: "\r")
      let range = start..<(hasReturn ? feed - 1 : feed)
      var reader = StrictReader(Array(text[range]), .policyFile)
      reader.scanner.skipSpace()
      if reader.scanner.sees("#") {
        for index in range { text[index] = UInt8(ascii: " ") }
      } else if !reader.scanner.isAtEnd {
        let kind = reader.headerName.map(Line.Kind.header) ?? (reader.isAtOr ? .or : .rules)
        lines.append(Line(kind: kind, range: range))
      }
      start = feed + 1
    }
    return lines
  }
}
