/// How the paths of stubs are read. A description of an API has its paths below the server's. A stub may leave that
/// part out, and a recording has the path of its own server.
struct StubPaths: Sendable {
    /// Which of those that were said this is: stubs that are made ready by an earlier one are made ready again.
    var number: UInt64 = 0
    /// The path calls have, of the one a stub has; nil takes every path as it stands.
    var located: (@Sendable (String) -> String)?

    /// The pattern a stub is found by. Stubs in code and those of a document are taken literally.
    func pattern(of stub: Stub) -> RequestPattern {
        guard let located, stub.request.host == nil, [.file, .recording, .admin].contains(stub.source) else {
            return stub.request
        }
        var pattern = stub.request
        switch pattern.url {
        case .path(let path): pattern.url = .path(located(path))
        case .url(let url):
            let path = url.prefix { $0 != "?" }
            pattern.url = .url(located(String(path)) + url[path.endIndex...])
        case .template(let template):
            // A path that makes no template leaves the stub as it was.
            do { pattern.url = .template(try URLTemplate(located(template.text))) } catch { return pattern }
        case .any, .urlMatching, .pathMatching, .containing: break
        }
        return pattern
    }
}

extension DemoManager {
    /// Says how the paths of stubs are read that come from files, from recordings and through an admin interface. It holds for
    /// stubs that are added afterwards; what they say of themselves stays as it was written.
    ///
    /// - Parameter located: the path calls have, of the path or path template a stub has.
    package func readStubPaths(by located: @escaping @Sendable (String) -> String) {
        change(.stubs) { state in
            state.paths = StubPaths(number: state.nextNumber(), located: located)
            return ((), false)
        }
    }
}
