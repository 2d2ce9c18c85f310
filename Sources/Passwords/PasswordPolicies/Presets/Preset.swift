import Diagnostics

/// A policy published by a standard or a study, stored as a policy file inside the program.
///
///     Preset.named("pci-4.0.1")?.policy().ruleIDs
///     // ["minlength", "required[0]", "required[1]"]
package struct Preset: Hashable, Sendable {
  /// The preset's id, which is also the name of its policy.
  package let id: String
  /// The standard, in a few words.
  package let title: String
  /// The policy file: one section in which a comment on each rule names its clause.
  package let text: String

  init(_ id: String, _ title: String, _ text: String) {
    self.id = id
    self.title = title
    self.text = text + "\n"
  }

  package static let all: [Preset] = nist + owasp + industry + authorities + research

  /// Those of the best-known standards, for passwords as the only factor: maps of policies show them
  /// beside the policies of a report.
  package static var references: [Preset] {
    ["nist-63b-4", "asvs-5-l1", "pci-4.0.1", "cis-21.12", "ad-complexity", "stig-rhel"].compactMap(
      named)
  }

  /// The preset with this id; nil if there is none.
  package static func named(_ id: String) -> Preset? { all.first { $0.id == id } }

  /// Whether the preset with this id is for passwords beside a second factor.
  package static func isBesideFactor(_ id: String) -> Bool { id.hasSuffix("-mfa") }

  /// The prefix of the file names of presets.
  fileprivate static let place = "preset:"

  /// The policy; all lists that it uses are built in.
  package func policy(
    maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats
  ) -> Policy {
    let reading = PolicyReading(
      policyFile: Array(text.utf8), file: "preset:\(id)", maxConsecutive: maxConsecutive
    ).from(.preset(id))
    guard let policy = reading.policies.first, !reading.hasErrors else {
      preconditionFailure("preset \(id) has errors: \(reading.problems)")
    }
    return policy
  }

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

  /// The OWASP Application Security Verification Standard.
  static let owasp = [
    Preset(
      "asvs-5-l1", "OWASP ASVS 5.0.0, level 1",
      #"""
      # OWASP Application Security Verification Standard 5.0.0, level 1.
      [asvs-5-l1]

      # 6.2.1: 8 characters or more; 15 are strongly recommended.
      minlength: 8;

      # 6.2.5: passwords of any composition, no classes required.
      allowed: unicode;

      # 6.2.4: not among the 3,000 most common passwords that satisfy the policy, at least.
      # Simplified: the built-in list, which is longer.
      blocklist: default exact;
      """#),
    Preset(
      "asvs-5-l2", "OWASP ASVS 5.0.0, level 2",
      #"""
      # OWASP Application Security Verification Standard 5.0.0, level 2.
      [asvs-5-l2]

      # 6.2.1: 8 characters or more; 15 are strongly recommended.
      minlength: 8;

      # 6.2.5: passwords of any composition. 6.2.9: 64 characters or more are permitted, kept by
      # setting no maximum.
      allowed: unicode;

      # 6.2.4 and 6.2.12: not among the most common passwords, nor among breached ones.
      # Simplified: the built-in list; a set of breached passwords is the user's to add.
      blocklist: default exact;

      # 6.1.2 and 6.2.11 ask for a documented list of words of the organisation, which only it can
      # give: add 'context: "word", "word";'. Not about one password: 6.2.10, no rotation.
      """#),
    Preset(
      "asvs-4.0.3", "OWASP ASVS 4.0.3, chapter V2.1",
      #"""
      # OWASP Application Security Verification Standard 4.0.3, chapter V2.1.
      [asvs-4.0.3]

      # 2.1.1: 12 characters or more. Simplified: runs of spaces are not made one before counting.
      # 2.1.2: 64 characters are permitted, more than 128 denied.
      minlength: 12; maxlength: 128;

      # 2.1.4: any printable Unicode character, spaces and emoji included. 2.1.9: no composition
      # rules. Simplified: controls pass too.
      allowed: unicode;

      # 2.1.7: not among the most common passwords that match the policy, the top 1,000 or 10,000 or
      # more. Simplified: the built-in list.
      blocklist: default exact;

      # Not about one password: 2.1.3 no truncation, 2.1.8 a meter, 2.1.10 no rotation.
      """#),
  ]

  /// The policies of card schemes, benchmarks and vendors.
  static let industry = [
    Preset(
      "pci-4.0.1", "PCI DSS 4.0.1, requirement 8.3.6",
      #"""
      # Payment Card Industry Data Security Standard 4.0.1.
      [pci-4.0.1]

      # 8.3.6: 12 characters or more (8 only where a system cannot hold 12), both alphabetic and
      # numeric. Alphabetic is one class: the standard does not tell upper from lower case.
      # Simplified: letters and digits of ASCII.
      minlength: 12; required: lower, upper; required: digit; allowed: unicode;

      # Not about one password: 8.3.4 lockout, 8.3.5 first use, 8.3.7 not one of the last four,
      # 8.3.9 change every 90 days where it is the only factor.
      """#),
    Preset(
      "cis-21.12", "CIS Password Policy Guide 21.12, password-only account",
      #"""
      # CIS Password Policy Guide, version 21.12: an account with a password only.
      [cis-21.12]

      # 5.1.1: 14 characters or more, no maximum.
      minlength: 14;

      # 5.1.2: all characters are allowed; at least one is not a letter.
      # Simplified: a digit or special character of ASCII.
      required: digit, special; allowed: unicode;

      # 5.1.4: a deny list of 20 or more common values. Simplified: the built-in list; the last five
      # passwords and the delay of a day are not about one password.
      blocklist: default exact;
      """#),
    Preset(
      "cis-21.12-mfa", "CIS Password Policy Guide 21.12, account with a second factor",
      #"""
      # CIS Password Policy Guide, version 21.12: an account with a second factor.
      [cis-21.12-mfa]

      # 5.1.1: 8 characters or more, no maximum. 5.1.2: all characters are allowed, none demanded.
      minlength: 8; allowed: unicode;

      # 5.1.4: a deny list of 20 or more common values. Simplified: the built-in list.
      blocklist: default exact;
      """#),
    Preset(
      "ad-complexity", "Active Directory: password must meet complexity requirements",
      #"""
      # Microsoft Active Directory, 'Password must meet complexity requirements' (passfilt.dll).
      [ad-complexity]

      # 'Minimum password length' is a setting of its own; 8 stands here for the domain's.
      minlength: 8; allowed: unicode;

      # Characters of three of five categories: uppercase letters of any script, lowercase letters of
      # any script, digits 0 to 9, letters without case, and these symbols, of which the space is none:
      # ~!@#$%^&*_-+=`|\(){}[]:;"'<>,.?/
      min-classes: 3 unicode;

      # The account name of 3 characters or more, and each part of the display name of 3 or more, must
      # not occur, whatever the case. Checked when the input has user names, and passed over when not.
      # Simplified: the parts are those of the one name that the input has.
      context: username substring;
      """#),
    Preset(
      "entra-like", "Microsoft Entra password protection, an approximation",
      #"""
      # Microsoft Entra ID, cloud-only accounts. An approximation: the vendor tells the algorithm by
      # example, changes it as it sees fit, and keeps its list of banned terms to itself.
      [entra-like]

      # 8 to 256 characters, of three of: lower-case letters, upper-case letters, digits, symbols.
      # Simplified: letters, digits and symbols of ASCII.
      minlength: 8; maxlength: 256; min-classes: 3; allowed: unicode;

      # Five points or more, in lower case and with 0 1 2 @ $ read as o l z a s: one for each banned
      # term in it, one for each character left over; and no term but for one character. Banned are
      # the 3000 commonest of zxcvbn's passwords that are letters only, and the terms of '--blocklist',
      # 1000 at most. Words of '--context' must not occur, as the names of user and tenant must not.
      blocklist: default entra-like;
      """#),
    Preset(
      "stig-rhel", "DISA STIG for Red Hat Enterprise Linux (pwquality)",
      #"""
      # DISA STIG for Red Hat Enterprise Linux, by the options of pwquality.conf that it sets.
      # Simplified: pwquality counts bytes and takes each non-ASCII byte for a special character;
      # here code points count.
      [stig-rhel]

      # minlen = 15.
      minlength: 15;

      # ucredit, lcredit, dcredit, ocredit = -1 and minclass = 4: one of each class.
      required: upper; required: lower; required: digit; required: special; allowed: unicode;

      # maxrepeat = 3: at most 3 identical characters in a row.
      max-repeating: 3;

      # maxclassrepeat = 4: at most 4 characters of one class in a row.
      max-class-run: 4;

      # Needs the old password: difok = 8. Simplified: dictcheck = 1 is left out, its dictionary and
      # manglings are those of cracklib.
      """#),
  ]

  /// The policies of national authorities.
  static let authorities = [
    Preset(
      "cyber-essentials", "UK Cyber Essentials, password-based authentication",
      #"""
      # UK Cyber Essentials, requirements for password-based authentication: any one of three ways,
      # never with a maximum length. The first way, a second factor, is not about a password.
      [cyber-essentials]

      # A minimum of 12 characters.
      minlength: 12; allowed: unicode;

      or

      # A minimum of 8 characters and automatic blocking of common passwords by a deny list.
      # Simplified: the built-in list.
      minlength: 8; allowed: unicode;
      blocklist: default exact;
      """#),
    Preset(
      "bsi", "German BSI, advice to the public",
      #"""
      # German Federal Office for Information Security (BSI), advice to the public on passwords:
      # long, or short and complex. Older editions asked for 20 to 25 characters in the first case.
      # Simplified: kinds are those of ASCII, so an umlaut is permitted and counts as none; the
      # advice for short passwords names 8 to 12 characters, where 12 is no maximum.
      [bsi]

      # Long: 25 characters or more of two kinds.
      minlength: 25; allowed: unicode;
      min-classes: 2;

      or

      # Complex: 8 characters or more of all four kinds.
      minlength: 8; allowed: unicode;
      min-classes: 4;

      # The third way, 8 of three kinds, needs a second factor.
      """#),
  ]

  /// Policies that studies of password strength compare, under the names that the studies use.
  ///
  /// They come from Carnegie Mellon University's studies since 2011. Policies with a dictionary
  /// check, such as comprehensive8, are left out because their dictionaries are not available.
  static let research = [
    study("basic8", "8 characters of any kind", "minlength: 8; allowed: unicode;"),
    study(
      "3class8", "8 characters of three of four kinds",
      "minlength: 8; allowed: unicode;\nmin-classes: 3;"),
    study(
      "4class8", "8 characters of all four kinds",
      "minlength: 8; allowed: unicode;\nmin-classes: 4;"),
    study("1class12", "12 characters of any kind", "minlength: 12; allowed: unicode;"),
    study("1class16", "16 characters of any kind", "minlength: 16; allowed: unicode;"),
    study(
      "2class12", "12 characters of two of four kinds",
      "minlength: 12; allowed: unicode;\nmin-classes: 2;"),
  ]

  private static func study(_ id: String, _ what: String, _ rules: String) -> Preset {
    Preset(
      id, "research: \(what)",
      """
      # \(id), as studies of password strength call it: \(what).
      # The kinds are lower case, upper case, digits and the other characters of printable ASCII.
      [\(id)]
      \(rules)
      """)
  }
}

extension Policy {
  /// Whether the policy comes from a ``Preset``.
  package var isPreset: Bool { if case .preset = origin { true } else { false } }
}
