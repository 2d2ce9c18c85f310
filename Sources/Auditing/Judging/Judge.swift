import Blocklists
import PasswordStrength
@_spi(House) package import Passwords

/// Completes signatures with what blocklists, the scorer and the names of users say, in one order for
/// every command.
///
/// Cheap to make from criteria and a scorer; a scorer serves one judge at a time.
package struct Judge {
  private let criteria: Criteria
  private let scorer: ScorerBench?
  private let users: UserMarker?

  /// Judges by criteria, with a scorer of its own unless one is lent where the recipe asks for a
  /// score.
  package init(_ criteria: Criteria, scorer: ScorerBench? = nil) {
    self.criteria = criteria
    self.scorer =
      criteria.recipe.demand.score ? scorer ?? ScorerBench(criteria.strength) : nil
    users = UserMarker(criteria.users, criteria.recipe)
  }

  /// Adds to the signatures of a batch what is known of its passwords, and then of their lines.
  ///
  /// - Parameters:
  ///   - batch: Lines with their profiles' signatures.
  ///   - text: What the batch's offsets refer to.
  ///   - hits: Where lines are counted by the rank of the listed value they meet.
  ///   - hook: Looks at the batch when the signatures say all there is to say of the passwords, and
  ///     nothing yet of their users: before anything is tallied.
  ///   - mark: Marks the lines whose passwords have to do with their users' names.
  /// - Returns: Lines that were scored in part only.
  @inline(__always)
  func complete(
    _ batch: inout LineBatch, in text: RawSpan, counting hits: inout ListHits,
    hook: (borrowing LineBatch) -> Void = { _ in },
    mark: (UserMarker, inout LineBatch) -> Void = { _, _ in }
  ) -> Int {
    criteria.blocklists.mark(&batch, in: text, recipe: criteria.recipe, counting: &hits)
    var inPart = 0
    if let scorer { inPart = scorer.scorer.score(&batch, in: text, recipe: criteria.recipe) }
    hook(batch)
    if let users { mark(users, &batch) }
    return inPart
  }

  /// Adds the empty password to a batch that has no other, as often as it occurs: it is on no list, has
  /// to do with nobody's name, and is scored as every other.
  func addBlank(to batch: inout LineBatch, counting entries: UInt64) {
    let nothing: [UInt8] = []
    // SAFETY: bytes have no padding.
    let text = unsafe nothing.span.bytes
    criteria.profiler.add(0..<0, of: text, to: &batch)
    batch[weight: 0] = entries
    batch.isWeighted = true
    if let scorer { _ = scorer.scorer.score(&batch, in: text, recipe: criteria.recipe) }
  }

  /// The facts of one password.
  ///
  /// - Parameters:
  ///   - password: Its bytes, without line end; may be empty, and longer than a line of a list.
  ///   - user: The name of its user; nil where there is none.
  ///   - batch: Scratch.
  /// - Returns: Its profile, with every fact that the recipe records.
  package func profile(
    of password: Span<UInt8>, user: Span<UInt8>?, _ batch: inout LineBatch
  ) -> Profile {
    // An empty password is on no list, has no score to speak of, and nothing to do with anybody.
    if password.isEmpty {
      return criteria.recipe.profile(
        of: criteria.recipe.signature(of: criteria.profiler.profile(of: password)))
    }
    // SAFETY: bytes have no padding.
    let text = unsafe password.bytes
    batch.removeAll()
    criteria.profiler.add(0..<password.count, of: text, to: &batch)
    var hits = ListHits(listCount: criteria.blocklists.blocklists.count)
    _ = complete(&batch, in: text, counting: &hits) { _ in
    } mark: { users, batch in
      guard let user else { return }
      // SAFETY: bytes have no padding.
      users.mark(&batch, in: text, by: unsafe user.bytes) { _ in 0..<user.count }
    }
    return criteria.recipe.profile(of: batch[signature: 0])
  }
}
