import { createHandler } from "@payloom/adapter-http"
import {
  type ConsumedEvent,
  EventCollection,
  Payloom,
  Storage,
  type StorageLoss,
  type StoragePort,
  StorageUnavailable
} from "@payloom/core"
import { memory, openStorage, sandbox } from "@payloom/testkit"
import { Effect, Layer } from "effect"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { cells } from "./cells.ts"
import { pause } from "./realTime.ts"

/** A storage in memory that can be down, silent, or full: then only reads succeed. */
type Conduct = "up" | "down" | "silent" | "full"

const noSpace = new StorageUnavailable({ cause: "no space left on device", isFull: true })

/** The calls that write. */
const writes = ["commit", "claimDue", "sweep"]

const breakable = (layer: Layer.Layer<Storage>) => {
  let conduct: Conduct = "up"
  const met = <A, E, R>(call: Effect.Effect<A, E, R>, isWrite: boolean) =>
    Effect.suspend((): Effect.Effect<A, E | StorageUnavailable, R> => {
      if (conduct === "full") return isWrite ? Effect.fail(noSpace) : call
      if (conduct === "silent") return Effect.never
      return conduct === "up" ? call : Effect.fail(new StorageUnavailable({ cause: "cable cut" }))
    })
  const checkWrites = met(Effect.succeed([]), true)
  const around = (port: StoragePort): StoragePort => ({
    ...(Object.fromEntries(
      Object.entries(port).map(([name, call]) => [
        name,
        typeof call === "function"
          ? (...given: ReadonlyArray<unknown>) =>
              met(
                (call as (...all: ReadonlyArray<unknown>) => Effect.Effect<unknown>)(...given),
                writes.includes(name)
              )
          : call
      ])
    ) as unknown as StoragePort),
    checkWrites
  })
  return {
    layer: Layer.provide(Layer.effect(Storage, Effect.map(Storage, around)), layer),
    set: (next: Conduct) => {
      conduct = next
    }
  }
}

const unreachable = ({ databases }: StoragePort) =>
  databases?.().flatMap(({ name, isReachable }) => (isReachable ? [] : [name]))

/** Opens an engine on the cells `a` and `b` with a shop in each, and a handler. */
const openShops = async () => {
  const b = breakable(memory())
  const directory = breakable(memory())
  let placed = 0
  const storage = cells({
    directory: directory.layer,
    cells: { a: memory(), b: b.layer },
    placeTenant: () => (placed++ === 0 ? "a" : "b")
  })
  const box = sandbox()
  const payloom = await Payloom.make({ ...box.setup, storage, options: { pollMs: 20 } })
  onTestFinished(() => payloom.close())
  const open = async (displayName: string) => {
    const shop = await box.openShop(payloom, { reference: displayName })
    const paymentInstrument = await box.saveCard(shop, "approved")
    let keys = 0
    const pay = () =>
      shop.payments.create(
        { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
        { idempotencyKey: `${displayName} ${keys++}` }
      )
    return { shop, pay }
  }
  const handler = createHandler(payloom)
  const health = async () => (await handler(new Request("http://shop.example/health"))).json()
  return { b, directory, payloom, inA: await open("In A"), inB: await open("In B"), health }
}

describe.each<[Conduct]>([["down"], ["silent"]])("while a cell is %s", (conduct) => {
  it("other tenants pay, and their jobs and consumers continue", async () => {
    const { b, payloom, inA, inB } = await openShops()
    const seen: Array<ConsumedEvent> = []
    await payloom.events.consume("all", (event) => seen.push(event), { from: "beginning" })
    const before = await inB.pay()
    const isSeen = (payment: string) => () =>
      seen.some(({ data, type }) => data.payment_id === payment && type === "payment.succeeded")
    await expect.poll(isSeen(before.id)).toBe(true)
    b.set(conduct)
    const paid = await inA.pay()
    expect(paid.status).toBe("succeeded")
    await inA.shop.payments.refund(paid.id, {}, { idempotencyKey: "refund" })
    await expect.poll(isSeen(paid.id)).toBe(true)
    await expect
      .poll(async () => (await inA.shop.payments.retrieve(paid.id)).status)
      .toBe("refunded")
    b.set("up")
    await Effect.runPromise(pause(2100))
    const after = await inB.pay()
    await expect.poll(isSeen(after.id)).toBe(true)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
  })

  it("/health names it, until it is back", async () => {
    const { b, health } = await openShops()
    expect(await health()).toEqual({ status: "ok" })
    b.set(conduct)
    await expect.poll(health).toEqual({ status: "ok", down: ["b"] })
    b.set("up")
    await expect.poll(health).toEqual({ status: "ok" })
  })
})

describe("while a disk is full", () => {
  it("of a cell, other tenants pay, and /health names the cell until there is space", async () => {
    const { b, inA, inB, health } = await openShops()
    const paid = await inB.pay()
    b.set("full")
    expect((await inA.pay()).status).toBe("succeeded")
    await expect(inB.pay()).rejects.toMatchObject({ isFull: true })
    expect((await inB.shop.payments.retrieve(paid.id)).id).toBe(paid.id)
    expect(await health()).toEqual({ status: "ok", full: ["b"] })
    await inA.shop.payments.refund((await inA.pay()).id, {}, { idempotencyKey: "refund" })
    // Also after a worker could claim no job there.
    await Effect.runPromise(pause(100))
    expect(await health()).toEqual({ status: "ok", full: ["b"] })
    b.set("up")
    expect(await health()).toEqual({ status: "ok" })
    expect((await inB.pay()).status).toBe("succeeded")
  })

  it("of the directory, known tenants pay, and new ones wait", async () => {
    const { directory, payloom, inA, inB, health } = await openShops()
    directory.set("full")
    expect((await inA.pay()).status).toBe("succeeded")
    expect((await inB.pay()).status).toBe("succeeded")
    const creating = payloom.tenants.create({ displayName: "New", defaultCurrency: "EUR" })
    await expect(creating).rejects.toMatchObject({ isFull: true })
    expect(await health()).toEqual({ status: "ok", full: ["directory"] })
    directory.set("up")
    expect(await health()).toEqual({ status: "ok" })
    await payloom.tenants.create({ displayName: "New", defaultCurrency: "EUR" })
  })

  it("of every cell, /health fails", async () => {
    const b = breakable(memory())
    const storage = cells({ directory: memory(), cells: { b: b.layer } })
    const payloom = await Payloom.make({ ...sandbox().setup, storage, workers: false })
    onTestFinished(() => payloom.close())
    const { checkStorage } = payloom.services.background
    expect(await Effect.runPromise(checkStorage())).toEqual({ down: [], full: [] })
    b.set("full")
    await expect(Effect.runPromise(checkStorage())).rejects.toMatchObject({ isFull: true })
  })
})

describe("while a cell is down", () => {
  it("its tenants get StorageUnavailable with the cause, until it is up again", async () => {
    const { b, inB } = await openShops()
    b.set("down")
    await expect(inB.pay()).rejects.toThrow("cable cut")
    b.set("up")
    expect((await inB.pay()).status).toBe("succeeded")
  })

  it("new tenants get a cell that is up", async () => {
    const b = breakable(memory())
    const storage = cells({ directory: memory(), cells: { a: memory(), b: b.layer } })
    const payloom = await Payloom.make({ ...sandbox().setup, storage, workers: false })
    onTestFinished(() => payloom.close())
    b.set("down")
    await Effect.runPromise(payloom.services.background.checkStorage())
    for (let nth = 0; nth < 8; nth++) {
      await payloom.tenants.create({ displayName: `Shop ${nth}`, defaultCurrency: "EUR" })
    }
  })
})

describe("a process that starts while a cell is down", () => {
  it("starts without it, fails reads that need all rows, and has it as soon as it is up", async () => {
    let isUp = false
    const real = memory()
    const late = Layer.unwrap(
      Effect.suspend(() =>
        isUp
          ? Effect.succeed(real)
          : Effect.fail(new StorageUnavailable({ cause: "no route to it" }))
      )
    )
    const options = { directory: memory(), cells: { a: memory(), b: real } } as const
    await openStorage(cells(options))
    const { storage } = await openStorage(
      cells({ ...options, cells: { a: options.cells.a, b: late } })
    )
    expect(unreachable(storage)).toEqual(["b"])
    const asked = (onlyReachable: { readonly onlyReachable?: true }) => [
      storage.scopes({ limit: 9, ...onlyReachable }),
      storage.feed(EventCollection, { part: 0, after: null, limit: 9, ...onlyReachable })
    ]
    for (const call of asked({})) {
      await expect(Effect.runPromise<unknown, unknown>(call)).rejects.toThrow("cell b is down")
    }
    for (const call of asked({ onlyReachable: true }))
      await Effect.runPromise<unknown, unknown>(call)
    isUp = true
    await expect.poll(() => unreachable(storage)).toEqual([])
  })

  it("waits for a first cell, however slowly it opens, and for no other one after that", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const opened = Promise.withResolvers<void>()
    const slow = Layer.unwrap(
      Effect.as(
        Effect.promise(() => opened.promise),
        memory()
      )
    )
    const silent = Layer.effect(Storage, Effect.never)
    let isOpen = false
    const opening = openStorage(cells({ directory: memory(), cells: { slow, silent } }))
    void opening.finally(() => {
      isOpen = true
    })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(isOpen).toBe(false)
    opened.resolve()
    await vi.advanceTimersByTimeAsync(1)
    expect(unreachable((await opening).storage)).toEqual(["silent"])
  })

  it("fails if no cell is up", async () => {
    const down = Layer.effect(Storage, Effect.fail(new StorageUnavailable({ cause: "no route" })))
    await expect(openStorage(cells({ directory: memory(), cells: { a: down } }))).rejects.toThrow(
      "no route"
    )
  })
})

it("tells which database was lost", async () => {
  const listeners = new Map<string, (loss: StorageLoss) => void>()
  const losable = (name: string) =>
    Layer.provide(
      Layer.effect(
        Storage,
        Effect.map(Storage, (port) => ({
          ...port,
          hearLoss: (listener: (loss: StorageLoss) => void) => {
            listeners.set(name, listener)
            return () => listeners.delete(name)
          }
        }))
      ),
      memory()
    )
  const { storage, close } = await openStorage(
    cells({ directory: losable("directory"), cells: { a: losable("a"), b: losable("b") } })
  )
  const heard: Array<StorageLoss> = []
  const stop = storage.hearLoss?.((loss) => heard.push(loss))
  const loss = { file: null, reason: "rewound" } as const
  for (const name of ["b", "directory"]) listeners.get(name)?.(loss)
  expect(heard).toEqual([
    { ...loss, database: "b" },
    { ...loss, database: "directory" }
  ])
  stop?.()
  expect(listeners.size).toBe(0)
  await close()
})
