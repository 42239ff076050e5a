import {
  EventCollection,
  type EventRecord,
  insert,
  type Job,
  JobCollection,
  Storage,
  type StoragePort,
  update
} from "@payloom/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { cellName, memoryStores, onStores, openOn } from "../testing/openTestCells.ts"
import { scopeOf } from "../testing/things.ts"
import type { MoveStage } from "./MoveContext.ts"
import { moveTenant } from "./moveTenant.ts"

const run = Effect.runPromise
const scope = scopeOf("shop")

const open = async () => {
  const stores = memoryStores(2)
  const { storage } = await openOn(stores, () => cellName(0))
  const ports = await run(Effect.all(stores.cells.map((layer) => Effect.provide(Storage, layer))))
  const [from, to] = ports as unknown as [StoragePort, StoragePort]
  const move = (diesAt: MoveStage | null = null) =>
    run(
      moveTenant(onStores(stores), {
        tenant: "shop",
        to: cellName(1),
        onProgress: ({ stage }) => {
          if (stage === diesAt) throw new Error("died")
        }
      })
    )
  return { storage, from, to, move }
}

const job: Job = {
  id: "job_1",
  kind: "recover_attempt",
  subject: "attempt_1",
  dueAt: 1000,
  leasedUntil: null,
  asked: 0,
  failures: 0
}

describe("a job of a tenant that moves", () => {
  it("is claimed in one cell only, and the claim is valid after the hand-over", async () => {
    const { storage, from, to, move } = await open()
    await run(storage.commit([insert(scope, JobCollection, job)]))
    await expect(move("follow")).rejects.toThrow("died")
    expect(Option.isSome(await run(to.get(scope, JobCollection, job.id)))).toBe(true)
    const query = { now: 2000, leaseUntil: 3000, limit: 9, perTenant: 9 }
    const claimed = await run(storage.claimDue(query))
    expect(claimed).toMatchObject([{ version: 2, row: { leasedUntil: 3000 } }])
    await move()
    expect(await run(from.claimDue({ ...query, now: 5000 }))).toEqual([])
    const [held] = claimed
    if (held === undefined) throw new Error("nothing was claimed")
    await run(storage.commit([update(JobCollection, held, { ...held.row, dueAt: 9000 })]))
    const [again] = await run(storage.claimDue({ ...query, now: 9000, leaseUntil: 9999 }))
    expect(again).toMatchObject({ version: 4 })
  })
})

describe("an event of a tenant that has moved", () => {
  it("is erased in the cells that the tenant has left, too", async () => {
    const { storage, from, move } = await open()
    const event: EventRecord = {
      id: "event_00000000000000000000000001" as EventRecord["id"],
      type: "payment.succeeded",
      published: true,
      apiVersion: "2026-01-01",
      occurredAt: 0,
      livemode: true,
      data: { object: { id: "customer_1", email: "jane@example.com" }, version: 1 }
    }
    await run(storage.commit([insert(scope, EventCollection, event)]))
    await move()
    const read = Option.getOrThrow(await run(storage.get(scope, EventCollection, event.id)))
    const object = { id: "customer_1", email: "[erased]" }
    const erased = { ...event, data: { ...event.data, object } }
    await run(storage.commit([update(EventCollection, read, erased)]))
    for (const port of [storage, from]) {
      const found = Option.getOrThrow(await run(port.get(scope, EventCollection, event.id)))
      expect(found.row.data.object).toEqual(object)
    }
  })
})
