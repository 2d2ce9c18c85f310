import Metrics
import Testing

/// Every row about a small list with two lists, two relations and two policies of each kind.
@Suite struct ListHistogramTests {
  /// A line for each histogram: its metric, its total, and each bin that has a count, or all bins.
  private func text(_ histograms: [Histogram]) -> String {
    histograms.map { histogram in
      let bins = histogram.bins.filter { histogram.bins.count < 16 || $0.count > 0 }
      return "\(histogram.metric.name) of \(histogram.total): "
        + bins.map { "\($0.name) \($0.count)" }.joined(separator: ", ") + "\n"
    }.joined()
  }

  @Test func `every row about the list`() throws {
    let findings = try ListSample().findings()
    #expect(
      text(findings.histograms().filter { $0.policy == nil && $0.unit == .entries }) == """
        entries of 51: audited 51
        lines of 182: audited 41, empty 21, over-long 48, cut 25, malformed 23, header 24
        quality of 51: ascii 40, utf-8 9, ill-formed 2
        normalisation of 51: changed 1, unchanged 50
        control of 51: with 2, without 49
        blank of 51: blank 3, other 48
        length of 51: 0 3, 1 0, 2 6, 3 9, 4 0, 5 5, 6 0, 7 4, 8 0, 9 0, 10 24
        unique of 51: 0 3, 2 6, 3 9, 5 5, 7 4, 10 24
        classes of 51: 0 3, 1 11, 2 32, 3 0, 4 5, 5 0
        charset of 51: none 3, lower 11, lower+digit 17, upper+digit 13, \
        lower+upper+digit+special 5, lower+other 2
        meter of 51: weak 33, medium 5, strong 13
        score of 51: 0 16, 1 15, 2 5, 3 2, 4 13
        score_without_words of 51: 0 0, 1 16, 2 15, 3 5, 4 15
        score_fall of 51: below 1 16, below 2 15, below 3 5, below 4 2
        guesses_log10 of 51: 0.0 3, 1.0 7, 1.5 6, 4.0 4, 4.5 11, 6.5 5, 8.5 2, 10.0 13
        combined_log10 of 51: 1.0 3, 2.0 7, 2.5 6, 5.0 4, 5.5 11, 7.5 5, 9.5 2, 11.0 13
        brought_log10 of 51: 1+1.0 7, 1+1.5 6, 1+4.0 4, 1+4.5 11, 1+6.5 5, 1+8.5 2, 1+unreached \
        13, 1+uncovered 3, 2+0.0 10, 2+3.0 4, 2+9.0 13, 2+unreached 24
        model_log10 of 51: 1.0 3, 2.0 7, 2.5 6, 5.0 4, 5.5 11, 7.5 5, 9.5 2, 11.0 13
        min_auto_log10 of 51: 0.0 10, 1.5 6, 3.0 4, 4.5 11, 6.5 5, 8.5 2, 9.0 13
        pattern of 51: word 27, date 24, brute 0
        meter_score of 51: weak+0 16, weak+1 15, weak+2 0, weak+3 2, weak+4 0, medium+0 0, \
        medium+1 0, medium+2 5, medium+3 0, medium+4 0, strong+0 0, strong+1 0, strong+2 0, \
        strong+3 0, strong+4 13
        cracked of 51: 1/s for 1 hour 0, 1/s for 1 day 16, 1/s for 30 days 31, 1/s for 1 year 31
        cracked_zxcvbn of 51: 1/s for 1 hour 16, 1/s for 1 day 31, 1/s for 30 days 31, 1/s for \
        1 year 36
        cracked_brought of 51: 1+1/s for 1 hour 13, 1+1/s for 1 day 28, 1+1/s for 30 days 28, \
        1+1/s for 1 year 33, 2+1/s for 1 hour 14, 2+1/s for 1 day 14, 2+1/s for 30 days 14, \
        2+1/s for 1 year 27
        cracked_model of 51: 1/s for 1 hour 0, 1/s for 1 day 16, 1/s for 30 days 31, 1/s for 1 \
        year 31
        cracked_min_auto of 51: 1/s for 1 hour 20, 1/s for 1 day 31, 1/s for 30 days 31, 1/s for \
        1 year 49
        blocklist of 51: big 25, own 30, none 9
        rule_list of 51: words 16
        user_name of 51: user-name 6, user-name-part 15, none 32
        blocklist_band of 51: big+10 20, big+100 0, big+10000 5
        habit of 51: capital-first 5, capitals-only 13, digits-last 16, digits-last-1 5, \
        digits-last-2 11, specials-last 5, specials-last-1 5, word 7, word+digits 24, \
        word+digits+specials 5, cheapest 5, year-this 13, year-other 11, season 11, month 5, \
        weekday 13, date 11, keyboard 5, common 7, decorated-common 16, leet 11

        """)
  }

  @Test func `every row about a policy`() throws {
    let all = try ListSample().findings().histograms().filter { $0.unit == .entries }
    #expect(
      text(all.filter { $0.policy == "a" }) == """
        compliance of 51: compliant 29, violating 22
        violation of 51: minlength 18, required[0] 16
        violation_only of 51: minlength 6, required[0] 4
        violation_pair of 51: minlength+required[0] 12
        violation_set of 51: minlength+required[0] 12, minlength 6, required[0] 4, other 0, none 29
        violations_per_entry of 51: 0 29, 1 10, 2 12
        survivors_length of 29: 1 0, 2 0, 3 0, 4 0, 5 5, 6 0, 7 0, 8 0, 9 0, 10 24
        survivors_unique of 29: 5 5, 10 24
        survivors_meter of 29: weak 11, medium 5, strong 13
        survivors_score of 29: 0 0, 1 11, 2 5, 3 0, 4 13
        survivors_score_without_words of 29: 0 0, 1 0, 2 11, 3 5, 4 13
        survivors_score_fall of 29: below 1 0, below 2 11, below 3 5, below 4 0
        survivors_guesses_log10 of 29: 4.5 11, 6.5 5, 10.0 13
        survivors_combined_log10 of 29: 5.5 11, 7.5 5, 11.0 13
        survivors_brought_log10 of 29: 1+4.5 11, 1+6.5 5, 1+unreached 13, 2+9.0 13, 2+unreached \
        16
        survivors_model_log10 of 29: 5.5 11, 7.5 5, 11.0 13
        survivors_min_auto_log10 of 29: 4.5 11, 6.5 5, 9.0 13
        survivors_cracked of 29: 1/s for 1 hour 0, 1/s for 1 day 0, 1/s for 30 days 11, 1/s for \
        1 year 11
        survivors_cracked_zxcvbn of 29: 1/s for 1 hour 0, 1/s for 1 day 11, 1/s for 30 days 11, \
        1/s for 1 year 16
        survivors_cracked_brought of 29: 1+1/s for 1 hour 0, 1+1/s for 1 day 11, 1+1/s for 30 \
        days 11, 1+1/s for 1 year 16, 2+1/s for 1 hour 0, 2+1/s for 1 day 0, 2+1/s for 30 days \
        0, 2+1/s for 1 year 13
        survivors_cracked_model of 29: 1/s for 1 hour 0, 1/s for 1 day 0, 1/s for 30 days 11, \
        1/s for 1 year 11
        survivors_cracked_min_auto of 29: 1/s for 1 hour 0, 1/s for 1 day 11, 1/s for 30 days \
        11, 1/s for 1 year 29
        survivors_blocklist of 29: big 18, own 24, none 0
        survivors_user_name of 29: user-name 0, user-name-part 13, none 16
        blocklist_only of 51: big 5, own 11
        survivors_habit of 29: capital-first 5, capitals-only 13, digits-last 16, digits-last-1 \
        5, digits-last-2 11, specials-last 5, specials-last-1 5, word+digits 24, \
        word+digits+specials 5, cheapest 5, year-this 13, year-other 11, season 11, month 5, \
        weekday 13, date 11, keyboard 5, decorated-common 16, leet 11
        habit_of_rule of 29: minlength:free 5, minlength:other 24, required[0]:free 16, \
        required[0]:other 13, all:free 16, all:other 13

        """)
    #expect(
      text(all.filter { $0.policy == "b" }) == """
        compliance of 51: compliant 24, violating 27
        violation of 51: minlength 27
        violation_only of 51: minlength 27
        violation_pair of 51: 
        violation_set of 51: minlength 27, other 0, none 24
        violations_per_entry of 51: 0 24, 1 27
        survivors_length of 24: 1 0, 2 0, 3 0, 4 0, 5 0, 6 0, 7 0, 8 0, 9 0, 10 24
        survivors_unique of 24: 10 24
        survivors_meter of 24: weak 11, medium 0, strong 13
        survivors_score of 24: 0 0, 1 11, 2 0, 3 0, 4 13
        survivors_score_without_words of 24: 0 0, 1 0, 2 11, 3 0, 4 13
        survivors_score_fall of 24: below 1 0, below 2 11, below 3 0, below 4 0
        survivors_guesses_log10 of 24: 4.5 11, 10.0 13
        survivors_combined_log10 of 24: 5.5 11, 11.0 13
        survivors_brought_log10 of 24: 1+4.5 11, 1+unreached 13, 2+9.0 13, 2+unreached 11
        survivors_model_log10 of 24: 5.5 11, 11.0 13
        survivors_min_auto_log10 of 24: 4.5 11, 9.0 13
        survivors_cracked of 24: 1/s for 1 hour 0, 1/s for 1 day 0, 1/s for 30 days 11, 1/s for \
        1 year 11
        survivors_cracked_zxcvbn of 24: 1/s for 1 hour 0, 1/s for 1 day 11, 1/s for 30 days 11, \
        1/s for 1 year 11
        survivors_cracked_brought of 24: 1+1/s for 1 hour 0, 1+1/s for 1 day 11, 1+1/s for 30 \
        days 11, 1+1/s for 1 year 11, 2+1/s for 1 hour 0, 2+1/s for 1 day 0, 2+1/s for 30 days \
        0, 2+1/s for 1 year 13
        survivors_cracked_model of 24: 1/s for 1 hour 0, 1/s for 1 day 0, 1/s for 30 days 11, \
        1/s for 1 year 11
        survivors_cracked_min_auto of 24: 1/s for 1 hour 0, 1/s for 1 day 11, 1/s for 30 days \
        11, 1/s for 1 year 24
        survivors_blocklist of 24: big 13, own 24, none 0
        survivors_user_name of 24: user-name 0, user-name-part 13, none 11
        blocklist_only of 51: big 0, own 11
        survivors_habit of 24: capitals-only 13, digits-last 11, digits-last-2 11, word+digits \
        24, year-this 13, year-other 11, season 11, weekday 13, date 11, decorated-common 11, \
        leet 11
        habit_of_rule of 24: minlength:free 0, minlength:other 24

        """)
  }

  @Test func `every row about distinct passwords counts each once`() throws {
    let all = try ListSample().findings().histograms().filter { $0.unit == .distinct }
    #expect(
      text(all.filter { $0.policy == nil }) == """
        entries of 8: audited 8
        control of 8: with 1, without 7
        blank of 8: blank 1, other 7
        length of 8: 0 1, 1 0, 2 1, 3 2, 4 0, 5 1, 6 0, 7 1, 8 0, 9 0, 10 2
        unique of 8: 0 1, 2 1, 3 2, 5 1, 7 1, 10 2
        classes of 8: 0 1, 1 2, 2 4, 3 0, 4 1, 5 0
        charset of 8: none 1, lower 2, lower+digit 2, upper+digit 1, lower+upper+digit+special 1, \
        lower+other 1
        meter of 8: weak 6, medium 1, strong 1
        score of 8: 0 3, 1 2, 2 1, 3 1, 4 1
        score_without_words of 8: 0 0, 1 3, 2 2, 3 1, 4 2
        score_fall of 8: below 1 3, below 2 2, below 3 1, below 4 1
        guesses_log10 of 8: 0.0 1, 1.0 1, 1.5 1, 4.0 1, 4.5 1, 6.5 1, 8.5 1, 10.0 1
        combined_log10 of 8: 1.0 1, 2.0 1, 2.5 1, 5.0 1, 5.5 1, 7.5 1, 9.5 1, 11.0 1
        brought_log10 of 8: 1+1.0 1, 1+1.5 1, 1+4.0 1, 1+4.5 1, 1+6.5 1, 1+8.5 1, 1+unreached 1, \
        1+uncovered 1, 2+0.0 2, 2+3.0 1, 2+9.0 1, 2+unreached 4
        model_log10 of 8: 1.0 1, 2.0 1, 2.5 1, 5.0 1, 5.5 1, 7.5 1, 9.5 1, 11.0 1
        min_auto_log10 of 8: 0.0 2, 1.5 1, 3.0 1, 4.5 1, 6.5 1, 8.5 1, 9.0 1
        pattern of 8: word 4, date 4, brute 0
        meter_score of 8: weak+0 3, weak+1 2, weak+2 0, weak+3 1, weak+4 0, medium+0 0, medium+1 \
        0, medium+2 1, medium+3 0, medium+4 0, strong+0 0, strong+1 0, strong+2 0, strong+3 0, \
        strong+4 1
        cracked of 8: 1/s for 1 hour 0, 1/s for 1 day 3, 1/s for 30 days 5, 1/s for 1 year 5
        cracked_zxcvbn of 8: 1/s for 1 hour 3, 1/s for 1 day 5, 1/s for 30 days 5, 1/s for 1 \
        year 6
        cracked_brought of 8: 1+1/s for 1 hour 2, 1+1/s for 1 day 4, 1+1/s for 30 days 4, 1+1/s \
        for 1 year 5, 2+1/s for 1 hour 3, 2+1/s for 1 day 3, 2+1/s for 30 days 3, 2+1/s for 1 \
        year 4
        cracked_model of 8: 1/s for 1 hour 0, 1/s for 1 day 3, 1/s for 30 days 5, 1/s for 1 year \
        5
        cracked_min_auto of 8: 1/s for 1 hour 4, 1/s for 1 day 5, 1/s for 30 days 5, 1/s for 1 \
        year 7
        blocklist of 8: big 3, own 3, none 3
        rule_list of 8: words 2
        habit of 8: capital-first 1, capitals-only 1, digits-last 2, digits-last-1 1, \
        digits-last-2 1, specials-last 1, specials-last-1 1, word 1, word+digits 2, \
        word+digits+specials 1, cheapest 1, year-this 1, year-other 1, season 1, month 1, weekday \
        1, date 1, keyboard 1, common 1, decorated-common 2, leet 1

        """)
    #expect(
      text(all.filter { $0.policy == "a" }) == """
        compliance of 8: compliant 3, violating 5
        violation of 8: minlength 4, required[0] 4
        violation_only of 8: minlength 1, required[0] 1
        violation_pair of 8: minlength+required[0] 3
        violation_set of 8: minlength+required[0] 3, minlength 1, required[0] 1, other 0, none 3
        violations_per_entry of 8: 0 3, 1 2, 2 3
        survivors_length of 3: 1 0, 2 0, 3 0, 4 0, 5 1, 6 0, 7 0, 8 0, 9 0, 10 2
        survivors_unique of 3: 5 1, 10 2
        survivors_meter of 3: weak 1, medium 1, strong 1
        survivors_score of 3: 0 0, 1 1, 2 1, 3 0, 4 1
        survivors_score_without_words of 3: 0 0, 1 0, 2 1, 3 1, 4 1
        survivors_score_fall of 3: below 1 0, below 2 1, below 3 1, below 4 0
        survivors_guesses_log10 of 3: 4.5 1, 6.5 1, 10.0 1
        survivors_combined_log10 of 3: 5.5 1, 7.5 1, 11.0 1
        survivors_brought_log10 of 3: 1+4.5 1, 1+6.5 1, 1+unreached 1, 2+9.0 1, 2+unreached 2
        survivors_model_log10 of 3: 5.5 1, 7.5 1, 11.0 1
        survivors_min_auto_log10 of 3: 4.5 1, 6.5 1, 9.0 1
        survivors_cracked of 3: 1/s for 1 hour 0, 1/s for 1 day 0, 1/s for 30 days 1, 1/s for 1 \
        year 1
        survivors_cracked_zxcvbn of 3: 1/s for 1 hour 0, 1/s for 1 day 1, 1/s for 30 days 1, \
        1/s for 1 year 2
        survivors_cracked_brought of 3: 1+1/s for 1 hour 0, 1+1/s for 1 day 1, 1+1/s for 30 days \
        1, 1+1/s for 1 year 2, 2+1/s for 1 hour 0, 2+1/s for 1 day 0, 2+1/s for 30 days 0, 2+1/s \
        for 1 year 1
        survivors_cracked_model of 3: 1/s for 1 hour 0, 1/s for 1 day 0, 1/s for 30 days 1, 1/s \
        for 1 year 1
        survivors_cracked_min_auto of 3: 1/s for 1 hour 0, 1/s for 1 day 1, 1/s for 30 days 1, \
        1/s for 1 year 3
        survivors_blocklist of 3: big 2, own 2, none 0
        blocklist_only of 8: big 1, own 1
        survivors_habit of 3: capital-first 1, capitals-only 1, digits-last 2, digits-last-1 1, \
        digits-last-2 1, specials-last 1, specials-last-1 1, word+digits 2, word+digits+specials \
        1, cheapest 1, year-this 1, year-other 1, season 1, month 1, weekday 1, date 1, keyboard \
        1, decorated-common 2, leet 1
        habit_of_rule of 3: minlength:free 1, minlength:other 2, required[0]:free 2, \
        required[0]:other 1, all:free 2, all:other 1

        """)
  }
}
