import type { DisputeStage, Payment } from "@payloom/core"
import { Effect } from "effect"
import type { BankDesk } from "./SandboxBank.ts"
import { NothingToNotify } from "./sandboxNotifications.ts"

/** The details of a dispute, or of its next stage. */
export interface BankDisputeNotification {
  /** The bank's reference of an existing dispute. Without it, a new dispute begins. */
  readonly dispute?: string
  /** Default: `chargeback_received`. */
  readonly stage?: DisputeStage
  /** In minor units of the payment's currency. Default: the whole captured amount. */
  readonly amount?: bigint
  /** Default: the payment's currency. A bank may report another currency after an exchange. */
  readonly currency?: string
  /** The scheme's reason code. Default: `10.4`, which is a fraud at Visa. */
  readonly reason?: string
  /** The deadline for evidence, in milliseconds since the epoch. */
  readonly evidenceDueBy?: number
}

/**
 * Creates the call with which a payer disputes a payment, or a dispute changes its stage. See
 * `Sandbox.dispute`.
 */
export const sandboxDisputes = (bank: BankDesk) =>
  Effect.fnUntraced(function* (
    { attempts }: Pick<Payment, "attempts">,
    news: BankDisputeNotification = {}
  ) {
    const reference = attempts.at(-1) ?? ""
    const { books, now } = yield* bank.books
    const charge = (yield* bank.charges()).findLast((made) => made.reference === reference)
    if (charge === undefined || charge.captured === 0n) {
      return yield* new NothingToNotify({ reference })
    }
    const begun = books.disputes().filter((made) => made.charge === reference)
    const dispute = news.dispute ?? `dispute_${reference}_${begun.length + 1}`
    const last = begun.findLast((made) => made.dispute === dispute)
    yield* bank.submit({
      _tag: "Dispute",
      at: now,
      account: charge.account,
      charge: reference,
      dispute,
      stage: news.stage ?? "chargeback_received",
      amount: news.amount ?? last?.amount ?? charge.captured,
      ...(news.currency === undefined ? {} : { currency: news.currency }),
      rawReason: news.reason ?? last?.rawReason ?? "10.4",
      evidenceDueBy: news.evidenceDueBy ?? null
    })
    return dispute
  })
