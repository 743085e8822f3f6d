/// What a key means. Every key of the program goes through this list: dispatch, footer and help are made from the same
/// bindings, and a test holds the README's table against them.
enum Action: String, Hashable, CaseIterable, Sendable {
    // Demo
    case toggleAll, toggleScreen, clearSwitches, chooseCondition, resetDemo, resetAll, editStub, toggleRecording,
        choosePolicy, chooseSession
    // Moving
    case up, down, pageUp, pageDown, first, last, left, right, open, back, nextPane, previousPane, goToScreen,
        findScreen, editParameters, parts
    // Data
    case edit, add, delete, submit, filter, nextMatch, previousMatch, copy, saveFile, showExchange, reload, ofThisScreen
    case onlyMarked
    case asSent, columns, toggle, moveUp, moveDown, byRule
    // Forms
    case editJSON, addEntry, removeEntry, moveEntryUp, moveEntryDown
    // Everywhere
    case signIn, showJournal, showStubs, showProblems, help, suspend, repaint, quit, quitNow, interrupt
}

/// Whether an action can be run now. A disabled one stays visible and says why.
enum Availability: Hashable, Sendable {
    /// The action does something here.
    case enabled
    /// The action belongs here but cannot run; the sentence says why.
    case disabled(String)
    /// The action has no meaning here.
    case absent

    /// True if the action can run.
    var isEnabled: Bool { self == .enabled }
}
