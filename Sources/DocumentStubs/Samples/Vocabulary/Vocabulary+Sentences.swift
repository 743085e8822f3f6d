extension Vocabulary {
    static let sentences = WordTable.lines(
        """
        Made with care and ready for everyday use.
        Please arrive ten minutes early.
        Everything went well and on time.
        A short introduction for people who are new here.
        Bring a friend, the door is open.
        Checked twice and approved by the team.
        Available in three sizes and two colors.
        The second delivery is planned for next week.
        Thanks to everyone who helped along the way.
        See the attached notes for details.
        A quiet place with a view of the river.
        Works best in the morning light.
        Updated after the spring review.
        Suitable for children from six years on.
        We kept the parts that people liked most.
        Questions are welcome at any time.
        The old version stays available until the end of the month.
        Fits in a small bag and weighs next to nothing.
        One of our favorites this season.
        Simple to set up and easy to keep clean.
        """)

    static let messages = WordTable.lines(
        """
        Thanks, that was quick!
        Could you send me the address again?
        I will be there at ten.
        The parcel has arrived, all in good order.
        Shall we move the meeting to Thursday?
        Great news, see you soon.
        I have added two photos from yesterday.
        Please have a look when you find the time.
        The blue one, please.
        All done on my side.
        Is the garden open on Sundays?
        Let me check and come back to you.
        Happy to help, just let me know.
        We are running ten minutes late.
        The new menu looks lovely.
        Congratulations from all of us!
        Can we bring our dog?
        I have booked two seats by the window.
        """)

    static let notices = WordTable.lines(
        """
        Everything is ready.
        Your changes are saved.
        We have received your request.
        Done, thank you.
        Your booking is confirmed.
        A confirmation is on its way.
        """)

    static let tasks = WordTable.lines(
        """
        Update the opening hours
        Replace the lamp in the hallway
        Invite the spring speakers
        Check the delivery of paper
        Plan the summer party
        Translate the welcome page
        Repair the bicycle stand
        Order new name badges
        Reply to the library
        Sort the photo archive
        Print the museum guide
        Water the plants on floor two
        Prepare the tasting menu
        Test the new door bell
        Measure the reading room
        Collect the lost umbrellas
        Label the storage boxes
        Confirm the bus for Friday
        """)

    static let titles = WordTable.lines(
        """
        A quiet morning at the harbor
        Ten ideas for a small kitchen
        How we moved the library in a week
        The bakery that opens at midnight
        Letters from the northern coast
        What the lighthouse keeper saw
        A beginner's guide to tea
        Walking the old mill path
        The color of early autumn
        Three bridges and a ferry
        Why our garden hums
        Notes on repairing clocks
        Rainy days, warm soup
        The long way home
        A map of good benches
        Learning to row at sixty
        """)

    static let statuses = WordTable.words("active pending completed active paused active")

    static let pathWords = WordTable.words(
        "news guide garden summer harbor letters travel studio archive events gallery notes")
}
