import WireFormats

/// A short talk with blanks in it: `{place}` and `{sum}` are filled in anew each time, the same within one talk.
struct Talk: Sendable {
    typealias Line = (author: String, text: String)

    private static let customer = Seed.user.name
    private static let adviser = "Ines Carvalho"
    private static let support = "Harbor Support"

    let script: [Line]

    /// The talk with its blanks filled in.
    func lines(_ numbers: inout SeededGenerator) -> [Line] {
        let blanks = [
            "{place}": numbers.element(of: Self.places) ?? "Malmö",
            "{sum}": "\(numbers.number(in: 2...58) * 5)",
        ]
        return script.map { line in
            let text = blanks.reduce(line.text) { text, blank in
                text.split(separator: blank.key, omittingEmptySubsequences: false).joined(separator: blank.value)
            }
            return (line.author, text)
        }
    }

    private static let places = ["Lisbon", "Berlin", "Bornholm", "Tallinn", "Bergen", "Ghent", "Porto", "Gdansk"]
}

extension Talk {
    /// Every talk there is; they come up in this order, again and again.
    static let all: [Talk] = [
        Talk(script: [
            (customer, "Hello Ines, I am thinking of buying a small boat. Could we talk about a loan?"),
            (adviser, "With pleasure. What would it cost, and how much have you saved?"),
            (customer, "About 9,000 euros, and a bit more than half of it is on my savings account."),
            (adviser, "Then a loan over two years would be roughly 190 euros a month. I will send you an example."),
            (customer, "Thank you, that helps."),
        ]),
        Talk(script: [
            (customer, "There is a payment of {sum} euros I do not recognise."),
            (support, "Thank you for telling us. We have looked: it is a hotel deposit in {place}."),
            (customer, "Right, I forgot about that one. Sorry!"),
            (support, "No harm done. Deposits usually come back within ten days."),
        ]),
        Talk(script: [
            (customer, "I am travelling to {place} next week. Will my card work there?"),
            (support, "Yes, everywhere you see the sign on the card. Payments in euros cost nothing extra."),
            (customer, "And cash?"),
            (support, "The first two withdrawals a month are free."),
        ]),
        Talk(script: [
            (adviser, "Your fixed deposit ends this month. Shall it go on for another year?"),
            (customer, "What is the rate now?"),
            (adviser, "2.4 percent for a year, 2.6 for two."),
            (customer, "One year, please."),
            (adviser, "Done. You will find the paper in your documents."),
        ]),
        Talk(script: [
            (customer, "My new card has not arrived yet."),
            (support, "It left us on Tuesday. Please give the post until Friday."),
            (customer, "It came today, thank you."),
        ]),
        Talk(script: [
            (customer, "Can I raise my daily limit for one day? I want to pay for a bicycle."),
            (support, "Of course. How much do you need?"),
            (customer, "1,{sum} euros would do, tomorrow."),
            (support, "It is raised until tomorrow at midnight and goes back by itself."),
        ]),
        Talk(script: [
            (adviser, "Would you like to go through your yearly overview together?"),
            (customer, "Yes, on Thursday after four?"),
            (adviser, "Thursday at a quarter past four it is. By phone?"),
            (customer, "By phone. Talk to you then!"),
        ]),
        Talk(script: [
            (customer, "The rent went out twice this month."),
            (support, "We see it too. The second one was your standing order from before the move."),
            (customer, "Could you end that one, please?"),
            (support, "It is ended, and the second payment is on its way back to you."),
            (customer, "Perfect, thanks for being quick."),
        ]),
        Talk(script: [
            (customer, "How do I set {sum} euros aside every payday without thinking of it?"),
            (adviser, "With a standing order on the 26th, a day after your salary. Shall I prepare it?"),
            (customer, "Please do."),
            (adviser, "It is there; you only have to confirm it."),
        ]),
        Talk(script: [
            (support, "We have noticed a sign-in from {place}. Was that you?"),
            (customer, "Yes, I am on the night train and the connection is not the best."),
            (support, "Thank you. Have a good journey."),
        ]),
        Talk(script: [
            (customer, "Do you have an account for my nephew? He turns ten."),
            (adviser, "We do: no fees, and he sees how his savings grow. A parent has to sign with you."),
            (customer, "His mother will come along. When could we drop by?"),
            (adviser, "Any weekday from nine to five. Bring his passport, please."),
        ]),
        Talk(script: [
            (customer, "A shop in {place} wants to refund {sum} euros. What do they need?"),
            (support, "Your IBAN and your name, nothing else. Never give them a code."),
            (customer, "Good to know."),
            (support, "It usually arrives on the next working day."),
        ]),
    ]
}
