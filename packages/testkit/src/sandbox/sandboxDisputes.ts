import type { DisputeStage, Payment } from "@payloom/core"
import { Effect } from "effect"
import type { BankDesk } from "./SandboxBank.ts"
import { NothingToNotify } from "./sandboxNotifications.ts"

/** How a payment is disputed, or how far its dispute has come. */
export interface BankDisputeNotification {
  /** The bank's name of a dispute that moves on; a new one is begun without it. */
  readonly dispute?: string
  /** `chargeback_received` unless told. */
  readonly stage?: DisputeStage
  /** In minor units of the payment's currency; all that was captured unless told. */
  readonly amount?: bigint
  /** The payment's currency unless told: exchange rates make a bank tell another one. */
  readonly currency?: string
  /** The scheme's code of the reason: `10.4`, which is a fraud to Visa, unless told. */
  readonly reason?: string
  /** Until when evidence may be handed in, in milliseconds since the epoch. */
  readonly evidenceDueBy?: number
}

/** The payer disputes a payment at their bank, or a dispute moves on: see `Sandbox.dispute`. */
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
