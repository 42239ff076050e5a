import type { CardDetails } from "../sandbox/cardField.ts"

const checkDigit = (digits: string): number => {
  const sum = [...digits].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === digits.length % 2 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** Returns a card with a number of its own, which no test card has. */
export const numberedCard = (place: number): CardDetails => {
  const digits = `4999${String(place).padStart(11, "0")}`
  return { number: `${digits}${checkDigit(digits)}`, expMonth: 12, expYear: 2099, cvc: "123" }
}
