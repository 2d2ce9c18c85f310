package import Blocklists
import PasswordPolicies
import Passwords
package import Tallies

// Identifies lists by their contents: for manifests, schemas and tallies.
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
    /// Whether a rule `context` names its words.
    package let hasContextWords: Bool
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
        isAsked: isAsked(number), hasContextWords: hasContextWords(number), sha256: digests[number],
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

  /// The lists as a recorded schema names them: by content, regardless of file names.
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

extension LoadedBlocklists {
  /// The name of each list in reports, which no other list has: lists of one name are `common`,
  /// `common-2`, or `common-2 (fold)`.
  var labels: [String] {
    var taken = Set(set.blocklists.map(\.name))
    var seen: Set<String> = []
    return set.blocklists.map { list in
      guard !seen.insert(list.name).inserted else { return list.name }
      let ending = list.comparison.naming("")
      let isNamed = list.name.hasSuffix(ending)
      let name = isNamed ? String(list.name.dropLast(ending.count)) : list.name
      var number = 2
      while true {
        let label = "\(name)-\(number)" + (isNamed ? ending : "")
        if taken.insert(label).inserted { return label }
        number += 1
      }
    }
  }
}

extension LoadedBlocklists {
  /// Explains how lists are compared, if the name of the comparison is not enough.
  package var readings: [String: String] {
    var readings = [
      "blocklist": "whole password, after NFC; exact unless a list says otherwise"
    ]
    for list in set.blocklists {
      if list.comparison.usesLeet {
        readings["leet"] = "folded, and \(Blocklist.leetTable), in list and password"
      }
      switch list.comparison {
      case .sha1:
        readings["sha1"] = "of the bytes of a password as they stand, without normalisation"
      case .ntlm:
        readings["ntlm"] =
          "MD4 of the text in UTF-16LE; a maximal ill-formed part of UTF-8 is U+FFFD"
      case .substring:
        readings["substring"] =
          "a listed value anywhere in the password; not the comparison of whole passwords that "
          + "SP 800-63B-4 asks for"
      case .entraLike:
        readings["entra-like"] =
          "an approximation of Microsoft Entra's password protection, which may differ; fewer than 5 "
          + "points, a term but for one character, or a name; \(list.provenance), and custom terms; "
          + "not the comparison of whole passwords that SP 800-63B-4 asks for"
      default: break
      }
    }
    return readings
  }
}

extension ListComparison {
  /// The name in reports of a list with this comparison.
  func naming(_ list: String) -> String {
    self == .exact ? list : "\(list) (\(rawValue))"
  }
}
