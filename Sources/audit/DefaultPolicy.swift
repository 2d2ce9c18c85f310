import PasswordRules

/// What is audited against when no policy is named: today's standard for passwords.
enum DefaultPolicy {
  private static let text = """
    # NIST SP 800-63B-4, section 3.1.1.2: 15 characters where the password is the only factor, 8 where
    # there is another; any code point; no rules of composition; nothing that the blocklist holds.
    [nist-63b-4]
    minlength: 15; allowed: unicode;
    blocklist: default exact;

    [nist-63b-4-mfa]
    minlength: 8; allowed: unicode;
    blocklist: default exact;
    """

  static var policies: [Policy] {
    PolicyReading(policyFile: Array(text.utf8), file: "<built in>").policies
  }
}
