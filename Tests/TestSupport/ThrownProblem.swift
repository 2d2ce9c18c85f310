package import Diagnostics

/// The problem that a body throws; nil if it throws none.
package func problem(of body: () throws -> some Any) -> Problem? {
  do { _ = try body() } catch { return (error as? any Diagnosable)?.problem }
  return nil
}

/// The code of the problem that a body throws; nil if it throws none.
package func thrownCode(_ body: () throws -> Void) -> String? { problem(of: body)?.code }
