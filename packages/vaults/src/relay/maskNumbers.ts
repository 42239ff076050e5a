/**
 * Digits in the length of card numbers, with at most one separator between two of them. Card
 * numbers begin with 2 to 6, and Adyen's references of 16 digits with 7 to 9.
 */
const digitRuns = /(?<!\d)[2-6](?:[ -]?\d){11,18}(?!\d)/g

/**
 * Masks card numbers in an answer. Only numbers that end with the last four digits of a card of the
 * request are masked. References of providers often look like card numbers, so masking every
 * number with a valid check digit would break them.
 */
export const maskNumbers = (text: string, lastFour: ReadonlySet<string>): string =>
  lastFour.size === 0
    ? text
    : text.replaceAll(digitRuns, (run) => {
        const digits = run.replaceAll(/\D/g, "")
        const isOfCard = lastFour.has(digits.slice(-4)) && passesLuhn(digits)
        return isOfCard ? `${"*".repeat(digits.length - 4)}${digits.slice(-4)}` : run
      })

const passesLuhn = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((total, digit, position) => {
    const weighted = Number(digit) * (position % 2 === 1 ? 2 : 1)
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return sum % 10 === 0
}
