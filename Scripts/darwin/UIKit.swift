@_exported import Foundation

@MainActor open class UIView: NSObject {
    public init(frame: CGRect) {}
    public required init?(coder: NSCoder) {}
    public final var window: UIView? { nil }
    public final var backgroundColor: UIColor? {
        get { nil }
        set {}
    }
    public final var isHidden: Bool {
        get { false }
        set {}
    }
    public final var isUserInteractionEnabled: Bool {
        get { true }
        set {}
    }
    open func didMoveToWindow() {}
}
@MainActor open class UILabel: UIView {
    public final var text: String? {
        get { nil }
        set {}
    }
    public final var font: UIFont! {
        get { nil }
        set {}
    }
    public final var textAlignment: NSTextAlignment {
        get { .center }
        set {}
    }
}
public final class UIColor: NSObject { public static var systemOrange: UIColor { UIColor() } }
public final class UIFont: NSObject {
    public struct TextStyle: Sendable { public static let caption2 = TextStyle() }
    public static func preferredFont(forTextStyle style: TextStyle) -> UIFont { UIFont() }
}
public enum NSTextAlignment { case center }
