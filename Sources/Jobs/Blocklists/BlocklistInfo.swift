import Blocklists
import Diagnostics
import Overview
package import PasswordPolicies
import PasswordSpaces
import Passwords
import Requests

/// A description of a compiled blocklist.
package struct BlocklistInfo {
  private let path: String
  private let list: CompiledBlocklist
  private let isVerified: Bool

  /// Whether a path is that of a compiled blocklist.
  package static func isCompiled(path: String) -> Bool {
    CompiledBlocklist.isRecognised(path: path)
  }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path of a compiled blocklist.
  ///   - verifying: Whether to read and check every byte.
  ///   - show: Shows how far the check has come.
  /// - Throws: `CompiledProblem`, or ``NoCompiledBlocklist`` for a directory, a tally and the like.
  package init(
    opening path: String, verifying: Bool = false, show: (String) -> Void = { _ in }
  ) throws {
    if let other = NoCompiledBlocklist(path) { throw other }
    self.path = path
    do throws(CompiledFault) {
      list = try CompiledBlocklist(path: path, name: listName(path))
      if verifying {
        try list.verify { done, total in
          show("checking \(done / max(total / 100, 1)) %")
          return true
        }
      }
    } catch {
      throw CompiledProblem(file: path, error)
    }
    isVerified = verifying
  }

  private var header: CompiledHeader { list.header }

  /// The description for people, one fact on each line.
  package var text: String {
    var lines = [
      "\(escaped(path)): \(grouped(header.valueCount)) values, compared by "
        + "'\(header.comparison.rawValue)'"
    ]
    lines += list.text.split(separator: "\n").map { "  from     \(escaped(String($0)))" }
    let size = Double(header.fileByteCount) / Double(max(header.valueCount, 1))
    lines.append(
      "  size     \(grouped(header.fileByteCount)) bytes, "
        + "\((size * 100).rounded() / 100) a value")
    lines.append(
      "  besides  \(grouped(header.repeatCount)) repeated, "
        + "\(grouped(header.emptyCount)) empty, \(grouped(header.droppedCount)) left out")
    let bands = RankBand.ranked.map { ($0, header.bandCounts[Int($0.rawValue)]) }
      .filter { $0.1 > 0 }
      .map { band, count in "\(grouped(count)) up to rank \(grouped(band.limit ?? 0))" }
    lines.append("  ranks    " + (bands.isEmpty ? "none" : bands.joined(separator: ", ")))
    lines.append("  lengths  " + lengths)
    let mistakes = list.blocklist.expectedFalseHits(lookups: 1_000_000_000)
    lines.append(
      "  chance   a billion look-ups meet \(Numbers.significant(mistakes, digits: 2)) values by mistake"
    )
    lines.append(
      "  checked  " + (isVerified ? "every byte" : "header and tables; --verify checks every byte"))
    return lines.joined(separator: "\n") + "\n"
  }

  private var lengths: String {
    let counts = header.lengthCounts
    guard let shortest = counts.indices.dropFirst().first(where: { counts[$0] > 0 }),
      let longest = counts.indices.last(where: { counts[$0] > 0 })
    else { return "unknown" }
    var below: UInt64 = 0
    let median = counts.indices.first { index in
      below += counts[index]
      return below * 2 >= UInt64(header.valueCount)
    }
    let more = longest == CompiledHeader.longestLength ? " or more" : ""
    return "\(shortest) to \(longest)\(more) code points, median \(median ?? 0)"
  }

  /// The values that can never refuse anything, for each policy.
  package func text(for policies: [Policy]) -> String {
    policies.map { policy in
      guard let idle = list.blocklist.idleCount(policy) else {
        return "  idle     unknown under \(escaped(policy.name)): only hashes are known\n"
      }
      let share = Double(idle) / Double(max(header.valueCount, 1)) * 100
      return
        "  idle     \(grouped(idle)) (\((share * 10).rounded() / 10) %) never refuse anything "
        + "under \(escaped(policy.name)): it refuses their lengths\n"
    }.joined()
  }

  /// The description for programs, which encodes as a JSON object.
  package struct Facts: Encodable, Sendable {
    let comparison: String
    let values: Int
    let repeats: Int
    let empty: Int
    let leftOut: Int
    let bytes: Int
    let sources: [String]
    let bands: [String: UInt64]
    let lengths: [String: UInt64]
    let idle: [String: UInt64]
    let verified: Bool
  }

  /// The description for programs, with the idle values of each policy.
  package func facts(for policies: [Policy]) -> Facts {
    func byName(_ pairs: some Sequence<(String, UInt64)>) -> [String: UInt64] {
      Dictionary(pairs.filter { $0.1 > 0 }, uniquingKeysWith: { first, _ in first })
    }
    let bands = RankBand.ranked.map {
      ("\($0.limit ?? 0)", header.bandCounts[Int($0.rawValue)])
    }
    let idle = policies.compactMap { policy in
      list.blocklist.idleCount(policy).map { (policy.name, $0) }
    }
    return Facts(
      comparison: header.comparison.rawValue, values: header.valueCount,
      repeats: header.repeatCount, empty: header.emptyCount, leftOut: header.droppedCount,
      bytes: header.fileByteCount, sources: list.text.split(separator: "\n").map(String.init),
      bands: byName(bands),
      lengths: byName(header.lengthCounts.enumerated().dropFirst().map { ("\($0)", $1) }),
      idle: Dictionary(idle, uniquingKeysWith: { first, _ in first }), verified: isVerified)
  }
}
