import AppCore
import JSONText

extension World {
    /// The place with what a person typed for a screen's load. That counts from the moment it was typed: the place a panel keeps
    /// has it only once a load came back.
    func known(_ place: Place, of screen: Screen) -> Place {
        parameters.filling(place, for: screen.load, in: demo.mode(of: screen.id))
    }

    /// Where what opens from a screen opens and what is sent from it is sent: at a row of it, or at the screen as a whole.
    func inside(_ screen: Screen, at place: Place, row: JSONValue?) -> Place {
        known(place, of: screen).opening(row: row, from: screen.load)
    }
}
