import APIDocument
import APIModel
import WireFormats

extension SampleRun {
    /// A number that fits the schema and the member's name.
    func number(_ schema: Schema, _ place: SamplePlace) -> JSONNumber {
        let maker = NumberMaker(schema)
        var choices = Choices(drawn: place.seed, ordinal: place.ordinal)
        let isWhole = schema.types == [.integer]
        if let number = place.listing?.number(place.name.key, beside: place.object.members) {
            return maker.number(NumberRange(number...number), &choices)
        }
        if let counted = counted(schema, place, maker) { return counted }
        if let seconds = seconds(schema, place) { return maker.number(NumberRange(seconds...seconds), &choices) }
        let topic = topic(schema, place, .number)
        if let part = topic?.part {
            let part = Wording(vocabulary: vocabulary, place: place).part(part)
            return maker.number(NumberRange(part...part), &choices)
        }
        if let example = schema.examples.lazy.compactMap(\.numberValue).first, let range = NumberRange(around: example)
        {
            return maker.number(range, &choices)
        }
        if isWhole, topic?.family == "position", place.depth > 0, place.object.index < PageWindow.total {
            let number = maker.number(counting: place.object.index)
            if number == JSONNumber(place.object.index + 1) { return number }
        }
        if let range = isWhole ? topic?.whole ?? topic?.range : topic?.range {
            return maker.number(half(of: range, place.name), &choices)
        }
        if let topic, topic.template != nil, topic.family != "id",
            let number = JSONNumber(text: Wording(vocabulary: vocabulary, place: place).text(topic)),
            let fixed = Fixed(number), let units = Int(exactly: fixed.units)
        {
            return maker.number(NumberRange(units...units, places: -fixed.exponent), &choices)
        }
        return maker.number(half(of: NumberRange(1...99), place.name), &choices)
    }

    /// A numeric id: a row's own id counts the rows, a foreign one refers to one of the first 24.
    private func counted(_ schema: Schema, _ place: SamplePlace, _ maker: NumberMaker) -> JSONNumber? {
        guard place.depth > 0 else { return nil }
        let isKey = place.depth == 1 && place.object.key != "id" && place.name.key == place.object.key
        let isNumber = place.name.last == "number" && place.isOwnID
        let isID = isNumber || place.name.last == "id" || topic(Schema.any, place, .text)?.name == "id"
        guard isKey || isID else { return nil }
        guard isKey || place.isOwnID else { return maker.number(counting: place.seed.pick(24, place.ordinal)) }
        return maker.number(counting: place.ordinal, from: written(in: schema)?.numberValue)
    }

    /// Seconds or milliseconds since 1970; nil for a number that is not a timestamp.
    private func seconds(_ schema: Schema, _ place: SamplePlace) -> Int? {
        let words = place.name.words
        let name = words.joined(separator: "_")
        let isNamed = EpochName.isNamed(name) && vocabulary.stage(place.name) != nil
        guard
            EpochName.isFormat(schema.format) || EpochName.isDescribed(name, schema.description) || isNamed
                || !Set(["timestamp", "epoch"]).isDisjoint(with: words),
            !words.contains("duration"), !words.contains("offset")
        else { return nil }
        let seconds = Wording(vocabulary: vocabulary, place: place).moment.seconds
        let isInMilliseconds = EpochName.isInMilliseconds(name, schema.description)
        return isInMilliseconds ? seconds * 1000 : seconds
    }

    /// The lower half of the range for a minimum, the upper half for a maximum.
    private func half(of range: NumberRange, _ name: NameWords) -> NumberRange {
        guard let end = name.words.first(where: { SampleRun.ends[$0] != nil }).flatMap({ SampleRun.ends[$0] }) else {
            return range
        }
        return range.half(upper: end)
    }

    private static let ends: [String: Bool] = [
        "min": false, "minimum": false, "from": false, "start": false, "low": false, "lower": false, "least": false,
        "max": true, "maximum": true, "to": true, "end": true, "high": true, "upper": true, "most": true, "limit": true,
    ]
}

struct NumberRange: Sendable, Hashable {
    /// The bounds, in units of 10^-`places`.
    let range: ClosedRange<Int>
    /// The default number of decimal places; integers ignore it.
    let places: Int

    init(_ range: ClosedRange<Int>, places: Int = 0) { (self.range, self.places) = (range, places) }

    /// Two numbers in a vocabulary; their decimal places count.
    init?(_ value: JSONValue) {
        let ends = (value.arrayValue ?? []).compactMap { $0.numberValue.flatMap(Fixed.init) }
        guard ends.count == 2, ends.count == value.arrayValue?.count else { return nil }
        let exponent = min(ends[0].exponent, ends[1].exponent)
        guard let low = ends[0].scaled(to: exponent).flatMap({ Int(exactly: $0) }),
            let high = ends[1].scaled(to: exponent).flatMap({ Int(exactly: $0) }), low <= high
        else { return nil }
        self.init(low...high, places: -exponent)
    }

    /// Numbers of the size of an example, with as many decimal places.
    init?(around example: JSONNumber) {
        guard let fixed = Fixed(example), fixed.units != 0, let units = Int(exactly: fixed.units),
            units.magnitude < 1 << 50
        else { return nil }
        let ends = [units / 2, units + units / 2]
        self.init((ends.min() ?? 0)...(ends.max() ?? 0), places: -fixed.exponent)
    }

    /// The lower or the upper half, for a minimum or a maximum.
    func half(upper: Bool) -> NumberRange {
        let (low, high) = (range.lowerBound, range.upperBound)
        let middle = low + (high - low) / 2
        return NumberRange(upper ? min(middle + 1, high)...high : low...middle, places: places)
    }
}

/// Generates a number with exactly the range, step and format of a schema, within the default range if possible.
struct NumberMaker {
    private let isWhole: Bool
    private let least: Bound?
    private let most: Bound?
    private let step: JSONNumber?

    init(_ schema: Schema) {
        isWhole =
            schema.types.contains(.integer) && !schema.types.contains(.number)
            || ["int32", "int64", "integer"].contains(schema.format)
        let limits = NumberMaker.limits[schema.format ?? ""]
        least = schema.minimum.map { Bound($0) } ?? limits.map { Bound($0.0) }
        most = schema.maximum.map { Bound($0) } ?? limits.map { Bound($0.1) }
        step = schema.multipleOf
    }

    /// A number in the topic's range, or as near to it as the schema allows.
    func number(_ topic: NumberRange, _ choices: inout Choices) -> JSONNumber {
        number(topic) { choices.next($0) }
    }

    /// The number of a row when rows are counted.
    ///
    /// - Parameter first: the number of row 0; nil for 1 or a positive minimum. After the last number the first follows.
    func number(counting ordinal: Int, from first: JSONNumber? = nil) -> JSONNumber {
        let isPositive = least?.value.map { $0.units > 0 } ?? false
        let topic = NumberRange(isPositive ? 0...Int.max >> 1 : 1...Int.max >> 1)
        return number(topic, from: first.flatMap(Fixed.init)) { _ in ordinal }
    }

    private func number(_ topic: NumberRange, from first: Fixed? = nil, _ choose: (Int) -> Int) -> JSONNumber {
        if let beyond { return beyond }
        let bounds = [least?.value, most?.value, step.flatMap(Fixed.init)].compactMap { $0 }
        // Narrow bounds need more decimal places than the default.
        for finer in 0..<(isWhole || step != nil ? 1 : 20) {
            let places = isWhole ? 0 : topic.places + finer
            let exponent = ([-places] + bounds.map(\.exponent)).min() ?? 0
            let stride = strideUnits(places: places, exponent: exponent)
            let allowed = allowedSteps(stride, exponent)
            if let least = allowed.least, let most = allowed.most, least > most { continue }
            guard let wanted = wanted(topic, stride, exponent) else { break }
            let range = NumberMaker.range(wanted, allowed, isPositive: topic.range.lowerBound > 0)
            let count = Int(clamping: range.upperBound - range.lowerBound + 1)
            let chosen = Int128(min(max(0, choose(count)), count - 1))
            let start = first.flatMap { NumberMaker.place(of: $0, in: range, stride, exponent) } ?? 0
            let place = range.lowerBound + (start + chosen) % Int128(count)
            let number = Fixed(units: place * stride, exponent: exponent).number(places: step == nil ? places : 0)
            return number ?? JSONNumber(1)
        }
        return least?.text ?? most?.text ?? JSONNumber(1)
    }

    /// A bound too large for exact arithmetic, which is used itself.
    private var beyond: JSONNumber? {
        for bound in [least, most] {
            guard let bound, bound.value == nil, let text = bound.text else { continue }
            // The double of an exclusive bound is inside the range, whatever its sign.
            let isNear = (text.double?.magnitude ?? 1) < 1
            if !isNear { return bound.isExclusive ? text.double.flatMap { JSONNumber($0 * 2) } ?? text : text }
        }
        return nil
    }

    private func wanted(_ topic: NumberRange, _ stride: Int128, _ exponent: Int) -> (low: Int128, high: Int128)? {
        var low = Fixed(units: Int128(topic.range.lowerBound), exponent: -topic.places)
        var high = Fixed(units: Int128(topic.range.upperBound), exponent: -topic.places)
        if isWhole, topic.places > 0 {
            let unit = Fixed(units: 1, exponent: 0).scaled(to: -topic.places) ?? 1
            low = Fixed(units: low.units > 0 ? max(1, low.units / unit) : low.units / unit, exponent: 0)
            high = Fixed(units: max(high.units / unit, low.units), exponent: 0)
        }
        guard let least = low.scaled(to: exponent), let most = high.scaled(to: exponent) else { return nil }
        return (least.dividedRoundingUp(by: stride), most.dividedRoundingDown(by: stride))
    }

    /// The intersection of the wanted and the allowed range, else the allowed one.
    private static func range(
        _ wanted: (low: Int128, high: Int128), _ allowed: (least: Int128?, most: Int128?), isPositive: Bool
    ) -> ClosedRange<Int128> {
        var first = max(wanted.low, allowed.least ?? wanted.low)
        var last = min(wanted.high, allowed.most ?? wanted.high)
        if first > last {
            let low = max(wanted.low, 0)
            first = allowed.least ?? allowed.most.map { $0 - 40 } ?? low
            last = max(first, allowed.most.map { min($0, first + 1000) } ?? first + 40)
        }
        if isPositive, first <= 0, last > 0 { first = 1 }
        return first...last
    }

    /// The index of a number in a range of steps; nil if it is not in the range.
    private static func place(
        of number: Fixed, in range: ClosedRange<Int128>, _ stride: Int128, _ exponent: Int
    ) -> Int128? {
        guard number.exponent >= exponent, let units = number.scaled(to: exponent), units % stride == 0,
            range.contains(units / stride)
        else { return nil }
        return units / stride - range.lowerBound
    }

    /// The number of units between two allowed numbers.
    private func strideUnits(places: Int, exponent: Int) -> Int128 {
        if let step = step.flatMap(Fixed.init), step.units > 0, let units = step.scaled(to: exponent) {
            guard isWhole else { return units }
            // An integer must be a common multiple of the step and 1.
            let one = Fixed(units: 1, exponent: 0).scaled(to: exponent) ?? 1
            let (common, overflow) = (units / NumberMaker.commonDivisor(units, one)).multipliedReportingOverflow(
                by: one)
            return overflow || common >= 1 << 120 ? one : common
        }
        return Fixed(units: 1, exponent: -places).scaled(to: exponent) ?? 1
    }

    private func allowedSteps(_ stride: Int128, _ exponent: Int) -> (least: Int128?, most: Int128?) {
        var result: (least: Int128?, most: Int128?) = (nil, nil)
        if let least, let units = least.value?.scaled(to: exponent) {
            let place = units.dividedRoundingUp(by: stride)
            result.least = least.isExclusive && place * stride == units ? place + 1 : place
        }
        if let most, let units = most.value?.scaled(to: exponent) {
            let place = units.dividedRoundingDown(by: stride)
            result.most = most.isExclusive && place * stride == units ? place - 1 : place
        }
        return result
    }

    private static func commonDivisor(_ first: Int128, _ second: Int128) -> Int128 {
        second == 0 ? first : commonDivisor(second, first % second)
    }

    private static let limits: [String: (Int128, Int128)] = [
        "int8": (Int128(Int8.min), Int128(Int8.max)), "uint8": (0, Int128(UInt8.max)),
        "int16": (Int128(Int16.min), Int128(Int16.max)), "uint16": (0, Int128(UInt16.max)),
        "int32": (Int128(Int32.min), Int128(Int32.max)), "uint32": (0, Int128(UInt32.max)),
        "int64": (Int128(Int64.min), Int128(Int64.max)), "uint64": (0, Int128(UInt64.max)),
    ]

    private struct Bound {
        /// The bound in the schema; nil for one of a format.
        let text: JSONNumber?
        /// The exact value; nil if it is too large.
        let value: Fixed?
        let isExclusive: Bool

        init(_ bound: Schema.Bound) {
            text = bound.value
            value = Fixed(bound.value)
            isExclusive = bound.isExclusive
        }

        init(_ units: Int128) {
            text = nil
            value = Fixed(units: units, exponent: 0)
            isExclusive = false
        }
    }
}

extension Int128 {
    fileprivate func dividedRoundingUp(by divisor: Int128) -> Int128 {
        let quotient = self / divisor
        return self > quotient * divisor ? quotient + 1 : quotient
    }

    fileprivate func dividedRoundingDown(by divisor: Int128) -> Int128 {
        let quotient = self / divisor
        return self < quotient * divisor ? quotient - 1 : quotient
    }
}

/// A decimal number as an integer and a power of ten, for exact sums and multiples.
struct Fixed: Sendable, Hashable {
    var units: Int128
    /// The unit is ten to this power; never above 0.
    let exponent: Int

    /// The number in units of ten to the `exponent`.
    init(units: Int128, exponent: Int) {
        self.units = units
        self.exponent = exponent
    }

    /// Reads a JSON number; nil if it has too many digits.
    init?(_ number: JSONNumber) {
        let parts = number.text.split { $0 == "e" || $0 == "E" }
        let power = parts.count > 1 ? Int(parts[1]) : 0
        guard let mantissa = parts.first, let power, (-40...40).contains(power) else { return nil }
        let fraction = mantissa.drop { $0 != "." }.dropFirst()
        let exponent = power - fraction.count
        let digits = mantissa.filter { $0 != "." } + String(repeating: "0", count: max(0, exponent))
        guard exponent >= -24, digits.drop(while: "-0".contains).count <= 24, let units = Int128(digits) else {
            return nil
        }
        self.init(units: units, exponent: min(0, exponent))
    }

    /// The number in smaller units; nil if it overflows.
    func scaled(to exponent: Int) -> Int128? {
        var units = units
        for _ in 0..<max(0, self.exponent - exponent) {
            let (product, overflow) = units.multipliedReportingOverflow(by: 10)
            guard !overflow, product.magnitude < 1 << 120 else { return nil }
            units = product
        }
        return units
    }

    /// The shortest spelling with at least `places` decimal places.
    func number(places: Int = 0) -> JSONNumber? {
        let negative = units < 0
        var digits = String(units.magnitude)
        let fraction = -exponent
        digits = digits.padded(to: fraction + 1)
        let whole = digits.dropLast(fraction)
        var rest = digits.suffix(fraction)
        while rest.count > places, rest.last == "0" { rest.removeLast() }
        let text = (negative ? "-" : "") + whole + (rest.isEmpty ? "" : "." + rest)
        return JSONNumber(text: text)
    }
}
