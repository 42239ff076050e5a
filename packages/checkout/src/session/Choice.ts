import type { Payment } from "./PayerApi.ts"

/** A payment method that a payer can choose. */
export interface Choice {
  readonly method: Payment["method"]
  /** The type of the wallet or alternative method. It is empty for the card. */
  readonly type: string
}

/** Returns the choice that a payment was made with. */
export const choiceOf = (payment: Payment): Choice => {
  switch (payment.method) {
    case "card":
      return { method: "card", type: "" }
    case "wallet":
      return { method: "wallet", type: payment.wallet.type }
    case "apm":
      return { method: "apm", type: payment.apm.type }
  }
}

/** Returns true if both choices are the same payment method. */
export const isSame = (one: Choice, other: Choice | null): boolean =>
  one.method === other?.method && one.type === other.type

/**
 * Stores the last method of each payment. A redirected payer comes back to a page that has
 * forgotten it.
 */
export interface ChoiceMemory {
  readonly keep: (payment: string, choice: Choice) => void
  readonly recall: (payment: string) => Choice | null
}

const keyOf = (payment: string): string => `payloom-choice ${payment}`

/**
 * Stores in the tab's session storage. A frame without an origin or a strict browser may have none.
 */
export const memoryOfTab: ChoiceMemory = {
  keep: (payment, { method, type }) => {
    try {
      sessionStorage.setItem(keyOf(payment), `${method} ${type}`)
    } catch {
      // Without it, a decline after a reload is shown in words that fit every method.
    }
  },
  recall: (payment) => {
    try {
      const [method = "", type = ""] = (sessionStorage.getItem(keyOf(payment)) ?? "").split(" ")
      return method === "card" || method === "wallet" || method === "apm" ? { method, type } : null
    } catch {
      return null
    }
  }
}
