import Overview

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
