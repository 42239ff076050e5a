import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import type { BrowserContextOptions, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { openOperator } from "./testing/operator.ts"
import { accessibilityProblems } from "./testing/payer.ts"

describe.skipIf(chromiumPath === null)("a person who is all day in the console", () => {
  const hosted = hostedPage()
  const { server } = hosted
  const open = (path = "", options: BrowserContextOptions = {}) =>
    openOperator(hosted, path, options)

  /** Returns the name of what has the focus: its label, its text, or its element. */
  const focused = (page: Page) =>
    page.evaluate<string>(
      `(document.activeElement.getAttribute("aria-label") ??
        (document.activeElement.textContent.trim() || document.activeElement.localName))`
    )

  /** Returns the names that so many presses of Tab go through. */
  const tabbed = async (page: Page, times: number): Promise<ReadonlyArray<string>> => {
    const names: Array<string> = []
    for (let nth = 0; nth < times; nth++) {
      await page.keyboard.press("Tab")
      names.push(await focused(page))
    }
    return names
  }

  it("goes by Tab from the rooms to the top, the filters and the rows of a list", async () => {
    const { id } = (await server().pay("approved")).json
    const { page } = await open("/payments")
    const row = page.getByRole("link", { name: new RegExp(`payment ${String(id).slice(-8)}$`) })
    await row.waitFor()
    const names = await tabbed(page, 24)
    expect([names[0], names[1], names[15]]).toEqual(["Skip to the page", "Home", "Audit log"])
    expect(names.slice(17, 23)).toEqual(["Live", "Test", "Search", "Keys", "Export CSV", "Filter"])
    expect(names[23]).toMatch(/^€12\.50, Succeeded, payment /)
    await page.keyboard.press("Enter")
    await page.waitForURL(`**/payments/${id}`)
    await page.getByRole("button", { name: "Refund…" }).waitFor()
    expect((await tabbed(page, 3)).map((name) => name.split(" ")[0])).toEqual([
      "Payments",
      "Copy",
      "Refund…"
    ])
  })

  it("keeps the focus in a dialog, and gets it back after it", async () => {
    const { id } = (await server().pay("approved")).json
    const { page } = await open(`/payments/${id}`)
    await page.getByRole("button", { name: "Refund…" }).press("Enter")
    await page.getByRole("dialog").waitFor()
    const isInside = "document.activeElement.closest('dialog') !== null"
    expect(await page.evaluate<boolean>(isInside)).toBe(true)
    const names = await tabbed(page, 7)
    expect(names.slice(0, 5)).toEqual(["Half", "All", "textarea", "Go back", "Refund €12.50"])
    expect(names.at(-1)).not.toBe("Search")
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    expect(await focused(page)).toBe("Refund…")
  })

  it("goes from row to row by j and k, and sees all keys by ?", async () => {
    const earlier = (await server().pay("approved")).json
    const later = (await server().pay("approved")).json
    const { page, reads } = await open("/payments")
    // The list follows the payments by a second or two.
    for (const { id } of [earlier, later])
      await page.locator(`.row-link[href$="/payments/${String(id)}"]`).waitFor()
    await page.keyboard.press("j")
    await page.keyboard.press("j")
    await page.keyboard.press("k")
    const first = await page.locator(".row-link").first().getAttribute("aria-label")
    expect(await focused(page)).toBe(first)
    await page.keyboard.press("?")
    await reads("Next and previous row of a list")
    expect(await accessibilityProblems({ page })).toEqual([])
    await page.keyboard.press("/")
    await page.keyboard.press("Escape")
    expect(await focused(page)).toBe(first)
    await page.keyboard.press("/")
    expect(await focused(page)).toBe("Search")
    await page.keyboard.type("?jk")
    expect(await page.getByLabel("Search").inputValue()).toBe("?jk")
  })

  it("filters by several statuses and a usual period, and copies the link", async () => {
    await server().pay("insufficient_funds")
    await server().pay("approved")
    const grants = { permissions: ["clipboard-read", "clipboard-write"] }
    const { page, reads } = await open("/payments", grants)
    await page.getByRole("button", { name: "Filter", exact: true }).click()
    await page.locator("details.many > summary").first().click()
    await page.getByLabel("Declined", { exact: true }).check()
    await page.getByLabel("Succeeded", { exact: true }).check()
    // A list that is read again is pale meanwhile.
    await page.locator("[aria-busy=true]").waitFor({ state: "detached" })
    expect(await accessibilityProblems({ page })).toEqual([])
    await page.keyboard.press("Escape")
    expect(await focused(page)).toBe("Succeeded, Declined")
    await page.getByRole("button", { name: "Last month" }).click()
    await reads("No payment matches these filters")
    await page.getByRole("button", { name: "Today" }).click()
    await page
      .getByRole("link", { name: /, Declined, / })
      .first()
      .waitFor()
    await page.getByRole("button", { name: "Copy link" }).click()
    await reads(/^The link is copied/)
    const link = await page.evaluate<string>("navigator.clipboard.readText()")
    expect(link).toMatch(/status=declined&status=succeeded&from=\d{4}-\d\d-\d\d&to=/)
    await page.getByRole("button", { name: "Remove the filter Status Declined" }).click()
    await page.waitForURL((url) => !url.search.includes("declined"))
  })

  it("erases a customer only after typing who it is", async () => {
    const given = { email: "eve@example.com", name: "Eve" }
    const { id } = (await server().post("/customers", given)).json
    const { page, reads } = await open(`/customers/${id}`)
    await page.getByRole("button", { name: "Erase…" }).click()
    await reads(/Amounts, statuses, ids, times and the books stay\.$/)
    expect(await accessibilityProblems({ page })).toEqual([])
    const erase = page.getByRole("button", { name: "Erase for ever" })
    await page.getByLabel("to confirm").fill("adam@example.com")
    expect(await erase.isDisabled()).toBe(true)
    await page.getByLabel("to confirm").fill("EVE@example.com")
    await reads(/^Erases the name, e-mail address/)
    await erase.click()
    await reads(/^The customer is erased\./)
    await page.getByRole("heading", { name: "Customer …" }).waitFor()
    expect(await page.getByText("eve@example.com").count()).toBe(0)
  })

  it("sees that they are signed out, keeps what they typed, and goes on after it", async () => {
    const { id } = (await server().pay("approved")).json
    const { page, reads } = await open(`/payments/${id}`)
    await page.getByRole("button", { name: "Refund…" }).click()
    await page.getByLabel("Reason").fill("Broken in transit")
    const error = { code: "not_signed_in", message: "You are not signed in.", request: "" }
    await page.route("**/api/**", (route) => route.fulfill({ status: 401, json: { error } }))
    await page.getByRole("button", { name: "Refund €12.50" }).click()
    await page.getByRole("dialog").getByRole("alert").getByText("You are not signed in.").waitFor()
    await reads(/^You are signed out\./)
    expect(await page.getByLabel("Reason").inputValue()).toBe("Broken in transit")
    await page.unroute("**/api/**")
    await page.getByRole("button", { name: "Refund €12.50" }).click()
    await reads("The refund is on its way.")
    await page.getByText(/^You are signed out\./).waitFor({ state: "detached" })
  })

  it("sees that the server is gone, and that it is back", async () => {
    const { page, reads } = await open("/payments")
    await page.route("**/api/**", (route) => route.abort())
    await page.getByRole("link", { name: "Customers" }).click()
    await reads("The server doesn't answer. Check your connection and try again.")
    await reads(/^The server doesn't answer\. This page may be old/)
    await page.unroute("**/api/**")
    await page.getByRole("button", { name: "Try again" }).click()
    await page
      .getByText(/^The server doesn't answer/)
      .first()
      .waitFor({ state: "detached" })
  })

  it("waits for a slow answer, and learns of a refusal after closing the dialog", async () => {
    const { id } = (await server().pay("approved")).json
    const { page, reads } = await open(`/payments/${id}`)
    const answered = Promise.withResolvers<void>()
    await page.route("**/acts/*", async (route) => {
      await answered.promise
      const error = { code: "late", message: "Somebody refunded it before you.", request: "" }
      await route.fulfill({ status: 409, json: { error } })
    })
    await page.getByRole("button", { name: "Refund…" }).click()
    await page.getByRole("button", { name: "Refund €12.50" }).click()
    await page.getByRole("button", { name: "Working…" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    answered.resolve()
    await reads("Somebody refunded it before you.")
  })
})
