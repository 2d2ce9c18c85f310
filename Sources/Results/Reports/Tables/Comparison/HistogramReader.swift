import Metrics

/// Reads tables like `audit.csv` back into histograms: those of the first dataset, since rows of
/// single lists have others.
struct HistogramReader {
  private var places: [HistogramPlace] = []
  private var bins: [[Histogram.Bin]] = []
  private var numbers: [HistogramPlace: Int] = [:]
  /// The label of the rows that are read, as a cell.
  private(set) var dataset: String?
  /// The number of rows of the current table.
  private var row = 0
  private static let columns = HistogramTable.fields(isFolded: false).map(\.name)
  private static let boundColumns = HistogramTable.fields(isFolded: true).map(\.name)
  /// Whether the current table has the columns of a folded tally.
  private var hasBounds = false

  /// Reads a table, given in pieces.
  mutating func read(_ table: some Sequence<[UInt8]>) throws(ReportRecord.Fault) {
    var rows = CSVRows()
    row = 0
    for piece in table {
      try rows.read(piece) { (cells) throws(ReportRecord.Fault) in try take(cells) }
    }
    try rows.finish { (cells) throws(ReportRecord.Fault) in try take(cells) }
    if row == 0 { throw .columns }
  }

  private mutating func take(_ cells: [String]) throws(ReportRecord.Fault) {
    row += 1
    if row == 1 {
      hasBounds = cells == Self.boundColumns
      guard hasBounds || cells == Self.columns else { throw .columns }
      return
    }
    let columns = hasBounds ? Self.boundColumns : Self.columns
    guard cells.count == columns.count, let unit = Histogram.Unit(rawValue: cells[5]),
      let (count, most) = hasBounds ? bounds(cells) : UInt64(cells[6]).map({ ($0, $0) }),
      cells[7].isEmpty || Double(cells[7]).map({ 0...1 ~= $0 }) == true
    else { throw .row(row) }
    if dataset == nil { dataset = cells[0] }
    if cells[0] != dataset { return }
    let metric = Metric(name: cells[2], isOfPolicy: !cells[1].isEmpty)
    let place = HistogramPlace(policy: cells[1], metric: metric, unit: unit)
    let number = numbers[place] ?? places.count
    if number == places.count {
      numbers[place] = number
      places.append(place)
      bins.append([])
    }
    // A numbered bin needs no name.
    let order = Int(cells[4]) ?? bins[number].count
    bins[number].append(
      Histogram.Bin(
        cells[3] == String(order) ? nil : cells[3], order: order, count: count, most: most))
  }

  /// The least and the most number of a row of a folded tally; those of one that is not told are 0
  /// and the largest number, which marks it.
  private func bounds(_ cells: [String]) -> (UInt64, UInt64)? {
    if cells[8].isEmpty, cells[9].isEmpty { return (0, .max) }
    guard let least = UInt64(cells[8]), let most = UInt64(cells[9]), least <= most else {
      return nil
    }
    return (least, most)
  }

  /// The histograms in the order of their first rows; the totals are those of the metrics.
  var histograms: [Histogram] {
    func count(
      _ bin: String, _ metric: Metric, _ policy: String, _ unit: Histogram.Unit
    ) -> (least: UInt64, most: UInt64) {
      let number = numbers[HistogramPlace(policy: policy, metric: metric, unit: unit)]
      return number.flatMap { bins[$0].first { $0.name == bin } }.map { ($0.count, $0.most) }
        ?? (0, 0)
    }
    // A policy may be in force for some entries only; all of these comply or violate.
    func passwords(_ place: HistogramPlace) -> (least: UInt64, most: UInt64) {
      if place.metric.isOfCompliant {
        return count("compliant", .compliance, place.policy, place.unit)
      }
      if let other = place.metric.metricOfTotal {
        let number = numbers[HistogramPlace(policy: "", metric: other, unit: place.unit)]
        let sum = number.map { bins[$0].reduce(0) { $0 &+ $1.count } } ?? 0
        return (sum, sum)
      }
      let all = count("audited", .entries, "", place.unit)
      let compliance = HistogramPlace(
        policy: place.policy, metric: .compliance, unit: place.unit)
      let verdicts = numbers[compliance].map { bins[$0] } ?? []
      guard !hasBounds, !place.policy.isEmpty, verdicts.count == 2 else { return all }
      let sum = verdicts[0].count &+ verdicts[1].count
      return sum == 0 ? all : (sum, sum)
    }
    return zip(places, bins).map { place, bins in
      let passwords = passwords(place)
      return Histogram(
        policy: place.policy.isEmpty ? nil : place.policy, place.metric, unit: place.unit,
        total: place.metric.total(passwords.least, adding: bins),
        mostTotal: place.metric.total(passwords.most, adding: bins), bins)
    }
  }
}
