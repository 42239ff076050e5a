import { Effect } from "effect"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type {
  ChangedCharge,
  ChangedDispute,
  ChangedRefund,
  ChangeListing
} from "../providers/ChangeListing.ts"
import { askInTime } from "../providers/callProvider.ts"
import type { MidAccount, PaymentProvider } from "../providers/PaymentProvider.ts"

/** The changes at an account, by kind. Charges are in the order in which they were made. */
interface ListedChanges {
  readonly charges: ReadonlyArray<ChangedCharge>
  readonly refunds: ReadonlyArray<ChangedRefund>
  readonly disputes: ReadonlyArray<ChangedDispute>
  /** The reason why the list is not complete. Null if it is. */
  readonly problem: string | null
}

/** A page that fails is requested again, because the reconciliation as a whole takes long. */
const triesPerPage = 3

/** Reads all pages of a provider's changes. */
export const listChanges = Effect.fnUntraced(function* (
  list: NonNullable<PaymentProvider["listChanges"]>,
  mid: MidAccount,
  since: Millis
) {
  const charges: Array<ChangedCharge> = []
  const refunds: Array<ChangedRefund> = []
  const disputes: Array<ChangedDispute> = []
  const seen = new Set<string>()
  let cursor: string | null = null
  let problem: string | null = null
  do {
    const page: ChangeListing = yield* pageAt(list, { mid, since, cursor })
    if (page._tag === "Unavailable") {
      problem = `Its charges could not be listed: ${page.reason}`
      break
    }
    for (const change of page.changes) {
      if (change._tag === "Charge") charges.push(change)
      else if (change._tag === "Refund") refunds.push(change)
      else disputes.push(change)
    }
    cursor = page.cursor
    if (cursor !== null && seen.has(cursor)) {
      problem = "The provider's list goes in a circle."
      break
    }
    if (cursor !== null) seen.add(cursor)
  } while (cursor !== null)
  // An attempt id has the time of its creation, so one order decides all ties.
  charges.sort((one, other) => (one.reference < other.reference ? -1 : 1))
  return { charges, refunds, disputes, problem } satisfies ListedChanges
})

const pageAt = Effect.fnUntraced(function* (
  list: NonNullable<PaymentProvider["listChanges"]>,
  query: Parameters<typeof list>[0]
) {
  const unavailable = (reason: string): ChangeListing => ({ _tag: "Unavailable", reason })
  let page = yield* askInTime(() => list(query), unavailable)
  for (let tries = 1; page._tag === "Unavailable" && tries < triesPerPage; tries++) {
    page = yield* askInTime(() => list(query), unavailable)
  }
  return page
})
