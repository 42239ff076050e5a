import { confirmBy } from "@payloom/example-kit/testing/confirmSession"
import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import type { BrowserContextOptions } from "playwright-core"
import { describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { accessibilityProblems, openPayer, type Payer } from "./testing/payer.ts"

if (chromiumPath === null) {
  console.warn(
    "There is no Chromium at /usr/bin/chromium or $CHROMIUM, so the bank's pages aren't tested."
  )
}

const phone = { viewport: { width: 360, height: 640 }, isMobile: true }
const looks: ReadonlyArray<[string, BrowserContextOptions]> = [
  ["in light", { colorScheme: "light" }],
  ["in dark, on a phone", { ...phone, colorScheme: "dark" }]
]

describe.skipIf(chromiumPath === null)("the sandbox bank's pages", () => {
  const { witness, server, browser } = hostedPage()

  /** Opens a session and goes to the bank's page. Returns the payer and the session. */
  const sentToBank = async (returnUrl: string) => {
    const { url, publishable_key: publishableKey } = server().printed
    const { json } = await server().post("/v1/checkout_sessions", {
      amount: "1250",
      currency: "EUR"
    })
    const payer = { api: url, publishableKey, sessionToken: String(json.session_token) }
    const selection = { method: "apm", apm: { type: "sandbox_bank" }, return_url: returnUrl }
    const confirmed = await confirmBy(payer, selection)
    return { session: json.id, bankUrl: confirmed.json.action?.url ?? "" }
  }

  /** Returns problems of accessibility and layout. */
  const problems = async (payer: Payer) => {
    const [width, small] = await payer.page.evaluate<[number, number]>(`[
      document.documentElement.scrollWidth - innerWidth,
      [...document.querySelectorAll("button, a")]
        .filter((control) => control.getBoundingClientRect().height < 44).length
    ]`)
    const found = await accessibilityProblems(payer)
    return { found, isTooWide: width > 0, smallControls: small }
  }
  const none = { found: [], isTooWide: false, smallControls: 0 }

  it.each(looks)("are accessible %s", async (_, options) => {
    const { bankUrl } = await sentToBank(`${server().printed.url}/`)
    const payer = await openPayer(browser(), bankUrl, witness, options)
    await payer.reads("€12.50")
    expect(await problems(payer)).toEqual(none)
    await payer.page.getByRole("button", { name: "Refuse" }).click()
    await payer.reads("Demo shop")
    await payer.page.goto(bankUrl)
    await payer.reads("You have already answered.")
    expect(await problems(payer)).toEqual(none)
    await payer.page.getByRole("link", { name: "Back to the shop" }).click()
    await payer.reads("Demo shop")
    await payer.page.goto(`${server().printed.url}/sandbox/3ds/any`)
    await payer.reads("Is it you who is paying?")
    expect(await problems(payer)).toEqual(none)
    await payer.page.getByRole("button", { name: "Yes, confirm" }).click()
    await payer.reads("You are being taken back.")
    expect(await problems(payer)).toEqual(none)
  })

  it("send the payer back to a shop of another origin after the payment", async () => {
    const shop = "http://localhost:8080/back"
    const { bankUrl, session } = await sentToBank(shop)
    const payer = await openPayer(browser(), bankUrl, witness)
    const goesBack = payer.page.waitForRequest(shop)
    await payer.page.getByRole("button", { name: "Approve" }).click()
    await goesBack
    expect((await server().get(`/checkout_sessions/${session}`)).json.status).toBe("succeeded")
  })
})
