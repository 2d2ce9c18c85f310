import Diagnostics
import Findings
import Keyspaces

/// A grid of policies for people: maps of what is refused and what is found, then the policies that
/// none of the others beats.
package struct SweepScreen {
  private let report: SweepReport
  private let ink: Summary.Ink

  /// Shows a grid.
  package init(_ report: SweepReport, ink: Summary.Ink) {
    self.report = report
    self.ink = ink
  }

  /// The whole text, ending in LF.
  package var text: String {
    ([[title]] + maps + [front, remarks]).map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  private var title: String {
    let whole = report.guessing.whole.metrics
    return ink.strong("\(escaped(report.dataset)): \(counted(whole.total, "password"))")
      + ", \(grouped(whole.distinct)) distinct, \(report.guessing.weights.phrase)"
  }

  /// Cells that differ in length and classes only.
  private struct Sheet: Hashable {
    let maxRepeating: Int?
    let blocklist: String?
  }

  private var maps: [[String]] {
    var sheets: [Sheet] = []
    for cell in report.cells {
      let sheet = Sheet(maxRepeating: cell.maxRepeating, blocklist: cell.blocklist)
      if !sheets.contains(sheet) { sheets.append(sheet) }
    }
    return sheets.map(map(of:))
  }

  /// Both maps of a sheet side by side: 80 columns for five numbers of classes.
  private func map(of sheet: Sheet) -> [String] {
    let members = report.cells.indices.filter {
      report.cells[$0].maxRepeating == sheet.maxRepeating
        && report.cells[$0].blocklist == sheet.blocklist
    }
    var lengths: [Int] = []
    var classes: [Int] = []
    for cell in members.map({ report.cells[$0] }) {
      if !lengths.contains(cell.minLength) { lengths.append(cell.minLength) }
      if !classes.contains(cell.classes) { classes.append(cell.classes) }
    }
    func value(_ length: Int, _ kinds: Int) -> PolicyGuessing? {
      members.first { report.cells[$0].minLength == length && report.cells[$0].classes == kinds }
        .map { report.guessing.policies[$0] }
    }
    let most = most
    let refused: (PolicyGuessing) -> Double? = { report.refused($0) }
    let found: (PolicyGuessing) -> Double? = { report.share($0, after: 10) }
    let width = 7 * classes.count
    let head = classes.map { String($0).indented(to: 7) }.joined()
    let repeating = sheet.maxRepeating.map { "max-repeating \($0)" } ?? "no limit on repeats"
    let list = sheet.blocklist.map { "blocklist \(escaped($0))" } ?? "no blocklist"
    return [
      ink.strong("minlength by classes") + "  \(repeating), \(list)",
      "    " + "% refused".indented(to: width) + "  " + "% found by 10".indented(to: width),
      ink.faint("    " + head + "  " + head),
    ]
      + lengths.map { length in
        let row = classes.map { value(length, $0) }
        return String(length).indented(to: 4)
          + row.map { shaded($0.flatMap(refused), of: 1) }.joined() + "  "
          + row.map { shaded($0.flatMap(found), of: most) }.joined()
      }
  }

  /// Per cent with a shade before it: the nearer to the most, the darker.
  private func shaded(_ share: Double?, of most: Double) -> String {
    guard let share else { return "–".indented(to: 7) }
    let shades = [" ", "░", "▒", "▓", "█"]
    let part = most > 0 ? share / most : 0
    let shade = shades[min(shades.count - 1, Int(part * Double(shades.count)))]
    return " " + shade + threeDigits(share).indented(to: 5)
  }

  /// The most that ten guesses find of any policy.
  private var most: Double {
    report.guessing.policies.compactMap { report.share($0, after: 10) }.max() ?? 0
  }

  private var front: [String] {
    let rows = report.front.map(frontRow)
    return [
      ink.strong("front") + "  no other cell refuses less and \(report.measure.phrase)",
      ink.faint(
        ["refused", "by 10", "by 1000", "floor", "median"].map { $0.indented(to: 9) }.joined()
          + "  rules"),
    ] + (rows.isEmpty ? ["  none: no cell accepts any password"] : rows)
  }

  private func frontRow(_ index: Int) -> String {
    let (cell, found) = (report.cells[index], report.guessing.policies[index])
    let numbers: [String?] = [
      report.refused(found).map(percent),
      report.share(found, after: 10).map { threeDigits($0) + " %" },
      report.share(found, after: 1000).map { threeDigits($0) + " %" },
      cell.floorBits.map { Numbers.fixed($0, decimals: 1) },
      report.median(found).map { "10^\($0)" },
    ]
    return numbers.map { ($0 ?? "").indented(to: 9) }.joined() + "  " + escaped(cell.rules)
  }

  private var remarks: [String] {
    let policies = report.guessing.policies
    let legend =
      "by 10, by 1000: share of what is accepted that so many of the commonest passwords find; floor: "
      + "bits of the shortest random strings; median: guesses by zxcvbn that half withstand"
    return wrappedText(legend, indent: 2, columns: 80).map(ink.faint)
      + policies.flatMap(\.caveats).unique.flatMap {
        wrappedText($0.line, indent: 2, columns: 80)
      }
  }
}

extension SweepReport.Measure {
  /// What a better policy does.
  fileprivate var phrase: String {
    switch self {
    case .ten: "leaves less to ten guesses"
    case .thousand: "leaves less to a thousand guesses"
    case .median: "has a larger median of guesses"
    }
  }
}

extension Weights {
  /// What repetition means, in a few words.
  var phrase: String {
    switch self {
    case .accounts: "repeated by accounts"
    case .lists: "repeated by lists, not accounts"
    case .none: "repeated without a meaning"
    }
  }
}
