import Diagnostics
import Findings

extension SweepReport {
  /// One map: policies that differ only in length and classes.
  struct Map {
    /// The settings that they share.
    let sheet: Sheet
    /// The least lengths, one for each row.
    let lengths: [Int]
    /// The numbers of classes, one for each column.
    let classes: [Int]
    private let cells: [[Int]: Int]

    init(_ sheet: Sheet, _ places: [(place: Place, index: Int)]) {
      self.sheet = sheet
      var (lengths, classes, cells): ([Int], [Int], [[Int]: Int]) = ([], [], [:])
      for (place, index) in places {
        if !lengths.contains(place.minLength) { lengths.append(place.minLength) }
        if !classes.contains(place.classes) { classes.append(place.classes) }
        cells[[place.minLength, place.classes]] = index
      }
      (self.lengths, self.classes, self.cells) = (lengths, classes, cells)
    }

    /// The index of the cell with these settings.
    func cell(_ length: Int, _ classes: Int) -> Int? { cells[[length, classes]] }
  }

  /// The maps of the grid, in order.
  var maps: [Map] {
    var sheets: [Sheet] = []
    var places: [Sheet: [(place: Place, index: Int)]] = [:]
    for (index, cell) in cells.enumerated() {
      guard let place = cell.place else { continue }
      if places[place.sheet] == nil { sheets.append(place.sheet) }
      places[place.sheet, default: []].append((place, index))
    }
    return sheets.map { Map($0, places[$0] ?? []) }
  }

  /// The indices of the policies beside the grid.
  var beside: [Int] { cells.indices.filter { cells[$0].place == nil } }

  /// The attacker's success under a policy, from 0 for none to 1, for shading.
  func loss(_ index: Int) -> Double? {
    let policy = guessing.policies[index]
    switch measure {
    case .ten: return share(policy, after: 10)
    case .thousand: return share(policy, after: 1000)
    case .median: return policy.medianGuessesBin.map { 1 - min(Double($0) / 28, 1) }
    }
  }

  /// The measure of a policy as maps show it: per cent, or the median's power of ten.
  func measured(_ index: Int) -> String? {
    let policy = guessing.policies[index]
    switch measure {
    case .ten: return share(policy, after: 10).map(threeDigits)
    case .thousand: return share(policy, after: 1000).map(threeDigits)
    case .median: return median(policy)
    }
  }

  /// The remaining risk of a policy, in a phrase: `half of the rest needs 10^6.5 guesses`.
  func leaves(_ index: Int) -> String {
    let number = measured(index) ?? "–"
    switch measure {
    case .ten: return "ten guesses find \(number) % of the rest"
    case .thousand: return "a thousand guesses find \(number) % of the rest"
    case .median: return "half of the rest needs 10^\(number) guesses or more"
    }
  }

  /// The caveats, in sentences.
  var caveats: [String] {
    guessing.policies.flatMap(\.caveats).unique.map(\.sentence)
  }
}

extension SweepReport.Measure {
  /// The title of a map of this measure.
  var title: String {
    switch self {
    case .ten: "found by 10 guesses, %"
    case .thousand: "found by 1,000 guesses, %"
    case .median: "half need 10^x guesses"
    }
  }

  /// The phrase for a better policy.
  var phrase: String {
    switch self {
    case .ten: "leaves less to ten guesses"
    case .thousand: "leaves less to a thousand guesses"
    case .median: "makes half of the rest harder to guess"
    }
  }

  /// Defines the measure in a sentence.
  var sentence: String {
    switch self {
    case .ten, .thousand:
      "Found is the share of what a policy accepts that so many of the commonest passwords find."
    case .median:
      "Half of what a policy accepts needs 10^x guesses or more, as zxcvbn estimates them; more is "
        + "better."
    }
  }
}
