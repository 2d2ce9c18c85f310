package import PasswordRules
package import Passwords
import Workers

/// Examples of the passwords that each rule of each policy refuses, collected by all lanes.
///
/// The selection depends only on the list, not on the lanes: the passwords with the smallest hashes
/// are kept, a fair sample of the distinct passwords.
package final class ExampleCollection: Sendable {
  /// The form in which a password is kept.
  package enum Form: Sendable {
    /// The password's ``Shape``.
    case shape
    /// The password's bytes.
    case plaintext
  }

  /// The policies with their names, in the order of the slots.
  package let policies: [(name: String, matcher: PolicyMatcher)]
  let limit: Int
  let form: Form
  private let draw = Locked<[ExampleDraw]>([])

  /// Makes an empty collection.
  ///
  /// - Parameters:
  ///   - policies: The policies with their names.
  ///   - limit: The number of examples kept for each rule; at least 1.
  ///   - form: The form in which passwords are kept.
  package init(
    _ policies: [(name: String, matcher: PolicyMatcher)], limit: Int, form: Form
  ) {
    precondition(limit >= 1, "no examples, no collection")
    self.policies = policies
    self.limit = limit
    self.form = form
    draw.withLock { draw in
      draw = policies.flatMap { policy in
        policy.matcher.ruleIDs.map { _ in ExampleDraw(limit: limit) }
      }
    }
  }

  /// Adds the draws of a lane, slot by slot.
  func merge(_ others: [ExampleDraw]) {
    draw.withLock { draw in
      for (slot, other) in others.enumerated() { draw[slot].merge(other) }
    }
  }

  /// The examples in the order of policies and rules; within a rule, the smallest hash first.
  package var examples: [(policy: String, rule: String, text: Concealed)] {
    var slots = draw.withLock { $0 }[...]
    return policies.flatMap { policy in
      policy.matcher.ruleIDs.flatMap { rule in
        (slots.popFirst()?.texts ?? []).map { (policy.name, rule.text, $0) }
      }
    }
  }
}

/// The examples of one rule: the texts with the smallest numbers.
///
/// The draw of two lists together is the merge of their draws.
package struct ExampleDraw: Sendable {
  private let limit: Int
  /// Ascending by number, then by text; each text once.
  private var kept: [(number: UInt64, text: Concealed)] = []

  /// Makes an empty draw that keeps at most `limit` texts.
  package init(limit: Int) { self.limit = limit }

  /// Only texts with a number below this are kept.
  var bound: UInt64 { kept.count < limit ? .max : kept.last?.number ?? .max }

  /// The texts, in ascending order of numbers.
  package var texts: [Concealed] { kept.map(\.text) }

  /// Offers a text; a text that is already kept keeps its smaller number.
  package mutating func offer(_ text: Concealed, number: UInt64) {
    if let old = kept.firstIndex(where: { $0.text == text }) {
      if kept[old].number <= number { return }
      kept.remove(at: old)
    }
    let place = kept.firstIndex { ($0.number, $0.text) > (number, text) } ?? kept.count
    kept.insert((number, text), at: place)
    if kept.count > limit { kept.removeLast() }
  }

  /// Adds the texts of another draw.
  package mutating func merge(_ other: ExampleDraw) {
    for (number, text) in other.kept { offer(text, number: number) }
  }
}

private func > (a: (UInt64, Concealed), b: (UInt64, Concealed)) -> Bool {
  a.0 != b.0 ? a.0 > b.0 : b.1.bytes.lexicographicallyPrecedes(a.1.bytes)
}
