import { rmSync } from "node:fs"
import { join } from "node:path"
import { sqlite } from "@payloom/adapter-sqlite"
import {
  collections,
  DeploymentCollection,
  deploymentScope,
  EventCollection,
  Payloom,
  PaymentCollection,
  remove,
  Storage,
  type StoragePort
} from "@payloom/core"
import { everyRow, memory } from "@payloom/testkit"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { Effect, Layer, Option } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { copyStore } from "./copyStore.ts"
import { storageAt } from "./storageAt.ts"
import { consumeNew, fillStore, testEngines } from "./testing/filledStore.ts"
import { runLine } from "./testing/runLine.ts"
import { temporaryFolder } from "./testing/temporaryFolder.ts"

const server = hasPostgres ? await startPostgres() : null
const folder = temporaryFolder()

afterAll(() => server?.stop())

let files = 0
const newFile = async () => join(folder, `store-${files++}.db`)
const newDatabase = async () => (await server?.newDatabase()) ?? ""

const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(effect)

const on = <A, E>(location: string, work: (storage: StoragePort) => Effect.Effect<A, E>) =>
  run(Effect.provide(Effect.flatMap(Storage, work), storageAt(location)))

const copy = (from: string, to: string, verifyOnly = false) =>
  run(copyStore({ from: storageAt(from), to: storageAt(to), verifyOnly }))

const filled = async () => {
  const engines = testEngines()
  const location = await newFile()
  const payloom = await engines.open(storageAt(location))
  const store = await fillStore(engines, payloom)
  await payloom.close()
  return { engines, location, store }
}

const ways: ReadonlyArray<readonly [string, () => Promise<string>]> = [
  ["a SQLite file", newFile],
  ["PostgreSQL", newDatabase]
]

describe.each(ways)("a store that is copied to %s", (kind, newLocation) => {
  const test = it.skipIf(kind === "PostgreSQL" && server === null)

  test("has every row unchanged, with its version, also after a copy back", async () => {
    const { location } = await filled()
    const target = await newLocation()
    const copied = await copy(location, target)
    expect(copied.isEqual).toBe(true)
    expect(copied.trialBalance).toMatchObject([{ currency: "EUR", sum: 0n, isEqual: true }])
    const rowsOf = Object.fromEntries(
      copied.collections.map((each) => [each.collection, each.rows])
    )
    for (const name of ["payments", "events", "jobs", "disputes", "subscriptions", "tenants"]) {
      expect([name, rowsOf[name] ?? 0]).not.toEqual([name, 0])
    }
    expect(copied.collections).toHaveLength(collections.length - 1)
    const back = await newFile()
    await copy(target, back)
    const again = await copy(location, back, true)
    expect(again.collections).toEqual(copied.collections)
  })

  test("continues with consumers, idempotency keys, jobs and secrets as before", async () => {
    const { engines, location, store } = await filled()
    const target = await newLocation()
    await copy(location, target)
    const payloom = await engines.open(storageAt(target))
    const shop = payloom.merchant(store.merchant)
    const replayed = await shop.payments.create(
      { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: store.card },
      { idempotencyKey: "payment 0" }
    )
    expect(replayed.id).toBe(store.payment)
    const all = await run(everyRow(payloom.services.storage, store.merchant, EventCollection))
    const rest = await consumeNew(payloom)
    expect(store.seen.length).toBeGreaterThan(0)
    expect(rest.length).toBeGreaterThan(0)
    expect([...store.seen, ...rest].toSorted()).toEqual(all.map(({ id }) => id).toSorted())
    await shop.payments.refund(store.payment, { amount: 850n }, { idempotencyKey: "the rest" })
    await payloom.runDue()
    expect((await shop.payments.retrieve(store.payment)).status).toBe("refunded")
    expect((await shop.subscriptions.retrieve(store.subscription)).status).toBe("active")
    expect(await shop.webhooks.rotateSecret(store.endpoint)).toMatchObject({ id: store.endpoint })
    expect(await engines.box.audit(payloom)).toEqual([])
    await payloom.close()
  })

  test("starts no engine until the copy is finished, and the same call finishes it", async () => {
    const { engines, location } = await filled()
    const target = await newLocation()
    const dying = run(
      copyStore({
        from: Layer.effect(Storage, Effect.map(Storage, dyingAt("payments"))).pipe(
          Layer.provide(storageAt(location))
        ),
        to: storageAt(target)
      })
    )
    await expect(dying).rejects.toThrow("the power failed")
    await expect(engines.open(storageAt(target))).rejects.toMatchObject({
      _tag: "StorageIncomplete"
    })
    const listed = await runLine(["payments", "list", "--database", target, "--json"], {
      env: { PAYLOOM_SECRET: engines.box.setup.secret }
    })
    expect(JSON.parse(listed.stdout).error.reason).toBe("storage_incomplete")
    expect((await copy(location, target)).isEqual).toBe(true)
    await (await engines.open(storageAt(target))).close()
  })

  test("includes changes of an engine that used the source after an interrupted copy", async () => {
    const { engines, location, store } = await filled()
    const target = await newLocation()
    const dying = copyStore({
      from: Layer.effect(Storage, Effect.map(Storage, dyingAt("tenants"))).pipe(
        Layer.provide(storageAt(location))
      ),
      to: storageAt(target)
    })
    await expect(run(dying)).rejects.toThrow("the power failed")
    const payloom = await engines.open(storageAt(location))
    const shop = payloom.merchant(store.merchant)
    await shop.payments.refund(store.payment, { amount: 850n }, { idempotencyKey: "the rest" })
    await payloom.runDue()
    await payloom.close()
    expect((await copy(location, target)).isEqual).toBe(true)
  })
})

/** A storage that fails when a collection is read. */
const dyingAt =
  (name: string) =>
  (inner: StoragePort): StoragePort => ({
    ...inner,
    page: (scope, of, query) =>
      of.name === name ? Effect.die(new Error("the power failed")) : inner.page(scope, of, query)
  })

describe("a store is not copied", () => {
  it("if there is no store", async () => {
    await expect(run(copyStore({ from: memory(), to: memory() }))).rejects.toMatchObject({
      _tag: "CopyRefused",
      reason: "no_store"
    })
  })

  it("over another store", async () => {
    const { location } = await filled()
    const other = await newFile()
    const engine = await Payloom.make({
      ...testEngines().box.setup,
      storage: storageAt(other),
      secret: "another secret of more than 32 characters",
      workers: false
    })
    await engine.close()
    await expect(copy(location, other)).rejects.toMatchObject({ reason: "target_taken" })
  })

  it("over a finished copy that an engine has used since", async () => {
    const { engines, location, store } = await filled()
    const target = await newFile()
    await copy(location, target)
    expect((await copy(location, target)).isEqual).toBe(true)
    const payloom = await engines.open(storageAt(target))
    await payloom
      .merchant(store.merchant)
      .payments.refund(store.payment, { amount: 1n }, { idempotencyKey: "one more" })
    await payloom.close()
    await expect(copy(location, target)).rejects.toMatchObject({
      reason: "target_used",
      message: expect.stringContaining("payments")
    })
  })

  it("from a copy that was not finished", async () => {
    const { location } = await filled()
    const half = await newFile()
    const dying = copyStore({
      from: Layer.effect(Storage, Effect.map(Storage, dyingAt("payments"))).pipe(
        Layer.provide(sqlite(location))
      ),
      to: storageAt(half)
    })
    await expect(run(dying)).rejects.toThrow()
    await expect(copy(half, await newFile())).rejects.toMatchObject({
      reason: "source_incomplete"
    })
  })

  it("into a target with rows that no copy wrote", async () => {
    const { location } = await filled()
    const target = await newFile()
    await copy(location, target)
    await on(target, (storage) =>
      Effect.gen(function* () {
        const found = yield* storage.get(deploymentScope, DeploymentCollection, "deployment")
        yield* storage.commit([remove(DeploymentCollection, Option.getOrThrow(found))])
      })
    )
    await expect(copy(location, target)).rejects.toMatchObject({ reason: "target_taken" })
  })
})

describe("the proof of a copy", () => {
  it("finds a lost row", async () => {
    const { location, store } = await filled()
    const target = await newFile()
    await copy(location, target)
    await on(target, (storage) =>
      Effect.gen(function* () {
        const found = yield* storage.get(store.merchant, PaymentCollection, store.payment)
        yield* storage.commit([remove(PaymentCollection, Option.getOrThrow(found))])
      })
    )
    await expect(copy(location, target, true)).rejects.toMatchObject({
      _tag: "CopyRefused",
      message: expect.stringContaining("payments")
    })
  })

  it("is refused if an engine used the source during the copy", async () => {
    const { engines, location, store } = await filled()
    const payloom = await engines.open(storageAt(location))
    const shop = payloom.merchant(store.merchant)
    let isPaid = false
    const paying = (inner: StoragePort): StoragePort => ({
      ...inner,
      page: (scope, of, query) =>
        Effect.tap(inner.page(scope, of, query), () =>
          Effect.promise(async () => {
            if (of.name !== "tenants" || isPaid) return
            isPaid = true
            await shop.payments.create(
              { amount: 100n, currency: "EUR", type: "one_off", paymentInstrument: store.card },
              { idempotencyKey: "meanwhile" }
            )
          })
        )
    })
    const from = Layer.effect(Storage, Effect.map(Storage, paying)).pipe(
      Layer.provide(storageAt(location))
    )
    const target = storageAt(await newFile())
    await expect(run(copyStore({ from, to: target }))).rejects.toMatchObject({
      reason: "source_changed"
    })
    await payloom.close()
    expect((await run(copyStore({ from: storageAt(location), to: target }))).isEqual).toBe(true)
  })
})

describe("a copy whose file is deleted during the copy", () => {
  it.each(["from", "to"] as const)("fails and names the file it copies %s", async (lost) => {
    const { location } = await filled()
    const places = { from: location, to: await newFile() }
    let isLost = false
    const copying = copyStore({
      from: storageAt(places.from),
      to: storageAt(places.to),
      onProgress: () => {
        if (isLost) return
        isLost = true
        rmSync(places[lost])
        // Waits until the last check of the files is too old to count.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_050)
      }
    })
    const failure = await run(Effect.flip(copying))
    expect(failure).toMatchObject({
      _tag: "StorageUnavailable",
      cause: { _tag: "SqliteFileLost", file: places[lost], reason: "deleted" }
    })
  })
})
