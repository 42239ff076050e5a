import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"

/** A message about the height, as an issuer's page writes it. */
const resized = (height: string): string =>
  `parent.postMessage({ payloom: "three-ds", type: "resized", height: ${height} }, "*")`

/** The height of the challenge's frame. */
const heightOf = async (page: Page): Promise<number | undefined> =>
  (await page.locator("iframe.challenge").boundingBox())?.height

describe.skipIf(chromiumPath === null)("the frame of a challenge", () => {
  const { openForm } = hostedPage()

  /** A payer at a challenge whose page has this script; `lookups` counts looks at the outcome. */
  const challenged = async (script = "") => {
    const payer = await openForm()
    const { page } = payer
    let lookups = 0
    await page.route("**/sandbox/3ds/*", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<!doctype html><title>Bank</title><p>Bank</p><script>${script}</script>`
      })
    )
    await payer.type("three_ds_challenge")
    await payer.press()
    const bank = page.frameLocator("iframe.challenge").locator("body")
    await bank.getByText("Bank").waitFor()
    page.on("request", (request) => {
      if (request.url().endsWith("/session/confirm")) lookups++
    })
    const run = async (text: string) => {
      await bank.getByText("Bank").waitFor()
      await bank.evaluate(Function(text) as () => void)
      // Messages come in their order, so all of them are there once the last one is.
      const drained = Function(`const { port1, port2 } = new MessageChannel()
        return new Promise((heard) => { port1.onmessage = heard; port2.postMessage(1) })`)
      await bank.evaluate(drained as () => Promise<void>)
    }
    return { page, bank, run, lookups: () => lookups }
  }

  it("is 400 pixels high where its page says nothing", async () => {
    const { page } = await challenged()
    expect(await heightOf(page)).toBe(400)
  })

  it.each([
    ["640", 640],
    ["333.5", 333.5],
    ["1e9", 1200],
    ["Infinity", 1200],
    ["-50", 120],
    ["0", 120]
  ])("whose page says that it is %s pixels high is %d", async (height, shown) => {
    const { page, run } = await challenged()
    await run(resized(height))
    await expect.poll(() => heightOf(page)).toBe(shown)
  })

  it("keeps its height where what its page says is no height", async () => {
    const { page, run, lookups } = await challenged(resized("500"))
    await expect.poll(() => heightOf(page)).toBe(500)
    const nonsense = ["NaN", "null", '"700"', '"700px; position: fixed"', "true", "[700]", "{}"]
    for (const height of [...nonsense, "undefined", "10n"]) await run(resized(height))
    for (const message of ["null", '"three-ds"', "{}", '{ payloom: "other", height: 700 }']) {
      await run(`parent.postMessage(${message}, "*")`)
    }
    await run('parent.postMessage({ payloom: "three-ds", type: "resized" }, "*")')
    await run('parent.postMessage({ payloom: "three-ds", type: "of a later release" }, "*")')
    expect(await heightOf(page)).toBe(500)
    expect(lookups()).toBe(0)
    // A last word that counts: what came before it has been read.
    await run(resized("510"))
    await expect.poll(() => heightOf(page)).toBe(510)
  })

  it("hears no window but its own: not the page's, and none inside of the issuer's", async () => {
    const { page, run, lookups } = await challenged(resized("500"))
    await expect.poll(() => heightOf(page)).toBe(500)
    const stranger = `for (const type of ["resized", "done"])
      top.postMessage({ payloom: "three-ds", type, height: 900 }, "*")`
    await page.evaluate(stranger)
    const document = `<script>${stranger}; parent.postMessage("sent", "*")</script>`
    await run(`const inner = document.createElement("iframe")
      inner.sandbox = "allow-scripts"
      inner.srcdoc = ${JSON.stringify(document)}
      const sent = new Promise((heard) => addEventListener("message", heard, { once: true }))
      document.body.append(inner)
      return sent`)
    await run(resized("510"))
    await expect.poll(() => heightOf(page)).toBe(510)
    expect(lookups()).toBe(0)
  })

  it("can be flooded with messages: the page can be used, and the last height counts", async () => {
    const { page, bank, run, lookups } = await challenged()
    await run(`for (let sent = 0; sent < 20000; sent++) {
      const height = sent % 2 === 0 ? 1e9 : -1e9
      parent.postMessage({ payloom: "three-ds", type: "resized", height }, "*")
    }
    ${resized("450")}`)
    await expect.poll(() => heightOf(page)).toBe(450)
    // Of all that say that the payer is through, the first has the outcome looked up.
    const again = page.waitForResponse("**/session/confirm")
    await run(`for (let sent = 0; sent < 1000; sent++)
      parent.postMessage({ payloom: "three-ds", type: "done" }, "*")`)
    await again
    await bank.getByText("Bank").waitFor()
    expect(lookups()).toBe(1)
  })

  it("whose page is through again and again is asked about less and less often", async () => {
    const { page, bank, run, lookups } = await challenged()
    await page.clock.install()
    await page.clock.pauseAt(new Date(Date.now() + 1000))
    await page.evaluate("heard = 0; addEventListener('message', () => heard++)")
    let said = 0
    const through = async () => {
      await run('parent.postMessage({ payloom: "three-ds", type: "done" }, "*")')
      await expect.poll(() => page.evaluate("heard")).toBe(++said)
    }
    const lookedUp = page.waitForResponse("**/session/confirm")
    await through()
    await lookedUp
    for (const [times, waitMs] of [1000, 2000, 4000, 8000, 15_000, 15_000].entries()) {
      await through()
      await page.clock.runFor(waitMs - 1)
      // The frame is the payer's meanwhile.
      expect([await bank.getByText("Bank").isVisible(), lookups()]).toEqual([true, times + 1])
      const next = page.waitForResponse("**/session/confirm")
      await page.clock.runFor(1)
      await next
    }
  })
})
