import Diagnostics
package import Tallies

/// The lists of a report, and how they were read.
package struct InputsOverview: Sendable {
  /// The inputs, in order: lists, or groups of lists.
  package let rows: [Row]
  /// The number of lists; a group counts as all of its lists.
  package let listCount: UInt64
  /// The size of all lists as they were read.
  package let size: String

  /// The most inputs that a report for people names.
  private static let mostNamed = 20

  /// One list, or a group of lists.
  package struct Row: Sendable {
    /// The name that the user gave.
    package let name: String
    /// The compression or archive, or `plain`.
    package let container: String
    /// The size of the bytes read, before decompression: `1.2 MB`.
    package let size: String
    /// The size of the text; nil if the list was not packed.
    package let unpackedSize: String?
    /// The digest of the bytes read, in hexadecimal.
    package let sha256: String
    /// How its lines hold passwords, and from which lines that was detected unless the user stated it:
    /// `user:password, told by the first 20 lines`; nil if each line is a password.
    package let layout: String?
    /// The problems, in sentences without the list's name, each on one line.
    package let problems: [String]
  }

  /// Takes the inputs of a manifest.
  init(_ inputs: [Manifest.Input]) {
    rows = inputs.map { Row($0.record) }
    listCount = inputs.reduce(0) { $0 &+ $1.record.lists }
    size = bytes(inputs.reduce(0) { $0 &+ $1.record.bytes })
  }

  /// The inputs that a report for people names.
  package var named: ArraySlice<Row> { rows.prefix(Self.mostNamed) }

  /// The number of the others.
  package var unnamedCount: Int { rows.count - named.count }
}

extension InputsOverview.Row {
  /// Takes the record of an input.
  package init(_ input: RecordedInput) {
    name = input.name
    container = input.container
    size = bytes(input.bytes)
    unpackedSize = container == RecordedInput.plain ? nil : bytes(input.textBytes)
    sha256 = input.sha256
    layout = input.layout.flatMap { name in
      name == RecordedInput.plain
        ? nil : name + (input.layoutToldBy.map { ", told by \($0)" } ?? "")
    }
    // A problem starts with the name of its list, and its remedy is a line of its own.
    let start = escaped(input.name) + ": "
    problems = input.problems.map { problem in
      let text = problem.hasPrefix(start) ? String(problem.dropFirst(start.count)) : problem
      return text.split(separator: "\n").map { line in
        String(line.drop { $0 == " " })
      }.joined(separator: ". ")
    }
  }
}
