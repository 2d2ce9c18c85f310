import Auditing
@_spi(House) import Bytes
package import Files
import Passwords
import Workers

/// Questions, one a line, and what answers each with a line.
package struct LineQuestions: Sendable {
  /// The answer to a line longer than `Recipe.longestLine`, without line end.
  let overLong: [UInt8]
  /// Makes what answers on one lane.
  let answerer: @Sendable () -> any LineAnswerer
}

/// Answers questions on one lane.
protocol LineAnswerer: Sendable {
  /// Appends the answer to a line, without line end.
  ///
  /// - Returns: Whether the line could be answered.
  func answer(_ line: ArraySlice<UInt8>, into output: inout [UInt8]) -> Bool
}

/// The form of questions and answers.
package enum AnswerForm: String, CaseIterable, Sendable {
  /// Lines of text.
  case text
  /// Cells, separated by commas.
  case csv
  /// Objects of JSON.
  case jsonl

  /// The answer to an over-long line.
  var overLong: [UInt8] {
    self == .jsonl ? JSONLine.error(overLongAnswer) : Array(overLongAnswer.utf8)
  }
}

/// The answer to an over-long line.
let overLongAnswer = "over-long"

/// Answers each line of blocks of text with a line, in order, on several lanes.
///
///     let answers = LineAnswers(to: questions, lanes: 4) { bytes in print(bytes); return true }
///     while let block = next(), answers.take(block) {}
///     try answers.finish()    // whether each line was answered
package final class LineAnswers: Sendable {
  private let lanes: OrderedLanes<any LineAnswerer, [UInt8], [UInt8]>
  private let record: Record

  /// What the lanes have in common.
  private final class Record: Sendable {
    let hasUnanswered = Locked(false)
    /// Whether the output still has a reader.
    let hasReader = Locked<Result<Bool, OutputProblem>>(.success(true))
  }

  /// Makes lanes that have answered nothing.
  ///
  /// - Parameters:
  ///   - questions: The questions.
  ///   - lanes: The number of lanes; at least 1.
  ///   - deliver: Writes the answers to a block and returns whether the output still has a reader;
  ///     called by one lane at a time, and no more after false or an error.
  package init(
    to questions: LineQuestions, lanes: Int,
    deliver: @escaping @Sendable ([UInt8]) throws(OutputProblem) -> Bool
  ) {
    let record = Record()
    self.record = record
    self.lanes = OrderedLanes(
      WorkerPool(width: lanes), make: questions.answerer,
      deliver: { output in
        record.hasReader.withLock { hasReader in
          guard case .success(true) = hasReader else { return }
          do throws(OutputProblem) { hasReader = .success(try deliver(output)) } catch {
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
    lanes.take(block)
    return true
  }

  /// Waits until every block is answered.
  ///
  /// - Returns: Whether each line was answered, none was over-long, and none was unanswerable.
  /// - Throws: ``OutputProblem`` if the answers could not be written.
  @discardableResult
  package func finish() throws(OutputProblem) -> Bool {
    lanes.finish()
    _ = try record.hasReader.withLock { $0 }.get()
    return !record.hasUnanswered.withLock { $0 }
  }
}

extension ArraySlice<UInt8> {
  /// Whether a line is longer than those of lists, and not answered; it may have been cut.
  var isOverLong: Bool { count > Recipe.longestLine }
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
