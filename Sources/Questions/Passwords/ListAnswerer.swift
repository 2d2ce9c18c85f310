package import Blocklists
package import Intake
import PasswordPolicies
import Passwords
package import Requests

/// Looks single passwords up in a list.
///
///     let answerer = try ListAnswerer(opening: "refused.txt") { print($0.message) }
///     answerer.answer(password).isListed
package struct ListAnswerer: Sendable {
  private let lists: LoadedBlocklists

  /// The answer about one password.
  package struct Answer: Hashable, Sendable {
    /// Whether the list holds it.
    package let isListed: Bool
    /// The smallest power of ten that its rank does not exceed; nil if ranks are unknown, or if it
    /// is not listed.
    package let rankLimit: UInt64?
  }

  /// Opens a compiled blocklist, or a list as `--blocklist` takes it.
  ///
  /// - Throws: ``ProblemsTold`` if the list cannot be read to its end.
  package init(
    opening file: String, _ forms: ListFormSettings = ListFormSettings(),
    stop: StopFlag = StopFlag(), tell: @escaping ProblemHandler
  ) throws {
    lists = try LoadedBlocklists(opening: file, forms, stop: stop, tell: tell)
  }

  /// Looks up a password.
  package func answer(_ password: ArraySlice<UInt8>) -> Answer {
    Answer(
      isListed: lists.set.lists(holding: password.span) != 0,
      rankLimit: lists.set.bestBand(of: password.span)?.limit)
  }

  /// Checks, after the last answer, that the list has not changed since it was opened.
  package func checkUnchanged() throws(CompiledProblem) { try lists.checkUnchanged() }
}
