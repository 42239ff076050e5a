import { type CommitFault, commitFaults } from "./History.ts"
import { recipeFor, type Sketch } from "./recipes.ts"

/** A thing that a history is to reach. */
export interface Focus {
  /** The steps that lead to it. Empty if chance alone has to. */
  readonly recipe: ReadonlyArray<Sketch>
  /** The beginnings of the names of operations that lead to it. */
  readonly operations: ReadonlyArray<string>
  /** The fault of a commit that is to happen. */
  readonly fault?: {
    readonly operation: string
    readonly commit: number
    readonly meets: CommitFault
  }
}

/** The operations that move the rows of a machine. */
const movers: Readonly<Record<string, ReadonlyArray<string>>> = {
  Payment: ["payments.", "bank."],
  Attempt: ["payments.create", "payer.confirm", "bank."],
  "Capture, void and increment": ["payments.create", "payments.capture", "payments.void", "bank."],
  Refund: ["payments.create", "payments.refund", "bank."],
  "Checkout session": ["checkout.", "payer.", "bank.answer"],
  Subscription: ["subscriptions.", "portal.", "checkout.create"],
  "Billing cycle": ["subscriptions.", "bank."],
  Dispute: ["payments.create", "bank.dispute", "bank.notify"]
}

/** The operations that make the work of a job. */
const makers: Readonly<Record<string, ReadonlyArray<string>>> = {
  "job bill_subscription": ["subscriptions.create"],
  "job carry_out_modification": ["payments.capture", "payments.refund", "payments.void"],
  "job recover_attempt": ["payments.create", "payer.confirm"],
  "job erase_customer": ["customers.erase"],
  "job expire_session": ["checkout.create"],
  "job expire_authentication": ["checkout.create", "payer.confirm"],
  "job expire_authorization": ["payments.create"],
  "job alert_authorization": ["payments.create"],
  "job expire_payment": ["payments.create"],
  "job retry_give_back": ["payments.create"],
  "job deliver_webhook": ["webhooks.", "payments.create"],
  "job take_notice": ["bank."]
}

/** Returns the focus in the name of a seed, after `~`, or null. */
export const focusOf = (seed: string): Focus | null => {
  const place = seed.indexOf("~")
  if (place < 0) return null
  const name = seed.slice(place + 1)
  const machine = Object.keys(movers).find((one) => name.startsWith(`${one}: `))
  const recipe = recipeFor(name)
  if (machine !== undefined) return { recipe, operations: movers[machine] ?? [] }
  const words = name.split(" ")
  const meets = commitFaults.find((fault) => fault === words.at(-1))
  const commit = Number(words.at(-2))
  if (meets === undefined || !Number.isInteger(commit)) {
    return { recipe, operations: [name] }
  }
  const operation = words.slice(0, -2).join(" ")
  const leading = makers[operation] ?? [operation]
  return {
    recipe: recipeFor(leading[0] ?? operation),
    operations: leading,
    fault: { operation, commit, meets }
  }
}
