@_spi(House) import Hashing
import PasswordRules
@_spi(House) import Passwords

/// The part of one lane in an ``ExampleCollection``.
///
/// Each line costs a hash and a look-up of its signature. Only candidates for the sample are
/// judged; soon there are few.
struct ExampleLane {
  private let collection: ExampleCollection
  private let recipe: Recipe
  private var draws: [ExampleDraw]
  private var memory = SignatureMemory<Known>(bits: 15)

  /// The cached facts of a signature.
  ///
  /// No password with this signature and a number of `bound` or more is drawn.
  private struct Known {
    var bound: UInt64
    let slots: [Int]
  }

  init(_ collection: ExampleCollection, _ recipe: Recipe) {
    self.collection = collection
    self.recipe = recipe
    draws = Self.empty(collection)
  }

  private static func empty(_ collection: ExampleCollection) -> [ExampleDraw] {
    collection.policies.flatMap { policy in
      policy.matcher.ruleIDs.map { _ in ExampleDraw(limit: collection.limit) }
    }
  }

  /// Draws from the lines of a batch.
  mutating func draw(from batch: borrowing LineBatch, in text: RawSpan) {
    for index in 0..<batch.count {
      let signature = batch[signature: index]
      let place = memory.place(of: signature, workOut: rules(brokenBy:))
      guard var known = memory[place] else { continue }
      let password = batch.bytes(of: index, in: text)
      // The hash reveals only whether two passwords are equal, and is the same in every run, so
      // that reports are reproducible.
      let number = xxh3(password)
      if number >= known.bound { continue }
      // SAFETY: the bytes are copied.
      let bytes = unsafe password.withUnsafeBytes { unsafe Array($0) }
      let kept =
        switch collection.form {
        case .shape: Concealed(bytes: Array(Shape.of(bytes).utf8))
        case .plaintext: Concealed(bytes: bytes)
        }
      var bound: UInt64 = 0
      for slot in known.slots {
        if number < draws[slot].bound { draws[slot].offer(kept, number: number) }
        bound = max(bound, draws[slot].bound)
      }
      known.bound = bound
      memory[place] = known
    }
  }

  /// Hands the draws over and resets them.
  mutating func handOver() {
    collection.merge(draws)
    draws = Self.empty(collection)
  }

  /// The rules that passwords with this signature break.
  private func rules(brokenBy signature: Signature) -> Known {
    let profile = recipe.profile(of: signature)
    var slots: [Int] = []
    var first = 0
    for policy in collection.policies {
      slots += policy.matcher.verdict(on: profile).indices.map { first + $0 }
      first += policy.matcher.ruleIDs.count
    }
    return Known(bound: slots.isEmpty ? 0 : .max, slots: slots)
  }
}
