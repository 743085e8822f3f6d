import NIOCore
import NIOPosix

extension UpstreamServer {
    ///
    /// The reason no connection to the server is possible now; nil if one is.
    ///
    /// - Parameter patience: the time-out.
    package func reachabilityProblem(within patience: Duration = .seconds(2)) async -> String? {
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
