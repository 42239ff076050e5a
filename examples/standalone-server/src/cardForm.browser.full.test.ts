import { readFileSync } from "node:fs"
import { dirname } from "node:path"
import { leaks } from "@payloom/example-kit/testing/leaks"
import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { amex, encrypt, fields, fillIn, frameOf, visa } from "./testing/cardForm.ts"
import { merchantPage } from "./testing/merchantPage.ts"
import { everythingIn } from "./testing/pageMemory.ts"
import { accessibilityProblems } from "./testing/payer.ts"

const readme = readFileSync(
  new URL("../../../packages/checkout/README.md", import.meta.url),
  "utf8"
)

describe.skipIf(chromiumPath === null)("fields mounted one by one", () => {
  const { database, open, pay, script, server, witness } = merchantPage()

  it("pay from a table by keyboard, and keep the card from the page", async () => {
    const { json } = await server().post("/v1/checkout_sessions", { amount: "1250" })
    const { page, requests } = await open(`<form><table>
      <tr><th><label for="n">Number</label></th><th>Until</th><th>Code</th></tr>
      <tr>
        <td><payloom-card-number id="n" src="/card-fields"></payloom-card-number></td>
        <td><payloom-card-expiry src="/card-fields"></payloom-card-expiry></td>
        <td><payloom-card-security-code src="/card-fields"></payloom-card-security-code></td>
      </tr></table></form><p role="status"></p>
      <script>
        changes = []
        document.querySelector("form").addEventListener("payloom-card-changed", ({ detail }) =>
          changes.push(detail))
        document.querySelector("form").addEventListener("payloom-card-submitted", async () => {
          ciphertext = await document.querySelector("payloom-card-number").encryptCard()
          const headers = {
            Authorization: "Bearer ${server().printed.publishable_key}",
            "Session-Token": "${json.session_token}"
          }
          const body = JSON.stringify({ method: "card", card: { ciphertext } })
          const paid = await fetch("/session/confirm", { method: "POST", headers, body })
          document.querySelector("[role=status]").textContent = (await paid.json()).status
        })
      </script>`)
    for (const [name, fills] of [
      ["number", "cc-number"],
      ["expiry", "cc-exp"],
      ["security-code", "cc-csc"]
    ] as const) {
      await frameOf(page, name).locator(`input[autocomplete=${fills}]`).waitFor()
    }
    await page.getByText("Number").click()
    await frameOf(page, "number").locator("#number:focus").waitFor()
    // A complete field moves the focus to the next one.
    await page.keyboard.type(amex.number)
    await frameOf(page, "expiry").locator("#expiry:focus").waitFor()
    await page.keyboard.type(amex.expiry)
    await frameOf(page, "security-code").locator("#securityCode:focus").waitFor()
    // Backspace in an empty field moves the focus to the field before it.
    await page.keyboard.press("Backspace")
    await frameOf(page, "expiry").locator("#expiry:focus").waitFor()
    await page.keyboard.press("Tab")
    await frameOf(page, "security-code").locator("#securityCode:focus").waitFor()
    await page.keyboard.type(amex.code)
    expect(await accessibilityProblems({ page })).toEqual([])
    await page.keyboard.press("Enter")
    await page.getByText("succeeded").waitFor()
    expect(await page.evaluate("changes.at(-1)")).toEqual({
      brand: "amex",
      isComplete: true,
      fields: { number: true, expiry: true, securityCode: true }
    })
    const memory = await page.evaluate<string>(everythingIn)
    expect(memory).toContain("payloom-card-number")
    expect(requests.join("\n")).toContain("/session/confirm")
    const [expiry, code] = [/(?<![\d.])11( \/ )?47(?![\d.])/, /(?<![\d.])7391(?![\d.])/]
    for (const typed of [new RegExp([...amex.number].join("[ -]?")), expiry, code]) {
      for (const text of [memory, ...requests]) expect(typed.exec(text)?.[0]).toBeUndefined()
    }
    // The page creates the ports and passes them on. It gets no messages afterwards.
    expect(await page.evaluate("[channels, heardAtPorts, postedToPorts]")).toEqual([2, [], []])
  })

  it("pay as in the README", async () => {
    const { url, publishable_key } = server().printed
    const { json } = await server().post("/v1/checkout_sessions", { amount: "1250" })
    const [, section = ""] = readme.split("## The card's fields one by one")
    const [, block = ""] = /```html\n(.*?)```/s.exec(section) ?? []
    const { page } = await open(
      block
        .replaceAll("https://pay.example", url)
        .replace("/your-bundle-of-payloom-checkout.js", script())
        .replace("pk_test_…", publishable_key)
        .replace('"…"', JSON.stringify(json.session_token))
    )
    await fillIn(page, visa)
    await page.getByRole("button", { name: "Pay" }).click()
    await page.getByText("succeeded").waitFor()
  })

  it("work again after they were removed and added", async () => {
    const { page } = await open(`<form>${fields()}</form>`)
    await fillIn(page, visa)
    await page.evaluate(`(() => {
      const expiry = document.querySelector("payloom-card-expiry")
      expiry.remove()
      document.querySelector("form").append(expiry)
    })()`)
    expect(await encrypt(page)).toBeNull()
    await frameOf(page, "expiry").locator("#expiry:focus").waitFor()
    await frameOf(page, "expiry").locator("#expiry").fill(visa.expiry)
    expect(await pay(await encrypt(page))).toBe("succeeded")
    await page.evaluate(`(() => {
      const number = document.createElement("payloom-card-number")
      number.src = "/card-fields"
      document.querySelector("payloom-card-number").replaceWith(number)
    })()`)
    expect(await encrypt(page)).toBeNull()
    for (const [name, id] of [
      ["expiry", "expiry"],
      ["security-code", "securityCode"]
    ] as const) {
      expect(await frameOf(page, name).locator(`#${id}`).inputValue()).toBe("")
    }
    await fillIn(page, visa)
    expect(await pay(await encrypt(page))).toBe("succeeded")
    await page.evaluate("document.querySelector('form').reset()")
    await page.waitForFunction(
      "!document.querySelector('payloom-card-number').matches('[complete]')"
    )
    expect(await encrypt(page)).toBeNull()
  })

  it("of two cards stay apart, grouped by a form or by a name", async () => {
    const { page } = await open(
      `<form>${fields()}</form><div id="gift">${fields('group="gift"')}</div>`
    )
    await fillIn(page, visa, "form")
    await fillIn(page, { ...amex, expiry: "" }, "#gift")
    expect(await pay(await encrypt(page, "form"))).toBe("succeeded")
    expect(await encrypt(page, "#gift")).toBeNull()
    await fillIn(page, amex, "#gift")
    const gift = await encrypt(page, "#gift")
    expect(await pay(gift)).toBe("succeeded")
    await page.evaluate(
      `document.querySelector("#gift payloom-card-number").removeAttribute("group")`
    )
    await page.evaluate(`document.querySelector("form").append(
      document.querySelector("#gift payloom-card-number"))`)
    await expect(encrypt(page, "form")).rejects.toThrow("Two fields of one group")
  })

  /** Returns the frames' answers to a script that sends its own port to them. */
  const asked = async (page: Page, frames: string): Promise<unknown> => {
    await page.evaluate(`stolen = []; for (const { contentWindow } of ${frames}) {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => stolen.push(data)
      const request = { payloom: "card-fields", type: "connect", field: "number" }
      contentWindow.postMessage(request, "*", [port2])
      port1.postMessage({ type: "read", request: 1, brand: "visa" })
    }`)
    await page.waitForTimeout(300)
    return page.evaluate("stolen")
  }

  it("send their digits to one port only, and not to a later script", async () => {
    const { page } = await open(`<form>${fields()}</form>`)
    await fillIn(page, visa)
    expect(await encrypt(page)).not.toBeNull()
    const frames = `["expiry", "security-code"].map((name) =>
      document.querySelector("payloom-card-" + name).shadowRoot.querySelector("iframe"))`
    expect(await asked(page, frames)).toEqual([])
    expect(await encrypt(page)).not.toBeNull()
  })

  it.each([
    ["https://other.example", []],
    ["", [{ type: "value", request: 1, value: "582" }]]
  ])(
    "opened for the origin %j, or without one for the page's own, answer it with %j",
    async (origin, heard) => {
      const { page } = await open(`<iframe title="Card" sandbox="allow-scripts"
      src="/card-fields#field=securityCode&origin=${origin || server().printed.url}"></iframe>`)
      await page.frameLocator("iframe").locator("#securityCode").fill("582")
      expect(await asked(page, 'document.querySelectorAll("iframe")')).toEqual(heard)
    }
  )

  it.each(["en", "de", "fr", "es", "ja"])(
    "are in %s, with dark colours and in a box of the page",
    async (locale) => {
      const { page } = await open(
        `<style>[bare] { border: 2px solid; border-radius: 4px }</style>
      <form>${fields(`locale="${locale}" labelled bare`)}</form>`,
        { colorScheme: "dark" }
      )
      const number = frameOf(page, "number").locator("#number")
      await number.waitFor()
      expect(await encrypt(page)).toBeNull()
      expect(await accessibilityProblems({ page })).toEqual([])
      const edge = Function("input", "return getComputedStyle(input).borderWidth")
      expect(await number.evaluate(edge as () => string)).toBe("0px")
      expect(await frameOf(page, "number").locator("html").getAttribute("lang")).toBe(locale)
      await page.context().close()
    }
  )

  it("send no card number out of their frames", () => {
    expect(leaks(witness, { log: server().log(), folder: dirname(database) })).toEqual([])
  })
})
