import type { ChangeListing, ChangesQuery, PaymentProvider, ProviderChange } from "@payloom/core"
import { Effect } from "effect"
import type { BankBooks } from "./BankBooks.ts"
import type { BankCharge } from "./bankCharge.ts"
import { chargeLookup, modificationLookup } from "./providerAnswers.ts"
import type { BankDesk } from "./SandboxBank.ts"
import { sandboxApmNames } from "./sandboxMethods.ts"

/** The number of changes of a page. It is small, so that tests read several pages. */
const perPage = 20

/** Creates the list of an account's changes. A provider without look-ups has none. */
export const sandboxListing = (
  bank: BankDesk,
  offersLookup: boolean
): Pick<PaymentProvider, "listChanges"> =>
  offersLookup
    ? {
        listChanges: Effect.fn("SandboxProvider.listChanges")(function* (query: ChangesQuery) {
          const { books, now } = yield* bank.books
          const all = changesOf(books, query, now)
          const from = Number(query.cursor ?? 0)
          const isLast = from + perPage >= all.length
          const listed: ChangeListing = {
            _tag: "Listed",
            changes: all.slice(from, from + perPage),
            cursor: isLast ? null : `${from + perPage}`
          }
          return listed
        })
      }
    : {}

/** Returns the changes of an account, the newest charges first, as many providers list them. */
const changesOf = (
  books: BankBooks,
  { mid, since }: ChangesQuery,
  now: number
): ReadonlyArray<ProviderChange> => {
  const isListed = (made: { readonly account: string; readonly madeAt: number }) =>
    made.account === mid.credentials && made.madeAt >= since
  const charges = books
    .charges()
    .filter(isListed)
    .reverse()
    .flatMap((charge) => chargeChange(charge, now))
  const refunds = books
    .modifications()
    .filter((made) => made.kind === "refund" && isListed(made))
    .flatMap((made): ReadonlyArray<ProviderChange> => {
      const found = modificationLookup(made, now)
      if (found._tag !== "Found" || found.state === "hold_expired") return []
      const { state, rawCode, providerReference } = found
      const { amount, currency } = made
      return [
        {
          _tag: "Refund",
          reference: made.charge,
          refundReference: made.isAtDesk ? null : made.reference,
          refund: { providerReference, amount, currency, state, rawCode }
        }
      ]
    })
  return [...charges, ...refunds, ...disputeChanges(books, mid.credentials)]
}

const chargeChange = (charge: BankCharge, now: number): ReadonlyArray<ProviderChange> => {
  const found = chargeLookup(charge, now)
  const apm = sandboxApmNames.find((name) => name === charge.card)
  return found._tag === "Found"
    ? [
        {
          _tag: "Charge",
          reference: charge.reference,
          origin: charge.origin,
          created: charge.madeAt,
          ...(apm === undefined ? {} : { apm }),
          charge: found
        }
      ]
    : []
}

/** Each dispute in its present stage. */
const disputeChanges = (books: BankBooks, account: string): ReadonlyArray<ProviderChange> => {
  const latest = new Map(
    books
      .disputes()
      .filter((made) => made.account === account)
      .map((made) => [made.dispute, made])
  )
  return Array.from(latest.values(), (made) => ({
    _tag: "Dispute" as const,
    reference: made.charge,
    dispute: {
      providerReference: made.dispute,
      stage: made.stage,
      amount: made.amount,
      currency: made.currency ?? books.charge(account, made.charge)?.currency ?? "",
      rawReason: made.rawReason,
      evidenceDueBy: made.evidenceDueBy
    }
  }))
}
