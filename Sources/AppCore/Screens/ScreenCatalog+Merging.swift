/// The ids of a document's screens and operations in a catalog of several documents, by their own ids.
package struct ScreenNames: Sendable {
    /// The ids that differ.
    package var screens: [String: String]
    package var operations: [String: String]

    package init(screens: [String: String] = [:], operations: [String: String] = [:]) {
        (self.screens, self.operations) = (screens, operations)
    }

    package func screen(_ id: String) -> String { screens[id] ?? id }
    package func operation(_ id: String) -> String { operations[id] ?? id }
}

extension ScreenCatalog {
    /// The screens of several documents, in the order of the documents.
    package init(_ parts: [ScreenCatalog]) {
        self.init(
            screens: parts.flatMap(\.sidebar) + parts.flatMap { $0.screens.filter { $0.parent != nil } },
            sections: parts.flatMap(\.sections), problems: parts.flatMap(\.problems),
            authentications: parts.flatMap(\.authentications))
    }

    /// The screens as those of one document among several.
    ///
    /// - Parameters:
    ///   - names: the ids that another document has, too.
    ///   - document: the title of the document; nil for a single document.
    package func named(by names: ScreenNames, of document: String?) -> ScreenCatalog {
        guard document != nil else { return self }
        return ScreenCatalog(
            screens: screens.map { $0.named(by: names, of: document) },
            sections: sections.map {
                ScreenSection(title: $0.title, description: $0.description, screens: $0.screens.map(names.screen))
            },
            problems: problems,
            authentications: authentications.map { way in
                var way = way
                way.document = document
                way.operations = Set(way.operations.map(names.operation))
                way.tokenOperation = way.tokenOperation.map(names.operation)
                way.refreshOperation = way.refreshOperation.map(names.operation)
                return way
            })
    }
}

extension Screen {
    fileprivate func named(by names: ScreenNames, of document: String?) -> Screen {
        var screen = self
        screen.id = names.screen(id)
        screen.document = document
        screen.parent = parent.map(names.screen)
        screen.rowScreen = rowScreen.map(names.screen)
        screen.children = children.map(names.screen)
        screen.operations = operations.map(names.operation)
        screen.load?.name(by: names)
        screen.create?.request.name(by: names)
        screen.update?.request.name(by: names)
        screen.delete?.name(by: names)
        screen.answered = answered.map { list in OnDemand { list.value?.named(by: names, of: document) } }
        return screen
    }
}

extension Request {
    fileprivate mutating func name(by names: ScreenNames) { operation = names.operation(operation) }
}
