import Diagnostics
import Files
import Foundation
import Tallies
import TallyFiles

/// Tally files by their paths.
enum TallyStore {
  /// Makes sure that a tally may take this name, so that no list is lost by a slip.
  static func requireFree(_ path: String) throws(TallyPlaceProblem) {
    guard let facts = try? FileManager.default.attributesOfItem(atPath: path) else { return }
    guard facts[.type] as? FileAttributeType == .typeRegular,
      let start = try? FileHandle(forReadingAtPath: path)?.read(upToCount: 100),
      TallyFile.isTally(Array(start).span)
    else { throw .occupied(path) }
  }

  /// Begins the file, so that a bad place is told before a long run.
  static func begin(_ path: String) throws -> ProvisionalFile {
    try requireFree(path)
    do throws(SystemError) { return try ProvisionalFile(path, for: .everyone) } catch {
      throw TallyPlaceProblem.refused(path, error)
    }
  }

  /// Writes a recording into the file that was begun for it.
  static func write(_ recording: Recording, to file: inout ProvisionalFile) throws {
    let bytes = try TallyFile.bytes(of: recording, name: file.path)
    do throws(SystemError) {
      try file.write(bytes)
      try file.publish()
    } catch {
      throw TallyPlaceProblem.refused(file.path, error)
    }
  }
}

/// Why a tally cannot be written where it should be.
enum TallyPlaceProblem: Diagnosable {
  case occupied(String)
  case refused(String, SystemError)

  var location: Location? {
    switch self {
    case .occupied(let path), .refused(let path, _): Location(file: path)
    }
  }

  var found: String {
    switch self {
    case .occupied: "cannot write: there is something that is no tally"
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
