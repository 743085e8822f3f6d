extension Sequence {
    /// The elements sorted stably. For few elements.
    ///
    /// A single sort for all types: the standard library's is specialized, 5 KB each, for every type and comparison.
    @inline(never) package func inOrder(_ precedes: (Element, Element) -> Bool) -> [Element] { sorted(by: precedes) }
}
