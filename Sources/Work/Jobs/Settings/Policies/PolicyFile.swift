import Diagnostics
import Files
import Glibc
import Intake
package import PasswordPolicies
import PolicySources

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
  static func bytes(
    of path: String, isStated: Bool = false
  ) throws(PolicyFileProblem) -> [UInt8]? {
    if path.isEmpty { throw .nameless }
    do throws(SystemError) {
      return text(of: try SmallFile.bytes(of: path == "-" ? nil : path, .any, atMost: largest))
    } catch {
      if error.code == EISDIR { throw .directory(path, policies: policies(in: path)) }
      if error.code == EFBIG { throw .tooLarge(path, limit: largest) }
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
      if isMissing, isWords(path) { throw .words(path) }
      throw .unreadable(path, "\(error)")
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
struct TypedPolicy: Diagnosable {
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

  var location: Location? { nil }
  var severity: Severity { .note }
  var found: String {
    attribute != nil
      ? "the value of --rules is no file; the text of its attribute is read as a policy"
      : "the value of --rules is no file, and is read as a policy"
  }
  var expected: String? { nil }
  var remedy: String? { nil }
}

/// The reason why no policy could be read.
package enum PolicyFileProblem: Diagnosable {
  /// An address of the web was given in place of a file.
  case address(String)
  /// The system refuses the file; its reason.
  case unreadable(String, String)
  /// It is a directory, with these policies in it.
  case directory(String, policies: [String])
  /// The file is the login.defs of shadow-utils.
  case loginDefinitions(String)
  /// The file is too large to be a policy.
  case tooLarge(String, limit: Int)
  /// No line of the file names a rule; its only line may be a regular expression.
  case noPolicy(String, mayBeExpression: Bool)
  /// The file is JSON, but not Apple's quirks.
  case noQuirks(String)
  /// Sites were requested, but the file has none.
  case noDomains(String)
  /// The file has no rules for the requested sites.
  case unknownDomains([String], file: String, among: [String])
  /// No rule says some parts of another system's policy; a rest may be left to read leniently.
  case notSaid(String, PolicySource, hasRest: Bool)
  /// Words that describe a policy were given in place of a file.
  case words(String)
  /// No file has a name that reads as an expression.
  case pattern(String)
  /// The name of a file is empty.
  case nameless
  /// No preset has this identifier.
  case unknownPreset(String)

  var location: Location? {
    switch self {
    case .address(let path), .unreadable(let path, _), .tooLarge(let path, _),
      .noPolicy(let path, _), .noQuirks(let path), .noDomains(let path),
      .directory(let path, _), .loginDefinitions(let path),
      .unknownDomains(_, let path, _),
      .notSaid(let path, _, _), .pattern(let path):
      Location(file: path)
    case .unknownPreset, .nameless, .words: nil
    }
  }

  var found: String {
    switch self {
    case .address: "an address of the web; --rules reads files and downloads nothing"
    case .unreadable(_, let reason): "cannot read the policy file: \(reason)"
    case .directory: "a directory; --rules reads files"
    case .loginDefinitions:
      "login.defs is no password policy: its PASS_MIN_LEN counts only for a passwd without PAM"
    case .tooLarge: "the policy file is larger than any policy"
    case .noPolicy: "a file that names no rule"
    case .words(let text):
      "no file is called '\(text.prefix(100))', and no policy is written like this"
    case .noQuirks: "JSON that holds no password rules"
    case .noDomains: "--only with a file that lists no domains"
    case .unknownDomains(let domains, _, let known): Self.unknown(domains, among: known)
    case .notSaid(_, let source, _):
      Self.unsaid(source.remarks.count { $0.kind == .cannot })
    case .pattern: "no such file, and no policy; the shell found no file for the pattern"
    case .nameless: "--rules is given an empty name"
    case .unknownPreset(let id): "unknown preset '\(id)'"
    }
  }

  var expected: String? {
    switch self {
    case .tooLarge(_, let limit): "at most \(limit) bytes"
    case .noPolicy: "a policy, such as 'minlength: 8; required: digit; allowed: ascii-printable;'"
    case .words:
      "a file, or rules such as 'minlength: 10; required: upper; required: lower; allowed: unicode;'"
    case .noQuirks: #"{"example.com": {"password-rules": "minlength: 8;"}, …}"#
    case .noDomains: "apple-password-rules.json"
    default: nil
    }
  }

  var remedy: String? {
    switch self {
    case .address(let path):
      "Download it first: curl -fsSLo policy.txt \(path.shellWord). Then say --rules policy.txt."
    case .unreadable(let path, _):
      Preset.named(path) == nil
        ? "Check the path given with --rules." : "It is the name of a preset: --preset \(path)."
    case .directory(_, let files) where files.isEmpty:
      "No file in it is a policy. Name a policy file, and lists without an option."
    case .directory(_, let files):
      "Name its files: "
        + files.prefix(Self.mostNamed).map { "--rules \($0.shellWord)" }.joined(separator: " ")
        + (files.count > Self.mostNamed ? " … (\(files.count) policies)" : "")
    case .loginDefinitions:
      "Give the file that PAM reads, such as --rules /etc/security/pwquality.conf or --rules "
        + "/etc/pam.d/common-password. Without PAM, give the number itself: --rules 'minlength: 8; "
        + "allowed: unicode;'"
    case .tooLarge: "Give the policy with --rules, and lists without an option."
    case .noPolicy(_, mayBeExpression: true):
      "Give the policy with --rules, and lists without an option. If it is a regular expression, say "
        + "--read-as \(SourceKind.expression.rawValue)."
    case .noPolicy:
      "Give the policy with --rules, and lists without an option. 'audit help rules print' lists, at "
        + "--read-as, the other systems whose files are read."
    case .words: "'audit rules new --length 10 --require upper,lower' prints a policy."
    case .noQuirks: "Check that the file is whole, or give a policy file."
    case .noDomains: "Leave --only out."
    case .unknownDomains: "Without --only every policy of the file is used."
    case .pattern:
      "Check the directory and the name. If it is a regular expression, say --read-as regex."
    case .nameless: "Name a policy file, or leave --rules out; is a variable of the shell empty?"
    case .notSaid(_, _, hasRest: true):
      "With --lenient the policy is read without it, and accepts more."
    case .notSaid: "Nothing else of it is a policy."
    case .unknownPreset(let id):
      (nearest(to: id, among: Preset.all.map(\.id)).map { "Did you mean '\($0)'? " } ?? "")
        + "'audit rules presets' lists them."
    }
  }

  private static func unsaid(_ count: Int) -> String {
    "a policy of which no rule says \(count == 1 ? "one part" : "\(count) parts")"
  }

  /// The most sites that a message names.
  private static let mostNamed = 20

  /// Names unknown sites, each with the most similar one that is known.
  private static func unknown(_ domains: [String], among known: [String]) -> String {
    let named = domains.prefix(mostNamed).map { domain in
      "'\(domain.prefix(100))'"
        + (nearest(to: domain, among: known).map { " (did you mean '\($0)'?)" } ?? "")
    }
    let rest = domains.count - named.count
    return "no rules for \(named.joined(separator: ", "))"
      + (rest > 0 ? " and \(rest) more sites" : "")
  }
}
