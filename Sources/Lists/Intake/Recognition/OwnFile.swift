import Glibc

/// Recognises by their content the files that this program writes.
enum OwnFile {
  /// Whether a path leads to a tally, a checkpoint, a compiled blocklist or a table of a report.
  static func isOne(_ path: [CChar]) -> Bool {
    guard let format = ForeignFormat(head(of: path)), case .own = format.remedy else {
      return false
    }
    return true
  }

  /// Whether these are the files of a report: its table and its manifest.
  static func isReport(_ paths: [[CChar]]) -> Bool {
    let table = paths.first { printable($0).hasSuffix("/audit.csv") }
    let hasManifest = paths.contains { printable($0).hasSuffix("/audit.json") }
    return hasManifest && table.map(isOne) == true
  }

  /// The first bytes of a regular file; none if it cannot be read.
  private static func head(of path: [CChar]) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    guard let status = try? FileStatus(of: descriptor), status.kind == .regular else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: 128) { space, filled in
      // SAFETY: the call writes at most as many bytes as there is room for.
      filled = unsafe max(0, read(descriptor, space.baseAddress, space.count))
    }
  }
}

/// Whether a file's name says that it is about lists, and is none itself: `README.md`.
func isDescription(_ path: String) -> Bool {
  let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
  let parts = name.split(separator: ".", maxSplits: 1)
  guard let stem = parts.first else { return false }
  let stems = ["readme", "license", "licence", "copying", "sha256sums", "sha1sums", "md5sums"]
  let endings = ["", "md", "txt", "rst", "markdown"]
  return stems.contains(String(stem)) && endings.contains(parts.count > 1 ? String(parts[1]) : "")
}
