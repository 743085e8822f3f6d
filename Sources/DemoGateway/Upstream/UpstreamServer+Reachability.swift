import NIOCore
import NIOPosix

extension UpstreamServer {
    /// Why no connection to the server can be made now, in a few words; nil where one can.
    ///
    /// - Parameter patience: how long to try.
    public func reachabilityProblem(within patience: Duration = .seconds(2)) async -> String? {
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        do {
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(TimeAmount(patience)).connect(host: name, port: port).get()
            try await channel.close()
            return nil
        } catch {
            return UpstreamProblem(error).reason
        }
    }
}
