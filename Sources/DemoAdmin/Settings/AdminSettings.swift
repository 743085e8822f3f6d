import DemoManager
import DemoManagerFiles
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
        var settings = JSONObject()
        let delay = manager.delay
        let milliseconds = delay.fixed / .milliseconds(1)
        settings["fixedDelay"] = delay == .none ? .null : .number(JSONNumber(Int(milliseconds)))
        switch delay.random {
        case .uniform(let range)?:
            settings["delayDistribution"] = [
                "type": "uniform", "lower": .number(JSONNumber(Int(range.lowerBound / .milliseconds(1)))),
                "upper": .number(JSONNumber(Int(range.upperBound / .milliseconds(1)))),
            ]
        case .lognormal(let median, let sigma, _)?:
            settings["delayDistribution"] = [
                "type": "lognormal", "median": .number(JSONNumber(Int(median / .milliseconds(1)))),
                "sigma": .number(sigma),
            ]
        case nil: break
        }
        return .object(settings)
    }

    /// Sets the delay of replies that have none of their own; omitted members reset it.
    private func set(_ call: AdminCall) throws(AdminRefusal) -> AdminReply {
        let body = try call.object(of: ["fixedDelay", "delayDistribution", "extended"])
        guard body["extended"]?.objectValue?.isEmpty != false else {
            throw .unprocessable("\"extended\" settings are not supported.", at: ["extended"])
        }
        do throws(MappingParser.Unusable) {
            manager.delay = try MappingParser.delay(
                fixed: body["fixedDelay"], distribution: body["delayDistribution"], named: "body")
        } catch {
            throw AdminRefusal(unusable: error)
        }
        return .done
    }
}

extension JSONValue {
    /// A number, or null for one that JSON cannot express.
    static func number(_ value: Double) -> JSONValue { JSONNumber(value).map(JSONValue.number) ?? .null }
}
