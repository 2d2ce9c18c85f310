package import Auditing
import Blocklists
package import Diagnostics
import Intake
package import PasswordPolicies
package import PasswordSpaces

/// A generator that is ready to draw passwords.
package struct PreparedGenerator {
  private let generator: PasswordGenerator
  private let lineFilter: GenerateFilter

  /// Bytes that are delivered at a time.
  private static let blockSize = 65_536

  init(_ generator: PasswordGenerator, _ lineFilter: GenerateFilter) {
    self.generator = generator
    self.lineFilter = lineFilter
  }

  /// Draws passwords, one a line.
  ///
  /// - Parameters:
  ///   - count: The number of passwords.
  ///   - seed: Determines the passwords; nil to draw from the system's random source.
  ///   - deliver: Writes some lines, and returns whether the output still has a reader; false ends
  ///     the drawing.
  /// - Throws: Errors of `deliver`, ``Problem`` if too many passwords in a row are refused,
  ///   and `Problem` if a list has changed meanwhile.
  package func generate(
    _ count: Int, seed: UInt64?, deliver: ([UInt8]) throws -> Bool
  ) throws {
    try GenerateSettings.validate(count: count)
    if let seed {
      var random = ReproducibleGenerator(seed: seed)
      try generate(count, using: &random, deliver: deliver)
    } else {
      var random = SystemRandomNumberGenerator()
      try generate(count, using: &random, deliver: deliver)
    }
  }

  private func generate(
    _ count: Int, using random: inout some RandomNumberGenerator,
    deliver: ([UInt8]) throws -> Bool
  ) throws {
    var output: [UInt8] = []
    for _ in 0..<count {
      guard
        let password = lineFilter.next(
          from: generator, using: &random, tries: GenerateFilter.mostTries)
      else {
        throw Problem.allRefused
      }
      output += password.utf8
      output.append(10)
      if output.count >= Self.blockSize {
        guard try deliver(output) else { return }
        output.removeAll(keepingCapacity: true)
      }
    }
    try lineFilter.checkUnchanged()
    _ = try deliver(output)
  }
}

/// Answers a password with its number, or a number with its password, in decimal digits.
struct PasswordNumbering: LineAnswerer {
  let generator: PasswordGenerator
  let asksNumbers: Bool

  func answer(_ line: ArraySlice<UInt8>, into output: inout [UInt8]) -> Bool {
    let answer =
      asksNumbers
      ? String(validating: line, as: UTF8.self).flatMap(generator.rank(of:))?.decimal
      : generator.password(atDecimal: String(decoding: line, as: UTF8.self))
    output += (answer ?? "-").utf8
    return true
  }
}

/// Rejects generated passwords that are listed or weak, which counting characters cannot exclude.
package final class GenerateFilter {
  /// Nil if the policy has no such rule.
  private let checker: PasswordChecker?
  private let lists: LoadedBlocklists?
  private let scratch = CheckScratch()

  /// Loads the lists that the policy uses.
  ///
  /// - Throws: ``ProblemsTold`` if a list cannot be read.
  package init(
    _ policy: Policy, _ lists: BlocklistSettings, _ strength: StrengthSettings,
    tell: @escaping ProblemHandler
  ) throws {
    guard !policy.uncounted.isEmpty else {
      checker = nil
      self.lists = nil
      return
    }
    let loaded = try lists.load(
      for: [policy], names: strength.contextWords, stop: StopFlag(), tell: tell)
    checker = try PasswordChecker([policy], loaded, strength)
    self.lists = loaded
  }

  /// Checks, after the last password, that no list has changed since it was opened.
  func checkUnchanged() throws(Problem) { try lists?.checkUnchanged() }

  /// Rejections in a row after which no password is expected to pass.
  static let mostTries = 100_000

  /// Generates until a password passes that fits on a line.
  ///
  /// - Returns: The password; nil if so many in a row were rejected.
  package func next(
    from generator: PasswordGenerator, using random: inout some RandomNumberGenerator,
    tries: Int
  ) -> String? {
    for _ in 0...tries {
      let password = generator.next(using: &random)
      if !password.utf8.contains(where: { $0 == 10 || $0 == 13 }), passes(password) {
        return password
      }
    }
    return nil
  }

  /// Whether a password may pass.
  private func passes(_ password: String) -> Bool {
    checker?.accepts(Array(password.utf8).span, scratch) ?? true
  }
}
