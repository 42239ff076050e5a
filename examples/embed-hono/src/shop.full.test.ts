import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { freePort } from "@payloom/example-kit/freePort"
import { confirmBy, confirmSession } from "@payloom/example-kit/testing/confirmSession"
import { temporaryFolder } from "@payloom/example-kit/testing/temporaryFolder"
import type { TestCardName } from "@payloom/testkit"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startShop } from "./startShop.ts"

describe("a shop on Hono with Payloom inside", () => {
  const { folder, remove } = temporaryFolder()
  let shop: Awaited<ReturnType<typeof startShop>>
  beforeAll(async () => {
    shop = await startShop({ port: await freePort("127.0.0.1"), folder })
  })
  afterAll(async () => {
    await shop.close()
    remove()
  })

  const fetchPage = async (path: string, init?: RequestInit) => {
    const response = await fetch(shop.url + path, { redirect: "manual", ...init })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  /** Orders a book as a browser does. Returns the path of the order. */
  const order = async (book: string, init?: RequestInit): Promise<string> => {
    const { status, headers } = await fetchPage(`/books/${book}/orders`, {
      method: "POST",
      ...init
    })
    expect(status).toBe(303)
    return headers.get("location") ?? ""
  }

  const payerOf = async (path: string) => {
    const { text } = await fetchPage(path)
    return {
      api: `${shop.url}/payloom`,
      publishableKey: shop.publishableKey,
      sessionToken: /session-token="([^"]+)"/.exec(text)?.[1] ?? ""
    }
  }

  const pay = async (path: string, card: TestCardName, more?: object) =>
    confirmSession(await payerOf(path), await shop.box.encryptCard(card), more)

  it("keeps its own routes and its own 404", async () => {
    expect((await fetchPage("/")).text).toContain('<a href="/books/emma">Emma</a>, €18.90')
    expect((await fetchPage("/books/emma")).text).toContain("<h1>Emma</h1>")
    for (const path of ["/books/none", "/payments", "/payloomish", "/orders/none"]) {
      const { status, text } = await fetchPage(path)
      expect([path, status, text.includes("We have no such page.")]).toEqual([path, 404, true])
    }
  })

  it("serves the engine's operations below the prefix, with and without a version", async () => {
    expect((await fetchPage("/payloom/health")).text).toBe('{"status":"ok"}')
    expect((await fetchPage("/payloom/v1/health")).text).toBe('{"status":"ok"}')
    const { status, text } = await fetchPage("/payloom/none")
    expect([status, JSON.parse(text).error.code]).toEqual([404, "route_not_found"])
  })

  it("treats an order as paid once its session succeeded", async () => {
    const path = await order("emma")
    expect((await fetchPage(path)).text).toContain("<payloom-checkout")
    expect(await pay(path, "approved")).toMatchObject({
      status: 200,
      json: { status: "succeeded" }
    })
    expect((await fetchPage(path)).text).toContain("Thank you, Emma is paid: €18.90.")
  })

  it("keeps an order unpaid after a decline, and lets the payer try another card", async () => {
    const path = await order("emma")
    const { json } = await pay(path, "insufficient_funds")
    expect(json).toMatchObject({ status: "declined", decline: { code: "insufficient_funds" } })
    expect((await fetchPage(path)).text).not.toContain("Thank you")
    expect((await pay(path, "approved")).json.status).toBe("succeeded")
    expect((await fetchPage(path)).text).toContain("Thank you")
  })

  it("charges its own price, even if a browser sends another one", async () => {
    const path = await order("emma", { body: new URLSearchParams({ amount: "1" }) })
    const { status, json } = await pay(path, "approved", { amount: "1" })
    expect([status, json.error?.code]).toEqual([422, "parameter_unknown"])
    expect((await pay(path, "approved")).json.status).toBe("succeeded")
    expect((await fetchPage(path)).text).toContain("Emma is paid: €18.90.")
  })

  it.each([
    ["amount", "UPDATE orders SET amount = 9900 WHERE id = ?"],
    ["currency", "UPDATE orders SET currency = 'USD' WHERE id = ?"]
  ])("does not treat an order as paid if its %s differs from the payment's", async (_, change) => {
    const path = await order("walden")
    await pay(path, "approved")
    const database = new DatabaseSync(join(folder, "shop.db"))
    database.prepare(change).run(path.split("/")[2] ?? "")
    database.close()
    const { text } = await fetchPage(path)
    expect(text).toContain("The payment differs from the order.")
    expect(text).not.toContain("Thank you")
  })

  it("shows the outcome of a charge without an answer once the engine's workers looked it up", async () => {
    const path = await order("walden")
    expect((await pay(path, "lost_answer")).json.status).toBe("processing")
    await expect
      .poll(async () => (await fetchPage(path)).text, { interval: 200 })
      .toContain("Thank you, Walden is paid")
  })

  it("sends pages without inline code and without files of other origins", async () => {
    for (const path of ["/", "/books/emma", await order("emma"), "/card-fields"]) {
      const { headers, text } = await fetchPage(path)
      const policy = headers.get("content-security-policy")
      expect(policy).toContain("default-src 'none'")
      // The directive for frames doesn't load anything.
      const [loads = ""] = policy?.split("frame-ancestors") ?? []
      expect(loads).not.toMatch(/unsafe|\*|https?:/)
      expect(text).not.toMatch(/<style|style=|\son\w+=|<script(?! src)/)
    }
  })

  it("gets payers back from their bank, and their orders are paid", async () => {
    const path = await order("walden")
    const apm = { type: "sandbox_bank" }
    const selection = { method: "apm", apm, return_url: shop.url + path }
    const { json } = await confirmBy(await payerOf(path), selection)
    expect(json.status).toBe("requires_action")
    const bank = new URL(json.action?.url ?? "").pathname
    expect((await fetchPage(bank)).text).toContain("€12.50")
    const body = new URLSearchParams({ outcome: "approved" })
    const answered = await fetchPage(bank, { method: "POST", body })
    expect([answered.status, answered.headers.get("location")]).toEqual([303, shop.url + path])
    expect((await fetchPage(path)).text).toContain("Thank you, Walden is paid: €12.50.")
  })

  it("allows calls from its own pages, but from no other origin", async () => {
    const { sessionToken, publishableKey } = await payerOf(await order("emma"))
    const asked = await fetchPage("/payloom/session/confirm", { method: "OPTIONS" })
    expect([asked.status, asked.headers.get("access-control-allow-headers")]).toEqual([
      204,
      "authorization, content-type, session-token"
    ])
    const read = (origin: string) =>
      fetchPage("/payloom/session", {
        headers: {
          Authorization: `Bearer ${publishableKey}`,
          "Session-Token": sessionToken,
          Origin: origin
        }
      })
    expect((await read(shop.url)).status).toBe(200)
    const other = await read("https://other.example")
    expect([other.status, other.headers.get("access-control-allow-origin")]).toEqual([403, null])
  })
})

describe("closing and opening the shop", () => {
  const { folder, remove } = temporaryFolder()
  afterAll(remove)

  it("waits for a charge in flight, and keeps its orders", async () => {
    const port = await freePort("127.0.0.1")
    const before = await startShop({ port, folder })
    const placed = await fetch(`${before.url}/books/emma/orders`, {
      method: "POST",
      redirect: "manual"
    })
    const address = before.url + placed.headers.get("location")
    const token = /session-token="([^"]+)"/.exec(await (await fetch(address)).text())?.[1] ?? ""
    const paying = confirmSession(
      {
        api: `${before.url}/payloom`,
        publishableKey: before.publishableKey,
        sessionToken: token
      },
      await before.box.encryptCard("slow")
    )
    await new Promise((resolve) => setTimeout(resolve, 300))
    await before.close()
    expect((await paying).json.status).toBe("succeeded")
    const after = await startShop({ port, folder })
    expect(after.publishableKey).toBe(before.publishableKey)
    expect(await (await fetch(address)).text()).toContain("Thank you, Emma is paid")
    await after.close()
  })
})
