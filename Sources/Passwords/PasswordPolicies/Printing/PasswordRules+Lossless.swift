extension PasswordRules: LosslessStringConvertible {
  /// The rules as text, from which ``init(_:)-(String)`` makes an equal value.
  ///
  /// The ``descriptor``. If the reading of `max-consecutive` matters and is not the usual one, it
  /// follows behind `#`:
  /// `max-consecutive: 2; # max-consecutive counts repeats-and-sequences`.
  public var description: String {
    guard maxConsecutive != nil, maxConsecutiveReading != .repeats else { return descriptor }
    return descriptor + Self.mark + maxConsecutiveReading.rawValue
  }

  /// Reads a ``description``; nil for a text of which Apple's parser would drop something.
  ///
  /// Values that are made in code can be ones for which ``init(parsing:readingMaxConsecutiveAs:)``
  /// throws, such as policies that no password meets; those are read, too.
  public init?(_ description: String) {
    var (text, reading) = (description[...], MaxConsecutiveReading.repeats)
    for marked in MaxConsecutiveReading.allCases {
      let ending = Self.mark + marked.rawValue
      if description.hasSuffix(ending) {
        (text, reading) = (description.dropLast(ending.count), marked)
        break
      }
    }
    let read = ReferenceReading(of: String(text))
    guard read.outcome == .clean else { return nil }
    self = read.rules
    maxConsecutiveReading = reading
  }

  private static let mark = " # max-consecutive counts "
}

extension PasswordRules: Codable {
  /// Stores the ``description``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Reads a stored ``description``.
  ///
  /// - Throws: `DecodingError`, whose debug description says what is wrong with the rules.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let rules = Self(text) else {
      let problems = Self.problems(in: text).map(\.description).joined(separator: "\n")
      throw DecodingError.dataCorruptedError(in: container, debugDescription: problems)
    }
    self = rules
  }
}
