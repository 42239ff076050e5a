import { join } from "node:path"
import { chromiumPath, openBrowser } from "@payloom/example-kit/testing/openBrowser"
import { type FakeStripe, startFakeStripe } from "@payloom/provider-stripe/testing"
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import {
  cleanUp,
  eventually,
  type RunningServer,
  runServer,
  temporaryFolder
} from "./testing/runServer.ts"

const cards = {
  approved: "4242 4242 4242 4242",
  poor: "4000 0000 0000 9995",
  asks: "4000 0027 6000 3184"
}

/** Tests a server on a fake of Stripe, with a stand-in for Stripe's script on its page. */
describe.skipIf(chromiumPath === null)("a server that charges at Stripe", () => {
  let fake: FakeStripe
  let server: RunningServer
  let browser: Browser

  beforeAll(async () => {
    fake = await startFakeStripe()
    const { apiKey, publishableKey, webhookSecrets } = fake.account()
    server = await runServer(["--stripe", "--database", join(temporaryFolder(), "payloom.db")], {
      STRIPE_SECRET_KEY: apiKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_WEBHOOK_SECRET: webhookSecrets[0],
      STRIPE_URL: fake.url
    })
    fake.events.sendTo(Reflect.get(server.printed, "webhook_url"))
    browser = await openBrowser()
  })

  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  })

  afterAll(async () => {
    await browser?.close()
    cleanUp()
    await fake?.close()
  })

  const open = async (
    fields: object = {}
  ): Promise<{ readonly id: string; readonly page: Page }> => {
    const { json } = await server.post("/v1/checkout_sessions", {
      amount: "1250",
      currency: "EUR",
      publishable_key: server.printed.publishable_key,
      ...fields
    })
    const page = await browser.newPage()
    await page.goto(String(json.url))
    return { id: String(json.id), page }
  }

  const payBy = async (page: Page, card: keyof typeof cards) => {
    await page.getByLabel("Card number").fill(cards[card])
    await page.getByRole("button", { name: "Pay" }).click()
  }

  const paymentOf = async (session: string): Promise<string> => {
    const { json } = await server.get(`/checkout_sessions/${session}`)
    return String(json.payment)
  }

  it("takes a card from Stripe's own field, and never sees its number", async () => {
    const { id, page } = await open()
    const typed = cards.approved.replaceAll(" ", "")
    const sent: Array<string> = []
    page.on("request", (request) => {
      if (request.url().startsWith(server.printed.url)) sent.push(request.postData() ?? "")
    })
    await payBy(page, "approved")
    await page.getByText("Payment successful").waitFor()
    expect(sent.join(" ")).not.toContain(typed)
    const [made] = fake.allPayments()
    expect(made?.payment).toMatchObject({ status: "succeeded", amount_received: 1250 })
    expect((await server.get(`/payments/${await paymentOf(id)}`)).json.status).toBe("succeeded")
  })

  it("adds a card in the customer portal by Stripe's own field", async () => {
    const { json: customer } = await server.post("/customers", {})
    const { json } = await server.post("/portal_sessions", {
      customer: customer.id,
      publishable_key: server.printed.publishable_key
    })
    const page = await browser.newPage()
    await page.goto(String(json.url))
    await page.getByRole("button", { name: "Add card" }).click()
    await page.getByLabel("Card number").fill(cards.approved)
    await page.getByRole("button", { name: "Save card" }).click()
    await page.getByText("Card saved").waitFor()
    await page.getByRole("button", { name: "Close" }).click()
    await page.getByRole("heading", { name: "Visa ending in 4242" }).waitFor()
  })

  it("shows a decline of Stripe, and accepts another card afterwards", async () => {
    const { page } = await open()
    await payBy(page, "poor")
    await page.getByText("Payment declined").waitFor()
    await payBy(page, "approved")
    await page.getByText("Payment successful").waitFor()
  })

  it("shows the missing part in the field, and sends nothing", async () => {
    const { page } = await open()
    await page.getByLabel("Card number").waitFor()
    await page.getByRole("button", { name: "Pay" }).click()
    await page.getByText("Your card number is incomplete.").waitFor()
  })

  it("shows Stripe's challenge on the page, which the payer approves or refuses", async () => {
    const { page } = await open()
    const answers = [false, true]
    page.on("dialog", (dialog) => (answers.shift() ? dialog.accept() : dialog.dismiss()))
    await payBy(page, "asks")
    await page.getByText("Payment declined").waitFor()
    await payBy(page, "asks")
    await page.getByText("Payment successful").waitFor()
  })

  it("shows Stripe's challenge for a card that is only saved, and charges nothing", async () => {
    const { id, page } = await open({ amount: undefined })
    page.on("dialog", (dialog) => dialog.accept())
    const made = fake.allPayments().length
    await page.getByLabel("Card number").fill(cards.asks)
    await page.getByRole("button", { name: "Save card" }).click()
    await page.getByText("Card saved").waitFor()
    expect(fake.allPayments()).toHaveLength(made)
    const { json } = await server.get(`/payments/${await paymentOf(id)}`)
    expect(json).toMatchObject({ status: "succeeded", type: "verify", amount: "0" })
  })

  it.each(["iDEAL", "Bancontact"])(
    "redirects a payer with %s to their bank and back",
    async (name) => {
      const { id, page } = await open()
      await page.getByRole("radio", { name: new RegExp(name, "i") }).check()
      await page.getByRole("button", { name: "Pay" }).click()
      await page.getByRole("button", { name: "Complete authentication" }).click()
      await page.getByText("Payment successful").waitFor()
      expect((await server.get(`/payments/${await paymentOf(id)}`)).json.status).toBe("succeeded")
    }
  )

  /** Confirms a SEPA debit without an account, so that Stripe's field asks for it. */
  const leaveAccountToStripe = async (page: Page) => {
    await page.evaluate(`(async () => {
      const given = new URLSearchParams(location.hash.slice(1))
      await fetch("/session/confirm", {
        method: "POST",
        headers: {
          Authorization: "Bearer " + given.get("key"),
          "Session-Token": given.get("token"),
          "Content-Type": "application/json"
        },
        body: JSON.stringify({
          method: "apm",
          apm: { type: "sepa_debit" },
          return_url: location.origin + location.pathname
        })
      })
    })()`)
    await page.reload()
    await page.getByLabel("Name").fill("A. Payer")
    await page.getByLabel("E-mail").fill("payer@example.com")
    await page.getByLabel("IBAN").fill("DE89370400440532013000")
  }

  /** Lets Stripe settle the pending debit, and waits until the page shows it. */
  const settleDebit = async (id: string, page: Page) => {
    const pending = () => fake.allPayments().find(({ payment }) => payment.status === "processing")
    await eventually(async () => pending() !== undefined)
    fake.settle(pending()?.payment.id ?? "", true)
    const isPaid = async () => {
      const { json } = await server.get(`/checkout_sessions/${id}`)
      return json.status === "complete" || json.payment !== null
    }
    await eventually(isPaid)
    await page.getByText("Payment successful").waitFor()
  }

  it("takes an IBAN in the page's own fields, and is paid once Stripe confirms it", async () => {
    const { id, page } = await open()
    await page.getByRole("radio", { name: /sepa/i }).check()
    await page.getByLabel("Account holder").fill("A. Payer")
    await page.getByLabel("Email address").fill("payer@example.com")
    await page.getByLabel("IBAN").fill("DE89370400440532013000")
    await page.getByRole("button", { name: "Pay" }).click()
    await settleDebit(id, page)
  })

  it("takes an IBAN in Stripe's field if the confirm had none", async () => {
    const { id, page } = await open()
    await leaveAccountToStripe(page)
    await page.getByRole("button", { name: "Pay by direct debit" }).click()
    await settleDebit(id, page)
  })

  it("no longer asks for an IBAN once the payment was canceled", async () => {
    fake.events.sendTo(null)
    const { page } = await open()
    await leaveAccountToStripe(page)
    const { payment } = fake.allPayments().at(-1) ?? {}
    fake.dashboard.expire(payment?.id ?? "")
    const button = page.getByRole("button", { name: "Pay by direct debit" })
    await button.click()
    await button.waitFor({ state: "detached" })
    fake.events.sendTo(Reflect.get(server.printed, "webhook_url"))
  })
})
