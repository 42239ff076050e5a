import { Effect, Option } from "effect"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import { Entropy } from "../../kernel/ids/Entropy.ts"
import type { Change } from "../../platform/storage/Change.ts"
import { KeyedLock } from "../../platform/storage/KeyedLock.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { Providers } from "../../providers/Providers.ts"
import { Risk, type RiskRequest, type RiskVerdict } from "../../providers/risk/Risk.ts"
import { chooseRoute, type MidState } from "../../routing/chooseRoute.ts"
import type { Routes } from "../../routing/loadRoutes.ts"
import type { Route } from "../../routing/Route.ts"
import type { AttemptRows } from "./AttemptRows.ts"
import type { ChargeInFlight } from "./applyVerdict.ts"
import { changedDetailsOn } from "./changedDetails.ts"
import { eligibleMids, type SourceOn } from "./eligibleMids.ts"
import {
  attemptOf,
  type ChargeInput,
  detailsOn,
  type EngineDecline,
  type OpenedPayment,
  openCharge,
  openDeclined,
  type RouteTarget
} from "./openCharge.ts"
import { PaymentCollection } from "./Payment.ts"

/** Who starts a charge, and what they add to it. */
export interface ChargeStarter extends Pick<AttemptRows, "record" | "instrument"> {
  /** Why it is declined before anything is sent; null where nothing speaks against it. */
  readonly engineDecline: EngineDecline | null
  /** How many accounts it may be tried on at most; all that the route names without it. */
  readonly mostAttempts?: number
  /** Whether the issuer may ask for the payer, who is there. */
  readonly allowsStepUp: boolean
  /** The changes of the same commit, told what the charge made of the payment. */
  readonly changes: (opened: OpenedPayment) => ReadonlyArray<Change>
}

/** A payment whose charge was opened: to be carried through, or at rest for `inFlight` null. */
interface StartedCharge extends Pick<OpenedPayment, "payment"> {
  readonly inFlight: ChargeInFlight | null
}

/** Asks risk, chooses the route and commits the attempt, or the decline there is at once. */
export const startCharge = (basis: ChargeInput, routes: Routes, starter: ChargeStarter) =>
  Effect.flatMap(Risk, (risk) => {
    const turn = risk.lockKeyOf?.(riskRequest(basis)) ?? null
    const starting = start(basis, routes, starter, risk)
    return turn === null
      ? starting
      : Effect.flatMap(KeyedLock, ({ withLock }) =>
          withLock(turn, PaymentCollection.name)(starting)
        )
  })

const start = Effect.fnUntraced(function* (
  basis: ChargeInput,
  { rules, mids: all }: Routes,
  starter: ChargeStarter,
  risk: Risk["Service"]
) {
  const storage = yield* Storage
  const { providerTimeoutMs } = yield* EngineConfig
  const { commit } = basis
  const { fraction } = yield* Entropy
  const { mids, sourceOn } = yield* eligibleMids(basis, all)
  const chosen = chooseRoute(rules, mids, basis.facts, fraction())
  const refusal = starter.engineDecline ?? refusalOf(yield* risk.assess(riskRequest(basis)))
  // Refused, there is nowhere left to go.
  const route: Route = refusal === null ? chosen : { ...chosen, targets: [] }
  const stops = targetsOf(route, mids, sourceOn, yield* Providers).slice(0, starter.mostAttempts)
  const [first, ...others] = yield* Effect.forEach(stops, (stop) =>
    Effect.map(
      changedDetailsOn(stop.provider, detailsOn(basis, stop.mid), stop.source),
      (changedDetails): RouteTarget => ({ ...stop, changedDetails })
    )
  )
  const opened =
    first === undefined
      ? openDeclined(basis, route, refusal ?? noRoute)
      : openCharge(basis, route, first, providerTimeoutMs)
  const written = [...opened.changes, ...starter.changes(opened)]
  yield* storage.commit(written)
  const { payment, attempt } = opened
  if (attempt === null || first === undefined) {
    return { payment, inFlight: null } satisfies StartedCharge
  }
  const inFlight: ChargeInFlight = {
    rows: { ...attempt, record: starter.record, instrument: starter.instrument },
    provider: first.provider,
    details: detailsOn(basis, first.mid),
    apiVersion: commit.apiVersion,
    allowsStepUp: starter.allowsStepUp,
    written,
    rest: others.map((target) => ({
      provider: target.provider,
      details: detailsOn(basis, target.mid),
      attemptAt: (at) => attemptOf({ ...basis, commit: { ...commit, ...at } }, route, target)
    }))
  }
  return { payment, inFlight } satisfies StartedCharge
})

const noRoute: EngineDecline = {
  code: "no_route",
  category: "technical",
  rawCode: "no_route"
}

const riskRequest = ({ commit, facts, card }: ChargeInput): RiskRequest => ({
  scope: commit.scope,
  facts,
  fingerprint: card?.fingerprint ?? null
})

const refusalOf = (verdict: RiskVerdict): EngineDecline | null =>
  verdict._tag === "Allow"
    ? null
    : { code: "card_declined", category: "hard", rawCode: `fraud:${verdict.reason}` }

const targetsOf = (
  route: Route,
  mids: ReadonlyArray<MidState>,
  sourceOn: SourceOn,
  providers: Providers["Service"]
): ReadonlyArray<Omit<RouteTarget, "changedDetails">> =>
  route.targets.flatMap((id) => {
    const mid = mids.find((state) => state.mid.id === id)?.mid
    const provider = mid === undefined ? Option.none() : providers.get(mid.provider)
    return mid !== undefined && Option.isSome(provider)
      ? [{ mid, provider: provider.value, source: sourceOn(mid) }]
      : []
  })
