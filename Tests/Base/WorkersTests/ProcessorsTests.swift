import CProcessors
import Foundation
import Testing

/// Only Linux lets a thread choose its processors.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/thread-self/status")))
struct ProcessorsTests {
  /// The processors that the calling thread may run on, as the system prints them.
  private func allowed() throws -> String {
    let status = try String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)
    return try #require(
      status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }.map(String.init))
  }

  @Test func `a thread that leaves its processor may run on the same ones as before`() throws {
    let before = try allowed()
    leave_processor(current_processor())
    leave_processor(-1)
    leave_processor(.max)
    #expect(try allowed() == before)
  }

  @Test func `a thread leaves its processor if it may run on another one`() throws {
    let isAlone = !(try allowed()).contains { $0 == "," || $0 == "-" }
    var moves = 0
    for _ in 0..<100 {
      let processor = current_processor()
      leave_processor(processor)
      moves += processor == current_processor() ? 0 : 1
    }
    #expect(isAlone ? moves == 0 : moves > 50)
  }

  @Test func `a thread on another processor stays where it is`() {
    let processor = current_processor()
    leave_processor(processor == 0 ? 1 : 0)
    #expect(processor >= 0)
  }
}
