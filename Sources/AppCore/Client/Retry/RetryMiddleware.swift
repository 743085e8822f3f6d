import HTTPTypes

/// Repeats attempts that may succeed the next time, and reports them to `CallContext.onAttempt`.
package struct RetryMiddleware: Middleware {
    private let clock: any Clock<Duration>
    private let random: @Sendable () -> Double

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - clock: measures time and waits.
    ///   - random: returns a number from 0 to 1 for each delay.
    package init(
        clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        self.clock = clock
        self.random = random
    }

    /// Sends the request, and repeats it as the policy decides.
    package func respond(to request: HTTPRequest, body: [UInt8]?, context: CallContext, next: @escaping Next)
        async throws -> APIResponse
    {
        try await attempt(request, body: body, context: context, clock: clock, next: next)
    }

    private func attempt(
        _ request: HTTPRequest, body: [UInt8]?, context: CallContext, clock: some Clock<Duration>, next: Next
    ) async throws -> APIResponse {
        let start = clock.now
        var context = context
        var retry = 1
        while true {
            let result: Result<APIResponse, APIError>
            do {
                result = .success(try await next(request, body, context))
            } catch let error as APIError {
                // The client of a stream has received a part, and may resume it.
                if context.onPart != nil, let part = error.response, part.isStream, !part.body.isEmpty {
                    throw error
                }
                result = .failure(error)
            }
            let delay = RetryPolicy.delay(
                before: retry, after: result, method: request.method, elapsed: start.duration(to: clock.now),
                random: random())
            guard let delay else { return try result.get() }
            try await clock.sleep(for: delay)
            context = context.nextAttempt()
            retry += 1
        }
    }
}
