extension Screen {
    /// The screen opened by itself: what the row or the screen it belongs to would have told is asked for.
    public var openedDirectly: Screen {
        var screen = self
        screen.load?.askForOpener()
        // What is added to a list inherits from the list itself.
        if load == nil { screen.create?.request.askForOpener() }
        return screen
    }
}

extension Request {
    /// Asks for every parameter that what this was opened from would have given.
    fileprivate mutating func askForOpener() {
        for index in parameters.indices where parameters[index].source.needsOpener {
            if let question = parameters[index].question { parameters[index].source = .ask(question) }
        }
    }
}
