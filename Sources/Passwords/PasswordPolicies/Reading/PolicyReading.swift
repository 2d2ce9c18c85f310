import Diagnostics

/// The policies of a text, and all its problems.
package struct PolicyReading: Sendable {
  /// The policies in the order of the text; after errors, their remaining rules.
  package let policies: [Policy]
  /// Errors and warnings in the order of the text.
  package let problems: [PasswordRules.Problem]

  /// Whether there are errors, so that the policies must not be used.
  package var hasErrors: Bool { problems.contains(where: \.isError) }

  /// Joins policies and problems that were read separately.
  package init(policies: [Policy], problems: [PasswordRules.Problem]) {
    self.policies = policies
    self.problems = problems
  }

  /// What there is to say of a policy that was made without a text.
  package init(of policy: Policy) {
    var remarks = Remarks()
    remarks.addDoubts(about: policy, at: 0)
    self.init(
      policies: [policy], problems: remarks.problems(in: [], file: policy.location.file))
  }

  /// The same reading, with another origin of the policies.
  package func from(_ origin: Policy.Origin) -> PolicyReading {
    PolicyReading(
      policies: policies.map { policy in
        var policy = policy
        policy.origin = origin
        return policy
      }, problems: problems)
  }

  /// How to treat text that Apple's parser complains about.
  package enum Strictness: Sendable {
    /// As an error.
    case strict
    /// Like Apple's parser, with a warning.
    case lenient
  }

  /// Whether a text may be a policy: at least one in ten of its first lines starts with the name of
  /// a rule, or with a similar word.
  ///
  /// Messages quote the words of a policy. If a list of passwords is passed by mistake, it must not
  /// be quoted, so this is checked first.
  ///
  ///     PolicyReading.isPlausible(Array("minlenght: 8;".utf8))  // true
  ///     PolicyReading.isPlausible(Array("hunter2".utf8))        // false
  ///
  /// - Complexity: O(bytes of the first 1,000 lines).
  package static func isPlausible(_ bytes: [UInt8]) -> Bool {
    var (lines, plausible) = (0, 0)
    for line in bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1000).prefix(1000) {
      let text = line.drop { $0 == UInt8(ascii: " ") || $0 == 9 || $0 == 13 || $0 >= 0xBB }
      guard let first = text.first, first != UInt8(ascii: "#"), first != UInt8(ascii: "[") else {
        continue
      }
      lines += 1
      if text.split(separator: UInt8(ascii: ";")).prefix(100).contains(where: namesRule) {
        plausible += 1
      }
    }
    return plausible * 10 >= lines
  }

  /// Whether it begins with a rule's name, or with a similar word and a colon.
  private static func namesRule(_ piece: ArraySlice<UInt8>) -> Bool {
    let piece = piece.drop { $0 == UInt8(ascii: " ") || $0 == 9 || $0 == 13 }
    let word = piece.prefix { $0 == UInt8(ascii: "-") || ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
    guard (2...32).contains(word.count) else { return false }
    let name = String(decoding: word, as: UTF8.self)
    if ruleNames.contains(name) || name == "or" { return true }
    let rest = piece[word.endIndex...].drop { $0 == UInt8(ascii: " ") }
    return rest.first == UInt8(ascii: ":") && nearest(to: name, among: ruleNames + ["or"]) != nil
  }

  /// The keywords of all rules.
  package static let ruleNames = Keyword.allCases.map(\.rawValue)
}

extension PolicyReading {
  /// Reads a policy file.
  ///
  /// A file with a plain rules string is one policy, named after the file. In addition, lines that
  /// begin with `#` are comments, a line `[name]` begins a policy, the word `or` between rules
  /// begins an alternative, and there are rules that Apple's language lacks
  /// (``PasswordRules/others``).
  ///
  ///     # 15 of anything, or 8 with a digit
  ///     [example]
  ///     minlength: 15; allowed: unicode;
  ///     or
  ///     minlength: 8; required: digit; allowed: unicode;
  ///
  /// Lenient reading treats each alternative as a rules string for Apple's parser, without the
  /// rules that its language lacks. It divides a file into sections only if the file begins with
  /// one.
  ///
  /// `file` is the file's name as the user gave it. It is used in messages, for the directory that
  /// names of lists are relative to, and for the policy's name, unless there is a `name`.
  ///
  /// - Complexity: O(bytes).
  package init(
    policyFile bytes: [UInt8], file: String, name: String? = nil,
    _ strictness: Strictness = .strict,
    maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats
  ) {
    var sections = PolicySections(
      of: bytes, file: file, name: name, maxConsecutive: maxConsecutive)
    var remarks = Remarks()
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      remarks.add(.notUTF8, at: 0)
    } else {
      switch strictness {
      case .strict:
        var reader = StrictReader(bytes, .policyFile, directory: sections.directory)
        reader.readFile(into: &sections)
        remarks = reader.remarks
      case .lenient: sections.readLeniently(bytes, &remarks)
      }
    }
    policies = sections.policies
    problems = remarks.problems(in: bytes, file: file)
  }

  /// Reads a plain rules string as a policy with this name.
  ///
  /// - Complexity: O(bytes).
  package init(
    rulesString bytes: [UInt8], name: String, file: String, _ strictness: Strictness = .strict,
    maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats
  ) {
    let alternative: PasswordRules
    var remarks: Remarks
    switch strictness {
    case .strict:
      var reader = StrictReader(bytes, .rulesString)
      reader.readRules()
      (alternative, remarks) = (reader.draft.alternative, reader.remarks)
    case .lenient:
      let reader = ReferenceReader(bytes)
      (alternative, remarks) = ((reader.rules ?? []).merged, reader.remarks)
    }
    let policy = Policy(
      name: name, alternatives: [alternative], location: Location(file: file),
      maxConsecutive: maxConsecutive)
    remarks.addDoubts(about: policy, at: 0)
    policies = [policy]
    problems = remarks.problems(in: bytes, file: file)
  }
}

extension StrictReader {
  /// Reads a whole rules string.
  fileprivate mutating func readRules() {
    skipBlank()
    while !scanner.isAtEnd {
      if scanner.seesWord { rule() } else { strayCharacter() }
      skipBlank()
    }
  }

  /// Reads a whole policy file.
  fileprivate mutating func readFile(into sections: inout PolicySections) {
    // One warning per policy is enough.
    var isWarned = false
    if scanner.bytes.starts(with: byteOrderMark) { scanner.position = byteOrderMark.count }
    skipBlank()
    while !scanner.isAtEnd {
      let start = scanner.position
      if isAtLineStart, scanner.sees("[") {
        if let name = headerName {
          sections.end(with: takeDraft(&isWarned), at: start, &remarks)
          isWarned = false
          sections.begin(name, at: start)
          scanner.skipLine()
        } else {
          remarks.add(.malformedHeader, at: start)
          recover()
        }
      } else if seesOr {
        sections.add(takeDraft(&isWarned), at: start, &remarks)
        _ = scanner.word()
      } else if scanner.seesWord {
        rule()
      } else {
        strayCharacter()
      }
      skipBlank()
    }
    sections.end(
      with: takeDraft(&isWarned), at: scanner.position, isLast: true, &remarks)
  }

  /// Reports a character that cannot start a rule, and continues.
  private mutating func strayCharacter() {
    draft.hasContent = true
    remarks.add(.expectedProperty(found: scanner.whatIsNext), at: scanner.position)
    if !scanner.take(";") { recover() }
  }

  /// Returns the alternative read so far; nil if it is empty.
  ///
  /// Warns if only `required` classes are permitted, since this is rarely intended.
  private mutating func takeDraft(_ isWarned: inout Bool) -> PolicySections.Written? {
    defer { draft = RulesSoFar() }
    let required = draft.offsets.filter { $0.key.name == "required" }.map(\.value)
    if !isWarned, let implied = draft.implied, let start = required.min() {
      isWarned = true
      remarks.add(.impliedAllowed(implied), at: start, .warning)
    }
    if let leftOut = draft.leftOut {
      let back = leftOut.characters.intersection(draft.alternative.permitted.members)
      if !back.isEmpty { remarks.add(.broughtBack(back), at: leftOut.offset, .warning) }
    }
    return draft.hasContent
      ? PolicySections.Written(alternative: draft.alternative, offsets: draft.offsets) : nil
  }
}
