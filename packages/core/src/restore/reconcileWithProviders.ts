import { Clock, Effect, Option } from "effect"
import { eraseAgain } from "../erasure/eraseAgain.ts"
import { Ids } from "../kernel/ids/Moment.ts"
import { dayMs } from "../kernel/primitives/durations.ts"
import type { Acting } from "../operators/audit/Acting.ts"
import { recordedCall } from "../operators/audit/recordedCall.ts"
import { type Deployment, DeploymentCollection } from "../platform/secrets/Deployment.ts"
import { update } from "../platform/storage/Change.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import { eachPage } from "../platform/storage/eachPage.ts"
import { type Job, JobCollection } from "../platform/storage/Job.ts"
import { deploymentScope, type Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { Providers } from "../providers/Providers.ts"
import { routingTable } from "../routing/changeTable.ts"
import { findCandidates } from "./bookInFlight.ts"
import type {
  ReconciledAccount,
  ReconcileReport,
  ReconcileStoreOptions
} from "./ReconcileReport.ts"
import { reconcileAccount } from "./reconcileAccount.ts"

/**
 * Compares the books of all merchants with their providers, and books the differences. It may be
 * repeated, also after it was killed: what is booked is not found again. A restored storage is
 * released at the end, if nothing is left for a person.
 */
export const reconcileWithProviders = Effect.fnUntraced(function* (
  options: ReconcileStoreOptions = {}
) {
  const storage = yield* Storage
  const { reportOnly = false, acceptRest = false, by = byDefault, onAccount } = options
  const held = yield* storage.get(deploymentScope, DeploymentCollection, "deployment")
  const restored = Option.getOrNull(held)?.row.restored
  const now = yield* Clock.currentTimeMillis
  const since = options.since ?? (restored?.takenAt ?? now) - dayMs
  const accounts: Array<ReconciledAccount> = []
  let renewalsDue = 0
  yield* eachScope((scope) =>
    Effect.gen(function* () {
      for (const account of yield* reconcileScope(scope, { since, reportOnly, by })) {
        accounts.push(account)
        onAccount?.(account)
      }
      renewalsDue += yield* countRenewals(scope, now)
    })
  )
  const erased = yield* eraseAgain(reportOnly, by)
  const findings = accounts.flatMap((account) => account.findings)
  const problems = accounts.flatMap((account) => account.problems)
  const rests = [...findings, ...erased].filter(({ rest }) => rest !== null)
  const left = rests.length + problems.length
  const mayRelease = !reportOnly && (left === 0 || acceptRest)
  if (mayRelease && Option.isSome(held)) yield* release(held.value)
  const report: ReconcileReport = {
    since,
    restoredFrom: restored?.takenAt ?? null,
    accounts,
    erased,
    booked: findings.filter(({ isBooked }) => isBooked).length,
    left,
    renewalsDue,
    isReleased: restored === undefined || mayRelease
  }
  return report
})

const eachScope = Effect.fnUntraced(function* <E, R>(
  visit: (scope: Scope) => Effect.Effect<void, E, R>
) {
  const storage = yield* Storage
  let after: Scope | undefined
  for (;;) {
    const query = { limit: 100, ...(after === undefined ? {} : { after }) }
    const scopes: ReadonlyArray<Scope> = yield* storage.scopes(query)
    const own = scopes.filter(({ tenant }) => tenant !== deploymentScope.tenant)
    yield* Effect.forEach(own, visit, { discard: true })
    after = scopes.at(-1)
    if (after === undefined) return
  }
})

/** The actor of the audit log, unless the caller names another. */
const byDefault: Acting = { actor: { type: "command", id: "Payloom.reconcile" } }

const reconcileScope = Effect.fnUntraced(function* (
  scope: Scope,
  {
    since,
    reportOnly,
    by
  }: { readonly since: number; readonly reportOnly: boolean; readonly by: Acting }
) {
  const providers = yield* Providers
  const storage = yield* Storage
  const ids = yield* Ids
  const { mids } = yield* routingTable(scope)
  const candidates = yield* findCandidates(scope, since)
  return yield* Effect.forEach(mids, (mid) =>
    Option.match(providers.get(mid.provider), {
      onNone: () => Effect.succeed(unregistered(scope, mid)),
      onSome: (provider) =>
        recordedCall(
          reconcileAccount({ scope, mid, provider, candidates, since, reportOnly }),
          by,
          { operation: "background.reconcileWithProviders", input: [scope, mid.id], storage, ids }
        )
    })
  )
})

const countRenewals = Effect.fnUntraced(function* (scope: Scope, now: number) {
  let due = 0
  yield* eachPage(scope, JobCollection, { order: "asc" }, (page) =>
    Effect.sync(() => {
      const isDue = ({ row }: Stored<Job>) => row.kind === "bill_subscription" && row.dueAt <= now
      due += page.filter(isDue).length
    })
  )
  return due
})

const unregistered = (
  scope: Scope,
  { id, provider }: { readonly id: string; readonly provider: string }
): ReconciledAccount => ({
  scope,
  mid: id,
  provider,
  isListed: false,
  compared: 0,
  findings: [],
  problems: [`The provider ${provider} is not in the setup.`]
})

/** Lets engines start on a restored storage. */
const release = Effect.fnUntraced(function* (held: Stored<Deployment>) {
  const storage = yield* Storage
  const { restored, ...row } = held.row
  if (restored === undefined) return
  const { secretCheck } = restored
  const change = update(DeploymentCollection, held, { ...row, secretCheck })
  // If another process has released the storage meanwhile, there is nothing to do.
  yield* Effect.catchTag(storage.commit([change]), "CommitConflict", () => Effect.void)
})
