package import Auditing
package import PasswordPolicies
package import Requests

/// The settings of a filter: which lines of lists pass.
package struct FilterSettings: Sendable {
  /// Policies that every passing line complies with.
  package var policies: [Policy]
  /// Blocklists; those named refuse their values even if no policy uses them.
  package var blocklists = BlocklistSettings()
  /// The lists to read.
  package var lists: ListSettings
  /// How strength is estimated.
  package var strength: StrengthSettings
  /// The least score that passes.
  package var leastScore = 0
  /// Whether to pass the lines that would be refused, and refuse the rest.
  package var isInverted = false
  /// Whether to output passwords instead of whole lines.
  package var takesPasswords = false
  /// The number of lanes, besides the reader.
  package var lanes: Int

  /// Makes settings that pass the lines that comply with policies.
  package init(
    policies: [Policy], lists: ListSettings,
    strength: StrengthSettings = StrengthSettings(referenceYear: StrengthSettings.currentYear),
    lanes: Int = 1
  ) {
    self.policies = policies
    self.lists = lists
    self.strength = strength
    self.lanes = lanes
  }
}
