import WireFormats

/// Numbers as members say them: plainly, or as the amount of some money: `{"amount": "12.50", "currency": "EUR"}`.
extension JSONValue {
    /// The number a member says; nil where it says none.
    var figure: JSONNumber? {
        if case .number(let number) = self { return number }
        switch amount?.value {
        case .number(let number)?: return number
        case .string(let text)?: return JSONNumber(text: text)
        default: return nil
        }
    }

    /// The same with another number, said as this one is.
    func saying(_ number: JSONNumber) -> JSONValue {
        guard let amount else { return .number(number) }
        let isText = amount.value.stringValue != nil
        return setting(isText ? .string(number.text) : .number(number), at: JSONPointer(tokens: [amount.key]))
    }

    /// The member with the amount, of an object that is money.
    private var amount: JSONObject.Member? {
        guard case .object(let object) = self, object.count <= 4,
            object.keys.contains(where: { TextTopic(NameWords($0)) == .currency })
        else { return nil }
        return object.members.first { ["amount", "value"].contains(NameWords($0.key).words.joined()) }
    }
}
