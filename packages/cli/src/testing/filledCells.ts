import { join } from "node:path"
import { createHandler } from "@payloom/adapter-http"
import { type CellsOptions, cells, moveTenant } from "@payloom/cells"
import type { Merchant, Payloom } from "@payloom/core"
import { Effect } from "effect"
import { expect } from "vitest"
import { storageAt } from "../storageAt.ts"
import { type TestEngines, testEngines } from "./filledStore.ts"

/** The names of a directory and of three cells. */
export const cellNames = ["directory", "a", "b", "c"] as const

/** The places of a directory and of the cells `a`, `b` and `c`. */
export type Places = ReadonlyArray<string>

/** Returns the files of a directory and of cells in a folder. */
export const onFiles = (folder: string): Places =>
  cellNames.map((name) => join(folder, `${name}.db`))

/** Returns cells that get tenants in turns. */
export const storagesOn = ([directory = "", a = "", b = "", c = ""]: Places) => {
  let placed = 0
  return {
    directory: storageAt(directory),
    cells: { a: storageAt(a), b: storageAt(b), c: storageAt(c) },
    placeTenant: () => ["a", "b", "c"][placed++ % 3] ?? "a"
  } satisfies CellsOptions<unknown>
}

interface Shop {
  readonly scope: Merchant["scope"]
  readonly secret: string
  readonly pay: (on: Payloom, key: string) => Promise<string>
}

/** Returns the answer to a payment as its text over HTTP. A key that is known is replayed. */
const payOver = async (payloom: Payloom, secret: string, body: object, key: string) => {
  const answered = await createHandler(payloom)(
    new Request("https://shop.example/payments", {
      method: "POST",
      headers: {
        Authorization: `Bearer ${secret}`,
        "Content-Type": "application/json",
        "Idempotency-Key": key
      },
      body: JSON.stringify(body)
    })
  )
  expect(answered.status).toBe(200)
  return answered.text()
}

const openShop = async ({ box }: TestEngines, payloom: Payloom, reference: string) => {
  const shop = await box.openShop(payloom, { reference })
  const card = await box.saveCard(shop, "approved")
  const { secret } = await payloom.tenants.createApiKey(shop.scope, "secret")
  const body = { amount: "1250", currency: "EUR", type: "one_off", payment_instrument: card }
  return {
    scope: shop.scope,
    secret,
    pay: (on, key) => payOver(on, secret, body, key)
  } satisfies Shop
}

/** The events that a consumer got: for each the id, and the id of its object. */
type Seen = Array<readonly [id: string, object: string]>

const consume = async (payloom: Payloom, name: string): Promise<Seen> => {
  const seen: Seen = []
  const consuming = await payloom.events.consume(
    name,
    ({ id, data }) => void seen.push([id, String(Object(data.object).id)]),
    { from: "beginning" }
  )
  await payloom.runDue()
  await consuming.stop()
  return seen
}

const idsOf = (seen: Seen) => seen.map(([id]) => id)

/** Fills cells with five shops. One of them moves. Two consumers stop at different times. */
export const filledCells = async (places: Places) => {
  const engines = testEngines()
  const storages = storagesOn(places)
  const payloom = await engines.open(cells(storages))
  const shops: Array<Shop> = []
  for (const name of ["one", "two", "three", "four", "five"]) {
    shops.push(await openShop(engines, payloom, name))
  }
  const answers = new Map<string, string>()
  const payAll = async (from: number, to: number) => {
    for (let nth = from; nth < to; nth++) {
      for (const [at, shop] of shops.slice(0, 1 + (nth % shops.length)).entries()) {
        answers.set(`${at} ${nth}`, await shop.pay(payloom, `key ${nth}`))
      }
    }
    await payloom.runDue()
  }
  await payAll(0, 4)
  const early = await consume(payloom, "early")
  await payAll(4, 7)
  const late = await consume(payloom, "late")
  await payAll(7, 10)
  const [first] = shops
  const pages = payloom.merchant(first?.scope ?? { tenant: "", mode: "test" }).payments
  const { nextCursor } = await pages.list({ limit: 2 })
  const second = await pages.list({ limit: 2, startingAfter: nextCursor ?? "" })
  await payloom.close()
  await Effect.runPromise(moveTenant(storages, { tenant: first?.scope.tenant ?? "", to: "b" }))
  const again = await engines.open(cells(storages))
  const books = await booksOf(again, shops)
  await again.close()
  return { engines, storages, shops, answers, early, late, nextCursor, second, books }
}

type Filled = Awaited<ReturnType<typeof filledCells>>

const booksOf = async (payloom: Payloom, shops: ReadonlyArray<Shop>) => {
  const books: Array<unknown> = []
  for (const { scope } of shops) books.push(await payloom.merchant(scope).ledger.trialBalance())
  return books
}

/** Checks that a store has everything of the cells, and that it works. */
export const checkReturned = async (
  { engines, shops, answers, early, late, nextCursor, second, books }: Filled,
  to: string
) => {
  const payloom = await engines.open(storageAt(to))
  expect(await booksOf(payloom, shops)).toEqual(books)
  for (const [at, { scope, secret, pay }] of shops.entries()) {
    expect(await payloom.tenants.authenticate(secret)).toMatchObject({ scope })
    for (let nth = 0; nth < 10; nth++) {
      const before = answers.get(`${at} ${nth}`)
      if (before !== undefined) expect(await pay(payloom, `key ${nth}`)).toBe(before)
    }
  }
  expect((await payloom.tenants.find("five"))?.id).toBe(shops[4]?.scope.tenant)
  const pages = payloom.merchant(shops[0]?.scope ?? { tenant: "", mode: "test" }).payments
  expect(await pages.list({ limit: 2, startingAfter: nextCursor ?? "" })).toEqual(second)
  const all = idsOf(await consume(payloom, "new")).toSorted()
  for (const [name, seen] of [
    ["early", early],
    ["late", late]
  ] as const) {
    const rest = await consume(payloom, name)
    expect(Math.min(seen.length, rest.length)).toBeGreaterThan(5)
    // Each event once, and those of each object in order.
    expect(idsOf([...seen, ...rest]).toSorted()).toEqual(all)
    for (const own of Map.groupBy([...seen, ...rest], ([, object]) => object).values()) {
      expect(idsOf(own)).toEqual(idsOf(own).toSorted())
    }
  }
  for (const { pay } of shops) await pay(payloom, "a new one")
  await payloom.runDue()
  expect((await consume(payloom, "late")).length).toBeGreaterThan(0)
  expect(await engines.box.audit(payloom)).toEqual([])
  await payloom.close()
}
