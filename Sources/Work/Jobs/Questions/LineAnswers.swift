import Auditing
@_spi(Internal) import Bytes
package import Diagnostics
import Files
import Passwords
import Reports
import Workers

/// Questions, one a line, and what answers each with a line.
package struct LineQuestions: Sendable {
  /// The answer to a line longer than `Schema.longestLine`, without line end.
  let overLong: [UInt8]
  /// Whether the answers are one document of JSON, an array.
  var isDocument = false
  /// Makes what answers on one worker.
  let answerer: @Sendable () -> any LineAnswerer
}

/// Answers questions on one worker.
protocol LineAnswerer: Sendable {
  /// Appends the answer to a line, without line end.
  ///
  /// - Returns: Whether the line could be answered.
  func answer(_ line: ArraySlice<UInt8>, into output: inout [UInt8]) -> Bool
}

extension OutputFormat {
  /// The answer to an over-long line, in a table of some columns.
  func overLong(columns: Int = 1) -> [UInt8] {
    switch self {
    case .json, .jsonl: JSONLine.error(overLongAnswer)
    // A row of a table has all its cells.
    case .csv, .markdown:
      Array(row([overLongAnswer] + Array(repeating: "", count: columns - 1)).utf8)
    case .text, .html: Array(overLongAnswer.utf8)
    }
  }
}

/// The answer to an over-long line.
let overLongAnswer = "over-long"

/// Answers each line of blocks of text with a line, in order, on several workers.
///
///     let answers = LineAnswers(to: questions, workers: 4) { bytes in print(bytes); return true }
///     while let block = next(), answers.take(block) {}
///     try answers.finish()    // whether each line was answered
package final class LineAnswers: Sendable {
  private let threads: OrderedWorkers<any LineAnswerer, [UInt8], [UInt8]>
  private let record: Record
  private let isDocument: Bool
  private let deliver: @Sendable ([UInt8]) throws(Problem) -> Bool

  /// What the workers have in common.
  private final class Record: Sendable {
    let hasUnanswered = Locked(false)
    let array = Locked(JSONArray())
    /// Whether the output still has a reader.
    let hasReader = Locked<Result<Bool, Problem>>(.success(true))
  }

  /// Makes workers that have answered nothing.
  ///
  /// - Parameters:
  ///   - questions: The questions.
  ///   - threads: The number of workers; at least 1.
  ///   - deliver: Writes the answers to a block and returns whether the output still has a reader;
  ///     called by one worker at a time, and no more after false or an error.
  package init(
    to questions: LineQuestions, threads: Int,
    deliver: @escaping @Sendable ([UInt8]) throws(Problem) -> Bool
  ) {
    let record = Record()
    self.record = record
    let isDocument = questions.isDocument
    self.isDocument = isDocument
    self.deliver = deliver
    self.threads = OrderedWorkers(
      WorkerPool(width: threads), make: questions.answerer,
      deliver: { output in
        record.hasReader.withLock { hasReader in
          guard case .success(true) = hasReader else { return }
          let output = isDocument ? record.array.withLock { $0.adding(output) } : output
          do throws(Problem) { hasReader = .success(try deliver(output)) } catch {
            hasReader = .failure(error)
          }
        }
      },
      work: { [overLong = questions.overLong] answerer, block in
        var output: [UInt8] = []
        var isComplete = true
        for line in block.lines {
          if line.isOverLong {
            isComplete = false
            output += overLong
          } else if !answerer.answer(line, into: &output) {
            isComplete = false
          }
          output.append(10)
        }
        if !isComplete { record.hasUnanswered.withLock { $0 = true } }
        return output
      })
  }

  /// Answers a block of whole lines, each with its LF.
  ///
  /// - Returns: Whether the output has a reader; if not, the block is dropped.
  package func take(_ block: [UInt8]) -> Bool {
    guard case .success(true) = record.hasReader.withLock({ $0 }) else { return false }
    threads.take(block)
    return true
  }

  /// Waits until every block is answered.
  ///
  /// - Returns: Whether each line was answered, none was over-long, and none was unanswerable.
  /// - Throws: ``Problem`` if the answers could not be written.
  @discardableResult
  package func finish() throws(Problem) -> Bool {
    threads.finish()
    let hasReader = try record.hasReader.withLock { $0 }.get()
    if isDocument, hasReader { _ = try deliver(record.array.withLock { $0.ending }) }
    return !record.hasUnanswered.withLock { $0 }
  }
}

extension ArraySlice<UInt8> {
  /// Whether a line is longer than those of lists, and not answered; it may have been cut.
  var isOverLong: Bool { count > Schema.longestLine }
}

extension [UInt8] {
  /// The lines of a block, without LF or CR LF.
  var lines: [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var cursor = 0
    while let line = raw.nextLine(at: &cursor) { lines.append(self[line]) }
    return lines
  }
}
