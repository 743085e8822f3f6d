import DemoManager
import WireFormats

/// The sessions: `/__admin/demo/sessions`.
struct AdminSessions: Sendable {
    let directory: any SessionDirectory

    var routes: [AdminRoute] {
        [
            AdminRoute(.get, "demo/sessions") { _ throws(AdminRefusal) in .json(["sessions": .array(listed)]) },
            AdminRoute(.delete, "demo/sessions") { _ throws(AdminRefusal) in
                for name in directory.names { directory.forget(name) }
                return .done
            },
            AdminRoute(.delete, "demo/sessions/{id}") { call throws(AdminRefusal) in
                guard directory.forget(call.parameter) else {
                    throw .notFound("There is no session \"\(call.parameter)\".")
                }
                return .done
            },
        ]
    }

    private var listed: [JSONValue] {
        directory.names.compactMap { name in
            directory.known(name).map { manager in
                ["name": .string(name), "enabled": .bool(manager.isEnabled), "banner": .string(manager.banner.text)]
            }
        }
    }
}

extension AdminCall {
    /// The longest name of a session, in bytes.
    private static let longestName = 200

    /// The manager of the session that `?session=` names; everyone's manager by default.
    ///
    /// - Parameter makes: true to create an unknown session.
    /// - Throws: ``AdminRefusal`` 400 for an invalid name, 404 for an unknown session.
    func concerned(
        _ everyone: DemoManager, _ sessions: (any SessionDirectory)?, makes: Bool = false
    ) throws(AdminRefusal) -> DemoManager {
        guard let name = query["session"] else { return everyone }
        guard let sessions, !name.isEmpty, name.utf8.count <= Self.longestName,
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

/// The clients that named themselves, each with its own manager.
package protocol SessionDirectory: Sendable {
    /// The names of the known sessions, sorted.
    var names: [String] { get }
    /// The managers of all known sessions by name; to look at them is no use of them.
    var current: [String: DemoManager] { get }
    /// The manager of a session; nil for an unknown one.
    func known(_ name: String) -> DemoManager?
    /// The manager of a session, created if it is unknown; nil is everyone without a session.
    func manager(_ name: String?) -> DemoManager
    /// Forgets a session with its switches, positions and data; false if it is unknown.
    @discardableResult
    func forget(_ name: String) -> Bool
}

extension SessionDirectory {
    /// The managers of all known sessions.
    var all: [DemoManager] { names.compactMap { known($0) } }

    /// Begins the sequences, scenarios and written data of every known session again.
    func resetAll() {
        for session in all { session.resetAll() }
    }
}
