import APIDocument
import WireFormats

extension SampleRun {
    /// The currency that all of one thing is in; nil for members that name another one, such as `targetCurrency`, and for
    /// currencies that are things themselves.
    mutating func currency(_ schema: Schema, _ place: SamplePlace) -> JSONValue? {
        guard isCurrency(place), schema.types == [.string] || schema.types.isEmpty else { return nil }
        let told = [currency, schema.examples.first, schema.default].compactMap { $0?.stringValue }
        let usual = (told + ["EUR"] + (schema.enumValues ?? []).compactMap(\.stringValue))
            .flatMap { [$0, $0.uppercased(), $0.lowercased()] }.map(JSONValue.string)
        guard let value = usual.first(where: { isShowable($0, schema) }) else { return nil }
        currency = currency ?? value
        return value
    }

    /// Whether a member names the currency its thing is in.
    func isCurrency(_ place: SamplePlace) -> Bool {
        place.depth > 0
            && ["currency", "currency_code", "iso_currency_code"].contains(
                place.name.words.joined(separator: "_"))
            && place.thing.name.last != "currency"
    }
}
