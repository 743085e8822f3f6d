import WireFormats

/// A class of names with one meaning. Names are spelled as ``HumanName/key(_:)`` spells them.
///
/// All tables of words are here, in `PagingNames` or in `Dialect`. Code that interprets a name asks its class.
package struct NameClass: Sendable {
    /// The names, the most specific first.
    package let names: [String]
    private let known: Set<String>
    private let endings: [String]

    /// - Parameters:
    ///   - names: whole names, separated by spaces.
    ///   - dialects: the names of dialects, which follow these.
    ///   - last: names after those of dialects.
    ///   - endings: suffixes of other names.
    package init(_ names: String = "", _ dialects: [String] = [], _ last: String = "", endings: String = "") {
        self.names = Self.words(names) + dialects + Self.words(last)
        known = Set(self.names)
        self.endings = Self.words(endings)
    }

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// True for a name of the class, in any spelling.
    package func has(_ name: String) -> Bool { hasKey(HumanName.key(name)) }

    /// The same for a name that is a key already.
    package func hasKey(_ key: String) -> Bool { known.contains(key) || endings.contains(where: key.hasSuffix) }

    /// The values of the object's members in the class, the most specific name first.
    package func values(in object: JSONObject) -> [JSONValue] {
        let members = object.members.prefix(Self.mostMembers).map { (key: HumanName.key($0.key), value: $0.value) }
        return names.compactMap { name in members.first { $0.key == name }?.value }
    }

    /// An object with more members is a map with arbitrary keys.
    private static let mostMembers = 200
}

// MARK: Members of items

extension NameClass {
    /// The item itself.
    package static let identity = NameClass("id uuid guid key")
    /// The item itself, in one-line summaries.
    package static let shortIdentity = NameClass("id uuid key code")
    /// Links from an item to itself.
    package static let selfLink = NameClass("self")
    /// Numbers and codes that stand in for a missing name.
    package static let callNumber = NameClass("reference number code slug sku email symbol isbn iban")
    /// The last words of such numbers.
    package static let callNumberEnding = NameClass("reference number")
    /// Strings that are URLs, mostly of pictures.
    package static let address = NameClass("icon logo avatar banner poster thumbnail", endings: "url uri href")
    /// The identity of an item in a path.
    static let pathName = NameClass("login username slug handle key code id uuid name")
    /// The ids of a row; `rowName` has the fallbacks.
    static let rowID = NameClass("id uuid")
    static let rowName = NameClass("key code slug name")
    /// The identity of an owner in a path, from numbers to names.
    package static let ownerIdentity = NameClass("id uuid number name code key slug username login")
    /// Ids that the server chooses.
    package static let serverID = NameClass("id uuid uid")
    /// The same as suffixes of other names.
    package static let idEndings = NameClass("id uuid guid key sid gid code slug number ref")
    /// Words that end the names of identifiers.
    package static let idWords = NameClass("id uuid guid uid gid sid oid pk key identifier code number ref slug")
    /// The label of a list's entry, by which a part of the entry's object is found.
    package static let entryLabel = NameClass("name title label")
    /// The key of an entry of a list.
    package static let entryKey = NameClass("slug key code value id")
    /// Members that may identify an item besides its id.
    package static let otherIdentity = NameClass("id uuid key code slug name")
    /// Numbers of the rows of a list: the versions of a secret, the lines of an order.
    package static let counter = NameClass("version revision line no nr seq sequence position index rank step")
    /// Objects whose work takes minutes from its start to its end.
    package static let runs = NameClass(
        "run job build pipeline check deployment workflow step execution import export backup sync invocation")
    /// Collections of persons in whose work others name them: the managers and authors of a document.
    package static let staff = NameClass("user employee staff staffmember person member")
    /// Members with an object of the same kind as the item.
    package static let kin = NameClass("parent child ancestor descendant sibling")
    /// The same for the one above.
    package static let parent = NameClass("parent")
    /// Words for the end of a thing that is active until then.
    static let endOfActivity = NameClass("discontinued deactivated retired decommissioned terminated disabled archived")
    /// Words at the end of the names of timestamps.
    package static let timeEnding = NameClass("at on date time")
    /// Members that only group members of the item around them.
    package static let wrappers = NameClass(
        "attributes properties profile data details info fields payload meta metadata")
    /// Names in paths that are not ids.
    static let pathLabel = NameClass("login username handle slug")
    /// The title of an item in one line.
    package static let title = NameClass("label subject headline login handle", endings: "name title")
    /// A colour as text.
    package static let color = NameClass("", endings: "color colour")
    /// Words that a title neither begins nor ends with.
    package static let joining = NameClass("a an and at by for from in of on or the to with")
    /// Words of a summary that separate the action from its manner or target.
    package static let manner = NameClass("by from that using via when which with")
    /// An item's own name, for messages and one-line summaries.
    package static let ownName = NameClass("name title label displayname fullname username subject")
    /// The name as a whole, beside which its parts and a title such as "Dr" do not count.
    package static let wholeName = NameClass("name displayname fullname")
    /// The two parts of a person's name.
    package static let givenName = NameClass("firstname givenname forename")
    package static let familyName = NameClass("lastname familyname surname")
    /// An item's name if it has no other.
    package static let nickname = NameClass("nick nickname handle login")
    package static let status = NameClass("state", endings: "status")
    /// Numbers with two decimals.
    package static let money = NameClass(endings: "amount price balance cost fee")
    /// Numbers that a table shows before others.
    package static let amount = NameClass("total", endings: "amount price balance")
    /// Settings and technical types, by which no user looks for a row.
    package static let technical = NameClass(
        "timezone tz locale language lang object etag resourcetype nodeid gravatarid updatedat updatedon modifiedat",
        endings: "timezone")
    /// Last words of numbers that can be summed over rows.
    package static let summed = NameClass(
        "amount total subtotal cost fee tax spent paid earned count quantity qty bytes")
    /// The number in an object of a number and its currency.
    package static let moneyValue = NameClass("value", endings: "amount price balance cost fee")
    /// The currency in an object of a number and its currency.
    package static let moneyUnit = NameClass("code unit iso")
    /// Words in the names of amounts that only say in what they are counted.
    package static let moneyUnits = NameClass("cents minor eur usd gbp")
    package static let currency = NameClass("currency currencycode isocurrencycode")
    /// Members that show that a total is an amount of money.
    package static let besideMoney = NameClass("currency subtotal tax amount price payment discount customer")
    /// True for a name with "currency" in it.
    package static func isCurrency(_ name: String) -> Bool { HumanName.key(name).contains("currency") }
    /// Last words of a path to bytes, which do not describe their content.
    package static let bytes = NameClass("content contents download raw blob bytes")
    /// The words of a message.
    package static let content = NameClass("content text body message")
    /// The author of a message.
    package static let author = NameClass("author from sender user")
    /// The same before the word of another member: `author_name`. The users of a list have a `user_name` of their own.
    package static let writer = NameClass("author sender creator")
    /// A short description in place of a name.
    package static let caption = NameClass("description summary")
    /// Text of several lines.
    package static let prose = NameClass(
        endings: "description summary body text content comment notes bio about instructions")
    /// Strings that get several lines in a form, even without a declared length.
    package static let multiline = NameClass("description body text content comment notes bio")
    /// An object that describes the item around it, as `metadata` in Kubernetes.
    package static let about = NameClass("metadata meta")
    /// The name or id in such an object.
    static let aboutIdentity = NameClass("name id uid uuid")
}

// MARK: States

extension NameClass {
    /// Values of a status in good order.
    package static let wellState = NameClass(
        """
        active ok up on enabled open available success successful succeeded complete completed done finished paid
        settled approved accepted confirmed verified valid delivered published online healthy running ready passed
        resolved live connected subscribed instock sold
        """)
    /// Values of a status that is temporary or paused.
    package static let waitingState = NameClass(
        """
        pending waiting queued scheduled processing inprogress inreview review draft new created invited planned
        starting stopping provisioning building shipped intransit onhold hold paused partial trial trialing warning
        unverified reserved upcoming todo requested submitted authorized frozen suspended
        """)
    /// Words of times after which an item goes on.
    package static let handled = NameClass("read delivered returned refunded revoked left cleared unassigned released")
    /// Values of a status whose item has not ended.
    package static let ongoingState = NameClass(
        "active open online enabled running available onboarding live ready todo", Array(waitingState.names))
    /// Values of a status that needs action.
    package static let badState = NameClass(
        """
        failed failure error errored rejected declined denied blocked banned overdue pastdue down offline
        unhealthy critical fatal invalid lost stolen unpaid refused disputed crashed timedout outofstock
        uncollectible delinquent urgent
        """)
    /// Values of a status that is final and no longer of interest.
    package static let overState = NameClass(
        """
        inactive disabled archived deleted removed closed cancelled canceled void voided off none unknown retired
        deprecated ended expired obsolete withdrawn abandoned unsubscribed skipped refunded
        """)
}

extension NameClass {
    /// Values of a status that exclude a good end.
    static let failedState = NameClass(
        """
        failed rejected declined denied cancelled canceled void voided abandoned withdrawn expired uncollectible noshow
        """)
    /// The last words of members that explain a state, if its own word precedes them.
    static let explanation = NameClass("reason note notes comment message by code until")
    /// The same if another form of the word precedes them: `cancellation_reason`.
    static let reason = NameClass("reason by")
    /// Verbs before the word of a state.
    static let setting = NameClass("mark set make")
    /// The first words of flags: `isActive`.
    static let flagStart = NameClass("is has was")
    /// The states that verbs lead to whose participles are irregular or other words.
    static let statesOfVerbs: [String: NameClass] = [
        "pay": NameClass("paid"), "send": NameClass("sent"), "withdraw": NameClass("withdrawn"),
        "hold": NameClass("onhold held"), "activate": NameClass("active"), "enable": NameClass("active"),
        "deactivate": NameClass("inactive"), "disable": NameClass("inactive"), "open": NameClass("open"),
        "reopen": NameClass("open"), "resume": NameClass("active running inprogress"),
        "start": NameClass("inprogress running active"), "unpublish": NameClass("draft"),
        "finish": NameClass("done completed"), "complete": NameClass("done"), "hide": NameClass("hidden"),
        "freeze": NameClass("frozen"), "mute": NameClass("muted"),
    ]
}

// MARK: Answers

extension NameClass {
    /// Arrays of rows.
    package static let rows = NameClass(
        "data items results records rows list values entries elements hits objects resources collection",
        Dialect.all.flatMap(\.rows))
    /// Arrays of objects beside the rows.
    static let besideRows = NameClass("link links errors warnings included")
    /// Members that describe the page or the reply.
    static let aboutAnswer = NameClass(
        """
        total totalcount totalitems totalresults totalelements totalrecords totalhits count recordcount resultcount size
        numberofelements page pages pagenumber pagecount currentpage lastpage pagesize totalpages perpage limit offset skip
        start startat maxresults end from to first last firstid lastid islast isfirst cursor next prev previous
        nextcursor prevcursor previouscursor nextpage previouspage nextpagetoken nexttoken continuationtoken nextlink
        nexturl nextmarker prevmarker firstpageuri nextpageuri previouspageuri lastpageuri hasmore hasnext hasprev
        hasprevious hasnextpage hasprevpage haspreviouspage more empty links link meta metadata pagination paging pageinfo
        pageable sort self object kind etag success ok status message msg code error took errors warnings included url
        version apiversion timestamp requestid traceid responsemetadata incompleteresults expand
        """, Dialect.all.flatMap(\.aboutAnswer))
    /// True for a member that describes the page or the reply.
    static func isAboutPage(_ name: String) -> Bool { Dialect.isAboutAnswer(name) || aboutAnswer.has(name) }
    /// Ids that distinguish an item from a wrapper.
    static let wrapperIdentity = NameClass("id uid uuid")
}

// MARK: Paths, parameters and schemas

extension NameClass {
    /// Words of paths that say how rows are found or shown, not which.
    static let listing = NameClass("json xml list listing all index search find query")
    /// Words of paths for the rows of a list that a body selects.
    static let searching = NameClass("search find query filter lookup")
    /// Words of paths that end a session.
    package static let signOut = NameClass("logout logoff signout signoff")
    /// Words of paths for the caller's own item.
    package static let oneself = NameClass("me self")
    /// Headers that identify a repeated call.
    package static let callID = NameClass(
        "idempotencykey xidempotencykey requestid xrequestid correlationid xcorrelationid")
    /// Query parameters that search in all members.
    package static let search = NameClass(
        "q query search searchterm term keyword keywords text filtertext searchtext s")
    /// Query parameters that name the member to sort by.
    package static let order = NameClass("sort sortby order orderby ordering sortfield sortkey sortcolumn")
    /// Words of flags that limit a list: `unread_only`.
    package static let only = NameClass("only")
    /// The first words of members about the latest event of a kind: `last_login`.
    package static let latest = NameClass("last latest")
    /// The parts of a place on the map.
    package static let point = NameClass("lat latitude lng lon long longitude")
    /// Query parameters that name the direction to sort in.
    package static let direction = NameClass("order direction sortorder sortdirection dir orderdir")
    /// Members that name the member to sort by, beside a direction.
    package static let sorted = NameClass("field property by column attribute key", order.names)
    /// Directions.
    package static let descending = NameClass("desc descending")
    package static let ascending = NameClass("asc ascending")
    /// Query parameters with a date.
    package static let day = NameClass("date day on")
    /// Query parameters with the first and the last date of a period.
    package static let firstDay = NameClass("start startdate datestart from fromdate datefrom since")
    package static let lastDay = NameClass("end enddate dateend to todate dateto until")
    /// Words beside a member's name for its least value, which a row may have or must exceed.
    package static let least = NameClass("min minimum from since gte ge")
    package static let above = NameClass("after gt")
    /// The same for its greatest value.
    package static let most = NameClass("max maximum to until till lte le")
    package static let below = NameClass("before lt")
    /// Query parameters with the ids of rows.
    package static let rowIDs = NameClass("id ids")
    /// Last words of schema names that do not describe the item.
    package static let filler = NameClass("response dto model schema object resource entity output out view")
}

// MARK: Files

extension NameClass {
    package static let fileName = NameClass("filename originalfilename originalname displayname name title")
    package static let fileSize = NameClass("size filesize bytes bytesize sizebytes sizeinbytes contentlength length")
    package static let fileType = NameClass("contenttype mimetype mediatype filetype mime")
}

// MARK: Signing in

extension NameClass {
    /// Last words of the paths of calls that sign in.
    static let signIn = NameClass("login signin logon signon authenticate auth token tokens session sessions")
}

// MARK: Error reports

extension NameClass {
    /// Words of the names of errors.
    package static let failure = NameClass("error problem fault exception")
    package static let errorCode = NameClass("code errorcode name type")
    /// Members with the status of an error.
    package static let errorStatus = NameClass(
        "code status statuscode httpstatus httpstatuscode httpcode errorcode error errortype")
    /// Members with the phrase of a status.
    package static let errorTitle = NameClass("title reason statustext")
    /// Members with a sentence about an error.
    package static let errorSentence = NameClass(
        "message errormessage detail details description errordescription msg usermessage")
    package static let errorText = NameClass("message detail description title reason msg")
    /// The words beside an error that is a code.
    package static let errorDescription = NameClass("errordescription message detail")
    /// Lists and objects of errors in single fields.
    package static let errorFields = NameClass(
        "fields errors invalidparams violations", Dialect.all.flatMap(\.errorFields), "details detail")
    /// The member with the name of the invalid field.
    package static let errorField = NameClass(
        "field name pointer path property propertypath param loc source", Dialect.all.flatMap(\.errorField), "location")
    /// The member with the message about a field.
    package static let complaint = NameClass(
        "message detail msg reason issue problem title defaultmessage", Dialect.all.flatMap(\.complaint),
        "description code")
    /// Errors that concern no single field.
    package static let errorWhole = NameClass("nonfielderrors all errors detail details message messages error")
    /// Members of an error report with `error`; an object with others beside it is a resource.
    package static let besideError = NameClass(
        """
        error errordescription erroruri errors fields code message detail details title status statuscode success ok
        path timestamp data
        """)
}
