import Blocklists
@_spi(Internal) import Passwords
import Testing

/// One comparison of each kind.
let comparisons: [ListComparison] =
  [.exact, .fold, .leet, .derivatives, .entraLike]
  + ListComparison.Form.allCases.map { .substring(of: $0, atLeast: 2) }

/// A list made of these values.
func builder(
  _ values: some Sequence<[UInt8]>, name: String = "list",
  _ comparison: ListComparison = .exact
) -> BlocklistBuilder {
  var builder = BlocklistBuilder(
    name: name, provenance: "made by a test", comparison: comparison)
  for value in values { builder.add(value.span) }
  return builder
}

/// A list made of the bytes of these values.
func builder(
  _ values: [String], name: String = "list", _ comparison: ListComparison = .exact
) -> BlocklistBuilder {
  builder(values.map { Array($0.utf8) }, name: name, comparison)
}

extension BlocklistSet {
  /// The lists found by single look-ups.
  func lists(holding password: String) -> UInt32 {
    let bytes = Array(password.utf8)
    return lists(holding: bytes.span)
  }

  /// The lists found by single look-ups and by batches for each password, which must agree.
  func lists(holding passwords: [String]) throws -> [UInt32] {
    let marks = try marks(passwords.map { Array($0.utf8) })
    #expect(marks == passwords.map { lists(holding: $0) })
    return marks
  }

  /// The lists found by batches, in the order of the lines.
  ///
  /// - Parameters:
  ///   - lines: Joined with line feeds.
  ///   - before: Bytes before them, which shift them to another alignment.
  ///   - after: Bytes after them.
  /// - Returns: The lists that hold each line.
  /// - Throws: Errors of the schema.
  func marks(_ lines: [[UInt8]], before: Int = 0, after: Int = 64) throws -> [UInt32] {
    let schema = try Schema(for: demand)
    var text = [UInt8](repeating: 0xAA, count: before)
    var places: [LineBatch.Line] = []
    for line in lines {
      places.append(
        LineBatch.Line(
          start: UInt32(text.count), byteCount: UInt32(line.count), encoding: encoding(of: line)))
      text += line
      text.append(0x0A)
    }
    text.removeLast()
    text += [UInt8](repeating: 0x55, count: after)

    var marks: [UInt32] = []
    let bytes = text.span
    for start in stride(from: 0, to: places.count, by: LineBatch.capacity) {
      var batch = LineBatch()
      for place in places[start..<min(start + LineBatch.capacity, places.count)] {
        batch.append(place, Signature())
      }
      // SAFETY: bytes have no padding.
      unsafe mark(&batch, in: bytes.bytes, schema: schema)
      for index in 0..<batch.count {
        marks.append(schema.profile(of: batch[signature: index]).lists)
      }
    }
    return marks
  }
}

/// The encoding of a line, according to the standard library.
func encoding(of line: [UInt8]) -> LineBatch.Encoding {
  if line.allSatisfy({ $0 < 0x80 }) { return .ascii }
  return String(validating: line, as: UTF8.self) == nil ? .illFormed : .utf8
}

/// A value for comparison: canonically equivalent text is equal, other bytes are equal byte by
/// byte.
///
/// Swift compares strings by canonical equivalence, with its own tables and code.
enum Value: Hashable {
  case text(String)
  case bytes([UInt8])

  init(_ bytes: [UInt8]) {
    self = String(validating: bytes, as: UTF8.self).map(Value.text) ?? .bytes(bytes)
  }
}
