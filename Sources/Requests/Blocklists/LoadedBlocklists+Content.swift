package import Blocklists
import PasswordPolicies
import Passwords
package import Tallies

// Identifies lists by their contents: for manifests, recipes and tallies.
extension LoadedBlocklists {
  /// A list, with what reports and tallies state about it besides its values.
  package struct Entry {
    /// The list.
    package let list: Blocklist
    /// Its name in reports, which no other list has.
    package let label: String
    /// Whether it is the built-in list, compared exactly.
    package let isBuiltIn: Bool
    /// Whether the run was asked to compare with it; otherwise only policies name it.
    package let isAsked: Bool
    /// The SHA-256 of its file; nil if it has none, or a checksum in its place.
    package let sha256: String?
    /// The checksum of a compiled file.
    package let checksum: String?
    /// Its entry in a tally file.
    package let recorded: RecordedList
  }

  /// The lists in the order of their bits.
  package var entries: [Entry] {
    let labels = labels
    return set.blocklists.enumerated().map { number, list in
      let recorded = recordedList(number)
      return Entry(
        list: list, label: labels[number], isBuiltIn: number == builtIn,
        isAsked: isAsked(number), sha256: digests[number],
        checksum: recorded.isCompiled ? content(of: number) : nil, recorded: recorded)
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
