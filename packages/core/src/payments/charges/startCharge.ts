import { Context, Effect, Option } from "effect"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import { Entropy } from "../../kernel/ids/Entropy.ts"
import { insertJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, insert, inserted, update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { KeyedLock } from "../../platform/storage/KeyedLock.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { withoutSourceSecrets } from "../../providers/ChargeSource.ts"
import { type DeclineCategory, type DeclineCode, declineBlock } from "../../providers/Decline.ts"
import { Providers } from "../../providers/Providers.ts"
import { Risk, type RiskRequest, type RiskVerdict } from "../../providers/risk/Risk.ts"
import { chooseRoute, type MidState } from "../../routing/chooseRoute.ts"
import type { Routes } from "../../routing/loadRoutes.ts"
import type { Route } from "../../routing/Route.ts"
import { AttemptCollection, type AttemptRecord } from "./Attempt.ts"
import type { AttemptRows, OpenedAttempt } from "./AttemptRows.ts"
import { changedDetailsOn } from "./changedDetails.ts"
import { eligibleMids, type SourceOn } from "./eligibleMids.ts"
import { type ChargeInput, detailsOn, newAttempt, type RouteTarget } from "./newAttempt.ts"
import { PaymentCollection, type PaymentRecord } from "./Payment.ts"
import { recordTransition } from "./paymentEvents.ts"
import { paymentAfter } from "./paymentMachine.ts"
import { recoveryJob } from "./recoveryJob.ts"
import type { ChargeInFlight } from "./runCharge.ts"

/** The part of a charge that depends on who starts it. */
export interface ChargeStarter extends Pick<AttemptRows, "record" | "instrument"> {
  /** The engine's own decline before anything is sent, null if there is none. */
  readonly engineDecline: EngineDecline | null
  /** The largest number of accounts to try. All of the route if absent. */
  readonly mostAttempts?: number
  /** True if the payer is present, so the issuer may ask for authentication. */
  readonly allowsStepUp: boolean
  /** Returns the starter's own changes of the same commit, by what the charge opened. */
  readonly changes: (opened: OpenedPayment) => ReadonlyArray<Change>
}

/** The reason of the engine's own decline. The raw code is for the merchant's side only. */
export interface EngineDecline {
  readonly code: DeclineCode
  readonly category: DeclineCategory
  readonly rawCode: string
}

/** A payment after the commit that opens its charge. */
export interface OpenedPayment {
  readonly changes: ReadonlyArray<Change>
  readonly payment: Stored<PaymentRecord>
  /** The attempt to run, null if the payment is settled already. */
  readonly attempt: OpenedAttempt | null
}

/** A payment whose charge was opened. `inFlight` is null if there is nothing to run. */
interface StartedCharge extends Pick<OpenedPayment, "payment"> {
  readonly inFlight: ChargeInFlight | null
}

/**
 * Starts a charge: loads accounts and the risk's verdict, decides the route, and commits the
 * attempt in flight, or the decline. Risk that counts stored charges takes them one at a time.
 */
export const startCharge = (input: ChargeInput, routes: Routes, starter: ChargeStarter) =>
  Effect.flatMap(Risk, (risk) => {
    const lockKey = risk.lockKeyOf?.(riskRequest(input)) ?? null
    const starting = start(input, routes, starter, risk)
    return lockKey === null
      ? starting
      : Effect.flatMap(KeyedLock, ({ withLock }) =>
          withLock(lockKey, PaymentCollection.name)(starting)
        )
  })

const start = Effect.fnUntraced(function* (
  input: ChargeInput,
  { rules, mids: all }: Routes,
  starter: ChargeStarter,
  risk: Risk["Service"]
) {
  const services = yield* Effect.context<Storage | Entropy | Providers>()
  const { providerTimeoutMs } = Context.get(services, EngineConfig)
  const { mids, sourceOn } = yield* eligibleMids(input, all)
  const place = Context.get(services, Entropy).fraction()
  const chosen = chooseRoute(rules, mids, input.facts, place)
  const decline = starter.engineDecline ?? riskDecline(yield* risk.assess(riskRequest(input)))
  // A charge that the engine declines goes to no account.
  const route: Route = decline === null ? chosen : { ...chosen, targets: [] }
  const found = targetsOf(route, mids, sourceOn, Context.get(services, Providers))
    .flatMap(withFallback)
    .slice(0, starter.mostAttempts)
  const [first, ...others] = yield* Effect.forEach(found, (target) =>
    Effect.map(
      changedDetailsOn(target.provider, detailsOn(input, target.mid), target.source),
      (changedDetails): RouteTarget => ({ ...target, changedDetails })
    )
  )
  const opened =
    first === undefined
      ? openDeclined(input, route, decline ?? noRoute)
      : openCharge(input, route, first, providerTimeoutMs)
  const written = [...opened.changes, ...starter.changes(opened)]
  yield* Context.get(services, Storage).commit(written)
  const { payment, attempt } = opened
  if (attempt === null || first === undefined) {
    return { payment, inFlight: null } satisfies StartedCharge
  }
  const inFlight: ChargeInFlight = {
    rows: { ...attempt, record: starter.record, instrument: starter.instrument },
    provider: first.provider,
    details: detailsOn(input, first.mid),
    apiVersion: input.commit.apiVersion,
    allowsStepUp: starter.allowsStepUp,
    written,
    remainingTargets: others.map((target) => ({
      provider: target.provider,
      isFallback: target.isFallback === true,
      details: detailsOn(input, target.mid),
      attemptAt: (at) => newAttempt({ ...input, commit: { ...input.commit, ...at } }, route, target)
    }))
  }
  return { payment, inFlight } satisfies StartedCharge
})

const noRoute: EngineDecline = { code: "no_route", category: "technical", rawCode: "no_route" }

const riskRequest = ({ commit, facts, card }: ChargeInput): RiskRequest => ({
  scope: commit.scope,
  facts,
  fingerprint: card?.fingerprint ?? null
})

const riskDecline = (verdict: RiskVerdict): EngineDecline | null =>
  verdict._tag === "Allow"
    ? null
    : { code: "card_declined", category: "hard", rawCode: `fraud:${verdict.reason}` }

const targetsOf = (
  route: Route,
  mids: ReadonlyArray<MidState>,
  sourceOn: SourceOn,
  providers: Providers["Service"]
): ReadonlyArray<FoundTarget> =>
  route.targets.flatMap((id) => {
    const mid = mids.find((state) => state.mid.id === id)?.mid
    const provider = mid === undefined ? Option.none() : providers.get(mid.provider)
    return mid !== undefined && Option.isSome(provider)
      ? [{ mid, provider: provider.value, source: sourceOn(mid) }]
      : []
  })

type FoundTarget = Omit<RouteTarget, "changedDetails">

/** Adds the card's number on the same account, in case the issuer refuses the network token. */
const withFallback = (target: FoundTarget): ReadonlyArray<FoundTarget> => {
  const { source } = target
  if (source._tag !== "Vaulted" || source.usesNetworkToken !== true) return [target]
  const { usesNetworkToken: _, ...byNumber } = source
  return [target, { ...target, source: byNumber, isFallback: true }]
}

/** Opens an attempt with its reference, its deadline and its recovery job. */
const openCharge = (
  input: ChargeInput,
  route: Route,
  target: RouteTarget,
  callTimeoutMs: number
): OpenedPayment => {
  const { commit } = input
  const { scope } = commit
  const attempt = newAttempt(input, route, target)
  const payment = asStored(input, markProcessing(input.payment, attempt))
  const job = recoveryJob(commit, attempt, callTimeoutMs)
  return {
    payment,
    attempt: { payment, attempt: inserted(scope, attempt), job },
    changes: [
      paymentChange(input, payment.row),
      insert(scope, AttemptCollection, attempt),
      insertJob(job)
    ]
  }
}

/** Declines before anything was sent: by risk, or because no account can take the charge now. */
const openDeclined = (
  input: ChargeInput,
  route: Route,
  { code, category, rawCode }: EngineDecline
): OpenedPayment => {
  const { commit } = input
  const decline = declineBlock(code, category, commit.now)
  const attempt: AttemptRecord = {
    ...newAttempt(input, route, null),
    status: "declined",
    source: withoutSourceSecrets(input.source),
    decline,
    rawCode,
    settledAt: commit.now
  }
  const processing = markProcessing(input.payment, attempt)
  const payment = asStored(input, paymentAfter(processing, "decline", { decline }))
  return {
    payment,
    attempt: null,
    changes: [
      paymentChange(input, payment.row),
      insert(commit.scope, AttemptCollection, attempt),
      ...recordTransition(commit, processing, payment)
    ]
  }
}

const markProcessing = (payment: PaymentRecord, attempt: AttemptRecord): PaymentRecord =>
  paymentAfter(payment, "process", { attempts: payment.attempts.concat(attempt.id), decline: null })

const paymentChange = ({ commit, stored }: ChargeInput, payment: PaymentRecord): Change =>
  stored === null
    ? insert(commit.scope, PaymentCollection, payment)
    : update(PaymentCollection, stored, payment)

const asStored = ({ commit, stored }: ChargeInput, payment: PaymentRecord) =>
  stored === null ? inserted(commit.scope, payment) : updated(stored, payment)
