package import Diagnostics
package import PasswordPolicies
import PasswordSpaces
import Passwords
import Reports

/// The settings that span a grid of policies.
///
///     GridSettings(minLengths: [8, 12], classes: [0]).choices.map(\.policy.name)
///     // ["length 8", "length 12"]
package struct GridSettings: Hashable, Sendable, CheckedSettings {
  /// Least lengths.
  let minLengths: [Int]
  /// Numbers of the four classes that must occur; 0 for no such rule.
  let classes: [Int]
  /// Longest runs of one character; nil for no such rule.
  let maxRepeating: [Int?]
  /// Least scores, 0 for no such rule; nil for that of the base policy.
  let minScores: [Int]?
  /// Blocklists, one for each policy: `none`, `default` (the built-in one), or a file; nil for
  /// those of the base policy.
  let blocklists: [String]?
  /// Other rules whose numbers vary.
  let axes: [GridAxis]
  /// Whether policies permit every character instead of printable ASCII only.
  let allowsUnicode: Bool
  /// The policy whose other rules all policies of the grid share; nil for none.
  package var base: Policy?

  /// The numbers of classes in the default grid, without 1, as every password has a class.
  package static let usualClasses = [0, 2, 3, 4]
  /// Least lengths, if none are named.
  package static let usualLengths = 6...16

  /// Spans a grid; by default the least lengths 6 to 16 by 0 to 4 classes.
  package init(
    minLengths: [Int] = Array(usualLengths), classes: [Int] = usualClasses,
    maxRepeating: [Int?] = [nil], minScores: [Int]? = nil, blocklists: [String]? = nil,
    axes: [GridAxis] = [], allowsUnicode: Bool = false, base: Policy? = nil
  ) {
    self.minLengths = minLengths
    self.classes = classes
    self.maxRepeating = maxRepeating
    self.minScores = minScores
    self.blocklists = blocklists
    self.axes = axes
    self.allowsUnicode = allowsUnicode
    self.base = base
  }

  /// The largest number of policies in a grid.
  package static let mostCells = 4096

  package func validate() throws(Problem) { try validate(most: Self.mostCells) }

  /// Refuses what makes no sense, and more than so many policies.
  package func validate(most: Int) throws(Problem) {
    let longest = KeyspaceCounter.longest
    let counts = [classes.count, maxRepeating.count, minScores?.count, blocklists?.count]
    let count = (counts + axes.map(\.values.count))
      .reduce(minLengths.count) { product, count in
        let (count, isOver) = product.multipliedReportingOverflow(by: count ?? 1)
        return isOver ? .max : count
      }
    func first(_ numbers: [Int]?, outside range: ClosedRange<Int>) -> Int? {
      numbers?.first { !range.contains($0) }
    }
    let (kinds, score) = (first(classes, outside: 0...4), first(minScores, outside: 0...4))
    let length = first(minLengths, outside: 1...longest)
    try Problem.refuse([
      "The grid has \(count) policies; at most \(most) are compared.": count > most,
      "--classes goes from 0 to 4, not to \(kinds ?? 0).": kinds != nil,
      "--minlength takes lengths from 1 to \(longest), not \(length ?? 0).": length != nil,
      "--min-score goes from 0 to 4, not to \(score ?? 0).": score != nil,
      "--max-repeating takes none and numbers from 1.": maxRepeating.contains { $0 ?? 1 < 1 },
      "--blocklist takes none, default and files, with commas between.":
        blocklists?.contains("") == true,
    ])
  }

  /// A policy that a sweep judges, and its settings.
  struct Choice: Sendable {
    /// Its place in the grid; nil for a policy beside it.
    var place: SweepReport.Place?
    let policy: Policy

    /// Its cell in a report.
    func cell(floorBits: Double?) -> SweepReport.GridCell {
      SweepReport.GridCell(place: place, policy, floorBits: floorBits)
    }
  }

  /// Every policy of the grid: by blocklist, other rules, score, limit on repeats, length, then
  /// classes.
  ///
  /// If both 0 and 1 classes are requested and mean the same, only 0 is included: if only printable
  /// ASCII is permitted, every password has one of the four classes.
  var choices: [Choice] {
    let lists = blocklists?.map(Self.list) ?? [nil]
    let isASCII = base.map { $0.alternatives.allSatisfy { $0.permitted != .unicode } }
    let sameAsNone = (isASCII ?? !allowsUnicode) && classes.contains(0)
    let classes = sameAsNone ? classes.filter { $0 != 1 } : classes
    let scores = minScores.map { $0.map(Optional.some) } ?? [nil]
    let bounds = axes.reduce([[]]) { found, axis in
      found.flatMap { one in axis.values.map { one + [$0].compactMap(\.self) } }
    }
    let sheets = lists.flatMap { list in
      bounds.flatMap { bounds in
        scores.flatMap { score in
          maxRepeating.map {
            SweepReport.Sheet(maxRepeating: $0, minScore: score, bounds: bounds, blocklist: list)
          }
        }
      }
    }
    return sheets.flatMap { sheet in
      minLengths.flatMap { length in
        classes.map { kinds in
          let place = SweepReport.Place(minLength: length, classes: kinds, sheet: sheet)
          return Choice(place: place, policy: policy(place))
        }
      }
    }
  }

  /// The blocklist that a value of ``blocklists`` names; nil for `none`.
  private static func list(named name: String) -> ListReference.Source? {
    switch name {
    case "none": nil
    case ListReference.Source.builtIn.name: .builtIn
    default: .file(name, directory: "")
    }
  }

  private func policy(_ place: SweepReport.Place) -> Policy {
    let start =
      base?.alternatives
      ?? [[.allowed(allowsUnicode ? .unicode : .asciiPrintable)]]
    let name =
      [
        "length \(place.minLength)", place.classes > 0 ? "classes \(place.classes)" : nil,
        place.sheet.maxRepeating.map { "repeats \($0)" },
        place.sheet.minScore.flatMap { $0 > 0 ? "score \($0)" : nil },
      ] + place.sheet.bounds.map(\.textWithoutCommas) + [
        place.sheet.blocklist.map { "blocklist \($0.name)" }
      ]
    return Policy(
      name: name.compactMap(\.self).joined(separator: ", "),
      alternatives: start.map { alternative(place, from: $0) },
      location: Location(file: "sweep"), maxConsecutive: base?.maxConsecutive ?? .repeats)
  }

  /// The rules of an alternative, with those that the grid varies replaced.
  private func alternative(_ place: SweepReport.Place, from start: PasswordRules) -> PasswordRules {
    var made = start
    made.put("minlength", .minLength(place.minLength))
    // A greatest length below the least would refuse everything.
    if made.maxLength ?? .max < place.minLength { made.put("maxlength", nil) }
    if let run = place.sheet.maxRepeating { made.put("max-repeating", .maxRepeating(run)) }
    made.put("min-classes", place.classes > 0 ? .minClasses(place.classes) : nil)
    if let score = place.sheet.minScore {
      made.put("min-score", score > 0 ? .minScore(score) : nil)
    }
    for axis in axes {
      let id = made.id(like: axis.example)
      made.put(id, place.sheet.bounds.first { made.id(like: $0) == id })
    }
    if blocklists != nil || base == nil {
      made = PasswordRules(made, made.others.filter { $0.word != .blocklist })
    }
    if let list = place.sheet.blocklist { made.put("blocklist", .blocklist(list)) }
    return made
  }
}
