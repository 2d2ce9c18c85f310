import Diagnostics

extension Figure {
  /// A column for each bin of a metric of accounts, and labelled rules across them, at places that are
  /// counted in columns from the left.
  static func columns(
    _ bins: [AccountFigures.Bin], rules: [(label: String, place: Double)] = [], title: String,
    caption: String,
    heading: String, unit: String, id: String
  ) -> Figure {
    let total = bins.reduce(0) { $0 + $1.accounts }
    let hasPasswords = bins.contains { $0.passwords != nil }
    let hasDark = bins.contains { $0.beyond != nil }
    var table = DataTable(
      heading,
      [.words(unit), .number("accounts"), .number("share")]
        + (hasPasswords ? [.number("passwords")] : []) + (hasDark ? [.number(beyond)] : []))
    for bin in bins {
      table.add(
        [bin.name, grouped(bin.accounts), percent(share(bin.accounts, of: total))]
          + [bin.passwords, bin.beyond].compactMap(\.self).map { grouped($0) })
    }
    return Figure(
      id: id, title: title, caption: caption,
      description: (bins.map { bin in
        "\(bin.name): \(grouped(bin.accounts))"
          + (bin.passwords.map { " in \(counted($0, "password"))" } ?? "")
      } + rules.map(\.label)).joined(separator: ", ") + ".",
      table: table,
      ColumnChart(
        columns: bins.map { bin in
          let labels = [grouped(bin.accounts), bin.passwords.map { "in \(grouped($0))" }]
          return ColumnChart.Column(
            bin.name, [(bin.accounts, .solid(.blue)), (bin.beyond ?? 0, dark)],
            labels: labels.compactMap(\.self), tip: "\(bin.name): \(grouped(bin.accounts))")
        }, legend: hasDark ? [(dark, beyond)] : [], rules: rules, height: 130, most: 80))
  }

  private static let beyond = "shared beyond a group"
  private static let dark = Fill.solid(.worst)
}

extension [AccountFigures.Bin] {
  /// The place of an age in days among bins of ages, counted in columns; nil of none.
  func place(ofDays days: Int) -> Double? {
    enumerated().lazy.compactMap { number, bin in
      guard let known = bin.days, known.contains(days) else { return nil }
      if known.upperBound == .max { return Double(number) + 0.5 }
      return Double(number) + (Double(days - known.lowerBound) + 0.5) / Double(known.count)
    }.first
  }
}
