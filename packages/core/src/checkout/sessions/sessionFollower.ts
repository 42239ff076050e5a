import { Effect, Option } from "effect"
import { PlanCollection, type PlanRecord } from "../../billing/plans/Plan.ts"
import { CardVault } from "../../cards/vault/CardVault.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { isBlameless } from "../../payments/charges/blameless.ts"
import type { Followed, Follower, Following } from "../../payments/charges/Follower.ts"
import type { PaymentRecord } from "../../payments/charges/Payment.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { scheduleJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, update } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { type ChargeSource, decryptedWalletOf } from "../../providers/ChargeSource.ts"
import { challengeLifeMs } from "../three-ds/ThreeDsSession.ts"
import { hasMethod } from "./availableMethods.ts"
import { CheckoutSessionCollection, type CheckoutSessionRecord } from "./CheckoutSession.ts"
import { sessionAfter } from "./checkoutSessionMachine.ts"
import { savedSessionCard } from "./savedSessionCard.ts"

/** Moves a checkout session with the payment that its payer makes. */
export const sessionFollower: Follower = {
  follows: ({ checkoutSession }) => checkoutSession !== null,
  load: Effect.fnUntraced(function* ({ scope, row }, declines) {
    const storage = yield* Storage
    if (row.checkoutSession === null) return null
    const session = yield* storage.get(scope, CheckoutSessionCollection, row.checkoutSession)
    if (Option.isNone(session)) return null
    const { release } = yield* CardVault
    const plan = session.value.row.plan ?? null
    const subscribed =
      plan === null ? Option.none() : yield* storage.get(scope, PlanCollection, plan)
    return sessionFollowing(session.value, {
      releasesCards: release !== undefined,
      hasMethod: !declines || (yield* hasMethod(session.value)),
      plan: Option.getOrNull(subscribed)?.row ?? null
    })
  })
}

/** The facts about a session that are not in its row. */
interface SessionFacts {
  /** True if the vault is notified after a card was charged. */
  readonly releasesCards: boolean
  /** False if the payer has no method left to try. */
  readonly hasMethod: boolean
  /** The subscribed plan. Null for terms without a plan. */
  readonly plan?: PlanRecord | null
}

/** The follower of a session that was loaded with its payment. */
const sessionFollowing = (
  session: Stored<CheckoutSessionRecord>,
  { releasesCards, hasMethod, plan = null }: SessionFacts
): Following => ({
  isPaidAtOnce: session.row.captureMethod !== "manual",
  payerAwaited: (commit) => {
    const over = commit.now + challengeLifeMs
    return [scheduleJob(commit, "expire_authentication", session.row.id, over)]
  },
  follow: (commit, { after, attempt, agreement, isSuperseded }): Followed => {
    if (session.row.status !== "processing") return { changes: [] }
    const joined =
      after.status === "succeeded" || after.status === "authorized"
        ? savedSessionCard(commit, { session: session.row, plan, agreement, payment: after })
        : null
    const row = sessionAfterCharge({ ...session.row, ...joined?.session }, after, commit.now, {
      counts: !isSuperseded,
      hasMethod
    })
    return {
      payment: joined?.payment ?? {},
      changes: [
        ...(joined?.changes ?? []),
        ...(row === null ? [] : [update(CheckoutSessionCollection, session, row)]),
        ...(row === null || !releasesCards
          ? []
          : cardReleased(commit, session.row, after, attempt?.source ?? null))
      ]
    }
  }
})

/**
 * Schedules the release of the card that was entered for the finished challenge or charge, or of
 * the decrypted wallet that was charged.
 */
export const cardReleased = (
  commit: CommitContext,
  { card, threeDs }: CheckoutSessionRecord,
  { attempts }: PaymentRecord,
  charged: ChargeSource | null
): ReadonlyArray<Change> => {
  const typedFor = threeDs ?? attempts.at(-1)
  const isKept = card !== null || (charged !== null && decryptedWalletOf(charged) !== null)
  return !isKept || typedFor === undefined
    ? []
    : [scheduleJob(commit, "release_card", typedFor, commit.now)]
}

/**
 * A session ends after this many declines, so that it can't be used to test cards. An outage does
 * not count.
 */
const mostDeclines = 10

/**
 * A session ends after this many attempts, whatever their results, because its payment lists each
 * of them.
 */
const mostAttempts = 50

/**
 * Returns the session after its payment moved, without an open challenge. Returns null while the
 * payment is in progress. `counts` is false if the payer left for another method. A decline that is
 * not due to the card or its issuer does not count either. `hasMethod` is false if the payer has no
 * method left to try.
 */
export const sessionAfterCharge = (
  session: CheckoutSessionRecord,
  payment: PaymentRecord,
  now: Millis,
  { counts = true, hasMethod = true }: AfterCharge = {}
): CheckoutSessionRecord | null => {
  switch (payment.status) {
    case "succeeded":
    // The payer has done everything. The merchant captures or voids the hold.
    case "authorized":
      return sessionAfter(session, "succeed", { endedAt: now, threeDs: null })
    case "declined":
    case "failed":
      return unpaid(session, payment, { counts: counts && !isBlameless(payment), hasMethod }, now)
    default:
      return null
  }
}

interface AfterCharge {
  readonly counts?: boolean
  readonly hasMethod?: boolean
}

const unpaid = (
  session: CheckoutSessionRecord,
  { attempts }: PaymentRecord,
  { counts, hasMethod }: Required<AfterCharge>,
  now: Millis
): CheckoutSessionRecord => {
  const declines = session.declines + (counts ? 1 : 0)
  const fields = { declines, threeDs: null }
  const isOver = declines >= mostDeclines || attempts.length >= mostAttempts || !hasMethod
  if (isOver) return sessionAfter(session, "fail", { ...fields, endedAt: now })
  return now >= session.expiresAt
    ? sessionAfter(session, "expire", { ...fields, endedAt: now })
    : sessionAfter(session, "let_retry", fields)
}
