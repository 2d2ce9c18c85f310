import Diagnostics
import Files
import Requests

/// The bytes of a table in pieces, read when they are asked for.
final class TablePieces: Sequence, IteratorProtocol {
  /// The path of the table.
  let path: String
  /// The error that ended the reading early; nil if there was none.
  private(set) var fault: SystemError?
  private let byteCount: Int
  private var offset = 0

  private static let pieceByteCount = 1 << 16

  /// Examines the file.
  ///
  /// - Throws: `SystemError`, with `EFBIG` if it has more bytes than the limit.
  init(_ path: String, atMost limit: Int) throws(SystemError) {
    byteCount = try ReadableFile(path).byteCount
    if byteCount > limit { throw .tooLarge }
    self.path = path
  }

  func next() -> [UInt8]? {
    guard fault == nil, offset < byteCount else { return nil }
    var piece = [UInt8](repeating: 0, count: Swift.min(Self.pieceByteCount, byteCount - offset))
    do throws(SystemError) { try ReadableFile(path).read(into: &piece, at: offset) } catch {
      fault = error
      return nil
    }
    offset += piece.count
    return piece
  }
}
