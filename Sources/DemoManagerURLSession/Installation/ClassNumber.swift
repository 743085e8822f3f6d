/// A number as a type, in binary. URLSession takes classes, not instances, and asks them questions that carry no context;
/// so every installation needs a class of its own, and classes can be made at run time only as arguments of a generic one.
protocol ClassNumber {}

/// Nothing: the digits before the first.
enum NoDigits: ClassNumber {}
/// A number followed by the digit 0.
enum Zero<Rest: ClassNumber>: ClassNumber {}
/// A number followed by the digit 1.
enum One<Rest: ClassNumber>: ClassNumber {}

/// The protocol class of one installation.
final class NumberedProtocol<Number: ClassNumber>: DemoURLProtocol {}

extension DemoURLProtocol {
    /// The class of this number; always the same one.
    static func numbered(_ number: Int) -> DemoURLProtocol.Type {
        func type<Number: ClassNumber>(_: Number.Type) -> DemoURLProtocol.Type { NumberedProtocol<Number>.self }
        return type(digits(number))
    }

    private static func digits(_ number: Int) -> any ClassNumber.Type {
        func with<Rest: ClassNumber>(_: Rest.Type, _ digit: Int) -> any ClassNumber.Type {
            digit == 0 ? Zero<Rest>.self : One<Rest>.self
        }
        return number <= 0 ? NoDigits.self : with(digits(number / 2), number % 2)
    }
}
