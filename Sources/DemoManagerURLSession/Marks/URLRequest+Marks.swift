public import DemoManager

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension URLRequest {
    /// The request's marks for the demo manager. Servers never see them: they are in the URL's fragment, which is not
    /// sent. Set them after the URL; the app's own fragment is kept.
    ///
    /// ```swift
    /// var request = URLRequest(url: url)
    /// request.demoScreen = "profile"
    /// ```
    package var demoMarks: DemoMarks {
        get { url.map { DemoMarks.read($0.absoluteString.fragment).marks } ?? DemoMarks() }
        set {
            guard let text = url?.absoluteString else { return }
            let fragment = DemoMarks.read(text.fragment).own + newValue.fragment
            url = URL(string: text.withoutFragment + (fragment.isEmpty ? "" : "#\(fragment)")) ?? url
        }
    }

    /// The id of the screen the request belongs to; nil follows the global switch.
    public var demoScreen: String? {
        get { demoMarks.screen }
        set { demoMarks.screen = newValue }
    }

    /// The id of the operation the request performs.
    public var demoOperation: String? {
        get { demoMarks.operation }
        set { demoMarks.operation = newValue }
    }

    /// The condition that answers the request; it makes the request a demo call.
    public var demoCondition: Condition? {
        get { demoMarks.condition }
        set { demoMarks.condition = newValue }
    }

    /// True to send the request to the server whatever the switches say.
    public var bypassesDemo: Bool {
        get { demoMarks.isBypassed }
        set { demoMarks.isBypassed = newValue }
    }
}

extension URL {
    /// The same URL without marks, as the app wrote it.
    var unmarked: URL {
        let fragment = absoluteString.fragment
        guard DemoMarks.read(fragment).own.count < fragment.count else { return self }
        return URLRequest(url: self).unmarked.url ?? self
    }
}

extension URLRequest {
    /// The same request without marks.
    var unmarked: URLRequest {
        var request = self
        request.demoMarks = DemoMarks()
        return request
    }
}

extension String {
    /// The part after the first `#`.
    fileprivate var fragment: Substring { drop { $0 != "#" }.dropFirst() }
    /// The part before the first `#`.
    fileprivate var withoutFragment: Substring { prefix { $0 != "#" } }
}
