import Diagnostics
import Files
import Intake
import PasswordPolicies
import Requests

/// A policy file was named as a list, most likely because `--rules` was forgotten.
///
/// Its lines would be audited as passwords and falsify every number of the report.
struct PolicyGivenAsList: Diagnosable {
  private let path: String

  /// Detects a policy file among the named lists; nil for any other file.
  ///
  /// Reads only small regular files, and accepts only those that are a policy without errors.
  init?(_ input: ListInput) {
    guard let byteCount = input.byteCount, byteCount < Self.largest,
      input.name != ListInput.standardInputName,
      let bytes = try? PolicyFile.text(of: SmallFile.bytes(of: input.name, atMost: Self.largest)),
      bytes.contains(UInt8(ascii: ":")), PolicyReading.isPlausible(bytes)
    else { return nil }
    let reading = PolicyReading(
      policyFile: bytes, file: input.name, .strict, maxConsecutive: .repeats)
    guard !reading.hasErrors, reading.policies.contains(where: { !$0.text(.minified).isEmpty })
    else {
      return nil
    }
    path = input.name
  }

  /// The largest file to examine, in bytes; policies are smaller.
  private static let largest = 65_536

  var location: Location? { Location(file: path) }
  var found: String { "the file is a policy, and is named as a list" }
  var expected: String? { "a list of passwords" }
  var remedy: String? {
    "Name policies with --rules, as in 'audit --rules \(path) leaked.txt.gz'; --binary reads it as "
      + "a list all the same."
  }
}
