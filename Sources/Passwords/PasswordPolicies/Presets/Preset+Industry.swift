extension Preset {
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
}
