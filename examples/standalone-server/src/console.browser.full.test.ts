import { readFile } from "node:fs/promises"
import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import type { BrowserContextOptions } from "playwright-core"
import { describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { type Operator, openOperator } from "./testing/operator.ts"
import { accessibilityProblems, type Payer } from "./testing/payer.ts"

describe.skipIf(chromiumPath === null)("an operator", () => {
  const { browser, server, witness } = hostedPage()

  const open = (path = "", options: BrowserContextOptions = {}): Promise<Operator> =>
    openOperator({ browser, server, witness }, path, options)

  const rowOf = ({ page }: Payer, id: unknown) =>
    page.getByRole("link", { name: new RegExp(`payment ${String(id).slice(-8)}$`) })

  it("finds out in two clicks why a payment was declined", async () => {
    const { id } = (await server().pay("insufficient_funds")).json
    const person = await open()
    await person.click(person.page.getByRole("link", { name: "Payments" }))
    await person.click(rowOf(person, id))
    await person.reads(/^Insufficient funds: /)
    await person.reads("The provider's own code is")
    expect(person.clicks()).toBe(2)
    expect(await accessibilityProblems(person)).toEqual([])
  })

  it("refunds half in three clicks after the search, once, and sees who did it", async () => {
    const { id } = (await server().pay("approved")).json
    const person = await open()
    const { page } = person
    await page.keyboard.press("/")
    await page.keyboard.type(String(id))
    await page.getByRole("option", { name: "Payment" }).waitFor()
    await page.keyboard.press("Enter")
    await person.click(page.getByRole("button", { name: "Refund…" }))
    await person.click(page.getByRole("button", { name: "Half" }))
    await page.getByLabel("Reason").fill("Broken in transit")
    await person.reads(/^Refunds €6\.25 of €12\.50 to the card ending in 4242 through “/)
    await person.reads(/€6\.25 stay\.$/)
    expect(await accessibilityProblems(person)).toEqual([])
    await page.getByRole("button", { name: "Refund €6.25" }).dblclick()
    expect(person.clicks()).toBeLessThan(3)
    await person.reads("The refund is on its way.")
    await person.reads("Partially refunded")
    await person.reads("Broken in transit")
    const { data } = (await server().get(`/payments/${id}/refunds`)).json as {
      readonly data: ReadonlyArray<{ readonly amount: string }>
    }
    expect(data.map(({ amount }) => amount)).toEqual(["625"])
    await page.getByRole("link", { name: "Audit log" }).click()
    await person.reads("payments.refund")
    await person.reads("Broken in transit")
    expect(await accessibilityProblems(person)).toEqual([])
  })

  it("sees in an open dialog that somebody else has refunded a part", async () => {
    const { id } = (await server().pay("approved")).json
    const person = await open(`/payments/${id}`)
    const { page } = person
    await page.getByRole("button", { name: "Refund…" }).click()
    await person.reads(/^Refunds €12\.50 of €12\.50 /)
    await server().post(`/payments/${id}/refunds`, { amount: "1000" })
    await person.reads("At most €2.50 are possible.")
    await page.getByRole("dialog").getByRole("button", { name: "All" }).click()
    await person.reads(/^Refunds €2\.50 of €12\.50 /)
  })

  it("resolves an unknown attempt in three clicks and the answer of the provider", async () => {
    const { id } = (await server().pay("timeout_not_charged")).json
    const person = await open()
    const { page } = person
    await person.click(page.getByRole("link", { name: "Payments" }))
    await person.click(rowOf(person, id))
    await person.click(page.getByRole("button", { name: "Resolve…" }))
    await page.getByLabel("Nothing was taken").check()
    await person.reads(/^Records that nothing was taken through “/)
    expect(await accessibilityProblems(person)).toEqual([])
    await page.getByRole("button", { name: "Resolve this attempt" }).click()
    await person.reads("The attempt is resolved.")
    expect(person.clicks()).toBe(3)
  })

  it("exports the payments of the filters, in which a formula is a text", async () => {
    await server().pay("approved", { metadata: { order: "export-1" } })
    const person = await open()
    const { page } = person
    await person.click(page.getByRole("link", { name: "Payments" }))
    await person.click(page.getByRole("button", { name: "Filter", exact: true }))
    await page.getByLabel("From").fill("2020-01-01")
    await page.getByLabel("Metadata").fill("order=export-1")
    await page.getByLabel("Metadata").press("Enter")
    await expect.poll(() => page.locator("tbody tr").count()).toBe(1)
    const downloading = page.waitForEvent("download")
    await person.click(page.getByText("Export CSV"))
    await person.click(page.getByRole("link", { name: "This list" }))
    const file = await readFile(await (await downloading).path(), "utf8")
    expect(file).toMatch(/^created,payment,status,amount,currency,refunded,disputed,method,/)
    expect(file.split("\r\n")).toHaveLength(3)
    expect(file).toContain(",succeeded,12.50,EUR,0.00,no,card,visa,4242,")
    expect(person.clicks()).toBe(4)
  })

  it("finds the last payments of a customer by an e-mail", async () => {
    const name = '<img src=x onerror="document.title=1">"&\u202emirror'
    const { id: customer } = (
      await server().post("/customers", { email: "ada@lovelace.example", name })
    ).json
    const person = await open()
    const { page } = person
    await page.keyboard.press("/")
    await page.keyboard.type("ada@lovelace.example")
    await page.getByRole("option", { name: "Customer" }).getByText(name).waitFor()
    await page.keyboard.press("Enter")
    await page.waitForURL(`**/customers/${customer}`)
    await person.reads("No payment of this customer yet.")
    expect(person.clicks()).toBe(0)
  })

  it("sees new payments without a reload", async () => {
    const person = await open("/payments")
    await person.page.getByRole("heading", { name: "Payments" }).waitFor()
    const { id } = (await server().pay("approved")).json
    await rowOf(person, id).waitFor()
  })

  it("sees the text of others as text, wherever a payment shows it", async () => {
    const marker = '<script>document.title="x"</script><b>'
    const metadata = { [`${marker}key`.slice(0, 40)]: marker }
    const { id } = (await server().pay("approved", { metadata })).json
    const person = await open(`/payments/${id}`)
    await person.reads(marker)
    expect(await person.page.title()).toBe("Payments – Payloom")
    expect(await person.page.locator("b").count()).toBe(0)
  })

  it("works by keyboard alone: the focus is kept in a dialog, and returns after it", async () => {
    const { id } = (await server().pay("approved")).json
    const person = await open(`/payments/${id}`)
    const { page } = person
    await page.getByRole("button", { name: "Refund…" }).focus()
    await page.keyboard.press("Enter")
    await page.getByRole("dialog").waitFor()
    const focused = () => page.evaluate<string>("document.activeElement.closest('dialog') !== null")
    for (let tab = 0; tab < 4; tab++) {
      await page.keyboard.press("Tab")
      expect(await focused()).toBe(true)
    }
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    const name = await page.evaluate<string>("document.activeElement.textContent")
    expect(name).toBe("Refund…")
  })
})
