import Diagnostics
import PasswordPolicies

/// Reads `pwquality.conf` as libpwquality reads it.
///
/// All after `#` falls off; the last setting wins; an unknown name or a bad number ends the reading.
enum PwqualityReader {
  /// The settings that are numbers.
  static let numbers = [
    "difok", "minlen", "dcredit", "ucredit", "lcredit", "ocredit", "minclass", "maxrepeat",
    "maxclassrepeat", "maxsequence", "gecoscheck", "dictcheck", "usercheck", "usersubstr",
    "enforcing", "retry",
  ]
  static let texts = ["badwords", "dictpath"]
  static let flags = ["enforce_for_root", "local_users_only"]
  /// All settings.
  static let names = numbers + texts + flags

  static func read(_ text: SourceText, into draft: inout Draft) throws(Refusal) {
    var settings = PwqualitySettings()
    for line in text.lines {
      guard let (name, value) = setting(of: line.scalars) else { continue }
      let isSet = settings.set(
        name.text, value.text, line.place(name.startIndex),
        otherwise: "libpwquality stops reading here and keeps what came before", &draft)
      if !isSet { break }
    }
    settings.takeDifference(&draft)
    draft.add(try settings.policy(&draft))
  }

  /// The name and the value of a line; nil if it has none.
  private static func setting(of line: Scalars) -> (name: Scalars, value: Scalars)? {
    var rest = line.prefix { $0 != "#" }.trimmed
    let name = rest.take { !$0.isSpace && $0 != "=" }
    if name.isEmpty { return nil }
    rest.skipSpace()
    if rest.take("=") { rest.skipSpace() }
    return (name, rest)
  }
}

/// The number at the beginning of a text as C's `strtol` reads it; nil if there is none, or if
/// something follows it and it must be whole.
func cNumber(_ text: String, whole: Bool = true) -> Int? {
  var rest = Array(text.unicodeScalars)[...]
  rest.skipSpace()
  let isNegative = rest.first == "-"
  if !rest.take("-") { _ = rest.take("+") }
  let digits = rest.take(while: \.isDigit)
  guard let number = Int(digits.text), !whole || rest.isEmpty, number < Int32.max else {
    return nil
  }
  return isNegative ? -number : number
}

/// The settings of libpwquality, and what follows from them.
struct PwqualitySettings {
  /// The system that judges.
  var system = "libpwquality"
  private var numbers: [String: Int] = [
    "difok": 1, "minlen": 8, "dictcheck": 1, "usercheck": 1, "enforcing": 1,
  ]
  private var badWords = ""
  /// The places of the settings that are written.
  private var places: [String: SourcePlace] = [:]

  /// Sets a number, written at a place or assumed.
  mutating func set(_ key: String, _ number: Int, at place: SourcePlace? = nil) {
    numbers[key] = number
    if let place { places[key] = place }
  }

  /// Mentions a setting that has no number.
  mutating func mention(_ key: String, at place: SourcePlace) { places[key] = place }

  /// Takes a setting; false with a remark if it has none of the names, or no number.
  mutating func set(
    _ name: String, _ value: String, _ place: SourcePlace, otherwise consequence: String,
    _ draft: inout Draft
  ) -> Bool {
    let key = name.lowercased()
    if PwqualityReader.numbers.contains(key) {
      guard let number = cNumber(value) else {
        draft.remark(
          .cannot, name, place, "expected a whole number after '\(name)'; \(consequence)")
        return false
      }
      numbers[key] = number
    } else if key == "badwords" {
      badWords = value
    } else if !PwqualityReader.texts.contains(key), !PwqualityReader.flags.contains(key) {
      draft.unknown(
        name, place, "is no setting of libpwquality", among: PwqualityReader.names, so: consequence)
      return false
    }
    places[key] = place
    return true
  }

  /// The alternatives of the settings, with remarks on those that no rule says.
  func policy(_ draft: inout Draft) throws(Refusal) -> [Alternative] {
    var base = Alternative()
    for (set, credit) in credits where credit < 0 {
      base.has.append(Alternative.Need(count: -credit, set: set))
    }
    if self["minclass"] > 0 { base.minClasses = Alternative.Kinds(count: min(self["minclass"], 4)) }
    if self["maxrepeat"] != 0 {
      base.runs = [Alternative.Need(count: max(self["maxrepeat"], 1) + 1, set: .all)]
    }
    if self["maxclassrepeat"] > 1 || self["maxclassrepeat"] == 1 && isCracklib {
      base.maxClassRun = self["maxclassrepeat"]
    }
    if self["maxsequence"] != 0 { base.maxSequential = max(self["maxsequence"], 1) }
    base.words = words
    remark(on: &draft)
    let minimum = isCracklib ? self["minlen"] : max(self["minlen"], 6)
    return try Credits.alternatives(base, minimum: minimum, credits)
  }

  /// Takes `difok` as a setting, if it is written; the line of a module stands for its place.
  func takeDifference(at place: SourcePlace? = nil, _ draft: inout Draft) {
    let key = "difok"
    guard let written = places[key] else { return }
    draft.take(.number("\(self[key])"), as: .difference, key, place ?? written)
  }

  private var isCracklib: Bool { system == "pam_cracklib" }

  private subscript(key: String) -> Int { numbers[key] ?? 0 }

  private var credits: [(PointSet, Int)] {
    [
      (.digit, self["dcredit"]), (.upper, self["ucredit"]), (.lower, self["lcredit"]),
      (.other, self["ocredit"]),
    ]
  }

  /// The words of four bytes or more, forwards and backwards, each once.
  private var words: [String] {
    var seen: Set<String> = []
    return badWords.split(separator: " ").map { $0.lowercased() }.filter { $0.utf8.count >= 4 }
      .flatMap { [$0, String(String.UnicodeScalarView($0.unicodeScalars.reversed()))] }
      .filter { seen.insert($0).inserted }
  }

  private func remark(on draft: inout Draft) {
    func at(_ key: String) -> SourcePlace { places[key] ?? .start }
    for (key, isSaid, text) in [
      (
        "maxclassrepeat", self["maxclassrepeat"] == 1 && !isCracklib,
        "libpwquality up to 1.4.5 ignores 1; later sources refuse two characters of a class in a row"
      ),
      (
        "maxsequence", self["maxsequence"] != 0,
        "sequences of other neighbouring codes, such as '+,-.' or '89:'; 'max-sequential' sees those "
          + "within a-z, A-Z and 0-9"
      ),
      ("palindromes", true, "palindromes, ignoring case, which \(system) always refuses"),
      (
        "dictcheck", self["dictcheck"] != 0,
        "cracklib's dictionary"
          + (places["dictcheck"] == nil && !isCracklib ? ", which is consulted by default" : "")
      ),
      (
        "usercheck", self["usercheck"] != 0,
        "the user's name of four characters or more, forwards and backwards; the nearest rule is "
          + "'context: username substring'"
      ),
      ("gecoscheck", self["gecoscheck"] != 0, "words of the user's GECOS field"),
      ("difok", places["difok"] != nil, "the difference to the old password"),
    ] where isSaid {
      draft.remark(.notJudged, key, at(key), text)
    }
    for (key, text) in Self.silent where places[key] != nil {
      draft.remark(.notText, key, at(key), text)
    }
    if self["enforcing"] == 0 {
      draft.remark(
        .notText, "enforcing", at("enforcing"),
        "with 0 the system only warns; the policy says of what it would warn")
    }
    draft.remark(
      .ascii, system, .start, "\(Unit.bytes); every byte beyond ASCII is one more 'other' character"
    )
  }

  private static let silent = [
    ("retry", "how often one may try"), ("dictpath", "where the dictionary lies"),
    ("enforce_for_root", "for whom it holds"), ("local_users_only", "for whom it holds"),
    ("debug", "logging"), ("usersubstr", "used by usercheck only"),
  ]
}
