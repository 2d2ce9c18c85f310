import Auditing
import Intake
import PasswordRules
import Passwords
package import Tallies
import Workers

/// A recording that is queried repeatedly, with a cache.
///
/// The costs are in dropping the facts that no policy needs and in loading blocklists. Both results
/// are usually the same for successive versions of a policy that is being edited.
package final class AskedRecording: Sendable {
  /// The recording.
  package let recording: Recording
  private let memory = Locked(Memory())

  /// The most cached results of each kind.
  private static let most = 12

  private struct Memory {
    var coarse: [CoarseKey: Recording] = [:]
    var blocklists: [ListKey: LoadedBlocklists] = [:]
  }

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
    if let known = memory.withLock({ $0.coarse[key] }) { return known }
    let coarse = recording.coarsened(by: coarsening)
    memory.withLock { memory in
      if memory.coarse.count >= Self.most { memory.coarse.removeAll() }
      memory.coarse[key] = coarse
    }
    return coarse
  }

  /// The blocklists of the settings, and those that their policies name.
  func blocklists(
    _ settings: AuditSettings, marksUsers: Bool, tell: @escaping ProblemHandler
  ) throws -> LoadedBlocklists {
    let key = ListKey(
      settings: settings.blocklists, references: Set(settings.policies.flatMap(\.lists)),
      names: settings.strength.contextWords, marksUsers: marksUsers)
    if let known = memory.withLock({ $0.blocklists[key] }) {
      if !marksUsers { DoubtfulList.tellOfMissingUsers(settings.policies, tell) }
      return known
    }
    let loaded = try settings.blocklists.load(
      for: settings.policies, names: settings.strength.contextWords, marksUsers: marksUsers,
      recorded: RecordedLists(recording), stop: StopFlag(), tell: tell)
    memory.withLock { memory in
      if memory.blocklists.count >= Self.most { memory.blocklists.removeAll() }
      memory.blocklists[key] = loaded
    }
    return loaded
  }
}
