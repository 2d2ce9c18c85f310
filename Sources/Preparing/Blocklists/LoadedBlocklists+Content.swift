import Blocklists
package import Overview
import PasswordPolicies
import Passwords
import Tallies

// Identifies lists by their contents: for manifests, recipes and tallies.
extension LoadedBlocklists {
  /// The lists' entries in the manifest; `idle` is what ``idleShares(_:)`` gives.
  package func manifest(lookups: UInt64, idle: [[String: Double]]) -> [Manifest.Blocklist] {
    let labels = labels
    return set.blocklists.enumerated().map { number, list in
      let recorded = recordedList(number)
      let content = content(of: number)
      return Manifest.Blocklist(
        name: number == builtIn ? .builtIn : .given(labels[number]),
        comparison: list.comparison.rawValue,
        conforms: list.comparison.conforms, values: list.valueCount, sha256: digests[number],
        checksum: recorded.isCompiled ? content : nil, sources: recorded.origins,
        expectedFalseHits: list.expectedFalseHits(lookups: lookups),
        idle: idle[number])
    }
  }

  /// The share of values of each list that never refuse anything, by policy.
  func idleShares(_ policies: [Policy]) -> [[String: Double]] {
    set.blocklists.map { list in
      let shares = policies.compactMap { policy in
        list.idleShare(policy).map { (policy.name, $0) }
      }
      return Dictionary(shares, uniquingKeysWith: { first, _ in first })
    }
  }

  /// The identity of a list's content, if it has a file.
  private func content(of number: Int) -> String {
    switch sources[number] {
    case .values: digests[number] ?? "built in"
    case .compiled(let file): String(file.header.checksum, radix: 16)
    case .recorded(let list): list.content
    }
  }

  private func references(to number: Int) -> [ListReference] {
    masks.filter { $0.value & 1 << UInt32(number) != 0 }.map(\.key)
  }

  /// The lists as a recorded recipe names them: by content, regardless of file names.
  var listSources: [ListSource] {
    self.set.blocklists.indices.map { number in
      let list = self.set.blocklists[number]
      var content = [self.content(of: number)]
      for reference in references(to: number) {
        switch reference {
        case .context(let words), .contextParts(let words):
          content.append("words \(Checksum.text(of: words))")
        case .blocklist, .userName: break
        }
      }
      let suffix = list.comparison == .entraLike ? Self.naming(names) : ""
      return ListSource(
        name: list.name, comparison: list.comparison.rawValue,
        digest: content.joined(separator: ", ") + suffix,
        valueCount: UInt64(max(0, list.valueCount)),
        bandCounts: list.bandCounts)
    }
  }

  /// Further facts about each list for a tally file.
  var recordedLists: [RecordedList] { self.set.blocklists.indices.map(recordedList) }

  private func recordedList(_ number: Int) -> RecordedList {
    let lengths = self.set.blocklists[number].lengthCounts
    switch sources[number] {
    case .values: return RecordedList(lengthCounts: lengths)
    case .compiled(let file):
      return RecordedList(
        isCompiled: true, origins: file.text.split(separator: "\n").map(String.init),
        lengthCounts: lengths)
    case .recorded(let list):
      return RecordedList(
        isCompiled: list.isCompiled, origins: list.origins, lengthCounts: lengths)
    }
  }
}
