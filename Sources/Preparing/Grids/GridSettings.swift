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
  /// Blocklists, one a policy: `none`, `default` (the built-in one), or a file; nil for what the
  /// policy has that the grid starts from.
  package var blocklists: [String]?
  /// Whether policies permit every character, and not only printable ASCII.
  package var allowsUnicode: Bool
  /// The policy whose other rules every policy of the grid has; nil for no other rules.
  package var base: Policy?

  /// The number of classes in the default grid; 1 is left out, as every password has one.
  package static let usualClasses = [0, 2, 3, 4]

  /// Spans a grid; the least lengths 6 to 16 by 0 to 4 classes, unless something else is said.
  package init(
    minLengths: [Int] = Array(6...16), classes: [Int] = usualClasses,
    maxRepeating: [Int?] = [nil], blocklists: [String]? = nil, allowsUnicode: Bool = false,
    base: Policy? = nil
  ) {
    self.minLengths = minLengths
    self.classes = classes
    self.maxRepeating = maxRepeating
    self.blocklists = blocklists
    self.allowsUnicode = allowsUnicode
    self.base = base
  }

  /// A policy that a sweep judges, and the settings that it was made by.
  package struct Choice: Sendable {
    /// Where it is in the grid; nil for a policy beside it.
    package let place: SweepReport.Place?
    /// The policy.
    package let policy: Policy

    /// Puts a policy beside the grid.
    package init(beside policy: Policy) {
      place = nil
      self.policy = policy
    }

    init(_ place: SweepReport.Place, _ policy: Policy) {
      self.place = place
      self.policy = policy
    }

    /// What a report says of it.
    package func cell(floorBits: Double?) -> SweepReport.Cell {
      SweepReport.Cell(
        place: place, name: policy.name, rules: policy.line(.minified), floorBits: floorBits)
    }
  }

  /// Every policy of the grid: by blocklist, limit on repeats, length, then classes.
  ///
  /// Of 0 and 1 classes only 0 is there where both are asked for and mean the same: where only
  /// printable ASCII is permitted, every password has one of the four classes.
  package var choices: [Choice] {
    let lists = blocklists?.map { $0 == "none" ? nil : $0 } ?? [nil]
    let isASCII = base.map { $0.alternatives.allSatisfy { $0.rules.permitted != .unicode } }
    let sameAsNone = (isASCII ?? !allowsUnicode) && classes.contains(0)
    let classes = sameAsNone ? classes.filter { $0 != 1 } : classes
    return lists.flatMap { list in
      maxRepeating.flatMap { limit in
        minLengths.flatMap { length in
          classes.map { kinds in
            let place = SweepReport.Place(
              minLength: length, classes: kinds, maxRepeating: limit, blocklist: list)
            return Choice(place, policy(place))
          }
        }
      }
    }
  }

  private func policy(_ place: SweepReport.Place) -> Policy {
    let start =
      base?.alternatives
      ?? [Policy.Alternative([.allowed(allowsUnicode ? .unicode : .asciiPrintable)])]
    let name = [
      "length \(place.minLength)", place.classes > 0 ? "classes \(place.classes)" : nil,
      place.maxRepeating.map { "repeats \($0)" }, place.blocklist.map { "blocklist \($0)" },
    ]
    return Policy(
      name: name.compactMap(\.self).joined(separator: ", "),
      alternatives: start.map { alternative(place, from: $0) },
      location: Location(file: "sweep"), maxConsecutive: base?.maxConsecutive ?? .repeats)
  }

  /// The rules of an alternative, with those that the grid varies in their place.
  private func alternative(
    _ place: SweepReport.Place, from start: Policy.Alternative
  ) -> Policy.Alternative {
    let old = start.rules
    var rules: [PasswordRules.Rule] = [.minLength(place.minLength)]
    // A longest length below the least would refuse everything.
    if let longest = old.maxLength, longest >= place.minLength { rules.append(.maxLength(longest)) }
    rules += old.required.map { .required($0) }
    if let run = old.maxConsecutive { rules.append(.maxConsecutive(run)) }
    if let run = old.maxSequential { rules.append(.maxSequential(run)) }
    if let run = place.maxRepeating ?? old.maxRepeating { rules.append(.maxRepeating(run)) }
    var made = start
    made.rules = PasswordRules(rules + [.allowed(old.permitted)])
    made.minClasses =
      place.classes > 0 ? Policy.KindCount(minimum: place.classes, of: .ascii) : nil
    if blocklists != nil || base == nil { made.blocklists = [] }
    if let list = place.blocklist {
      let source: ListReference.Source = list == "default" ? .builtIn : .file(list, directory: "")
      made.blocklists = [.blocklist(source, .exact)]
    }
    return made
  }
}
