import PasswordPolicies
import PasswordSpaces

// An attribute with a mistake, read as Safari reads it: the space before ';' costs a rule.
let attribute = "minlength: 10; required: lower; required: digit; max-repeating: 2; maxlength: 9 ;"
let reading = ReferenceReading(of: attribute)
for problem in reading.problems { print("Spalte \(problem.column): \(problem.code)") }

/// Says in German what a password breaks.
func sentence(_ violation: PasswordRules.Violation) -> String {
  let number = violation.number ?? 0
  let places = violation.positions.flatMap { $0.map { String($0 + 1) } }.joined(separator: ", ")
  let (least, most) = (violation.rule.least ?? 0, violation.rule.most ?? 0)
  return switch violation.rule.keyword {
  case "minlength": "Das Passwort hat \(number) Zeichen; nötig sind \(least)."
  case "maxlength": "Das Passwort hat \(number) Zeichen; erlaubt sind \(most)."
  case "required": "Es fehlt ein Zeichen von dieser Art: \(violation.rule.value)."
  case "allowed": "Nicht erlaubt sind die Zeichen an diesen Stellen: \(places)."
  case "max-consecutive", "max-repeating":
    "\(number) gleiche Zeichen in Folge, an den Stellen \(places); erlaubt sind \(most)."
  case "max-sequential": "Eine Folge von \(number) Zeichen; erlaubt sind \(most)."
  default: violation.message
  }
}
for violation in reading.rules.violations(in: "Geheiiim") { print(sentence(violation)) }

var random = SystemRandomNumberGenerator()
let password = try reading.rules.generate(using: &random)
print("Ein Vorschlag hat \(password.count) Zeichen: \(reading.rules.isSatisfied(by: password))")
print("Es gibt \(try PasswordSpace(reading.rules).count(length: 10)) Passwörter mit 10 Zeichen.")
