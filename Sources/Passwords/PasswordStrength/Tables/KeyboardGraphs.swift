/// The neighbouring characters on each keyboard, and the guesses for walks.
struct KeyboardGraphs {
  /// For each pair of ASCII characters (`from << 7 | to`), one bit for each keyboard on which the
  /// two are neighbours.
  let steps: Cells<UInt8>
  /// For each keyboard and pair, the direction of the step in bits 0–2, and bit 3 if the second
  /// character is shifted; ``noMove`` if the two are not neighbours.
  let moves: Cells<UInt8>
  /// Guesses by kind of keyboard, length and turns, for ``guesses(isFull:length:turns:)``.
  private let tabulated: Cells<Double>

  /// Shorter walks are looked up in a table, longer ones computed.
  private static let tabulatedLength = 24
  static let noMove: UInt8 = 0xFF

  /// One bit for each ASCII character that needs the shift key on qwerty and dvorak.
  private let shifted: UInt128

  init() {
    shifted = "~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:\"ZXCVBNM<>?".utf8.reduce(0) {
      $0 | 1 << UInt128($1)
    }
    steps = Cells(count: 128 * 128, filledWith: 0)
    moves = Cells(count: 4 * 128 * 128, filledWith: Self.noMove)
    for keyboard in Keyboard.allCases {
      let board = Int(keyboard.rawValue)
      keyboard.forEachStep { [steps, moves] from, to, direction, isShifted in
        let pair = Int(from) << 7 | Int(to)
        steps[pair] |= 1 << keyboard.rawValue
        moves[board << 14 | pair] = UInt8(direction) | (isShifted ? 8 : 0)
      }
    }
    let side = Self.tabulatedLength + 1
    tabulated = Cells(count: 2 * side * side, filledWith: 0)
    for (row, board) in [Keyboard.qwerty, .keypad].enumerated() {
      let cost = StepCost(board)
      for turns in 1..<side {
        var sum = 0.0
        for length in 2..<side {
          cost.add(walksOfLength: length, turns: turns, to: &sum)
          tabulated[(row * side + length) * side + turns] = sum
        }
      }
    }
  }

  /// Whether a character needs the shift key on qwerty and dvorak.
  @inline(__always)
  func isShifted(_ unit: UInt16) -> Bool { unit < 128 && shifted >> UInt128(unit) & 1 != 0 }

  /// The guesses for a walk of unshifted keys: all shorter walks with fewer turns come first.
  ///
  /// - Complexity: O(1) up to 24 characters, O(length × turns) beyond.
  func guesses(isFull: Bool, length: Int, turns: Int) -> Double {
    let side = Self.tabulatedLength + 1
    if length < side {
      return tabulated[((isFull ? 0 : 1) * side + length) * side + turns]
    }
    let cost = StepCost(isFull ? .qwerty : .keypad)
    var sum = 0.0
    for length in 2...length { cost.add(walksOfLength: length, turns: turns, to: &sum) }
    return sum
  }

  /// The number of starts, and of choices at a turn.
  ///
  /// The reference uses qwerty's numbers for both keyboards, and the keypad's for both keypads.
  private struct StepCost {
    let starts: Double
    let degree: Double
    let powers: [Double]

    init(_ keyboard: Keyboard) {
      starts = Double(keyboard.startCount)
      degree = keyboard.averageDegree
      powers = keyboard.isFull ? Self.fullPowers : Self.keypadPowers
    }

    /// Adds, term by term like the reference, Σ C(length − 1, k − 1) · starts · degreeᵏ.
    func add(walksOfLength length: Int, turns: Int, to sum: inout Double) {
      var binomial = 1.0
      var power = degree
      for k in 1...min(turns, length - 1) {
        if k > 1 { binomial = binomial * Double(length - 1 - (k - 2)) / Double(k - 1) }
        power = k <= powers.count ? powers[k - 1] : power * degree
        sum += binomial * starts * power
      }
    }

    // V8's powers of the degrees; most of them are not the nearest numbers.
    private static let fullPowers = [
      4.595744680851064, 21.12086917157085, 97.06612215019797, 446.09111456261195,
      2050.1208669260463, 9421.83206927715, 43300.33461625244, 198997.28249171335,
      914540.7025151083, 4202995.569005605, 19315894.5298981, 88770919.54165936,
      407968481.2978388, 1874918977.8794296, 8616648919.616102, 39599918439.08678,
      181991114528.56903, 836384696556.8279, 3843810520346.2734, 17665171753080.746,
      81184619120541.31, 373103781490147.3, 1714689719188762.5, 7880276156271760,
    ]
    private static let keypadPowers = [
      5.066666666666666, 25.67111111111111, 130.06696296296295, 659.0059456790123,
      3338.963458106995, 16917.414854408773, 85714.90192900445, 434288.8364402892,
      2200396.771297465, 11148676.974573825, 56486630.00450737, 286198925.35617065,
      1450074555.1379313, 7347044412.698852, 37225025024.34084, 188606793456.66028,
      955607753513.7454, 4841745951136.31, 24531512819090.633, 124292998283392.53,
      629751191302522.1, 3190739369266112, 16166412804281634, 81909824875026944,
    ]
  }
}

/// A keyboard layout whose adjacent keys form walks.
///
/// These are zxcvbn's; with another one, scores would no longer be. `SpatialWalks` has a bit for each.
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

  private struct KeyPosition: Hashable {
    var column: Int
    var row: Int

    func moved(by offset: (column: Int, row: Int)) -> KeyPosition {
      KeyPosition(column: column + offset.column, row: row + offset.row)
    }
  }

  /// The characters of each key, by its place.
  private var keys: [KeyPosition: [UInt8]] {
    var keys: [KeyPosition: [UInt8]] = [:]
    let width = isFull ? 3 : 2
    for (row, text) in rows.enumerated() {
      let text = Array(text.utf8)
      for start in stride(from: 0, to: text.count, by: width) where text[start] != 0x20 {
        let key = Array(text[start..<min(start + width - 1, text.count)])
        keys[KeyPosition(column: start / width, row: row)] = key
      }
    }
    return keys
  }
}
