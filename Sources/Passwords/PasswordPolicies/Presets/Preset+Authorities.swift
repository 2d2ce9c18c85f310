extension Preset {
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
}
