extension Drawing {
  /// A marker at a point of a line.
  enum Marker: CaseIterable, Sendable { case circle, square, triangle, diamond, ring, cross }

  /// Draws a marker around a point.
  mutating func marker(
    _ marker: Marker, x: Double, y: Double, size: Double = 3.5, _ colour: Palette,
    tip: String? = nil
  ) {
    let title = tip.map { [Markup.make(.title, $0)] } ?? []
    switch marker {
    case .circle, .ring:
      let round: [Markup.Attribute] = [.init(.cx, x), .init(.cy, y), .init(.r, size)]
      add(.element(.circle, round + marker.paint(colour), title))
    case .square, .triangle, .diamond, .cross:
      let path = Markup.Attribute(.d, marker.outline(x: x, y: y, size: size))
      add(.element(.path, [path] + marker.paint(colour), title))
    }
  }

  /// Draws the same marker around several points, in one shape unless it is round.
  mutating func markers(_ marker: Marker, at points: [Point], size: Double, _ colour: Palette) {
    guard !points.isEmpty else { return }
    switch marker {
    case .circle: dots(points, size: size, colour)
    case .ring:
      dots(points, size: size + 0.9, colour)
      dots(points, size: size - 0.9, .paper)
    case .square, .triangle, .diamond, .cross:
      let outline = points.map { marker.outline(x: $0.x, y: $0.y, size: size) }.joined()
      add(.element(.path, [.init(.d, outline)] + marker.paint(colour), []))
    }
  }
}

extension Drawing.Marker {
  /// The attributes that paint the marker.
  func paint(_ colour: Palette) -> [Markup.Attribute] {
    switch self {
    case .ring:
      [
        .init(.fill, Palette.paper.rawValue), .init(.stroke, colour.rawValue),
        .init(.strokeWidth, 1.8),
      ]
    case .cross:
      [.init(.fill, "none"), .init(.stroke, colour.rawValue), .init(.strokeWidth, 2)]
    default: [.init(.fill, colour.rawValue)]
    }
  }

  /// The path of a marker with corners around a point; empty for round ones.
  func outline(x: Double, y: Double, size: Double) -> String {
    func path(_ offsets: [(Double, Double)]) -> String {
      "M"
        + offsets.map { "\(coordinate(x + $0.0 * size)) \(coordinate(y + $0.1 * size))" }
        .joined(separator: "L")
    }
    switch self {
    case .circle, .ring: return ""
    case .square: return path([(-1, -1), (1, -1), (1, 1), (-1, 1)]) + "Z"
    case .triangle: return path([(0, -1.2), (1.1, 0.9), (-1.1, 0.9)]) + "Z"
    case .diamond: return path([(0, -1.4), (1.4, 0), (0, 1.4), (-1.4, 0)]) + "Z"
    case .cross: return path([(-1, -1), (1, 1)]) + path([(-1, 1), (1, -1)])
    }
  }
}
