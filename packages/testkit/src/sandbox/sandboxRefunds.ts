import type { Payment } from "@payloom/core"
import { Effect } from "effect"
import type { ModificationVerdict } from "./conduct.ts"
import type { BankDesk } from "./SandboxBank.ts"
import { NothingToNotify } from "./sandboxNotifications.ts"

/** The details of a refund at the bank's own desk. */
export interface DeskRefund {
  /** In minor units of the payment's currency. Default: the whole rest. */
  readonly amount?: bigint
  /**
   * The time in which it is pending, in milliseconds. Without it, the refund is carried out at
   * once.
   */
  readonly settlesAfterMs?: number
  /** The code with which a pending refund fails in the end. */
  readonly fails?: string
  /** The time after which a refund that was carried out at once is reversed, in milliseconds. */
  readonly reversesAfterMs?: number
}

const verdictOf = (refund: DeskRefund): ModificationVerdict => {
  const { settlesAfterMs, fails, reversesAfterMs } = refund
  return settlesAfterMs === undefined
    ? { _tag: "CarryOut", reversesAfterMs: reversesAfterMs ?? null }
    : { _tag: "Settle", afterMs: settlesAfterMs, fails: fails ?? null }
}

/**
 * Creates the call with which somebody refunds a payment in the bank's dashboard. See
 * `Sandbox.refund`.
 */
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
