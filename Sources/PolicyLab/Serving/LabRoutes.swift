import Diagnostics
import Foundation
import PasswordRules
import Preparing
import Reporting

/// What each path answers.
struct LabRoutes: Sendable {
  let lab: Lab
  let doorkeeper: Doorkeeper

  /// Passwords that can be asked for at once.
  static let mostGenerated = 10_000

  /// Answers a request, or refuses it.
  func reply(to request: LabRequest) async -> LabReply {
    if let refusal = doorkeeper.refusal(of: request) { return refusal }
    let fields = Fields(request.query)
    switch (request.method, doorkeeper.route(of: request.path)) {
    case ("GET", ""): return await page(fields)
    case ("GET", "answer"): return await fragment(fields)
    case ("GET", "answer.json"): return await table(fields)
    case ("POST", "try"): return await tried(request, fields)
    case ("GET", "generate"): return await generated(fields)
    case ("GET", "report.html"): return await report(fields)
    case ("GET", "lab.css"): return LabReply(.style, Array((PageStyle.text + LabStyle.text).utf8))
    case ("GET", "lab.js"): return LabReply(.script, Array(LabScript.text.utf8))
    case (_, "try"), ("POST", _):
      return LabReply(refusing: .methodNotAllowed, "Not with this method.")
    default: return LabReply(refusing: .notFound, "Not found.")
    }
  }

  /// The page; where a form asks for something to be done, it is done and the browser sent to the
  /// page's own address.
  private func page(_ fields: Fields) async -> LabReply {
    if Intention.fields.contains(where: { fields[$0] != nil }) {
      let intention = Intention(fields, lab)
      if intention.search == nil { return .moved(to: "./?" + intention.question.query) }
      let answer = await lab.answer(intention.question)
      return LabReply(
        .html, LabPage(lab: lab, answer: answer, search: intention.search).document)
    }
    return LabReply(.html, LabPage(lab: lab, answer: await lab.answer(question(fields))).document)
  }

  private func fragment(_ fields: Fields) async -> LabReply {
    let answer = await lab.answer(Intention(fields, lab).question)
    return LabReply(.html, LabPage(lab: lab, answer: answer).fragment)
  }

  private func table(_ fields: Fields) async -> LabReply {
    let answer = await lab.answer(question(fields), examples: 0)
    do {
      return LabReply(.json, try AnswerTable(answer).serialized())
    } catch {
      return LabReply(refusing: .unavailable, "The answer cannot be written.")
    }
  }

  private func tried(_ request: LabRequest, _ fields: Fields) async -> LabReply {
    let question = question(fields)
    let password = Fields(String(decoding: request.body, as: UTF8.self))["password"] ?? ""
    do {
      let tried = try lab.judgement(of: Array(password.utf8), question)
      if fields["part"] != nil {
        let answer = Answer(unasked: question)
        return LabReply(.html, LabPage(lab: lab, answer: answer, tried: tried).triedFragment)
      }
      let answer = await lab.answer(question)
      return LabReply(.html, LabPage(lab: lab, answer: answer, tried: tried).document)
    } catch {
      let problem = error as? any Diagnosable ?? Unanswerable()
      return LabReply(refusing: .badRequest, problem.message)
    }
  }

  private func generated(_ fields: Fields) async -> LabReply {
    guard let count = fields.number("count"), 1...Self.mostGenerated ~= count else {
      return LabReply(
        refusing: .badRequest, "'count' takes a number from 1 to \(Self.mostGenerated).")
    }
    let answer = await lab.answer(question(fields), examples: count)
    guard !answer.examples.isEmpty else {
      return LabReply(refusing: .unavailable, "No password was found within a second.")
    }
    var reply = LabReply(.text, Array((answer.examples.joined(separator: "\n") + "\n").utf8))
    reply.headers["Content-Disposition"] = "attachment; filename=\"passwords.txt\""
    return reply
  }

  private func report(_ fields: Fields) async -> LabReply {
    guard let report = await lab.answer(question(fields), examples: 0).report else {
      return LabReply(refusing: .badRequest, "No policy of these can be judged.")
    }
    var reply = LabReply(.html, Page(report).serialized())
    reply.headers["Content-Disposition"] = "attachment; filename=\"report.html\""
    // The page brings its style with it and has no script.
    reply.headers["Content-Security-Policy"] =
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    return reply
  }

  /// The question of some fields; without any the first policy of the library's own.
  private func question(_ fields: Fields) -> Question {
    guard fields["p"] != nil else {
      var question = Question(Self.firstText)
      question.tally = Question(fields).tally
      return question
    }
    return Question(fields)
  }

  /// What a page without a question asks.
  static let firstText = """
    minlength: 8;
    required: lower; required: upper;
    required: digit; required: special;
    """
}
