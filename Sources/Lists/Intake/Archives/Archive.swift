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

/// Faults found before a member of an archive that have not been reported yet.
struct ArchiveFaults {
  private var waiting: [Ending] = []
  /// Whether the end of the source was reported.
  ///
  /// Its fault causes others.
  private var isSourceTold = false

  var isEmpty: Bool { waiting.isEmpty }

  /// Removes and returns the first fault.
  mutating func next() -> Ending? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// Adds a problem, or the fault of the source that caused it.
  mutating func add(_ problem: IntakeProblem, in source: some PieceSource) {
    add(ending(problem, in: source))
  }

  /// Adds an ending if it must be reported.
  mutating func add(_ ending: Ending) {
    if case .whole = ending { return }
    waiting.append(ending)
  }

  /// Adds the ending of a source that was read to its end.
  mutating func addEnd(of source: some PieceSource) {
    guard !isSourceTold, source.isEmpty, case .over(let ending) = source.refill() else { return }
    isSourceTold = true
    add(ending)
  }

  /// The ending of a member with a problem, or the fault of the source if that caused the problem.
  mutating func ending(_ problem: IntakeProblem, in source: some PieceSource) -> Ending {
    guard let fault = source.fault else { return .broken(problem) }
    defer { isSourceTold = true }
    return isSourceTold ? .whole : fault
  }
}
