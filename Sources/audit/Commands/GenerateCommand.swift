import ArgumentParser
import Diagnostics
import Foundation
import Keyspaces
import PasswordRules
import Preparing

/// `audit generate`: passwords that a policy permits.
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Prints random passwords that a policy permits, each equally likely.",
    discussion: """
      The output of this command are passwords, one a line: send it where passwords may be. They \
      are drawn from the system's random source, uniformly over all that the policy permits; over \
      several lengths nearly all of those have the greatest, so ask for one with --length.

      With --seed the same passwords come again: data for tests, never secrets, since whoever \
      guesses the seed has them all.

      Passwords that the policy's blocklists, context words or min-score refuse are drawn again. \
      So are those with a line feed or carriage return, which 'allowed: unicode' permits and a \
      line cannot hold.
      """)

  @OptionGroup(title: "Policies") var policies: PolicyOptions
  @OptionGroup(title: "Lengths") var lengths: LengthOptions
  @OptionGroup(title: "Blocklists") var lists: BlocklistOptions
  @OptionGroup(title: "Strength") var strength: StrengthOptions

  @Option(
    name: [.customShort("n"), .long],
    help: ArgumentHelp("How many, such as 20 or 1M.", valueName: "n"),
    transform: typed(Quantity.count))
  var count = 1

  @Option(
    help: ArgumentHelp(
      "Make the same passwords whenever this number is given: for tests, not for secrets.",
      valueName: "number"))
  var seed: UInt64?

  @Flag(help: .hidden)
  var rank = false

  @Flag(help: .hidden)
  var unrank = false

  func validate() throws {
    if count < 0 { throw ValidationError("--count takes a number from 0, not \(count).") }
    if rank, unrank { throw ValidationError("--rank and --unrank exclude each other.") }
  }

  func run() throws {
    try reportingProblems {
      let policies = try policies.load()
      guard policies.count == 1, let policy = policies.first else {
        throw KeyspaceUsageProblem.severalPolicies(policies.count)
      }
      let range = lengths.range(for: policy)
      guard let lengths = range.lengths else { throw GenerateProblem.impossible(policy, range) }
      let generator = try PasswordGenerator(policy, lengths: lengths)
      if rank { return try printRanks(generator) }
      if unrank { return try printPasswords(generator) }
      guard !generator.isEmpty else { throw GenerateProblem.impossible(policy, range) }
      let sieve = try GenerateSieve(
        policy, lists.settings, strength.reading, tell: Terminal.tell)
      if let seed {
        Terminal.tell(
          "warning: --seed makes these passwords again for anybody; they are no secrets")
        var random = ReproducibleGenerator(seed: seed)
        try print(generator, sieve, &random)
      } else {
        var random = SystemRandomNumberGenerator()
        try print(generator, sieve, &random)
      }
    }
  }

  private func print(
    _ generator: PasswordGenerator, _ sieve: GenerateSieve,
    _ random: inout some RandomNumberGenerator
  ) throws {
    var output: [UInt8] = []
    for _ in 0..<count {
      var tries = 0
      var password = generator.next(using: &random)
      while password.utf8.contains(where: { $0 == 10 || $0 == 13 }) || !sieve.passes(password) {
        tries += 1
        if tries > GenerateProblem.mostTries { throw GenerateProblem.allRefused }
        password = generator.next(using: &random)
      }
      output += password.utf8
      output.append(10)
      if output.count >= 65_536 {
        guard try Terminal.write(output) else { return }
        output.removeAll(keepingCapacity: true)
      }
    }
    try sieve.checkUnchanged()
    try Terminal.write(output)
  }

  /// The number of each password on standard input, `-` for one that is not permitted.
  private func printRanks(_ generator: PasswordGenerator) throws {
    try answerLines(lanes: 1, overLong: Array(overLongAnswer.utf8), scratch: { 0 }) {
      _, line, output in
      let rank = String(validating: line, as: UTF8.self).flatMap(generator.rank(of:))
      output += (rank?.decimal ?? "-").utf8
    }
  }

  /// The password of each number on standard input, `-` for one that is too large.
  private func printPasswords(_ generator: PasswordGenerator) throws {
    try answerLines(lanes: 1, overLong: Array(overLongAnswer.utf8), scratch: { 0 }) {
      _, line, output in
      let digits = String(decoding: line, as: UTF8.self)
      output += (generator.password(atDecimal: digits) ?? "-").utf8
    }
  }
}

/// Why no password comes.
enum GenerateProblem: Diagnosable {
  case impossible(Policy, LengthRange)
  case allRefused

  /// Draws after which a list or a score is taken to refuse everything.
  static let mostTries = 100_000

  var location: Location? {
    if case .impossible(let policy, _) = self { policy.location } else { nil }
  }

  var found: String {
    switch self {
    case .impossible(let policy, let range):
      policy.unsatisfiable.map { "no password can comply: \($0)" }
        ?? "no password of \(range.lower) to \(range.upper) characters can comply"
    case .allRefused:
      "\(Self.mostTries) passwords in a row were refused by a list, a score, or for a line end"
    }
  }

  var expected: String? { nil }

  var remedy: String? {
    switch self {
    case .impossible: "See 'audit keyspace' for the lengths that the policy permits."
    case .allRefused: "Ask for a longer length, or lift 'min-score'."
    }
  }
}
