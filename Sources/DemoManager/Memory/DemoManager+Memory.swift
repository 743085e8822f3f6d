extension DemoManager {
    /// What remembers writes in demo; nil, as it is at first, remembers nothing.
    public var memory: (any ReplyMemory)? {
        get { lock.withLock { $0.memory } }
        set { lock.withLock { $0.memory = newValue } }
    }
}
