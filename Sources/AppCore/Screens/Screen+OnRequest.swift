import APIDocument
import APIModel
import HTTPTypes

import struct APIDocument.Operation

extension Screen {
    /// Whether it is called only when a person asks for it, and never because the sidebar's selection came to it: a GET of the
    /// sidebar whose successful replies have no body by the document, such as `GET /logout`. There is nothing to show before it is
    /// called, and a call that shows nothing does something.
    ///
    /// A document may merely keep silent on what it answers, as those do that frameworks make of code: then a path that names a
    /// thing, such as `/users`, is called as usual.
    ///
    /// What opens from a row or an item was asked for by opening it. What `x-screen` calls a list has rows, whatever else the
    /// document says.
    public var isCalledOnRequest: Bool {
        guard kind == .item, parent == nil, let load else { return false }
        return !load.isKnownToShow
    }
}

extension APIDocument {
    /// Whether a GET has something to show by the document, or by what its path names where the document does not say that there
    /// is nothing.
    func isKnownToShow(_ operation: Operation) -> Bool {
        operation.describesReply || operation.isSilentOnReply && namesThing(operation.path)
    }

    /// Whether a path names a thing and not an act: something stands below one of it, it is put or patched, or it ends in a
    /// parameter, oneself, or a plural of one word. Of several words the first may be a verb, as in `/send-reminders`, and what
    /// ends a session is never a thing.
    private func namesThing(_ path: PathTemplate) -> Bool {
        guard let word = path.segments.last?.literal else { return true }
        if NameClass.signOut.has(word) { return false }
        let words = HumanName.words(of: word)
        if words.count == 1, HumanName.singular(words[0]) != words[0] { return true }
        if NameClass.oneself.has(word) { return true }
        return memo.value { ThingPaths(self) }.shapes.contains(path.shape)
    }
}

/// The paths of a document that name things by what can be done there: they are put or patched, or one of them stands below.
private struct ThingPaths {
    let shapes: Set<String>

    init(_ document: APIDocument) {
        var shapes: Set<String> = []
        for operation in document.operations {
            let path = operation.path
            if operation.method == .put || operation.method == .patch { shapes.insert(path.shape) }
            for place in path.segments.indices where path.segments[place].parameter != nil {
                shapes.insert(path.prefix(place).shape)
            }
        }
        self.shapes = shapes
    }
}

extension Operation {
    /// Whether any reply to a call that went well has a body by the document: one with a 2xx status, or `default` where there is
    /// none of those.
    fileprivate var describesReply: Bool {
        let successes = responses.filter { response in
            switch response.status {
            case .exact(let code): (200..<300).contains(code)
            case .range(let digit): digit == 2
            case .default: false
            }
        }
        let replies = successes.isEmpty ? responses.filter { $0.status == .default } : successes
        return replies.contains { !$0.content.isEmpty }
    }

    /// Whether no reply is said to be without a body: by 204 and 205, or by one that leads elsewhere.
    fileprivate var isSilentOnReply: Bool {
        !responses.contains { response in
            switch response.status {
            case .exact(let code): [204, 205].contains(code) || (300..<400).contains(code)
            case .range(let digit): digit == 3
            case .default: false
            }
        }
    }
}
