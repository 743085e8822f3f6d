public import DemoManager

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension DemoManager {
    /// Installs this manager in a session configuration. While demo is on, its stubs answer the requests of the
    /// sessions; while it is off, requests go to the server. Call it once per configuration, before creating sessions.
    /// From then on the switches take effect immediately.
    ///
    /// ```swift
    /// var configuration = URLSessionConfiguration.default
    /// DemoManager.shared.install(in: &configuration)
    /// let session = URLSession(configuration: configuration)
    /// ```
    ///
    /// A configuration has one manager; a second one replaces the first. Sessions do not retain the manager: after it
    /// is deallocated, their requests fail with an explanatory error and never reach a server. The configuration lives
    /// as long as the manager, whose stubs also match its `httpAdditionalHeaders`. Each call creates a class at run
    /// time, about 2 KB that are never freed.
    ///
    /// With demo off, a session is a plain URLSession with its bugs on Linux. A reply truncated within its head ends
    /// the process, cancelling a task during its reply may hang, and a 401 with `WWW-Authenticate` may never end. With
    /// demo on, stubs avoid these. Download and WebSocket tasks cannot be stubbed on Linux and fail with an explanatory
    /// error.
    public func install(in configuration: inout URLSessionConfiguration) {
        configuration.protocolClasses = [Installation.add(self, configuration)] + configuration.classesOfOthers
    }

    /// Puts this manager in front of `URLSession.shared`. On Linux call it before any URLSession is made: Foundation takes its
    /// own place in front with the first one. Another manager takes the place of this one on Apple's platforms alone.
    ///
    /// - Throws: a problem if requests of `URLSession.shared` would not come to this manager.
    public func installInSharedSession() throws(Problem) {
        try Installation.addToSharedSession(self)
    }
}
