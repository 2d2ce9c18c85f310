import Files
package import Intake

/// The lists to read, and how to read them.
package struct ListSettings: Hashable, Sendable {
  /// Files and directories; `-` is standard input.
  package var names: [String]
  /// How their bytes are read.
  package var reading: TextSettings
  /// How their lines hold passwords.
  package var layout: LayoutRequest

  /// Makes settings; by default plain UTF-8 with a password on each line.
  package init(
    names: [String], reading: TextSettings = TextSettings(), layout: LayoutRequest = .plain
  ) {
    self.names = names
    self.reading = reading
    self.layout = layout
  }

  /// Whether no file or directory has a name.
  package static func isMissing(_ name: String) -> Bool { (try? FileKind(of: name)) == .nothing }
}
