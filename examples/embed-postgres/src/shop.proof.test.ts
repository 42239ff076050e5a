import { freePort } from "@payloom/example-kit/freePort"
import { confirmSession } from "@payloom/example-kit/testing/confirmSession"
import { temporaryFolder } from "@payloom/example-kit/testing/temporaryFolder"
import type { TestCardName } from "@payloom/testkit"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { printShopWithDrizzle } from "./printShopWithDrizzle.ts"
import { printShopWithPg } from "./printShopWithPg.ts"
import { placeOrder } from "./selling.ts"
import { startShop } from "./startShop.ts"

const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

type Shop = Awaited<ReturnType<typeof startShop>>

const open = async (
  tables: typeof printShopWithPg,
  { folder, database }: { folder?: string; database?: string } = {}
): Promise<Shop> => {
  const temporary = temporaryFolder()
  const shop = await startShop({
    port: await freePort("127.0.0.1"),
    database: database ?? (await server?.newDatabase()) ?? "",
    folder: folder ?? temporary.folder,
    tables
  })
  onTestFinished(async () => {
    await shop.close()
    temporary.remove()
  })
  return shop
}

const order = async ({ url }: Shop, print: string): Promise<string> => {
  const { status, headers } = await fetch(`${url}/prints/${print}/orders`, {
    method: "POST",
    redirect: "manual"
  })
  expect(status).toBe(303)
  return url + headers.get("location")
}

const textOf = async (page: string): Promise<string> => (await fetch(page)).text()

const pay = async ({ url, publishableKey, box }: Shop, page: string, card: TestCardName) => {
  const sessionToken = /session-token="([^"]+)"/.exec(await textOf(page))?.[1] ?? ""
  const payer = { api: `${url}/payloom`, publishableKey, sessionToken }
  return (await confirmSession(payer, await box.encryptCard(card))).json.status
}

const numbered = (page: string, number: number) =>
  expect.poll(() => textOf(page)).toContain(`Your copy has the number ${number}.`)

describe.skipIf(server === null).each([
  ["pg", printShopWithPg],
  ["Drizzle", printShopWithDrizzle]
])("a shop whose orders are in the engine's database, by %s", (_, tables) => {
  it("numbers orders in the order of payment, without gaps for declined ones", async () => {
    const shop = await open(tables)
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => order(shop, "heron")))
    expect(await textOf(`${first}`)).toContain("<payloom-checkout")
    expect(await pay(shop, `${second}`, "approved")).toBe("succeeded")
    await numbered(`${second}`, 1)
    expect(await pay(shop, `${first}`, "insufficient_funds")).toBe("declined")
    expect(await pay(shop, `${third}`, "approved")).toBe("succeeded")
    await numbered(`${third}`, 2)
    expect(await textOf(`${first}`)).toContain("<payloom-checkout")
  })

  it("has neither an order without a session nor a session without an order", async () => {
    const shop = await open(tables)
    const count = async (of: string) =>
      Number((await shop.pool.query(`SELECT count(*) FROM ${of}`)).rows[0].count)
    const heron = { id: "heron", title: "Grey heron", amount: 4500n, currency: "EUR" }
    await expect(placeOrder(shop, { ...heron, amount: -1n })).rejects.toThrow("amount")
    await expect(placeOrder(shop, { ...heron, id: "gone" })).rejects.toMatchObject({
      _tag: "HostWriteFailed"
    })
    expect(await count("shop.orders")).toBe(0)
    expect(await count("payloom.checkout_sessions")).toBe(0)
    await placeOrder(shop, heron)
    expect(await count("shop.orders")).toBe(1)
    expect(await count("payloom.checkout_sessions")).toBe(1)
  })

  it("gives a number once, even if the first try failed", async () => {
    let failures = 2
    const shop = await open((pool) => {
      const shop = tables(pool)
      const number: typeof shop.number = async (transaction, id) => {
        await shop.number(transaction, id)
        if (failures-- > 0) throw new Error("The shop has failed.")
      }
      return { ...shop, number }
    })
    const page = await order(shop, "tide")
    await pay(shop, page, "approved")
    await numbered(page, 1)
    const next = await order(shop, "tide")
    await pay(shop, next, "approved")
    await numbered(next, 2)
    expect(failures).toBeLessThan(0)
  })

  it("answers unknown addresses with 404", async () => {
    const shop = await open(tables)
    const nowhere = await fetch(`${shop.url}/prints/none/orders`, { method: "POST" })
    expect(nowhere.status).toBe(404)
    const nothing = await fetch(`${shop.url}/orders/00000000-0000-4000-8000-000000000000`)
    expect(nothing.status).toBe(404)
  })
})
