import PasswordPolicies

/// Changes single rules of a policy's text, and leaves the rest as it is: comments, order, lines.
///
///     var patch = TextPatch("# ours\nminlength: 8;")
///     patch.put("minlength", "12")
///     patch.text  // "# ours\nminlength: 12;"
struct TextPatch {
  private var bytes: [UInt8]

  /// Takes a text that has no errors.
  init(_ text: String) { bytes = Array(text.utf8) }

  /// The text as changed.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  private var rules: [WrittenRules.Rule] { WrittenRules(bytes).rules }

  /// Gives a rule another value, or deletes it for nil; of several rules of the name, one stays.
  mutating func put(_ keyword: String, _ value: String?) {
    remove(dropping: value == nil ? 0 : 1) { $0.keyword == keyword }
    guard let value else { return }
    if let rule = rules.first(where: { $0.keyword == keyword }) {
      bytes.replaceSubrange(rule.value, with: value.utf8)
    } else {
      add(keyword, value)
    }
  }

  /// Adds a rule: after the last one of its name, or else at the end.
  mutating func add(_ keyword: String, _ value: String) {
    let written = WrittenRules(bytes)
    let new = Array("\(keyword): \(value);".utf8)
    guard let last = written.rules.last else { return begin(with: new, at: written.start) }
    let fellow = written.rules.last { $0.keyword == keyword }
    let before = fellow ?? last
    // Where each rule has a line of its own, so has the new one.
    let hasLine =
      fellow == nil && last.range.lowerBound > 0 && startsLine(last.range.lowerBound)
    let space = hasLine ? Array("\n".utf8) + indentation(of: last.range.lowerBound) : [0x20]
    bytes.insert(
      contentsOf: (before.isEnded ? [] : [UInt8(ascii: ";")]) + space + new,
      at: before.range.upperBound)
  }

  /// Adds the first rule: after the policy's name, or else at the end.
  private mutating func begin(with rule: [UInt8], at start: Int) {
    if start > 0 {
      bytes.insert(contentsOf: Array("\n".utf8) + rule, at: start)
    } else {
      bytes += (startsLine(bytes.count) ? [] : [UInt8(ascii: "\n")]) + rule
    }
  }

  /// Deletes the rules of a name whose value is one of these texts.
  mutating func remove(_ keyword: String, valued values: Set<String>) {
    let bytes = bytes
    remove { rule in
      rule.keyword == keyword
        && values.contains(String(decoding: bytes[rule.value], as: UTF8.self))
    }
  }

  /// Deletes rules, but the first few, with their lines if they stand there alone.
  private mutating func remove(
    dropping kept: Int = 0, where isUnwanted: (WrittenRules.Rule) -> Bool
  ) {
    for rule in rules.filter(isUnwanted).dropFirst(kept).reversed() {
      bytes.removeSubrange(extent(of: rule.range))
    }
  }

  /// A rule's place with the space that goes when it is deleted.
  private func extent(of range: Range<Int>) -> Range<Int> {
    let newline = UInt8(ascii: "\n")
    var (start, end) = (range.lowerBound, range.upperBound)
    while end < bytes.count, bytes[end] != newline, WrittenRules.isSpace(bytes[end]) { end += 1 }
    let endsLine = end == bytes.count || bytes[end] == newline
    guard startsLine(start) else {
      // The space before it goes where nothing follows, else the space after it.
      if endsLine {
        while start > 0, bytes[start - 1] != newline, WrittenRules.isSpace(bytes[start - 1]) {
          start -= 1
        }
      }
      return start..<(endsLine ? range.upperBound : end)
    }
    guard endsLine else { return start..<end }
    start = bytes[..<start].lastIndex(of: newline).map { $0 + 1 } ?? 0
    if end < bytes.count { return start..<(end + 1) }
    return max(start - 1, 0)..<end
  }

  private func startsLine(_ offset: Int) -> Bool {
    for index in stride(from: offset - 1, through: 0, by: -1) {
      if bytes[index] == UInt8(ascii: "\n") { return true }
      if !WrittenRules.isSpace(bytes[index]) { return false }
    }
    return true
  }

  private func indentation(of offset: Int) -> [UInt8] {
    let line = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return Array(bytes[line..<offset])
  }
}

extension TextPatch {
  /// Applies the controls that differ, but not which characters are permitted.
  mutating func apply(_ wanted: Controls, shown: Controls, repeating: Bool) {
    for field in Controls.all where wanted.numbers[field.name] != shown.numbers[field.name] {
      let rule = wanted.numbers[field.name].map(field.rule)
      if field.kind != nil {
        if let old = shown.numbers[field.name].map(field.rule) {
          remove(field.keyword.rawValue, valued: [old.value])
        }
        if let rule { add(field.keyword.rawValue, rule.value) }
      } else if field.name == Controls.run.name {
        if repeating { put("max-consecutive", nil) }
        put(repeating ? "max-repeating" : "max-consecutive", rule?.value)
      } else {
        put(field.keyword.rawValue, rule?.value)
      }
    }
    for kind in Controls.Kind.allCases
    where wanted.needs.contains(kind) != shown.needs.contains(kind) {
      if wanted.needs.contains(kind) {
        add("required", kind.rawValue)
      } else {
        remove("required", valued: [kind.rawValue])
      }
    }
    if wanted.isListed && !shown.isListed {
      add("blocklist", "default")
    } else if !wanted.isListed && shown.isListed {
      remove("blocklist", valued: ["default", "default exact"])
    }
  }
}

extension Policy {
  /// The text of this policy with the fewest changes that make it mean the same as `changed`; nil
  /// if no change of single rules does.
  ///
  /// `read` reads a text as this policy's text was read.
  func text(
    _ text: String, becoming changed: Policy, by wanted: Controls, read: (String) -> Policy?
  ) -> String? {
    let shown = Controls(alternatives[0])
    var patch = TextPatch(text)
    patch.apply(
      wanted, shown: shown, repeating: alternatives[0].maxRepeating != nil)
    var free = patch
    free.put("allowed", nil)
    var stated = patch
    stated.put("allowed", changed.alternatives[0].permitted.description)
    return [patch, free, stated].map(\.text).first {
      read($0)?.canonicalKey == changed.canonicalKey
    }
  }
}
