extension Preset {
  /// NIST Special Publication 800-63B, in its fourth and third revision.
  static let nist = [
    Preset(
      "nist-63b-4", "NIST SP 800-63B-4 (2025), password as the only factor",
      #"""
      # NIST SP 800-63B-4, August 2025: a password that is the only factor.
      # https://pages.nist.gov/800-63-4/sp800-63b.html
      [nist-63b-4]

      # 3.1.1.2 (1), SHALL: 15 characters or more.
      minlength: 15;

      # 3.1.1.2 (3) and (4), SHOULD: all of printing ASCII, space and Unicode are accepted; each code
      # point is one character.
      allowed: unicode;

      # 3.1.1.2, SHALL: the whole password is compared with a list of commonly used, expected or
      # compromised values. Simplified: the built-in list; breach corpora and the words of the site
      # are the user's to add.
      blocklist: default exact;

      # Kept by saying nothing: (2) SHOULD permit 64 characters or more, (5) SHALL NOT impose other
      # composition rules; run limits would be such. Not about one password: (6) to (9).
      """#),
    Preset(
      "nist-63b-4-mfa", "NIST SP 800-63B-4 (2025), password beside another factor",
      #"""
      # NIST SP 800-63B-4, August 2025: a password that is one of several factors.
      # https://pages.nist.gov/800-63-4/sp800-63b.html
      [nist-63b-4-mfa]

      # 3.1.1.2 (1), MAY be shorter than 15 in multi-factor authentication, SHALL be 8 or more.
      minlength: 8;

      # 3.1.1.2 (3) and (4), SHOULD: printing ASCII, space and Unicode.
      allowed: unicode;

      # 3.1.1.2, SHALL: whole-password comparison with a blocklist; simplified as in nist-63b-4.
      blocklist: default exact;

      # Kept by saying nothing: (2) and (5), as in nist-63b-4.
      """#),
    Preset(
      "nist-63b-3", "NIST SP 800-63B, revision 3 (2017)",
      #"""
      # NIST SP 800-63B, revision 3, June 2017; superseded by revision 4.
      # https://pages.nist.gov/800-63-3/sp800-63b.html
      [nist-63b-3]

      # 5.1.1.2, SHALL: 8 characters or more where the subscriber chooses.
      minlength: 8;

      # 5.1.1.2, SHOULD: printing ASCII, space and Unicode; each code point is one character.
      allowed: unicode;

      # 5.1.1.2, SHALL: comparison with a list of commonly used, expected or compromised values.
      # Repetitive and sequential values were named as examples of what the list holds, not as a
      # rule against runs. Simplified: the built-in list.
      blocklist: default exact;

      # Kept by saying nothing: SHOULD permit 64 characters or more, SHOULD NOT impose other
      # composition rules.
      """#),
  ]
}
