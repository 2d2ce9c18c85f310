import Blocklists
@_spi(Internal) import Bytes
import PasswordStrength
@_spi(Internal) package import Passwords

/// Completes signatures with the facts from blocklists, the scorer, habits and users' names.
///
/// Every command uses the same order.
///
/// A judge is cheap to make from criteria and a scorer; a scorer serves one judge at a time.
package struct Judge {
  private let criteria: Criteria
  private let scorer: WorkerScorer?
  private let users: UserMarker?

  /// Makes a judge.
  ///
  /// If the schema records scores, uses the given scorer or makes one.
  package init(_ criteria: Criteria, scorer: WorkerScorer? = nil) {
    self.criteria = criteria
    self.scorer =
      criteria.schema.demand.score ? scorer ?? WorkerScorer(criteria.strength) : nil
    users = UserMarker(criteria.schema)
  }

  /// Adds the facts of passwords, then those of their lines, to the signatures of a batch.
  ///
  /// - Parameters:
  ///   - batch: Lines with their profiles' signatures.
  ///   - text: The text that the batch's offsets refer to.
  ///   - hits: Counts the lines by the rank of their value in ranked lists.
  ///   - mark: Marks the lines whose passwords relate to their users' names.
  /// - Returns: The number of lines of which only the beginning was scored.
  @inline(__always)
  func complete(
    _ batch: inout LineBatch, in text: RawSpan, counting hits: inout ListHits,
    mark: (UserMarker, inout LineBatch) -> Void = { _, _ in }
  ) -> Int {
    criteria.blocklists.mark(&batch, in: text, schema: criteria.schema, counting: &hits)
    var inPart = 0
    if let scorer { inPart = scorer.scorer.score(&batch, in: text, schema: criteria.schema) }
    criteria.guesses?.mark(&batch, in: text)
    criteria.habits?.mark(&batch, in: text)
    if let users { mark(users, &batch) }
    return inPart
  }

  /// Adds the empty password, counted `entries` times, to an empty batch.
  ///
  /// No list holds it, it relates to no name, and it is scored like any other password.
  ///
  /// - Parameters:
  ///   - batch: An empty batch.
  ///   - entries: The number of accounts without a password.
  package func addBlank(to batch: inout LineBatch, counting entries: UInt64) {
    let nothing: [UInt8] = []
    let text = nothing.raw
    criteria.profiler.add(0..<0, of: text, to: &batch)
    batch[weight: 0] = entries
    batch.isWeighted = true
    if let scorer { _ = scorer.scorer.score(&batch, in: text, schema: criteria.schema) }
    criteria.guesses?.mark(&batch, in: text)
  }

  /// Computes the facts of one password.
  ///
  /// - Parameters:
  ///   - password: The bytes without line end. May be empty, and longer than a line of a list.
  ///   - user: The user's name; nil if there is none.
  ///   - batch: Scratch memory.
  /// - Returns: Its profile, with every fact that the schema records.
  package func profile(
    of password: Span<UInt8>, user: Span<UInt8>?, _ batch: inout LineBatch
  ) -> Profile {
    batch.removeAll()
    if password.isEmpty {
      addBlank(to: &batch, counting: 1)
      return criteria.schema.profile(of: batch[signature: 0])
    }
    let text = password.raw
    criteria.profiler.add(0..<password.count, of: text, to: &batch)
    var hits = ListHits(listCount: criteria.blocklists.blocklists.count)
    _ = complete(&batch, in: text, counting: &hits) { users, batch in
      guard let user else { return }
      users.mark(&batch, in: text, by: user.raw) { _ in 0..<user.count }
    }
    return criteria.schema.profile(of: batch[signature: 0])
  }
}

/// Marks passwords that relate to the names of their users, in the bits that a schema has for
/// relations.
///
/// Grouping ignores these bits, since a password can have many users.
struct UserMarker: Sendable {
  private let field: Signature.Field
  private let whole: UInt64
  private let part: UInt64

  /// Makes a marker for the bits of a schema; nil if it records no relation.
  init?(_ schema: Schema) {
    guard let field = schema.listField, schema.sources.recordsUserNames else { return nil }
    self.field = field
    whole = UInt64(schema.sources.mask(of: .whole))
    part = UInt64(schema.sources.mask(of: .part))
  }

  /// Marks lines of a batch.
  ///
  /// - Parameters:
  ///   - batch: Lines with their signatures.
  ///   - text: The text that the batch's offsets refer to.
  ///   - source: The source of users' names.
  ///   - user: The place in `source` of the user's name for a line of the batch.
  @inline(__always)
  func mark(
    _ batch: inout LineBatch, in text: RawSpan, by source: RawSpan, _ user: (Int) -> Range<Int>
  ) {
    for index in 0..<batch.count {
      let line = batch.line(index)
      let start = Int(line.start)
      let relations = UserNameRelations(
        of: Span(_bytes: text.extracting(start..<start &+ Int(line.byteCount))),
        to: Span(_bytes: source.extracting(user(index))))
      if relations.isEmpty { continue }
      let bits = (relations.contains(.whole) ? whole : 0) | (relations.contains(.part) ? part : 0)
      batch[signature: index][field] |= bits
    }
  }
}
