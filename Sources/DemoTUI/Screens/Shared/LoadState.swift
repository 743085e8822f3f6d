import AppCore

/// The progress of a panel's load or send. Replies to an older number are dropped.
struct LoadState: Sendable {
    enum Phase: Sendable {
        /// Nothing was asked for yet, or the content is stale.
        case idle
        /// In flight; slow after 150 ms, which shows the spinner.
        case loading(isSlow: Bool, attempt: Int)
        case loaded
        case failed(LoadFailure)
    }

    private(set) var phase: Phase = .idle
    private let purpose: RequestID.Purpose
    private var number = 0
    private(set) var provenance: Provenance?
    /// True if a part of the stopped exchange is shown.
    private var keepsPart = false

    init(_ purpose: RequestID.Purpose = .load) { self.purpose = purpose }

    /// A load that came with the reply to another request.
    init(loaded provenance: Provenance) {
        purpose = .load
        phase = .loaded
        self.provenance = provenance
    }

    var isLoading: Bool { if case .loading = phase { true } else { false } }
    var isLoaded: Bool { if case .loaded = phase { true } else { false } }
    var isIdle: Bool { if case .idle = phase { true } else { false } }
    var isSlow: Bool { if case .loading(isSlow: true, _) = phase { true } else { false } }
    var failure: LoadFailure? { if case .failed(let failure) = phase { failure } else { nil } }

    private var showsStop: Bool {
        if case .failed(let error)? = failure { error.kind == .cancelled } else { false }
    }

    /// Starts a request; the effect notifies the panel when it becomes slow.
    mutating func begin(for panel: PanelID) -> (id: RequestID, timer: Effect) {
        number += 1
        phase = .loading(isSlow: false, attempt: 1)
        let id = RequestID(panel: panel, purpose: purpose, number: number)
        return (id, .after(.milliseconds(150), .panel(panel, .slow(id))))
    }

    /// Stores the call that changed the loaded data.
    mutating func change(by call: Provenance) { if isLoaded { provenance = call } }

    func isCurrent(_ id: RequestID) -> Bool { id.purpose == purpose && id.number == number && isLoading }

    /// Handles a progress event.
    /// - Returns: false for events of another kind or purpose.
    mutating func follow(_ event: PanelEvent) -> Bool {
        switch event {
        case .slow(let id) where id.purpose == purpose:
            guard isCurrent(id), case .loading(_, let attempt) = phase else { break }
            phase = .loading(isSlow: true, attempt: attempt)
        case .attempt(let id, let attempt) where id.purpose == purpose:
            if isCurrent(id) { phase = .loading(isSlow: isSlow, attempt: attempt) }
        default: return false
        }
        return true
    }

    /// Handles the end of a load.
    /// - Returns: false if it belongs to an older one and must be dropped.
    mutating func end(_ id: RequestID, _ provenance: Provenance, failure: LoadFailure?) -> Bool {
        guard isCurrent(id) else {
            // The stopped exchange belongs to a screen that shows only "Stopped.", or a part of it.
            if id.purpose == purpose, id.number == number, showsStop || keepsPart { self.provenance = provenance }
            return false
        }
        self.provenance = provenance
        phase = failure.map(Phase.failed) ?? .loaded
        return true
    }

    /// Discards the load, so that the next opening loads again; pending replies are dropped.
    mutating func invalidate() { phase = .idle }

    /// Continues after `other`: replies to its requests are dropped.
    mutating func succeed(_ other: LoadState) { number = max(number, other.number) + 1 }

    /// True if another version of the document may change the content: demo data is generated from it, and a server's
    /// reply is decoded with it.
    func isAffected(by screen: Screen, from old: Screen, in world: World) -> Bool {
        isLoading || world.demo.mode(of: screen.id) == .demo || !screen.loadsAsIn(old)
    }

    mutating func stop(showing failure: LoadFailure?, keepsPart: Bool = false) {
        self.keepsPart = keepsPart
        phase = failure.map(Phase.failed) ?? .loaded
    }
}

extension LoadState {
    /// The words with the spinner of a load that takes long, or of its next attempt; nil otherwise.
    func spinner(in world: World) -> String? {
        guard case .loading(isSlow: true, let attempt) = phase else { return nil }
        let sign = ["|", "/", "-", "\\"][world.spinnerFrame % 4]
        let word = purpose == .send ? "Sending" : "Loading"
        return "\(sign) \(word)\(attempt > 1 ? ", attempt \(attempt)" : "") (\(key: .back) stops)"
    }

    /// Stops a deletion that lacks values, and asks for them; an older one is dropped.
    mutating func askBeforeDeleting(
        _ fields: [Field], _ request: RequestID, of mark: RowMark?, panel: PanelID
    ) -> [Effect] {
        guard isCurrent(request) else { return [] }
        stop(showing: nil)
        return [.present(FieldsPopup.deletion(fields, of: mark, panel: panel))]
    }
}
