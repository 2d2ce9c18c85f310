/// A picture as values: shapes with coordinates in pixels of its own box.
///
/// Shapes that stand for data are grouped into marks, one for each row of the figure's table.
struct Drawing: Sendable {
  /// The width of the box.
  let width: Double
  /// The height of the box.
  private(set) var height: Double
  /// The shapes, in painting order.
  private(set) var shapes: [Markup] = []
  /// The number of marks.
  private(set) var markCount = 0
  private var patterns: [Fill] = []
  private var tiles: [Markup] = []
  private var openMark: [Markup]?
  private let prefix: String

  /// Starts an empty picture; `prefix` begins the ids of its fill patterns.
  init(width: Double = 640, height: Double, prefix: String) {
    self.width = width
    self.height = height
    self.prefix = prefix
  }

  /// Makes the box higher, for what stands below the picture.
  mutating func extend(by height: Double) { self.height += height }

  /// A place in the box.
  typealias Point = (x: Double, y: Double)

  /// The style of text.
  struct Style: Sendable {
    var size = 12.0
    var colour = Palette.ink
    var isBold = false
    var anchor = Anchor.start
    /// Whether a white halo separates the letters from lines.
    var hasHalo = false

    /// The part of the text at its coordinate.
    enum Anchor: String, Sendable { case start, middle, end }

    static let plain = Style()
    static let right = Style(anchor: .end)
    static let muted = Style(size: 11, colour: .muted)
    /// The labels of an axis: beside it, and below it.
    static let beside = Style(size: 11, colour: .muted, anchor: .end)
    static let below = Style(size: 11, colour: .muted, anchor: .middle)
    static let value = Style(size: 12, isBold: true)
  }

  /// Groups the shapes of one row of the figure's table; hovering over any of them shows the tip.
  ///
  /// Nothing else is grouped, so groups need no class.
  mutating func mark(tip: String? = nil, _ draw: (inout Drawing) -> Void) {
    openMark = tip.map { [.make(.title, $0)] } ?? []
    draw(&self)
    let group = Markup.element(.g, [], openMark ?? [])
    openMark = nil
    shapes.append(group)
    markCount += 1
  }

  /// A rectangle; omitted without width or height.
  mutating func bar(
    x: Double, y: Double, width: Double, height: Double, _ fill: Fill, tip: String? = nil
  ) {
    guard width > 0, height > 0 else { return }
    var attributes = [Self.box(x, y, max(width, 0.5), max(height, 0.5))]
    // An outline separates neighbours of any fill; a sliver would be all outline.
    if min(width, height) <= 1.5 {
      attributes.append(.init(.fill, paint(fill)))
    } else if let name = fill.className {
      attributes.append(.class(name))
    } else {
      attributes += [.init(.fill, paint(fill)), .class("o")]
    }
    add(.path, attributes, tip: tip)
  }

  /// A rectangle as a path, which takes fewer bytes than four attributes.
  private static func box(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) -> Markup.Attribute {
    Markup.Attribute(
      .d,
      "M\(coordinate(x)) \(coordinate(y))v\(coordinate(height))h\(coordinate(width))"
        + "V\(coordinate(y))z")
  }

  /// A framed rectangle.
  mutating func frame(
    x: Double, y: Double, width: Double, height: Double, fill: String, stroke: Palette,
    strokeWidth: Double, tip: String?
  ) {
    add(
      .rect,
      [
        .init(.x, x), .init(.y, y), .init(.width, width), .init(.height, height),
        .init(.fill, fill), .init(.stroke, stroke), .init(.strokeWidth, strokeWidth),
      ], tip: tip)
  }

  /// A straight line.
  mutating func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ colour: Palette = .grid,
    width: Double = 1, dashes: String? = nil
  ) {
    let isGrid = colour == .grid && width == 0.5
    let look: [Markup.Attribute] =
      isGrid
      ? [.class("q")]
      : [.init(.stroke, colour)] + (width == 1 ? [] : [.init(.strokeWidth, width)])
    let end =
      x1 == x2
      ? "V\(coordinate(y2))"
      : y1 == y2 ? "H\(coordinate(x2))" : "L\(coordinate(x2)) \(coordinate(y2))"
    addStroke(
      "M\(coordinate(x1)) \(coordinate(y1))\(end)",
      look + (dashes.map { [.init(.dashes, $0)] } ?? []))
  }

  /// Adds lines; merges them with the previous ones if they have the same style.
  private mutating func addStroke(_ path: String, _ look: [Markup.Attribute]) {
    let last = openMark != nil ? openMark?.last : shapes.last
    guard case .element(.path, let attributes, let content)? = last, content.isEmpty,
      let before = attributes.first, before.name == .d, Array(attributes.dropFirst()) == look
    else { return add(.path, [.init(.d, path)] + look) }
    if openMark != nil { openMark?.removeLast() } else { shapes.removeLast() }
    add(.path, [.init(.d, before.value + path)] + look)
  }

  /// Lines from point to point; nothing without points.
  mutating func path(
    _ points: [(x: Double, y: Double)], _ colour: Palette, width: Double = 2, dashes: String? = nil
  ) {
    guard !points.isEmpty else { return }
    let list = points.map { "\(coordinate($0.x)),\(coordinate($0.y))" }.joined(separator: " ")
    add(
      .polyline,
      [.init(.points, list), .class("l"), .init(.stroke, colour)]
        // The width of `.l` in page.css.
        + (width == 2 ? [] : [.init(.strokeWidth, width)])
        + (dashes.map { [.init(.dashes, $0)] } ?? []))
  }

  /// The area between an upper and a lower line with the same number of points.
  mutating func band(_ upper: [Point], _ lower: [Point], _ colour: Palette) {
    let list = (upper + lower.reversed()).map { "\(coordinate($0.x)) \(coordinate($0.y))" }
    guard !list.isEmpty else { return }
    add(
      .path,
      [
        .init(.d, "M" + list.joined(separator: "L") + "Z"), .init(.fill, colour),
        .init(.fillOpacity, 0.12), .init(.stroke, colour), .init(.strokeWidth, 0.7),
      ])
  }

  /// An invisible box that shows a tip when the pointer hovers over it.
  mutating func tip(_ text: String, x: Double, y: Double, width: Double, height: Double) {
    add(.path, [Self.box(x, y, width, height), .class("z")], tip: text)
  }

  /// A grid of outlined dots on horizontal lines: the ground of a matrix of black dots.
  mutating func matrix(x: Double, y: Double, columns: Int, rows: Int, stepX: Double, stepY: Double)
  {
    let id = "\(prefix)-m"
    let tile: [Markup] = [
      .element(
        .path,
        [
          .init(.d, "M0 \(coordinate(stepY / 2))H\(coordinate(stepX))"),
          .init(.stroke, Palette.grid), .init(.strokeWidth, 0.5),
        ]),
      .element(
        .circle,
        [
          .init(.cx, stepX / 2), .init(.cy, stepY / 2), .init(.r, 3.4),
          .init(.fill, Palette.paper), .init(.stroke, Palette.grid), .init(.strokeWidth, 1.4),
        ]),
    ]
    tiles.append(
      .element(
        .pattern,
        [
          .id(id), .init(.x, x), .init(.y, y), .init(.width, stepX), .init(.height, stepY),
          .init(.patternUnits, "userSpaceOnUse"),
        ], tile))
    add(
      .path,
      [Self.box(x, y, stepX * Double(columns), stepY * Double(rows)), .init(.fill, "url(#\(id))")])
  }

  /// Round dots of equal size and colour.
  mutating func dots(_ points: [Point], size: Double, _ colour: Palette) {
    guard !points.isEmpty else { return }
    // Lines of length 0 with round ends, relative to each other: eight bytes a dot.
    var path = ""
    var last: Point = (0, 0)
    for point in points {
      let next: Point = ((point.x * 100).rounded() / 100, (point.y * 100).rounded() / 100)
      path += "m\(coordinate(next.x - last.x)) \(coordinate(next.y - last.y))h0"
      last = next
    }
    add(
      .path,
      [
        .init(.d, path), .init(.stroke, colour), .init(.strokeWidth, size * 2),
        .init(.lineCap, "round"),
      ])
  }

  /// Text at its baseline, clipped to `room`; nothing without text.
  mutating func text(
    _ text: String, x: Double, y: Double, _ style: Style = .plain, room: Double? = nil
  ) {
    guard !text.isEmpty else { return }
    let shown = room.map { clipped(text, to: $0, size: style.size) } ?? text
    var attributes = [Markup.Attribute(.x, x), .init(.y, y)]
    // The commonest styles are classes of the style sheet, which save bytes in large pages.
    let isNote = style.colour == .muted && style.size == 11
    let isLegend = style.colour == .muted && style.size == 12
    let isValue = style.colour == .ink && style.size == 10.5
    // Most texts without a class are names of rows, right-aligned to their bars.
    let usual = isValue ? Style.Anchor.middle : isNote || isLegend ? .start : .end
    let anchor: String? =
      style.anchor == usual ? nil : style.anchor == .end ? "e" : style.anchor == .middle ? "a" : "s"
    let classes = [
      isNote ? "m" : isValue ? "v" : isLegend ? "g" : nil,
      style.hasHalo && !isValue ? "h" : nil, anchor, style.isBold ? "b" : nil,
    ]
    let names = classes.compactMap(\.self)
    if !names.isEmpty { attributes.append(.class(names.joined(separator: " "))) }
    if style.colour != .ink, !isNote, !isLegend {
      attributes.append(.init(.fill, style.colour))
    }
    if style.size != 12, !isNote, !isValue { attributes.append(.init(.fontSize, style.size)) }
    var content = [Markup.text(shown)]
    if shown != text { content.append(.make(.title, clipped(text, to: 200))) }
    add(.element(.label, attributes, content))
  }

  /// An outlined rectangle on a base line, however low; merged with the previous ones.
  mutating func outline(x: Double, base: Double, width: Double, height: Double) {
    guard height > 0 else { return }
    addStroke(
      "M\(coordinate(x)) \(coordinate(base))v\(coordinate(-height))h\(coordinate(width))"
        + "v\(coordinate(height))", [.class("cn")])
  }

  /// The picture as an element; its title and description have ids derived from `id`.
  func markup(title: String, description: String, id: String) -> Markup {
    svg(
      id,
      [
        .element(.title, [.id("\(id)-t")], [.text(title)]),
        .element(.desc, [.id("\(id)-d")], [.text(description)]),
      ])
  }

  /// The second layout of a picture, with the title and description of the first.
  func markup(labelledBy id: String) -> Markup { svg(id, [], .class("ph")) }

  private func svg(_ id: String, _ words: [Markup], _ name: Markup.Attribute? = nil) -> Markup {
    let defs = patterns.map { patternMarkup($0) } + tiles
    return .element(
      .svg,
      [
        .init(.viewBox, "0 0 \(coordinate(width)) \(coordinate(height))"), .init(.role, "img"),
        .init(.labelledBy, "\(id)-t \(id)-d"), name ?? .class("wd"),
      ], words + (defs.isEmpty ? [] : [.element(.defs, [], defs)]) + shapes)
  }

  private mutating func add(
    _ element: Markup.Element, _ attributes: [Markup.Attribute], tip: String? = nil
  ) {
    add(.element(element, attributes, tip.map { [.make(.title, $0)] } ?? []))
  }

  private mutating func add(_ shape: Markup) {
    if openMark != nil { openMark?.append(shape) } else { shapes.append(shape) }
  }

  private mutating func paint(_ fill: Fill) -> String {
    switch fill {
    case .solid(let colour): return colour.rawValue
    case .tint: return Fill.tintColour
    case .outline: return Palette.paper.rawValue
    case .stripes, .dots, .crosses, .hatch:
      if !patterns.contains(fill) { patterns.append(fill) }
      return "url(#\(patternID(fill)))"
    }
  }

  private func patternID(_ fill: Fill) -> String {
    let number = patterns.firstIndex(of: fill) ?? 0
    return "\(prefix)-p\(number)"
  }

  private func patternMarkup(_ fill: Fill) -> Markup {
    func lines(_ path: String, _ colour: Palette = .paper) -> Markup {
      .element(.path, [.init(.d, path), .init(.stroke, colour), .init(.strokeWidth, 1.6)])
    }
    let dot: [Markup.Attribute] = [
      .init(.cx, 2), .init(.cy, 2), .init(.r, 1.1), .init(.fill, Palette.paper),
    ]
    let (colour, motif, isTurned): (Palette, Markup?, Bool) =
      switch fill {
      case .stripes(let colour): (colour, lines("M0 0V6"), true)
      case .hatch: (.paper, lines("M0 0V6", .ink), true)
      case .crosses(let colour): (colour, lines("M0 3H6M3 0V6"), false)
      case .dots(let colour): (colour, .element(.circle, dot), false)
      case .solid, .tint, .outline: (.refuse, nil, false)
      }
    return .element(
      .pattern,
      [
        .id(patternID(fill)), .init(.width, 6), .init(.height, 6),
        .init(.patternUnits, "userSpaceOnUse"),
      ] + (isTurned ? [.init(.patternTransform, "rotate(45)")] : []),
      [.element(.rect, [.init(.width, 6), .init(.height, 6), .init(.fill, colour)])]
        + [motif].compactMap(\.self))
  }

  /// A marker at a point of a line.
  enum Marker: CaseIterable, Sendable { case circle, square, triangle, diamond, ring, cross }

  /// Draws a marker around a point.
  mutating func marker(
    _ marker: Marker, x: Double, y: Double, size: Double = 3.5, _ colour: Palette,
    tip: String? = nil
  ) {
    switch marker {
    case .circle, .ring:
      let round: [Markup.Attribute] = [.init(.cx, x), .init(.cy, y), .init(.r, size)]
      add(.circle, round + marker.paint(colour), tip: tip)
    case .square, .triangle, .diamond, .cross:
      let path = Markup.Attribute(.d, marker.outline(x: x, y: y, size: size))
      add(.path, [path] + marker.paint(colour), tip: tip)
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
      add(.path, [.init(.d, outline)] + marker.paint(colour))
    }
  }
}

extension Drawing.Marker {
  /// The attributes that paint the marker.
  func paint(_ colour: Palette) -> [Markup.Attribute] {
    switch self {
    case .ring:
      [.init(.fill, Palette.paper), .init(.stroke, colour), .init(.strokeWidth, 1.8)]
    case .cross:
      [.init(.fill, "none"), .init(.stroke, colour), .init(.strokeWidth, 2)]
    default: [.init(.fill, colour)]
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
