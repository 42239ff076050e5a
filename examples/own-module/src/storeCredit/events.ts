import { ModuleError, moduleEvent } from "@payloom/core"
import { Reservation, toReservation, toWallet, Wallet } from "./rows.ts"

export const Earned = moduleEvent({
  type: "store_credit.earned",
  object: "wallet",
  resource: Wallet,
  of: toWallet,
  when: "A customer earned credit by a payment."
})

export const Spent = moduleEvent({
  type: "store_credit.spent",
  object: "reservation",
  resource: Reservation,
  of: toReservation,
  when: "A checkout was paid, partly with the credit of a reservation."
})

export const Expired = moduleEvent({
  type: "store_credit.expired",
  object: "wallet",
  resource: Wallet,
  of: toWallet,
  when: "Credit expired, thirty days after the customer last earned some."
})

/** The customer never earned credit in this currency. */
export class NoStoreCredit extends ModuleError("NoStoreCredit", {
  status: 404,
  code: "store_credit_not_found",
  when: "The customer never earned credit in this currency."
}) {
  override get message(): string {
    return "This customer never earned credit in this currency: check the customer's id."
  }
}

/** The customer has less credit than a reservation takes. */
export class CreditExhausted extends ModuleError("CreditExhausted", {
  status: 409,
  code: "store_credit_exhausted",
  when: "The customer has less credit than the amount."
})<{
  /** The credit that can be reserved, in minor units. */
  readonly available: bigint
}> {
  override get message(): string {
    return `The customer's credit is ${this.available} in minor units: reserve at most that.`
  }
}
