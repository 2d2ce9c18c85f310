package import Diagnostics
package import PasswordPolicies
import PolicySources
package import Workers

/// The policies to use, and how to read their text.
///
///     let policies = try PolicySettings(presets: ["nist-63b-4"]).load { print($0.message) }
package struct PolicySettings: Hashable, Sendable {
  /// Policy files, and Apple's `apple-password-rules.json`; `-` is standard input.
  ///
  /// A text that is no file name but reads as a policy is one.
  let files: [String]
  /// Identifiers of presets.
  let presets: [String]
  /// The sites of `apple-password-rules.json` whose policies are used; empty for all.
  let domains: [String]
  /// Whether text is read as Apple's parser reads it.
  let isLenient: Bool
  /// The reading of `max-consecutive`.
  package let maxConsecutive: PasswordRules.MaxConsecutiveReading
  /// What the files are, whatever their content looks like; nil to recognise them.
  let kind: SourceKind?

  /// Makes settings; without a file or preset, ``defaultPresets`` are used.
  package init(
    files: [String] = [], presets: [String] = [], domains: [String] = [], isLenient: Bool = false,
    maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats, kind: SourceKind? = nil
  ) {
    self.files = files
    self.presets = presets
    self.domains = domains
    self.isLenient = isLenient
    self.maxConsecutive = maxConsecutive
    self.kind = kind
  }

  /// The preset with an identifier.
  ///
  /// - Throws: ``Problem``.
  package static func preset(_ id: String) throws -> Preset {
    guard let preset = Preset.named(id) else { throw Problem.unknownPreset(id) }
    return preset
  }

  /// The presets used if no policy is named: today's standard for passwords, alone and with another
  /// factor.
  package static let defaultPresets = ["nist-63b-4", "nist-63b-4-mfa"]

  /// Whether any policy is named.
  package var isGiven: Bool { !files.isEmpty || !presets.isEmpty }

  /// Reads all policies, and reports every problem of every file.
  ///
  /// - Parameters:
  ///   - threads: The number of threads that read hundreds of policies, with the caller's.
  ///   - tell: Receives the problems.
  ///   - refused: Receives the policies of other systems that no rules say.
  /// - Returns: The policies, each with a name of its own.
  /// - Throws: ``ProblemsTold`` if a policy has errors or cannot be read.
  package func load(
    threads: Int = 1, tell: ProblemHandler, refused: (PolicySource) -> Void = { _ in }
  ) throws(ProblemsTold) -> [Policy] {
    let readings = try read(
      by: threads == 1 ? .alone : WorkerPool(width: threads), tell: tell, refused: refused)
    Self.tell(readings.flatMap(\.problems), tell)
    if readings.contains(where: \.hasErrors) { throw ProblemsTold() }
    return Self.uniquelyNamed(readings.flatMap(\.policies))
  }

  /// Reads all policies, and returns the problems of their text.
  ///
  /// - Throws: ``ProblemsTold`` if a file cannot be read or a name is unknown.
  package func read(
    by workers: WorkerPool = .alone, tell: ProblemHandler,
    refused: (PolicySource) -> Void = { _ in }
  ) throws(ProblemsTold) -> [PolicyReading] {
    if files.isEmpty, let domain = domains.first {
      tell(.onlyWithoutFile(domain))
      throw ProblemsTold()
    }
    var readings: [PolicyReading] = []
    var failed = false
    for file in files {
      do throws(Problem) {
        readings.append(try read(file: file, by: workers, tell: tell, refused: refused))
      } catch {
        tell(error)
        failed = true
      }
    }
    for id in isGiven ? presets : Self.defaultPresets {
      if let preset = Preset.named(id) {
        let policy = preset.policy(maxConsecutive: maxConsecutive)
        readings.append(PolicyReading(policies: [policy], problems: []))
      } else {
        tell(Problem.unknownPreset(id))
        failed = true
      }
    }
    if failed { throw ProblemsTold() }
    return readings
  }

  /// Reads the text of a policy file; `file` names it in problems, and the policy unless it has a
  /// name of its own.
  package func read(_ bytes: [UInt8], file: String, name: String? = nil) -> PolicyReading {
    PolicyReading(
      policyFile: bytes, file: file, name: name, strictness, maxConsecutive: maxConsecutive)
  }

  /// Reads a text strictly, and keeps the reading.
  private func strict(
    _ bytes: [UInt8], file: String, name: String? = nil, _ kept: inout PolicyReading?
  ) -> PolicyReading {
    let reading = PolicyReading(
      policyFile: bytes, file: file, name: name, .strict, maxConsecutive: maxConsecutive)
    kept = reading
    return reading
  }

  /// A strict reading, if that is wanted, so that no text is read twice.
  private func known(_ reading: PolicyReading?) -> PolicyReading? { isLenient ? nil : reading }

  private var strictness: PolicyReading.Strictness { isLenient ? .lenient : .strict }

  private func read(
    file: String, by workers: WorkerPool, tell: ProblemHandler,
    refused: (PolicySource) -> Void
  ) throws(Problem) -> PolicyReading {
    guard let bytes = try PolicyFile.bytes(of: file, isStated: kind != nil) else {
      let text = Array(file.utf8)
      let typed = TypedPolicy(text: file)
      tell(typed.note)
      var ours: PolicyReading?
      if typed.attribute == nil,
        let source = SystemPolicies(
          in: text, file: PolicyFile.typedName, name: typed.name, as: kind,
          readingOurs: { strict($0, file: PolicyFile.typedName, name: typed.name, &ours) })
      {
        return try policies(of: source, tell: tell, refused: refused).from(.typed)
      }
      return
        (known(ours) ?? read(typed.attribute ?? text, file: PolicyFile.typedName, name: typed.name))
        .from(.typed)
    }
    let name = file == "-" ? "<stdin>" : file
    guard kind == nil, QuirksFile.isRecognised(bytes) else {
      var ours: PolicyReading?
      if let source = SystemPolicies(
        in: bytes, file: name, as: kind, readingOurs: { strict($0, file: name, &ours) })
      {
        return try policies(of: source, tell: tell, refused: refused)
      }
      if PolicyFile.isLoginDefinitions(bytes) { throw .loginDefinitions(name) }
      if !domains.isEmpty { throw .noDomains(name) }
      if let ours = known(ours) { return ours }
      guard PolicyReading.isPlausible(bytes) else {
        throw .noPolicy(name, mayBeExpression: ExpressionReader.mayBeExpression(bytes))
      }
      return read(bytes, file: name)
    }
    let quirks: Quirks
    do throws(Problem) { quirks = try QuirksFile.quirks(in: bytes, file: name) } catch {
      var ours: PolicyReading?
      guard
        let source = SystemPolicies(
          in: bytes, file: name, readingOurs: { strict($0, file: name, &ours) })
      else { throw error }
      return try policies(of: source, tell: tell, refused: refused)
    }
    guard !domains.isEmpty else {
      return read(quirks, file: name, by: workers)
    }
    var wanted: Set<Quirks.Entry> = []
    var unknown: [String] = []
    for domain in domains {
      if let entry = quirks.entry(for: domain) {
        wanted.insert(entry)
      } else {
        unknown.append(domain)
      }
    }
    if !unknown.isEmpty {
      throw .unknownDomains(unknown, file: name, among: quirks.entries.map(\.domain))
    }
    return quirks.read(
      file: name, strictness, maxConsecutive: maxConsecutive, where: wanted.contains)
  }

  /// The policies of another system, of which ``domains`` choose some by their names.
  private func policies(
    of source: SystemPolicies, tell: ProblemHandler, refused: (PolicySource) -> Void
  ) throws(Problem) -> PolicyReading {
    if !domains.isEmpty {
      let names = source.names
      if names.isEmpty { throw .noDomains(source.file) }
      let unknown = domains.filter { !names.contains($0) }
      if !unknown.isEmpty { throw .unknownDomains(unknown, file: source.file, among: names) }
    }
    return try source.policies(
      named: domains, isLenient: isLenient, maxConsecutive, tell: tell, refused: refused)
  }

  /// Reads the policies of all entries, in parts on all workers.
  private func read(_ quirks: Quirks, file: String, by workers: WorkerPool) -> PolicyReading {
    let size = 1 + quirks.entries.count / (4 * workers.width)
    let parts = stride(from: 0, to: quirks.entries.count, by: size).map { start in
      Quirks(Array(quirks.entries[start...].prefix(size)))
    }
    let readings = workers.map(parts) { part in
      part.read(file: file, strictness, maxConsecutive: maxConsecutive)
    }
    return PolicyReading(
      policies: readings.flatMap(\.policies), problems: readings.flatMap(\.problems))
  }

  /// Renames policies of the same name from different files: `site`, `site-2`.
  package static func uniquelyNamed(_ policies: [Policy]) -> [Policy] {
    var taken = Set(policies.map(\.name))
    var seen: Set<String> = []
    return policies.map { policy in
      guard !seen.insert(policy.name).inserted else { return policy }
      var number = 2
      while !taken.insert("\(policy.name)-\(number)").inserted { number += 1 }
      var renamed = policy
      renamed.name = "\(policy.name)-\(number)"
      return renamed
    }
  }
}
