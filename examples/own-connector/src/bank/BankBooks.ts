import { randomUUID } from "node:crypto"
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import type { BankCharge, BankModification } from "./BankApi.ts"
import { testCards } from "./bankCards.ts"

const hourMs = 3_600_000
const remembersMs = 24 * hourMs
const holdsMs = 7 * 24 * hourMs
const payerHasMs = hourMs / 2

/** A request to charge. */
export interface ChargeOrder {
  readonly reference: string
  readonly amount: string
  readonly currency: string
  /** True to capture at once, false to authorize only. */
  readonly capture: boolean
  /** The token of a card. Without it, the payer approves on the bank's page. */
  readonly card?: string
  readonly method?: string
  readonly return_url?: string | null
}

/** A stored charge: the fields of the API, and internal fields. */
export interface KeptCharge extends BankCharge {
  readonly account: string
  readonly capture: boolean
  readonly return_url: string | null
  /** The payer's answer. The payer returns to the shop with the token. */
  readonly result: { readonly token: string; readonly approves: boolean } | null
  readonly made_at: number
}

/** A stored capture, void or refund. */
export interface KeptModification extends BankModification {
  readonly account: string
  readonly charge: string
  readonly made_at: number
}

/** A rejected request, with the reason. */
export class BadOrder extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * The bank's charges and modifications. They are kept in a file if they must outlive the process.
 */
export class BankBooks {
  readonly #charges = new Map<string, KeptCharge>()
  readonly #modifications = new Map<string, KeptModification>()
  readonly #journal: string | undefined

  constructor(journal?: string) {
    this.#journal = journal
    if (journal === undefined || !existsSync(journal)) return
    for (const line of readFileSync(journal, "utf8").split("\n").filter(Boolean)) {
      this.#take(JSON.parse(line))
    }
  }

  /** Charges a card, or waits for the payer. The same reference returns the same charge. */
  charge(account: string, order: ChargeOrder, origin: string): KeptCharge {
    const known = this.#remembered(this.#charges, account, order.reference)
    if (known !== undefined) return known
    checkOrder(order)
    const id = `ch_${randomUUID()}`
    const now = Date.now()
    const opened: KeptCharge = {
      id,
      reference: order.reference,
      status: "waiting",
      amount: order.amount,
      taken: "0",
      refunded: "0",
      currency: order.currency,
      code: null,
      scheme_code: null,
      scheme_reference: null,
      message: null,
      held_until: null,
      pay_at: `${origin}/pay/${id}`,
      pay_until: now + payerHasMs,
      account,
      capture: order.capture,
      return_url: order.return_url ?? null,
      result: null,
      made_at: now
    }
    if (order.card === undefined) return this.#keep(opened)
    const verdict = testCards[order.card]?.verdict(account) ?? "approved"
    if (verdict === "approved") return this.#approve(opened)
    if (verdict === "half") {
      return this.#approve({ ...opened, amount: String(BigInt(order.amount) / 2n) })
    }
    return this.#keep(
      verdict === "later"
        ? { ...opened, status: "pending" }
        : { ...opened, ...verdict, status: "declined" }
    )
  }

  /** Decides a charge that is pending, or whose payer has answered. */
  settle(charge: KeptCharge, approves: boolean, code: string): KeptCharge {
    return approves
      ? this.#approve(charge)
      : this.#keep({ ...charge, status: "declined", code, message: "Not approved" })
  }

  /** Records the payer's answer on the bank's page. The shop must then complete the charge. */
  payerAnswers(charge: KeptCharge, approves: boolean): KeptCharge {
    return charge.status === "waiting" && charge.result === null
      ? this.#keep({ ...charge, result: { token: randomUUID(), approves } })
      : charge
  }

  /** Completes a charge after the payer's answer. A completed charge stays unchanged. */
  complete(charge: KeptCharge, result: unknown): KeptCharge {
    if (charge.status !== "waiting") return charge
    if (charge.result === null || charge.result.token !== result) {
      throw new BadOrder("result_missing", "The result is missing or wrong.")
    }
    return this.settle(charge, charge.result.approves, "payer_refused")
  }

  /** Cancels a charge that waits for its payer. The payer can't approve it any more. */
  cancel(charge: KeptCharge): KeptCharge {
    return charge.status === "waiting"
      ? this.#keep({ ...charge, status: "canceled", code: "canceled" })
      : charge
  }

  /** Captures, voids or refunds. The same reference returns the same modification. */
  modify(
    kind: BankModification["kind"],
    charge: KeptCharge,
    { reference, amount }: { readonly reference: string; readonly amount: string }
  ): KeptModification {
    const { account } = charge
    const known = this.#remembered(this.#modifications, account, reference, kind)
    if (known !== undefined) return known
    const code = this.#objection(kind, charge, BigInt(amount))
    if (code === null && kind === "capture") {
      this.#keep({ ...charge, status: "taken", taken: amount, held_until: null })
    }
    if (code === null && kind === "void") {
      this.#keep({ ...charge, status: "released", held_until: null })
    }
    if (code === null && kind === "refund") {
      this.#keep({ ...charge, refunded: String(BigInt(charge.refunded) + BigInt(amount)) })
    }
    return this.#keepModification({
      id: `${kind}_${randomUUID()}`,
      kind,
      reference,
      status: code === null ? "done" : "failed",
      amount,
      currency: charge.currency,
      code,
      account,
      charge: charge.id,
      made_at: Date.now()
    })
  }

  /** The number of charges. */
  get count(): number {
    return this.#charges.size
  }

  /** Returns an account's charge by the bank's id. */
  byId(id: string, account?: string): KeptCharge | undefined {
    const charge = this.#charges.get(id)
    return account === undefined || charge?.account === account ? charge : undefined
  }

  /** Returns all charges with a reference. If an account is given, only its charges. */
  byReference(reference: string, account?: string): ReadonlyArray<KeptCharge> {
    return [...this.#charges.values()].filter(
      (charge) =>
        charge.reference === reference && (account === undefined || charge.account === account)
    )
  }

  /** Returns all captures, voids and refunds with a reference. */
  modifications(reference: string): ReadonlyArray<KeptModification> {
    return [...this.#modifications.values()].filter((made) => made.reference === reference)
  }

  /** Returns the reason against a modification. Null if it is possible. */
  #objection(kind: BankModification["kind"], charge: KeptCharge, amount: bigint): string | null {
    if (kind !== "refund") {
      if (charge.status !== "held") return "nothing_held"
      if ((charge.held_until ?? 0) < Date.now()) return "hold_lapsed"
      return amount > BigInt(charge.amount) ? "more_than_held" : null
    }
    return BigInt(charge.refunded) + amount > BigInt(charge.taken) ? "more_than_taken" : null
  }

  #remembered<Row extends KeptCharge | KeptModification>(
    rows: ReadonlyMap<string, Row>,
    account: string,
    reference: string,
    kind?: string
  ): Row | undefined {
    const since = Date.now() - remembersMs
    return [...rows.values()].find(
      (row) =>
        row.account === account &&
        row.reference === reference &&
        row.made_at > since &&
        (kind === undefined || ("kind" in row && row.kind === kind))
    )
  }

  #approve(charge: KeptCharge): KeptCharge {
    const scheme_reference = `scheme_${charge.id.slice(-12)}`
    return this.#keep(
      charge.capture
        ? { ...charge, status: "taken", taken: charge.amount, scheme_reference }
        : { ...charge, status: "held", held_until: Date.now() + holdsMs, scheme_reference }
    )
  }

  #keep(charge: KeptCharge): KeptCharge {
    this.#write({ charge })
    return charge
  }

  #keepModification(modification: KeptModification): KeptModification {
    this.#write({ modification })
    return modification
  }

  #write(line: Line): void {
    if (this.#journal !== undefined) appendFileSync(this.#journal, `${JSON.stringify(line)}\n`)
    this.#take(line)
  }

  #take({ charge, modification }: Line): void {
    if (charge !== undefined) this.#charges.set(charge.id, charge)
    if (modification !== undefined) this.#modifications.set(modification.id, modification)
  }
}

interface Line {
  readonly charge?: KeptCharge
  readonly modification?: KeptModification
}

const currencies = ["EUR", "ISK", "KWD"]

const checkOrder = ({ amount, currency, card, method }: ChargeOrder): void => {
  if (!/^\d+$/.test(amount)) throw new BadOrder("amount_invalid", "amount must be a whole number.")
  if (!currencies.includes(currency))
    throw new BadOrder("currency_unknown", "The bank has no such currency.")
  if (currency === "KWD" && !amount.endsWith("0")) {
    throw new BadOrder("amount_too_fine", "The last digit of an amount in KWD must be 0.")
  }
  if (card !== undefined && !Object.hasOwn(testCards, card)) {
    throw new BadOrder("card_unknown", "The bank has no card with this token.")
  }
  if (card === undefined && method !== "bank_page") {
    throw new BadOrder("method_unknown", "The method must be a card or bank_page.")
  }
}
