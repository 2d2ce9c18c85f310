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

extension TextSettings {
  /// Describes how text is read, for the manifest.
  package var stated: String {
    var text =
      switch encoding {
      case .utf8: "utf-8"
      case .latin1: "latin-1, converted to utf-8"
      case .windows1252: "windows-1252, converted to utf-8; a byte it lacks is ill-formed"
      case .utf16LittleEndian, .utf16BigEndian:
        "\(encoding?.rawValue ?? ""), converted to utf-8; an unpaired surrogate is ill-formed"
      case nil:
        "utf-16 where the first bytes say so, converted to utf-8 (an unpaired surrogate is "
          + "ill-formed); utf-8 otherwise"
      }
    if takesAnyBytes { text += "; whatever the first bytes look like" }
    guard let fallback else { return text }
    return "\(text); lines that are not utf-8 as \(fallback.rawValue)"
  }
}

/// The extensions of lists, the outermost first.
private let listEndings =
  [".tgz", ".gz", ".zst", ".xz", ".bz2", ".lz4", ".lz", ".zip", ".7z", ".tar"]
  + [".txt", ".lst", ".dic", ".blocklist", ".ntds", ".pwdump"]

/// A list's name without directory and extensions: `leaks/rockyou.txt.gz` is `rockyou`.
package func listName(_ path: String) -> String {
  guard path != ListInput.standardInputName else { return "stdin" }
  var name = (try? FilePath(path).name) ?? "list"
  for ending in listEndings where name.hasSuffix(ending) {
    if name.count > ending.count { name.removeLast(ending.count) }
  }
  return name.hasPrefix(".") ? "list" : name
}

/// Bytes as lower-case hexadecimal digits.
package func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
