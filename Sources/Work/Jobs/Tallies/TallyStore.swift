import Blocklists
package import Diagnostics
import Files
import Reports
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

  /// Reads and verifies a tally file, and tells if it holds only a part of its lists, and what its scan
  /// warned of.
  ///
  /// - Throws: ``Problem``.
  static func read(_ path: String, tell: (Problem) -> Void) throws -> Recording {
    let recording = try read(path)
    recording.tellShortcomings(in: path, tell)
    return recording
  }

  /// Reads and verifies a tally file.
  ///
  /// - Throws: ``Problem``.
  package static func read(_ path: String) throws -> Recording {
    let (head, byteCount): ([UInt8], Int)
    do throws(SystemError) {
      let file = try ReadableFile(path)
      byteCount = file.byteCount
      head = try file.head(TallyFile.headByteCount)
    } catch {
      // For a directory, for example, the system would report that it is too large.
      let kind = (try? FileKind(of: path)) ?? .file
      let isReport = (try? FileKind(of: "\(path)/\(ReportFiles.manifest)")) == .file
      let problem: Problem =
        switch kind {
        case _ where isReport: .reportAsTally(path)
        case .directory: .directoryAsTally(path)
        case .file, .nothing: .unreadableTally(error)
        default: .foreignTally
        }
      throw problem.of(path)
    }
    if CompiledBlocklist.isRecognised(path: path) { throw Problem.blocklistAsTally(path) }
    if ReportStore.directory(of: path) != path { throw Problem.reportAsTally(path) }
    return try TallyFile.recording(inFile: path, head: head.span, byteCount: byteCount)
  }

  /// The contents of a tally and the questions it can answer, in blocks of lines with titles; the
  /// first has none.
  ///
  /// - Throws: ``Problem``.
  package static func description(of path: String) throws -> [(title: String, lines: [String])] {
    let recording = try read(path)
    let info = TallyInfo(recording)
    return [
      ("", info.lines), ("It can answer questions about", info.answers),
      ("It cannot answer questions about", info.limits),
      ("What it says of other accounts", TallyReach(recording)?.lines ?? []),
    ]
  }

  /// The same for programs, a JSON object.
  ///
  /// - Throws: ``Problem``.
  package static func json(of path: String) throws -> [UInt8] {
    let recording = try read(path)
    let info = TallyInfo(recording)
    let facts: JSONObject = [
      "passwords": recording.entries, "signatures": recording.tally.signatureCount,
      "complete": recording.isComplete,
      // As in `audit.json`, with keys in snake case.
      "inputs": recording.inputs,
      "contents": info.lines, "answers": info.answers, "doesNotHold": info.limits,
      "bounds": TallyReach(recording)?.bounds.json,
    ]
    return jsonText(facts)
  }
}

/// The file of a tally, or of a text, created before a long run, so that a bad path is reported at once.
package final class TallyOutput: Sendable {
  private let file: Locked<ProvisionalFile>
  private let path: String
  private let replacing: Replacing

  /// Creates the file; with `force` it replaces an earlier tally, but none of `inputs`.
  ///
  /// - Throws: `Problem`.
  convenience init(_ path: String, force: Bool, besides inputs: [String] = []) throws(Problem) {
    try self.init(
      path, Replacing(isForced: force, "tally", if: TallyStore.isTally), besides: inputs)
  }

  /// Creates the file of a text; with `force` it replaces any file, but none of `inputs`.
  ///
  /// - Throws: `Problem`.
  package convenience init(
    text path: String, force: Bool, besides inputs: [String]
  ) throws(Problem) {
    try self.init(path, Replacing(isForced: force), besides: inputs)
  }

  private init(_ path: String, _ replacing: Replacing, besides inputs: [String]) throws(Problem) {
    (self.path, self.replacing) = (path, replacing)
    try replacing.check(path, besides: inputs)
    do throws(SystemError) { file = Locked(try ProvisionalFile(path, for: .everyone)) } catch {
      throw .unwritable(path, error)
    }
  }

  /// Writes a text, and publishes the file.
  ///
  /// - Throws: `Problem`.
  package func publish(text bytes: [UInt8]) throws(Problem) {
    try write(bytes)
    try publish()
  }

  /// Writes a recording, and publishes both the file and its fingerprints.
  ///
  /// - Throws: `Problem`; then neither file is published.
  func publish(_ recording: Recording, _ fingerprints: FingerprintWriter?) throws {
    try write(try TallyFile.bytes(of: recording, name: path))
    try fingerprints?.publish()
    do { try publish() } catch {
      fingerprints?.withdraw()
      throw error
    }
  }

  private func write(_ bytes: [UInt8]) throws(Problem) {
    do throws(SystemError) {
      try file.withLock { file throws(SystemError) in try file.write(bytes) }
    } catch {
      throw .unwritable(path, error)
    }
  }

  private func publish() throws(Problem) {
    do throws(SystemError) {
      try file.withLock { file throws(SystemError) in
        try file.publish(replacing: replacing.replaceable)
      }
    } catch {
      throw replacing.problem(path, error)
    }
  }
}
