import AppCore
import JSONText

extension World {
    /// Where what opens from a screen opens and what is sent from it is sent: at a row of it, or at the screen as a whole.
    ///
    /// What a person typed for the screen's own load counts from the moment it was typed: the place a panel keeps has it only
    /// once a load came back.
    func inside(_ screen: Screen, at place: Place, row: JSONValue?) -> Place {
        parameters.filling(place, for: screen.load, in: demo.mode(of: screen.id))
            .opening(row: row, from: screen.load)
    }
}
