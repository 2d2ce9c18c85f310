import CXXHash
import PasswordRules
import Passwords

/// One lane's part of an ``ExampleCollection``.
///
/// Each line costs a hash and a look at what is remembered of its signature; only what may be drawn
/// is judged, which is soon hardly any line.
struct ExampleLane {
  private let collection: ExampleCollection
  private let recipe: Recipe
  private var draws: [ExampleDraw]
  private var memory = Array(repeating: Memory(), count: 1 << Self.bits)
  private static let bits = 15

  /// What is known of a signature: no password of it with a number of `bound` or more is drawn.
  private struct Memory {
    var signature = Signature()
    var bound = UInt64.max
    var slots: [Int] = []
    var isKnown = false
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
      let place = Int(truncatingIfNeeded: signature.mixed &>> UInt64(64 - Self.bits))
      if !memory[place].isKnown || memory[place].signature != signature {
        memory[place] = remember(signature)
      }
      let line = batch.line(index)
      let start = Int(line.start)
      let password = text.extracting(start..<start &+ Int(line.byteCount))
      let number = Self.number(of: password)
      if number >= memory[place].bound { continue }
      // SAFETY: they are copied.
      let bytes = unsafe password.withUnsafeBytes { unsafe Array($0) }
      let kept =
        switch collection.form {
        case .shape: Concealed(bytes: Array(Shape.of(bytes).utf8))
        case .plaintext: Concealed(bytes: bytes)
        }
      var bound: UInt64 = 0
      for slot in memory[place].slots {
        if number < draws[slot].bound { draws[slot].offer(kept, number: number) }
        bound = max(bound, draws[slot].bound)
      }
      memory[place].bound = bound
    }
  }

  /// Hands the draws over, and starts anew.
  mutating func handOver() {
    collection.merge(draws)
    draws = Self.empty(collection)
  }

  /// The rules that passwords of a signature break.
  private func remember(_ signature: Signature) -> Memory {
    let profile = recipe.profile(of: signature)
    var slots: [Int] = []
    var first = 0
    for policy in collection.policies {
      slots += policy.matcher.verdict(on: profile).indices.map { first + $0 }
      first += policy.matcher.ruleIDs.count
    }
    return Memory(
      signature: signature, bound: slots.isEmpty ? 0 : .max, slots: slots, isKnown: true)
  }

  /// A number that says nothing of a password but whether it is the same as another; it is the same
  /// in every run, so that reports can be repeated.
  private static func number(of password: RawSpan) -> UInt64 {
    // SAFETY: the bytes live for the call.
    unsafe password.withUnsafeBytes { unsafe xxh3_64bits($0.baseAddress, $0.count, 0) }
  }
}
