package import PasswordRules

/// The part of a page that compares policies with standards, for which no list need be read.
///
/// It takes milliseconds, in which lists can be read.
package struct StandardsPassage: Sendable {
  /// The section; nil without policies.
  let section: Page.Section?

  /// Makes the part about the policies of a report, of which those with charts have columns.
  ///
  /// - Complexity: O(policies × clauses), for at most ``Page/mostCharted`` policies.
  package init(_ policies: [(name: String, policy: Policy)]) {
    section = Page.standards(Standard.all, of: Array(policies.prefix(Page.mostCharted)))
  }
}
