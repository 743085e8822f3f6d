import Foundation
import WireFormats

/// Host names (RFC 1123 section 2.1), also internationalized ones (RFC 5890 to 5892).
enum HostName {
    /// - Parameter isInternational: true if labels may be in any script, not only in Punycode.
    static func isValid(_ text: String, isInternational: Bool) -> Bool {
        let dots = (isInternational ? ".\u{3002}\u{FF0E}\u{FF61}" : ".").unicodeScalars
        var labels = text.unicodeScalars.split(omittingEmptySubsequences: false) { dots.contains($0) }
        // A trailing dot is the root.
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
        guard labels.count < 128 else { return false }
        let encoded = labels.compactMap { Self.encoded(String($0), isInternational) }
        return encoded.count == labels.count && encoded.reduce(labels.count) { $0 + $1.utf8.count } < 255
    }

    /// The label in ASCII; nil if it is invalid.
    private static func encoded(_ label: String, _ isInternational: Bool) -> String? {
        guard (1...63).contains(label.unicodeScalars.count) else { return nil }
        guard label.utf8.allSatisfy({ $0 < 0x80 }) else {
            guard isInternational, isLabel(label) else { return nil }
            let encoded = "xn--" + Punycode.encoded(label)
            return encoded.utf8.count < 64 ? encoded : nil
        }
        let isPlain = label.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
        guard isPlain, !label.hasPrefix("-"), !label.hasSuffix("-") else { return nil }
        guard label.lowercased().hasPrefix("xn--") else { return label }
        guard let decoded = Punycode.decoded(label.dropFirst(4).lowercased()), isLabel(decoded) else { return nil }
        return Punycode.encoded(decoded) == label.dropFirst(4).lowercased() ? label : nil
    }

    /// True for a label of RFC 5892; the direction of its letters (RFC 5893) is not checked.
    private static func isLabel(_ text: String) -> Bool {
        let normal = text.precomposedStringWithCanonicalMapping
        return normal.unicodeScalars.elementsEqual(text.unicodeScalars)
            && label?.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }

    // Section 2: letters and digits that normalization keeps, without and with the exceptions of 2.6.
    private static let letters =
        "[\\p{Ll}\\p{Lo}\\p{Lm}\\p{Mn}\\p{Mc}\\p{Nd}--[\\p{Changes_When_NFKC_Casefolded}\\p{Default_Ignorable_Code_Point}"
        + "\\u0640\\u07FA\\u302E\\u302F\\u3031-\\u3035\\u303B\\u1100-\\u11FF\\uA960-\\uA97C\\uD7B0-\\uD7FB]]"
    private static let exceptions = "[\\u00DF\\u03C2\\u06FD\\u06FE\\u0F0B\\u3007\\-]"
    // Appendix A: letters that are allowed in certain contexts.
    private static let inContext = [
        "(?<=l)\\u00B7(?=l)", "\\u0375(?=\\p{Greek})", "(?<=\\p{Hebrew})[\\u05F3\\u05F4]", "\\u30FB",
        "(?<=\\p{ccc=9})[\\u200C\\u200D]",
        "(?<=[\\p{jt=L}\\p{jt=D}]\\p{jt=T}{0,9})\\u200C(?=\\p{jt=T}{0,9}[\\p{jt=R}\\p{jt=D}])",
    ].joined(separator: "|")
    private static let label = try? NSRegularExpression(
        pattern: "\\A(?!-)(?!..--)(?!\\p{M})(?:(?!.*\\u30FB)|(?=.*[\\p{Hiragana}\\p{Katakana}\\p{Han}]))"
            + "(?!.*[\\u0660-\\u0669].*[\\u06F0-\\u06F9])(?!.*[\\u06F0-\\u06F9].*[\\u0660-\\u0669])"
            + "(?:\(letters)|\(exceptions)|\(inContext))+(?<!-)\\z")
}

/// Punycode (RFC 3492).
enum Punycode {
    static func encoded(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { Int($0.value) }
        var result = scalars.filter { $0 < 0x80 }.map { UInt8($0) }
        let basic = result.count
        if basic > 0 { result.append(UInt8(ascii: "-")) }
        var (next, delta, bias, handled) = (128, 0, 72, basic)
        while handled < scalars.count {
            guard let least = scalars.filter({ $0 >= next }).min() else { break }
            delta += (least - next) * (handled + 1)
            next = least
            for scalar in scalars {
                if scalar < next { delta += 1 }
                guard scalar == next else { continue }
                var (rest, place) = (delta, 36)
                while rest >= threshold(place, bias) {
                    let least = threshold(place, bias)
                    result.append(digit(least + (rest - least) % (36 - least)))
                    rest = (rest - least) / (36 - least)
                    place += 36
                }
                result.append(digit(rest))
                bias = adapted(delta, handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Nil for invalid Punycode.
    static func decoded(_ text: some StringProtocol) -> String? {
        var scalars = String.UnicodeScalarView()
        var rest = Array(text.utf8)[...]
        if let dash = rest.lastIndex(of: UInt8(ascii: "-")) {
            scalars += rest[..<dash].map { Unicode.Scalar($0) }
            rest = rest[(dash + 1)...]
        }
        var (next, index, bias) = (128, 0, 72)
        while !rest.isEmpty {
            let start = index
            var (weight, place) = (1, 36)
            while true {
                guard let digit = rest.popFirst().flatMap(value), index < 1 << 40, weight < 1 << 40 else { return nil }
                index += digit * weight
                let least = threshold(place, bias)
                if digit < least { break }
                weight *= 36 - least
                place += 36
            }
            let count = scalars.count + 1
            bias = adapted(index - start, count, isFirst: start == 0)
            next += index / count
            index %= count
            guard let scalar = UInt32(exactly: next).flatMap(Unicode.Scalar.init) else { return nil }
            scalars.insert(scalar, at: scalars.index(scalars.startIndex, offsetBy: index))
            index += 1
        }
        return String(scalars)
    }

    private static func threshold(_ place: Int, _ bias: Int) -> Int { min(max(place - bias, 1), 26) }

    private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var bias = 0
        while delta > 455 {
            delta /= 35
            bias += 36
        }
        return bias + 36 * delta / (delta + 38)
    }

    private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? value + 97 : value + 22) }

    private static func value(_ digit: UInt8) -> Int? {
        switch digit {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit) - 97
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit) - 22
        default: nil
        }
    }
}
