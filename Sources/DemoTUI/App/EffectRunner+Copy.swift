import Terminal

extension EffectRunner {
    func copy(_ request: CopyRequest) {
        guard let text = text(of: request), !text.isEmpty else {
            post(.noted(.info("There is nothing to copy.")))
            return
        }
        switch terminal.copy(text) {
        case .sent(let bytes): post(.noted(.info("Copied \(request.name), \(TextLayout.grouped(bytes)) bytes.")))
        case .tooLarge(let limit):
            post(.noted(.error("Not copied: more than \(TextLayout.grouped(limit)) bytes, the most a terminal takes.")))
        case .unavailable: post(.noted(.error("This terminal has no clipboard to copy to.")))
        }
    }

    private func text(of request: CopyRequest) -> [UInt8]? {
        switch request {
        case .value(let text): Array(text.utf8)
        case .url(let exchange): app?.journal.url(of: exchange).map { Array($0.utf8) }
        case .body(let exchange): app?.journal.body(of: exchange)
        case .curl(let exchange): app?.journal.curl(of: exchange).map { Array($0.utf8) }
        }
    }
}

extension CopyRequest {
    /// What was copied, for the note.
    fileprivate var name: String {
        switch self {
        case .value: "the value"
        case .url: "the URL"
        case .body: "the body"
        case .curl: "a curl command"
        }
    }
}
