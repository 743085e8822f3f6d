/// A day of the Gregorian calendar.
package struct CivilDay: Sendable, Hashable {
    /// The year 0 is the one before 1.
    package let year: Int
    /// From 1.
    package let month: Int
    /// From 1.
    package let day: Int

    /// The day at this distance from 1970-01-01, perhaps negative.
    package init(sinceEpoch days: Int) {
        // Counted from March of the year 0, a leap day is the last of its year.
        let days = days + 719_468
        let era = days.dividedRoundingDown(by: 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }
}

extension Int {
    /// Division by a positive number, rounded down: a second before 1970 belongs to the day it is in.
    package func dividedRoundingDown(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
