import AppCore
import DemoManager
import Foundation
import HTTPTypes

@testable import DemoTUI

extension Harness {
    /// Adds a stub that wins over those of the sample: JSON for a path, whatever the query.
    @discardableResult
    func stub(
        _ method: HTTPRequest.Method = .get, _ path: String, status: Int = 200, _ json: String = "",
        headers: HTTPFields = [:], after delay: Duration = .zero
    ) throws -> StubID {
        var headers = headers
        if !json.isEmpty { headers[.contentType] = "application/json" }
        return try manager.add(
            Stub(
                request: RequestPattern(method: .one(method), url: .path(path)),
                sequence: [
                    SequenceEntry(
                        Reply(
                            status: status, headers: headers,
                            body: Array(json.utf8), delay: .fixed(delay)))
                ], origin: .made(by: "the test")))
    }

    /// Waits for what comes by the manager's changes rather than by a key. Gives up after a minute: a busy machine may take its time.
    func wait(until isThere: () -> Bool) async {
        let deadline = ContinuousClock.now + .seconds(60)
        while !isThere(), ContinuousClock.now < deadline { await Task.yield() }
    }

    /// Opens the condition picker, turns to the target with this name, and chooses.
    func choose(_ condition: String, for target: String = "the whole screen") async {
        await press("c")
        for _ in 0..<6 where !screen.contains(target) { await press("Tab") }
        await press("g")
        let lines = (state.popups.last as? ConditionPicker)?.lines ?? []
        for _ in 0..<(lines.firstIndex { $0.text == condition } ?? 0) { await press("j") }
        await press("Enter")
    }

    /// True if every exchange so far was answered by a stub.
    var isAllStubs: Bool {
        exchanges.allSatisfy { if case .stub = $0.action { true } else { false } }
    }

    /// The main area as running text: no sidebar, no line breaks, one space between words.
    var words: String {
        screen.split(separator: "\n").map { $0.split(separator: "│", maxSplits: 1).last ?? $0 }
            .joined(separator: " ").split(separator: " ").joined(separator: " ")
    }

    /// What must not be in any cell: characters that control, reorder or cannot be seen.
    var unseen: [String] { String.unseen(screen) }

    /// The form in front.
    var form: FormScreen? { state.mainPanel as? FormScreen }
    /// The name of the form's field with the focus; nil on the button.
    var focusedField: String? {
        form?.focusedNode?.field.name
    }
    /// Moves to a field of the form in front.
    func focus(_ name: String) async {
        for _ in 0..<(form?.lines.count ?? 0) where focusedField != name { await press("Down") }
    }
}

extension String {
    /// The characters of a text, but line ends, that control, reorder or cannot be seen, by their numbers.
    static func unseen(_ text: String) -> [String] {
        text.unicodeScalars.filter {
            $0 != "\n"
                && [.control, .format, .surrogate, .privateUse, .lineSeparator, .paragraphSeparator]
                    .contains($0.properties.generalCategory)
        }.map { String($0.value, radix: 16) }
    }
}
