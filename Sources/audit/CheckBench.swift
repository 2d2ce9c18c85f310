import Auditing
import Blocklists
import PasswordRules
import Passwords

/// Policies ready to judge single passwords.
struct CheckBench: Sendable {
  /// What is judged by.
  let policies: [Policy]
  private let profiler: Profiler
  private let matchers: [PolicyMatcher]
  private let blocklists: BlocklistSet

  /// Compiles policies against one recipe.
  ///
  /// - Throws: ``RecipeError`` when they ask for more than fits.
  init(_ policies: [Policy], _ lists: LoadedBlocklists) throws(RecipeError) {
    self.policies = policies
    blocklists = lists.set
    var demand = lists.set.demand
    for policy in policies { demand.formUnion(policy.demand) }
    let recipe = try Recipe(for: demand)
    profiler = Profiler(recipe)
    var matchers: [PolicyMatcher] = []
    for policy in policies {
      matchers.append(try PolicyMatcher(policy, recipe: recipe, lists: lists.mask(of:)))
    }
    self.matchers = matchers
  }

  /// The ids of the rules that a password breaks, for each policy in order.
  func violations(in password: ArraySlice<UInt8>) -> [[String]] {
    password.withSpan { bytes in
      var profile = profiler.profile(of: bytes)
      profile.lists = blocklists.lists(holding: bytes)
      return matchers.map { matcher in
        matcher.verdict(on: profile).indices.map { matcher.ruleIDs[$0] }
      }
    }
  }
}

extension ArraySlice<UInt8> {
  /// Lends the bytes.
  func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result { body(span) }
}
