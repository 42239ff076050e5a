import type { Payment } from "./PayerApi.ts"

/** One way to pay, of those that a payer may choose from. */
export interface Choice {
  readonly method: Payment["method"]
  /** Which wallet or alternative method; empty for the card. */
  readonly type: string
}

/** The way to pay that a payment takes. */
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

/** Whether two are the same way to pay. */
export const isSame = (one: Choice, other: Choice | null): boolean =>
  one.method === other?.method && one.type === other.type

/** How a payment was tried last. Who was sent away comes back to a page that has forgotten. */
export interface ChoiceMemory {
  readonly keep: (payment: string, choice: Choice) => void
  readonly recall: (payment: string) => Choice | null
}

const keyOf = (payment: string): string => `payloom-choice ${payment}`

/** In the memory of this tab, which a frame without an origin or a strict browser may not have. */
export const memoryOfTab: ChoiceMemory = {
  keep: (payment, { method, type }) => {
    try {
      sessionStorage.setItem(keyOf(payment), `${method} ${type}`)
    } catch {
      // Without it a decline after a reload is told in words that fit every method.
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
