import Foundation
import Intake
import Testing

/// Lists that a thread writes into a pipe.
@Suite struct PipeTests {
  @Test func `a list written byte by byte arrives whole`() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = Array("one\r\ntwo\n\nthree, the longest\nfour".utf8)
    for bytes in [mark + text, Gzip.member(mark + text) + Gzip.member([])] {
      let fifo = try Fifo()
      fifo.write(bytes.map { [$0] })
      let reading = Reading(fifo.input, chunk: 40, buffer: 16, longestLine: 20)
      #expect(reading.lines == split(text))
      #expect(reading.summary.hadByteOrderMark && reading.summary.isComplete)
      #expect(reading.summary.bytesRead == UInt64(bytes.count))
    }
  }

  @Test func `a pipe that closes in the middle of gzip data is a cut list`() throws {
    let fifo = try Fifo()
    let member = Gzip.member(Array("one\ntwo\n".utf8))
    fifo.write([member.dropLast(5)])
    let summary = Reading(fifo.input).summary
    #expect(!summary.isComplete)
    #expect(
      summary.problems == [.cut(list: fifo.path, .gzip, offset: UInt64(member.count - 5))])
  }

  @Test(arguments: [[], Array("one\ntwo\nthr".utf8), [0x1F, 0x8B, 8, 0]])
  func `a raised flag ends the waiting for a pipe`(bytes: [UInt8]) throws {
    let fifo = try Fifo()
    let stop = StopFlag()
    let hasEnded = DispatchSemaphore(value: 0)
    // It ends although the writer keeps the pipe open until then.
    fifo.write([bytes]) {
      stop.raise()
      hasEnded.wait()
    }
    defer { hasEnded.signal() }
    let summary = Reading(fifo.input, stop: stop).summary
    let offset = UInt64(bytes.count)
    #expect(!summary.isComplete)
    #expect(summary.problems == [.stopped(list: fifo.path, offset: offset)])
  }

  @Test func `a FIFO without a writer can be stopped`() throws {
    let fifo = try Fifo()
    let stop = StopFlag()
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { stop.raise() }
    let summary = Reading(fifo.input, stop: stop).summary
    #expect(summary.problems == [.stopped(list: fifo.path, offset: 0)])
  }

  @Test func `standard input is read to its end and stays open`() throws {
    let (inputs, _) = ListInput.resolve(["-"])
    let input = try #require(inputs.first)
    var ends: [Int32] = [0, 0]
    let saved = dup(STDIN_FILENO)
    let text = Array("one\ntwo".utf8)
    #expect(unsafe pipe(&ends) == 0)
    // A non-blocking pipe, as a shell may leave it: the reader must wait by itself.
    #expect(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    #expect(dup2(ends[0], STDIN_FILENO) == STDIN_FILENO && close(ends[0]) == 0)
    defer {
      dup2(saved, STDIN_FILENO)
      close(saved)
    }
    let writer = ends[1]
    Thread.detachNewThread {
      for byte in text {
        usleep(2000)
        precondition(unsafe write(writer, [byte], 1) == 1)
      }
      close(writer)
    }
    let reading = Reading(input)
    #expect(reading.summary.name == "<stdin>")
    #expect(reading.lines == split(text) && reading.summary.isComplete)
    #expect(fcntl(STDIN_FILENO, F_GETFD) >= 0)
  }
}
