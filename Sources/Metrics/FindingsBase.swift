/// The findings about all passwords on which those about policies are based.
///
/// A class with few values, since threads that copied all findings for each policy would slow each
/// other down.
package final class FindingsBase: Sendable {
  /// The number of passwords audited, repetitions included.
  package let entries: UInt64
  /// The attacks whose success is reported.
  package let attacks: [Attack]
  /// The guess budgets that signatures record.
  package let guessBudgets: [Double]
  /// The lists that the run was asked to compare with, with their bits.
  package let lists: [(name: String, bit: Int)]
  /// The relations to users' names, with their bits.
  package let relations: [(name: String, bit: Int)]

  /// Takes the values from all findings.
  package init(_ findings: Findings) {
    entries = findings.entries
    attacks = findings.attacks
    guessBudgets = findings.guessBudgets
    lists = findings.askedLists.map { (findings.lists[$0].name, $0) }
    relations = findings.relations
  }
}
