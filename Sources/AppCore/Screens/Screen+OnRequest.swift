import APIDocument
import APIModel
import HTTPTypes

import struct APIDocument.Operation

extension Screen {
    /// True for a GET of the sidebar that only the user calls, with Enter: the document describes no body for its
    /// success, as for `GET /logout`. Such a call may have an effect.
    ///
    /// In documents without described replies, as some frameworks generate them, a path that names a resource, such as
    /// `/users`, is called as usual. So are screens that open from a row, and lists declared by `x-screen`.
    package var isCalledOnRequest: Bool {
        guard kind == .item, parent == nil, let load else { return false }
        return !load.isKnownToShow
    }
}

extension APIDocument {
    /// True for a GET with a described reply, or for the path of a resource if the document does not exclude a reply.
    func isKnownToShow(_ operation: Operation) -> Bool {
        operation.describesReply || operation.isSilentOnReply && namesItem(operation.path)
    }

    /// True for the path of a resource. It has operations below a row, a PUT or PATCH, or its last word is a parameter,
    /// `me` or a plural. With two words the first may be a verb, as in `/send-reminders`.
    private func namesItem(_ path: PathTemplate) -> Bool {
        guard let word = path.segments.last?.literal else { return true }
        if NameClass.signOut.has(word) { return false }
        let words = HumanName.words(of: word)
        if words.count == 1, HumanName.singular(words[0]) != words[0] { return true }
        if NameClass.oneself.has(word) { return true }
        return memo.value { ItemPaths(self) }.shapes.contains(path.shape)
    }
}

/// The paths of a document that name items, by their operations: a PUT or PATCH, or an operation below a row.
private struct ItemPaths {
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
    /// True if a successful reply has a body: one with a 2xx status, or `default` if there is none.
    fileprivate var describesReply: Bool {
        let successes = responses.filter { $0.status.isOf(200...299) }
        let replies = successes.isEmpty ? responses.filter { $0.status == .default } : successes
        return replies.contains { !$0.content.isEmpty }
    }

    /// True unless a reply is declared to have no body: by 204, 205 or a redirect.
    fileprivate var isSilentOnReply: Bool {
        !responses.contains { [.exact(204), .exact(205)].contains($0.status) || $0.status.isOf(300...399) }
    }
}

extension Response.Status {
    fileprivate func isOf(_ codes: ClosedRange<Int>) -> Bool {
        switch self {
        case .exact(let code): codes.contains(code)
        case .range(let digit): codes.lowerBound == digit * 100
        case .default: false
        }
    }
}
