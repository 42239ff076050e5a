import { dirname } from "node:path"
import { leaks, overhear } from "@payloom/example-kit/testing/leaks"
import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import { testCards } from "@payloom/testkit"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { confirmCard } from "./testing/confirmCard.ts"
import { hostedPage } from "./testing/hostedPage.ts"

describe.skipIf(chromiumPath === null)("on a merchant's own page", () => {
  const { database, witness, server, browser, script } = hostedPage()
  for (const { number } of Object.values(testCards)) witness.typed.add(number)

  /** Opens a merchant's page with this body and the elements' script. */
  const open = async (body: string): Promise<Page> => {
    const { url } = server().printed
    const path = await script()
    const page = await browser().newPage()
    overhear(page, witness)
    await page.route(`${url}/merchant`, (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<!doctype html><title>Shop</title>${body}<script src="${path}"></script>`
      })
    )
    await page.goto(`${url}/merchant`)
    return page
  }

  const fillIn = async (page: Page, card: keyof typeof testCards): Promise<void> => {
    const frame = page.frameLocator("iframe")
    await frame.locator("#number").fill(testCards[card].number)
    await frame.locator("#expiry").fill("1234")
    await frame.locator("#securityCode").fill("123")
  }

  it("payloom-checkout reads its attributes and sends events", async () => {
    const { json } = await server().post("/v1/checkout_sessions", {
      amount: "1250",
      currency: "EUR",
      locale: "fr",
      success_url: `${server().printed.url}/merchant`
    })
    const page = await open(`
      <script>
        events = []
        for (const name of ["ready", "declined", "succeeded"]) {
          addEventListener("payloom-" + name, ({ detail }) => events.push({ name, detail }))
        }
      </script>
      <payloom-checkout api="${server().printed.url}"
        publishable-key="${server().printed.publishable_key}"
        session-token="${json.session_token}"></payloom-checkout>`)
    await fillIn(page, "insufficient_funds")
    await page.getByRole("button").click()
    await page.getByText("Paiement refusé").waitFor()
    await fillIn(page, "approved")
    await page.getByRole("button").click()
    await page.getByText("Paiement réussi").waitFor()
    const session = await server().get(`/checkout_sessions/${json.id}`)
    expect(await page.evaluate("events")).toMatchObject([
      { name: "ready", detail: { language: "fr", title: "Paiement à Sandbox shop" } },
      { name: "declined", detail: { code: "insufficient_funds" } },
      {
        name: "succeeded",
        detail: { payment: session.json.payment, successUrl: `${server().printed.url}/merchant` }
      }
    ])
    expect(page.url()).toBe(`${server().printed.url}/merchant`)
  })

  it("payloom-checkout uses the colours of the page around it", async () => {
    const { json } = await server().post("/v1/checkout_sessions", { amount: "1250" })
    const page = await open(`
      <style>payloom-checkout { --payloom-accent: #663399; --payloom-surface: #fafafa }</style>
      <payloom-checkout api="${server().printed.url}"
        publishable-key="${server().printed.publishable_key}"
        session-token="${json.session_token}"></payloom-checkout>`)
    await page.getByRole("button").waitFor()
    const colours = await page.evaluate(`(() => {
      const checkout = document.querySelector("payloom-checkout")
      const button = checkout.shadowRoot.querySelector(".button")
      return [checkout, button].map((element) => getComputedStyle(element).backgroundColor)
    })()`)
    expect(colours).toEqual(["rgb(250, 250, 250)", "rgb(102, 51, 153)"])
  })

  it("payloom-card-fields alone returns a ciphertext that pays a session", async () => {
    const page = await open(`
      <script>
        changes = []
        addEventListener("payloom-card-changed", ({ detail }) => changes.push(detail))
      </script>
      <payloom-card-fields src="/card-fields" locale="de"></payloom-card-fields>`)
    const encrypt = () =>
      page.evaluate<string | null>(`document.querySelector("payloom-card-fields").encrypt()`)
    await page.frameLocator("iframe").getByLabel("Kartennummer").waitFor()
    expect(await encrypt()).toBeNull()
    await fillIn(page, "approved_amex")
    await page.frameLocator("iframe").locator("#securityCode").fill("1234")
    const ciphertext = await encrypt()
    expect(ciphertext).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(await page.evaluate("changes.at(-1)")).toEqual({ brand: "amex", isComplete: true })
    expect(JSON.stringify(await page.evaluate("changes"))).not.toMatch(/\d{3}/)
    expect(await confirmCard(server(), ciphertext)).toMatchObject({
      object: "checkout_result",
      status: "succeeded"
    })
  })

  it("the card fields answer only to the page that opened them", async () => {
    const page = await open(`
      <script>
        heard = []
        addEventListener("message", ({ data }) => heard.push(data))
      </script>
      <iframe sandbox="allow-scripts" src="/card-fields#origin=https://other.example"></iframe>`)
    await page.frameLocator("iframe").getByLabel("Card number").waitFor()
    await page.evaluate(`document.querySelector("iframe").contentWindow
      .postMessage({ payloom: "card-fields", type: "encrypt", request: 1 }, "*")`)
    await page.waitForTimeout(300)
    expect(await page.evaluate("heard")).toEqual([])
  })

  it("no card number leaves the frame of the card fields", () => {
    expect(leaks(witness, { log: server().log(), folder: dirname(database) })).toEqual([])
  })
})
