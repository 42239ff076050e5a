import type { PaymentView, Possible } from "../../../rooms/payments/PaymentView.ts"
import type { Wire } from "../../../Wire.ts"
import { money } from "../../format/money.ts"
import { named } from "../../format/words.ts"

type View = Wire<PaymentView>

/** The choices of a person in a dialog. */
export interface Chosen {
  /** The amount in minor units. Null if the field has no amount, or if the act takes none. */
  readonly amount: string | null
  /** The result that a person found out. Null if the act decides no attempt. */
  readonly outcome: "taken" | "held" | "not_charged" | null
}

/** Returns the card or method in words: `the card ending in 4242`. */
const methodOf = ({ instrument }: View): string => {
  if (instrument === null) return "the payer's card or account"
  if (instrument.type === "card") return `the card ending in ${instrument.card.last4}`
  const { type, last4 } = instrument.apm
  return last4 === null ? `the ${named(type)} account` : `the account ending in ${last4}`
}

/** Returns the account of the last charge in words: ` through “primary”`. */
const throughOf = ({ attempts, accounts }: View, attempt?: string): string => {
  const charged = attempts.find((one) => one.attempt === attempt) ?? attempts.at(-1)
  const account = accounts.find(({ id }) => id === charged?.mid)
  return account === undefined ? "" : ` through “${account.name}”`
}

const minus = (one: string, other: string): string => (BigInt(one) - BigInt(other)).toString()

/** Returns the sentences that say what an act will do, or null if the input isn't complete. */
export const previewOf = (
  view: View,
  possible: Wire<Possible>,
  { amount, outcome }: Chosen
): string | null => {
  const { payment } = view
  const { currency } = payment
  const shown = (minor: string) => money(minor, currency)
  switch (possible.act) {
    case "payments.refund": {
      if (amount === null) return null
      const rest = minus(possible.most, amount)
      return (
        `Refunds ${shown(amount)} of ${shown(payment.amount)} to ${methodOf(view)}` +
        `${throughOf(view)}. ` +
        (rest === "0" ? "Nothing is left to refund then." : `${shown(rest)} stay.`)
      )
    }
    case "payments.capture": {
      if (amount === null) return null
      const rest = minus(possible.most, amount)
      return (
        `Captures ${shown(amount)} of the ${shown(possible.most)} that are held on ` +
        `${methodOf(view)}${throughOf(view)}. ` +
        (rest === "0" ? "Nothing is left of the hold then." : `${shown(rest)} are released.`)
      )
    }
    case "payments.void":
      return (
        `Releases the whole hold of ${shown(payment.amountCapturable)} on ` +
        `${methodOf(view)}${throughOf(view)}. Nothing is charged, and it can't be held again.`
      )
    case "payments.cancel":
      return "Cancels the payment and its checkout session. Nobody can pay it any more."
    case "payments.resolveAttempt": {
      const through = throughOf(view, possible.attempt)
      if (outcome === "taken") {
        return `Records that ${shown(payment.amount)} were taken${through}, and books them.`
      }
      if (outcome === "held") {
        return `Records that ${shown(payment.amount)} are held${through}, to be captured later.`
      }
      if (outcome === "not_charged") {
        return (
          `Records that nothing was taken${through}, and that nothing will be. ` +
          "If the provider did take the money, the payer is charged for nothing."
        )
      }
      return null
    }
  }
}
