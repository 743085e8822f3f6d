import AppCore
import DemoManager
import WireFormats

/// A callback or webhook that can be sent by hand.
struct CallbackRow: Hashable, Sendable {
    let name: String
    /// The operation; nil for a webhook.
    let operation: String?
    /// The screens that show what the operation writes.
    var screens: Set<String> = []
    /// The item open when it was chosen.
    var item: ShownItem?

    var title: String { "Send \(operation == nil ? "webhook" : "callback") \(name)" }
}

/// The item on a screen, and the ids of the operations that answer with it.
struct ShownItem: Hashable, Sendable {
    let value: JSONValue
    let operations: [String]
}

enum CallbackCommand: Sendable {
    /// Asks for the URL; that of the newest call is proposed.
    case ask(CallbackRow)
    case send(CallbackRow, url: String)
}

/// Sends the callbacks of a document by hand.
struct CallbackControls: Sendable {
    let rows: [CallbackRow]
    /// The URL that the newest call gives.
    let url: @Sendable (CallbackRow) -> String?
    let send: @Sendable (CallbackRow, _ url: String) async throws(Complaint) -> ExchangeID
}

extension Palette.Source {
    static func callbacks(_ rows: [CallbackRow], with item: ShownItem?) -> Self {
        Self(
            kind: "callback", verb: "send", count: rows.count,
            keys: { rows.map { SearchKey($0.title, around: [$0.operation ?? "webhook"]) } },
            line: { Palette.Line(title: rows[$0].title + " …", detail: rows[$0].operation.map { "of \($0)" } ?? "") },
            choose: { place in
                var row = rows[place]
                row.item = item
                return [.callback(.ask(row))]
            })
    }
}

extension EffectRunner {
    func perform(_ command: CallbackCommand) {
        guard let callbacks = app?.callbacks else { return }
        switch command {
        case .ask(let row): post(.present(LinePopup.callback(row, to: callbacks.url(row) ?? "")))
        case .send(let row, let url): begin { [self] in post(.noted(await note(row, to: url, by: callbacks))) }
        }
    }

    private func note(_ row: CallbackRow, to url: String, by callbacks: CallbackControls) async -> Note {
        do {
            let id = try await callbacks.send(row, url)
            switch app?.journal.exchange(id)?.outcome?.end {
            case .status(let status):
                return .info("\(row.name) was sent and answered \(status); \(key: .showJournal) shows it.")
            case .failure(let why): return .error("\(row.name) was not delivered: \(why).")
            case .cancelled, nil: return .error("\(row.name) was not delivered.")
            }
        } catch {
            return .error(error.description)
        }
    }
}
