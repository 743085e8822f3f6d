import DemoGateway

extension GatewayPlace {
    /// Where a gateway that runs is.
    ///
    /// - Parameter example: a path that is worth a try.
    init(_ gateway: RunningGateway, _ configuration: GatewayConfiguration, example: String) {
        self.init(
            url: gateway.urls.first ?? "", otherURLs: Array(gateway.urls.dropFirst()), exposure: configuration.exposure,
            upstream: configuration.upstream?.description, example: example, admin: gateway.admin?.url,
            tokenFile: gateway.admin?.tokenFile)
    }
}
