package import DemoManager

/// The marks of a request for the demo manager: the call it belongs to.
package struct DemoMarks: Sendable, Hashable {
    /// The screen the call belongs to; nil follows the global switch.
    package var screen: String?
    /// The operation it performs.
    package var operation: String?
    /// The call's own condition; it makes it a demo call.
    package var condition: Condition?
    /// True if it goes to the server whatever the switches say.
    package var isBypassed = false
    /// The app's own id of the call; nil gives every request one of its own.
    package var call: UInt64?
    /// The mode the call began in; nil is what the switches say when the request starts.
    package var mode: Mode?
    /// The app's session, for the journal.
    package var session: String?
    /// Which attempt of the call it is, from 1.
    package var attempt = 1

    /// No marks.
    package init() {}

    /// The marks of one attempt of a call that was begun already (`DemoManager.beginCall`), so that its retries keep its
    /// mode.
    package init(_ call: Call, attempt: Int = 1) {
        screen = call.screen
        operation = call.operation
        condition = call.condition
        isBypassed = call.isBypassed
        self.call = call.id
        mode = call.mode
        session = call.session
        self.attempt = attempt
    }

    /// True if there are none.
    var isEmpty: Bool { self == DemoMarks() }

    /// Begins the call they describe, in the mode they say or the switches say.
    func begin(with manager: DemoManager) -> Call {
        var begun = manager.beginCall(
            screen: screen, operation: operation, id: call, session: session, isBypassed: isBypassed)
        if let condition {
            begun.condition = condition
            begun.mode = .demo
        }
        if let mode { begun.mode = mode }
        return begun
    }
}
