@_exported import Foundation

@MainActor public protocol View { associatedtype Body: View; @ViewBuilder var body: Body { get } }
extension Never: View { public var body: Never { fatalError() } }
extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }
@resultBuilder public enum ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<V: View>(_ view: V) -> V { view }
    public static func buildIf<V: View>(_ view: V?) -> V? { view }
}
public struct EmptyView: View { public nonisolated init() {}; public var body: Never { fatalError() } }
public struct ZStack<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}
public struct Text: View {
    public init(_ text: String) {}
    public func font(_ font: Font?) -> Text { self }
    public var body: Never { fatalError() }
}
public struct Font: Sendable { public static let caption2 = Font(); public func bold() -> Font { self } }
public struct Color: Sendable { public static let orange = Color(); public static let black = Color() }
public struct Capsule { public init() {}; public func fill(_ color: Color) -> EmptyView { EmptyView() } }
public struct Edges: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let horizontal = Edges(rawValue: 1), vertical = Edges(rawValue: 2)
}
public struct Alignment: Sendable { public static let top = Alignment() }
extension View {
    public func padding(_ edges: Edges, _ length: CGFloat?) -> some View { self }
    public func background<V: View>(_ view: V) -> some View { self }
    public func foregroundColor(_ color: Color?) -> some View { self }
    public func allowsHitTesting(_ enabled: Bool) -> some View { self }
    public func task(_ action: @escaping @MainActor @Sendable () async -> Void) -> some View { self }
    public func overlay<V: View>(alignment: Alignment, @ViewBuilder content: () -> V) -> some View { self }
}
@propertyWrapper public struct State<Value> {
    public init(initialValue: Value) { wrappedValue = initialValue }
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
}
