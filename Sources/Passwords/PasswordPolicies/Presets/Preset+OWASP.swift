extension Preset {
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
}
