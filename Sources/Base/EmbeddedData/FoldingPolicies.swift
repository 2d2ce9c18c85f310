import CEmbeddedData

/// The built-in workload of folding: policies with how many sites have them, compiled into the
/// program as lines of JSON.
///
/// `Datasets/Folding` says where they come from.
package enum FoldingPolicies {
  /// The lines as they are.
  package static var text: String {
    // SAFETY: this memory is part of the program; it is never written or freed.
    let bytes = unsafe UnsafeBufferPointer(
      start: embedded_workload(), count: embedded_workload_size())
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// The number of sites, and the rules with their alternatives, of each line, as a policy file.
  package static var entries: [(times: UInt64, rules: String)] {
    text.split(separator: "\n").compactMap { line in
      guard let times = line.firstRange(of: "\"times\": "),
        let rules = line.firstRange(of: "\"rules\": \"")
      else { return nil }
      let digits = line[times.upperBound...].prefix(while: \.isNumber)
      return (UInt64(digits) ?? 0, ordered(unescaped(line[rules.upperBound...])))
    }
  }

  /// Rules of which each bracket has its hyphen first and its closing bracket last, as the language
  /// wants; in the lines, all between a bracket and the last closing one of a class is a member.
  private static func ordered(_ rules: String) -> String {
    var (result, members): (String, String?) = ("", nil)
    let characters = Array(rules)
    for (place, character) in characters.enumerated() {
      guard var found = members else {
        if character == "[" { members = "" } else { result.append(character) }
        continue
      }
      let next = characters[(place + 1)...].first { $0 != " " }
      if character == "]", next == nil || next == ";" || next == "," {
        let others = found.filter { $0 != "-" && $0 != "]" }
        result += "[" + (found.contains("-") ? "-" : "") + others
        result += (found.contains("]") ? "]" : "") + "]"
        members = nil
      } else {
        found.append(character)
        members = found
      }
    }
    return result
  }

  /// The text of a string of JSON up to its closing mark; it has no escapes of code points.
  private static func unescaped(_ text: Substring) -> String {
    var (result, isEscaped) = ("", false)
    for character in text {
      if isEscaped {
        result.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        break
      } else {
        result.append(character)
      }
    }
    return result
  }
}
