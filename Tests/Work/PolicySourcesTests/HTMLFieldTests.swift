import PasswordPolicies
import PolicySources
import Testing

/// Which of a form's fields make policies.
@Suite struct HTMLFieldTests {
  private func lengths(_ fields: String...) -> [Substring] {
    let text = "<form>" + fields.map { "<input type=password \($0)>" }.joined() + "</form>"
    return SourceReading(of: Array(text.utf8), as: .html).policies.flatMap {
      $0.text.matches(of: /minlength: (\d+)/).map(\.output.1)
    }
  }

  /// The purpose of a field is the last word of `autocomplete`, behind sections and addresses.
  @Test(arguments: [
    ("new-password", true), ("NEW-Password", true), ("section-a new-password", true),
    (" section-a\nshipping  new-password ", true), ("current-password", false), ("", false),
    ("new-password section-a", false), ("renew-password", false), ("off", false),
  ])
  func `a field for a new password stands for the form`(purpose: String, isNew: Bool) {
    let field = "name=b minlength=12 autocomplete=\"\(purpose)\""
    #expect(lengths("name=a minlength=8", field) == (isNew ? ["12"] : ["8", "12"]))
    #expect(lengths(field, "name=a minlength=8") == (isNew ? ["12"] : ["12", "8"]))
    // A field without rules says nothing.
    #expect(lengths("name=a minlength=8", "autocomplete=\"\(purpose)\"") == ["8"])
  }

  /// A sign of equality begins a name, or stands between a name and its value.
  @Test(arguments: [
    ("minlength = 8", ["8"]), ("minlength= '8'", ["8"]), ("=minlength=8", []),
    ("= minlength=8", ["8"]),
    ("a==b minlength=8", ["8"]), ("minlength=8=9", ["8"]), ("/minlength=8/", ["8"]),
    ("a = minlength=8", []),
    ("a= b minlength=\"8\"c", ["8"]),
  ])
  func `attributes are read as browsers read them`(attributes: String, found: [Substring]) {
    #expect(lengths(attributes) == found)
  }

  @Test func `fields of the same rules are one policy`() {
    #expect(lengths("name=a minlength=8", "name=b minlength=8") == ["8"])
    #expect(lengths("name=a minlength=8", "name=b minlength=8 maxlength=9") == ["8", "8"])
  }
}
