import PasswordPolicies
import PasswordStrength

// A password meter without a user interface: what a sign-up form would show of the password that is
// typed. It imports the two library products and nothing else.
//
//     echo 'Secret-7' | swift run meter
//     strong (green), 4 of 4 points
//     guesses: 10^4.6, score 1 of 4
//     Add another word or two. Uncommon words are better.
//     Capitalization doesn't help very much
//     The password has 8 characters; at least 10 are needed.
//     The password has 1 of these: digits; at least 2 are needed.

/// What the form asks for.
let policy = try PasswordPolicy(
  parsing: "minlength: 10; allowed: unicode; min-classes: 3; at-least: 2 digit;")
var scorer = Scorer(contextWords: ["acme"])

/// A number with one decimal.
func oneDecimal(_ number: Double) -> String {
  let tenths = Int((number * 10).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}

while let password = readLine() {
  let meter = FourCriteria(password)
  print("\(meter.level) (\(meter.level.colour)), \(meter.points) of 4 points")
  let estimate = scorer.estimate(password)
  print(
    "guesses: 10^\(oneDecimal(estimate.strength.log10Guesses)), "
      + "score \(estimate.strength.score) of 4")
  for suggestion in estimate.feedback.suggestions { print(suggestion.text) }
  for violation in policy.violations(in: password) { print(violation.message) }
}
