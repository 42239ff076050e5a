import { Effect, Schema } from "effect"
import { currentMoment } from "../../kernel/ids/Moment.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import type { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import type { PaymentId, SubscriptionId } from "../../kernel/primitives/PublicId.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"
import { decideAnew } from "../../platform/storage/decideAnew.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { accountSettings } from "../../platform/tenants/accountSettings.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { loadBilling, unpaidCycle } from "../BillingRows.ts"
import type { BillingCycleRecord, Dunning } from "../cycles/BillingCycle.ts"
import { shiftWaits } from "../dunning.ts"
import { type ChargesStop, projectCharges, type UpcomingCharge } from "../projectCharges.ts"
import { getSubscription, isEnded, type SubscriptionRecord } from "./Subscription.ts"

const mostCharges = 100

/** The options of upcoming charges. */
export interface UpcomingOptions {
  /** The number of charges to show: 1 to 100. The default is 12. */
  readonly limit?: number
}
const UpcomingOptions = Schema.Struct({
  limit: Schema.optionalKey(
    Schema.Int.check(
      Schema.isBetween(
        { minimum: 1, maximum: mostCharges },
        refusedAs("parameter_invalid", `a whole number from 1 to ${mostCharges}`)
      )
    )
  )
})

/** The retries of the cycle that is overdue. */
export interface OverdueRetries {
  /** The position of the overdue cycle. */
  readonly sequence: number
  /** The time of its first decline, in milliseconds since the epoch. */
  readonly since: number
  /**
   * The times at which the card is still charged while it is declined, in milliseconds since the
   * epoch. After the last one there is no retry.
   */
  readonly dates: ReadonlyArray<number>
  /**
   * True if the card can't be charged any more. The dates pass unused until there is another card.
   */
  readonly needsCard: boolean
  /** The effect of a decline of the last retry. */
  readonly afterLast: "terminate" | "pause"
}

/** The next charges of a subscription. */
export interface UpcomingCharges {
  /** The subscription's id. */
  readonly subscription: SubscriptionId
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** The charges by time. Each assumes that the charges before it succeed. */
  readonly charges: ReadonlyArray<UpcomingCharge>
  /** The payment whose charge is in flight. Its success is assumed. Null if there is none. */
  readonly inFlight: PaymentId | null
  /** The retries of the overdue cycle. Null if no charge was declined. */
  readonly retries: OverdueRetries | null
  /** The time after which nothing is charged. Null if the subscription continues. */
  readonly stops: ChargesStop | null
}

const checkOptions = inputChecker(UpcomingOptions)

/** Returns the next charges of a subscription, as its billing job will make them. */
export const upcomingCharges = Effect.fnUntraced(function* (
  caller: Caller,
  id: string,
  options: UpcomingOptions = {}
) {
  const { limit = 12 } = yield* Effect.fromResult(checkOptions(options))
  return yield* decideAnew(chargesOf(caller.scope, id, limit))
})

const chargesOf = Effect.fnUntraced(function* (scope: Scope, id: string, limit: number) {
  const subscription = yield* getSubscription(scope, id)
  const { settings } = (yield* accountSettings(scope)).row
  const { now } = yield* currentMoment
  const rows = yield* loadBilling(subscription)
  const { row } = subscription
  const unpaid = isEnded(row) ? null : (unpaidCycle(rows)?.row ?? null)
  const shown: UpcomingCharges = {
    subscription: row.id,
    currency: row.terms.currency,
    ...projectCharges(rows, now, settings, limit),
    inFlight: unpaid?.status === "charging" ? unpaid.payment : null,
    retries: retriesOf(row, unpaid, settings.dunningExhausted, now)
  }
  return shown
})

const retriesOf = (
  subscription: SubscriptionRecord,
  unpaid: BillingCycleRecord | null,
  exhausted: OverdueRetries["afterLast"],
  now: number
): OverdueRetries | null => {
  if (unpaid === null || unpaid.dunning === null) return null
  const { startedAt, isStopped } = unpaid.dunning
  return {
    sequence: unpaid.sequence,
    since: startedAt,
    dates: datesOf(subscription, unpaid.dunning).filter((date) => date > now),
    needsCard: isStopped,
    afterLast: exhausted
  }
}

/** Returns the retries that a pause leaves, and that come before a planned end. */
const datesOf = (
  { pause, resumesAt, cancelAtPeriodEnd, currentPeriodEnd }: SubscriptionRecord,
  dunning: Dunning
): ReadonlyArray<number> => {
  if (pause !== null && resumesAt === null) return []
  const { datesLeft } =
    pause === null || resumesAt === null ? dunning : shiftWaits(dunning, pause.at, resumesAt)
  return cancelAtPeriodEnd ? datesLeft.filter((date) => date < currentPeriodEnd) : datesLeft
}
