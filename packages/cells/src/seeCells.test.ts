import {
  AlertCollection,
  insert,
  type Job,
  JobCollection,
  Storage,
  type StoragePort,
  StorageUnavailable
} from "@payloom/core"
import { memory, openStorage } from "@payloom/testkit"
import { Clock, Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { cells } from "./cells.ts"
import { inspectCells } from "./inspectCells.ts"
import { moveTenant } from "./moves/moveTenant.ts"
import { scopeOf } from "./testing/things.ts"

const run = Effect.runPromise
const now = 1_800_000_000_000
const minuteMs = 60_000

type AlertRecord = ReturnType<typeof AlertCollection.decode>

const jobDue = (dueAt: number): Job => ({
  ...{ id: `job_${dueAt}`, kind: "expire_payment", subject: `payment_${dueAt}`, dueAt },
  ...{ leasedUntil: null, asked: 0, failures: 0 }
})

const alert = (nth: number, state: AlertRecord["state"]) =>
  ({
    ...{ id: `alert_0000000000000000000000000${nth}`, type: "alert.late_charge", state },
    ...{ subject: "attempt", payment: null, event: "event_00000000000000000000000000" },
    ...{ takenBy: null, takenAt: null, resolvedBy: null, resolvedAt: null, note: null, created: 0 }
  }) as AlertRecord

/** A storage that answers until it is switched off. */
const breakable = () => {
  let isUp = true
  const around = (inner: StoragePort): StoragePort => {
    const cut = new StorageUnavailable({ cause: "cable cut" })
    const met = <A, E>(call: Effect.Effect<A, E>) =>
      Effect.suspend(
        (): Effect.Effect<A, E | StorageUnavailable> => (isUp ? call : Effect.fail(cut))
      )
    return {
      ...inner,
      nextDue: (kinds) => met(inner.nextDue(kinds)),
      get: (scope, of, id) => met(inner.get(scope, of, id))
    }
  }
  const layer = Layer.effect(Storage, Effect.map(Storage, around)).pipe(Layer.provide(memory()))
  return {
    layer,
    cut: () => {
      isUp = false
    }
  }
}

/** Opens the cells `a`, with two shops, and `b`. */
const opened = async () => {
  const [a, b] = [breakable(), memory()]
  const storages = { directory: memory(), cells: { a: a.layer, b }, placeTenant: () => "a" }
  const { storage } = await openStorage(cells(storages))
  const write = (tenant: string, row: Job | AlertRecord) =>
    run(
      storage.commit([
        "dueAt" in row
          ? insert(scopeOf(tenant), JobCollection, row)
          : insert(scopeOf(tenant), AlertCollection, row)
      ])
    )
  await write("shop", jobDue(now - 20 * minuteMs))
  await write("shop", jobDue(now - 10 * minuteMs))
  await write("shop", alert(1, "open"))
  await write("shop", alert(2, "resolved"))
  await write("other", alert(3, "open"))
  const port = storage.cells
  if (port === undefined) throw new Error("the storage has no cells")
  return { storages, port, write, cut: a.cut }
}

describe("an operator who looks at cells", () => {
  it("sees their tenants, the oldest late job and the open alerts", async () => {
    const { storages, port } = await opened()
    const overview = await run(port.overview(now))
    const up = { state: "up", isDrained: false, problem: null, reason: null }
    expect(overview).toEqual({
      cells: [
        { ...up, name: "a", tenants: 2, lateSince: now - 20 * minuteMs, openAlerts: 2 },
        { ...up, name: "b", tenants: 0, lateSince: null, openAlerts: 0 }
      ],
      moves: []
    })
    const clock = { ...Clock.Clock.defaultValue(), currentTimeMillis: Effect.succeed(now) }
    const inspected = Effect.provideService(inspectCells(storages), Clock.Clock, clock)
    expect(await run(inspected)).toEqual(overview)
  })

  it("sees no job as late that was due five minutes ago or later", async () => {
    const { port } = await opened()
    const { cells: seen } = await run(port.overview(now - 16 * minuteMs))
    expect(seen[0]?.lateSince).toBe(null)
  })

  it("sees a cell that is down with the reason, and the others", async () => {
    const { port, cut } = await opened()
    cut()
    const { cells: seen } = await run(port.overview(now))
    expect(seen).toMatchObject([
      { name: "a", state: "down", tenants: 2, problem: "cable cut.", openAlerts: null },
      { name: "b", state: "up", openAlerts: 0 }
    ])
    expect(await run(port.cellOf("shop"))).toEqual({ name: "a", isReachable: false, move: null })
  })

  it("sees the cell of a tenant, also after a move, and none of an unknown tenant", async () => {
    const { storages, port } = await opened()
    const shop = { name: "a", isReachable: true, move: null }
    expect(await run(port.cellOf("shop"))).toEqual(shop)
    expect(await run(port.cellOf("nobody"))).toBe(null)
    await run(moveTenant(storages, { tenant: "shop", to: "b" }))
    expect(await run(port.cellOf("shop"))).toEqual({ ...shop, name: "b" })
    const { cells: seen } = await run(port.overview(now))
    expect(seen).toMatchObject([
      { lateSince: null, openAlerts: 1 },
      { lateSince: now - 20 * minuteMs, openAlerts: 1 }
    ])
  })

  it("sees a move that is not finished, with its phase", async () => {
    const { storages, port } = await opened()
    const dying = Layer.effect(
      Storage,
      Effect.map(Storage, (inner) => ({
        ...inner,
        commit: (changes: Parameters<StoragePort["commit"]>[0]) =>
          changes.some(({ collection: { name } }) => name === "jobs")
            ? Effect.die(new Error("the power failed"))
            : inner.commit(changes)
      }))
    ).pipe(Layer.provide(storages.cells.b))
    const moving = { ...storages, cells: { ...storages.cells, b: dying } }
    await expect(run(moveTenant(moving, { tenant: "shop", to: "b" }))).rejects.toThrow("power")
    const move = { tenant: "shop", from: "a", to: "b", phase: "copying" }
    expect((await run(port.overview(now))).moves).toEqual([move])
    expect((await run(port.cellOf("shop")))?.move).toEqual(move)
  })
})
