import DemoManager
import WireFormats

/// The settings of all stubs: `/__admin/settings`, and `/__admin/reset`.
struct AdminSettings: Sendable {
    let sessions: Sessions
    private var manager: DemoManager { sessions.everyone }

    var routes: [AdminRoute] {
        [
            AdminRoute(.get, "settings") { _ throws(AdminRefusal) in .json(["settings": settings]) },
            AdminRoute(.post, "settings", set),
            AdminRoute(.put, "settings", set),
            AdminRoute(.post, "reset") { _ throws(AdminRefusal) in
                sessions.beginAgain()
                manager.clearJournal()
                manager.delay = .none
                return .done
            },
            AdminRoute(.get, "health") { _ throws(AdminRefusal) in .json(["status": "healthy"]) },
        ]
    }

    private var settings: JSONValue {
        let delay = manager.delay
        func milliseconds(_ duration: Duration) -> JSONValue { .number(duration.inMilliseconds) }
        let distribution: JSONValue? =
            switch delay.random {
            case .uniform(let range)?:
                [
                    "type": "uniform", "lower": milliseconds(range.lowerBound),
                    "upper": milliseconds(range.upperBound),
                ]
            case .lognormal(let median, let sigma, _)?:
                ["type": "lognormal", "median": milliseconds(median), "sigma": .number(sigma)]
            case nil: nil
            }
        return .object([
            "fixedDelay": delay == .none ? .null : milliseconds(delay.fixed), "delayDistribution": distribution,
        ])
    }

    /// Sets the delay of replies that have none of their own; omitted members reset it.
    private func set(_ call: AdminCall) throws(AdminRefusal) -> AdminReply {
        manager.delay = try call.read { root in
            let members = root.members(of: "the settings", ["fixedDelay", "delayDistribution", "extended"])
            if let extended = members?["extended"], extended.value.objectValue?.isEmpty == false {
                extended.flaw("\"extended\" settings are not supported")
            }
            return members.map { DelayReader.delay($0.filter { !$0.value.value.isNull }, fixed: "fixedDelay") }
        }
        return .done
    }
}

extension JSONValue {
    /// A number, or null for one that JSON cannot express.
    static func number(_ value: Double) -> JSONValue { JSONNumber(value).map(JSONValue.number) ?? .null }
}
