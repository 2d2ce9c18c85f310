import Blocklists
package import Diagnostics
package import Files
import Requests
package import Tallies
package import TallyFiles

/// Reads and writes tally files by path.
package enum TallyStore {
  /// Whether a path is that of a tally of any version.
  package static func isTally(_ path: String) -> Bool {
    guard path != "-", (try? FileKind(of: path)) == .file,
      let head = try? ReadableFile(path).head(TallyFile.headByteCount)
    else { return false }
    return TallyFile.isTally(head.span)
  }

  /// Checks that a tally may be written to this path, so that no list is overwritten by mistake.
  package static func requireFree(_ path: String) throws(TallyPlaceProblem) {
    guard (try? FileKind(of: path)) != .nothing else { return }
    guard isTally(path) else { throw .occupied(path) }
  }

  /// Creates the file, so that a bad path is reported before a long run.
  package static func begin(_ path: String) throws -> ProvisionalFile {
    try requireFree(path)
    do throws(SystemError) { return try ProvisionalFile(path, for: .everyone) } catch {
      throw TallyPlaceProblem.refused(path, error)
    }
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

  /// Writes a recording into the file created for it, and publishes both it and its fingerprints.
  ///
  /// - Throws: `TallyFileProblem`, `FingerprintProblem`, ``TallyPlaceProblem``; then neither file is
  ///   published.
  package static func write(
    _ recording: Recording, _ fingerprints: FingerprintWriter? = nil, to file: inout ProvisionalFile
  ) throws {
    let bytes = try TallyFile.bytes(of: recording, name: file.path)
    do throws(SystemError) { try file.write(bytes) } catch {
      throw TallyPlaceProblem.refused(file.path, error)
    }
    try fingerprints?.publish()
    do throws(SystemError) { try file.publish(replacing: .files(isTally)) } catch {
      if let fingerprints { try? ProvisionalFile.remove(fingerprints.path) }
      throw error.isOccupied
        ? TallyPlaceProblem.occupied(file.path) : .refused(file.path, error)
    }
  }
}

/// The reason why a tally cannot be written to a path.
package enum TallyPlaceProblem: Diagnosable {
  /// Another file has that path.
  case occupied(String)
  /// The system refuses the path.
  case refused(String, SystemError)

  package var location: Location? {
    switch self {
    case .occupied(let path), .refused(let path, _): Location(file: path)
    }
  }

  package var found: String {
    switch self {
    case .occupied: "cannot write: a file that is not a tally is in the way"
    case .refused(_, let fault): "cannot write: \(fault)"
    }
  }

  package var expected: String? {
    switch self {
    case .occupied: "a new name, or an earlier tally to replace"
    case .refused: nil
    }
  }

  package var remedy: String? { "Name another file with --output." }
}
