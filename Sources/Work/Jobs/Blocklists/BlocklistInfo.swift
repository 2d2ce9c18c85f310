import Auditing
import Blocklists
import Bytes
import Diagnostics
import Files
package import PasswordPolicies
import PasswordSpaces
import Passwords
import Reports

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
  /// - Throws: `Problem`, also for a directory, a tally and the like.
  package init(
    opening path: String, verifying: Bool = false, show: (String) -> Void = { _ in }
  ) throws {
    if let other = Problem.noCompiledBlocklist(path) { throw other }
    self.path = path
    list = try CompiledBlocklist(path: path, name: listName(path))
    if verifying {
      try list.verify { done, total in
        show("checking \(done / max(total / 100, 1)) %")
        return true
      }
    }
    isVerified = verifying
  }

  private var header: CompiledHeader { list.header }

  /// The description for people, one fact on each line, with the values that can never refuse
  /// anything, for each policy.
  package func text(for policies: [Policy] = []) -> String { text + idleText(policies) }

  private var text: String {
    let size = Double(header.fileByteCount) / Double(max(header.valueCount, 1))
    let bands = RankBand.ranked.map { ($0, header.bandCounts[Int($0.rawValue)]) }
      .filter { $0.1 > 0 }
      .map { band, count in "\(grouped(count)) up to rank \(grouped(band.limit ?? 0))" }
    let mistakes = list.blocklist.expectedFalseHits(lookups: 1_000_000_000)
    var lines = [
      "\(escaped(path)): \(grouped(header.valueCount)) values, compared by "
        + "'\(header.comparison.rawValue)'"
    ]
    lines += list.text.split(separator: "\n").map { "  from     \(escaped(String($0)))" }
    lines += [
      "  size     \(grouped(header.fileByteCount)) bytes, \((size * 100).rounded() / 100) a value",
      "  besides  \(grouped(header.repeatCount)) repeated, \(grouped(header.emptyCount)) empty, "
        + "\(grouped(header.droppedCount)) left out",
      "  ranks    \(bands.isEmpty ? "none" : bands.joined(separator: ", "))",
      "  lengths  \(lengths)",
      "  chance   a billion look-ups meet \(Numbers.significant(mistakes, digits: 2)) values by mistake",
      "  checked  \(isVerified ? "every byte" : "header and tables; --verify checks every byte")",
    ]
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

  private func idleText(_ policies: [Policy]) -> String {
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

  /// The description for programs, a JSON object, with the idle values of each policy.
  package func json(for policies: [Policy]) -> [UInt8] {
    func byName(_ pairs: some Sequence<(String, UInt64)>) -> [String: UInt64] {
      Dictionary(pairs.filter { $0.1 > 0 }, uniquingKeysWith: { first, _ in first })
    }
    let bands = RankBand.ranked.map {
      ("\($0.limit ?? 0)", header.bandCounts[Int($0.rawValue)])
    }
    let idle = policies.compactMap { policy in
      list.blocklist.idleCount(policy).map { (policy.name, $0) }
    }
    let facts: JSONObject = [
      "comparison": header.comparison.rawValue, "values": header.valueCount,
      "repeats": header.repeatCount, "empty": header.emptyCount, "leftOut": header.droppedCount,
      "bytes": header.fileByteCount,
      "sources": list.text.split(separator: "\n").map(String.init), "bands": byName(bands),
      "lengths": byName(header.lengthCounts.enumerated().dropFirst().map { ("\($0)", $1) }),
      "idle": Dictionary(idle, uniquingKeysWith: { first, _ in first }), "verified": isVerified,
    ]
    return jsonText(facts)
  }
}

extension Problem {
  /// Something else than a compiled blocklist, where one is to be described; nil for a file that may be
  /// one, and for one that cannot be looked at.
  fileprivate static func noCompiledBlocklist(_ path: String) -> Problem? {
    let isReport = (try? FileKind(of: "\(path)/\(ReportFiles.manifest)")) == .file
    let report = ("report", "Compare it: audit compare \(path.shellWord) NEW")
    let other: (kind: String, remedy: String)
    switch try? FileKind(of: path) {
    case .directory where isReport: other = report
    case .directory:
      other = (
        "directory", "Build one of the lists in it: audit blocklist build \(path.shellWord) -o FILE"
      )
    case .device: other = ("pipe or a device", "Write it to a file first, and name that.")
    case .file where TallyStore.isTally(path):
      other = (
        "tally",
        "Describe it: audit tally info \(path.shellWord). Report what it holds: audit report \(path.shellWord)"
      )
    case .file where ReportStore.directory(of: path) != path: other = report
    default: return nil
    }
    return Problem(
      "no-compiled-blocklist", in: path, "this is a \(other.kind), not a compiled blocklist",
      expected: "a file that 'audit blocklist build' has written", remedy: other.remedy)
  }
}

extension Blocklist {
  /// Counts the values that never refuse anything, because the policy refuses their length anyway;
  /// nil if lengths are unknown.
  ///
  /// Values beyond the last bin count as that long. If case is folded or parts are searched, a
  /// value's length is not that of the passwords it refuses.
  func idleCount(_ policy: Policy) -> UInt64? {
    guard comparison == .exact, lengthCounts.first == 0 else { return nil }
    var idle: UInt64 = 0
    for (length, count) in lengthCounts.enumerated() {
      let isPossible = policy.alternatives.contains { rules in
        length >= rules.minLength ?? 1 && length <= rules.maxLength ?? .max
      }
      // A recorded list may state any numbers; the sum of those that are read stays below 2⁶³.
      if !isPossible { idle &+= count }
    }
    return idle
  }

  /// The same as a share of all values, with six decimals.
  func idleShare(_ policy: Policy) -> Double? {
    let total = lengthCounts.reduce(0, &+)
    guard let idle = idleCount(policy), total > 0 else { return nil }
    return (Double(idle) / Double(total) * 1e6).rounded() / 1e6
  }
}
