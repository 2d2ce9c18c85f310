import Diagnostics
import PasswordPolicies
import PolicySources

/// Fuzzes the readers of other systems' policies: the first byte chooses one, or what the content
/// tells.
///
/// Each text has a policy, or a remark that says why not; a policy that was made reads back without
/// an error.
func fuzzSources(_ input: [UInt8]) {
  guard let first = input.first else { return }
  // Real sources are seldom longer, and short findings stay readable.
  let text = Array(input.dropFirst().prefix(8_000))
  let kinds = SourceKind.allCases
  let recognition = Recognition(of: text)
  if Int(first) % (kinds.count + 1) < kinds.count {
    read(text, as: kinds[Int(first) % (kinds.count + 1)])
  } else if case .source(let kind) = recognition {
    read(text, as: kind)
  }
}

private func read(_ text: [UInt8], as kind: SourceKind) {
  let reading = SourceReading(of: text, as: kind)
  expect(
    !reading.policies.isEmpty || reading.remarks.contains { $0.kind == .cannot },
    "neither a policy nor a reason")
  for remark in reading.remarks { expect(!remark.text.isEmpty, "a remark without words") }
  for policy in reading.policies {
    let again = PolicyReading(policyFile: Array(policy.text.utf8), file: "a")
    expect(!again.hasErrors, "what was made has errors: \(policy.text) \(again.problems)")
  }
  let source = PolicySource(
    kind: kind, outcome: reading.outcome(lenient: true), remarks: reading.remarks)
  let isLegible = source.comments.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 }
  expect(isLegible, "comments with controls")
}
