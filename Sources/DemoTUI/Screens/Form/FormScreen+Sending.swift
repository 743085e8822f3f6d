import AppCore
import Foundation
import HTTPTypes
import WireFormats

extension FormScreen {
    mutating func submit(in world: World) -> [Effect] {
        guard !load.isLoading else { return [] }
        let now = world.demo.mode(of: screen.id)
        let isOtherMode = mode != nil && mode != now
        // Data loaded in one mode must never be written in the other.
        if isOtherMode, case .edit(_, _, _, let row) = purpose {
            outcome = .failed(
                "\(row == nil ? "These values are" : "This row is") of the \(now == .demo ? "live" : "demo") data; "
                    + "the screen is \(now.rawValue) now. Nothing was sent.",
                wayOut: [
                    "Press \(keyWhileTyping: .toggleScreen) to switch back, or \(keyWhileTyping: .back) to leave and edit the \(now.rawValue) one."
                ])
            return []
        }
        guard check() else { return [] }
        if form.request.method == .delete, confirmed != now {
            asked = now
            return [.present(ConfirmPopup.deletion(form.title, now, panel: id))]
        }
        return send(in: world)
    }

    /// Sends a confirmed deletion, unless the screen's mode has changed since the question.
    mutating func sendConfirmed(in world: World) -> [Effect] {
        guard asked == world.demo.mode(of: screen.id) else { return [.note(.info(ConfirmPopup.outdated))] }
        confirmed = asked
        return send(in: world)
    }

    private mutating func send(in world: World) -> [Effect] {
        let isOtherMode = mode != nil && mode != world.demo.mode(of: screen.id)
        outcome = nil
        isPerhapsSent = false
        let (number, timer) = load.begin(for: id)
        let change = Update(form, base: purpose.base, changes: changes, etag: purpose.etag, files: tree.files)
        let isFresh = isOtherMode || isOutdated
        let request = SendRequest(
            id: number, screen: screen, place: isFresh ? origin : place, change: change, refetches: isFresh,
            typed: tree.parameterTexts.merging(callNames()) { $1 })
        return [timer, .send(request)]
    }

    /// The idempotency key of the call: the same for a repeated send, because the server may have processed the first
    /// one.
    private mutating func callNames() -> [String: String] {
        let fresh = form.request.parameters.filter { $0.source == .fresh }
        guard !fresh.isEmpty else { return [:] }
        let name = callName ?? UUID().uuidString.lowercased()
        callName = name
        return Dictionary(fresh.map { ($0.name, name) }) { $1 }
    }

    /// True if everything may be sent; otherwise shows the complaints.
    private mutating func check() -> Bool {
        if draft != nil {
            draft = nil
            outcome = .failed(
                "The JSON you edited has an error and was not taken over.",
                wayOut: ["\(keyWhileTyping: .submit) once more sends what the fields show instead."])
            return false
        }
        complaints = form.faults(of: tree, sending: changes)
        if !complaints.isEmpty {
            if !isWarned { complaints.merge(violations.placed) { own, _ in own } }
            showFirstComplaint()
            outcome = nil
            return false
        }
        guard !isWarned else { return true }
        if form.style == .merge, form.body != nil, !isDirty, changes.isEmpty {
            isWarned = true
            outcome = .failed("No field was changed.", wayOut: [sendsAnyway])
            return false
        }
        let found = violations
        guard !found.placed.isEmpty || !found.rest.isEmpty else { return true }
        complaints = found.placed
        showFirstComplaint()
        isWarned = true
        let words = found.rest.isEmpty ? "This is not what the document asks for." : found.rest.joined(separator: " ")
        outcome = .failed(words, wayOut: [sendsAnyway])
        return false
    }

    private var sendsAnyway: String { "\(keyWhileTyping: .submit) once more sends it anyway." }

    private mutating func showFirstComplaint() {
        guard let line = lines.first(where: { complaints[$0.node] != nil }) else { return }
        isCorrecting = true
        focus(on: line.node)
    }

    var violations: (placed: [FormNode.ID: String], rest: [String]) {
        guard form.body?.encoding == .json || form.body?.encoding == .form else { return ([:], []) }
        let base = form.style == .create ? nil : purpose.base
        return tree.violations(besides: base, changes: form.style == .merge ? changes : nil)
    }

    var changes: [Update.Change] {
        let value = tree.value
        guard form.style == .create else { return Update.Change.changes(from: initial, to: value) }
        if case .object(let object)? = value {
            return object.members.map { Update.Change(JSONPointer(tokens: [$0.key]), $0.value) }
        }
        return [Update.Change(.root, value)]
    }

    // MARK: The end of a send

    mutating func finish(
        _ request: RequestID, _ provenance: Provenance, _ result: Result<UpdateOutcome, APIError>
    ) -> [Effect] {
        guard load.end(request, provenance, failure: nil) else { return [] }
        confirmed = nil
        switch result {
        case .success(let done):
            isWarned = false
            func written(_ panel: PanelID?) -> Effect {
                .written(form.request, in: provenance.mode, shownBy: panel)
            }
            switch purpose {
            case .standalone:
                let rows = rows(in: done, of: provenance)
                if rows.isEmpty {
                    begin()
                    // The next letter is not for the next entry.
                    focus(first: lines.count)
                } else {
                    // A search is mostly changed and sent again.
                    keepSent()
                }
                outcome = .sent("Sent: \(form.title).", answer: [])
                // The form shows this itself while it is visible.
                let signedIn = "Signed in: the next live calls send the token of this response."
                let words = done.response.signsIn ? signedIn : isLeft || !rows.isEmpty ? "Sent." : nil
                let note = words.map { [Effect.note(.info($0))] } ?? []
                return [written(nil)] + note + answer(of: provenance) + rows
            case .edit(_, _, let panel, let row):
                return [
                    .tell(panel, .saved(done, row, provenance)), written(panel), .remove(id), .note(.info("Saved.")),
                ]
            case .add(let panel):
                return [
                    .tell(panel, .saved(done, nil, provenance)), written(panel), .remove(id), .note(.info("Added.")),
                ]
            }
        case .failure(let error):
            complain(error, mode: provenance.mode)
            return []
        }
    }

    /// Shows the reply below the notice that the form was sent: JSON as its fields, other replies unchanged.
    mutating func show(answer detail: ExchangeDetail) {
        guard case .sent(let text, _, _) = outcome else { return }
        guard !detail.isWithoutReply, let value = try? JSONValue(parsing: detail.body) else {
            outcome = .sent(text, answer: detail.answer)
            return
        }
        let answer = screen.answer
        var tree = ValueTree(fields: answer?.fields ?? [], hasTiles: false)
        tree.show(answer.flatMap { value[$0.item] } ?? value)
        outcome = .sent(text, answer: Array(detail.answer.prefix(1)), reply: tree)
    }

    /// Opens the returned rows, as for a search.
    private func rows(in done: UpdateOutcome, of provenance: Provenance) -> [Effect] {
        guard !isLeft, let list = screen.answer, list.showsRows, let page = list.page(answered: done.response) else {
            return []
        }
        return [.push(CollectionScreen(answer: page, of: list, at: place, from: provenance))]
    }

    /// Fetches the reply from the journal, without its secrets.
    private func answer(of provenance: Provenance) -> [Effect] {
        provenance.exchange.map { [.fetchExchange(id, $0, BodyLines.Layout())] } ?? []
    }

    private mutating func complain(_ error: APIError, mode: ServingMode) {
        var rest: [String] = []
        for complaint in error.fields {
            guard let node = tree.node(named: complaint.name), lines.contains(where: { $0.node == node }) else {
                rest.append("\(complaint.name): \(complaint.message)")
                continue
            }
            if complaints[node] == nil { complaints[node] = complaint.message }
        }
        showFirstComplaint()
        if error.status == 412, case .edit(_, _, _, nil) = purpose, screen.load != nil {
            isOutdated = true
            outcome = .failed(
                "It was changed on the server since you opened it (412).",
                wayOut: [
                    "Your text is kept. \(keyWhileTyping: .submit) saves it over the newer version, \(keyWhileTyping: .back) leaves that one as it is."
                ])
            return
        }
        if mode == .live, error.mayBeProcessed {
            isPerhapsSent = true
            rest.append("The server may have processed it: check before you send it again.")
        }
        let message = FailureMessage(.failed(error), mode: mode, isChange: true)
        let ways = complaints.isEmpty ? message.wayOut(ofFormWithFields: !lines.isEmpty) : message.waysToSignIn
        outcome = .failed(complaints.isEmpty ? message.title : error.userMessage, wayOut: rest + ways)
    }
}
