import { Effect, Option } from "effect"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import { loadAttempt } from "../payments/charges/AttemptRows.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import type { ChangedCharge } from "../providers/ChangeListing.ts"
import type { PaymentProvider } from "../providers/PaymentProvider.ts"
import type { Mid } from "../routing/Mid.ts"
import type { AccountBooks } from "./AccountBooks.ts"
import { bookCharge } from "./bookCharge.ts"
import { type Candidates, compareAttempt, compareModification } from "./bookInFlight.ts"
import { bookDispute, bookRefund, bookUnknownCharge } from "./bookListed.ts"
import { listChanges } from "./listChanges.ts"
import type { ReconciledAccount } from "./ReconcileReport.ts"
import { needsAdoption, ownCharge } from "./UnknownCharge.ts"

/** A merchant account to compare with its provider. */
interface Account {
  readonly scope: Scope
  readonly mid: Mid
  readonly provider: PaymentProvider
  readonly candidates: Candidates
  readonly since: Millis
  readonly reportOnly: boolean
}

/**
 * Compares the books of one merchant account with its provider. The order matters:
 *
 * 1. Attempts in flight are decided, so that their payments can be charged again.
 * 2. Charges that the books lack are opened and decided, the oldest first, so that each billing
 *    cycle is paid before the next one.
 * 3. Captures, voids and refunds in flight are looked up, before listed refunds could be taken for
 *    refunds of somebody else.
 * 4. Refunds are booked, and then the states of all other charges, which include refunds.
 * 5. Disputes are booked last, because they are about money that was captured.
 */
export const reconcileAccount = Effect.fnUntraced(function* (account: Account) {
  const { scope, mid, provider, candidates, since, reportOnly } = account
  const list = provider.listChanges
  const books: AccountBooks = {
    scope,
    mid: mid.id,
    provider,
    reportOnly,
    listsRefunds: list !== undefined,
    findings: [],
    problems: [],
    compared: new Set()
  }
  const listed =
    list === undefined
      ? null
      : yield* listChanges(list, { id: mid.id, credentials: mid.credentials }, since)
  const inFlight = yield* inFlightAmong(scope, candidates.attempts)
  yield* Effect.forEach(inFlight, (id) => compareAttempt(books, id), { discard: true })
  for (const charge of listed?.charges ?? []) yield* bookListed(books, mid, charge)
  for (const id of candidates.modifications) yield* compareModification(books, id)
  for (const refund of listed?.refunds ?? []) yield* bookRefund(books, refund)
  for (const id of candidates.attempts) yield* compareAttempt(books, id)
  for (const dispute of listed?.disputes ?? []) yield* bookDispute(books, dispute)
  if (listed?.problem != null) books.problems.push(listed.problem)
  if (listed === null && !reportOnly) books.problems.push(unlisted(provider.name))
  return {
    scope,
    mid: mid.id,
    provider: provider.name,
    isListed: listed !== null && listed.problem === null,
    compared: books.compared.size,
    findings: books.findings,
    problems: books.problems
  } satisfies ReconciledAccount
})

const unlisted = (provider: string): string =>
  `${provider} can't list its charges: compare the time since the backup in its dashboard.`

const inFlightAmong = Effect.fnUntraced(function* (scope: Scope, ids: ReadonlyArray<string>) {
  const found = yield* Effect.forEach(ids, (id) => loadAttempt(scope, id))
  return found.flatMap(
    Option.match({
      onNone: () => [],
      onSome: ({ attempt }) => (attempt.row.settledAt === null ? [attempt.row.id] : [])
    })
  )
})

/** Books a listed charge: the state of a known one, or one that the books lack. */
const bookListed = Effect.fnUntraced(function* (
  books: AccountBooks,
  mid: Mid,
  listed: ChangedCharge
) {
  const known = yield* loadAttempt(books.scope, listed.reference)
  if (Option.isSome(known)) {
    const isOwn = known.value.attempt.row.mid === books.mid
    if (isOwn && listed.charge.state !== "requires_action") {
      yield* bookCharge(books, known.value, listed.charge)
    }
    return
  }
  const unknown = ownCharge(listed, books.mid)
  if (unknown !== null && needsAdoption(unknown)) yield* bookUnknownCharge(books, mid, unknown)
})
