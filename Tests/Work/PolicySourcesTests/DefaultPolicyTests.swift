import Foundation
import PasswordPolicies
import PolicySources
import TestSupport
import Testing

/// The defaults that systems are deployed with, in their own formats, become these policies.
@Suite struct DefaultPolicyTests {
  private static let folder = Repository.root
    .appending(path: "Datasets/Policies/defaults")

  struct Golden: Sendable, CustomTestStringConvertible {
    let file: String
    let kind: SourceKind
    let outcome: PolicySource.Outcome
    let text: String
    let notJudged: [String]
    var name: String?
    var testDescription: String { file }
  }

  static let goldens = [
    Golden(
      file: "active-directory.inf", kind: .secedit, outcome: .bound,
      text: "allowed: unicode; minlength: 7; maxlength: 256; min-classes: 3 unicode;",
      notJudged: ["account and display name"]),
    Golden(
      file: "aws-iam.json", kind: .iam, outcome: .ascii,
      text: "allowed: ascii-printable; minlength: 6; maxlength: 128;", notJudged: []),
    Golden(
      file: "aws-cognito.json", kind: .cognito, outcome: .exact,
      text: "required: upper; required: lower; required: digit; required: special; "
        + "allowed: ascii-printable; minlength: 8; maxlength: 256; "
        + ##"first: upper, lower, digit, [-!"#$%&'()*+,./:;<=>?@[\^_`{|}~]]; "##
        + ##"last: upper, lower, digit, [-!"#$%&'()*+,./:;<=>?@[\^_`{|}~]];"##, notJudged: []),
    Golden(
      file: "keycloak-realm.json", kind: .keycloakJSON, outcome: .exact, text: "allowed: unicode;",
      notJudged: []),
    Golden(
      file: "django-settings.py", kind: .django, outcome: .bound,
      text: "required: unicode except digit; allowed: unicode; minlength: 8;",
      notJudged: ["UserAttributeSimilarityValidator", "CommonPasswordValidator"]),
    Golden(
      file: "wordpress.regex", kind: .expression, outcome: .exact,
      text: "allowed: unicode except [\\]; minlength: 1;", notJudged: []),
    Golden(
      file: "gitlab.html", kind: .html, outcome: .ascii,
      text: "allowed: unicode; minlength: 8; maxlength: 128;", notJudged: []),
    Golden(
      file: "okta.json", kind: .okta, outcome: .bound,
      text: "required: lower; required: upper; required: digit; allowed: unicode; minlength: 8;",
      notJudged: ["excludeUsername"]),
    Golden(
      file: "debian-common-password", kind: .pam, outcome: .bound,
      text: "allowed: unicode; minlength: 8;",
      notJudged: ["pam_unix", "pwquality.conf", "palindromes", "dictcheck", "usercheck"]),
    Golden(
      file: "rhel-system-auth", kind: .pam, outcome: .bound,
      text: "allowed: unicode; minlength: 8;",
      notJudged: ["pwquality.conf", "palindromes", "dictcheck", "usercheck"]),
  ]

  @Test(arguments: goldens) func `a default is recognised and read`(_ golden: Golden) throws {
    let bytes = Array(try Data(contentsOf: Self.folder.appending(path: golden.file)))
    #expect(Recognition(of: bytes) == .source(golden.kind))
    let reading = SourceReading(of: bytes, as: golden.kind)
    #expect(reading.outcome() == golden.outcome)
    #expect(reading.policies.map(\.text) == [golden.text])
    #expect(reading.remarks.parts(of: .notJudged) == golden.notJudged)
  }

  @Test func `each file of the directory has a golden text`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(files) == Set(Self.goldens.map(\.file) + ["README.md"]))
  }
}
