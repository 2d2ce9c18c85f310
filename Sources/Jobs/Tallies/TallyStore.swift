import Blocklists
import Diagnostics
import Files
package import Tallies
import TallyFiles
import Workers

/// Reads and writes tally files by path.
package enum TallyStore {
  /// Whether a path is that of a tally of any version.
  package static func isTally(_ path: String) -> Bool {
    guard path != "-", (try? FileKind(of: path)) == .file,
      let head = try? ReadableFile(path).head(TallyFile.headByteCount)
    else { return false }
    return TallyFile.isTally(head.span)
  }

  /// Reads and verifies a tally file, and tells if it holds only a part of its lists.
  ///
  /// - Throws: ``TallyFileProblem``.
  static func read(_ path: String, tell: (any Diagnosable) -> Void) throws -> Recording {
    let recording = try read(path)
    if let partial = RecordedInPart(recording, in: path) { tell(partial) }
    return recording
  }

  /// Reads and verifies a tally file.
  ///
  /// - Throws: ``TallyFileProblem``.
  package static func read(_ path: String) throws -> Recording {
    let (head, byteCount): ([UInt8], Int)
    do throws(SystemError) {
      let file = try ReadableFile(path)
      byteCount = file.byteCount
      head = try file.head(TallyFile.headByteCount)
    } catch {
      // For a directory, for example, the system would report that it is too large.
      let isFile = (try? FileKind(of: path)).map { $0 == .file || $0 == .nothing } ?? true
      let isReport = (try? FileKind(of: "\(path)/\(ReportFiles.manifest)")) == .file
      throw TallyFileProblem(
        file: path, isFile ? .unreadable(error) : isReport ? .report : .foreign)
    }
    if CompiledBlocklist.isRecognised(path: path) { throw TallyFileProblem(file: path, .blocklist) }
    if ReportStore.directory(of: path) != path { throw TallyFileProblem(file: path, .report) }
    return try TallyFile.recording(inFile: path, head: head.span, byteCount: byteCount)
  }

  /// The contents of a tally and the questions it can answer, in blocks of lines with titles; the
  /// first has none.
  ///
  /// - Throws: ``TallyFileProblem``.
  package static func description(of path: String) throws -> [(title: String, lines: [String])] {
    let info = TallyInfo(try read(path))
    return [("", info.lines), ("answers", info.answers), ("does not hold", info.limits)]
  }
}

/// The file of a tally, created before a long run, so that a bad path is reported at once.
final class TallyOutput: Sendable {
  private let file: Locked<ProvisionalFile>
  private let path: String

  /// Creates the file, unless it would replace another than a tally.
  init(_ path: String) throws {
    self.path = path
    if (try? FileKind(of: path)) != .nothing, !TallyStore.isTally(path) {
      throw TallyPlaceProblem.occupied(path)
    }
    do throws(SystemError) { file = Locked(try ProvisionalFile(path, for: .everyone)) } catch {
      throw TallyPlaceProblem.refused(path, error)
    }
  }

  /// Writes a recording, and publishes both the file and its fingerprints.
  ///
  /// - Throws: `TallyFileProblem`, `FingerprintProblem`, ``TallyPlaceProblem``; then neither file is
  ///   published.
  func publish(_ recording: Recording, _ fingerprints: FingerprintWriter?) throws {
    let bytes = try TallyFile.bytes(of: recording, name: path)
    do throws(SystemError) {
      try file.withLock { file throws(SystemError) in try file.write(bytes) }
    } catch {
      throw TallyPlaceProblem.refused(path, error)
    }
    try fingerprints?.publish()
    do throws(SystemError) {
      try file.withLock { file throws(SystemError) in
        try file.publish(replacing: .files(TallyStore.isTally))
      }
    } catch {
      fingerprints?.withdraw()
      throw error.isOccupied ? TallyPlaceProblem.occupied(path) : .refused(path, error)
    }
  }
}

/// The reason why a tally cannot be written to a path.
enum TallyPlaceProblem: Diagnosable {
  /// Another file has that path.
  case occupied(String)
  /// The system refuses the path.
  case refused(String, SystemError)

  var location: Location? {
    switch self {
    case .occupied(let path), .refused(let path, _): Location(file: path)
    }
  }

  var found: String {
    switch self {
    case .occupied: "cannot write: a file that is not a tally is in the way"
    case .refused(_, let fault): "cannot write: \(fault)"
    }
  }

  var expected: String? {
    switch self {
    case .occupied: "a new name, or an earlier tally to replace"
    case .refused: nil
    }
  }

  var remedy: String? { "Name another file with --output." }
}
