import Jobs
import Requests

extension AuditSettings {
  /// Combines the options that `run`, `report` and `compare` share.
  ///
  /// - Throws: ``ProblemsTold`` if a policy cannot be read.
  init(
    _ policies: PolicyOptions, _ blocklists: BlocklistOptions, _ estimate: StrengthEstimate?,
    _ scoring: StrengthOptions, _ rates: RateOptions, _ lanes: LaneOptions,
    lists: ListSettings = ListSettings(names: [])
  ) throws {
    self.init(
      policies: try policies.load(lanes: lanes.count), lists: lists, strength: scoring.reading,
      lanes: lanes.count)
    maxConsecutive = policies.maxConsecutive
    self.blocklists = blocklists.settings
    self.estimate = estimate ?? .combined
    takesRecordedEstimate = estimate == nil
    addAttacks(at: rates.rates)
  }
}
