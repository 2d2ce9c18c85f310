import PasswordPolicies
@_spi(Internal) import Passwords
package import Tallies
import Workers

/// A tally that answers one set of policies after the other: its profiles are unpacked once.
///
/// Takes 160 bytes a signature, where ``Findings/add(_:)-(Tally)`` takes some megabytes.
package final class AskedTally: Sendable {
  private let tally: Tally
  private let sums = Locked<[ListGroups: ListFindings]>([:])
  private let judged = Locked<[String: Reference]>([:])
  /// The rows of a folded tally in which passwords differ.
  let wide: WideRows
  /// The profiles in parts, each with the counts of its passwords.
  let parts: [(columns: ProfileColumns, counts: [UInt64])]

  /// Unpacks the profiles of a tally.
  ///
  /// - Complexity: O(signatures).
  package init(_ tally: Tally) {
    self.tally = tally
    wide = WideRows(tally)
    var parts: [(columns: ProfileColumns, counts: [UInt64])] = []
    tally.forEachPart { parts.append((ProfileColumns($0), $1)) }
    self.parts = parts
  }

  /// The findings about its list, which no policy changes.
  func list(_ groups: ListGroups) -> ListFindings {
    if let known = sums.withLock({ $0[groups] }) { return known }
    var list = ListFindings(schema: tally.schema, groups)
    list.add(tally)
    for (columns, counts) in parts {
      for index in counts.indices { list.add(columns.profiles[index], count: counts[index]) }
    }
    sums.withLock { $0[groups] = list }
    return list
  }

  /// The references with their counts, which no policy beside them changes.
  func references(_ unjudged: [Reference]) -> [Reference] {
    unjudged.map { reference in
      if let known = judged.withLock({ $0[reference.name] }) { return known }
      var reference = reference
      for (columns, counts) in parts { reference.add(columns, counts: counts) }
      judged.withLock { [reference] in $0[reference.name] = reference }
      return reference
    }
  }
}

extension Tally {
  /// Calls a function for its profiles and their counts, some thousands at a time.
  func forEachPart(_ body: ([Profile], [UInt64]) -> Void) {
    var (profiles, counts) = ([Profile](), [UInt64]())
    profiles.reserveCapacity(min(signatureCount, Self.part))
    // A copy, since otherwise each call copies it.
    let schema = schema
    forEach { signature, count in
      profiles.append(schema.profile(of: signature))
      counts.append(count)
      if profiles.count == Self.part {
        body(profiles, counts)
        profiles.removeAll(keepingCapacity: true)
        counts.removeAll(keepingCapacity: true)
      }
    }
    body(profiles, counts)
  }

  /// The most profiles that are unpacked at once: 2.6 MB.
  private static let part = 1 << 14
}
