import Foundation
import Reports
package import TestSupport
import Testing

/// A figure of a page read back: what its marks, legend and axes say, without the program's help.
///
/// Fills are told by what the style sheet and the picture's patterns define, values by where the
/// labels of the axes stand.
package struct Picture {
  /// A filled rectangle.
  package struct Bar {
    package let x, y, width, height: Double
    /// The fill: `comply`, `tint`, `outline`, `stripes refuse`.
    package let fill: String

    package var right: Double { x + width }
    package var bottom: Double { y + height }
    package var middle: Double { x + width / 2 }
  }

  /// A piece of text.
  package struct Label {
    package let text: String
    package let x, y: Double

    /// Places a text.
    package init(text: String, x: Double, y: Double) { (self.text, self.x, self.y) = (text, x, y) }
  }

  /// A line through points.
  package struct Line {
    package let points: [(x: Double, y: Double)]
    /// Its colour and dashes.
    package let look: String
  }

  /// What belongs to one row of the figure's table, or to none.
  package struct Shapes {
    package var bars: [Bar] = []
    package var labels: [Label] = []
    package var lines: [Line] = []
    /// Centres of round markers, with their colours.
    package var dots: [(x: Double, y: Double, colour: String)] = []
    /// Bars that stand on a base line, of one path.
    package var outlines: [Bar] = []
    /// What a pointer over it shows.
    package var tips: [String] = []
  }

  package let title, caption, description: String
  /// A group of shapes for each row.
  package let marks: [Shapes]
  /// Everything else: axes, names, legends.
  package let ground: Shapes
  /// The cells of the table, the head first.
  package let table: [[String]]
  /// The vertical lines with dashes, by place and colour.
  package let dashed: [(x: Double, colour: String)]

  /// What the picture is drawn from, its last lines.
  package let source: [String]
  /// The width of its box.
  package let width: Double

  /// Reads a figure of a page, or its second layout, for phones.
  package init(_ page: PageTree, _ id: String, isPhone: Bool = false) throws {
    let figure = try #require(page.element(id), "\(id)")
    let layout = isPhone ? "ph" : "wd"
    let svg = try #require(figure.all("svg").first { $0.attributes["class"] == layout })
    let sheet = page.all("style").map(\.text).joined()
    let fills = Fills(sheet, svg)
    title = figure.all("strong").first?.text ?? ""
    description = figure.all("desc").first?.text ?? ""
    let box = svg.attributes["viewBox"]?.split(separator: " ").compactMap { Double($0) } ?? []
    width = box.count == 4 ? box[2] : 0
    caption = figure.all("figcaption").first?.content.last?.text ?? ""
    var ground = Shapes()
    var dashed: [(x: Double, colour: String)] = []
    let last = svg.content.filter {
      $0.name == "text" && $0.attributes["font-size"] == "10.5" && $0.attributes["x"] == "4"
    }
    source = last.map(\.text)
    let lines = Set(last.compactMap { $0.attributes["y"] })
    for element in svg.content where element.name != "g" && element.name != "defs" {
      if element.attributes["x"] == "4", lines.contains(element.attributes["y"] ?? "") { continue }
      ground.add(element, fills)
      if element.attributes["stroke-dasharray"] != nil, let path = element.attributes["d"],
        let match = path.firstMatch(of: #/M([\d.]+) /#)
      {
        for part in path.matches(of: #/M([\d.]+) [\d.]+V/#) {
          dashed.append((Double(part.1) ?? -1, fills.name(of: element, "stroke")))
        }
        _ = match
      }
    }
    self.ground = ground
    self.dashed = dashed
    marks = svg.content.filter { $0.name == "g" }.map { group in
      var shapes = Shapes()
      for element in group.content { shapes.add(element, fills) }
      return shapes
    }
    let rows =
      figure.all("thead").flatMap { $0.all("tr") }
      + figure.all("tbody").flatMap {
        $0.all("tr")
      }
    table = rows.map(\.cells)
    try #require(marks.count == table.count - 1 && !marks.isEmpty, "a mark for each row")
  }

  /// The legend: each fill with its words.
  package var legend: [String] {
    ground.bars.filter { $0.width == 12 && $0.height == 12 }.map { box in
      let words = ground.labels.first { abs($0.y - box.y - 10) < 0.01 && $0.x == box.x + 17 }
      return "\(box.fill): \(words?.text ?? "?")"
    }
  }
}

extension Picture.Shapes {
  fileprivate mutating func add(_ element: PageTree, _ fills: Fills) {
    let attributes = element.attributes
    func number(_ name: String) -> Double { Double(attributes[name] ?? "") ?? -1 }
    tips += element.content.filter { $0.name == "title" }.map(\.text)
    switch element.name {
    case "text":
      let text = element.content.filter { $0.name.isEmpty }.map(\.text).joined()
      // Digits below columns share an element.
      let places = (attributes["x"] ?? "").split(separator: " ").compactMap { Double($0) }
      if places.count > 1 {
        labels += zip(text, places).map {
          Picture.Label(text: String($0), x: $1, y: number("y"))
        }
      } else {
        labels.append(Picture.Label(text: text, x: number("x"), y: number("y")))
      }
    case "path":
      let path = attributes["d"] ?? ""
      if attributes["class"] == "z" { return }
      if let match = path.wholeMatch(of: #/M([\d.-]+) ([\d.-]+)v([\d.-]+)h([\d.-]+)V[\d.-]+z/#) {
        bars.append(
          Picture.Bar(
            x: Double(match.1) ?? -1, y: Double(match.2) ?? -1, width: Double(match.4) ?? -1,
            height: Double(match.3) ?? -1, fill: fills.name(of: element, "fill")))
      } else if attributes["stroke-linecap"] == "round" {
        var (x, y) = (0.0, 0.0)
        for step in path.matches(of: #/m([\d.-]+) ([\d.-]+)h0/#) {
          (x, y) = (x + (Double(step.1) ?? 0), y + (Double(step.2) ?? 0))
          dots.append(((x * 100).rounded() / 100, y, fills.name(of: element, "stroke")))
        }
      } else {
        for part in path.matches(of: #/M([\d.-]+) ([\d.-]+)v-([\d.-]+)h([\d.-]+)v[\d.-]+/#) {
          let (base, height) = (Double(part.2) ?? -1, Double(part.3) ?? -1)
          outlines.append(
            Picture.Bar(
              x: Double(part.1) ?? -1, y: base - height, width: Double(part.4) ?? -1,
              height: height, fill: fills.name(of: element, "fill")))
        }
        for part in path.matches(of: #/M([\d.-]+) ([\d.-]+)V([\d.-]+)/#) {
          let (x, from, to) = (Double(part.1) ?? -1, Double(part.2) ?? -1, Double(part.3) ?? -1)
          lines.append(
            Picture.Line(points: [(x, from), (x, to)], look: fills.name(of: element, "stroke")))
        }
      }
    case "rect":
      bars.append(
        Picture.Bar(
          x: number("x"), y: number("y"), width: number("width"), height: number("height"),
          fill: fills.name(of: element, "fill")))
    case "circle":
      let colour = fills.name(of: element, attributes["fill"] == "#ffffff" ? "stroke" : "fill")
      dots.append((number("cx"), number("cy"), colour))
    case "polyline":
      let points = (attributes["points"] ?? "").split(separator: " ").map { point in
        let parts = point.split(separator: ",").compactMap { Double($0) }
        return (x: parts.first ?? -1, y: parts.last ?? -1)
      }
      let dashes = attributes["stroke-dasharray"].map { " \($0)" } ?? ""
      lines.append(
        Picture.Line(points: points, look: fills.name(of: element, "stroke") + dashes))
    default: break
    }
  }
}

/// The names of fills, from the style sheet and the patterns of a picture.
private struct Fills {
  private var classes: [String: String] = [:]
  private var patterns: [String: String] = [:]

  package init(_ sheet: String, _ svg: PageTree) {
    for rule in sheet.matches(of: #/\.(c\w+)\{fill:(#[0-9a-f]+)\}/#) {
      classes[String(rule.1)] = String(rule.2)
    }
    for pattern in svg.all("pattern") {
      let colour = pattern.all("rect").first?.attributes["fill"] ?? "?"
      let motif =
        pattern.all("circle").isEmpty
        ? pattern.all("path").first?.attributes["d"] == "M0 0V6" ? "stripes" : "crosses" : "dots"
      patterns["url(#\(pattern.attributes["id"] ?? ""))"] = "\(motif) \(Self.word(colour))"
    }
  }

  /// The name of a colour: that of the palette, or its digits.
  private static func word(_ colour: String) -> String {
    Palette(rawValue: colour).map { "\($0)" } ?? colour
  }

  package func name(of element: PageTree, _ attribute: String) -> String {
    if attribute == "fill", let name = element.attributes["class"], name.hasPrefix("c") {
      return name == "ct" ? "tint" : name == "cn" ? "outline" : Self.word(classes[name] ?? "?")
    }
    guard let paint = element.attributes[attribute] else { return "?" }
    return patterns[paint] ?? (paint == classes["ct"] ? "tint" : Self.word(paint))
  }
}

/// A linear scale, read from the labels of an axis.
package struct Axis {
  private let place: Double
  private let value: Double
  private let unit: Double

  /// Takes labels that a function reads as values; all of them must lie on one line, and grow to
  /// the right, or upward unless `isDownward` says otherwise.
  package init(
    _ labels: [Picture.Label], along place: KeyPath<Picture.Label, Double>,
    isDownward: Bool = false, _ value: (String) -> Double?
  ) throws {
    let known = labels.compactMap { label in
      value(label.text).map { (place: label[keyPath: place], value: $0) }
    }
    try #require(known.count >= 2, "an axis has two labels")
    let (first, last) = (known[0], known[known.count - 1])
    self.place = first.place
    self.value = first.value
    unit = (last.value - first.value) / (last.place - first.place)
    #expect(place == \.x ? unit > 0 : (unit > 0) == isDownward, "the axis is turned round")
    for label in known {
      #expect(abs(self(label.place) - label.value) < 0.02 * abs(last.value - first.value))
    }
  }

  /// The value at a place.
  package func callAsFunction(_ place: Double) -> Double { value + (place - self.place) * unit }

  /// A percentage: `25 %`.
  package static func percent(_ text: String) -> Double? {
    text.hasSuffix(" %") ? Double(text.dropLast(2)) : nil
  }

  /// The exponent of a power of ten: 14 for `10¹⁴`.
  package static func power(_ text: String) -> Double? {
    guard text.hasPrefix("10"), text.count > 2 else { return nil }
    let digits = text.dropFirst(2).map { "⁰¹²³⁴⁵⁶⁷⁸⁹".firstIndex(of: $0) }
    return digits.reduce(0.0) { sum, index in
      guard let sum, let index else { return nil }
      return sum * 10 + Double("⁰¹²³⁴⁵⁶⁷⁸⁹".distance(from: "⁰¹²³⁴⁵⁶⁷⁸⁹".startIndex, to: index))
    }
  }
}

/// A number with one decimal.
package func tenths(_ number: Double) -> String {
  let rounded = Int((abs(number) * 10).rounded())
  return "\(number < 0 && rounded > 0 ? "-" : "")\(rounded / 10).\(rounded % 10)"
}
