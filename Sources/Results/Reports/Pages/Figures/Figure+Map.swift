extension Figure {
  /// F0: policies by what they refuse and what they leave; a line joins those that no other beats.
  ///
  /// `current` is the number of a policy that a larger mark shows.
  /// Nil if no policy has a place.
  static func map(_ map: PolicyMap, current: Int? = nil, id: String) -> Figure? {
    guard !map.places.isEmpty else { return nil }
    let table = DataTable(
      "Policies by what they refuse and what they leave to guess", map.places + map.references,
      [
        .words("policy") { clipped($0.name, to: 60) },
        .number("refused") { $0.refusedWords }, .number(map.measure.column) { $0.leftWords },
        .number("accepted") { $0.accepted }, .words("standing") { $0.standing.rawValue },
      ])
    let told = map.places.count <= PolicyOverview.mostCharted ? map.places : map.front
    return Figure(
      id: id, title: map.finding, caption: map.explanation(of: current ?? map.own),
      description: told.map { place in
        "\(clipped(place.name, to: 60)) refuses \(place.refusedWords); "
          + "\(map.measure.column): \(place.leftWords)"
      }.sentences
        + (told.count < map.places.count ? " The table has all." : ""),
      table: table,
      PlaneChart(
        across: Drawing.percents, up: map.measure.levels.map { ($0.height, $0.label) },
        acrossTitle: "refused, of all passwords →", upTitle: "↑ \(map.measure.axis)",
        marks: (map.places + map.references).map { mark(of: $0, on: map, current: current) },
        // Between ends there is no line that none is below.
        path: map.hasExtents || !map.frontFalls ? [] : map.front.map { ($0.refused, $0.left) },
        height: (380, 280)))
  }

  /// The mark of a policy; its form says how it stands.
  private static func mark(
    of place: PolicyMap.MappedPolicy, on map: PolicyMap, current: Int?
  ) -> PlaneChart.Mark {
    let isCurrent = place.number == current && place.standing != .reference
    let (form, size, colour): (Drawing.Marker, Double, Palette) =
      switch place.standing {
      case .front: (.circle, 4, .comply)
      case .beaten: (.circle, 3, .muted)
      case .besideFactor: (.square, 3.5, .violet)
      case .few: (.ring, 2.6, .grid)
      case .reference: (.diamond, 2.6, .grid)
      }
    return PlaneChart.Mark(
      name: place.name, at: (place.refused, place.left), form: form,
      size: size + (isCurrent ? 3.5 : 0), colour: isCurrent ? .refuse : colour,
      tip:
        "\(place.name): refuses \(place.refusedWords); \(map.measure.column): \(place.leftWords)",
      most: place.most.map { ($0.refused, $0.left) },
      isNamed: map.places.count <= PolicyOverview.mostCharted
        || [.front, .reference].contains(place.standing) || place.isNamed || isCurrent,
      isNote: place.standing == .reference, isBold: isCurrent, isLow: place.standing == .front)
  }
}
