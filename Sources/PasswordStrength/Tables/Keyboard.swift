/// A keyboard layout whose adjacent keys form walks.
public enum Keyboard: UInt8, Hashable, Sendable, CaseIterable {
  case qwerty, dvorak, keypad, macKeypad

  /// The reference's name for the layout.
  public var name: String {
    switch self {
    case .qwerty: "qwerty"
    case .dvorak: "dvorak"
    case .keypad: "keypad"
    case .macKeypad: "mac_keypad"
    }
  }

  /// The arrangement of the keys, row by row.
  ///
  /// A key is written as its unshifted and its shifted character or, on a keypad, its only
  /// character. Rows of a keyboard are slanted: each is half a key further to the right.
  var rows: [String] {
    switch self {
    case .qwerty:
      [
        "`~ 1! 2@ 3# 4$ 5% 6^ 7& 8* 9( 0) -_ =+",
        "   qQ wW eE rR tT yY uU iI oO pP [{ ]} \\|",
        "   aA sS dD fF gG hH jJ kK lL ;: '\"",
        "   zZ xX cC vV bB nN mM ,< .> /?",
      ]
    case .dvorak:
      [
        "`~ 1! 2@ 3# 4$ 5% 6^ 7& 8* 9( 0) [{ ]}",
        "   '\" ,< .> pP yY fF gG cC rR lL /? =+ \\|",
        "   aA oO eE uU iI dD hH tT nN sS -_",
        "   ;: qQ jJ kK xX bB mM wW vV zZ",
      ]
    case .keypad: ["  / * -", "7 8 9 +", "4 5 6", "1 2 3", "  0 ."]
    case .macKeypad: ["  = / *", "7 8 9 -", "4 5 6 +", "1 2 3", "  0 ."]
    }
  }

  /// Whether keys have a shifted character, and six neighbours instead of eight.
  var isFull: Bool { self == .qwerty || self == .dvorak }

  /// The offsets of neighbours in columns and rows, clockwise from the left; the index in this list
  /// is the direction of a step.
  var directions: [(column: Int, row: Int)] {
    isFull
      ? [(-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1)]
      : [(-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1)]
  }

  /// The number of characters on the keyboard.
  package var startCount: Int { keys.reduce(0) { $0 + $1.value.count } }

  /// The average number of neighbours of a character: the number of choices at each step.
  package var averageDegree: Double {
    let keys = keys
    let neighbours = keys.reduce(0) { sum, key in
      sum + key.value.count * directions.count { keys[key.key.moved(by: $0)] != nil }
    }
    return Double(neighbours) / Double(startCount)
  }

  /// Every step between neighbours.
  func forEachStep(
    _ body: (_ from: UInt8, _ to: UInt8, _ direction: Int, _ isShifted: Bool) -> Void
  ) {
    let keys = keys
    for (place, characters) in keys {
      for (direction, offset) in directions.enumerated() {
        guard let neighbour = keys[place.moved(by: offset)] else { continue }
        for from in characters {
          for (level, to) in neighbour.enumerated() { body(from, to, direction, level == 1) }
        }
      }
    }
  }

  private struct Place: Hashable {
    var column: Int
    var row: Int

    func moved(by offset: (column: Int, row: Int)) -> Place {
      Place(column: column + offset.column, row: row + offset.row)
    }
  }

  /// The characters of each key, by its place.
  private var keys: [Place: [UInt8]] {
    var keys: [Place: [UInt8]] = [:]
    let width = isFull ? 3 : 2
    for (row, text) in rows.enumerated() {
      let text = Array(text.utf8)
      for start in stride(from: 0, to: text.count, by: width) where text[start] != 0x20 {
        let key = Array(text[start..<min(start + width - 1, text.count)])
        keys[Place(column: start / width, row: row)] = key
      }
    }
    return keys
  }
}
