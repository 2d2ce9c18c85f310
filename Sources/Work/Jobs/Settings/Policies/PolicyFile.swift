import Diagnostics
import Files
import Glibc
import Intake
import PasswordPolicies
import PolicySources
import Reports

/// The argument of `--rules`: a policy file, or the text of a policy.
package enum PolicyFile {
  // No policy is long; a longer file was given by mistake.
  static let largest = 16_777_216

  /// The name in messages and reports of a policy that was typed.
  static let typedName = "<rules>"

  /// The text of a file, or of standard input for `-`, as UTF-8; nil if there is no such file, and
  /// the path reads as a policy.
  ///
  /// If the kind of the text is stated, whatever is no file is such a text.
  static func bytes(of path: String, isStated: Bool = false) throws(Problem) -> [UInt8]? {
    if path.isEmpty { throw .namelessPolicy }
    do throws(SystemError) {
      return text(of: try SmallFile.bytes(of: path == "-" ? nil : path, .any, atMost: largest))
    } catch {
      if error.code == EISDIR { throw .directoryAsPolicy(path, holding: policies(in: path)) }
      if error.code == EFBIG { throw .largePolicy(path, limit: largest) }
      let isMissing = [ENOENT, ENOTDIR, ENAMETOOLONG].contains(error.code)
      if isMissing, ["https://", "http://", "ftp://"].contains(where: path.hasPrefix) {
        throw .address(path)
      }
      if isMissing, isStated { return nil }
      if isMissing, path.contains(":"), PolicyReading.isPlausible(Array(path.utf8)) { return nil }
      if isMissing, SystemPolicies.isRecognised(path) {
        // A pattern that the shell left alone: 'policies/*.(conf|txt)'.
        if isPattern(path) { throw .pattern(path) }
        return nil
      }
      if isMissing, isWords(path) { throw .wordsAsPolicy(path) }
      throw .unreadablePolicy(path, error)
    }
  }

  /// The policies among the first files of a directory.
  private static func policies(in directory: String) -> [String] {
    ListInput.resolve([directory]).inputs.prefix(1000).map(\.name).filter { file in
      let bytes = try? SmallFile.bytes(of: file, atMost: 1 << 20)
      return bytes.map { Recognition(of: text(of: $0)) != .unknown || QuirksFile.isRecognised($0) }
        ?? false
    }
  }

  /// Whether a text is the login.defs of shadow-utils, whose PASS_MIN_LEN looks like a policy.
  static func isLoginDefinitions(_ bytes: [UInt8]) -> Bool {
    let names = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .compactMap { $0.split(whereSeparator: \.isWhitespace).first }
    return ["PASS_MIN_LEN", "PASS_MAX_DAYS", "PASS_MIN_DAYS", "PASS_WARN_AGE"]
      .contains { names.contains($0[...]) }
  }

  /// Whether a text that names no file describes a policy in words: 'at least 10 characters, upper'.
  private static func isWords(_ text: String) -> Bool {
    let words = text.split { $0 == " " || $0 == "," }
    return words.count > 1 && !text.contains("/")
      && !endings.contains { text.lowercased().hasSuffix($0) }
  }

  private static let endings = [
    ".txt", ".conf", ".policy", ".json", ".inf", ".html", ".cnf", ".py", ".regex", ".hcl", ".tf",
    ".ldif",
  ]

  /// Whether a text that reads as an expression is rather the name of files that are not there:
  /// without anchors, look-aheads and escapes, with a slash within or a usual ending.
  private static func isPattern(_ text: String) -> Bool {
    if text.hasPrefix("^") || text.hasSuffix("$") || text.contains("(?") || text.contains("\\") {
      return false
    }
    let rest = text.dropFirst()
    if text.hasPrefix("/"), let slash = rest.lastIndex(of: "/") {
      // '/…/i' is an expression, '/etc/*.conf' is not.
      return !rest[slash...].dropFirst().allSatisfy { "gimsuy".contains($0) }
    }
    return text.contains("/") || endings.contains { text.lowercased().hasSuffix($0) }
  }

  /// The text of a file as UTF-8, converted from UTF-16, which PowerShell's `>` writes.
  ///
  /// Detects UTF-16 by a byte order mark or, without one, by the zero bytes of ASCII in it. Converts
  /// ill-formed text in the same way as a list's.
  package static func text(of bytes: [UInt8]) -> [UInt8] {
    let (encoding, markByteCount): (TextEncoding, Int)
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE): (encoding, markByteCount) = (.utf16LittleEndian, 2)
    case (0xFE, 0xFF): (encoding, markByteCount) = (.utf16BigEndian, 2)
    case (.some(1...), 0): (encoding, markByteCount) = (.utf16LittleEndian, 0)
    case (0, .some(1...)): (encoding, markByteCount) = (.utf16BigEndian, 0)
    default: return bytes
    }
    guard var converter = TextConverter(encoding, fallback: nil) else { return bytes }
    var text: [UInt8] = []
    converter.convert(Array(bytes.dropFirst(markByteCount)), into: &text)
    converter.finish(into: &text)
    return text
  }
}

/// A policy was given to `--rules` instead of a file.
struct TypedPolicy {
  /// The text of the attribute, if it is one of a field in a page and not the whole field.
  let attribute: [UInt8]?
  /// The name of the policy, unless it has a section of its own: its text in one line, cut after
  /// ``longestName`` characters.
  ///
  /// Has no brackets, as names of sections, and no slash, as names of files.
  let name: String

  private static let longestName = 40

  init(text: String) {
    let bytes = Array(text.utf8)
    let isField = Recognition(of: bytes) == .source(.html)
    attribute =
      PolicyReading.isPlausible(bytes) && !isField ? PastedAttribute.value(in: bytes) : nil
    let words = (attribute.map { String(decoding: $0, as: UTF8.self) } ?? text)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let signs = escaped(words).unicodeScalars.map { Self.replaced[$0] ?? $0 }
    let whole = signs.last == ";" ? signs.dropLast() : signs[...]
    let kept = whole.count > Self.longestName ? whole.prefix(Self.longestName - 1) + ["…"] : whole
    name = String(String.UnicodeScalarView(kept))
  }

  private static let replaced: [Unicode.Scalar: Unicode.Scalar] = ["[": "(", "]": ")", "/": "_"]

  /// The note of it.
  var note: Problem {
    Problem(
      "typed-policy",
      attribute != nil
        ? "the value of --rules is no file; the text of its attribute is read as a policy"
        : "the value of --rules is no file, and is read as a policy", .note)
  }
}

// Why no policy could be read.
extension Problem {
  /// An address of the web was given in place of a file.
  fileprivate static func address(_ path: String) -> Problem {
    Problem(
      "address", in: path, "an address of the web; --rules reads files and downloads nothing",
      remedy:
        "Download it first: curl -fsSLo policy.txt \(path.shellWord). Then say --rules policy.txt.")
  }

  /// The system refuses the file.
  fileprivate static func unreadablePolicy(_ path: String, _ fault: SystemError) -> Problem {
    Problem(
      "unreadable-policy", in: path, "cannot read the policy file: \(fault)",
      remedy: Preset.named(path) == nil
        ? fault.remedy(toRead: path)
        : "It is the name of a preset: --preset \(path).")
  }

  /// It is a directory, with these policies in it.
  fileprivate static func directoryAsPolicy(_ path: String, holding files: [String]) -> Problem {
    Problem(
      "directory-as-policy", in: path, "a directory; --rules reads files",
      remedy: files.isEmpty
        ? "No file in it is a policy. Name a policy file, and lists without an option."
        : "Name its files: "
          + files.prefix(mostNamed).map { "--rules \($0.shellWord)" }.joined(separator: " ")
          + (files.count > mostNamed ? " and so on: \(files.count) policies" : ""))
  }

  /// The file is the login.defs of shadow-utils.
  static func loginDefinitions(_ path: String) -> Problem {
    Problem(
      "login-definitions", in: path,
      "login.defs is no password policy: its PASS_MIN_LEN counts only for a passwd without PAM",
      remedy:
        "Give the file that PAM reads, such as --rules /etc/security/pwquality.conf or --rules "
        + "/etc/pam.d/common-password. Without PAM, give the number itself: --rules 'minlength: 8; "
        + "allowed: unicode;'")
  }

  /// The file is too large to be a policy.
  fileprivate static func largePolicy(_ path: String, limit: Int) -> Problem {
    Problem(
      "large-policy", in: path, "the policy file is larger than any policy",
      expected: "at most \(limit) bytes",
      remedy: "Give the policy with --rules, and lists without an option.")
  }

  /// No line of the file names a rule; its only line may be a regular expression.
  static func noPolicy(_ path: String, mayBeExpression: Bool) -> Problem {
    Problem(
      "no-policy", in: path, "a file that names no rule",
      expected: "a policy, such as 'minlength: 8; required: digit; allowed: ascii-printable;'",
      remedy: "Give the policy with --rules, and lists without an option. "
        + (mayBeExpression
          ? "If it is a regular expression, say --read-as \(SourceKind.expression.rawValue)."
          : "'audit help rules print' lists, at --read-as, the other systems whose files are read.")
    )
  }

  /// The file is JSON, but not Apple's quirks.
  static func noQuirks(_ path: String) -> Problem {
    Problem(
      "no-quirks", in: path, "JSON that holds no password rules",
      expected: #"{"example.com": {"password-rules": "minlength: 8;"}, …}"#,
      remedy: "Check that the file is whole, or give a policy file.")
  }

  /// A site is named, and no file that could list it.
  static func onlyWithoutFile(_ domain: String) -> Problem {
    Problem(
      "only-without-file",
      "--only chooses among the policies of a file: --rules apple-password-rules.json --only "
        + domain.shellWord)
  }

  /// Sites were requested, but the file has none.
  static func noDomains(_ path: String) -> Problem {
    Problem(
      "no-domains", in: path, "--only with a file that lists no domains",
      expected: "apple-password-rules.json", remedy: "Leave --only out.")
  }

  /// The file has no rules for the requested sites; each is named with the most similar one that is
  /// known.
  static func unknownDomains(_ domains: [String], file: String, among known: [String]) -> Problem {
    let named = domains.prefix(mostNamed).map { domain in
      "'\(domain.prefix(100))'"
        + (nearest(to: domain, among: known).map { " (did you mean '\($0)'?)" } ?? "")
    }
    let rest = domains.count - named.count
    return Problem(
      "unknown-domains", in: file,
      "no rules for \(named.joined(separator: ", "))"
        + (rest > 0 ? " and \(counted(rest, "more site"))" : ""),
      remedy: "Without --only every policy of the file is used.")
  }

  /// No rule says some parts of another system's policy; a rest may be left to read leniently.
  static func notSaid(_ path: String, _ source: PolicySource, hasRest: Bool) -> Problem {
    let count = source.remarks.count { $0.kind == .cannot }
    return Problem(
      "not-said", in: path,
      "a policy with \(count == 1 ? "a part" : "\(count) parts") that no rule can express",
      remedy: hasRest
        ? "With --lenient the policy is read without \(count == 1 ? "it" : "them"), and accepts more."
        : "Nothing else of it is a policy.")
  }

  /// Words that describe a policy were given in place of a file.
  fileprivate static func wordsAsPolicy(_ text: String) -> Problem {
    Problem(
      "words-as-policy",
      "no file is called '\(text.prefix(100))', and no policy is written like this",
      expected:
        "a file, or rules such as 'minlength: 10; required: upper; required: lower; allowed: unicode;'",
      remedy: "'audit rules new --length 10 --require upper,lower' prints a policy.")
  }

  /// No file has a name that reads as an expression.
  fileprivate static func pattern(_ path: String) -> Problem {
    Problem(
      "pattern", in: path, "no such file, and no policy; the shell found no file for the pattern",
      remedy:
        "Check the directory and the name. If it is a regular expression, say --read-as regex.")
  }

  /// The name of a file is empty.
  fileprivate static var namelessPolicy: Problem {
    Problem(
      "nameless-policy", "--rules is given an empty name",
      remedy: "Name a policy file, or leave --rules out; is a variable of the shell empty?")
  }

  /// No preset has this identifier.
  static func unknownPreset(_ id: String) -> Problem {
    Problem(
      "unknown-preset", "unknown preset '\(id)'",
      remedy: (nearest(to: id, among: Preset.all.map(\.id)).map { "Did you mean '\($0)'? " } ?? "")
        + "'audit rules presets' lists them.")
  }

  /// The most sites or files that a message names.
  private static let mostNamed = 20
}
