import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { dirname } from "node:path"
import { leaks, overhear } from "@payloom/example-kit/testing/leaks"
import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import { testCards } from "@payloom/testkit"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { type OpenAccount, openAccount } from "./testing/openAccount.ts"

describe.skipIf(chromiumPath === null)("on a page of another origin", () => {
  const { database, witness, server, browser, script } = hostedPage()
  witness.typed.add(testCards.three_ds_challenge.number)
  const shops: Array<Server> = []
  let account: OpenAccount
  beforeAll(async () => {
    account = await openAccount(database)
  })
  afterAll(async () => {
    for (const shop of shops) shop.close()
    await account?.close()
  })

  /** Opens a shop with one page at an origin of its own. */
  const openShop = async (body: string): Promise<{ origin: string; open: () => Promise<Page> }> => {
    const shop = createServer((_, response) => {
      response
        .setHeader("Content-Type", "text/html")
        .end(`<!doctype html><title>Shop</title>${body}`)
    })
    shops.push(shop)
    await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve))
    const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
    const open = async () => {
      const page = await browser().newPage()
      overhear(page, witness)
      await page.goto(origin)
      return page
    }
    return { origin, open }
  }

  const createSession = async () => {
    const { url, publishable_key } = server().printed
    const fields = { amount: "1250", currency: "EUR", publishable_key }
    const { json } = await server().post("/v1/checkout_sessions", fields)
    return { api: url, token: String(json.session_token), address: String(json.url) }
  }

  it("that the account lists, the element takes a payment with a challenge", async () => {
    const { api, token } = await createSession()
    const shop = await openShop(`<payloom-checkout api="${api}" session-token="${token}"
      publishable-key="${server().printed.publishable_key}"></payloom-checkout>
      <script src="${api}${await script()}"></script>`)
    await account.allow(shop.origin)
    const page = await shop.open()
    const fields = page.frameLocator("iframe")
    await fields.locator("#number").fill(testCards.three_ds_challenge.number)
    await fields.locator("#expiry").fill("1234")
    await fields.locator("#securityCode").fill("123")
    await page.getByRole("button").click()
    const challenge = page.frameLocator("iframe.challenge")
    await challenge.getByRole("button", { name: "Yes, confirm" }).click()
    await page.getByText("Payment successful").waitFor()
  })

  it("the hosted page may be in a frame only if the account lists the origin", async () => {
    const { address } = await createSession()
    const shop = await openShop(`<iframe src="${address}" width="600" height="800"></iframe>`)
    const foreign = await shop.open()
    await expect.poll(() => foreign.frames().at(1)?.url()).toMatch(/^chrome-error:/)
    await account.allow(shop.origin)
    const page = await shop.open()
    await page
      .frameLocator("iframe")
      .first()
      .getByRole("button", { name: /€12.50/ })
      .waitFor()
  })

  it("no card number leaves the frame of the card fields", () => {
    expect(leaks(witness, { log: server().log(), folder: dirname(database) })).toEqual([])
  })
})
