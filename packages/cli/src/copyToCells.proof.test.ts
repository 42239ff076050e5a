import { join } from "node:path"
import { cells } from "@payloom/cells"
import {
  EventCollection,
  Payloom,
  PaymentCollection,
  remove,
  type Scope,
  Storage,
  type StoragePort
} from "@payloom/core"
import { everyRow } from "@payloom/testkit"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { Effect, Layer, Option } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { copyStore } from "./copyStore.ts"
import { storageAt } from "./storageAt.ts"
import { cellsSetup, writeCellsSetup } from "./testing/cellsSetup.ts"
import { consumeNew, type TestEngines, testEngines } from "./testing/filledStore.ts"
import { killCopies } from "./testing/killCopies.ts"
import { runLine } from "./testing/runLine.ts"
import { temporaryFolders } from "./testing/temporaryFolder.ts"

const server = hasPostgres ? await startPostgres() : null
afterAll(() => server?.stop())

const newFolder = temporaryFolders()

const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(effect)

const names = ["directory", "a", "b", "c"] as const

/** Returns the storages of a directory and of the cells `a`, `b` and `c`, by kind. */
const ways: ReadonlyArray<readonly [string, () => Promise<ReadonlyArray<string>>]> = [
  [
    "SQLite",
    async () => {
      const folder = newFolder()
      return names.map((name) => join(folder, `${name}.db`))
    }
  ],
  [
    "PostgreSQL",
    async () => {
      const databases: Array<string> = []
      for (const _ of names) databases.push((await server?.newDatabase()) ?? "")
      return databases
    }
  ]
]

const cellsOn = ([directory = "", a = "", b = "", c = ""]: ReadonlyArray<string>) =>
  cells({
    directory: storageAt(directory),
    cells: { a: storageAt(a), b: storageAt(b), c: storageAt(c) }
  })

interface Shop {
  readonly scope: Scope
  readonly pay: (payloom: Payloom, key: string) => Promise<{ readonly id: string }>
}

const openShop = async ({ box }: TestEngines, payloom: Payloom, reference: string) => {
  const shop = await box.openShop(payloom, { reference })
  const paymentInstrument = await box.saveCard(shop, "approved")
  const own: Shop = {
    scope: shop.scope,
    pay: (on, key) =>
      on
        .merchant(shop.scope)
        .payments.create(
          { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
          { idempotencyKey: key }
        )
  }
  const { secret } = await payloom.tenants.createApiKey(shop.scope, "secret")
  return { ...own, secret }
}

/** Fills a file with five shops. The consumer `half` has had about half of their events. */
const filled = async () => {
  const engines = testEngines()
  const location = join(newFolder(), "payloom.db")
  const payloom = await engines.open(storageAt(location))
  const shops: Array<Shop & { readonly secret: string }> = []
  for (const name of ["one", "two", "three", "four", "five"]) {
    shops.push(await openShop(engines, payloom, name))
  }
  const payAll = async (from: number, to: number) => {
    for (let nth = from; nth < to; nth++) {
      // The shops are of different sizes.
      for (const shop of shops.slice(0, 1 + (nth % shops.length))) {
        await shop.pay(payloom, `key ${nth}`)
      }
    }
  }
  await payAll(0, 5)
  await payloom.runDue()
  const seen = await consumeNew(payloom)
  await payAll(5, 10)
  const all = await eventsOf(payloom, shops)
  await payloom.close()
  return { engines, location, shops, seen, all }
}

const eventsOf = async (payloom: Payloom, shops: ReadonlyArray<Shop>) => {
  const ids: Array<string> = []
  for (const { scope } of shops) {
    const rows = await run(everyRow(payloom.services.storage, scope, EventCollection))
    ids.push(...rows.map(({ id }) => id))
  }
  return ids.toSorted()
}

describe.each(ways)("a store that is copied to cells on %s", (kind, newPlaces) => {
  const test = it.skipIf(kind === "PostgreSQL" && server === null)

  test("answers, authenticates, consumes and charges as before", async () => {
    const { engines, location, shops, seen, all } = await filled()
    const to = cellsOn(await newPlaces())
    const copied = await run(copyStore({ from: storageAt(location), to }))
    expect(copied.isEqual).toBe(true)
    expect(Object.values(copied.tenants ?? {}).toSorted()).toEqual([1, 2, 2])
    const payloom = await engines.open(to)
    for (const { scope, secret, pay } of shops) {
      expect(await payloom.tenants.authenticate(secret)).toMatchObject({ scope })
      const merchant = payloom.merchant(scope)
      const { data } = await merchant.payments.list({ limit: 100 })
      expect(data.map(({ id }) => id)).toContain((await pay(payloom, "key 4")).id)
    }
    expect(await eventsOf(payloom, shops)).toEqual(all)
    const rest = await consumeNew(payloom)
    expect(Math.min(seen.length, rest.length)).toBeGreaterThan(10)
    expect([...seen, ...rest].toSorted()).toEqual(all)
    for (const { pay } of shops) await pay(payloom, "a new one")
    await payloom.runDue()
    expect((await consumeNew(payloom)).length).toBeGreaterThan(0)
    expect(await engines.box.audit(payloom)).toEqual([])
    await payloom.close()
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

const cellsIn = (folder: string) => cellsOn(names.map((name) => join(folder, `${name}.db`)))

describe("a copy to cells", () => {
  it("that was interrupted is continued, and no engine starts before its end", async () => {
    const { engines, location, shops, all, seen } = await filled()
    const to = cellsIn(newFolder())
    for (const name of ["tenants", "payments", "jobs", "consumer_parts"]) {
      const from = Layer.effect(Storage, Effect.map(Storage, dyingAt(name))).pipe(
        Layer.provide(storageAt(location))
      )
      await expect(run(copyStore({ from, to }))).rejects.toThrow("the power failed")
      await expect(engines.open(to)).rejects.toMatchObject({ _tag: "StorageIncomplete" })
    }
    const copied = await run(copyStore({ from: storageAt(location), to }))
    expect(Object.values(copied.tenants ?? {}).toSorted()).toEqual([1, 2, 2])
    const payloom = await engines.open(to)
    expect(await eventsOf(payloom, shops)).toEqual(all)
    expect([...seen, ...(await consumeNew(payloom))].toSorted()).toEqual(all)
    await payloom.close()
  })

  it("is proven again, and the proof finds a row that one cell lost", async () => {
    const { engines, location, shops } = await filled()
    const folder = newFolder()
    const from = storageAt(location)
    await run(copyStore({ from, to: cellsIn(folder) }))
    const again = await run(copyStore({ from, to: cellsIn(folder), verifyOnly: true }))
    expect(again.isEqual).toBe(true)
    const payloom = await engines.open(cellsIn(folder))
    const [{ scope } = { scope: { tenant: "", mode: "test" } as Scope }] = shops
    const { data } = await payloom.merchant(scope).payments.list({ limit: 1 })
    await payloom.close()
    const losing = Effect.gen(function* () {
      const storage = yield* Storage
      const found = yield* storage.get(scope, PaymentCollection, data[0]?.id ?? "")
      yield* storage.commit([remove(PaymentCollection, Option.getOrThrow(found))])
    })
    await run(Effect.provide(losing, cellsIn(folder)))
    const proving = copyStore({ from, to: cellsIn(folder), verifyOnly: true })
    await expect(run(proving)).rejects.toMatchObject({
      reason: "target_used",
      message: expect.stringContaining("payments")
    })
  })

  it("is refused if the cells have tenants of another store", async () => {
    const { location } = await filled()
    const folder = newFolder()
    const { box } = testEngines()
    const payloom = await Payloom.make({
      ...box.setup,
      storage: cellsIn(folder),
      secret: "another secret of more than 32 characters",
      workers: false
    })
    await box.openShop(payloom)
    await payloom.close()
    const copying = copyStore({ from: storageAt((await filled()).location), to: cellsIn(folder) })
    await expect(run(copying)).rejects.toMatchObject({ reason: "target_taken" })
    const taken = copyStore({
      from: storageAt(location),
      to: cellsOn([join(newFolder(), "directory.db"), location, location, location])
    })
    await expect(run(taken)).rejects.toMatchObject({ reason: "cell_taken" })
  })
})

describe("payloom copy --to-setup", () => {
  it("continues after kills, follows placeTenant, and its store pays", async () => {
    const { engines, location, shops, all } = await filled()
    const folder = newFolder()
    writeCellsSetup(folder)
    const args = ["copy", "--from", location, "--to-setup", "setup.ts", "--json"]
    expect(await killCopies(args, { folder, times: 3 })).toBeGreaterThan(0)
    const { code, stdout } = await runLine(args, { cwd: folder })
    expect([code, JSON.parse(stdout).tenants]).toEqual([0, { a: 5, b: 0, c: 0 }])
    const payloom = await engines.open(cellsSetup(folder).storage)
    expect(await eventsOf(payloom, shops)).toEqual(all)
    for (const { pay } of shops) await pay(payloom, "a new one")
    expect(await engines.box.audit(payloom)).toEqual([])
    await payloom.close()
  })

  it.each([
    [["--to", "b.db", "--to-setup", "s.ts"], "--to and --to-setup can't be combined"],
    [[], "--to is missing"]
  ])("%j is not valid", async (args, complaint) => {
    const { code, stderr } = await runLine(["copy", "--from", "a.db", ...args])
    expect([code, stderr]).toEqual([2, expect.stringContaining(complaint)])
  })
})
