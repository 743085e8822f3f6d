/// Which words speak of which topic. Several words of a name are joined: "first_name" is looked up as "firstname".
extension TextTopic {
    static let people: [(TextTopic, String)] = [
        (.firstName, "firstname givenname forename nickname preferredname"), (.lastName, "lastname familyname surname"),
        (
            .person,
            """
            owner author passenger customer sender recipient contact assignee reporter host speaker driver holder cardholder
            createdby updatedby doctor guest director producer writer composer chef artist organizer organiser approver
            teacher trainer instructor manager referee coach captain judge nurse therapist requester submitter reviewer reader
            counterparty payee payer beneficiary realname prescribedby creator
            """
        ),
        (.name, "displayname globalname"), (.username, "username userlogin login handle screenname nick account"),
        (.initials, "initials"), (.gender, "gender sex"), (.job, "job jobtitle occupation profession"),
        (.email, "email emailaddress mail"),
        (.phone, "phone phonenumber mobile mobilenumber telephone tel fax cell cellphone msisdn"),
    ]

    static let places: [(TextTopic, String)] = [
        (.street, "street streetaddress streetname addressline1 line1 address1"),
        (.houseNumber, "housenumber streetnumber buildingnumber houseno"),
        (.secondLine, "addressline2 line2 address2 apartment suite"), (.address, "address"),
        (.city, "city town locality municipality hometown"), (.region, "region province county"),
        (.postcode, "postcode zip zipcode postalcode plz"), (.country, "country nationality"),
        (.countryCode, "countrycode countryiso isocountry"), (.timeZone, "timezone tz"),
        (.place, "place venue room building"), (.location, "location whereabouts"),
        (.station, "station origin destination stop terminal"),
    ]

    static let writing: [(TextTopic, String)] = [
        (
            .sentence,
            """
            description summary about bio biography detail details abstract overview excerpt instructions reason purpose
            explanation plot synopsis story
            """
        ),
        (.message, "message note comment remark content body feedback review reply answer"),
        (.status, "status state phase"),
        (.type, "type kind variant mode class"),
        (.label, "category tag genre department theme interest skill group team topic industry sector field"),
        (.role, "role jobrole userrole"), (.priority, "priority severity urgency importance"),
        (.payment, "paymentmethod paymenttype"),
        (.slogan, "slogan tagline motto catchphrase"), (.model, "model"),
        (.slug, "slug permalink"), (.color, "color colour"),
        (
            .company,
            """
            company employer organization organisation vendor supplier operator merchant brand bank manufacturer publisher
            carrier airline
            """
        ),
        (.product, "product item"), (.event, "event"), (.pet, "pet"), (.species, "species animaltype breed"),
        (.title, "headline heading caption subject"), (.emoji, "emoji"), (.unit, "unit units"),
        (.size, "size clothingsize shirtsize"),
        (.branch, "branch headbranch basebranch defaultbranch gitref ref"),
        (.lastDigits, "last4 lastfour cardlast4 lastdigits mcc"),
        (.permission, "permission scope"),
    ]

    static let technical: [(TextTopic, String)] = [
        (.url, "url uri link href website homepage webhook callback redirect endpoint self next prev previous"),
        (
            .image,
            """
            image avatar photo picture poster logo thumbnail icon banner cover imageurl avatarurl photourl pictureurl logourl
            thumbnailurl iconurl coverurl
            """
        ),
        (.path, "path filepath folder directory route"), (.hostname, "host hostname domain domainname server"),
        (.ipAddress, "ip ipaddress ipv4"), (.currency, "currency currencycode basecurrency targetcurrency"),
        (.language, "language lang languagecode"), (.locale, "locale preferredlocale"), (.iban, "iban"),
        (.card, "cardnumber pan"), (.accountNumber, "accountnumber sortcode"),
        (.secret, "token accesstoken refreshtoken apikey secret clientsecret password jwt nonce"),
        (.hash, "hash checksum digest sha etag md5 sha256 fingerprint signature commit kid thumbprint jti"),
        (
            .code,
            """
            code reference sku barcode serial serialnumber number invoicenumber isbn ordernumber trackingnumber licenseplate
            """
        ),
        (.version, "version revision tagname"), (.file, "file filename attachment"),
        (.mediaType, "mimetype contenttype mediatype"),
        (.day, "date day birthday birthdate dob"),
        (.moment, "timestamp datetime created updated modified expires starttime endtime departuretime arrivaltime"),
        (
            .time,
            "time timeopen timeclose opens closes opentime closetime openingtime closingtime open close openat closeat"
        ),
        (.cursor, "cursor nextcursor nexttoken nextpagetoken pagetoken continuationtoken"),
        (.method, "httpmethod httpverb"), (.mac, "mac macaddress"), (.bic, "bic swift swiftcode"),
        (.id, "uuid guid identifier gid uid sid oid pk rid"), (.symbol, "symbol"),
    ]
}
