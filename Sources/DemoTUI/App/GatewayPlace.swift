import Terminal

/// Where clients out there are answered, if the screens stand beside a gateway.
struct GatewayPlace: Hashable, Sendable {
    /// What an app's base URL has to be: `http://127.0.0.1:8080`.
    let url: String
    /// Other addresses of this machine.
    var otherURLs: [String] = []
    /// Who else can reach it: one sentence; nil where it can be reached from this machine alone.
    var exposure: String?
    /// The server that passed requests go to; nil passes nothing.
    let upstream: String?
    /// A path that is worth a try.
    let example: String
    /// Where the admin API is.
    var admin: String?
    /// Where its token stands; nil where it asks for none.
    var tokenFile: String?

    /// What to do while no client has come, in lines of so many cells. Addresses stay whole, to be copied.
    func invitation(width: Int) -> [(text: String, style: Style)] {
        func wrapped(_ text: String, _ style: Style = .dim) -> [(text: String, style: Style)] {
            TextLayout.wrapped(text, width: max(20, width)).map { ($0, style) }
        }
        let empty: (text: String, style: Style) = ("", .plain)
        var lines = wrapped("No request yet. Point your app's base URL at the gateway:", .plain)
        lines += [empty, ("  \(url)", .strong)] + otherURLs.map { ("  \($0)", .plain) } + [empty]
        lines += wrapped("or try it from another terminal:", .plain)
        lines += [empty, ("  curl -i '\(url)\(example)'", .strong), empty]
        if let exposure { lines += wrapped(exposure, .warning) + [empty] }
        lines += wrapped(
            "Requests appear here as they come. On one of them, or on a screen (Tab), d switches that screen between server and stubs for your app, c picks a condition. D switches everything. S lists the stubs, ? every key."
        )
        if upstream == nil { lines += wrapped("There is no upstream: nothing is passed.") }
        if let admin {
            let access = tokenFile.map { "its token is in \($0)" } ?? "it asks for no token"
            lines += [empty] + wrapped("The admin API is at \(admin); \(access).")
        }
        return lines
    }
}
