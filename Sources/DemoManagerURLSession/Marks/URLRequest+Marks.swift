public import DemoManager

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension URLRequest {
    /// The request's marks for the demo manager. No server ever sees them: they are in the fragment of the URL, which is not
    /// sent. Set it after the URL; a fragment of the app's own stays.
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

    /// The screen the request belongs to.
    public var demoScreen: String? {
        get { demoMarks.screen }
        set { demoMarks.screen = newValue }
    }

    /// The operation it performs.
    public var demoOperation: String? {
        get { demoMarks.operation }
        set { demoMarks.operation = newValue }
    }

    /// The condition it is answered with; it makes the request a demo call.
    public var demoCondition: Condition? {
        get { demoMarks.condition }
        set { demoMarks.condition = newValue }
    }

    /// True if it goes to the server whatever the switches say.
    public var bypassesDemo: Bool {
        get { demoMarks.isBypassed }
        set { demoMarks.isBypassed = newValue }
    }
}

extension String {
    /// The part behind the first `#`.
    fileprivate var fragment: Substring { drop { $0 != "#" }.dropFirst() }
    /// The part before the first `#`.
    fileprivate var withoutFragment: Substring { prefix { $0 != "#" } }
}
