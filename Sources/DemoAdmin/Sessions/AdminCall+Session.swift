import DemoManager

extension AdminCall {
    /// The longest name of a session, in bytes.
    private static let longestName = 200

    /// The manager of the session that `?session=` names; everyone's manager by default.
    ///
    /// - Parameter makes: true if a session that is not known begins with this call.
    /// - Throws: ``AdminRefusal`` 400 for a name that cannot be used, 404 for a session that is not known.
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
