#if canImport(SwiftUI)
    public import SwiftUI

    /// A label with the text of a manager's banner, such as `DEMO` or `MIXED 1/3`. Empty while everything is live.
    public struct DemoBanner: View {
        private let manager: DemoManager
        @State private var banner: Banner

        /// Creates the banner of `manager`.
        public init(_ manager: DemoManager = .shared) {
            self.manager = manager
            _banner = State(initialValue: manager.banner)
        }

        /// The label; empty while everything is live.
        public var body: some View {
            // The stack exists even when it is empty, so that its task runs.
            ZStack {
                if banner != .live {
                    Text(banner.text).font(.caption2.bold()).padding(.horizontal, 8).padding(.vertical, 2)
                        .background(Capsule().fill(Color.orange)).foregroundColor(.black)
                }
            }
            .allowsHitTesting(false)
            .task {
                let changes = manager.changes()
                banner = manager.banner
                for await change in changes where change.contains(.switches) { banner = manager.banner }
            }
        }
    }

    extension View {
        /// Overlays the banner of `manager` at the top of the view.
        public func demoBanner(_ manager: DemoManager = .shared) -> some View {
            overlay(alignment: .top) { DemoBanner(manager) }
        }
    }
#endif

#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    /// A UIKit label with the text of a manager's banner. It hides itself while everything is live.
    public final class DemoBannerLabel: UILabel {
        private let manager: DemoManager
        private var listening: Task<Void, Never>?

        /// Creates the banner of `manager`.
        public init(_ manager: DemoManager = .shared) {
            self.manager = manager
            super.init(frame: .zero)
            font = .preferredFont(forTextStyle: .caption2)
            backgroundColor = .systemOrange
            textAlignment = .center
            isUserInteractionEnabled = false
            show()
        }

        /// Unavailable: a storyboard cannot name a manager.
        @available(*, unavailable)
        public required init?(coder: NSCoder) { nil }

        /// Observes the manager while the label is in a window.
        public override func didMoveToWindow() {
            super.didMoveToWindow()
            listening?.cancel()
            listening = nil
            guard window != nil else { return }
            let changes = manager.changes()
            show()
            listening = Task { [weak self] in
                for await change in changes where change.contains(.switches) { self?.show() }
            }
        }

        private func show() {
            text = manager.banner.text
            isHidden = manager.banner == .live
        }
    }
#endif
