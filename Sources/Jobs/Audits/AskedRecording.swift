import Auditing
import Blocklists
import Caches
import Intake
import PasswordPolicies
import Passwords
package import Requests
package import Tallies
import Workers

/// A recording that is queried repeatedly, with a cache.
///
/// The costs are in dropping the facts that no policy needs and in loading blocklists. Both results
/// are usually the same for successive versions of a policy that is being edited.
package final class AskedRecording: Sendable {
  /// The recording.
  package let recording: Recording
  private let coarse = Locked(RecentValues<CoarseKey, Recording>(most: 12))
  private let blocklists = Locked(RecentValues<ListKey, LoadedBlocklists>(most: 12))

  private struct CoarseKey: Hashable {
    let recipe: Recipe
    let lists: [Int]
  }

  private struct ListKey: Hashable {
    let settings: BlocklistSettings
    let references: Set<ListReference>
    let names: [String]
    let marksUsers: Bool
  }

  /// Wraps a recording.
  package init(_ recording: Recording) { self.recording = recording }

  /// The recording in a coarser recipe.
  func coarsened(by coarsening: Coarsening) -> Recording {
    let key = CoarseKey(recipe: coarsening.coarse, lists: coarsening.lists)
    if let known = coarse.withLock({ $0.value(for: key) }) { return known }
    let made = recording.coarsened(by: coarsening)
    coarse.withLock { $0.keep(made, for: key) }
    return made
  }

  /// The blocklists of the settings, and those that their policies name.
  func blocklists(
    _ settings: AuditSettings, marksUsers: Bool, tell: @escaping ProblemHandler
  ) throws -> LoadedBlocklists {
    let key = ListKey(
      settings: settings.blocklists, references: Set(settings.policies.flatMap(\.lists)),
      names: settings.strength.contextWords, marksUsers: marksUsers)
    if let known = blocklists.withLock({ $0.value(for: key) }) {
      if !marksUsers { DoubtfulList.tellOfMissingUsers(settings.policies, tell) }
      return known
    }
    let loaded = try settings.blocklists.load(
      for: settings.policies, names: settings.strength.contextWords, marksUsers: marksUsers,
      recorded: RecordedLists(recording), stop: StopFlag(), tell: tell)
    blocklists.withLock { $0.keep(loaded, for: key) }
    return loaded
  }

  /// The blocklists that answer policies in the recording and can look single passwords up.
  ///
  /// They are loaded only if they are not in memory yet. Nothing can be looked up in recorded ones,
  /// so their files are read.
  ///
  /// - Throws: ``ProblemsTold`` if a list cannot be read.
  package func lookupLists(
    _ settings: AuditSettings, tell: @escaping ProblemHandler
  ) throws -> LoadedBlocklists {
    let known = try blocklists(
      settings, marksUsers: recording.recipe.sources.recordsUserNames, tell: tell)
    if known.set.canAnswer { return known }
    return try settings.blocklists.load(
      for: settings.policies, names: settings.strength.contextWords, tell: tell)
  }
}
