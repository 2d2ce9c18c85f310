import Diagnostics

/// A kit of figures, which draws values in both layouts: ``RowChart``, ``ColumnChart``, ``PlaneChart``,
/// ``GridChart``.
protocol Chart {
  /// The picture; `prefix` begins the ids in it.
  func drawing(_ layout: Layout, _ prefix: String) -> Drawing
}

/// A picture, its description in words, and its numbers as a table.
struct Figure: Sendable {
  /// Begins the ids of its parts; unique on a page.
  let id: String
  /// Its finding, in a short sentence without a full stop.
  let title: String
  /// What is measured, and how to read it.
  let caption: String
  /// The contents in words, with the numbers.
  let description: String
  /// The picture, and the same for phones.
  let drawing, phone: Drawing
  /// The numbers: a row for each mark.
  let table: DataTable

  init(
    id: String, title: String, caption: String, description: String, table: DataTable,
    _ chart: some Chart
  ) {
    self.id = id
    self.title = title
    self.caption = caption
    self.description = description
    self.table = table
    drawing = chart.drawing(.wide, id)
    phone = chart.drawing(.phone, "\(id)-s")
  }

  /// The figure on a card, with its table folded below; both pictures end with the source.
  func markup(_ source: Source) -> Markup {
    var (wide, phone) = (drawing, phone)
    wide.add(source)
    phone.add(source)
    return .element(
      .figure, [.id(id)],
      [
        .element(.figcaption, [], [.make(.strong, title), .text(" " + caption)]),
        wide.markup(title: title, description: description, id: id),
        phone.markup(labelledBy: id),
        .details("Table", table.markup(id: id)),
      ])
  }
}

extension Sequence<String> {
  /// The texts as sentences.
  var sentences: String { joined(separator: ". ") + "." }
}

/// What a picture is drawn from, said in its last line, so that it survives being cut out.
///
///     leaked-countries · n 5,975,683 · audit 0.2.0 · list 8591a70e · 25 Nov 2026
struct Source: Sendable {
  /// The pieces of the line.
  let pieces: [String]

  /// Takes the pieces that are known.
  init(_ pieces: [String?]) { self.pieces = pieces.compactMap(\.self) }

  /// The source of a report's figures, which are about its passwords unless they are about accounts.
  init(_ overview: ReportOverview, accounts: UInt64? = nil) {
    let manifest = overview.manifest
    let digest = overview.inputs.rows.count == 1 ? overview.inputs.rows.first?.sha256 : nil
    self.init([
      clipped(manifest.dataset, to: 40), "n \(grouped(accounts ?? overview.entries))",
      "audit \(manifest.version)", digest.map { "list \($0.prefix(8))" },
      overview.inputs.rows.count > 1 ? "\(grouped(overview.inputs.listCount)) lists" : nil,
      overview.date?.brief,
    ])
  }

  /// The line, in as many as the room needs.
  func lines(of room: Double) -> [String] {
    var lines: [String] = []
    for piece in pieces {
      if let last = lines.last, textWidth(last + " · " + piece, size: Self.size) <= room {
        lines[lines.count - 1] = last + " · " + piece
      } else {
        lines.append(clipped(piece, to: room, size: Self.size))
      }
    }
    return lines
  }

  /// The height of its letters.
  static let size = 10.5
}

extension Drawing {
  /// Ends the picture with its source.
  mutating func add(_ source: Source) {
    for line in source.lines(of: width - 8) {
      extend(by: 15)
      text(line, x: 4, y: height - 4, Style(size: Source.size, colour: .muted))
    }
  }
}
