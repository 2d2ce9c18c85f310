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

  /// The policies of another system in a text, nil if it is none; and the text as our own language,
  /// if it was read strictly to tell, and is to be, so that no text is read twice.
  private func recognised(
    _ bytes: [UInt8], file: String, name: String? = nil, as kind: SourceKind? = nil
  ) -> (source: SystemPolicies?, ours: PolicyReading?) {
    var ours: PolicyReading?
    let source = SystemPolicies(in: bytes, file: file, name: name, as: kind) { text in
      let reading = PolicyReading(
        policyFile: text, file: file, name: name, .strict, maxConsecutive: maxConsecutive)
      ours = reading
      return reading
    }
    return (source, isLenient ? nil : ours)
  }

  private var strictness: PolicyReading.Strictness { isLenient ? .lenient : .strict }

  private func read(
    file: String, by workers: WorkerPool, tell: ProblemHandler,
    refused: (PolicySource) -> Void
  ) throws(Problem) -> PolicyReading {
    guard let bytes = try PolicyFile.bytes(of: file, isStated: kind != nil) else {
      let (typed, name) = (TypedPolicy(text: file), PolicyFile.typedName)
      tell(typed.note)
      if let text = typed.attribute { return read(text, file: name, name: typed.name).from(.typed) }
      let text = Array(file.utf8)
      let (source, ours) = recognised(text, file: name, name: typed.name, as: kind)
      if let source { return try policies(of: source, tell: tell, refused: refused).from(.typed) }
      return (ours ?? read(text, file: name, name: typed.name)).from(.typed)
    }
    let name = file == "-" ? "<stdin>" : file
    guard kind == nil, QuirksFile.isRecognised(bytes) else {
      let (source, ours) = recognised(bytes, file: name, as: kind)
      if let source { return try policies(of: source, tell: tell, refused: refused) }
      if PolicyFile.isLoginDefinitions(bytes) { throw .loginDefinitions(name) }
      if !domains.isEmpty { throw .noDomains(name) }
      if let ours { return ours }
      guard PolicyReading.isPlausible(bytes) else {
        throw .noPolicy(name, mayBeExpression: ExpressionReader.mayBeExpression(bytes))
      }
      return read(bytes, file: name)
    }
    let quirks: Quirks
    do throws(Problem) { quirks = try QuirksFile.quirks(in: bytes, file: name) } catch {
      guard let source = recognised(bytes, file: name).source else { throw error }
      return try policies(of: source, tell: tell, refused: refused)
    }
    if domains.isEmpty { return read(quirks, file: name, by: workers) }
    let wanted = Set(domains.compactMap { quirks.entry(for: $0) })
    let unknown = domains.filter { quirks.entry(for: $0) == nil }
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
