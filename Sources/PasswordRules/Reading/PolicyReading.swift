import Diagnostics

/// What a policy text says, and all that is wrong with it.
package struct PolicyReading: Sendable {
  /// The policies in the order of the text; what is left of them where there are errors.
  package let policies: [Policy]
  /// Errors and warnings in the order of the text.
  package let problems: [PasswordRules.Problem]

  /// Whether the policies may not be used.
  package var hasErrors: Bool { problems.contains(where: \.isError) }

  package init(policies: [Policy], problems: [PasswordRules.Problem]) {
    self.policies = policies
    self.problems = problems
  }
}

extension PolicyReading {
  /// Reads a policy file strictly.
  ///
  /// A file that holds a plain rules string is one policy, named after the file. Beyond that, lines
  /// that begin with `#` are comments, a line `[name]` begins a policy, a line `or` an alternative,
  /// and there are rules that Apple's language lacks (``Policy/Alternative``).
  ///
  ///     # 15 of anything, or 8 with a digit
  ///     [example]
  ///     minlength: 15; allowed: unicode;
  ///     or
  ///     minlength: 8; required: digit; allowed: unicode;
  ///
  /// `file` is the file's name as the user gave it: for messages, for the policy's name, and for
  /// the directory that names of lists are relative to.
  ///
  /// - Complexity: O(bytes).
  package init(
    policyFile bytes: [UInt8], file: String,
    maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats
  ) {
    var reader = PolicyFileReader(bytes, file: file, maxConsecutive: maxConsecutive)
    reader.readAll()
    self.init(
      policies: reader.policies, problems: reader.strict.remarks.problems(in: bytes, file: file))
  }

  /// Reads a plain rules string strictly, as the policy of this name.
  package init(
    rulesString bytes: [UInt8], name: String, file: String,
    maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats
  ) {
    var reader = StrictReader(bytes, .rulesString)
    reader.readRules()
    let policy = Policy(
      name: name, alternatives: [reader.draft.alternative], location: Location(file: file),
      maxConsecutive: maxConsecutive)
    reader.remarkOnWhole(policy, at: 0)
    self.init(policies: [policy], problems: reader.remarks.problems(in: bytes, file: file))
  }
}

extension StrictReader {
  /// Reads all of a plain rules string.
  fileprivate mutating func readRules() {
    skipBlank()
    while !scanner.isAtEnd {
      if scanner.seesWord { rule() } else { strayCharacter() }
      skipBlank()
    }
  }

  /// Reports what cannot start a rule, and goes on.
  fileprivate mutating func strayCharacter() {
    draft.hasContent = true
    remarks.add(.expectedProperty(found: whatIsNext), at: scanner.position)
    if !scanner.take(";") { recover() }
  }

  /// Reports what is wrong with a policy as a whole.
  fileprivate mutating func remarkOnWhole(_ policy: Policy, at offset: Int) {
    let count = policy.ruleIDs.count
    if count > PolicyMatcher.mostRules {
      remarks.add(.tooManyRules(found: count, limit: PolicyMatcher.mostRules), at: offset)
    }
    if let reason = policy.unsatisfiable {
      remarks.add(.unsatisfiable(reason), at: offset, .warning)
    }
  }
}

/// Reads the sections of a policy file.
private struct PolicyFileReader {
  var strict: StrictReader
  var policies: [Policy] = []

  private let file: String
  private let maxConsecutive: PasswordRules.MaxConsecutiveReading
  private var section: Section
  private var places: TextPlaces
  private var lineOfName: [String: Int] = [:]

  private struct Section {
    var name: String
    /// Where it begins.
    var offset: Int
    /// Whether it has a `[name]`.
    var hasHeader: Bool
    var alternatives: [Policy.Alternative] = []
  }

  init(
    _ bytes: [UInt8], file: String, maxConsecutive: PasswordRules.MaxConsecutiveReading
  ) {
    let slash = file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex
    strict = StrictReader(bytes, .policyFile, directory: String(file[..<slash]))
    self.file = file
    self.maxConsecutive = maxConsecutive
    places = TextPlaces(bytes)
    section = Section(name: Self.policyName(String(file[slash...])), offset: 0, hasHeader: false)
  }

  /// The file's name without its directory and its last extension; `stdin` for `<stdin>`.
  private static func policyName(_ file: String) -> String {
    let bare =
      file.hasPrefix("<") && file.hasSuffix(">") ? String(file.dropFirst().dropLast()) : file
    guard let dot = bare.lastIndex(of: "."), dot > bare.startIndex else { return bare }
    return String(bare[..<dot])
  }

  mutating func readAll() {
    let bytes = strict.scanner.bytes
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return strict.remarks.add(.notUTF8, at: 0)
    }
    if bytes.starts(with: byteOrderMark) { strict.scanner.position = byteOrderMark.count }
    strict.skipBlank()
    section.offset = strict.scanner.position
    while !strict.scanner.isAtEnd {
      if strict.isAtLineStart, strict.scanner.sees("[") {
        header()
      } else if strict.isAtLineStart, strict.isAtOr {
        separator()
      } else if strict.scanner.seesWord {
        strict.rule()
      } else {
        strict.strayCharacter()
      }
      strict.skipBlank()
    }
    endSection()
  }

  private mutating func header() {
    let start = strict.scanner.position
    guard let name = strict.headerName else {
      strict.remarks.add(.malformedHeader, at: start)
      return strict.recover()
    }
    endSection()
    section = Section(name: name, offset: start, hasHeader: true)
    skipLine()
  }

  private mutating func separator() {
    endAlternative(at: strict.scanner.position)
    skipLine()
  }

  private mutating func skipLine() {
    while let byte = strict.scanner.next, byte != UInt8(ascii: "\n") {
      strict.scanner.position += 1
    }
  }

  private mutating func endAlternative(at offset: Int) {
    if !strict.draft.hasContent { strict.remarks.add(.emptyAlternative, at: offset) }
    section.alternatives.append(strict.draft.alternative)
    strict.draft = StrictReader.Draft()
  }

  private mutating func endSection() {
    let isEmpty = section.alternatives.isEmpty && !strict.draft.hasContent
    if isEmpty {
      // Nothing before the first header is no policy; a section without rules is one, but doubtful.
      guard section.hasHeader || strict.scanner.isAtEnd else { return }
      strict.remarks.add(.noRules(section.name), at: section.offset, .warning)
      section.alternatives.append(strict.draft.alternative)
    } else {
      endAlternative(at: strict.scanner.position)
    }
    let position = places.position(of: section.offset)
    if let line = lineOfName.updateValue(position.line, forKey: section.name) {
      strict.remarks.add(.repeatedName(section.name, line: line), at: section.offset)
    }
    let policy = Policy(
      name: section.name, alternatives: section.alternatives,
      location: Location(file: file, position), maxConsecutive: maxConsecutive)
    strict.remarkOnWhole(policy, at: section.offset)
    policies.append(policy)
  }
}
