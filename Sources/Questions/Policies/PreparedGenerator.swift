import PasswordSpaces
import Requests

/// A generator that is ready to draw passwords.
package struct PreparedGenerator {
  private let generator: PasswordGenerator
  private let sieve: GenerateSieve

  /// Bytes that are delivered at a time.
  private static let blockSize = 65_536

  init(_ generator: PasswordGenerator, _ sieve: GenerateSieve) {
    self.generator = generator
    self.sieve = sieve
  }

  /// Draws passwords, one a line.
  ///
  /// - Parameters:
  ///   - count: The number of passwords.
  ///   - seed: Determines the passwords; nil to draw from the system's random source.
  ///   - deliver: Writes some lines, and returns whether the output still has a reader; false ends
  ///     the drawing.
  /// - Throws: Errors of `deliver`, ``GenerateProblem`` if too many passwords in a row are refused,
  ///   and `CompiledProblem` if a list has changed meanwhile.
  package func generate(
    _ count: Int, seed: UInt64?, deliver: ([UInt8]) throws -> Bool
  ) throws {
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
      guard let password = sieve.next(from: generator, using: &random) else {
        throw GenerateProblem.allRefused
      }
      output += password.utf8
      output.append(10)
      if output.count >= Self.blockSize {
        guard try deliver(output) else { return }
        output.removeAll(keepingCapacity: true)
      }
    }
    try sieve.checkUnchanged()
    _ = try deliver(output)
  }
}

/// The passwords of a policy, numbered.
package struct PasswordNumbering: Sendable {
  private let generator: PasswordGenerator

  init(_ generator: PasswordGenerator) { self.generator = generator }

  /// The number of a password in decimal digits; nil if the policy does not permit it.
  package func number(of password: ArraySlice<UInt8>) -> String? {
    String(validating: password, as: UTF8.self).flatMap(generator.rank(of:))?.decimal
  }

  /// The password with a number in decimal digits; nil if there is none.
  package func password(at number: ArraySlice<UInt8>) -> String? {
    generator.password(atDecimal: String(decoding: number, as: UTF8.self))
  }
}
