/// The files in an archive in order, and a stream of the current file's bytes.
protocol Archive: ByteStream {
  /// Advances to the next member; skips the unread rest of the previous one.
  ///
  /// - Returns: The next member; nil at the end of the archive.
  func nextMember() -> ArchiveMember?
}

/// The results of ``Archive/nextMember()``.
enum ArchiveMember {
  /// A file whose bytes can be read now.
  case file(name: String)
  /// A file that is not read, with the reason.
  case refused(name: String, IntakeProblem)
  /// A directory, a link or a device, or a hidden file.
  case other
  /// A fault before the next member, which may still be found.
  case fault(Ending)
}

/// The name of a member as text: its first 1024 characters, with ill-formed UTF-8 repaired.
func memberName(_ bytes: some Sequence<UInt8>) -> String {
  String(String(decoding: bytes.prefix(4096).prefix { $0 != 0 }, as: UTF8.self).prefix(1024))
}

/// Whether a path is hidden, or belongs to the metadata that macOS adds.
func isHidden(_ path: String) -> Bool {
  path.split(separator: "/").contains { part in
    part == "__MACOSX" || part.hasPrefix(".") && part != "." && part != ".."
  }
}
