/// What a half decade of brought guess numbers can be besides one: half decades go up to 61, which
/// holds 10^30.5 guesses and more.
package enum BroughtBin {
  /// The last half decade, and all above.
  package static let last = 61
  /// The attack never reached the password.
  package static let unreached = 62
  /// No file has the password.
  package static let uncovered = 63
}
