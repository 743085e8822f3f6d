import DemoManager
import JSONText

/// The clients that named themselves: `/__admin/demo/sessions`.
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
