/// The files in an archive, one after the other, and a stream of the current file's bytes.
protocol Archive: ByteStream {
  /// Goes to the next member, and passes over the unread rest of the one before.
  ///
  /// - Returns: What comes next; nil at the end of the archive.
  func nextMember() -> ArchiveMember?
}

/// What ``Archive/nextMember()`` came upon.
enum ArchiveMember {
  /// A file, whose bytes can be read now.
  case file(name: String)
  /// A file that is not read, and why.
  case refused(name: String, IntakeProblem)
  /// A directory, a link or a device, or a hidden file.
  case other
  /// A fault on the way to the next member, which may still be found.
  case fault(Ending)
}

/// A member's name as text: its first 1024 characters, ill-formed UTF-8 repaired.
func memberName(_ bytes: some Sequence<UInt8>) -> String {
  String(String(decoding: bytes.prefix(4096).prefix { $0 != 0 }, as: UTF8.self).prefix(1024))
}

/// Whether a path leads to a hidden file or directory, or to the metadata that macOS adds.
func isHidden(_ path: String) -> Bool {
  path.split(separator: "/").contains { part in
    part == "__MACOSX" || part.hasPrefix(".") && part != "." && part != ".."
  }
}
