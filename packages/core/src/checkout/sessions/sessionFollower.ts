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
import { challengeLifeMs } from "../three-ds/ThreeDsSession.ts"
import { CheckoutSessionCollection, type CheckoutSessionRecord } from "./CheckoutSession.ts"
import { sessionAfter } from "./checkoutSessionMachine.ts"
import { savedSessionCard } from "./savedSessionCard.ts"

/** A checkout session moves with the payment that its payer makes (spec 3.2). */
export const sessionFollower: Follower = {
  load: Effect.fnUntraced(function* ({ scope, row }) {
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
      plan: Option.getOrNull(subscribed)?.row ?? null
    })
  })
}

/** What there is to know of a session beside its row. */
interface SessionFacts {
  /** Whether the vault is told that a card was charged. */
  readonly releasesCards: boolean
  /** The plan that is subscribed to; null for terms of their own. */
  readonly plan?: PlanRecord | null
}

/** A session that was loaded with its payment. */
const sessionFollowing = (
  session: Stored<CheckoutSessionRecord>,
  { releasesCards, plan = null }: SessionFacts
): Following => ({
  isPaidAtOnce: true,
  payerAwaited: (commit) => {
    const over = commit.now + challengeLifeMs
    return [scheduleJob(commit, "expire_authentication", session.row.id, over)]
  },
  follow: (commit, { after, agreement, isSuperseded }): Followed => {
    if (session.row.status !== "processing") return { changes: [] }
    const joined =
      after.status === "succeeded"
        ? savedSessionCard(commit, { session: session.row, plan, agreement, payment: after })
        : null
    const row = sessionAfterCharge({ ...session.row, ...joined?.session }, after, commit.now, {
      counts: !isSuperseded
    })
    return {
      payment: joined?.payment ?? {},
      changes: [
        ...(joined?.changes ?? []),
        ...(row === null ? [] : [update(CheckoutSessionCollection, session, row)]),
        ...(row === null || !releasesCards ? [] : cardReleased(commit, session.row, after))
      ]
    }
  }
})

/** The card that was typed in for what is over now: a challenge that is open, or a charge. */
export const cardReleased = (
  commit: CommitContext,
  { card, threeDs }: CheckoutSessionRecord,
  { attempts }: PaymentRecord
): ReadonlyArray<Change> => {
  const typedFor = threeDs ?? attempts.at(-1)
  return card === null || typedFor === undefined
    ? []
    : [scheduleJob(commit, "release_card", typedFor, commit.now)]
}

/**
 * After so many declines a session is over: it is no place to try out cards. An outage is none.
 */
const mostDeclines = 10

/** After so many attempts a session is over, whatever became of them: its payment names each. */
const mostAttempts = 50

/**
 * A session under confirm as its payment leaves it, with no challenge open any more; null while
 * that is still under way. `counts` is false where the payer gave up for another way to pay. A
 * decline that neither the card nor its issuer is to blame for doesn't count either.
 */
export const sessionAfterCharge = (
  session: CheckoutSessionRecord,
  payment: PaymentRecord,
  now: Millis,
  { counts = true }: { readonly counts?: boolean } = {}
): CheckoutSessionRecord | null => {
  switch (payment.status) {
    case "succeeded":
      return sessionAfter(session, "succeed", { endedAt: now, threeDs: null })
    case "declined":
    case "failed":
      return unpaid(session, payment, counts && !isBlameless(payment), now)
    default:
      return null
  }
}

const unpaid = (
  session: CheckoutSessionRecord,
  { attempts }: PaymentRecord,
  counts: boolean,
  now: Millis
): CheckoutSessionRecord => {
  const declines = session.declines + (counts ? 1 : 0)
  const fields = { declines, threeDs: null }
  const isOver = declines >= mostDeclines || attempts.length >= mostAttempts
  if (isOver) return sessionAfter(session, "fail", { ...fields, endedAt: now })
  return now >= session.expiresAt
    ? sessionAfter(session, "expire", { ...fields, endedAt: now })
    : sessionAfter(session, "let_retry", fields)
}
