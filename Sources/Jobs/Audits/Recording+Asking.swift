import Auditing
import Blocklists
package import Diagnostics
import Files
import Passwords
import Requests
package import Tallies
import TallyFiles

extension Recording {
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
}

extension StrengthSettings {
  /// The same with the reference year of a recording, on which its scores depend.
  func takingYear(of recording: Recording) -> StrengthSettings {
    guard let scorer = recording.recipe.sources.scorer else { return self }
    return StrengthSettings(
      referenceYear: scorer.referenceYear, contextWords: contextWords, cuts: cuts)
  }
}

extension StrengthEstimate {
  /// The estimate that a recording has in place of this one: zxcvbn's alone, in those of before the
  /// combined one.
  func recorded(in recording: Recording) -> StrengthEstimate {
    let demand = recording.recipe.demand
    return self == .combined && demand.score && !demand.combined ? .zxcvbn : self
  }
}

extension AuditSettings {
  /// These settings with the reference year of a recording, on which its scores depend.
  package func takingYear(of recording: Recording) -> AuditSettings {
    var settings = self
    settings.strength = strength.takingYear(of: recording)
    return settings
  }

  /// These settings without the facts that a recording lacks, and a problem for each of these,
  /// which says how to record it.
  ///
  /// So a user gets every answer that a tally can give.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - file: Its name in messages.
  /// - Returns: The settings that it can answer, and the problems.
  package func asFarAs(
    _ recording: Recording, of file: String
  ) -> (settings: AuditSettings, missing: [any Diagnosable]) {
    var (settings, missing) = (self, [any Diagnosable]())
    let demand = recording.recipe.demand
    settings.estimate = estimate.recorded(in: recording)
    if estimate.hasGuesses, !demand.score {
      settings.estimate = demand.meter ? .meter : .none
      missing.append(
        MissingFact(file: file, fact: "the strength score", option: "--strength combined"))
    }
    if settings.estimate == .meter, !demand.meter { settings.estimate = .none }
    if distinct != nil, recording.spectrum == nil {
      settings.distinct = nil
      missing.append(
        MissingFact(file: file, fact: "distinct passwords", option: "--distinct"))
    }
    if !blocklists.isOff, recording.recipe.sources.lists.isEmpty {
      settings.blocklists = .off
      missing.append(
        MissingFact(
          file: file, fact: "which passwords a blocklist holds", option: "--blocklist FILE"))
    }
    return (settings, missing)
  }
}
