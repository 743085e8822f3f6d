extension FormTree {
    /// Takes over what a person filled in to an earlier version of the form, where this one has the same fields.
    package mutating func takeInputs(of earlier: FormTree) {
        // Entries and variants have no place here until the body has their shape.
        if earlier.isReshaped, let value = earlier.value { replaceBody(with: value) }
        for (root, own) in [(earlier.body, body), (earlier.parameters, parameters)] {
            guard let root, let own else { continue }
            let inputs = everything(below: own).map { (pointer(of: $0), $0) }
            let places = Dictionary(inputs, uniquingKeysWith: { $1 })
            for id in earlier.everything(below: root) where earlier[id].isTouched {
                if let place = places[earlier.pointer(of: id)] { take(earlier[id], at: place) }
            }
        }
    }

    private mutating func take(_ input: FormNode, at id: FormNode.ID) {
        switch (input.content, self[id].content) {
        case (.text(let text), .text): setText(text, of: id)
        case (.pick(let chosen), .pick):
            let value = chosen.map { input.field.options[$0] }
            let option = value.flatMap { self[id].field.options.firstIndex(of: $0) }
            if option != nil || value == nil { pick(option, of: id) }
        case (.picks(let values, let chosen), .picks(let options, _)):
            pick(chosen.compactMap { options.firstIndex(of: values[$0]) }, of: id)
        default: break
        }
    }
}
