import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import { describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { accessibilityProblems, openPayer } from "./testing/payer.ts"

const wide = { viewport: { width: 860, height: 480 } }

describe.skipIf(chromiumPath === null)("the live page", () => {
  const { browser, server, witness } = hostedPage()

  const open = (path: string) => {
    const { url, secret_key: password } = server().printed
    const httpCredentials = { username: "any", password }
    return openPayer(browser(), `${url}${path}`, witness, { ...wide, httpCredentials })
  }

  it("shows new events, webhooks and books without a reload", async () => {
    const looking = await open("/live")
    await looking.reads("Connected")
    await looking.reads("Nothing yet.")
    const { id } = (await server().pay("cascade")).json
    await looking.reads("12.50 EUR, succeeded")
    const links = looking.page.getByRole("link", { name: `…${String(id).slice(-8)}` })
    await links.first().waitFor()
    // The second link is in the books.
    expect(await links.count()).toBe(2)
    await looking.reads(/^once, HTTP 204 in \d+ ms$/)
    await looking.reads("merchant_payable")
    await server().post(`/payments/${id}/refunds`, { amount: "250" })
    await looking.reads("refund.succeeded")
    await looking.reads("internal")
    expect(await accessibilityProblems(looking)).toEqual([])
  })

  it("shows a payment's timeline: attempts, the reason of the route, events and books", async () => {
    const { id } = (await server().pay("cascade")).json
    const looking = await open(`/live/payments/${id}`)
    await looking.reads("Status")
    await looking.reads("Why this route")
    await looking.reads("No rule matched, so all accounts are eligible, oldest first.")
    expect(await looking.page.getByRole("heading", { level: 3 }).allTextContents()).toEqual([
      expect.stringMatching(/^1\. .+: declined$/),
      expect.stringMatching(/^2\. .+: captured$/)
    ])
    await looking.reads("usable")
    expect(await accessibilityProblems(looking)).toEqual([])
    await server().post(`/payments/${id}/refunds`, { amount: "250" })
    await looking.reads("refund.succeeded")
    await looking.page.getByRole("link", { name: "Live page" }).click()
    await looking.reads("Balances")
  })

  it("connects again once its server is back", async () => {
    const looking = await open("/live")
    await looking.reads("Connected")
    await looking.page.context().setOffline(true)
    await server().pay("approved")
    await looking.page.context().setOffline(false)
    await looking.reads("12.50 EUR, succeeded")
  })
})
