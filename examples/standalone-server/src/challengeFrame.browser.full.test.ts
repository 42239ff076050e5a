import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"

/** Returns a script that posts the height, as an issuer's page does. */
const resized = (height: string): string =>
  `parent.postMessage({ payloom: "three-ds", type: "resized", height: ${height} }, "*")`

/** Returns the height of the challenge's frame. */
const heightOf = async (page: Page): Promise<number | undefined> =>
  (await page.locator("iframe.challenge").boundingBox())?.height

describe.skipIf(chromiumPath === null)("the frame of a challenge", () => {
  const { openForm } = hostedPage()

  /** Opens a challenge whose page has this script. `lookups` counts look-ups of the outcome. */
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
      // Messages arrive in order, so the last one shows that all have arrived.
      const drained = Function(`const { port1, port2 } = new MessageChannel()
        return new Promise((heard) => { port1.onmessage = heard; port2.postMessage(1) })`)
      await bank.evaluate(drained as () => Promise<void>)
    }
    return { page, bank, run, lookups: () => lookups }
  }

  it("is 400 pixels high if its page sends no height", async () => {
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
  ])("whose page sends the height %s is %d pixels high", async (height, shown) => {
    const { page, run } = await challenged()
    await run(resized(height))
    await expect.poll(() => heightOf(page)).toBe(shown)
  })

  it("keeps its height if its page sends an invalid height", async () => {
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
    // A last valid message shows that the earlier ones have been read.
    await run(resized("510"))
    await expect.poll(() => heightOf(page)).toBe(510)
  })

  it("ignores messages of other windows: of the page, and of frames inside the issuer's page", async () => {
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

  it("stays usable under a flood of messages, and uses the last height", async () => {
    const { page, bank, run, lookups } = await challenged()
    await run(`for (let sent = 0; sent < 20000; sent++) {
      const height = sent % 2 === 0 ? 1e9 : -1e9
      parent.postMessage({ payloom: "three-ds", type: "resized", height }, "*")
    }
    ${resized("450")}`)
    await expect.poll(() => heightOf(page)).toBe(450)
    // Only the first of these messages looks the outcome up.
    const again = page.waitForResponse("**/session/confirm")
    await run(`for (let sent = 0; sent < 1000; sent++)
      parent.postMessage({ payloom: "three-ds", type: "done" }, "*")`)
    await again
    await bank.getByText("Bank").waitFor()
    expect(lookups()).toBe(1)
  })

  it("looks the outcome up less often if its page repeats that the payer has answered", async () => {
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
      // Meanwhile the payer can use the frame.
      expect([await bank.getByText("Bank").isVisible(), lookups()]).toEqual([true, times + 1])
      const next = page.waitForResponse("**/session/confirm")
      await page.clock.runFor(1)
      await next
    }
  })
})
