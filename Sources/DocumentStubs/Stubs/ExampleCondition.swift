import APIDocument
import DemoManager
import HTTPTypes
import WireFormats

extension OperationExample {
    /// The parameters and the body that a request must have to get this example. Nil if a pattern cannot say it.
    func pattern(_ request: RequestPattern) -> RequestPattern? {
        var request = request
        for argument in arguments {
            guard let text = argument.value.scalarText else { return nil }
            let matcher = NamedMatcher(argument.parameter.name, .equalTo(text))
            switch argument.parameter.location {
            case .path: request.pathParameters.append(matcher)
            case .query: request.queryParameters.append(matcher)
            case .header: request.headers.append(matcher)
            case .cookie: request.cookies.append(matcher)
            }
        }
        if let requestBody { request.body.append(.equalToJSON(requestBody)) }
        return request
    }
}
