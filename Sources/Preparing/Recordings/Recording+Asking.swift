import Auditing
package import Diagnostics
import Files
import Passwords
package import Tallies
import TallyFiles

extension Recording {
  /// Bytes of a file that is read, at most.
  private static let largest = 1 << 32

  /// Reads a tally file, and believes nothing in it before it is checked.
  ///
  /// - Throws: ``TallyFileProblem``.
  package static func read(_ path: String) throws -> Recording {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try SmallFile.bytes(of: path, atMost: largest)
    } catch {
      // A directory, say, which the system would call too large.
      let isFile = (try? Occupant(of: path)).map { $0 == .file || $0 == .nothing } ?? true
      throw TallyFileProblem(file: path, isFile ? .unreadable(error) : .foreign)
    }
    return try TallyFile.recording(in: bytes.span, name: path)
  }
}

extension Recording {
  /// The year from which years in passwords were counted; nil where no strength was recorded.
  package var referenceYear: Int? { recipe.sources.scorer?.referenceYear }
}

extension AuditSettings {
  /// The same with the reference year of a recording, whose scores are those of that year.
  package func takingYear(of recording: Recording) -> AuditSettings {
    guard let scorer = recording.recipe.sources.scorer else { return self }
    var settings = self
    settings.strength = StrengthReading(
      referenceYear: scorer.referenceYear, contextWords: strength.contextWords,
      cuts: strength.cuts)
    return settings
  }

  /// The same without what a recording does not hold, and a problem for each thing left out that says
  /// how to record it.
  ///
  /// So whoever has a tally gets every answer that it can give.
  ///
  /// - Parameters:
  ///   - recording: What was recorded.
  ///   - file: What messages call it.
  /// - Returns: The settings that it can answer, and what was left out of them.
  package func asFarAs(
    _ recording: Recording, of file: String
  ) -> (settings: AuditSettings, missing: [any Diagnosable]) {
    var (settings, missing) = (self, [any Diagnosable]())
    let demand = recording.recipe.demand
    if estimate == .zxcvbn, !demand.score {
      settings.estimate = demand.meter ? .meter : .none
      missing.append(
        MissingFact(file: file, fact: "the strength score", option: "--strength zxcvbn"))
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
        MissingFact(file: file, fact: "what a blocklist holds", option: "--blocklist FILE"))
    }
    return (settings, missing)
  }
}
