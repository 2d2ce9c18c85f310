package import Blocklists
package import Intake

/// Reduces lists to the lines that pass a ``Sieve``, in order, on all lanes.
///
///     let filter = ListFilter(inputs: inputs, sieve: sieve, blocklists: lists, …)
///     let summaries = filter.run { lines in write(lines.text) }
package struct ListFilter: Sendable {
  /// The lists, with the settings for reading them.
  package let lists: ListsToRead
  /// The rules that decide which lines pass.
  package let sieve: Sieve
  /// Whether to output passwords instead of whole lines.
  package let takesPasswords: Bool
  /// The criteria that judge the passwords.
  package let criteria: Criteria

  /// Makes a filter.
  package init(
    inputs: [ListInput], reading: TextReading = TextReading(), layout: LayoutRequest = .plain,
    sieve: Sieve, blocklists: BlocklistSet, strength: StrengthSettings, lanes: Int, stop: StopFlag,
    takesPasswords: Bool = false
  ) {
    lists = ListsToRead(
      inputs: inputs, reading: reading, layout: layout, lanes: lanes, stop: stop)
    self.sieve = sieve
    self.takesPasswords = takesPasswords
    criteria = Criteria(recipe: sieve.recipe, blocklists: blocklists, strength: strength)
  }
}
