import { Clock, Effect } from "effect"
import { isLeaseOver, leaseMs } from "../../platform/jobs/Leases.ts"
import { type Change, insert, remove, update } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { feedParts } from "../../platform/storage/feed.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import { deploymentScope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import {
  type ConsumerMember,
  ConsumerMemberCollection,
  type ConsumerPart,
  ConsumerPartCollection
} from "./ConsumerRows.ts"

/** More processes than parts have nothing to do. */
const mostMembers = 100

/** The parts of a consumer, and this process's share of them. */
interface Shares {
  readonly parts: ReadonlyArray<Stored<ConsumerPart>>
  /** The number of parts that this process should read. */
  readonly quota: number
}

/** Reads the parts of a consumer. */
export const partsOf = (storage: Storage["Service"], consumer: string) =>
  storage.page(deploymentScope, ConsumerPartCollection, {
    where: { consumer },
    order: "asc",
    limit: feedParts
  })

/** Announces that this process shares a consumer's work, and reads its share. */
export const balanceParts = Effect.fnUntraced(function* (consumer: string, process: string) {
  const storage = yield* Storage
  const now = yield* Clock.currentTimeMillis
  yield* retryConflicts(announce(consumer, process))
  const members = yield* membersOf(storage, consumer)
  const alive = members.filter(({ row }) => !isLeaseOver(row.aliveUntil, now)).length
  const parts = yield* partsOf(storage, consumer)
  return { parts, quota: Math.ceil(feedParts / Math.max(alive, 1)) } satisfies Shares
})

const membersOf = (storage: Storage["Service"], consumer: string) =>
  storage.page(deploymentScope, ConsumerMemberCollection, {
    where: { consumer },
    order: "asc",
    limit: mostMembers
  })

/** Also removes processes that died. */
const announce = Effect.fnUntraced(function* (consumer: string, process: string) {
  const storage = yield* Storage
  const now = yield* Clock.currentTimeMillis
  const members = yield* membersOf(storage, consumer)
  const own = members.find(({ row }) => row.process === process)
  const ownUntil = own?.row.aliveUntil ?? 0
  if (!isLeaseOver(ownUntil, now) && ownUntil - now > (2 * leaseMs) / 3) return
  const row: ConsumerMember = {
    id: `${consumer}/${process}`,
    consumer,
    process,
    aliveUntil: now + leaseMs
  }
  const dead = members.filter((member) => member !== own && isLeaseOver(member.row.aliveUntil, now))
  yield* storage.commit([
    own === undefined
      ? insert(deploymentScope, ConsumerMemberCollection, row)
      : update(ConsumerMemberCollection, own, row),
    ...dead.map((member): Change => remove(ConsumerMemberCollection, member))
  ])
})

/** Removes this process from a consumer's members, so that the others take its parts. */
export const leaveConsumer = Effect.fnUntraced(function* (consumer: string, process: string) {
  const storage = yield* Storage
  const members = yield* membersOf(storage, consumer)
  const own = members.find(({ row }) => row.process === process)
  if (own !== undefined) yield* storage.commit([remove(ConsumerMemberCollection, own)])
})
