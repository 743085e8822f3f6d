extension Sequence {
    /// The elements in order; equal ones stay as they came. For few elements.
    ///
    /// One sort for all types: the compiler makes a copy of the standard library's, 5 KB, for each type and comparison.
    @inline(never) package func inOrder(_ precedes: (Element, Element) -> Bool) -> [Element] { sorted(by: precedes) }
}
