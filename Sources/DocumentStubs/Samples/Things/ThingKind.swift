/// What sort of thing an object describes, as far as it decides what its name is like.
enum ThingKind: Sendable, Hashable {
    case person, pet, product, device, dish, place, company, event, task, writing, work, file, label, transport, payment
    /// Something else.
    case thing

    /// The kind a thing of that name is of; nil where the name does not say.
    init?(named name: NameWords) {
        // The last word says what it is: a user's device is a device.
        guard let kind = ThingKind.kinds[name.ofThing.singular] else { return nil }
        self = kind
    }

    /// The kind that an object with these members is of; nil where they do not say.
    init?(members: [String]) {
        let names = Set(members.map { NameWords($0).words.joined() })
        if !names.isDisjoint(with: ThingKind.personal) {
            self = .person
        } else {
            return nil
        }
    }

    /// Whether something is a line of an order, a cart or the like: what it names is a product.
    static func isLine(_ name: NameWords, of owner: NameWords? = nil) -> Bool {
        guard ["item", "line", "product"].contains(name.singular) else { return false }
        return name.words.dropLast().contains(where: carriers.contains)
            || owner.map { carriers.contains($0.ofThing.singular) } ?? false
    }

    private static let carriers: Set<String> = [
        "order", "cart", "basket", "line", "invoice", "wishlist", "checkout", "purchase",
    ]

    private static let personal: Set<String> = [
        "firstname", "lastname", "givenname", "familyname", "surname", "birthdate", "dateofbirth", "dob", "birthday",
        "gender",
        "username", "globalname",
    ]

    private static let kinds: [String: ThingKind] = WordTable.table([
        (
            .person,
            """
            user customer client employee person people author member owner contact patient student teacher passenger guest
            driver agent assignee reporter sender recipient creator participant staff attendee visitor subscriber follower
            friend admin borrower lender buyer seller reviewer reader host speaker artist actor player beneficiary holder traveler
            traveller doctor nurse candidate applicant colleague editor moderator mentor coach pupil parent child invitee
            inviter uploader manager lead prospect
            """
        ),
        (.pet, "pet cat dog animal puppy kitten horse rabbit hamster"),
        (
            .product,
            "product article sku good accessory inventory gift toy furniture part material equipment"
        ),
        (.device, "device sensor meter camera gateway thermostat lamp controller tracker actuator"),
        (.dish, "dish recipe meal food dessert drink"),
        (
            .place,
            """
            location place venue hotel restaurant shop store branch office building museum park station airport stop site
            region area zone warehouse room library school hospital clinic cafe theater theatre gallery facility
            """
        ),
        (
            .company,
            """
            company organization organisation org employer vendor supplier brand merchant business tenant bank partner
            publisher manufacturer carrier operator institution agency airline
            """
        ),
        (
            .event,
            """
            event concert exhibition meeting conference show tour festival appointment session workshop class lesson course
            webinar lecture
            """
        ),
        (.task, "ticket task issue todo bug case incident story reminder goal milestone"),
        (
            .writing,
            "article post blog document news note comment message thread review answer question announcement report"
        ),
        (.work, "book novel movie film song track episode series podcast game"),
        (.file, "file attachment image photo upload picture video audio media recording"),
        (
            .label,
            """
            tag category label topic genre department group team role permission segment folder album playlist channel
            interest skill
            """
        ),
        (.transport, "trip flight journey ride route train bus ferry voyage"),
        (.payment, "payment invoice order transaction transfer refund charge receipt subscription purchase bill"),
    ])
}
