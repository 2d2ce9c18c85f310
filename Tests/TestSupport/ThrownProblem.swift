package import Diagnostics

/// The problem that a body throws; nil if it throws none.
package func thrownProblem(_ body: () throws -> Void) -> Problem? {
  do { try body() } catch { return (error as? any Diagnosable)?.problem }
  return nil
}

/// The code of the problem that a body throws; nil if it throws none.
package func thrownCode(_ body: () throws -> Void) -> String? { thrownProblem(body)?.code }
