import { appendFileSync } from "node:fs"

/** An effect of a request at the bank: money that is held, taken, released or returned. */
export interface Effect {
  readonly id: string
  readonly kind: "hold" | "capture" | "void" | "refund"
  readonly key: string
  /** The order of the charge. */
  readonly order: string
  /** The id of the charge. */
  readonly charge: string
  readonly amount: number
}

/** A charge. Amounts are minor units. */
export interface Charge {
  readonly id: string
  readonly reference: string
  readonly order: string
  readonly amount: number
  taken: number
  refunded: number
}

/** A request to the bank. */
export interface BankRequest {
  readonly kind: Effect["kind"]
  readonly key: string
  /** The charge of a capture or refund. */
  readonly charge?: string
  readonly order?: string
  readonly amount: number
}

/**
 * The books of the bank. A request with a known key has no second effect. Each effect is a line of
 * the journal.
 */
export class Books {
  readonly #journal: string
  readonly #charges = new Map<string, Charge>()
  readonly #effects = new Map<string, Effect>()
  #count = 0

  constructor(journal: string) {
    this.#journal = journal
  }

  /** Carries a request out. Returns the reason as a text if it is impossible. */
  take(request: BankRequest): Effect | string {
    const known = this.effectOf(request.kind, request.key)
    if (known !== undefined) return known
    this.#count += 1
    const id = `${request.kind}_${this.#count}`
    const charge = request.kind === "hold" ? hold(id, request) : this.charge(request.charge ?? "")
    if (charge === undefined) return "There is no such charge."
    const objection = change(charge, request)
    if (objection !== null) return objection
    this.#charges.set(charge.id, charge)
    const { kind, key, amount } = request
    const effect = { id, kind, key, order: charge.order, charge: charge.id, amount }
    this.#effects.set(`${kind} ${key}`, effect)
    appendFileSync(this.#journal, `${JSON.stringify(effect)}\n`)
    return effect
  }

  /** Returns the effect of a request with this key. */
  effectOf(kind: Effect["kind"], key: string): Effect | undefined {
    return this.#effects.get(`${kind} ${key}`)
  }

  /** Returns a charge. */
  charge(id: string): Charge | undefined {
    return this.#charges.get(id)
  }
}

const hold = (id: string, { key, order = "", amount }: BankRequest): Charge => ({
  id,
  reference: key,
  order,
  amount,
  taken: 0,
  refunded: 0
})

const change = (charge: Charge, { kind, amount }: BankRequest): string | null => {
  if (!Number.isSafeInteger(amount) || amount <= 0) return "amount must be a whole number above 0."
  if (kind === "void") return charge.taken > 0 ? "The charge was captured." : null
  if (kind === "capture") {
    if (charge.taken + amount > charge.amount) return "amount is more than the hold."
    charge.taken += amount
  }
  if (kind === "refund") {
    if (charge.refunded + amount > charge.taken) return "amount is more than was captured."
    charge.refunded += amount
  }
  return null
}
