@_spi(Internal) import Passwords

/// The plain reference of the profiler: it follows the definitions, with arrays and without tables.
struct NaiveProfile {
  var scalars: [Unicode.Scalar] = []
  var isIllFormed: [Bool] = []

  /// Decodes with the standard library, which replaces each maximal ill-formed part by U+FFFD.
  init(_ bytes: [UInt8]) {
    scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    // The text itself may hold a replacement character. Encoding shows it: only then does EF
    // BF BD stand at the same place.
    var offset = 0
    for scalar in scalars {
      let encoded = Array(String(Character(scalar)).utf8)
      let same = bytes[offset...].starts(with: encoded)
      isIllFormed.append(!same)
      let length = same ? encoded.count : Self.illFormedLength(bytes[offset...])
      parts.append(Array(bytes[offset..<min(offset + length, bytes.count)]))
      offset += length
    }
  }

  /// The number of bytes to skip until the decoded text begins with no replacement.
  private static func illFormedLength(_ bytes: ArraySlice<UInt8>) -> Int {
    let total = String(decoding: bytes, as: UTF8.self).unicodeScalars.count
    for length in 1...4 where length <= bytes.count {
      let rest = String(decoding: bytes.dropFirst(length), as: UTF8.self).unicodeScalars.count
      let head = String(decoding: bytes.prefix(length), as: UTF8.self).unicodeScalars
      let next = length + 1
      let longerIsOne =
        next <= bytes.count
        && String(decoding: bytes.prefix(next), as: UTF8.self).unicodeScalars.count == 1
      if head.count == 1, rest == total - 1, !longerIsOne { return length }
    }
    return 1
  }

  func isMember(_ index: Int, of set: CodePointSet) -> Bool {
    isIllFormed[index] ? set.beyond.contains(.illFormed) : set.contains(scalars[index])
  }

  private func kind(_ index: Int) -> Int {
    let value = scalars[index]
    switch value {
    case "a"..."z": return 0
    case "A"..."Z": return 1
    case "0"..."9": return 2
    case " "..."~": return 3
    default: return 4
    }
  }

  /// The longest stretch in which every pair of neighbours passes a test.
  private func longest(where holds: (Int, Int) -> Bool) -> Int {
    var best = 0
    for start in scalars.indices {
      var end = start
      while end + 1 < scalars.count, holds(end, end + 1) { end += 1 }
      best = max(best, end - start + 1)
    }
    return best
  }

  var longestRun: Int { longest { scalars[$0] == scalars[$1] } }
  var longestClassRun: Int { longest { kind($0) == kind($1) } }
  var longestSequence: Int {
    func steps(_ by: Int) -> Int {
      longest {
        kind($0) == kind($1) && kind($0) < 3
          && Int(scalars[$1].value) - Int(scalars[$0].value) == by
      }
    }
    return max(steps(1), steps(-1))
  }

  /// Ill-formed parts are equal if their bytes are.
  private(set) var parts: [[UInt8]] = []
  var uniqueCharacters: Int { Set(parts).count }

  /// The longest stretch of one kind, by its number.
  private func longestRun(of wanted: Int) -> Int {
    longest { kind($0) == wanted && kind($1) == wanted } > 1
      ? longest { kind($0) == wanted && kind($1) == wanted }
      : scalars.indices.contains { kind($0) == wanted } ? 1 : 0
  }

  /// The facts that the profiler finds, without saturation.
  func measured(_ characterGroups: CharacterGroups) -> [Fact: Int] {
    [
      .length: scalars.count, .longestRun: longestRun, .longestSequence: longestSequence,
      .longestClassRun: longestClassRun, .uniqueCharacters: uniqueCharacters,
      .meter: meter.rawValue, .firstCharacter: characterGroup(at: 0, characterGroups),
      .lastCharacter: characterGroup(at: scalars.count - 1, characterGroups),
      .longestLowerRun: longestRun(of: 0), .longestUpperRun: longestRun(of: 1),
      .longestDigitRun: longestRun(of: 2), .longestSpecialRun: longestRun(of: 3),
    ]
  }

  /// The number of the character group of a character, from 1; 0 if there is no such character.
  private func characterGroup(at index: Int, _ characterGroups: CharacterGroups) -> Int {
    guard scalars.indices.contains(index) else { return 0 }
    return (characterGroups.sets.firstIndex { isMember(index, of: $0) } ?? -1) + 1
  }

  var meter: MeterLevel {
    let text = String(String.UnicodeScalarView(scalars))
    let ascii = Set("!\"#%&'()*,-./:;?@[\\]_{}".unicodeScalars)
    let points = [
      text.count >= 8,
      scalars.contains { $0.properties.generalCategory == .decimalNumber },
      scalars.contains {
        [.uppercaseLetter, .titlecaseLetter].contains($0.properties.generalCategory)
      },
      scalars.contains {
        $0.isASCII
          ? ascii.contains($0)
          : [
            Unicode.GeneralCategory.connectorPunctuation, .dashPunctuation, .openPunctuation,
            .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation,
          ].contains($0.properties.generalCategory)
      },
    ].count { $0 }
    return points <= 1 ? .weak : points <= 3 ? .medium : .strong
  }

  func profile(_ schema: Schema) -> Profile {
    var profile = Profile()
    for (characterGroup, set) in schema.characterGroups.sets.enumerated()
    where scalars.indices.contains(where: { isMember($0, of: set) }) {
      profile.characterGroups |= 1 << UInt128(characterGroup)
    }
    let demand = schema.demand
    for (fact, number) in measured(schema.characterGroups) where demand[fact] > 0 {
      profile[fact] = min(number, demand[fact])
    }
    for (index, set) in schema.countedClasses.enumerated() {
      let count = scalars.indices.count { isMember($0, of: set) }
      profile.counts[index] = UInt32(min(count, demand.counts[set] ?? 0))
    }
    return profile
  }
}
