import Diagnostics
import PasswordPolicies
@_spi(Internal) import Passwords

/// Fuzzes the readers of policies, strict, lenient and Apple's own, with any bytes.
///
/// A policy that is read and printed must read back the same; it compiles, and judges without a
/// crash.
func fuzzPolicy(_ input: [UInt8]) {
  // Real policies are not longer, and short findings stay readable.
  let text = Array(input.prefix(2_000))
  _ = PolicyReading.isPlausible(text)
  let reference = ReferenceReading(of: text)
  for problem in reference.problems { expect(!problem.message.isEmpty, "a problem without words") }
  let strict = PolicyReading(rulesString: text, name: "a", file: "a")
  if reference.outcome == .clean, !strict.hasErrors {
    expect(
      strict.policies.first?.alternatives.first == reference.rules,
      "strict and lenient reading differ")
  }
  for strictness in [PolicyReading.Strictness.strict, .lenient] {
    let reading = PolicyReading(policyFile: text, file: "dir/a.policy", strictness)
    for problem in reading.problems {
      expect(!problem.message.contains("\u{1B}"), "a message with controls")
    }
    if reading.hasErrors { continue }
    for policy in reading.policies {
      reread(policy)
      judge(policy)
    }
  }
}

/// Prints a policy and reads it again.
private func reread(_ policy: Policy) {
  for form in [Policy.Form.canonical, .minified] {
    let text = policy.text(form)
    let again = PolicyReading(policyFile: Array(text.utf8), file: "dir/b.policy")
    expect(!again.hasErrors, "what was printed has errors: \(text) \(again.problems)")
    expect(again.policies.count == 1, "one policy became \(again.policies.count): \(text)")
    expect(
      again.policies.first?.canonicalKey == policy.canonicalKey, "another policy: \(text)")
    expect(again.policies.first?.text(form) == text, "printed otherwise the second time: \(text)")
  }
}

/// Compiles a policy and lets it judge some passwords.
private func judge(_ policy: Policy) {
  guard let schema = try? Schema(for: policy.demand),
    let matcher = try? PolicyMatcher(policy, schema: schema, lists: { _ in 1 })
  else { return }
  let profiler = Profiler(schema)
  for password in ["", "a", "Passw0rd!", "ÄÖ漢字", "aaaaaaaa11111111", "abcdefghABCDEFGH"] {
    let bytes = Array(password.utf8)
    let profile = profiler.profile(of: bytes.span)
    let packed = schema.profile(of: schema.signature(of: profile))
    expect(
      matcher.verdict(on: packed).isCompliant == matcher.verdict(on: profile).isCompliant,
      "packing changes the verdict on \(password)")
  }
}
