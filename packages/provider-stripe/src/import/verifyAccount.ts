import type { ImportedObject } from "@payloom/core"
import type Stripe from "stripe"
import type { ImportSession } from "./ImportSession.ts"
import { type ReadSubscription, readSubscription } from "./readSubscription.ts"
import { pagesOf } from "./StripeReader.ts"

/** A subscription whose two sides don't fit each other. */
export interface ImportFinding {
  /** The id at Stripe. */
  readonly subscription: string
  readonly finding: ImportFindingCode
}

/** The ways in which the two sides don't fit. */
export type ImportFindingCode =
  /** It is billed here, and Stripe bills it too, because somebody resumed it there. */
  | "billed_twice"
  /** It is frozen at Stripe, and not billed here. */
  | "billed_by_nobody"
  /** Its price at Stripe differs from the price here. */
  | "price_differs"
  /** It is new at Stripe and was not copied. */
  | "not_copied"

/** The subscriptions and the sums of their prices at both sides, by currency. */
export interface ImportSums {
  readonly currency: string
  readonly stripeCount: number
  /** In minor units. */
  readonly stripeSum: bigint
  readonly payloomCount: number
  /** In minor units. */
  readonly payloomSum: bigint
}

/** The result of a comparison of both sides. */
export interface ImportVerification {
  readonly sums: ReadonlyArray<ImportSums>
  readonly findings: ReadonlyArray<ImportFinding>
}

/** The most findings that are listed. */
const mostFindings = 1000

/**
 * Compares both sides, subscription by subscription. Each counts at the side that bills it.
 * Everything is read anew from Stripe, and nothing is changed.
 */
export const verifyAccount = async (session: ImportSession): Promise<ImportVerification> => {
  const sums = new Map<string, ImportSums>()
  const findings: Array<ImportFinding> = []
  let seen = 0
  for await (const { data } of pagesOf(session.reader, "subscriptions", null)) {
    if (session.signal.aborted) break
    const { run, marginMs } = session
    const context = { importId: run.id, now: session.now(), marginMs, pendingItems: nobody }
    const read = data.map((subscription) => ({
      subscription,
      read: readSubscription(subscription, context)
    }))
    const known = await session.imports.find(read.map((each) => each.read.input.externalId))
    const rows = new Map(known.map((row) => [row.externalId, row]))
    for (const each of read) {
      const row = rows.get(each.read.input.externalId)
      const finding = findingOf(each.read, row)
      if (finding !== null && findings.length < mostFindings) {
        findings.push({ subscription: each.read.id, finding })
      }
      count(sums, each.subscription, each.read, row)
    }
    seen += data.length
    session.onProgress({ list: "subscriptions", seen })
  }
  return { sums: [...sums.values()].toSorted(byCurrency), findings }
}

const nobody: ReadonlySet<string> = new Set()

const byCurrency = (one: ImportSums, other: ImportSums): number =>
  one.currency.localeCompare(other.currency)

const findingOf = (
  { isFrozen, input }: ReadSubscription,
  row: ImportedObject | undefined
): ImportFindingCode | null => {
  if (row?.state === "taken_over") {
    if (!isFrozen) return "billed_twice"
    return input.terms !== null && input.terms.amount !== row.amount ? "price_differs" : null
  }
  if (isFrozen) return "billed_by_nobody"
  return row === undefined ? "not_copied" : null
}

const count = (
  sums: Map<string, ImportSums>,
  subscription: Stripe.Subscription,
  { isFrozen, input }: ReadSubscription,
  row: ImportedObject | undefined
): void => {
  const currency = subscription.currency.toUpperCase()
  const sum = sums.get(currency) ?? {
    currency,
    stripeCount: 0,
    stripeSum: 0n,
    payloomCount: 0,
    payloomSum: 0n
  }
  const isHere = row?.state === "taken_over"
  const isThere = !isFrozen
  sums.set(currency, {
    currency,
    stripeCount: sum.stripeCount + (isThere ? 1 : 0),
    stripeSum: sum.stripeSum + (isThere ? (input.terms?.amount ?? 0n) : 0n),
    payloomCount: sum.payloomCount + (isHere ? 1 : 0),
    payloomSum: sum.payloomSum + (isHere ? (row.amount ?? 0n) : 0n)
  })
}
