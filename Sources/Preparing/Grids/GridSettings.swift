import Diagnostics
package import PasswordRules
import Passwords
package import Reporting

/// The settings that a grid of policies is made of.
///
///     GridSettings(minLengths: [8, 12], classes: [0]).choices.map(\.policy.name)
///     // ["length 8", "length 12"]
package struct GridSettings: Hashable, Sendable {
  /// Least lengths.
  package var minLengths: [Int]
  /// How many of the four classes must occur; 0 for no such rule.
  package var classes: [Int]
  /// Longest runs of one character; nil for no such rule.
  package var maxRepeating: [Int?]
  /// Blocklists, one a policy: `none`, `default` (the built-in one), or a file.
  package var blocklists: [String]
  /// Whether policies permit every character, and not only printable ASCII.
  package var allowsUnicode: Bool

  /// Spans a grid; the least lengths 6 to 16 by 0 to 4 classes, unless something else is said.
  package init(
    minLengths: [Int] = Array(6...16), classes: [Int] = Array(0...4), maxRepeating: [Int?] = [nil],
    blocklists: [String] = ["none"], allowsUnicode: Bool = false
  ) {
    self.minLengths = minLengths
    self.classes = classes
    self.maxRepeating = maxRepeating
    self.blocklists = blocklists
    self.allowsUnicode = allowsUnicode
  }

  /// A policy of the grid and the settings that it was made by.
  package struct Choice: Sendable {
    /// Fewest code points.
    package let minLength: Int
    /// Fewest of the four classes; 0 for no such rule.
    package let classes: Int
    /// Longest run of one character; nil for no such rule.
    package let maxRepeating: Int?
    /// The list that refuses its values; nil for none.
    package let blocklist: String?
    /// The policy.
    package let policy: Policy

    /// What a report says of it.
    package func cell(floorBits: Double?) -> SweepReport.Cell {
      SweepReport.Cell(
        minLength: minLength, classes: classes, maxRepeating: maxRepeating, blocklist: blocklist,
        rules: policy.line(.minified), floorBits: floorBits)
    }
  }

  /// Every policy of the grid: by blocklist, limit on repeats, length, then classes.
  package var choices: [Choice] {
    let lists = blocklists.map { $0 == "none" ? nil : $0 }
    return lists.flatMap { list in
      maxRepeating.flatMap { limit in
        minLengths.flatMap { length in
          classes.map { kinds in
            Choice(
              minLength: length, classes: kinds, maxRepeating: limit, blocklist: list,
              policy: policy(length, kinds, limit, list))
          }
        }
      }
    }
  }

  private func policy(_ length: Int, _ kinds: Int, _ limit: Int?, _ list: String?) -> Policy {
    var rules: [PasswordRules.Rule] = [
      .minLength(length), .allowed(allowsUnicode ? .unicode : .asciiPrintable),
    ]
    if let limit { rules.append(.maxRepeating(limit)) }
    var alternative = Policy.Alternative(PasswordRules(rules))
    if kinds > 0 { alternative.minClasses = Policy.KindCount(minimum: kinds, of: .ascii) }
    if let list {
      let source: ListReference.Source =
        list == "default" ? .builtIn : .file(list, directory: "")
      alternative.blocklists = [.blocklist(source, .exact)]
    }
    let name = [
      "length \(length)", kinds > 0 ? "classes \(kinds)" : nil, limit.map { "repeats \($0)" },
      list.map { "blocklist \($0)" },
    ]
    return Policy(
      name: name.compactMap(\.self).joined(separator: ", "), alternatives: [alternative],
      location: Location(file: "sweep"))
  }
}
