import {
  type ClaimQuery,
  check,
  deploymentScope,
  type Job,
  JobCollection,
  type StoragePort,
  type StorageUnavailable,
  type Stored
} from "@payloom/core"
import { Effect, Option } from "effect"
import { CellIdentityCollection, type MovingTenant, ResidentCollection } from "./cellRows.ts"
import { journaling } from "./commits.ts"
import { signIn } from "./moves/signs.ts"

/**
 * Claims jobs in a cell. A moving tenant has jobs in both cells, and only one of them gives them.
 * The other claims stay unused until their lease ends, and the copy ignores them.
 */
export const claimIn = Effect.fnUntraced(function* (storage: StoragePort, query: ClaimQuery) {
  const jobs = yield* storage.claimDue(query)
  if (jobs.length === 0) return jobs
  // Read after the claim. A tenant is noted before the first copy of its jobs.
  const identity = yield* storage.get(deploymentScope, CellIdentityCollection, "cell")
  const moving = Option.match(identity, {
    onNone: () => noOne,
    onSome: ({ row }) => row.moving ?? noOne
  })
  if (moving.length === 0) return jobs
  const states = new Map(moving.map(({ tenant, state }) => [tenant, state]))
  const given: Array<Stored<Job>> = []
  for (const [tenant, own] of Map.groupBy(jobs, ({ scope }) => scope.tenant)) {
    const state = states.get(tenant)
    if (state === undefined) given.push(...own)
    else if (state === "leaving") given.push(...(yield* journaled(storage, tenant, own)))
    else if (state === "arrived") given.push(...(yield* unchanged(storage, own)))
  }
  return given
})

const noOne: ReadonlyArray<MovingTenant> = []

/**
 * Notes claims in the journal of a tenant that leaves, so that its copy has them too. Returns none
 * of them if the tenant is frozen or has left.
 */
const journaled = Effect.fnUntraced(function* (
  storage: StoragePort,
  tenant: string,
  jobs: ReadonlyArray<Stored<Job>>
) {
  const sign = yield* signIn(storage, tenant)
  if (sign !== null && sign.row.movedTo !== null) return []
  const rows = jobs.map(({ scope, row }) => [JobCollection.name, scope.mode, row.id] as const)
  const isThere = sign === null ? [] : [check(ResidentCollection, sign)]
  return yield* storage.commit([...isThere, journaling(tenant, rows)]).pipe(
    Effect.as(jobs),
    Effect.catchTag("CommitConflict", () => Effect.succeed<typeof jobs>([]))
  )
})

/** Leaves out claims of copies that the hand-over has written again. */
const unchanged = (
  storage: StoragePort,
  jobs: ReadonlyArray<Stored<Job>>
): Effect.Effect<ReadonlyArray<Stored<Job>>, StorageUnavailable> =>
  Effect.filter(jobs, ({ scope, row, version }) =>
    Effect.map(
      storage.get(scope, JobCollection, row.id),
      Option.exists((now) => now.version === version && now.row.leasedUntil === row.leasedUntil)
    )
  )
