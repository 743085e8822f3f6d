import DemoManager
import WireFormats

/// The sessions: `/__admin/demo/sessions`.
struct AdminSessions: Sendable {
    let sessions: Sessions

    var routes: [AdminRoute] {
        [
            AdminRoute(.get, "demo/sessions") { _ throws(AdminRefusal) in .json(["sessions": .array(listed)]) },
            AdminRoute(.delete, "demo/sessions") { _ throws(AdminRefusal) in
                for name in sessions.names { sessions.forget(name) }
                return .done
            },
            AdminRoute(.delete, "demo/sessions/{id}") { call throws(AdminRefusal) in
                guard sessions.forget(call.parameter) else {
                    throw .notFound("There is no session \"\(call.parameter)\".")
                }
                return .done
            },
        ]
    }

    private var listed: [JSONValue] {
        sessions.names.compactMap { name in
            sessions.known(name).map { manager in
                ["name": .string(name), "enabled": .bool(manager.isEnabled), "banner": .string(manager.banner.text)]
            }
        }
    }
}

extension AdminCall {
    /// The maximum length of a session's name in bytes.
    private static let longestName = 200

    /// The manager of the session that `?session=` names; everyone's manager by default.
    ///
    /// - Parameter makes: true to create an unknown session.
    /// - Throws: ``AdminRefusal`` 400 for an invalid name or another parameter, which may be a misspelt one; 404 for an
    ///   unknown session.
    func concerned(among sessions: Sessions, makes: Bool = false) throws(AdminRefusal) -> DemoManager {
        if let other = query.keys.filter({ $0 != "session" }).min() {
            throw AdminRefusal(
                status: .badRequest, message: "\"\(other)\" is not supported here; the only query parameter is session."
            )
        }
        guard let name = query["session"] else { return sessions.everyone }
        guard !name.isEmpty, name.utf8.count <= Self.longestName,
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw AdminRefusal(
                status: .badRequest,
                message: "session takes a name of at most \(Self.longestName) bytes, without control characters.")
        }
        if let known = sessions.known(name) { return known }
        guard makes else {
            throw .notFound("There is no session \"\(name)\": it begins with its first request, or when it is set.")
        }
        return sessions.manager(name)
    }
}
