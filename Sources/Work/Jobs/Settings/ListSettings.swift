package import Diagnostics
import Files
package import Intake

/// The lists to read, and how to read them.
package struct ListSettings: Hashable, Sendable, CheckedSettings {
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

  package func validate() throws(Problem) {
    try Problem.refuse([
      "--fallback is for lines that are not UTF-8, and needs --encoding utf-8 or auto.":
        reading.fallback != nil && reading.encoding != .utf8 && reading.encoding != nil,
      "--separator goes with layouts that name a user, a hash or a column, and with auto.":
        layout.separator != nil && !layout.takesSeparator,
    ])
  }

  /// Whether no file or directory has a name.
  package static func isMissing(_ name: String) -> Bool { (try? FileKind(of: name)) == .nothing }
}

extension LayoutRequest {
  /// Whether parts of a line stand apart by a character.
  fileprivate var takesSeparator: Bool {
    switch choice {
    case .auto, .table, .stated(.user), .stated(.userHash), .stated(.userHashFirst),
      .stated(.hash), .stated(.saltedHash), .stated(.john):
      true
    default: false
    }
  }
}
