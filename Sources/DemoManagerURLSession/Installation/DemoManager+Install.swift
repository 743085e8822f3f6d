public import DemoManager

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension DemoManager {
    /// Puts this manager into a session's configuration: its sessions' requests are answered by the manager's stubs
    /// while demo is on, and go to the server while it is off. Do it once per configuration, before the session is
    /// made; from then on the switches work live.
    ///
    /// ```swift
    /// var configuration = URLSessionConfiguration.default
    /// DemoManager.shared.install(in: &configuration)
    /// let session = URLSession(configuration: configuration)
    /// ```
    ///
    /// A configuration has one manager: a second one takes the place of the first. The manager is not kept alive by its
    /// sessions; once it is gone, their requests fail with an error that says so, and never reach a server. The configuration
    /// is kept as long as the manager: what its `httpAdditionalHeaders` say is matched against, too. Every call makes a class
    /// at run time, about 2 KB that are never given back.
    ///
    /// With demo off a session is URLSession and nothing else, with its own traps on Linux. A reply cut off in its
    /// head ends the process, cancelling a task while its reply arrives may hang it, and a 401 with
    /// `WWW-Authenticate` may never end. With demo on these are avoided for stubs; download and WebSocket tasks
    /// cannot be stubbed there and say so.
    public func install(in configuration: inout URLSessionConfiguration) {
        configuration.protocolClasses = [Installation.add(self, configuration)] + configuration.classesOfOthers
    }

    /// Puts this manager in front of `URLSession.shared`. On Linux call it before anything uses that session, which reads the
    /// classes to ask when it is made. Another manager takes the place of this one on Apple's platforms alone.
    public func installInSharedSession() {
        Installation.addToSharedSession(self)
    }
}
