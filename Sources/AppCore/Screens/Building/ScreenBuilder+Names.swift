import APIDocument

extension ScreenBuilder {
    /// Gives screens that stand beside each other and are called the same other titles; the first keeps its own.
    mutating func tellApart() {
        let together = Dictionary(grouping: drafts.indices) { drafts[$0].screen.parent }
        for indices in together.values {
            var taken: Set<String> = []
            for index in indices where drafts[index].wishes.title != nil { taken.insert(drafts[index].screen.title) }
            for index in indices.sorted() where drafts[index].wishes.title == nil {
                rename(index, avoiding: taken)
                taken.insert(drafts[index].screen.title)
            }
        }
    }

    private mutating func rename(_ index: Int, avoiding taken: Set<String>) {
        let draft = drafts[index]
        guard taken.contains(draft.screen.title) else { return }
        let others = ScreenNaming.otherTitles(of: draft.operation, isForm: draft.screen.kind == .form)
        if let other = others.first(where: { !taken.contains($0) }) {
            drafts[index].screen.title = other
            return
        }
        var number = 2
        while taken.contains("\(draft.screen.title) \(number)") { number += 1 }
        drafts[index].screen.title += " \(number)"
    }
}
