import { randomUUID } from "node:crypto"
import { freePort } from "@payloom/example-kit/freePort"
import { confirmBy, confirmSession } from "@payloom/example-kit/testing/confirmSession"
import { temporaryFolder } from "@payloom/example-kit/testing/temporaryFolder"
import { chargeThat, type TestCardName } from "@payloom/testkit"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { guestBook } from "./guests.ts"
import { lunchBook } from "./lunches.ts"
import { startCanteen } from "./startCanteen.ts"

type Canteen = Awaited<ReturnType<typeof startCanteen>>

interface Reply {
  readonly status: number
  readonly json: {
    readonly status?: string
    readonly decline?: { readonly code: string } | null
    readonly sessionToken?: string
  }
}

/** A guest's browser, with a cookie and the page's calls. */
const enter = async (canteen: Canteen) => {
  const entered = await fetch(canteen.url)
  const cookie = /guest=[\w-]+/.exec(entered.headers.get("set-cookie") ?? "")?.[0] ?? ""
  const send = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const headers = { Cookie: cookie, "Content-Type": "application/json" }
    const response = await fetch(canteen.url + path, { ...init, headers })
    return { status: response.status, json: (await response.json()) as Reply["json"] }
  }
  const look = (lunch: string) => send(`/lunches/${lunch}`)
  const order = (lunch: string, fields: object = {}) =>
    send(`/lunches/${lunch}`, {
      method: "PUT",
      body: JSON.stringify({ dish: "Pasta", card: "new", ...fields })
    })
  const pay = async (sessionToken: string | undefined, card: TestCardName) =>
    confirmSession(
      {
        api: `${canteen.url}/payloom`,
        publishableKey: canteen.publishableKey,
        sessionToken: sessionToken ?? ""
      },
      await canteen.box.encryptCard(card)
    )
  const page = async (path: string) =>
    (await fetch(canteen.url + path, { headers: { Cookie: cookie } })).text()
  /** Pays a first lunch, which saves the card. */
  const payFirst = async (card: TestCardName): Promise<void> => {
    const lunch = randomUUID()
    await pay((await order(lunch)).json.sessionToken, card)
    expect((await look(lunch)).json).toEqual({ status: "paid", decline: null })
  }
  return { look, order, pay, payFirst, page }
}

describe("a canteen on Express with Payloom inside", () => {
  const { folder, remove } = temporaryFolder()
  let canteen: Canteen
  beforeAll(async () => {
    canteen = await startCanteen({ port: await freePort("127.0.0.1"), folder })
  })
  afterAll(async () => {
    await canteen.close()
    remove()
  })

  it("keeps its own routes and its own 404", async () => {
    const page = await fetch(canteen.url)
    expect(await page.text()).toContain('<option value="Pasta">Pasta, €9.80</option>')
    expect(page.headers.get("content-security-policy")).not.toMatch(/unsafe|\*|https?:/)
    for (const path of ["/none", "/payments", "/payloomish", "/lunches/none"]) {
      const response = await fetch(canteen.url + path)
      const { problem } = (await response.json()) as { readonly problem: string }
      expect([path, response.status, problem.length > 0]).toEqual([path, 404, true])
    }
  })

  it("parses its own JSON, but no bodies of the engine's requests", async () => {
    const guest = await enter(canteen)
    expect((await guest.order(randomUUID(), { dish: "Pizza" })).status).toBe(422)
    const { json } = await guest.order(randomUUID())
    const refused = await fetch(`${canteen.url}/payloom/session/confirm`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${canteen.publishableKey}`,
        "Session-Token": json.sessionToken ?? "",
        "Content-Type": "application/json"
      },
      body: '{"method":'
    })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { code: "body_malformed" } })
    expect((await guest.pay(json.sessionToken, "approved")).json.status).toBe("succeeded")
  })

  it("accepts only cards, and serves the sandbox's pages", async () => {
    const { json } = await (await enter(canteen)).order(randomUUID())
    const refused = await confirmBy(
      {
        api: `${canteen.url}/payloom`,
        publishableKey: canteen.publishableKey,
        sessionToken: json.sessionToken ?? ""
      },
      { method: "apm", apm: { type: "sandbox_bank" }, return_url: canteen.url }
    )
    expect([refused.status, refused.json.error?.code]).toEqual([422, "parameter_invalid"])
    const pages = [
      ["/card-fields", 200],
      ["/sandbox/3ds/any", 200],
      ["/sandbox/bank/none", 404]
    ] as const
    for (const [path, status] of pages) {
      const page = await fetch(canteen.url + path)
      expect([path, page.status]).toEqual([path, status])
      expect(page.headers.get("content-type")).toContain("text/html")
    }
  })

  it("treats a lunch as paid once its session succeeded, and shows it only to its guest", async () => {
    const guest = await enter(canteen)
    const lunch = randomUUID()
    const { json } = await guest.order(lunch)
    expect(json).toMatchObject({ status: "unpaid", decline: null })
    expect((await guest.pay(json.sessionToken, "approved")).json.status).toBe("succeeded")
    expect((await guest.look(lunch)).json).toEqual({ status: "paid", decline: null })
    expect((await (await enter(canteen)).look(lunch)).status).toBe(404)
  })

  it("opens one session for a lunch that is ordered several times at once", async () => {
    const guest = await enter(canteen)
    const lunch = randomUUID()
    const orders = await Promise.all([1, 2, 3].map(() => guest.order(lunch)))
    const [token, ...others] = new Set(orders.map(({ json }) => json.sessionToken))
    expect(others).toEqual([])
    expect((await guest.pay(token, "approved")).json.status).toBe("succeeded")
    expect((await guest.look(lunch)).json.status).toBe("paid")
  })

  it("keeps a lunch unpaid after a decline, and lets the guest try another card", async () => {
    const guest = await enter(canteen)
    const lunch = randomUUID()
    const { json } = await guest.order(lunch)
    expect((await guest.pay(json.sessionToken, "insufficient_funds")).json.status).toBe("declined")
    expect((await guest.look(lunch)).json).toMatchObject({
      status: "unpaid",
      decline: { code: "insufficient_funds" }
    })
    expect((await guest.order(lunch)).json.sessionToken).toBe(json.sessionToken)
    await guest.pay(json.sessionToken, "approved")
    expect((await guest.look(lunch)).json.status).toBe("paid")
  })

  it("charges its own price, even if a browser sends another one", async () => {
    const guest = await enter(canteen)
    const { json } = await guest.order(randomUUID(), { amount: "1", currency: "JPY" })
    await guest.pay(json.sessionToken, "approved")
    const [newest] = (await canteen.merchant.payments.list({ limit: 1 })).data
    expect(newest).toMatchObject({ amount: 980n, currency: "EUR", status: "succeeded" })
  })

  it.each([
    ["amount", { amount: 1n }],
    ["currency", { currency: "JPY" }]
  ])("does not treat a lunch as paid if its %s differs from the payment's", async (_, change) => {
    const { payments } = canteen.merchant
    const tampered = {
      ...canteen.merchant,
      payments: {
        ...payments,
        retrieve: async (id: string) => ({ ...(await payments.retrieve(id)), ...change }) as never
      }
    }
    const book = lunchBook(tampered, guestBook(canteen.merchant))
    const dish = { name: "Pasta", amount: 980n, currency: "EUR" }
    const [lunch, guest] = [randomUUID(), randomUUID()]
    const ordered = await book.order(lunch, guest, dish, false)
    await (await enter(canteen)).pay(ordered?.sessionToken, "approved")
    expect((await book.look(lunch, guest))?.status).toBe("mismatch")
  })

  it("charges the saved card once for the next lunch, even if it is ordered several times", async () => {
    const guest = await enter(canteen)
    await guest.payFirst("approved_mastercard")
    expect(await guest.page("/")).toContain("mastercard ending in 4444")
    expect(await guest.page("/?card=new")).toContain("<payloom-card-number")
    const lunch = randomUUID()
    const orders = await Promise.all(
      [1, 2, 3].map(() => guest.order(lunch, { dish: "Soup", card: "saved" }))
    )
    expect(orders.map(({ json }) => json.status)).toEqual(["paid", "paid", "paid"])
    const { data } = await canteen.merchant.payments.list({ limit: 20 })
    expect(data.filter(({ metadata }) => metadata.lunch === lunch)).toMatchObject([
      { amount: 650n, currency: "EUR", status: "succeeded", checkoutSession: null }
    ])
  })

  it("reports a decline of the saved card", async () => {
    const guest = await enter(canteen)
    await guest.payFirst("approved")
    canteen.box.script.charge(chargeThat.isDeclined("do_not_honor"))
    expect((await guest.order(randomUUID(), { card: "saved" })).json).toMatchObject({
      status: "unpaid",
      decline: { code: "do_not_honor" }
    })
  })

  it("never charges a guest's card for another guest", async () => {
    await (await enter(canteen)).payFirst("approved")
    const stranger = await enter(canteen)
    expect((await stranger.order(randomUUID(), { card: "saved" })).json.status).toBe("unpaid")
  })
})

describe("closing and opening the canteen", () => {
  const { folder, remove } = temporaryFolder()
  afterAll(remove)

  it("waits for a charge in flight, and keeps its guests' cards", async () => {
    const port = await freePort("127.0.0.1")
    const before = await startCanteen({ port, folder })
    const guest = await enter(before)
    await guest.payFirst("slow")
    const lunch = randomUUID()
    const charged = guest.order(lunch, { card: "saved" })
    await new Promise((resolve) => setTimeout(resolve, 300))
    await before.close()
    expect((await charged).json.status).toBe("paid")
    await expect(guest.look(lunch)).rejects.toThrow("fetch failed")
    const after = await startCanteen({ port, folder })
    expect(await guest.page("/")).toContain("visa ending in 0133")
    const { data } = await after.merchant.payments.list({})
    expect(data.map(({ status }) => status)).toEqual(["succeeded", "succeeded"])
    await after.close()
  })
})
