import APIDocument

extension Screen {
    /// Whether it is called only when a person asks for it, and never because the sidebar's selection came to it: a GET of the
    /// sidebar whose successful replies have no body by the document, such as `GET /logout`. There is nothing to show before it is
    /// called, and a call that shows nothing does something.
    ///
    /// What opens from a row or an item was asked for by opening it. What `x-screen` calls a list has rows, whatever else the
    /// document says.
    public var isCalledOnRequest: Bool {
        guard kind == .item, parent == nil, let load else { return false }
        return !load.describesReply
    }
}

extension Operation {
    /// Whether any reply to a call that went well has a body by the document: one with a 2xx status, or `default` where there is
    /// none of those.
    var describesReply: Bool {
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
}
