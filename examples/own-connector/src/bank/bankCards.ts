import type { BankCard } from "./BankApi.ts"

/** The bank's decision on a card: approved, later, approved for half the amount, or declined. */
type CardVerdict =
  | "approved"
  | "half"
  | "later"
  | { readonly code: string; readonly scheme_code: string | null; readonly message: string }

interface TestCard {
  readonly last4: string
  readonly verdict: (account: string) => CardVerdict
}

const declinedAs = (code: string, scheme_code: string | null, message: string): CardVerdict => ({
  code,
  scheme_code,
  message
})

/** The bank's test cards, by token. */
export const testCards: Readonly<Record<string, TestCard>> = {
  tok_good: { last4: "4242", verdict: () => "approved" },
  tok_later: { last4: "0117", verdict: () => "later" },
  tok_little_left: { last4: "0141", verdict: () => "half" },
  tok_no_funds: { last4: "9995", verdict: () => declinedAs("no_funds", "51", "Not enough money") },
  tok_stolen: { last4: "9979", verdict: () => declinedAs("stolen", "43", "Reported stolen") },
  tok_odd: { last4: "0068", verdict: () => declinedAs("computer_says_no", null, "No") },
  tok_not_at_north: {
    last4: "0018",
    verdict: (account) =>
      account === "north" ? declinedAs("no_line_to_issuer", "91", "No line") : "approved"
  }
}

/** Returns a card by its token. Null for an unknown token. */
export const cardOf = (token: string): BankCard | null => {
  const card = Object.hasOwn(testCards, token) ? testCards[token] : undefined
  return card === undefined
    ? null
    : {
        brand: "visa",
        last4: card.last4,
        exp_month: 12,
        exp_year: 2049,
        funding: "credit",
        country: "IS"
      }
}
