import type { Payment } from "@payloom/core"
import { Effect } from "effect"
import type { ModificationVerdict } from "./conduct.ts"
import type { BankDesk } from "./SandboxBank.ts"
import { NothingToNotify } from "./sandboxNotifications.ts"

/** How the bank's own desk refunds a payment. */
export interface DeskRefund {
  /** In minor units of the payment's currency; all that is left unless told. */
  readonly amount?: bigint
  /** It is under way for so many milliseconds; carried out at once without it. */
  readonly settlesAfterMs?: number
  /** The code it fails with in the end, where it is under way first. */
  readonly fails?: string
  /** It comes back after so many milliseconds, where it was carried out at once. */
  readonly reversesAfterMs?: number
}

const verdictOf = (refund: DeskRefund): ModificationVerdict => {
  const { settlesAfterMs, fails, reversesAfterMs } = refund
  return settlesAfterMs === undefined
    ? { _tag: "CarryOut", reversesAfterMs: reversesAfterMs ?? null }
    : { _tag: "Settle", afterMs: settlesAfterMs, fails: fails ?? null }
}

/** Somebody refunds a payment in the bank's dashboard: see `Sandbox.refund`. */
export const sandboxRefunds = (bank: BankDesk) =>
  Effect.fnUntraced(function* ({ attempts }: Pick<Payment, "attempts">, refund: DeskRefund = {}) {
    const reference = attempts.at(-1) ?? ""
    const { books, now } = yield* bank.books
    const charge = (yield* bank.charges()).findLast((made) => made.reference === reference)
    if (charge === undefined || charge.captured === 0n) {
      return yield* new NothingToNotify({ reference })
    }

    const { account, providerReference, currency } = charge
    const { length } = books.modifications()
    const own = `desk_${reference}_${length + 1}`
    yield* bank.submit({
      _tag: "Modify",
      at: now,
      account,
      kind: "refund",
      reference: own,
      charge: { reference, providerReference },
      amount: refund.amount ?? charge.captured - charge.refunded,
      currency,
      verdict: verdictOf(refund),
      dedupeMs: 0,
      isAtDesk: true
    })
    const after = yield* bank.books
    return after.books.modification(account, "refund", own)?.providerReference ?? own
  })
