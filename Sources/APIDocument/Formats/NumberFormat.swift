import WireFormats

/// A `format` of integers and its range (OpenAPI 3.1.0, "Data Type Format").
enum NumberFormat: String {
    case int32
    case int64

    /// Nil for a format that is not checked.
    init?(_ name: String?) {
        guard let name, let format = NumberFormat(rawValue: name) else { return nil }
        self = format
    }

    /// The requirement, as part of a sentence.
    var form: String { "a whole number of \(self == .int32 ? 32 : 64) bits" }

    func accepts(_ number: JSONNumber) -> Bool {
        let (least, most) = self == .int32 ? (Int(Int32.min), Int(Int32.max)) : (Int.min, Int.max)
        return !number.isLess(than: JSONNumber(least)) && !JSONNumber(most).isLess(than: number)
    }
}
